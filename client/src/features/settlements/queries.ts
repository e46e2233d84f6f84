// The staff's requests about settlements: the list, one settlement, the actions on it, the takings, and the files.
import type { Call } from "@jara/shared/calls/call";
import * as purchasesCalls from "@jara/shared/calls/purchases";
import * as settlementsCalls from "@jara/shared/calls/settlements";
import * as takingsCalls from "@jara/shared/calls/takings";
import type { Settlement, SettlementDetails } from "@jara/shared/rest/settlements";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { paramsOf } from "../../lib/address-filters.ts";
import { ask } from "../../lib/api.ts";
import type { Waiting } from "../../lib/second-person.ts";
import { download } from "../../queries/download.ts";
import type { DeskAction } from "./desk-actions.ts";
import type { SettlementFilters } from "./settlement-filters.ts";

export const fetchSettlements = ({ status, kind, q, page }: SettlementFilters, signal: AbortSignal) =>
  ask(settlementsCalls.listSettlements, { query: { status, kind, q, ...(page > 1 && { page }) }, signal });

export const fetchDetails = (settlementId: string, signal?: AbortSignal): Promise<SettlementDetails> =>
  ask(settlementsCalls.getSettlement, { params: { id: settlementId }, signal });

export const fetchSettlement = async (settlementId: string): Promise<Settlement> =>
  (await fetchDetails(settlementId)).settlement;

/** Never shown from memory, because others may have moved the money. */
const fresh = { staleTime: 0, gcTime: 0 } as const;

export const detailsQuery = (settlementId: string) =>
  queryOptions({
    queryKey: ["settlement", settlementId],
    queryFn: ({ signal }) => fetchDetails(settlementId, signal),
    ...fresh,
  });

const actions: Record<DeskAction | "retry", Call> = {
  payments: purchasesCalls.paySettlement,
  "payment-received": settlementsCalls.recordPayment,
  extend: settlementsCalls.extendDeadline,
  waive: settlementsCalls.waiveSettlement,
  reverse: settlementsCalls.reverseSettlement,
  "second-chance": settlementsCalls.offerSecondChance,
  pardon: settlementsCalls.pardonUnpaidWin,
  ready: settlementsCalls.markReady,
  "handed-over": settlementsCalls.confirmHandover,
  refund: settlementsCalls.refundSale,
  retry: settlementsCalls.retryForfeit,
};

export const actOnSettlement = (
  settlementId: string,
  action: DeskAction | "retry",
  body: object | undefined,
  idempotencyKey: string,
): Promise<{ settlement: Settlement } | Waiting> =>
  // The dialog of each action makes the body of its call.
  ask(actions[action] as typeof settlementsCalls.reverseSettlement, {
    params: { id: settlementId },
    body: body as never,
    idempotencyKey,
  });

/** All settlements of the filters, on all pages. */
export const downloadSettlements = (filters: SettlementFilters): Promise<void> =>
  download(`/settlements.csv?${paramsOf({ ...filters, page: 1 })}`, "settlements.csv");

export interface TakingsDays {
  /** Empty: today. */
  from: string;
  to: string;
  page: number;
}

export const takingsQuery = ({ from, to, page }: TakingsDays) =>
  queryOptions({
    queryKey: ["takings", from, to, page],
    queryFn: ({ signal }) => ask(takingsCalls.getTakings, { query: { from, to, ...(page > 1 && { page }) }, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const downloadTakings = (from: string, to: string): Promise<void> =>
  download(`/admin/takings.csv?${new URLSearchParams({ from, to })}`, "takings.csv");

// The staff's requests about settlements: the list, one settlement, the actions on it, the takings, and the files.
import type { Settlement, SettlementDetails, Settlements } from "@jara/shared/rest/settlements";
import type { Takings } from "@jara/shared/rest/takings";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { paramsOf } from "../../lib/address-filters.ts";
import { api } from "../../lib/api.ts";
import type { Waiting } from "../../lib/second-person.ts";
import { download } from "../../queries/download.ts";
import type { DeskAction } from "./desk-actions.ts";
import type { SettlementFilters } from "./settlement-filters.ts";

const pathOf = (settlementId: string) => `/settlements/${encodeURIComponent(settlementId)}`;

export const fetchSettlements = ({ status, kind, q, page }: SettlementFilters, signal: AbortSignal) =>
  api.get<Settlements>("/settlements", { status, kind, q, ...(page > 1 && { page }) }, signal);

export const fetchDetails = (settlementId: string, signal?: AbortSignal): Promise<SettlementDetails> =>
  api.get<SettlementDetails>(pathOf(settlementId), undefined, signal);

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

export const actOnSettlement = (
  settlementId: string,
  action: DeskAction | "retry",
  body: object | undefined,
  idempotencyKey: string,
): Promise<{ settlement: Settlement } | Waiting> =>
  api.post<{ settlement: Settlement } | Waiting>(`${pathOf(settlementId)}/${action}`, body, { idempotencyKey });

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
    queryFn: ({ signal }) => api.get<Takings>("/admin/takings", { from, to, ...(page > 1 && { page }) }, signal),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const downloadTakings = (from: string, to: string): Promise<void> =>
  download(`/admin/takings.csv?${new URLSearchParams({ from, to })}`, "takings.csv");

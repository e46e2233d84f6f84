// The administrators' requests about settlements: the list, one settlement, and the actions on it.
import type { Settlement, Settlements } from "@jara/shared/rest/settlements";
import { api } from "../../lib/api.ts";
import type { SettlementFilters } from "./settlement-filters.ts";

export type SettlementAction = "payment-received" | "waive" | "retry";

const pathOf = (settlementId: string) => `/settlements/${encodeURIComponent(settlementId)}`;

export const fetchSettlements = ({ status, kind, q, page }: SettlementFilters, signal: AbortSignal) =>
  api.get<Settlements>("/settlements", { status, kind, q, ...(page > 1 && { page }) }, signal);

export const fetchSettlement = async (settlementId: string): Promise<Settlement> =>
  (await api.get<{ settlement: Settlement }>(pathOf(settlementId))).settlement;

/** `body`: the note of a waiver; the other actions have no body. */
export const actOnSettlement = async (
  settlementId: string,
  action: SettlementAction,
  body: { note?: string } | undefined,
  idempotencyKey: string,
): Promise<Settlement> =>
  (await api.post<{ settlement: Settlement }>(`${pathOf(settlementId)}/${action}`, body, { idempotencyKey }))
    .settlement;

// The settlements' filters and page number, kept only in the address. Invalid values in the address are dropped and
// never sent to the server.

import {
  type SettlementKind,
  type SettlementStatus,
  settlementKinds,
  settlementStatuses,
} from "@jara/shared/rest/settlements";
import { SEARCH_MAX } from "@jara/shared/search-max";

export interface SettlementFilters {
  status: SettlementStatus | "";
  kind: SettlementKind | "";
  q: string;
  page: number;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | "" =>
  values.find((known) => known === value) ?? "";

export const readFilters = (params: URLSearchParams): SettlementFilters => {
  const page = params.get("page") ?? "";
  return {
    status: oneOf(settlementStatuses, params.get("status")),
    kind: oneOf(settlementKinds, params.get("kind")),
    q: (params.get("q") ?? "").trim().slice(0, SEARCH_MAX),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
};

/** Writes only the values that differ from the default. */
export const writeFilters = ({ status, kind, q, page }: SettlementFilters): URLSearchParams => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ status, kind, q })) if (value) params.set(name, value);
  if (page > 1) params.set("page", String(page));
  return params;
};

export const narrows = ({ status, kind, q }: SettlementFilters): boolean => Boolean(status || kind || q);

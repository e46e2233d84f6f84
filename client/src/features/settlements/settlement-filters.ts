// The settlements' filters and page number, from the address.

import {
  type SettlementKind,
  type SettlementStatus,
  settlementKinds,
  settlementStatuses,
} from "@jara/shared/rest/settlements";
import { choiceIn, pageIn, textIn } from "../../lib/address-filters.ts";

export interface SettlementFilters {
  status: SettlementStatus | "";
  kind: SettlementKind | "";
  q: string;
  page: number;
}

export const readFilters = (params: URLSearchParams): SettlementFilters => ({
  status: choiceIn(params, "status", settlementStatuses),
  kind: choiceIn(params, "kind", settlementKinds),
  q: textIn(params, "q"),
  page: pageIn(params),
});

export const narrows = ({ status, kind, q }: SettlementFilters): boolean => Boolean(status || kind || q);

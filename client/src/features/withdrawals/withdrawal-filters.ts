// The filter of the staff's list of withdrawals, from the address.
import type * as calls from "@jara/shared/calls/withdrawals";
import type { WithdrawalStatus } from "@jara/shared/rest/withdrawals";
import { choiceFilter, type FiltersOf, listFilters, pageFilter } from "../../lib/address-filters.ts";
import { stateWords } from "./state-words.ts";

export const statuses = Object.keys(stateWords) as WithdrawalStatus[];

export const withdrawalFilters = listFilters<typeof calls.listWithdrawals, "limit">()({
  status: choiceFilter(statuses),
  page: pageFilter,
});
export type WithdrawalFilters = FiltersOf<typeof withdrawalFilters>;

// The search terms for users, from the address.

import type * as calls from "@jara/shared/calls/users";
import { roles } from "@jara/shared/permissions";
import { phoneDigits, phoneOrText } from "@jara/shared/phone-search";
import type { AdminUser } from "@jara/shared/rest/users";
import {
  addressAt,
  choiceFilter,
  type FiltersOf,
  listFilters,
  pageFilter,
  paramsOf,
  textFilter,
} from "../../lib/address-filters.ts";

export const PAGE_SIZE = 10;

export const userFilters = listFilters<typeof calls.searchUsers, "limit">()({
  q: textFilter(),
  role: choiceFilter(roles),
  page: pageFilter,
});
export type UserFilters = FiltersOf<typeof userFilters>;

export interface UserSearchTerms extends UserFilters {
  /** The id of the user whose ledger is open. */
  ledger: string;
}

export const readTerms = (params: URLSearchParams): UserSearchTerms => {
  const { page, ...filters } = userFilters.read(params);
  return { ...filters, ledger: params.get("ledger") ?? "", page };
};

export const addressOf = (terms: UserSearchTerms): string => addressAt("/admin", paramsOf(terms));

/** Matches a user as the server's search does. */
export const isMatch = userFilters.matching<AdminUser>({
  q: (user, q) => {
    const name = `${user.firstName ?? ""} ${user.lastName ?? ""}`;
    const text = `${user.username}\n${user.email}\n${name}\n${phoneDigits(user.phone)}`.toLowerCase();
    return text.includes(phoneOrText(q.trim()).toLowerCase());
  },
  role: (user, role) => user.role === role,
});

export const fullName = ({ firstName, lastName }: Pick<AdminUser, "firstName" | "lastName">): string =>
  [firstName, lastName].filter(Boolean).join(" ");

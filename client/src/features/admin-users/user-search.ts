// The search terms for users, from the address.

import { type Role, roles } from "@jara/shared/permissions";
import { phoneDigits, phoneOrText } from "@jara/shared/phone-search";
import type { AdminUser } from "@jara/shared/rest/users";
import { addressAt, choiceIn, pageIn, paramsOf, textIn } from "../../lib/address-filters.ts";

export interface UserSearchTerms {
  q: string;
  role: Role | "";
  page: number;
  /** The id of the user whose ledger is open. */
  ledger: string;
}

export const PAGE_SIZE = 10;

export const readTerms = (params: URLSearchParams): UserSearchTerms => ({
  q: textIn(params, "q"),
  role: choiceIn(params, "role", roles),
  ledger: params.get("ledger") ?? "",
  page: pageIn(params),
});

export const addressOf = (terms: UserSearchTerms): string => addressAt("/admin", paramsOf(terms));

/** Matches a user as the server's search does. */
export const isMatch = (user: AdminUser, { q, role }: UserSearchTerms): boolean => {
  const name = `${user.firstName ?? ""} ${user.lastName ?? ""}`;
  const text = `${user.username}\n${user.email}\n${name}\n${phoneDigits(user.phone)}`.toLowerCase();
  return (!role || user.role === role) && text.includes(phoneOrText(q.trim()).toLowerCase());
};

export const fullName = ({ firstName, lastName }: Pick<AdminUser, "firstName" | "lastName">): string =>
  [firstName, lastName].filter(Boolean).join(" ");

// The search terms for users, kept only in the address. Invalid values in the address are dropped and never sent to the
// server.

import { type Role, roles } from "@jara/shared/permissions";
import { phoneDigits, phoneOrText } from "@jara/shared/phone-search";
import type { AdminUser } from "@jara/shared/rest/users";
import { SEARCH_MAX } from "@jara/shared/search-max";

export interface UserSearchTerms {
  q: string;
  role: Role | "";
  page: number;
  /** The id of the user whose ledger is open. */
  ledger: string;
}

export const PAGE_SIZE = 10;

export const readTerms = (params: URLSearchParams): UserSearchTerms => {
  const role = params.get("role");
  const page = params.get("page") ?? "";
  return {
    q: (params.get("q") ?? "").trim().slice(0, SEARCH_MAX),
    role: roles.find((one) => one === role) ?? "",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    ledger: params.get("ledger") ?? "",
  };
};

/** Writes only the values that differ from the default. */
export const writeTerms = ({ q, role, page, ledger }: UserSearchTerms): URLSearchParams => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ q, role, ledger })) if (value) params.set(name, value);
  if (page > 1) params.set("page", String(page));
  return params;
};

export const addressOf = (terms: UserSearchTerms): string => {
  const query = writeTerms(terms).toString();
  return query ? `/admin?${query}` : "/admin";
};

/** Matches a user as the server's search does. */
export const isMatch = (user: AdminUser, { q, role }: UserSearchTerms): boolean => {
  const name = `${user.firstName ?? ""} ${user.lastName ?? ""}`;
  const text = `${user.username}\n${user.email}\n${name}\n${phoneDigits(user.phone)}`.toLowerCase();
  return (!role || user.role === role) && text.includes(phoneOrText(q.trim()).toLowerCase());
};

export const fullName = ({ firstName, lastName }: Pick<AdminUser, "firstName" | "lastName">): string =>
  [firstName, lastName].filter(Boolean).join(" ");

// The lists that `list:changed` names. The event carries no data, so that a reader asks for the list again, as far as
// they may see it.
import type { Permission } from "./permissions.ts";

/** The lists of the staff, each with the permission that hearing of its changes needs. */
export const staffLists = {
  approvals: "settlements:book",
  bidders: "bidders:approve",
  "bank-account-changes": "house:settings",
  "day-closes": "settlements:read",
  "exchange-rate": "site:settings",
  "failed-mails": "users:read",
  offers: "lots:edit",
  questions: "lots:edit",
  sales: "lots:edit",
  "set-aside-rows": "audit:read",
  settlements: "settlements:read",
  withdrawals: "withdrawals:decide",
} as const satisfies Readonly<Record<string, Permission>>;
export type StaffList = keyof typeof staffLists;

/** The lists of one person. */
export const ownLists = [
  "own-bidder-checks",
  "own-bids",
  "own-imports",
  "own-notifications",
  "own-second-chances",
  "own-top-ups",
  "own-withdrawals",
] as const;
export type OwnList = (typeof ownLists)[number];

export type ListName = StaffList | OwnList;
export const listNames = [...(Object.keys(staffLists) as StaffList[]), ...ownLists] as const;

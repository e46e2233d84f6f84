// The tasks that permissions allow, in words for screens and mails: "May …".
import type { Permission } from "./permissions.ts";

export const permissionWords: Readonly<Record<Permission, string>> = {
  "lots:edit": "make, edit, publish and delete lots, and see drafts and reserves",
  "auctions:run":
    "pause, end, cancel and reopen auctions, change their prices and reserves, and sell below the reserve",
  "bids:read": "see bidders' full names and the history of an auction",
  "bids:void": "void bids",
  "users:read": "see people, their ledgers and their receipts",
  "users:suspend": "suspend and restore people, end their sessions and write notes about them",
  "bidders:approve": "approve bidders, and read the documents that they sent",
  "balances:change": "change people's balances",
  "settlements:read": "see payments that are due, and the takings",
  "settlements:book": "book, confirm and reverse payments, move deadlines and hand lots over",
  "settlements:waive": "waive payments, pardon unpaid wins and offer second chances",
  "withdrawals:decide": "approve and refuse withdrawals",
  "site:settings": "set public holidays and confirm exchange rates",
  "house:settings": "change the site's settings",
  "staff:invite": "invite staff with a lower role",
  "roles:change": "change roles, and invite administrators and managers",
  "audit:read": "read what staff, jobs and the command line did on the whole site",
};

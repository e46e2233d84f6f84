// The table of permissions: the outcome of every call and every live command for each kind of caller. The test makes
// the call of each cell, and fails on a call or command that is not in the table. docs/permissions.md is made from it.
// It is long because it has a row for each call.

import type { LiveCommand } from "@jara/shared/calls/live";
import { liveCommands } from "@jara/shared/calls/live-list";
import { type ErrorCode, httpStatusByCode } from "@jara/shared/errors";
import type { CommandName } from "@jara/shared/live-commands";
import { proofCases } from "../../src/app/fresh-proof.ts";

/** The kinds of callers, in the order of the columns. */
export const askers = {
  visitor: "nobody signed in",
  unverified: "a user who has not verified the e-mail address",
  owner: "the user whose bid, maximum, payment, win, purchase, offer or account it is",
  other: "another user",
  seller: "the administrator who made the auction",
  admin: "another administrator",
  cataloguer: "staff who make lots",
  cashier: "staff who book payments",
  manager: "staff who do both and more, but change no roles",
  demoted: "a former administrator, whose token and open connections are from before the demotion",
  void: "a token that is not valid: expired, of a session that was ended, of a suspended administrator, of an account that no longer exists",
} as const;
export type Asker = keyof typeof askers;
export type Outcome = "yes" | ErrorCode;
type Rule = Readonly<Record<Asker, Outcome>>;

export interface Row {
  /** `METHOD /path` as in shared/src/calls, or a live command's name. */
  readonly call: string;
  /** The object of the call, if the outcome depends on it. */
  readonly of?: string;
  readonly rule: Rule;
  /** The status of a success; 200 by default. */
  readonly done?: number;
}

const all = (outcome: Outcome): Rule => ({
  visitor: outcome,
  unverified: outcome,
  owner: outcome,
  other: outcome,
  seller: outcome,
  admin: outcome,
  cataloguer: outcome,
  cashier: outcome,
  manager: outcome,
  demoted: outcome,
  void: outcome,
});
/** No token is read. */
const everyone = all("yes");
/** A token is optional, but must be valid. */
const lookedAt: Rule = { ...everyone, void: "UNAUTHENTICATED" };
const signedIn: Rule = { ...lookedAt, visitor: "UNAUTHENTICATED" };
const verified: Rule = { ...signedIn, unverified: "EMAIL_NOT_VERIFIED" };
type Helper = "cataloguer" | "cashier" | "manager";
const helpers = (outcome: Outcome): Record<Helper, Outcome> => ({
  cataloguer: outcome,
  cashier: outcome,
  manager: outcome,
});
const bidders: Rule = {
  ...signedIn,
  ...helpers("CONFLICT_OF_INTEREST"),
  unverified: "EMAIL_NOT_VERIFIED",
  seller: "OWN_AUCTION",
  admin: "CONFLICT_OF_INTEREST",
};
/** Staff answer questions, and ask none. */
const curious: Rule = { ...bidders, seller: "CONFLICT_OF_INTEREST" };
const users = (outcome: Outcome): Partial<Rule> => ({
  unverified: outcome,
  owner: outcome,
  other: outcome,
  demoted: outcome,
});
/** Administrators, and these others of the staff. */
const staff = (...allowed: Helper[]): Rule => ({
  ...signedIn,
  ...users("FORBIDDEN"),
  ...helpers("FORBIDDEN"),
  ...Object.fromEntries(allowed.map((helper) => [helper, "yes"])),
});
/** An invitation's link in the hands of somebody whom it was not sent to. */
const strangers: Rule = { ...all("VERIFICATION_FAILED"), visitor: "INVALID", void: "UNAUTHENTICATED" };
const admins = staff();
const managers = staff("manager");
const catalogue = staff("cataloguer", "manager");
/** An unfinished lot belongs to one account. */
const desk = staff("cashier", "manager");
const allStaff = staff("cataloguer", "cashier", "manager");
/** The person who asked for a change of money does not decide about it. */
const notSeller: Rule = { ...managers, seller: "FORBIDDEN" };
const sellerAlone: Rule = { ...admins, admin: "FORBIDDEN" };
/** The other administrator had bid on the auction as a user. */
const notInterested = (rule: Rule): Rule => ({ ...rule, admin: "CONFLICT_OF_INTEREST" });
const notOneself = (rule: Rule, outcome: Outcome): Rule => {
  const outcomes = Object.entries(rule).map(([asker, one]) => [asker, one === "yes" ? outcome : one]);
  return Object.fromEntries(outcomes) as Rule;
};
const noUser: Rule = { ...lookedAt, ...users("NOT_FOUND"), visitor: "NOT_FOUND", cashier: "NOT_FOUND" };
/** A draft asks for nothing. */
const askedOfStaff = {
  seller: "SALE_STATE",
  admin: "SALE_STATE",
  cataloguer: "SALE_STATE",
  manager: "SALE_STATE",
} as const;
/** Staff who read receipts of others. */
const reader = { seller: "yes", admin: "yes", cashier: "yes", manager: "yes" } as const;
const theOwner: Rule = {
  ...signedIn,
  ...users("NOT_FOUND"),
  ...helpers("NOT_FOUND"),
  ...({ seller: "NOT_FOUND", admin: "NOT_FOUND", owner: "yes" } as const),
};

/** The calls that an administrator with an interest in the auction may not use. The last ones end the interest. */
const interested: readonly (readonly [string, Rule])[] = [
  ["GET /api/auctions/admin/:id/history", managers],
  ["GET /api/auctions/admin/:id/history.csv", managers],
  ["GET /api/auctions/admin/:id/complaint", managers],
  ["GET /api/auctions/:id/bidders", managers],
  ["GET /api/auctions/:id/void-bids/preview", managers],
  ["PUT /api/auctions/:id", managers],
  ["PUT /api/auctions/admin/:id", managers],
  ["PATCH /api/auctions/admin/:id/status", managers],
  ["POST /api/auctions/:id/void-bids", managers],
  ["PATCH /api/auctions/:id/cancel", managers],
];

export const rest: readonly Row[] = [
  { call: "POST /api/auth/register", rule: everyone, done: 201 },
  { call: "POST /api/auth/login", rule: everyone },
  { call: "POST /api/auth/login-code", rule: everyone },
  { call: "POST /api/auth/login/second-factor", rule: everyone },
  { call: "POST /api/auth/prove", rule: signedIn },
  { call: "GET /api/auth/second-factor", rule: signedIn },
  { call: "POST /api/auth/second-factor/totp", rule: signedIn },
  { call: "POST /api/auth/second-factor/totp/confirm", rule: signedIn },
  { call: "POST /api/auth/second-factor/recovery-codes", rule: signedIn },
  { call: "DELETE /api/auth/second-factor", rule: signedIn },
  { call: "POST /api/auth/verify-email", rule: everyone },
  { call: "POST /api/auth/resend-verification", rule: everyone },
  { call: "POST /api/auth/logout", rule: signedIn, done: 204 },
  { call: "GET /api/auth/sessions", rule: signedIn },
  { call: "DELETE /api/auth/sessions", rule: signedIn },
  { call: "DELETE /api/auth/sessions/:id", rule: theOwner },
  { call: "GET /api/auth/passkeys", rule: signedIn },
  { call: "POST /api/auth/passkeys/options", rule: verified },
  { call: "POST /api/auth/passkeys", rule: verified, done: 201 },
  { call: "PATCH /api/auth/passkeys/:id", rule: theOwner },
  { call: "DELETE /api/auth/passkeys/:id", rule: theOwner },
  { call: "POST /api/auth/passkeys/log-in-options", rule: everyone },
  { call: "POST /api/auth/passkeys/log-in", rule: everyone },
  { call: "POST /api/auth/passkeys/prove-options", rule: signedIn },
  { call: "POST /api/auth/passkeys/prove", rule: { ...signedIn, unverified: "VERIFICATION_FAILED" } },
  { call: "POST /api/auth/forgot-password", rule: everyone },
  { call: "POST /api/auth/reset-password", rule: everyone },
  { call: "POST /api/auth/change-password", rule: signedIn },
  { call: "POST /api/auth/change-email", rule: signedIn },
  { call: "GET /api/auth/change-email", rule: signedIn },
  { call: "POST /api/auth/confirm-email-change", rule: everyone },
  { call: "POST /api/auth/undo-email-change", rule: everyone },
  { call: "GET /api/auth/google", rule: everyone, done: 302 },
  { call: "GET /api/auth/google/callback", rule: everyone, done: 302 },
  { call: "POST /api/auth/google", rule: everyone },
  { call: "GET /api/auth/profile", rule: signedIn },
  { call: "GET /api/users/profile", rule: signedIn },
  { call: "PUT /api/users/profile", rule: signedIn },

  { call: "GET /api/auctions", rule: lookedAt },
  { call: "GET /api/auctions/facets", rule: lookedAt },
  { call: "GET /api/auctions/:id", rule: lookedAt },
  { call: "GET /api/auctions/:id", of: "a draft", rule: noUser },
  { call: "GET /api/auctions/:id/changes", rule: lookedAt },
  { call: "GET /api/auctions/:id/changes", of: "a draft", rule: noUser },
  { call: "GET /api/bids/auction/:id", rule: lookedAt },
  { call: "GET /api/bids/auction/:id", of: "a draft", rule: noUser },
  { call: "GET /api/bids/auction/:id/highest", rule: lookedAt },
  { call: "GET /api/bids/auction/:id/highest", of: "a draft", rule: noUser },
  { call: "GET /api/auctions/:id/buy-it-now-status", rule: lookedAt },
  { call: "GET /api/auctions/:id/buy-it-now-status", of: "a draft", rule: noUser },

  { call: "POST /api/bids", rule: bidders, done: 201 },
  { call: "POST /api/maxbids", rule: bidders },
  { call: "POST /api/maxbids/:id/confirm", rule: theOwner },
  { call: "DELETE /api/maxbids/:id", rule: theOwner },
  { call: "POST /api/auctions/:id/withdraw-bids", rule: theOwner },
  { call: "POST /api/auctions/:id/buy-it-now", rule: bidders },
  { call: "GET /api/bids/user/my-bids", rule: signedIn },
  { call: "GET /api/bids/user/my-auctions", rule: signedIn },
  { call: "GET /api/admin/lots.csv", rule: catalogue },
  { call: "GET /api/admin/imports", rule: catalogue },
  { call: "POST /api/admin/imports", rule: catalogue, done: 201 },
  { call: "POST /api/admin/imports/preview", rule: catalogue },
  { call: "GET /api/admin/imports/:id", rule: catalogue },
  { call: "POST /api/admin/imports/:id/apply", rule: catalogue },
  { call: "POST /api/admin/imports/:id/choose", rule: catalogue },
  { call: "POST /api/admin/imports/:id/cancel", rule: catalogue },
  { call: "GET /api/sales", rule: lookedAt },
  { call: "GET /api/sales/:id", rule: lookedAt },
  { call: "GET /api/sales/:id", of: "a draft", rule: noUser },
  { call: "GET /api/sales/:id/lots", rule: lookedAt },
  { call: "GET /api/sales/:id/lots", of: "a draft", rule: noUser },
  { call: "GET /api/sales/:id/calendar.ics", rule: lookedAt },
  { call: "GET /api/sales/:id/calendar.ics", of: "a draft", rule: noUser },
  { call: "GET /api/auctions/:id/sale", rule: lookedAt },
  { call: "GET /api/auctions/:id/calendar.ics", rule: lookedAt },
  { call: "GET /api/auctions/:id/proof", rule: lookedAt },
  { call: "GET /api/auctions/:id/proof", of: "a draft", rule: noUser },
  { call: "GET /api/users/proof/:id", rule: theOwner },
  { call: "GET /log/verdicts", rule: everyone },
  { call: "GET /api/sales/:id/terms", rule: lookedAt },
  { call: "GET /api/sales/:id/terms", of: "a draft", rule: noUser },
  { call: "POST /api/sales/:id/accept-terms", rule: signedIn },
  {
    call: "POST /api/sales/:id/accept-terms",
    of: "a draft",
    rule: { ...noUser, ...askedOfStaff, visitor: "UNAUTHENTICATED" },
  },
  { call: "POST /api/sales", rule: catalogue, done: 201 },
  { call: "PUT /api/sales/:id", rule: catalogue },
  { call: "PUT /api/sales/:id", of: "with other terms of a published sale", rule: managers },
  { call: "PUT /api/sales/:id/lots", rule: catalogue },
  { call: "POST /api/sales/:id/publish", rule: catalogue },
  { call: "POST /api/sales/:id/pause", rule: managers },
  { call: "POST /api/sales/:id/resume", rule: managers },
  { call: "POST /api/sales/:id/shift", rule: managers },
  { call: "POST /api/sales/:id/end", rule: managers },
  { call: "POST /api/auctions/:id/addenda", rule: catalogue, done: 201 },
  { call: "GET /api/auctions/:id/questions", rule: lookedAt },
  { call: "GET /api/auctions/:id/questions", of: "a draft", rule: noUser },
  { call: "POST /api/auctions/:id/questions", rule: curious, done: 201 },
  { call: "GET /api/admin/questions", rule: catalogue },
  { call: "PUT /api/admin/questions/:id/answer", rule: catalogue },
  { call: "POST /api/admin/questions/:id/hide", rule: catalogue },
  { call: "POST /api/admin/questions/:id/show", rule: catalogue },
  {
    call: "PUT /api/admin/questions/:id/answer",
    of: "about an auction that the other administrator bid on",
    rule: notInterested(catalogue),
  },
  { call: "GET /api/saved-searches", rule: signedIn },
  { call: "POST /api/saved-searches", rule: signedIn, done: 201 },
  { call: "GET /api/saved-searches/:id", rule: theOwner },
  { call: "PATCH /api/saved-searches/:id", rule: theOwner },
  { call: "POST /api/saved-searches/:id/seen", rule: theOwner },
  { call: "DELETE /api/saved-searches/:id", rule: theOwner },
  { call: "GET /api/notifications", rule: signedIn },
  { call: "POST /api/notifications/read", rule: signedIn },
  { call: "GET /api/notifications/preferences", rule: signedIn },
  { call: "PUT /api/notifications/preferences", rule: signedIn },
  { call: "GET /api/notifications/push-subscriptions", rule: signedIn },
  { call: "POST /api/notifications/push-subscriptions", rule: signedIn, done: 201 },
  { call: "DELETE /api/notifications/push-subscriptions", rule: theOwner },
  { call: "DELETE /api/notifications/push-subscriptions/:id", rule: theOwner },
  { call: "GET /api/watchlist", rule: signedIn },
  { call: "GET /api/watchlist/ids", rule: signedIn },
  { call: "GET /api/watchlist/lots", rule: lookedAt },
  { call: "POST /api/watchlist", rule: signedIn },
  { call: "GET /api/watchlist/reminders", rule: signedIn },
  { call: "PUT /api/watchlist/reminders", rule: signedIn },
  { call: "PUT /api/watchlist/:id", rule: signedIn },
  { call: "PUT /api/watchlist/:id", of: "a draft", rule: { ...noUser, visitor: "UNAUTHENTICATED" } },
  { call: "DELETE /api/watchlist/:id", rule: signedIn },
  { call: "DELETE /api/watchlist/:id", of: "a draft", rule: { ...noUser, visitor: "UNAUTHENTICATED" } },
  { call: "GET /api/maxbids/user/active", rule: signedIn },
  { call: "GET /api/maxbids/auction/:id", rule: theOwner },
  { call: "GET /api/maxbids/auction/:id/all", rule: signedIn },
  { call: "GET /api/maxbids/auction/:id/all", of: "a draft", rule: { ...noUser, visitor: "UNAUTHENTICATED" } },
  { call: "GET /api/auctions/:id/win", rule: signedIn },
  { call: "GET /api/users/purchases", rule: signedIn },
  { call: "POST /api/settlements/:id/payments", of: "from the balance", rule: theOwner },
  { call: "POST /api/settlements/:id/payments", of: "online", rule: theOwner },
  { call: "POST /api/settlements/:id/payments", of: "a transfer", rule: desk },
  { call: "GET /api/users/second-chances", rule: signedIn },
  { call: "POST /api/second-chances/:id/accept", rule: theOwner },
  { call: "POST /api/second-chances/:id/decline", rule: theOwner },
  { call: "POST /api/payments/top-ups", rule: signedIn, done: 201 },
  { call: "GET /api/payments/top-ups", rule: signedIn },
  { call: "GET /api/payments/top-ups/:reference", rule: theOwner },

  { call: "GET /api/banks", rule: signedIn },
  { call: "GET /api/users/bank-accounts", rule: signedIn },
  { call: "POST /api/users/bank-accounts/resolve", rule: verified },
  { call: "POST /api/users/bank-accounts", rule: verified, done: 201 },
  { call: "DELETE /api/users/bank-accounts/:id", rule: theOwner },
  { call: "GET /api/users/withdrawals", rule: signedIn },
  { call: "POST /api/users/withdrawals", of: "with one's own bank account", rule: verified, done: 201 },
  {
    call: "POST /api/users/withdrawals",
    of: "with the owner's bank account",
    rule: { ...theOwner, unverified: "EMAIL_NOT_VERIFIED" },
    done: 201,
  },
  { call: "POST /api/users/withdrawals/:id/cancel", rule: theOwner },
  { call: "GET /api/admin/withdrawals", rule: desk },
  { call: "POST /api/admin/withdrawals/:id/approve", of: "the owner's", rule: desk },
  {
    call: "POST /api/admin/withdrawals/:id/approve",
    of: "the other administrator's",
    rule: notInterested(desk),
  },
  { call: "POST /api/admin/withdrawals/:id/refuse", of: "the owner's", rule: desk },
  {
    call: "POST /api/admin/withdrawals/:id/refuse",
    of: "the other administrator's",
    rule: notInterested(desk),
  },

  { call: "POST /api/auctions", rule: catalogue, done: 201 },
  { call: "POST /api/auctions/:id/duplicate", rule: catalogue, done: 201 },
  { call: "POST /api/auctions/:id/relist", rule: catalogue, done: 201 },
  { call: "POST /api/auctions/admin/house-rules", rule: catalogue },
  { call: "GET /api/lot-drafts", rule: catalogue },
  { call: "GET /api/lot-drafts/:id", of: "of an administrator", rule: catalogue },
  { call: "PUT /api/lot-drafts/:id", of: "a new one", rule: catalogue },
  { call: "PUT /api/lot-drafts/:id", of: "of an administrator", rule: catalogue },
  { call: "DELETE /api/lot-drafts/:id", of: "of an administrator", rule: catalogue },
  { call: "POST /api/lot-drafts/:id/finish", rule: catalogue, done: 201 },
  { call: "PUT /api/auctions/:id", rule: catalogue },
  { call: "PUT /api/auctions/admin/:id", rule: catalogue },
  { call: "DELETE /api/auctions/:id", rule: catalogue },
  { call: "DELETE /api/auctions/:id", of: "that somebody is buying", rule: managers },
  { call: "PATCH /api/auctions/:id/cancel", rule: managers },
  { call: "PATCH /api/auctions/admin/:id/status", of: "of a draft, to publish it", rule: catalogue },
  { call: "PATCH /api/auctions/admin/:id/status", of: "of a published lot", rule: managers },
  { call: "PUT /api/auctions/:id", of: "with another status of a published lot", rule: managers },
  { call: "PUT /api/auctions/:id", of: "with another end of a published lot", rule: managers },
  { call: "PUT /api/auctions/:id", of: "with another reserve of a published lot", rule: managers },
  { call: "PUT /api/auctions/:id", of: "with another Buy It Now price of a published lot", rule: managers },
  { call: "GET /api/auctions/user/my-auctions", rule: catalogue },
  { call: "GET /api/auctions/user/my-auctions/counts", rule: catalogue },
  { call: "GET /api/auctions/admin/all", rule: catalogue },
  { call: "GET /api/auctions/admin/:id/history", rule: managers },
  { call: "GET /api/auctions/admin/:id/history.csv", rule: managers },
  { call: "GET /api/auctions/admin/:id/complaint", rule: managers },
  { call: "GET /api/auctions/:id/bidders", rule: managers },
  { call: "GET /api/auctions/:id/void-bids/preview", rule: managers },
  { call: "POST /api/auctions/:id/void-bids", rule: managers },
  {
    call: "GET /api/users/receipts/:id.pdf",
    of: "about an auction that the other administrator bid on",
    rule: { ...theOwner, ...reader, admin: "CONFLICT_OF_INTEREST" },
  },
  {
    call: "POST /api/auctions/:id/addenda",
    of: "an auction that the other administrator bid on",
    rule: notInterested(managers),
    done: 201,
  },
  ...interested.map(([call, rule]) => ({
    call,
    of: "an auction that the other administrator bid on",
    rule: notInterested(rule),
  })),
  { call: "POST /api/upload/single", rule: catalogue, done: 201 },

  { call: "POST /api/auth/accept-invitation", of: "to another address", rule: strangers },
  { call: "GET /api/admin/staff", rule: managers },
  { call: "GET /api/admin/invitations", rule: managers },
  { call: "POST /api/admin/invitations", of: "of a cashier", rule: managers, done: 201 },
  { call: "POST /api/admin/invitations", of: "of a manager", rule: admins, done: 201 },
  { call: "DELETE /api/admin/invitations/:id", of: "of a cashier", rule: managers },
  { call: "DELETE /api/admin/invitations/:id", of: "of a manager", rule: admins },

  { call: "GET /api/admin/approvals", rule: desk },
  { call: "POST /api/admin/approvals/:id/approve", of: "a balance that the seller asked for", rule: notSeller },
  {
    call: "POST /api/admin/approvals/:id/approve",
    of: "cash that the seller asked for",
    rule: { ...desk, seller: "FORBIDDEN" },
  },
  { call: "POST /api/admin/approvals/:id/refuse", of: "a balance that the seller asked for", rule: notSeller },
  { call: "DELETE /api/admin/approvals/:id", of: "that the seller asked for", rule: sellerAlone },

  { call: "GET /api/auth/users", rule: desk },
  { call: "GET /api/users/admin/search", rule: desk },
  { call: "PUT /api/auth/users/:id/role", rule: admins },
  {
    call: "PUT /api/auth/users/:id/role",
    of: "the caller",
    rule: notOneself(admins, "FORBIDDEN"),
  },
  { call: "PUT /api/users/admin/role/:id", rule: admins },
  {
    call: "PUT /api/users/admin/role/:id",
    of: "the caller",
    rule: notOneself(admins, "FORBIDDEN"),
  },
  { call: "PUT /api/users/admin/balance/:id", rule: managers },
  {
    call: "PUT /api/users/admin/balance/:id",
    of: "the caller",
    rule: notOneself(managers, "CONFLICT_OF_INTEREST"),
  },
  { call: "POST /api/admin/users/:id/void-bids", rule: managers },
  {
    call: "POST /api/admin/users/:id/void-bids",
    of: "the caller",
    rule: notOneself(managers, "CONFLICT_OF_INTEREST"),
  },
  { call: "GET /api/admin/users/:id", rule: desk },
  { call: "GET /api/admin/users/:id/bids", rule: desk },
  { call: "GET /api/admin/users/:id/actions", rule: desk },
  { call: "GET /api/admin/users/:id/sessions", rule: managers },
  { call: "DELETE /api/admin/users/:id/sessions", rule: managers },
  { call: "GET /api/admin/users/:id/notes", rule: desk },
  { call: "POST /api/admin/users/:id/notes", rule: managers, done: 201 },
  { call: "GET /api/admin/users/:id/suspend-preview", rule: managers },
  { call: "POST /api/admin/users/:id/suspend", rule: managers },
  {
    call: "POST /api/admin/users/:id/suspend",
    of: "the caller",
    rule: notOneself(managers, "FORBIDDEN"),
  },
  { call: "POST /api/admin/users/:id/suspend", of: "an administrator", rule: admins },
  { call: "POST /api/admin/users/:id/restore", of: "an administrator", rule: admins },
  { call: "DELETE /api/admin/users/:id/sessions", of: "an administrator's", rule: admins },
  { call: "POST /api/admin/users/:id/restore", rule: managers },
  { call: "GET /api/users/admin/:id/ledger", rule: desk },
  { call: "GET /api/users/admin/refused-usernames", rule: desk },
  { call: "GET /api/admin/users/:id/receipts", rule: desk },
  { call: "GET /api/users/deletion", rule: signedIn },
  {
    call: "POST /api/users/deletion",
    of: "with money in the balance, or a role",
    rule: { ...all("FORBIDDEN"), visitor: "UNAUTHENTICATED", void: "UNAUTHENTICATED" },
  },
  { call: "DELETE /api/users/deletion", rule: signedIn },
  { call: "GET /api/users/consents", rule: signedIn },
  { call: "POST /api/users/consents", rule: signedIn },
  { call: "GET /api/users/my-data.zip", rule: signedIn },
  { call: "GET /api/users/receipts", rule: signedIn },
  { call: "GET /api/users/receipts/:id.pdf", rule: { ...theOwner, ...reader } },
  { call: "GET /api/users/statement", rule: signedIn },
  { call: "GET /api/users/statement.csv", rule: signedIn },
  { call: "GET /api/users/statement.pdf", rule: signedIn },

  { call: "GET /api/settlements", rule: desk },
  { call: "GET /api/settlements.csv", rule: desk },
  { call: "GET /api/settlements/:id", rule: desk },
  { call: "POST /api/settlements/:id/payment-received", rule: desk },
  { call: "POST /api/settlements/:id/waive", rule: managers },
  { call: "POST /api/settlements/:id/retry", rule: desk },
  { call: "POST /api/settlements/:id/extend", rule: desk },
  { call: "POST /api/settlements/:id/reverse", rule: desk },
  { call: "POST /api/settlements/:id/refund", rule: desk },
  { call: "POST /api/settlements/:id/second-chance", rule: managers },
  { call: "POST /api/settlements/:id/ready", rule: desk },
  { call: "POST /api/settlements/:id/handed-over", rule: desk },
  { call: "POST /api/settlements/:id/pardon", rule: managers },
  { call: "POST /api/admin/auctions/:id/sell-to-highest-bidder", rule: managers },
  {
    call: "GET /api/settlements/:id",
    of: "of an auction that the other administrator bid on",
    rule: notInterested(desk),
  },
  {
    call: "POST /api/settlements/:id/payments",
    of: "a transfer for an auction that the other administrator bid on",
    rule: notInterested(desk),
  },
  {
    call: "POST /api/settlements/:id/extend",
    of: "of an auction that the other administrator bid on",
    rule: notInterested(desk),
  },
  { call: "GET /api/admin/users/:id/payer-record", rule: desk },
  { call: "GET /api/admin/audit-log", rule: admins },
  { call: "GET /api/admin/audit-log.csv", rule: admins },
  { call: "GET /api/admin/desk", rule: allStaff },
  { call: "PUT /api/admin/desk/alerts", rule: allStaff },
  { call: "POST /api/admin/desk/retry-row", rule: admins },
  { call: "GET /api/admin/reports", rule: desk },
  { call: "GET /api/admin/reports.csv", rule: desk },
  { call: "GET /api/admin/takings", rule: desk },
  { call: "GET /api/admin/takings.csv", rule: desk },
  { call: "GET /api/admin/holidays", rule: managers },
  { call: "PUT /api/admin/holidays/:date", rule: managers },
  { call: "DELETE /api/admin/holidays/:date", rule: managers },
  { call: "GET /api/admin/settings", rule: admins },
  { call: "PUT /api/admin/settings", rule: admins },
  { call: "GET /api/admin/settings/:section/history", rule: admins },
  {
    call: "POST /api/admin/settings/bank-account/changes/:id/approve",
    of: "by administrators of whom one became it today",
    rule: sellerAlone,
  },
  { call: "DELETE /api/admin/settings/bank-account/changes/:id", rule: admins },
  { call: "GET /api/admin/exchange-rate", rule: managers },
  { call: "POST /api/admin/exchange-rate/:id/confirm", rule: managers },
  { call: "POST /api/admin/exchange-rate/:id/reject", rule: managers },

  { call: "GET /api/currency/rates", rule: everyone },
  { call: "POST /api/currency/convert", rule: everyone },
  { call: "POST /api/currency/format", rule: everyone },
  { call: "GET /api/site", rule: everyone },
  { call: "GET /api/site/details", rule: everyone },
  { call: "GET /api/legal/:page", rule: everyone },
  { call: "GET /api/mail/unsubscribe", rule: everyone },
  { call: "GET /api/mail/unsubscribe", of: "without the link's signature", rule: all("NOT_FOUND") },
  { call: "POST /api/mail/unsubscribe", rule: everyone },
  { call: "POST /api/mail/unsubscribe", of: "without the link's signature", rule: all("NOT_FOUND") },
  { call: "POST /api/payments/paystack/webhook", of: "signed by Paystack", rule: everyone },
  { call: "POST /api/payments/paystack/webhook", of: "not signed", rule: all("UNAUTHENTICATED") },
];

const byAccess: Record<LiveCommand["access"], Rule> = { anyone: lookedAt, "signed in": signedIn, staff: allStaff };
/** The live commands that ask more of their sender than their access says. */
const liveRules: Partial<Record<CommandName, Rule>> = {
  "bid:place": bidders,
  "maxbid:set": bidders,
  "maxbid:cancel": theOwner,
  "maxbid:confirm": theOwner,
  "bid:withdraw": theOwner,
  "buy-it-now": bidders,
};

/** Over both transports. A connection with a void token is refused. */
export const live: readonly (Row & { readonly call: CommandName })[] = [
  ...(Object.keys(liveCommands) as CommandName[]).map((call) => ({
    call,
    rule: liveRules[call] ?? byAccess[liveCommands[call].access],
  })),
  { call: "auction:watch", of: "a draft", rule: noUser },
  { call: "sale:watch", of: "a draft", rule: noUser },
];

/** Outside /api no account is asked: the same for all. */
export interface OutsideRow {
  readonly call: string;
  readonly of?: string;
  readonly development: Outcome;
  readonly production: Outcome;
  readonly done?: number;
}

/** The pages that the server fills. They exist only beside a built client. */
export const filledPages: readonly string[] = [
  ...[
    "/",
    "/auction/:id",
    "/auction/:id/bid",
    "/plain",
    "/auction/:id/plain",
    "/manifest.webmanifest",
    "/service-worker.js",
    "/robots.txt",
    "/sitemap.xml",
    "/sitemap/:page",
    "/og/site.jpg",
    "/og/auction/:file",
  ],
];

export const outside: readonly OutsideRow[] = [
  ...["/health/live", "/health/ready", "/media/:name", "/*", "/docs"].map((url) => always(url)),
  ...["/log", "/log/:log/checkpoint", "/log/:log/tile/*"].map((url) => always(url)),
  // No witness signs for the tests' server.
  { ...always("/log/:log/checkpoint/witnessed"), development: "NOT_FOUND", production: "NOT_FOUND" },
  // No night has passed over the tests' server.
  ...["/log/verdicts/:date", "/log/:log/verdicts/:number"].map(
    (url) => ({ ...always(url), development: "NOT_FOUND", production: "NOT_FOUND" }) as const,
  ),
  ...["/feeds/auctions.atom", "/docs/", "/docs/json", "/docs/yaml"].map((url) => always(url)),
  ...["/docs/static/swagger-initializer.js", "/docs/static/*", "/docs/socket.json", "/docs/guide/*"].map((url) =>
    always(url),
  ),
  ...filledPages.map((url) => always(url)),
  ...[
    ["bid", 303],
    ["log-in", 400],
    ["log-out", 303],
  ].map(([step, done]) => ({
    ...always(`/auction/:id/${step}`),
    ...{ call: `POST /auction/:id/${step}`, of: "without its cookie", done: Number(done) },
  })),
  { ...always("/docs/socket"), done: 302 },
  { ...always("/ws"), of: "without an upgrade" },
  { ...always("/docs/static/index.html"), done: 302 },
  {
    call: "GET /metrics",
    of: "without METRICS_TOKEN, from this machine",
    development: "yes",
    production: "UNAUTHENTICATED",
  },
  { call: "GET /metrics", of: "with METRICS_TOKEN", development: "yes", production: "yes" },
  ...[
    "/media/demo/*",
    "/dev/mail",
    "/dev/mail.json",
    "/dev/mail/:id",
    "/dev/mail/:id/:file",
    "/sandbox/paystack/:reference",
  ].map((url) => ({
    call: `GET ${url}`,
    development: "yes" as const,
    production: "NOT_FOUND" as const,
  })),
  { call: "POST /sandbox/paystack/:reference", development: "yes", production: "NOT_FOUND", done: 303 },
  ...["GET /sandbox/google", "POST /sandbox/google", "POST /sandbox/google/credential"].map(
    (call) => ({ call, of: "without saying who signs in", development: "INVALID", production: "NOT_FOUND" }) as const,
  ),
  ...[
    "POST /sandbox/paystack/transaction/initialize",
    "GET /sandbox/paystack/transaction/verify/:reference",
    "GET /sandbox/paystack/bank",
    "GET /sandbox/paystack/bank/resolve",
    "POST /sandbox/paystack/transferrecipient",
    "POST /sandbox/paystack/transfer",
    "GET /sandbox/paystack/transfer/verify/:reference",
  ].map((call) => ({ call, of: "without its key", development: "UNAUTHENTICATED", production: "NOT_FOUND" }) as const),
];

function always(url: string): OutsideRow {
  return { call: `GET ${url}`, development: "yes", production: "yes" };
}

const cell = (outcome: Outcome): string => {
  if (outcome === "yes") return "yes";
  const status = httpStatusByCode[outcome];
  const usual: Partial<Record<number, ErrorCode>> = { 401: "UNAUTHENTICATED", 403: "FORBIDDEN", 404: "NOT_FOUND" };
  return usual[status] === outcome ? String(status) : `${status} ${outcome}`;
};
const named = ({ call, of }: Pick<Row, "call" | "of">): string => `\`${call}\`${of === undefined ? "" : `, ${of}`}`;
const names = Object.keys(askers) as Asker[];

const groupBy = <K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};
/** Says who may, and what everybody else gets: `yes: owner, admin; 401: visitor, void; 403: all others`. */
const ruleWords = (rule: Rule): string => {
  const byCell = groupBy(names, (asker) => cell(rule[asker]));
  const [most] = [...byCell].sort(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const place = (outcome: string): number => (outcome === most ? 2 : outcome === "yes" ? 0 : 1);
  const groups = [...byCell].sort(([one], [other]) => place(one) - place(other));
  return groups
    .map(
      ([outcome, some]) =>
        `${outcome}: ${outcome !== most ? some.join(", ") : groups.length > 1 ? "all others" : "all"}`,
    )
    .join("; ");
};
/** A paragraph for each rule, with the calls that have it. */
const byRule = <T>(rows: readonly T[], words: (row: T) => string, call: (row: T) => string): string[] =>
  [...groupBy(rows, words)].flatMap(([rule, some]) => [`**${rule}**\\`, `${some.map(call).join(" · ")}`, ""]);

export const asMarkdown = (): string =>
  `${[
    "# Permissions",
    "",
    "This page is made from [the table that is tested](../server/test/support/who-may-what.ts) cell by cell. A server with a",
    "route that neither [`shared/src/calls`](../shared/src/calls) nor [`app/access.ts`](../server/src/app/access.ts) names",
    "does not start.",
    "",
    "| caller | |",
    "| --- | --- |",
    ...names.map((asker) => `| ${asker} | ${askers[asker]} |`),
    "",
    "A number is the status of the refusal: 401 is `UNAUTHENTICATED`, 403 `FORBIDDEN` and 404 `NOT_FOUND`, unless another code",
    "follows. A refusal changes nothing. Only two GETs change anything: Google's callback signs somebody in, and a query of",
    "one's own payment credits it if Paystack says that it was made. A HEAD is refused if its GET is.",
    "",
    "## Over REST",
    "",
    ...byRule(rest, ({ rule }) => ruleWords(rule), named),
    "## Live, over both transports",
    "",
    "A connection with a void token is refused. If an account is suspended or its tokens are withdrawn, its connections are",
    "closed within a second or so. If a token expires, its connection is closed at that moment.",
    "",
    ...byRule(live, ({ rule }) => ruleWords(rule), named),
    "## A fresh proof",
    "",
    "These calls need [a proof of the person](second-factor.md#step-up) that is not older than ten minutes.",
    "",
    ...byRule(
      Object.entries(proofCases),
      ([, words]) => words.replace(/^,? /, "") || "always",
      ([call]) => `\`${call}\``,
    ),
    "## Outside /api",
    "",
    "These calls ignore tokens: the answer is the same with and without one.",
    "",
    ...byRule(
      outside,
      (row) => `${cell(row.development)} in development, ${cell(row.production)} in production`,
      named,
    ),
  ]
    .join("\n")
    .trimEnd()}\n`;

// The table of permissions: the outcome of every call and every live command for each kind of caller. The test makes
// the call of each cell, and fails on a call or command that is not in the table. docs/permissions.md is made from it.
// The rule of a call is its access; this file has what its object decides besides. It is long because it has a row for each
// such case.

import type { Call } from "@jara/shared/calls/call";
import { callOf } from "@jara/shared/calls/list";
import { liveCommands } from "@jara/shared/calls/live-list";
import { type ErrorCode, httpStatusByCode } from "@jara/shared/errors";
import type { CommandName } from "@jara/shared/live-commands";
import { may } from "@jara/shared/permissions";
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
const names = Object.keys(askers) as Asker[];
const users = ["unverified", "owner", "other", "demoted"] as const;
const helpers = ["cataloguer", "cashier", "manager"] as const;
type Helper = (typeof helpers)[number];
const but = (rule: Rule, outcome: Outcome, ...some: readonly Asker[]): Rule => ({
  ...rule,
  ...Object.fromEntries(some.map((asker) => [asker, outcome])),
});
const bidders = but(but(verified, "CONFLICT_OF_INTEREST", "admin", ...helpers), "OWN_AUCTION", "seller");
/** Staff answer questions, and ask none. */
const curious = but(bidders, "CONFLICT_OF_INTEREST", "seller");
/** Administrators, and these others of the staff. */
const staff = (...allowed: Helper[]): Rule =>
  but(signedIn, "FORBIDDEN", ...users, ...helpers.filter((helper) => !allowed.includes(helper)));
const admins = staff();
const managers = staff("manager");
const desk = staff("cashier", "manager");
/** An invitation's link in the hands of somebody whom it was not sent to. */
const strangers: Rule = { ...all("VERIFICATION_FAILED"), visitor: "INVALID", void: "UNAUTHENTICATED" };
/** The person who asked for a change of money does not decide about it. */
const notSeller = (rule: Rule): Rule => but(rule, "FORBIDDEN", "seller");
const sellerAlone = but(admins, "FORBIDDEN", "admin");
/** The other administrator had bid on the auction as a user. */
const notInterested = (rule: Rule): Rule => but(rule, "CONFLICT_OF_INTEREST", "admin");
const notOneself = (rule: Rule, outcome: Outcome): Rule =>
  but(rule, outcome, ...names.filter((asker) => rule[asker] === "yes"));
const cataloguers = ["seller", "admin", "cataloguer", "manager"] as const;
const notDrafted = (rule: Rule): Rule => {
  const others = names.filter((asker) => !cataloguers.some((one) => one === asker));
  return but(rule, "NOT_FOUND", ...others.filter((asker) => rule[asker] === "yes"));
};
const theOwner = but(signedIn, "NOT_FOUND", ...names.filter((asker) => !/^(owner|visitor|void)$/.test(asker)));

const byAccess = ({ access, readsToken }: Pick<Call, "access" | "readsToken">): Rule => {
  if (access === "anyone") return readsToken ? lookedAt : everyone;
  if (access === "signed in") return signedIn;
  return staff(...helpers.filter((helper) => access === "staff" || may(helper, access)));
};
const withRule = (rule: Rule, calls: readonly string[]): Record<string, Rule> =>
  Object.fromEntries(calls.map((call) => [call, rule]));

/** The rules of calls whose object decides too; of all others the access is the rule. */
export const rules: Readonly<Record<string, Rule>> = {
  ...withRule(theOwner, [
    "DELETE /api/auth/sessions/:id",
    "PATCH /api/auth/passkeys/:id",
    "DELETE /api/auth/passkeys/:id",
    "POST /api/maxbids/:id/confirm",
    "DELETE /api/maxbids/:id",
    "GET /api/maxbids/auction/:id",
    "POST /api/auctions/:id/withdraw-bids",
    "GET /api/users/proof/:id",
    "GET /api/saved-searches/:id",
    "PATCH /api/saved-searches/:id",
    "POST /api/saved-searches/:id/seen",
    "DELETE /api/saved-searches/:id",
    "DELETE /api/notifications/push-subscriptions",
    "DELETE /api/notifications/push-subscriptions/:id",
    "POST /api/second-chances/:id/accept",
    "POST /api/second-chances/:id/decline",
    "GET /api/payments/top-ups/:reference",
    "DELETE /api/users/bank-accounts/:id",
    "POST /api/users/withdrawals/:id/cancel",
    "PUT /api/users/pickup",
    "GET /api/offers/:id",
    "PUT /api/offers/:id",
    "POST /api/offers/:id/submit",
    "POST /api/offers/:id/withdraw",
    "DELETE /api/offers/:id",
    "POST /api/offers/:id/messages",
    "POST /api/offers/:id/media",
    "POST /api/offers/:id/media/parts",
    "GET /api/agreements/:id",
    "POST /api/agreements/:id/accept",
    "POST /api/agreements/accept",
  ]),
  // Staff who make lots.
  "GET /api/agreements/:id.pdf": but(theOwner, "yes", ...cataloguers),
  // Staff who read invoices of others.
  "GET /api/users/invoices/:id.pdf": but(theOwner, "yes", "seller", "admin", "cashier", "manager"),
  // Staff who read receipts of others.
  "GET /api/users/receipts/:id.pdf": but(theOwner, "yes", "seller", "admin", "cashier", "manager"),
  ...withRule(verified, [
    "POST /api/users/phone/code",
    "POST /api/users/bidder-document",
    "POST /api/auth/passkeys/options",
    "POST /api/auth/passkeys",
    "POST /api/users/bank-accounts/resolve",
    "POST /api/users/bank-accounts",
    "POST /api/offers",
  ]),
  "POST /api/auth/passkeys/prove": { ...signedIn, unverified: "VERIFICATION_FAILED" },
  ...withRule(bidders, ["POST /api/bids", "POST /api/maxbids", "POST /api/auctions/:id/buy-it-now"]),
  "POST /api/auctions/:id/questions": curious,
};

type Case = readonly [call: string, of: string, rule?: Rule];
const callsOf = (of: string, change: (rule: Rule) => Rule, calls: readonly (readonly [string, Rule?])[]): Case[] =>
  calls.map(([call, rule]) => [call, of, change(rule ?? ruleOf(call))]);

/** Takes the place of the call without an object. */
const split: readonly Case[] = [
  ["POST /api/settlements/:id/payments", "from the balance", theOwner],
  ["POST /api/settlements/:id/payments", "online", theOwner],
  ["POST /api/settlements/:id/payments", "a transfer", desk],
  ["POST /api/invoices/:id/payments", "from the balance", theOwner],
  ["POST /api/invoices/:id/payments", "online", theOwner],
  ["POST /api/invoices/:id/payments", "a transfer", desk],
  ["GET /api/users/proof/:id/seller", "sold for the owner", theOwner],
  ["GET /api/users/proof/:id/seller", "the house's own", but(notDrafted(signedIn), "NOT_FOUND", "cataloguer")],
  ["POST /api/users/withdrawals", "with one's own bank account", verified],
  ["POST /api/users/withdrawals", "with the owner's bank account", { ...theOwner, unverified: "EMAIL_NOT_VERIFIED" }],
  ["POST /api/admin/withdrawals/:id/approve", "the owner's"],
  ["POST /api/admin/withdrawals/:id/approve", "the other administrator's", notInterested(desk)],
  ["POST /api/admin/withdrawals/:id/refuse", "the owner's"],
  ["POST /api/admin/withdrawals/:id/refuse", "the other administrator's", notInterested(desk)],
  ["GET /api/lot-drafts/:id", "of an administrator"],
  ["PUT /api/lot-drafts/:id", "a new one"],
  ["PUT /api/lot-drafts/:id", "of an administrator"],
  ["DELETE /api/lot-drafts/:id", "of an administrator"],
  ["PATCH /api/auctions/admin/:id/status", "of a draft, to publish it"],
  ["PATCH /api/auctions/admin/:id/status", "of a published lot", managers],
  ["POST /api/auth/accept-invitation", "to another address", strangers],
  ["POST /api/admin/invitations", "of a cashier"],
  ["POST /api/admin/invitations", "of a manager", admins],
  ["DELETE /api/admin/invitations/:id", "of a cashier"],
  ["DELETE /api/admin/invitations/:id", "of a manager", admins],
  ["POST /api/admin/approvals/:id/approve", "a balance that the seller asked for", notSeller(managers)],
  ["POST /api/admin/approvals/:id/approve", "cash that the seller asked for", notSeller(desk)],
  ["POST /api/admin/approvals/:id/refuse", "a balance that the seller asked for", notSeller(managers)],
  ["POST /api/admin/day-closes/:id/sign", "that the seller made", notSeller(desk)],
  ["DELETE /api/admin/approvals/:id", "that the seller asked for", sellerAlone],
  ["POST /api/users/deletion", "with money in the balance, or a role", notOneself(signedIn, "FORBIDDEN")],
  ["POST /api/payments/paystack/webhook", "signed by Paystack"],
  ["POST /api/payments/paystack/webhook", "not signed", all("UNAUTHENTICATED")],
  // From then on this administrator approves nothing.
  [
    "POST /api/admin/settings/bank-account/changes/:id/approve",
    "by administrators of whom one became it today",
    sellerAlone,
  ],
];

const beside: readonly Case[] = [
  ...callsOf("a draft", notDrafted, [
    ["GET /api/auctions/:id"],
    ["GET /api/auctions/:id/changes"],
    ["GET /api/bids/auction/:id"],
    ["GET /api/bids/auction/:id/highest"],
    ["GET /api/auctions/:id/buy-it-now-status"],
    ["GET /api/auctions/:id/proof"],
    ["GET /api/auctions/:id/questions"],
    ["GET /api/sales/:id"],
    ["GET /api/sales/:id/lots"],
    ["GET /api/sales/:id/calendar.ics"],
    ["GET /api/sales/:id/catalogue.pdf"],
    ["GET /api/sales/:id/terms"],
    // A draft asks for nothing.
    ["POST /api/sales/:id/accept-terms", but(signedIn, "SALE_STATE", ...cataloguers)],
    ["GET /api/maxbids/auction/:id/all"],
    ["PUT /api/watchlist/:id"],
    ["DELETE /api/watchlist/:id"],
  ]),
  ["PUT /api/sales/:id", "with other terms of a published sale", managers],
  ["DELETE /api/auctions/:id", "that somebody is buying", managers],
  ["POST /api/settlements/:id/refund", "in cash", managers],
  ["PUT /api/auctions/:id", "with another status of a published lot", managers],
  ["PUT /api/auctions/:id", "with another end of a published lot", managers],
  ["PUT /api/auctions/:id", "with another reserve of a published lot", managers],
  ["PUT /api/auctions/:id", "with another Buy It Now price of a published lot", managers],
  ["PUT /api/auth/users/:id/role", "the caller", notOneself(admins, "FORBIDDEN")],
  ["PUT /api/users/admin/role/:id", "the caller", notOneself(admins, "FORBIDDEN")],
  ["PUT /api/users/admin/balance/:id", "the caller", notOneself(managers, "CONFLICT_OF_INTEREST")],
  ["POST /api/admin/users/:id/void-bids", "the caller", notOneself(managers, "CONFLICT_OF_INTEREST")],
  ["POST /api/admin/users/:id/suspend", "the caller", notOneself(managers, "FORBIDDEN")],
  ["POST /api/admin/users/:id/suspend", "an administrator", admins],
  ["POST /api/admin/users/:id/restore", "an administrator", admins],
  ["DELETE /api/admin/users/:id/sessions", "an administrator's", admins],
  ["GET /api/mail/unsubscribe", "without the link's signature", all("NOT_FOUND")],
  ["POST /api/mail/unsubscribe", "without the link's signature", all("NOT_FOUND")],
  ...callsOf("of an auction that the other administrator bid on", notInterested, [
    ["GET /api/settlements/:id"],
    ["POST /api/settlements/:id/extend"],
  ]),
  [
    "POST /api/settlements/:id/payments",
    "a transfer for an auction that the other administrator bid on",
    notInterested(desk),
  ],
  ...callsOf("about an auction that the other administrator bid on", notInterested, [
    ["PUT /api/admin/questions/:id/answer"],
    ["GET /api/users/invoices/:id.pdf"],
    ["GET /api/users/receipts/:id.pdf"],
  ]),
  // In this order, because the last ones end the interest.
  ...callsOf("an auction that the other administrator bid on", notInterested, [
    ["POST /api/auctions/:id/addenda", managers],
    ["GET /api/auctions/admin/:id/history"],
    ["GET /api/auctions/admin/:id/history.csv"],
    ["GET /api/auctions/admin/:id/complaint"],
    ["GET /api/users/proof/:id/seller", but(notDrafted(signedIn), "NOT_FOUND", "cataloguer")],
    ["GET /api/auctions/:id/bidders"],
    ["GET /api/auctions/:id/void-bids/preview"],
    ["PUT /api/auctions/:id", managers],
    ["PUT /api/auctions/admin/:id", managers],
    ["PATCH /api/auctions/admin/:id/status", managers],
    ["POST /api/auctions/:id/void-bids"],
    ["PATCH /api/auctions/:id/cancel"],
  ]),
];

function ruleOf(call: string): Rule {
  const known = callOf.get(call);
  return rules[call] ?? (known ? byAccess(known) : everyone);
}

const done = (call: string): number =>
  call.startsWith("GET /api/auth/google") ? 302 : (callOf.get(call)?.status ?? 200);
const rowOf = ([call, of, rule = ruleOf(call)]: readonly [call: string, of?: string, rule?: Rule]): Row => ({
  call,
  ...(of !== undefined && { of }),
  rule,
  done: done(call),
});
/** The links of mails carry their own signature, and are no calls of the API. */
const links = ["GET /api/mail/unsubscribe", "POST /api/mail/unsubscribe"];

/** The live commands whose object decides too. */
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
    rule: liveRules[call] ?? byAccess({ access: liveCommands[call].access, readsToken: true }),
  })),
  { call: "auction:watch", of: "a draft", rule: notDrafted(lookedAt) },
  { call: "sale:watch", of: "a draft", rule: notDrafted(lookedAt) },
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
    call: `POST /auction/:id/${step}`,
    of: "without its cookie",
    done: Number(done),
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
    "/dev/sms",
    "/dev/sms.json",
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

const isElsewhere = new Set([...split.map(([call]) => call), ...outside.map(({ call }) => call)]);
const routes = [...callOf.keys(), ...links];
/** First those with an object, because others change what their objects are. */
export const rest: readonly Row[] = [
  ...[...split, ...beside].map(rowOf),
  ...routes.filter((route) => !isElsewhere.has(route)).map((route) => rowOf([route])),
];

const cell = (outcome: Outcome): string => {
  if (outcome === "yes") return "yes";
  const status = httpStatusByCode[outcome];
  const usual: Partial<Record<number, ErrorCode>> = { 401: "UNAUTHENTICATED", 403: "FORBIDDEN", 404: "NOT_FOUND" };
  return usual[status] === outcome ? String(status) : `${status} ${outcome}`;
};
/** In the order of the calls. */
const listed = [...rest].sort((one, other) => routes.indexOf(one.call) - routes.indexOf(other.call));
const named = ({ call, of }: Pick<Row, "call" | "of">): string => `\`${call}\`${of === undefined ? "" : `, ${of}`}`;

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
    "This page is made from `access` in [`shared/src/calls`](../shared/src/calls) and [what an object decides",
    "besides](../server/test/support/who-may-what.ts), and is tested cell by cell. A server with a route that neither the",
    "calls nor [`app/pages.ts`](../server/src/app/pages.ts) names does not start.",
    "",
    "| caller | |",
    "| --- | --- |",
    ...names.map((asker) => `| ${asker} | ${askers[asker]} |`),
    "",
    "A number is the status of the refusal: 401 is `UNAUTHENTICATED`, 403 `FORBIDDEN` and 404 `NOT_FOUND`, unless another code",
    "follows. A refusal changes nothing. Only four GETs change anything: Google's callback signs somebody in, a query of",
    "one's own payment credits it if Paystack says that it was made, and the first reading of a seller's statement of a month",
    "that is over gives it its number, as a list of invoices does. A HEAD is refused if its GET is.",
    "",
    "## Over REST",
    "",
    ...byRule(listed, ({ rule }) => ruleWords(rule), named),
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

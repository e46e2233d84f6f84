// The words for the entries of the audit log. An action that has no words here is shown as it is recorded.
import { formatMoney } from "@jara/shared/money";
import { type Role, roles } from "@jara/shared/permissions";
import { lagosDateTime } from "./lagos-moment.ts";
import { aRole } from "./role-words.ts";

type Details = Readonly<Record<string, unknown>>;

const ngn = (minor: unknown): string => (typeof minor === "number" ? formatMoney(minor / 100, "NGN") : "?");
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** `softClose` as "soft close". */
const spaced = (name: unknown): string => String(name).replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

const proofs: Readonly<Record<string, string>> = {
  google: "Google",
  passkey: "a passkey",
  "second factor": "a second factor",
};

/** Writes seconds as minutes; below one minute, as seconds. */
const spanOf = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 6) / 10} min`;

/** The name of an action without its details. */
export const actionName = (action: string): string => `${action.charAt(0).toUpperCase()}${action.slice(1)}`;

const words: Readonly<Record<string, (details: Details) => string>> = {
  role: ({ from, to, by }) => {
    const accepted = by === "invitation" ? ", by accepting an invitation" : "";
    if (isRole(to) && to !== "user") return `Made ${aRole[to]}${accepted}`;
    return `The ${isRole(from) ? aRole[from].replace(/^an? /, "") : "administrator"} role was taken away`;
  },
  balance: ({ before, after }) => `Balance changed from ${ngn(before)} to ${ngn(after)}`,
  ban: () => "Suspended from the command line",
  suspended: ({ until, voidBids }) =>
    `Suspended ${text(until) ? `until ${lagosDateTime(String(until))}` : "until lifted"}` +
    (voidBids === true ? ", bids on open auctions voided" : ""),
  restored: ({ reason }) => (reason === null ? "The time of the suspension ended" : "Suspension lifted"),
  "logged out everywhere": () => "Logged out everywhere",
  invited: ({ role }) => (isRole(role) ? `Invited ${aRole[role]}` : "Invited"),
  "approval asked for": ({ amount }) => `Asked a second person to approve ${ngn(amount)}`,
  "approval taken back": ({ amount }) => `Took back the change of ${ngn(amount)} that waited for a second person`,
  "approval failed": ({ amount, problem }) =>
    `The approved change of ${ngn(amount)} could not be carried out: ${text(problem) ?? "?"}`,
  "invoices sent": () => "Invoices of a sale sent",
  "buyer reminded": () => "Reminded of a payment that is due",
  "day closed": ({ date }) => `Closed the day ${text(date) ?? "?"}`,
  "day close signed": ({ date }) => `Signed the close of the day ${text(date) ?? "?"}`,
  "day close refused": ({ date, reason }) =>
    `Refused the close of the day ${text(date) ?? "?"}: ${text(reason) ?? "?"}`,
  "logged in": ({ by }) => `Logged in with ${Object.hasOwn(proofs, String(by)) ? proofs[String(by)] : "a password"}`,
  "log-in failed": () => "A log-in to this account failed",
  "lot made": ({ status }) => (status === "draft" ? "Draft of a lot made" : "Lot made"),
  "lot edited": ({ fields }) => `Lot edited: ${Array.isArray(fields) ? fields.map(spaced).join(", ") : "?"}`,
  "lot status": ({ from, to }) => `Lot changed from ${text(from) ?? "?"} to ${text(to) ?? "?"}`,
  "row tried again": ({ loop, key }) => `Tried again what a job had put aside: ${text(loop) ?? "?"} ${text(key) ?? ""}`,
  "lot removed": () => "Lot removed",
  "question answered": () => "Question about a lot answered",
  "answer changed": () => "Answer about a lot changed",
  "question hidden": ({ words: reason }) => `Question about a lot hidden: ${text(reason) ?? "?"}`,
  "question shown": () => "Question about a lot shown again",
  "bids voided": ({ bids, fromBid }) =>
    `${bids === 1 ? "1 bid" : `${typeof bids === "number" ? bids : "?"} bids`} voided${typeof fromBid === "number" ? `, from bid ${fromBid} on` : ""}`,
  ...Object.fromEntries(
    ["sale made", "sale changed", "lots of a sale set", "sale published", "sale paused"].map((action) => [
      action,
      ({ title }: Details) => `${actionName(action)}: ${text(title) ?? "?"}`,
    ]),
  ),
  "late lot added": ({ title, number }) => `Lot ${text(number) ?? "?"} added to a sale: ${text(title) ?? "?"}`,
  "sale resumed": ({ title, seconds }) =>
    `Sale resumed${typeof seconds === "number" ? `, its times moved by ${spanOf(seconds)}` : ""}: ${text(title) ?? "?"}`,
  "sale ended": ({ title, unopened }) =>
    `Sale ended${typeof unopened === "number" && unopened > 0 ? `, ${unopened} of its lots did not open` : ""}: ${text(title) ?? "?"}`,
  "sale shifted": ({ title, seconds }) =>
    `Sale shifted by ${typeof seconds === "number" ? seconds / 60 : "?"} min: ${text(title) ?? "?"}`,
  "bidder document approved": () => "A bidder's document approved",
  "bidder document declined": () => "A bidder's document declined",
  "bidder approved": ({ limit, sale }) =>
    `Allowed to bid${text(sale) ? " in one sale" : ""}, ${typeof limit === "number" ? `up to ${formatMoney(limit, "NGN")}` : "without a limit"}`,
  "bidder declined": ({ sale }) => `Not allowed to bid${text(sale) ? " in one sale" : ""}`,
  "file downloaded": ({ file }) => `Downloaded a file: ${text(file) ?? "?"}`,
};

export const actionWords = (action: string, details: Details): string =>
  (Object.hasOwn(words, action) ? words[action]?.(details) : undefined) ?? actionName(action);

/** The reason that was given, if one was. */
export const reasonOf = (details: Details): string | null => text(details.reason) ?? text(details.note);

// The words for what was done to an account. An action that has no words here is shown as it is recorded.

import { formatMoney } from "@jara/shared/money";
import { type Role, roles } from "@jara/shared/permissions";
import { aRole } from "../../../lib/role-words.ts";
import { lagosDateTime } from "../../../lots/lagos-moment.ts";

type Details = Readonly<Record<string, unknown>>;

const ngn = (minor: unknown): string => (typeof minor === "number" ? formatMoney(minor / 100, "NGN") : "?");
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

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
};

export const actionWords = (action: string, details: Details): string =>
  words[action]?.(details) ?? `${action.charAt(0).toUpperCase()}${action.slice(1)}`;

/** The reason that was given, if one was. */
export const reasonOf = (details: Details): string | null => text(details.reason) ?? text(details.note);

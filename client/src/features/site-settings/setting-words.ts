// The values of the settings in words, and what a change of each does.

import { formatMoney } from "@jara/shared/money";
import { paymentDaysWords } from "@jara/shared/payment-rules";
import type { SettingSection, SettingValues } from "@jara/shared/site-settings";
import { durationWords } from "../../lots/duration-words.ts";
import { hoursLines } from "../../lots/hours-words.ts";

export type Line = readonly [label: string, text: string];

const nothing = "Not set";

type Words = { readonly [S in SettingSection]: (value: SettingValues[S]) => Line[] };

const stepWords = (value: SettingValues["increments"], currency: "NGN" | "USD"): string =>
  value[currency]
    .map(([below, increment]) =>
      below === null
        ? `above that ${formatMoney(increment, currency)}`
        : `below ${formatMoney(below, currency)}: ${formatMoney(increment, currency)}`,
    )
    .join("; ");

const words: Words = {
  contacts: ({ email, whatsapp, phone }) => [
    ["Email", email],
    ["WhatsApp", whatsapp],
    ["Phone", phone ?? nothing],
  ],
  "bank-account": (account) =>
    account
      ? [
          ["Bank", account.bank],
          ["Account number", account.number],
          ["Account name", account.name],
        ]
      : [["Bank transfers", "Not offered"]],
  "lot-rules": (rules) => [
    ["Deposit", `${rules.depositPercent}% of the price`],
    ["Buy It Now fee", `${rules.feePercent}% of the price`],
    ["Penalty if unpaid", `${rules.forfeitPercent}% of the price`],
    ["Time to pay a win", paymentDaysWords(rules)],
  ],
  hours: ({ days, place }) => [
    ...hoursLines(days).map((line): Line => [line.days, line.times]),
    ["Place", place || nothing],
  ],
  categories: (all) => all.map(({ code, label, isRetired }): Line => [label, isRetired ? `${code}, retired` : code]),
  increments: (value) => [
    ["Naira", stepWords(value, "NGN")],
    ["Dollars", stepWords(value, "USD")],
  ],
  "soft-close": (value) =>
    value
      ? [
          ["A late bid extends by", durationWords(value.windowSeconds)],
          ["At most", `${value.capMinutes} minutes past the scheduled end`],
        ]
      : [["Late bids", "Do not move the end"]],
  notes: ({ bidding, seller, pickup }) => [
    ["For bidders", bidding || nothing],
    ["For sellers", seller || nothing],
    ["About pickup", pickup || nothing],
  ],
};

/** `value` has the section's shape. */
export const linesOf = (section: SettingSection, value: unknown): Line[] =>
  (words[section] as (value: unknown) => Line[])(value);

export interface ChangedLine {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The lines that differ; a line that only one of the values has is new or gone. */
export const changedLines = (section: SettingSection, before: unknown, after: unknown): ChangedLine[] => {
  const old = new Map(before === null && section !== "bank-account" ? [] : linesOf(section, before));
  const now = new Map(linesOf(section, after));
  const labels = [...new Set([...old.keys(), ...now.keys()])];
  return labels.flatMap((label) => {
    const [was, is] = [old.get(label) ?? null, now.get(label) ?? null];
    return was === is ? [] : { label, before: was, after: is };
  });
};

/** Describes the effects of a change before it is made. */
export const consequences: Readonly<Record<SettingSection, string>> = {
  contacts: "Shown on every page and in every mail from now on. Every administrator gets a mail about it.",
  "bank-account":
    "Nobody can change it alone: another administrator must approve it; on a site with one administrator it waits 24 hours, " +
    "and every administrator gets a mail. Payments that are already due keep the old account.",
  "lot-rules":
    "Applies to lots that open from now on. Lots that are open, and payments that are due, keep their percentages and days. " +
    "The terms refer to what each lot shows, so they stay as they are.",
  hours: "Shown on the guide from now on, and suggested when a lot is ready for pickup.",
  categories: "A retired category cannot be chosen for new lots; lots that have it keep it. Codes never change.",
  increments:
    "Suggested for new prices, and used by lots with rising increments that open from now on. Open lots do not change.",
  "soft-close": "Suggested for new lots. Existing lots do not change.",
  notes: "Shown on the guide from now on. The terms and the privacy notice are not changed by it.",
};

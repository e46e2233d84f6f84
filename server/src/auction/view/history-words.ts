// The words of a history's sentences: amounts, times, and what an edit changed. Pure functions.

import type { SoftClose } from "@jara/shared/auction";
import { fieldsThat, nameInHistory } from "@jara/shared/lot-fields";
import { type Currency, formatMoney, toMajor } from "@jara/shared/money";
import type { TakenIncrements, Terms } from "../state.ts";

const LAGOS_OFFSET = 60 * 60 * 1000;
export const momentOf = (ms: number): string =>
  `${new Date(ms + LAGOS_OFFSET).toISOString().slice(0, 19).replace("T", " ")} (Lagos)`;

const longTerms: ReadonlySet<string> = new Set(fieldsThat("isLong"));

export const money = (amountMinor: number, currency: Currency): string => formatMoney(toMajor(amountMinor), currency);

const valueIn = (term: keyof Terms, terms: Partial<Terms>, currency: Currency): string => {
  const value = terms[term];
  if (value === null || value === undefined) return "none";
  if (term === "startsAt" || term === "endsAt") return momentOf(value as number);
  if (term === "softClose") {
    const { windowSeconds, capMinutes } = value as SoftClose;
    return `${windowSeconds} seconds, at most ${capMinutes} minutes`;
  }
  if (term === "increments") return stepsInWords(value as TakenIncrements, terms.currency ?? currency);
  if (typeof value === "number") return money(value, terms.currency ?? currency);
  if (typeof value === "string") return term === "title" || term === "location" ? `“${value}”` : value;
  return Array.isArray(value) && value.length > 0 ? value.join(", ") : "none";
};

/** "below ₦1,000: ₦50, below ₦3,000: ₦100, then: ₦200". */
const stepsInWords = ({ steps }: TakenIncrements, currency: Currency): string =>
  steps
    .map(([below, step]) => `${below === null ? "then" : `below ${money(below, currency)}`}: ${money(step, currency)}`)
    .join(", ");

export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Names each changed term, with its value before and after. */
export const changesInWords = (changes: Partial<Terms>, before: Partial<Terms>, currency: Currency): string =>
  listed(
    (Object.keys(changes) as (keyof Terms)[]).map((term) => {
      // Long texts and pictures are not repeated here: the lot's public changes show the old and the new.
      if (longTerms.has(term)) return nameInHistory(term);
      const [from, to] = [valueIn(term, before, currency), valueIn(term, changes, currency)];
      return `${nameInHistory(term)} from ${from} to ${to}`;
    }),
  );

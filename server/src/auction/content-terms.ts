// The terms of a lot that make up its content (rule 14). Pure functions.
import type { Terms } from "./state.ts";
import type { Difference } from "./terms.ts";

const contentTerms = [
  ...(["title", "description", "condition", "categories", "location", "media"] as const),
  ...(["addenda", "conditionReport"] as const),
  ...(["incrementMinor", "increments", "buyItNowMinor", "softClose"] as const),
] satisfies readonly (keyof Terms)[];

/** The reserve's amount is secret; whether there is one is public. */
export const changesReserve = ({ changes, before }: Difference): boolean =>
  changes.reserveMinor !== undefined && (changes.reserveMinor === null) !== (before.reserveMinor === null);

export const changesContent = (difference: Difference): boolean =>
  contentTerms.some((term) => difference.changes[term] !== undefined) || changesReserve(difference);

// The terms of a lot that make up its content (rule 14). Pure functions.
import { fieldsThat } from "@jara/shared/lot-fields";
import type { Difference } from "./terms.ts";

const contentTerms = fieldsThat("isContent");

/** The reserve's amount is secret; whether there is one is public. */
export const changesReserve = ({ changes, before }: Difference): boolean =>
  changes.reserveMinor !== undefined && (changes.reserveMinor === null) !== (before.reserveMinor === null);

export const changesContent = (difference: Difference): boolean =>
  contentTerms.some((term) => difference.changes[term] !== undefined) || changesReserve(difference);

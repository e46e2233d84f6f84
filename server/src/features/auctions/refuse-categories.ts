// Refuses categories that the site does not offer. A lot keeps the ones that it has, also retired ones. Searches may name
// retired ones, because old lots have them.
import { refusal } from "@jara/shared/errors";
import type { SiteCategory } from "@jara/shared/site-settings";
import { RefusedError } from "../../platform/http/refused.ts";

/** `had`: the categories that the lot has already. */
export const refuseUnofferedCategories = (
  asked: readonly string[] | undefined,
  had: readonly string[],
  categories: readonly SiteCategory[],
): void => {
  for (const code of asked ?? []) {
    if (had.includes(code) || categories.some((one) => one.code === code && !one.isRetired)) continue;
    const retired = categories.find((one) => one.code === code);
    throw refused("categories", retired ? `The category “${retired.label}” is no longer offered.` : unknown(code));
  }
};

/** For the filter of a search. */
export const refuseUnknownCategories = (
  asked: readonly string[] | undefined,
  categories: readonly SiteCategory[],
): void => {
  for (const code of asked ?? []) {
    if (!categories.some((one) => one.code === code)) throw refused("category", unknown(code));
  }
};

const unknown = (code: string): string => `There is no category “${code}”.`;

const refused = (path: string, message: string): RefusedError =>
  new RefusedError(refusal("INVALID", { message, issues: [{ path, message }] }));

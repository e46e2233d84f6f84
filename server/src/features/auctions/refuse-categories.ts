// Refuses categories that the site does not offer. A lot keeps the ones that it has, also retired ones.
import { refusal } from "@jara/shared/errors";
import type { SiteCategory } from "@jara/shared/site-settings";
import { Refused } from "../../platform/http/refused.ts";

/** `had`: the categories that the lot has already. */
export const refuseUnofferedCategories = (
  asked: readonly string[] | undefined,
  had: readonly string[],
  categories: readonly SiteCategory[],
): void => {
  for (const code of asked ?? []) {
    if (had.includes(code) || categories.some((one) => one.code === code && !one.isRetired)) continue;
    const retired = categories.find((one) => one.code === code);
    const message = retired
      ? `The category “${retired.label}” is no longer offered.`
      : `There is no category “${code}”.`;
    throw new Refused(refusal("INVALID", { message, issues: [{ path: "categories", message }] }));
  }
};

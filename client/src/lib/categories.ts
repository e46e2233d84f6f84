// The categories of the site, in the order in which they are shown: the usual ones until the site's own have come.
import { type Category, categoryLabels } from "@jara/shared/categories";
import type { Site } from "@jara/shared/rest/site";
import { create } from "zustand";

type SiteCategories = Site["categories"];

const usual: SiteCategories = Object.entries(categoryLabels).map(([code, label]) => ({
  code,
  label,
  isRetired: false,
}));

const useStore = create<{ all: SiteCategories }>(() => ({ all: usual }));

/** Call with what the server said. */
export const keepCategories = (all: SiteCategories): void => useStore.setState({ all });

/** With retired ones, because lots may still have them. */
export const useCategories = (): SiteCategories => useStore(({ all }) => all);

/** The codes, also of retired ones. */
export const categoryCodes = (): string[] => useStore.getState().all.map(({ code }) => code);

export const labelOfCategory = (code: Category): string =>
  useStore.getState().all.find((one) => one.code === code)?.label ?? code;

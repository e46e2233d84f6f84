// The categories of the site, in the order in which they are shown: the usual ones until the site's own have come.
import { type Category, categoryLabels } from "@jara/shared/categories";
import type { Site } from "@jara/shared/rest/site";
import { create } from "zustand";

type SiteCategories = readonly (Omit<Site["categories"][number], "isRetired"> & { isRetired?: boolean })[];

const useStore = create<{ all: SiteCategories }>(() => ({
  all: Object.entries(categoryLabels).map(([code, label]) => ({ code, label })),
}));

/** Call with what the server said. */
export const keepCategories = (all: SiteCategories): void => useStore.setState({ all });

/** With retired ones, because lots may still have them. */
export const useCategories = (): SiteCategories => useStore(({ all }) => all);

export const labelOfCategory = (code: Category): string =>
  useStore.getState().all.find((one) => one.code === code)?.label ?? code;

// Fetches the site's facts once per page load: contacts, categories, and the available ways to sign in and to pay.
import * as calls from "@jara/shared/calls/site";
import type { Site } from "@jara/shared/rest/site";
import { useQuery } from "@tanstack/react-query";
import { keepCategories } from "../store/categories.ts";
import { ask } from "./api.ts";

/** Undefined until it is known. */
export const useSite = (): Site | undefined =>
  useQuery({
    queryKey: ["site"],
    queryFn: async () => {
      const site = await ask(calls.getSite);
      // A server of an earlier version, during an update, does not say them.
      if (site.categories) keepCategories(site.categories);
      return site;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;

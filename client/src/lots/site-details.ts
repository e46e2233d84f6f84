// Fetches the parts of the site's settings that few pages show: opening hours, notes, increments and soft close for new
// lots, and the usual terms of sellers.
import * as calls from "@jara/shared/calls/site-settings";
import type { SiteDetails } from "@jara/shared/rest/site-settings";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../lib/api.ts";

export const SITE_DETAILS = ["site-details"] as const;

/** Undefined until they have come; a page does without them if they do not. */
export const useSiteDetails = (): { details: SiteDetails | undefined } => {
  const { data } = useQuery({
    queryKey: SITE_DETAILS,
    queryFn: ({ signal }) => ask(calls.getSiteDetails, { signal }),
    staleTime: 60_000,
    retry: false,
  });
  return { details: data };
};

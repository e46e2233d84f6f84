// The parts of the settings that few pages show: hours, notes, and what is suggested for new lots.
import type { SiteDetails } from "@jara/shared/rest/site-settings";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

export const SITE_DETAILS = ["site-details"] as const;

/** `isPending` ends also where they cannot be read: a page then does without them. */
export const useSiteDetails = (): { details: SiteDetails | undefined; isPending: boolean } => {
  const { data, isPending } = useQuery({
    queryKey: SITE_DETAILS,
    queryFn: ({ signal }) => api.get<SiteDetails>("/site/details", undefined, signal),
    staleTime: 60_000,
    retry: false,
  });
  return { details: data, isPending };
};

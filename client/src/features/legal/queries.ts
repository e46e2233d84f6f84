// The request for a legal page in one version.
import type { LegalPage, LegalText } from "@jara/shared/rest/legal";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

/** `version` null: the version in force. */
export const legalQuery = (page: LegalPage, version: string | null) =>
  queryOptions({
    queryKey: ["legal", page, version],
    queryFn: ({ signal }) => api.get<LegalText>(`/legal/${page}`, version ? { version } : undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

// The request for a legal page in one version.
import * as calls from "@jara/shared/calls/legal";
import type { LegalPage } from "@jara/shared/rest/legal";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

/** `version` null: the version in force. */
export const legalQuery = (page: LegalPage, version: string | null) =>
  queryOptions({
    queryKey: ["legal", page, version],
    queryFn: ({ signal }) =>
      ask(calls.getLegalPage, { params: { page }, query: version ? { version } : undefined, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

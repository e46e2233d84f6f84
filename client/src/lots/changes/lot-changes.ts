// Reads the public list of a lot's changes, one for each content version, and finds the differences between a version
// and now.

import type { ContentChange, FieldChange } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/voids";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

/** Newest first. Fetched again for each new version. Sends no request for a lot that has never changed. */
export const useLotChanges = (auctionId: string, contentVersion: number, enabled = true) => {
  const { data, error, refetch } = useQuery({
    queryKey: ["lot-changes", auctionId, contentVersion],
    queryFn: async ({ signal }) => {
      const { changes } = await ask(calls.listContentChanges, { params: { id: auctionId }, signal });
      return changes.toSorted((a, b) => b.contentVersion - a.contentVersion);
    },
    enabled: enabled && contentVersion > 1,
    // While the newest version is loading, the earlier ones of this lot stay on the screen.
    placeholderData: (before, query) => (query?.queryKey[1] === auctionId ? before : undefined),
    // The list for a given version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { changes: data, error, retry: () => void refetch() };
};

/** The difference between the lot at `version` and now: for each changed field, its value then and its value now. */
export const changesSince = (changes: readonly ContentChange[], version: number): FieldChange[] => {
  const byField = new Map<string, FieldChange>();
  for (const { fields } of changes
    .filter(({ contentVersion }) => contentVersion > version)
    .toSorted((a, b) => a.contentVersion - b.contentVersion)) {
    for (const change of fields) {
      const earlier = byField.get(change.field) ?? change;
      byField.set(change.field, { ...change, before: earlier.before });
    }
  }
  return [...byField.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
};

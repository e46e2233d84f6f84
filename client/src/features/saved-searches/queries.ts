// The requests about the user's saved searches: list, save, change, delete, and open one.
import * as calls from "@jara/shared/calls/saved-searches";
import type { SavedSearch, SeenSearch } from "@jara/shared/rest/saved-searches";
import type { SearchAlert } from "@jara/shared/saved-search-limits";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

const KEY = ["saved-searches"];

export const savedSearchesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await ask(calls.listSavedSearches, { signal })).savedSearches,
});

export const refetchSavedSearches = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: KEY });

export interface SearchToSave {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly alert: SearchAlert;
}

export const saveSearch = async (search: SearchToSave): Promise<SavedSearch> =>
  (await ask(calls.saveSearch, { body: search })).savedSearch;

export const changeSearch = async (
  id: string,
  change: { readonly name?: string; readonly alert?: SearchAlert },
): Promise<SavedSearch> => (await ask(calls.changeSavedSearch, { params: { id }, body: change })).savedSearch;

export const deleteSearch = (id: string): Promise<unknown> => ask(calls.deleteSavedSearch, { params: { id } });

/** Returns the search, whose new lots are no longer new, and their ids. */
export const openSearch = (id: string): Promise<SeenSearch> => ask(calls.markSavedSearchSeen, { params: { id } });

// The requests about the user's saved searches: list, save, change, delete, and open one.
import type { SavedSearch, SeenSearch } from "@jara/shared/rest/saved-searches";
import type { SearchAlert } from "@jara/shared/saved-search-limits";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const path = "/saved-searches";
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;
const KEY = ["saved-searches"];

export const savedSearchesQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) =>
    (await api.get<{ savedSearches: SavedSearch[] }>(path, undefined, signal)).savedSearches,
});

export const refetchSavedSearches = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: KEY });

export interface SearchToSave {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly alert: SearchAlert;
}

export const saveSearch = async (search: SearchToSave): Promise<SavedSearch> =>
  (await api.post<{ savedSearch: SavedSearch }>(path, search)).savedSearch;

export const changeSearch = async (
  id: string,
  change: { readonly name?: string; readonly alert?: SearchAlert },
): Promise<SavedSearch> => (await api.patch<{ savedSearch: SavedSearch }>(pathOf(id), change)).savedSearch;

export const deleteSearch = (id: string): Promise<unknown> => api.delete(pathOf(id));

/** Returns the search, whose new lots are no longer new, and their ids. */
export const openSearch = (id: string): Promise<SeenSearch> => api.post<SeenSearch>(`${pathOf(id)}/seen`);

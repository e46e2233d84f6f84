// The list of saved searches and what can be done with it. A change shows at once; deleting can be undone, which saves the
// search anew.
import type { SavedSearch } from "@jara/shared/rest/saved-searches";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../lib/api.ts";
import { takeAnswer } from "../../queries/take-answer.ts";
import { toast } from "../../store/toast.ts";
import { deleteSearch, refetchSavedSearches, savedSearchesQuery, saveSearch } from "./queries.ts";

const DURATION_MS = 10_000;

export const useSavedSearches = () => {
  const client = useQueryClient();
  const list = useQuery(savedSearchesQuery);
  const { queryKey } = savedSearchesQuery;
  const refetch = () => void refetchSavedSearches(client);
  const change = (update: (searches: SavedSearch[]) => SavedSearch[]) =>
    takeAnswer<SavedSearch[]>(client, { queryKey }, (searches) => searches && update(searches));

  const undo = async ({ name, query, alert }: SavedSearch): Promise<void> => {
    await saveSearch({ name, query, alert }).catch((error: unknown) =>
      toast.error(messageOf(error, "Failed to save the search again")),
    );
    refetch();
  };
  const remove = async (search: SavedSearch): Promise<void> => {
    const drop = () => change((searches) => searches.filter(({ _id }) => _id !== search._id));
    drop();
    try {
      await deleteSearch(search._id);
      // The list may have been read again before the server deleted it.
      drop();
      toast.success("Search deleted", {
        description: search.name,
        duration: DURATION_MS,
        action: { label: "Undo", onClick: () => void undo(search) },
      });
    } catch (error) {
      toast.error(messageOf(error, "Failed to delete the search"));
      refetch();
    }
  };
  return {
    list,
    changed: (search: SavedSearch) =>
      change((searches) => searches.map((one) => (one._id === search._id ? search : one))),
    remove,
  };
};

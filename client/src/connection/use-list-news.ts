// Reads a list again when the server says that it has changed, and after a lost connection, whose events were missed.
import type { ListName } from "@jara/shared/live-lists";
import { type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useGathered } from "../lib/use-gathered.ts";
import { useOnLive } from "./use-connection-state.ts";
import { usePushedEvents } from "./use-live-event.ts";

/** Many events in a row cause one reading. */
const GATHERED_MS = 300;

export const useListNews = (filters: QueryFilters, ...lists: readonly ListName[]): void => {
  const client = useQueryClient();
  const read = () => void client.invalidateQueries(filters);
  const soon = useGathered(read, GATHERED_MS);
  useOnLive(read);
  usePushedEvents(({ type, data }) => {
    if (type === "list:changed" && lists.includes(data.list)) soon();
  });
};

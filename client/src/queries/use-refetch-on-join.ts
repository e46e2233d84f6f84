// Keeps a list in step with its feed. The feed does not report what happened between fetching the list and joining the
// feed, so the list is fetched again whenever its feed is joined.
import { useFeed } from "../connection/use-feed.ts";
import type { Feed } from "../connection/watch-registry.ts";

interface List {
  data: unknown;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/** Joins the feed while mounted. */
export const useRefetchOnJoin = (feed: Feed, list: List): void => useFeed(feed, () => void refetchAfterJoin(list));

const refetchAfterJoin = async ({ data, isPlaceholderData, refetch }: List) => {
  // A first request under way may also be older than the join. It is not cancelled; this waits for it and then fetches
  // again.
  if (data === undefined || isPlaceholderData) await refetch();
  await refetch();
};

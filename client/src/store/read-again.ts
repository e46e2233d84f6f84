// A list that a feed keeps up to date. What happened after the list was read and before the feed was joined, the feed
// does not say: so the list is read again whenever its feed was joined.
import { useFeed } from "../connection/use-feed.ts";
import type { Feed } from "../connection/watch-registry.ts";

interface List {
  data: unknown;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/** Belongs to the feed while mounted. */
export const useReadAgainWhenJoined = (feed: Feed, list: List): void => useFeed(feed, () => void readAgain(list));

const readAgain = async ({ data, isPlaceholderData, refetch }: List) => {
  // A first read under way may be from before the joining too. It is not broken off: this waits for it.
  if (data === undefined || isPlaceholderData) await refetch();
  await refetch();
};

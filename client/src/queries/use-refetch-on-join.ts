// Keeps a list in step with its feed. The feed does not report what happened between fetching the list and joining the
// feed, so the list is fetched again whenever its feed is joined.
import { useFeed } from "../connection/use-feed.ts";
import type { Feed } from "../connection/watch-registry.ts";
import { refetchFromNow } from "./refetch-from-now.ts";

/** Joins the feed while mounted. */
export const useRefetchOnJoin = (feed: Feed, list: Parameters<typeof refetchFromNow>[0]): void =>
  useFeed(feed, () => void refetchFromNow(list));

// Belonging to one of the server's feeds while mounted, and knowing when it was joined anew: what was fetched before that
// may have missed something.
import { useEffect, useRef } from "react";
import { getConnection } from "./connection.ts";
import type { Feed } from "./watch-registry.ts";

export const useFeed = (feed: Feed, onJoined: () => void): void => {
  const latest = useRef(onJoined);
  useEffect(() => {
    latest.current = onJoined;
  });
  useEffect(() => {
    // Listens first: the feed may be joined at once.
    const deafen = getConnection().listen({
      onJoined: (joined) => {
        if (joined === feed) latest.current();
      },
    });
    const leave = getConnection().watchFeed(feed);
    return () => {
      leave();
      deafen();
    };
  }, [feed]);
};

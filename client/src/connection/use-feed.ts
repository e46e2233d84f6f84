// Joins one of the server's feeds while the component is mounted, and reports each join, because data fetched before a
// join may lack changes.
import { useEffect, useRef } from "react";
import { getConnection } from "./connection.ts";
import type { Feed } from "./watch-registry.ts";

export const useFeed = (feed: Feed, onJoined: () => void): void => {
  const latest = useRef(onJoined);
  useEffect(() => {
    latest.current = onJoined;
  });
  useEffect(() => {
    // Listen before joining, because the feed may be joined at once.
    const stopListening = getConnection().listen({
      onJoined: (joined) => {
        if (joined === feed) latest.current();
      },
    });
    const leave = getConnection().watchFeed(feed);
    return () => {
      leave();
      stopListening();
    };
  }, [feed]);
};

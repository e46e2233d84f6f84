// Counts auctions created since the list was read. They are shown when asked for, so the grid never jumps.
import type { Auction } from "@jara/shared/auction";
import { useState } from "react";
import { useListingEvents } from "../../store/live.ts";

/** A list read longer than this before the feed was joined may have missed something. */
const STALE_MS = 2000;

/** While searching, a new auction may not match, so none is announced. A newer list holds all that were counted. */
export const useNewAuctions = (searching: boolean, listReadAt: number, readAgain: () => Promise<unknown>) => {
  const [created, setCreated] = useState<{ since: number; ids: ReadonlySet<string> }>({ since: 0, ids: new Set() });
  if (created.since !== listReadAt) setCreated({ since: listReadAt, ids: new Set() });

  useListingEvents(
    ({ _id }: Auction) => setCreated(({ since, ids }) => ({ since, ids: new Set(ids).add(_id) })),
    () => {},
    () => {
      if (listReadAt > 0 && Date.now() - listReadAt > STALE_MS) void readAgain();
    },
  );
  return {
    count: searching ? 0 : created.ids.size,
    show: () => {
      window.scrollTo({ top: 0, behavior: "smooth" });
      void readAgain();
    },
  };
};

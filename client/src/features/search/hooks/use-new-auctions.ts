// Counts auctions created since the list was requested. They are shown only on request, so that the grid never jumps.
import { useState } from "react";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { heardSince, none, withHeard } from "../../../lib/unlisted-auctions.ts";
import type { AuctionPage } from "../queries.ts";

/** While the user is searching, no new auction is announced, because it may not match. */
export const useNewAuctions = (
  searching: boolean,
  pages: AuctionPage[] | undefined,
  readAgain: () => Promise<unknown>,
) => {
  const [heard, setHeard] = useState(none);
  useLiveEvent("auction:created", ({ auction }) => setHeard((before) => withHeard(before, auction)));

  const [first] = pages ?? [];
  const fresh = first ? heardSince(heard, first.askedAt, pages?.flatMap(({ auctions }) => auctions) ?? []) : [];
  return {
    count: searching ? 0 : fresh.length,
    show: () => {
      window.scrollTo({ top: 0, behavior: "smooth" });
      void readAgain();
    },
  };
};

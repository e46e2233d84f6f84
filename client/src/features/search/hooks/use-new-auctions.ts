// Counts auctions created since the list was requested. They are shown only on request, so that the grid never jumps.
import { useState } from "react";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { noFeedAuctions, unlistedSince, withFeedAuction } from "../../../lib/unlisted-auctions.ts";
import type { AuctionPage } from "../queries.ts";

/** While the user is searching, no new auction is announced, because it may not match. */
export const useNewAuctions = (
  searching: boolean,
  pages: AuctionPage[] | undefined,
  refetch: () => Promise<unknown>,
) => {
  const [reported, setReported] = useState(noFeedAuctions);
  useLiveEvent("auction:created", ({ auction }) => setReported((before) => withFeedAuction(before, auction)));

  const [first] = pages ?? [];
  const fresh = first ? unlistedSince(reported, first.askedAt, pages?.flatMap(({ auctions }) => auctions) ?? []) : [];
  return {
    count: searching ? 0 : fresh.length,
    show: () => {
      window.scrollTo({ top: 0, behavior: "smooth" });
      void refetch();
    },
  };
};

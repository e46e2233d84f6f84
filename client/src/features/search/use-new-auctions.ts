// Counts auctions created since the list was asked for. They are shown when asked for, so the grid never jumps.
import { useState } from "react";
import { heardSince, none, withHeard } from "../../store/heard-since.ts";
import { useLiveEvent } from "../../store/live.ts";
import type { AuctionPage } from "./auction-list.ts";

/** While searching, a new auction may not match, so none is announced. */
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

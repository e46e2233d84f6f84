// Counts auctions created since the list was asked for. They are shown when asked for, so the grid never jumps.
import { useState } from "react";
import { useLiveEvent } from "../../store/live.ts";
import { type AuctionPage, auctionsOf } from "./auction-list.ts";

/** While searching, a new auction may not match, so none is announced. */
export const useNewAuctions = (
  searching: boolean,
  pages: AuctionPage[] | undefined,
  readAgain: () => Promise<unknown>,
) => {
  /** When each was heard of, by performance.now. */
  const [heard, setHeard] = useState<ReadonlyMap<string, number>>(new Map());
  useLiveEvent("auction:created", ({ auction }) =>
    setHeard((before) => new Map(before).set(auction._id, performance.now())),
  );

  const askedAt = pages?.[0]?.askedAt ?? Number.POSITIVE_INFINITY;
  const listed = new Set(auctionsOf(pages).map(({ _id }) => _id));
  const fresh = [...heard].filter(([id, heardAt]) => heardAt > askedAt && !listed.has(id));
  return {
    count: searching ? 0 : fresh.length,
    show: () => {
      window.scrollTo({ top: 0, behavior: "smooth" });
      void readAgain();
    },
  };
};

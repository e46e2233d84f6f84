// The bids of one auction: pages that were loaded, joined with what comes live. Loads what is missing by itself, older
// pages on demand.
import type { Bid } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/auction-view";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { joinBids, PAGE_SIZE, pageOf, runOf } from "./bid-run.ts";

export interface BidHistory {
  bids: Bid[];
  status: "loading" | "ready" | "error";
  hasOlder: boolean;
  loadOlder: () => void;
}

export const useBidHistory = ({ auction, bids: live, ownBidIds }: AuctionView): BidHistory => {
  const { _id: auctionId, bidCount } = auction;
  const [loaded, setLoaded] = useState<Bid[]>([]);
  const [state, setState] = useState<"idle" | "loading" | "error">("idle");
  const triedHole = useRef<string | null>(null);

  const joined = useMemo(() => joinBids(loaded, live, ownBidIds), [loaded, live, ownBidIds]);
  const { bids, hole, next } = useMemo(() => runOf(joined, bidCount), [joined, bidCount]);

  const load = useCallback(
    async (number: number) => {
      setState("loading");
      try {
        const page = await api.get<{ bids: Bid[] }>(`/bids/auction/${encodeURIComponent(auctionId)}`, {
          page: pageOf(number, bidCount),
          limit: PAGE_SIZE,
        });
        setLoaded((known) => joinBids(known, page.bids, []));
        setState("idle");
      } catch {
        setState("error");
      }
    },
    [auctionId, bidCount],
  );

  useEffect(() => {
    const key = `${hole}/${bidCount}`;
    if (hole === null || triedHole.current === key) return;
    triedHole.current = key;
    void load(hole);
  }, [hole, bidCount, load]);

  const known = joined.length > 0 || bidCount === 0;
  return {
    // While a hole is being filled, what is known stays on the screen.
    bids: bids.length > 0 ? bids : joined,
    status: state === "error" ? "error" : known ? "ready" : "loading",
    hasOlder: next !== null,
    loadOlder: () => {
      if (next !== null && state !== "loading") void load(next);
    },
  };
};

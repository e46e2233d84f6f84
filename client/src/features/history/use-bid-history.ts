// The bids of one auction: the loaded pages merged with live bids. Loads missing bids automatically, and older pages on
// demand.
import type { Bid } from "@jara/shared/auction";
import { type AuctionView, bidNumber } from "@jara/shared/fold-auction";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { useSaver } from "../../store/saver.ts";
import { contiguousBids, mergeBids, PAGE_SIZE, pageOf, replayedBids } from "./merge-bids.ts";
import { type BidPage, fetchBidPage } from "./queries.ts";

export interface BidHistory {
  bids: Bid[];
  /** The number of recorded bids, voided ones included, as far as it is known. */
  total: number;
  status: "loading" | "ready" | "error";
  hasOlder: boolean;
  loadOlder: () => void;
  /** Loads newer bids than the list has; null if there are none. Only data saver waits for this. */
  loadNewer: (() => void) | null;
}

export const useBidHistory = ({ auction, bids: live, ownBidIds }: AuctionView): BidHistory => {
  const { _id: auctionId, bidCount } = auction;
  const [{ bids: loaded, total }, setLoaded] = useState<BidPage>({ bids: [], total: 0 });
  const [state, setState] = useState<"idle" | "loading" | "error">("idle");
  const triedGap = useRef<string | null>(null);
  const isSaver = useSaver();

  const joined = useMemo(() => mergeBids(loaded, live, ownBidIds), [loaded, live, ownBidIds]);
  // Until the history gives the total with voided bids, the number of valid bids is the best estimate.
  const known = Math.max(total, bidCount, joined[0] ? bidNumber(joined[0]) : 0);
  const isReplayed = total > bidCount || joined.some(({ voided }) => voided);
  const { bids, gap, next } = useMemo(
    () => (isReplayed ? replayedBids(joined, known) : contiguousBids(joined, known)),
    [isReplayed, joined, known],
  );

  const take = useCallback(
    (page: BidPage) =>
      setLoaded((before) => ({
        bids: mergeBids(before.bids, page.bids, []),
        total: Math.max(before.total, page.total),
      })),
    [],
  );
  const load = useCallback(
    async (number: number) => {
      setState("loading");
      try {
        const page = await fetchBidPage(auctionId, pageOf(number, known));
        take(page);
        setState("idle");
      } catch {
        setState("error");
      }
    },
    [auctionId, known, take],
  );

  const waits = isSaver && loaded.length > 0;
  useEffect(() => {
    const key = `${gap}/${known}`;
    if (gap === null || waits || triedGap.current === key) return;
    triedGap.current = key;
    void load(gap);
  }, [gap, known, load, waits]);

  useRefetchAfterVoid(auction, loaded.length, take);

  const isKnown = joined.length > 0 || bidCount === 0;
  return {
    // While a gap is being filled, the known bids stay on the screen.
    bids: bids.length > 0 ? bids : joined,
    total: known,
    status: state === "error" ? "error" : isKnown ? "ready" : "loading",
    hasOlder: next !== null,
    loadOlder: () => {
      if (next !== null && state !== "loading") void load(next);
    },
    loadNewer: gap !== null && waits && state !== "loading" ? () => void load(gap) : null,
  };
};

/** A lot has at least this version after its creation, a bid and the void of that bid. */
const FIRST_AFTER_VOID = 3;

/**
 * Fetches the visible pages again when bids may have been voided: when the server says so; and, because a lost
 * connection may have hidden that event, when the number of valid bids falls or the auction was cancelled or withdrawn. A
 * lot that counts no bid may have voided ones, so they are fetched at once.
 */
const useRefetchAfterVoid = (
  { _id, bidCount, status, version }: AuctionView["auction"],
  shown: number,
  take: (page: BidPage) => void,
) => {
  const [voids, setVoids] = useState(bidCount === 0 && version >= FIRST_AFTER_VOID ? 1 : 0);
  useLiveEvent("auction:bids-voided", ({ auctionId }) => {
    if (auctionId === _id) setVoids((count) => count + 1);
  });
  const [seen, setSeen] = useState({ bidCount, status });
  if (seen.bidCount !== bidCount || seen.status !== status) {
    setSeen({ bidCount, status });
    const startsAnew =
      status !== seen.status && [status, seen.status].some((one) => one === "cancelled" || one === "draft");
    if (bidCount < seen.bidCount || startsAnew) setVoids(voids + 1);
  }
  const latest = useRef({ shown, take });
  useEffect(() => {
    latest.current = { shown, take };
  });
  useEffect(() => {
    if (voids === 0) return;
    let isCurrent = true;
    const pages = Math.max(1, Math.ceil(latest.current.shown / PAGE_SIZE));
    const read = async () => {
      for (let page = 1; page <= pages && isCurrent; page += 1) {
        const answer = await fetchBidPage(_id, page).catch(() => null);
        if (answer && isCurrent) latest.current.take(answer);
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [voids, _id]);
};

// One lot as this user sees it: the live auction, the user's bids, maximum and purchase, and whether bidding is open.
import type { AuctionView } from "@jara/shared/fold-auction";
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { useAutoBid } from "../../features/auto-bid/hooks/use-auto-bid.ts";
import { useMaxBid } from "../../features/auto-bid/hooks/use-max-bid.ts";
import { isSuspendedOn } from "../../features/auto-bid/max-bid-rules.ts";
import { useBidding } from "../../features/bidding/hooks/use-bidding.ts";
import { useWin } from "../../features/bidding/hooks/use-win.ts";
import { positionOf } from "../../features/bidding/position.ts";
import { useBuyItNowStatus } from "../../features/buy-it-now/hooks/use-buy-it-now-status.ts";
import { useBidHistory } from "../../features/history/use-bid-history.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { useExtension } from "../../features/soft-close/soft-close-line.tsx";
import { useReadVersion } from "../../lots/read-version.ts";
import { useIsBarredFromBidding } from "../../lots/staff-bidding.ts";

const disabledReasons = {
  connecting: "Connecting… Bidding opens as soon as the price is live.",
  live: null,
  reconnecting: "Reconnecting… Bidding is disabled until the price is up to date again.",
} as const;

export const useLot = (view: AuctionView) => {
  const { auction } = view;
  const { user } = useAuth();
  const userId = user?._id ?? null;
  const connection = useConnectionState();
  const { maxBid, set: setMaxBid } = useMaxBid(auction._id, userId);
  const reading = useReadVersion(auction.contentVersion);
  const history = useBidHistory(view);
  const isOpen = auction.status === "active" || auction.status === "paused";
  return {
    view,
    auction,
    user,
    maxBid,
    setMaxBid,
    history,
    isOpen,
    bidding: useBidding(auction, reading),
    autoBid: useAutoBid(auction, maxBid, setMaxBid, reading),
    buyItNow: useBuyItNowStatus(auction, userId),
    win: useWin(auction, userId),
    extension: useExtension(auction._id),
    isBarred: useIsBarredFromBidding(user),
    isOwn: userId === auction.seller._id,
    isSuspended: auction.status === "active" && isSuspendedOn(auction, maxBid),
    /** True while the price may be out of date. */
    isDimmed: isOpen && connection === "reconnecting",
    /** Why the user cannot bid at the moment, or null. */
    disabledReason: disabledReasons[connection],
    position: positionOf({ ...view, bids: history.bids }, maxBid !== null),
  };
};

export type Lot = ReturnType<typeof useLot>;

// The changes that a feed (the listing's or the staff's) reported since a list was fetched, applied over the fetched
// auctions. Only newer versions count.
import type { Auction } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import type { Overlay } from "../store/live-store.ts";

type Overlays = Readonly<Record<string, Overlay>>;
const none: Overlay = { version: 0, change: {}, mine: null, isRemoved: false };

export const overlayEvent = (overlays: Overlays, frame: PushFrame): Overlays => {
  const put = (auctionId: string, version: number, change: Partial<Auction>): Overlays => {
    const known = overlays[auctionId] ?? none;
    if (version <= known.version) return overlays;
    return { ...overlays, [auctionId]: { ...known, version, change: { ...known.change, ...change, version } } };
  };
  switch (frame.type) {
    case "auction:price": {
      const { auctionId, version, currentPrice, minimumBid, bidCount, leader, reserveMet, serverTime } = frame.data;
      return put(auctionId, version, { currentPrice, minimumBid, bidCount, leader, reserveMet, serverTime });
    }
    case "auction:bids-voided": {
      const { auctionId, version, currentPrice, minimumBid, bidCount, leader, reserveMet, serverTime } = frame.data;
      const change = { currentPrice, minimumBid, bidCount, leader, reserveMet, serverTime };
      return put(auctionId, version, leader ? change : { ...change, isLeading: false });
    }
    case "auction:extended": {
      // The bid that moved the end has the same version, and its event may come before or after this one.
      const { auctionId, version, endTime } = frame.data;
      const known = overlays[auctionId] ?? none;
      if (version < known.version) return overlays;
      return { ...overlays, [auctionId]: { ...known, change: { ...known.change, endTime } } };
    }
    case "auction:status":
      return put(frame.data.auctionId, frame.data.version, { status: frame.data.status });
    case "auction:updated": {
      // All listeners get the same copy, so it does not say whether this user leads.
      const { isLeading: _, ...change } = frame.data.auction;
      return put(frame.data.auctionId, frame.data.version, change);
    }
    case "auction:removed": {
      const { auctionId, version } = frame.data;
      return { ...overlays, [auctionId]: { ...(overlays[auctionId] ?? none), version, isRemoved: true } };
    }
    case "auction:mine": {
      const { auctionId, version, isLeading } = frame.data;
      const known = overlays[auctionId] ?? none;
      if (known.mine && known.mine.version > version) return overlays;
      return { ...overlays, [auctionId]: { ...known, mine: { version, isLeading } } };
    }
    default:
      return overlays;
  }
};

export const withOverlay = <A extends Auction>(auction: A, overlay: Overlay | undefined): A => {
  if (!overlay) return auction;
  const newer = overlay.version > auction.version ? { ...auction, ...overlay.change } : auction;
  const { mine } = overlay;
  if (!mine || mine.version < auction.version || mine.isLeading === newer.isLeading) return newer;
  return { ...newer, isLeading: mine.isLeading };
};

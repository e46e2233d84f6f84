// Applies live events to the user's own max bids. Pure; returns the same list when an event does not concern them.
import type { MaxBid } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import type { ListedMaxBid } from "@jara/shared/rest/bids";

/** These values hold until the list is fetched again. */
const unknown = {
  image: null,
  minimumBid: 0,
  hasReserve: false,
  reserveMet: true,
  isLeading: false,
  isWon: false,
};

/** The list with the newer state of one max bid. That state lacks the fields that only the list has. */
export const withMaxBid = (maxBids: ListedMaxBid[], maxBid: MaxBid): ListedMaxBid[] =>
  maxBids.map((one) => (one._id === maxBid._id ? { ...one, ...maxBid } : one));

export const foldMaxBids = (maxBids: ListedMaxBid[], frame: PushFrame): ListedMaxBid[] => {
  const onLot = (auctionId: string, change: (maxBid: ListedMaxBid) => Partial<ListedMaxBid>) =>
    maxBids.some(({ auction }) => auction._id === auctionId)
      ? maxBids.map((maxBid) => (maxBid.auction._id === auctionId ? { ...maxBid, ...change(maxBid) } : maxBid))
      : maxBids;
  const onAuction = (auctionId: string, change: Partial<MaxBid["auction"]>) =>
    onLot(auctionId, ({ auction }) => ({ auction: { ...auction, ...change } }));
  switch (frame.type) {
    case "maxbid:changed": {
      const { maxBid } = frame.data;
      const known = maxBids.some(({ _id }) => _id === maxBid._id);
      return known ? withMaxBid(maxBids, maxBid) : [{ ...maxBid, ...unknown }, ...maxBids];
    }
    case "maxbid:suspended": {
      const { auctionId, maxBidId, contentVersion, because } = frame.data;
      const suspended = because ? maxBids : onAuction(auctionId, { contentVersion, fullVersion: contentVersion });
      const own = { isSuspended: true, ...(because && { contentVersion: 0 }) };
      return suspended.map((one) => (one._id === maxBidId ? { ...one, ...own } : one));
    }
    case "maxbid:removed":
      return maxBids.filter(({ _id }) => _id !== frame.data._id);
    case "auction:mine": {
      const { auctionId, isLeading } = frame.data;
      return onLot(auctionId, () => ({ isLeading }));
    }
    case "auction:price": {
      const { auctionId, currentPrice, minimumBid, reserveMet } = frame.data;
      // The list carries no version. A price only rises, except after a void, and then the list is fetched again. So
      // the higher price wins, and a late event cannot lower it.
      return onLot(auctionId, ({ auction }) =>
        currentPrice < auction.currentPrice ? {} : { minimumBid, reserveMet, auction: { ...auction, currentPrice } },
      );
    }
    case "auction:extended":
      return onAuction(frame.data.auctionId, { endTime: frame.data.endTime });
    case "auction:bids-voided": {
      const { auctionId, currentPrice, minimumBid, reserveMet } = frame.data;
      return onLot(auctionId, ({ auction }) => ({ minimumBid, reserveMet, auction: { ...auction, currentPrice } }));
    }
    case "auction:updated": {
      const { auctionId, contentVersion, auction } = frame.data;
      const { title, endTime, fullVersion = contentVersion, minimumBid, hasReserve, reserveMet } = auction;
      return onLot(auctionId, (maxBid) => ({
        minimumBid,
        hasReserve,
        reserveMet,
        auction: { ...maxBid.auction, contentVersion, fullVersion, title, endTime },
      }));
    }
    case "auction:status":
      return onAuction(frame.data.auctionId, { status: frame.data.status });
    default:
      return maxBids;
  }
};

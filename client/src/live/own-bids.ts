// Keeps the user's own bids in the live store: the outcome of the last bid on each auction, and the auctions where another
// bidder has outbid the user. Nothing of it may outlive the user's session.
import type { AuctionView } from "@jara/shared/fold-auction";
import type { Events, PushFrame } from "@jara/shared/live-commands";
import { entryOf, type LiveEntry, type LiveStore, putEntry } from "../store/live-store.ts";

export const outbidAfter = (outbid: ReadonlySet<string>, frame: PushFrame): ReadonlySet<string> => {
  if (frame.type !== "bid:outbid" && frame.type !== "auction:mine") return outbid;
  const { auctionId } = frame.data;
  const leads = frame.type === "auction:mine" && frame.data.isLeading;
  if (outbid.has(auctionId) === !leads) return outbid;
  const changed = new Set(outbid);
  if (leads) changed.delete(auctionId);
  else changed.add(auctionId);
  return changed;
};

/** The view, with the user's own last answer applied if it is newer. */
export const withOutcome = ({ view, outcome }: LiveEntry): AuctionView | null => {
  if (!view || !outcome || outcome.version <= view.auction.version) return view;
  const { _id, ...change } = outcome;
  // Keeps the view's version, because the event that brings the bids must still count as new.
  return { ...view, auction: { ...view.auction, ...change, version: view.auction.version } };
};

/**
 * The user's last answer no longer holds. The price event with that version may come seconds later, where price events are
 * merged. The number of bids stays, because a smaller one would look like voided bids.
 */
export const noteOutbid = (store: LiveStore, outbid: Events["bid:outbid"]): void => {
  const { auctionId, currentPrice, minimumBid } = outbid;
  const outcome = entryOf(store, auctionId)?.outcome;
  if (!outcome || currentPrice <= outcome.currentPrice) return;
  putEntry(store, auctionId, { outcome: { ...outcome, currentPrice, minimumBid, isLeading: false } });
};

const withoutOwnBids = (entry: LiveEntry): LiveEntry => {
  if (!entry.view) return entry;
  const { auction } = entry.view;
  const leader = auction.leader?.username === "You" ? null : auction.leader;
  const nothing = { bids: [], ownBidIds: [], leadVersion: 0 };
  const view = { ...entry.view, auction: { ...auction, isLeading: false, leader }, ...nothing };
  return { ...entry, view, outcome: null };
};

/** Called when another user signs in: nothing may still say "You" or "You lead" for the previous user. */
export const removeOwnBids = (store: LiveStore): void =>
  store.setState(({ entries, overlays }) => ({
    outbid: new Set(),
    hasBid: false,
    entries: Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, withoutOwnBids(entry)])),
    overlays: Object.fromEntries(Object.entries(overlays).map(([id, overlay]) => [id, { ...overlay, mine: null }])),
  }));

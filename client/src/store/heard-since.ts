// The new auctions that a feed has reported since a list was fetched. The list does not insert them by itself; it shows
// how many there are.
import type { Auction } from "@jara/shared/auction";

export type Heard = ReadonlyMap<string, { readonly auction: Auction; readonly at: number }>;

export const none: Heard = new Map();

export const withHeard = (heard: Heard, auction: Auction): Heard =>
  new Map(heard).set(auction._id, { auction, at: performance.now() });

/** The auctions reported since a list was requested (by performance.now) that are not in it. */
export const heardSince = (heard: Heard, askedAt: number, listed: readonly Auction[]): Auction[] =>
  [...heard.values()].flatMap(({ auction, at }) =>
    at > askedAt && !listed.some(({ _id }) => _id === auction._id) ? auction : [],
  );

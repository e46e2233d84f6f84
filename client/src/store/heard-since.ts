// Auctions that a feed told of, for a list that does not take them in by itself: it says how many it lacks.
import type { Auction } from "@jara/shared/auction";

export type Heard = ReadonlyMap<string, { readonly auction: Auction; readonly at: number }>;

export const none: Heard = new Map();

export const withHeard = (heard: Heard, auction: Auction): Heard =>
  new Map(heard).set(auction._id, { auction, at: performance.now() });

/** Those heard of since a list was asked for (by performance.now) that are not on it. */
export const heardSince = (heard: Heard, askedAt: number, listed: readonly Auction[]): Auction[] =>
  [...heard.values()].flatMap(({ auction, at }) =>
    at > askedAt && !listed.some(({ _id }) => _id === auction._id) ? auction : [],
  );

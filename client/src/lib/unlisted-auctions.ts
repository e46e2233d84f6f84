// Collects the auctions that a feed reported and that a list does not have yet, for lists that insert none by
// themselves and show how many they lack.
import type { Auction } from "@jara/shared/auction";

export type FeedAuctions = ReadonlyMap<string, { readonly auction: Auction; readonly at: number }>;

export const noFeedAuctions: FeedAuctions = new Map();

export const withFeedAuction = (reported: FeedAuctions, auction: Auction): FeedAuctions =>
  new Map(reported).set(auction._id, { auction, at: performance.now() });

/** The auctions reported since a list was requested (by performance.now) that are not in it. */
export const unlistedSince = (reported: FeedAuctions, askedAt: number, listed: readonly Auction[]): Auction[] =>
  [...reported.values()].flatMap(({ auction, at }) =>
    at > askedAt && !listed.some(({ _id }) => _id === auction._id) ? auction : [],
  );

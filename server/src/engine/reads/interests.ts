// Finds in which auctions a user has an interest: a bid that counts, a maximum, a purchase or a win. An administrator
// with an interest in an auction is an ordinary user there (Conflicts of interest), so code that decides what an
// administrator may see or do on an auction must check here.
import type { Viewer } from "../../auction/to-public.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Row } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/values.ts";
import type { Interest } from "../ports.ts";

/** An SQL condition that is true if the user has an interest; `user` and `auction` are expressions of type uuid. */
export const isInterestedInSql = (user: string, auction: string): string => `(
  exists (select from bids i where i.auction_id = ${auction} and i.bidder_id = ${user} and i.voided_at is null)
  or exists (select from max_bids i where i.auction_id = ${auction} and i.user_id = ${user} and not i.cancelled)
  or exists (select from purchases i where i.auction_id = ${auction} and i.buyer_id = ${user}
    and i.status in ('pending', 'paid'))
  or exists (select from auctions i where i.id = ${auction} and i.winner_id = ${user}))`;

/** Returns those of the pairs in which the user has an interest in the auction. */
export const interestsAmong = async (database: Database, pairs: readonly Interest[]): Promise<Interest[]> => {
  const known = pairs.filter(({ userId, auctionId }) => isUuid(userId) && isUuid(auctionId));
  if (known.length === 0) return [];
  return await database.query<Interest & Row>(
    `select k.user_id as "userId", k.auction_id as "auctionId"
     from unnest($1::text::uuid[], $2::text::uuid[]) as k(user_id, auction_id)
     where ${isInterestedInSql("k.user_id", "k.auction_id")}`,
    [arrayLiteral(known.map(({ userId }) => userId)), arrayLiteral(known.map(({ auctionId }) => auctionId))],
  );
};

/** Returns the ids of all auctions in which the user has an interest. */
export const interestsOf = async (database: Database, userId: string): Promise<Set<string>> => {
  const rows = await database.query<{ auctionId: string }>(
    `select auction_id as "auctionId" from bids where bidder_id = $1::text::uuid and voided_at is null
     union select auction_id from max_bids where user_id = $1::text::uuid and not cancelled
     union select auction_id from purchases where buyer_id = $1::text::uuid and status in ('pending', 'paid')`,
    [userId],
  );
  return new Set(rows.map(({ auctionId }) => auctionId));
};

/**
 * Returns the viewer's role on each of these auctions: an administrator with an interest in one is an ordinary user
 * there.
 */
export const viewersOn = async (
  database: Database,
  auctionIds: readonly string[],
  viewer: Viewer,
): Promise<(auctionId: string) => Viewer> => {
  if (viewer.kind !== "admin") return () => viewer;
  const pairs = [...new Set(auctionIds)].map((auctionId) => ({ userId: viewer.id, auctionId }));
  const interests = new Set((await interestsAmong(database, pairs)).map(({ auctionId }) => auctionId));
  const asUser: Viewer = { kind: "user", id: viewer.id };
  return (auctionId) => (interests.has(auctionId) ? asUser : viewer);
};

export const viewerOn = async (database: Database, auctionId: string, viewer: Viewer): Promise<Viewer> =>
  (await viewersOn(database, [auctionId], viewer))(auctionId);

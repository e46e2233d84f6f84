// Finds in which auctions a user has an interest: a bid that counts, a maximum, a purchase, a win, or a lot
// that is sold for them. A member of the
// staff with an interest in an auction is an ordinary user there (Conflicts of interest), so code that decides what
// staff may see or do on an auction must check here.

import { type AnyColumn, and, eq, exists, inArray, isNull, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { isPrivileged, type Viewer } from "../../auction/view/viewer.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { purchases } from "../../platform/database/schema/settlements.ts";
import { prepared } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { Interest } from "../ports.ts";

const user = sql<string>`k.user_id`;
const auction = sql<string>`k.auction_id`;
const pairsAsked = sql`unnest(${sql.placeholder("userIds")}::uuid[], ${sql.placeholder("auctionIds")}::uuid[]) as k(user_id, auction_id)`;
const one = { one: sql`1` };
const isOpenOrPaid = inArray(purchases.status, ["pending", "paid"]);

/** The SQL condition that the user has an interest in the auction. Both are columns or values of the statement. */
export const isInterested = (db: Db, auctionId: SQLWrapper, userId: SQLWrapper): SQL | undefined =>
  or(
    exists(
      db
        .select(one)
        .from(bids)
        .where(and(eq(bids.auctionId, auctionId), eq(bids.bidderId, userId), isNull(bids.voidedAt))),
    ),
    exists(
      db
        .select(one)
        .from(maxBids)
        .where(and(eq(maxBids.auctionId, auctionId), eq(maxBids.userId, userId), not(maxBids.cancelled))),
    ),
    exists(
      db
        .select(one)
        .from(purchases)
        .where(and(eq(purchases.auctionId, auctionId), eq(purchases.buyerId, userId), isOpenOrPaid)),
    ),
    exists(
      db
        .select(one)
        .from(auctions)
        .where(and(eq(auctions.id, auctionId), eq(auctions.winnerId, userId))),
    ),
    exists(
      db
        .select(one)
        .from(consignments)
        .where(and(eq(consignments.auctionId, auctionId), eq(consignments.sellerId, userId))),
    ),
  );

const amongPairs = prepared((db) =>
  db
    .select({ userId: user, auctionId: auction })
    .from(pairsAsked)
    .where(isInterested(db, auction, user))
    .prepare("interests among pairs"),
);

/** A bid by hand that a void's replay passed over. Another void may bring it back. */
export const isPassedOver = and(eq(bids.kind, "manual"), eq(bids.voidReason, "recalculated"));

const passedOverPairs = prepared((db) =>
  db
    .select({ userId: user, auctionId: auction })
    .from(pairsAsked)
    .where(
      exists(
        db
          .select(one)
          .from(bids)
          .where(and(eq(bids.auctionId, auction), eq(bids.bidderId, user), isPassedOver)),
      ),
    )
    .prepare("passed over among pairs"),
);

const literalsOf = (pairs: readonly Interest[]) => {
  const known = pairs.filter(({ userId, auctionId }) => isUuid(userId) && isUuid(auctionId));
  return known.length === 0
    ? null
    : {
        userIds: arrayLiteral(known.map(({ userId }) => userId)),
        auctionIds: arrayLiteral(known.map(({ auctionId }) => auctionId)),
      };
};

/** Returns those of the pairs in which the user has an interest in the auction. */
export const interestsAmong = async (database: Database, pairs: readonly Interest[]): Promise<Interest[]> => {
  const asked = literalsOf(pairs);
  return asked ? await amongPairs(database).execute(asked) : [];
};

/**
 * Returns those of the pairs whose user has a bid by hand on the auction that a void's replay passed over. Such a bid
 * does not count, so it is no interest.
 */
export const passedOverAmong = async (database: Database, pairs: readonly Interest[]): Promise<Interest[]> => {
  const asked = literalsOf(pairs);
  return asked ? await passedOverPairs(database).execute(asked) : [];
};

/** Selects the ids of all auctions in which the user has an interest. */
export const selectInterests = (db: Db, userId: string | SQLWrapper) =>
  union(
    db
      .select({ auctionId: bids.auctionId })
      .from(bids)
      .where(and(eq(bids.bidderId, userId), isNull(bids.voidedAt))),
    db
      .select({ auctionId: maxBids.auctionId })
      .from(maxBids)
      .where(and(eq(maxBids.userId, userId), not(maxBids.cancelled))),
    db
      .select({ auctionId: purchases.auctionId })
      .from(purchases)
      .where(and(eq(purchases.buyerId, userId), isOpenOrPaid)),
    db.select({ auctionId: consignments.auctionId }).from(consignments).where(eq(consignments.sellerId, userId)),
  );

/** Returns the ids of all auctions in which the user has an interest. */
export const interestsOf = async ({ db }: Pick<Database, "db">, userId: string): Promise<Set<string>> => {
  const rows = await selectInterests(db, userId);
  return new Set(rows.map(({ auctionId }) => auctionId));
};

/** A condition that leaves out these auctions. */
export const notAmong = (auctionId: SQLWrapper, ids: readonly string[]): SQL | undefined =>
  ids.length === 0 ? undefined : sql`${auctionId} <> all (${arrayLiteral(ids)}::uuid[])`;

/** Like `notAmong`, for rows of which some are about no auction: those stay. */
export const notAbout = (auctionId: AnyColumn, ids: readonly string[]): SQL | undefined =>
  ids.length === 0 ? undefined : or(isNull(auctionId), notAmong(auctionId, ids));

/**
 * Returns the viewer's role on each of these auctions: a member of the staff with an interest in one is an ordinary
 * user there.
 */
export const viewersOn = async (
  database: Database,
  auctionIds: readonly string[],
  viewer: Viewer,
): Promise<(auctionId: string) => Viewer> => {
  if (viewer.kind === "public" || !isPrivileged(viewer)) return () => viewer;
  const pairs = [...new Set(auctionIds)].map((auctionId) => ({ userId: viewer.id, auctionId }));
  const interests = new Set((await interestsAmong(database, pairs)).map(({ auctionId }) => auctionId));
  const asUser: Viewer = { kind: "user", id: viewer.id };
  return (auctionId) => (interests.has(auctionId) ? asUser : viewer);
};

export const viewerOn = async (database: Database, auctionId: string, viewer: Viewer): Promise<Viewer> =>
  (await viewersOn(database, [auctionId], viewer))(auctionId);

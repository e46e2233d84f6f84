// Finds the open lots on which a person has bids or a maximum.
import { and, eq, inArray, isNull, not, notInArray, or, type SQLWrapper, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { selectInterests } from "./interests.ts";

const isOpenLot = and(inArray(auctions.status, ["active", "paused"]), isNull(auctions.removedAt));

const lotsWith = {
  bids: (db: Db, userId: string | SQLWrapper) =>
    db
      .select({ id: bids.auctionId })
      .from(bids)
      .where(and(eq(bids.bidderId, userId), isNull(bids.voidedAt))),
  maxima: (db: Db, userId: string | SQLWrapper) =>
    db
      .select({ id: maxBids.auctionId })
      .from(maxBids)
      .where(and(eq(maxBids.userId, userId), not(maxBids.cancelled))),
};

/** The open lots on which a user has valid bids or a maximum, by end time. */
export const selectOpenLotsOfBidder = (db: Db, userId: string | SQLWrapper) =>
  db
    .select({ auctionId: auctions.id, title: auctions.title })
    .from(auctions)
    .where(and(isOpenLot, inArray(auctions.id, union(lotsWith.bids(db, userId), lotsWith.maxima(db, userId)))))
    .orderBy(auctions.endsAt, auctions.id);

/**
 * The open lots on which a staff member can void a user's bids and maximum, by end time. If `hasBids` is false, the
 * user has only a maximum there, so no answer may name the lot. On a lot in which the staff member has an interest, a
 * void is refused. So such a lot is found only if the user has valid bids on it.
 */
export const selectLotsToVoid = (
  db: Db,
  { bidderId, voiderId }: { readonly bidderId: string | SQLWrapper; readonly voiderId: string | SQLWrapper },
) => {
  const isNoRivals = notInArray(auctions.id, selectInterests(db, voiderId));
  const withMaxima = and(isNoRivals, inArray(auctions.id, lotsWith.maxima(db, bidderId)));
  const withBids = inArray(auctions.id, lotsWith.bids(db, bidderId));
  return db
    .select({ auctionId: auctions.id, title: auctions.title, hasBids: sql<boolean>`${withBids}`.as("has_bids") })
    .from(auctions)
    .where(and(isOpenLot, or(withBids, withMaxima)))
    .orderBy(auctions.endsAt, auctions.id);
};

/**
 * The open lots on which a user has valid bids, by end time, and their number. Lots with only a maximum are left out,
 * because only its owner may know of a maximum while the lot is open.
 */
export const openLotsWithBids = async (
  { db }: Database,
  userId: string,
  exceptIds: readonly string[],
  page: Page,
): Promise<{ ids: string[]; total: number }> => {
  const isElsewhere = exceptIds.length === 0 ? undefined : not(isAnyOf(auctions.id, exceptIds));
  const rows = await db
    .select({ id: auctions.id, total: sql<number>`(count(*) over ())::int` })
    .from(auctions)
    .where(and(isOpenLot, isElsewhere, inArray(auctions.id, lotsWith.bids(db, userId))))
    .orderBy(auctions.endsAt, auctions.id)
    .limit(page.limit)
    .offset(rowsBefore(page));
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
};

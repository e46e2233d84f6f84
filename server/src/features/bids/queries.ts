// Reads bids and max bids.
import type { MaxBid as MaxBidView } from "@jara/shared/auction";
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import { and, count, desc, eq, inArray, isNull, ne, not, sql } from "drizzle-orm";
import { type AuctionState, incrementAbove, isReserveMet, type MaxBid } from "../../auction/state.ts";
import { firstPictureOf, type MaxBidAuction } from "../../auction/view/to-public.ts";
import { publicStatuses } from "../../auction/view/visibility.ts";
import { biddingEnded } from "../../engine/reads/bidding-ended.ts";
import { findAuction, findAuctions } from "../../engine/reads/find-auctions.ts";
import { isBuyer } from "../../engine/reads/outcomes.ts";
import { bidOfNumber, type StoredBid, selectBids, toBid } from "../../engine/reads/stored-bids.ts";
import type { Database } from "../../platform/database/database.ts";
import { literal, offsetOf, type Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { preparedFor } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";

const onAuction = preparedFor((db, { isByTime, page }: { isByTime: boolean; page: Page }) =>
  selectBids(db)
    .where(eq(bids.auctionId, sql.placeholder("auctionId")))
    .orderBy(...(isByTime ? [desc(bids.createdAt), desc(bids.amountMinor)] : []), desc(bids.number))
    .limit(literal(page.limit))
    .offset(offsetOf(page))
    .prepare("bids of an auction"),
);

/**
 * All bids, newest first, including voided ones. A replay records bids at earlier times under later numbers, so a lot
 * with voided bids is sorted by time. The bids of other lots are read in the order of the index.
 */
export const bidsOfAuction = async (
  database: Database,
  { id: auctionId, voidedBidCount }: Pick<AuctionState, "id" | "voidedBidCount">,
  page: Page,
): Promise<StoredBid[]> => {
  const rows = await onAuction(database, { isByTime: voidedBidCount > 0, page }).execute({ auctionId });
  return rows.map(toBid);
};

/** The bid that holds the price: the leader's last valid bid. Null before the first bid. */
export const leadingBid = async (
  database: Database,
  { id, bidCount, voidedBidCount, leader }: AuctionState,
): Promise<StoredBid | null> => {
  if (bidCount === 0 || !leader) return null;
  // The last recorded bid leads, because the leader's bid is recorded last, also of two equal bids.
  if (voidedBidCount === 0) return await bidOfNumber(database, id, bidCount);
  const [row] = await selectBids(database.db)
    .where(and(eq(bids.auctionId, id), eq(bids.bidderId, leader.id), isNull(bids.voidedAt)))
    .orderBy(desc(bids.amountMinor))
    .limit(1);
  return row ? toBid(row) : null;
};

/** Users with valid bids, the highest first. For staff who may see names. */
export const biddersOfAuction = async (
  database: Database,
  auctionId: string,
): Promise<{ id: string; username: string; bidCount: number; highestMinor: number }[]> => {
  const highest = sql<number>`max(${bids.amountMinor})`;
  return await database.db
    .select({ id: users.id, username: users.username, bidCount: count(), highestMinor: highest })
    .from(bids)
    .innerJoin(users, eq(users.id, bids.bidderId))
    .where(and(eq(bids.auctionId, auctionId), isNull(bids.voidedAt)))
    .groupBy(users.id, users.username)
    .orderBy(desc(highest), users.username)
    .limit(500);
};

const ofUser = preparedFor((db, page: Page) => {
  // Sort by time alone, as the index does. With a further sort key the generic plan would sort all of a user's bids.
  // Bids of the same moment keep the index's order from page to page, since bids stay where they were written.
  const onPage = db
    .select()
    .from(bids)
    .where(
      and(
        eq(bids.bidderId, sql.placeholder("userId")),
        // A scalar lookup for each row, because a join would read all auctions.
        inArray(
          sql`(select ${auctions.status} from ${auctions} where ${auctions.id} = ${bids.auctionId})`,
          publicStatuses,
        ),
      ),
    )
    .orderBy(desc(bids.createdAt))
    .limit(literal(page.limit))
    .offset(offsetOf(page))
    .as("bids");
  return selectBids(db, { auctionId: bids.auctionId }, onPage)
    .orderBy(desc(bids.createdAt), bids.auctionId, desc(bids.number))
    .prepare("bids of a user");
});

/**
 * A user's bids on public auctions, newest first, each with its auction. The auctions are read by id, because a join
 * would read all of them.
 */
export const bidsOfUser = async (
  database: Database,
  userId: string,
  page: Page,
): Promise<{ bid: StoredBid; auction: AuctionState }[]> => {
  const rows = await ofUser(database, page).execute({ userId });
  const found = await findAuctions(database, [...new Set(rows.map(({ auctionId }) => auctionId))]);
  const byId = new Map(found.map((auction) => [auction.id, auction]));
  return rows.flatMap(({ auctionId, ...row }) => {
    const auction = byId.get(auctionId);
    return auction ? [{ bid: toBid(row), auction }] : [];
  });
};

export interface StoredMaxBid {
  readonly maxBid: MaxBid;
  readonly auction: MaxBidAuction;
}

const maxBidColumns = {
  id: maxBids.id,
  amountMinor: maxBids.amountMinor,
  reachedRevision: maxBids.reachedRevision,
  autoBidCount: maxBids.autoBidCount,
  lastAutoBidMinor: maxBids.lastAutoBidMinor,
  contentVersion: maxBids.contentVersion,
};

const maximaOfUser = preparedFor((db, page: Page) =>
  db
    .select({
      maxBid: maxBidColumns,
      owner: { id: users.id, username: users.username },
      auction: {
        id: auctions.id,
        title: auctions.title,
        currency: auctions.currency,
        status: auctions.status,
        priceMinor: auctions.priceMinor,
        contentVersion: auctions.contentVersion,
        fullVersion: sql<number>`coalesce(${auctions.fullVersion}, ${auctions.contentVersion})`,
        endsAt: sql<number>`case when ${auctions.status} in ('ended', 'sold', 'cancelled') then ${biddingEnded}
          else ${auctions.endsAt} end`.mapWith(auctions.endsAt),
      },
      media: auctions.media,
      incrementMinor: auctions.incrementMinor,
      increments: auctions.increments,
      reserveMinor: auctions.reserveMinor,
      isLeading: sql<boolean>`coalesce(${auctions.leaderId} = ${maxBids.userId}, false)`,
      isWon: isBuyer(maxBids.userId),
    })
    .from(maxBids)
    .innerJoin(users, eq(users.id, maxBids.userId))
    .innerJoin(auctions, eq(auctions.id, maxBids.auctionId))
    .where(
      and(
        eq(maxBids.userId, sql.placeholder("userId")),
        not(maxBids.cancelled),
        isNull(auctions.removedAt),
        inArray(auctions.status, publicStatuses),
      ),
    )
    .orderBy(ne(auctions.status, "active"), auctions.endsAt, maxBids.id)
    .limit(literal(page.limit))
    .offset(offsetOf(page))
    .prepare("maxima of a user"),
);

interface ListedRow {
  readonly stored: StoredMaxBid;
  /** The parts of the auction that the list shows beside the maximum. */
  readonly listed: Omit<ListedMaxBid, keyof MaxBidView>;
}

/** One user's active maxima on public auctions: those on open auctions first, by end time. */
export const maxBidsOfUser = async (database: Database, userId: string, page: Page): Promise<ListedRow[]> => {
  const rows = await maximaOfUser(database, page).execute({ userId });
  return rows.map(({ maxBid, owner, auction, media, isLeading, isWon, ...lot }) => {
    const { title, ...stored } = auction;
    const { priceMinor } = auction;
    return {
      stored: { maxBid: { ...maxBid, owner }, auction: { ...stored, lot: { title } } },
      listed: {
        image: firstPictureOf(media),
        minimumBid: toMajor(minimumBidMinor(priceMinor, incrementAbove(lot, priceMinor))),
        hasReserve: lot.reserveMinor !== null,
        reserveMet: isReserveMet({ ...lot, priceMinor }),
        isLeading,
        isWon,
      },
    };
  });
};

const maximaOfAuction = preparedFor((db, { isOfOne, page }: { isOfOne: boolean; page: Page }) =>
  db
    .select({ ...maxBidColumns, owner: { id: users.id, username: users.username } })
    .from(maxBids)
    .innerJoin(users, eq(users.id, maxBids.userId))
    .where(
      and(
        eq(maxBids.auctionId, sql.placeholder("auctionId")),
        not(maxBids.cancelled),
        isOfOne ? eq(maxBids.userId, sql.placeholder("ownerId")) : undefined,
      ),
    )
    .orderBy(desc(maxBids.amountMinor), maxBids.reachedRevision, maxBids.id)
    .limit(literal(page.limit))
    .offset(offsetOf(page))
    .prepare("maxima of an auction"),
);

/** `ownerId` null: all owners, highest first. The caller must check that the requester may see them. */
export const maxBidsOfAuction = async (
  database: Database,
  auctionId: string,
  ownerId: string | null,
  page: Page,
): Promise<StoredMaxBid[]> => {
  if (!isUuid(auctionId)) return [];
  const [auction, rows] = await Promise.all([
    findAuction(database, auctionId),
    maximaOfAuction(database, { isOfOne: ownerId !== null, page }).execute({ auctionId, ownerId }),
  ]);
  return auction ? rows.map((maxBid) => ({ maxBid, auction })) : [];
};

/** The auction of a user's own maximum. Includes cancelled maxima, because a cancellation may be sent again. */
export const auctionOfMaxBid = async (database: Database, maxBidId: string, userId: string): Promise<string | null> => {
  if (!isUuid(maxBidId)) return null;
  const [row] = await database.db
    .select({ auctionId: maxBids.auctionId })
    .from(maxBids)
    .where(and(eq(maxBids.id, maxBidId), eq(maxBids.userId, userId)));
  return row?.auctionId ?? null;
};

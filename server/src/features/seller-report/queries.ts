// Finds pairs of a seller and a person who bids on this seller's lots again and again and seldom wins, or who has the same
// phone or bank account. It counts and shows, and decides nothing.
import type { Currency } from "@jara/shared/money";
import { SELLER_BIDDERS_SHOWN } from "@jara/shared/rest/seller-sales";
import { type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { interestsOf, notAmong } from "../../engine/reads/interests.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { offsetOf, type Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { selectSharing } from "../../platform/database/shared-accounts.ts";
import { isoOf } from "../../platform/database/statement-text.ts";
import { databaseNow, oneRow } from "../../platform/database/statements.ts";

/** The newest ones. */
const LOTS_MOST = 5_000;
const ELSEWHERE_MOST = 1_000;
const LATE = sql`interval '5 minutes'`;

const a = alias(auctions, "a");
const c = alias(consignments, "c");
const b = alias(bids, "b");
const [seller, bidder] = [alias(users, "seller"), alias(users, "bidder")];

export interface Evidence {
  readonly auction: {
    readonly _id: string;
    readonly title: string;
    readonly currency: Currency;
    readonly status: string;
    readonly endTime: string;
  };
  readonly priceMinor: number;
  readonly bids: number;
  readonly highestMinor: number;
  readonly place: "won" | "second" | "lower" | null;
  readonly isLate: boolean;
}

export interface Pair {
  readonly seller: { readonly _id: string; readonly username: string };
  readonly bidder: { readonly _id: string; readonly username: string; readonly isBanned: boolean };
  readonly lots: number;
  readonly over: number;
  readonly won: number;
  readonly second: number;
  readonly late: number;
  readonly elsewhere: number;
  readonly evidence: readonly Evidence[];
}

interface Found {
  readonly pairs: readonly Pair[];
  readonly total: number;
  readonly lots: number;
}

/** Each person on each lot, and each person with each seller. */
const pairParts = (db: Db, since: SQL, elsewhere: SQL): SQL => sql`
  lots as materialized (
    select ${c.auctionId} as id, ${c.sellerId} as seller_id, ${a.title} as title, ${a.currency} as currency,
      ${a.status} as status, ${a.priceMinor} as price_minor, ${a.winnerId} as winner_id, ${a.endsAt} as ends_at,
      ${a.status} in ('ended', 'sold') as is_over
    from ${consignments} ${c} join ${auctions} ${a} on ${a.id} = ${c.auctionId}
    where ${a.status} in ('active', 'paused', 'ended', 'sold') and ${a.removedAt} is null and ${a.endsAt} > ${since}
      and ${elsewhere}
    order by ${a.endsAt} desc limit ${LOTS_MOST}::int),
  people as (
    select lots.id, lots.seller_id, ${b.bidderId} as bidder_id, max(${b.amountMinor}) as highest, count(*)::int as bids,
      bool_or(lots.is_over and ${b.createdAt} > lots.ends_at - ${LATE}) as is_late
    from lots join ${bids} ${b} on ${b.auctionId} = lots.id and ${b.voidedAt} is null
    group by lots.id, lots.seller_id, ${b.bidderId}),
  placed as materialized (
    select people.*, case when not lots.is_over then null when lots.winner_id = people.bidder_id then 'won'
      when rank() over (partition by people.id order by people.highest desc) = 2 then 'second' else 'lower' end as place
    from people join lots on lots.id = people.id),
  pairs as (
    select seller_id, bidder_id, count(*)::int as lots, count(place)::int as over,
      (count(*) filter (where place = 'won'))::int as won, (count(*) filter (where place = 'second'))::int as second,
      (count(*) filter (where is_late))::int as late
    from placed where bidder_id <> seller_id group by seller_id, bidder_id),
  sharing as materialized (
    select of_id as seller_id, other_id as bidder_id from ${selectSharing(db, isSellerOfLots)} shared)`;

const isSellerOfLots = (userId: PgColumn): SQL => sql`${userId} in (select seller_id from lots)`;

const evidenceOf = sql`(select coalesce(json_agg(shown), '[]') from (
    select json_build_object('_id', lots.id, 'title', lots.title, 'currency', lots.currency, 'status', lots.status,
        'endTime', ${isoOf(sql`lots.ends_at`)}) as auction, lots.price_minor as "priceMinor", placed.bids,
      placed.highest as "highestMinor", placed.place, placed.is_late as "isLate"
    from placed join lots on lots.id = placed.id
    where placed.seller_id = page.seller_id and placed.bidder_id = page.bidder_id
    order by lots.ends_at desc, lots.id limit ${SELLER_BIDDERS_SHOWN}::int) shown)`;

const boughtElsewhere = (since: SQL): SQL => sql`(select count(*)::int from (
    select distinct ${b.auctionId} from ${bids} ${b} where ${b.bidderId} = page.bidder_id and ${b.createdAt} > ${since}
      and not exists (select from ${consignments} ${c} where ${c.auctionId} = ${b.auctionId} and ${c.sellerId} = page.seller_id)
    limit ${ELSEWHERE_MOST}::int) other_lots)`;

export const findPairs = async (
  database: Database,
  readerId: string,
  { days, lots: least }: { readonly days: number; readonly lots: number },
  page: Page,
): Promise<Found & { readonly isPartial: boolean }> => {
  const interests = [...(await interestsOf(database, readerId))];
  const since = sql`${databaseNow} - ${days}::int * interval '1 day'`;
  const statement = sql`(with ${pairParts(database.db, since, notAmong(a.id, interests) ?? sql`true`)},
    listed as (
      select pairs.*, sharing.seller_id is not null as shares from pairs left join sharing using (seller_id, bidder_id)
      where (over >= ${least}::int and won * 4 <= over) or sharing.seller_id is not null),
    page as (
      select * from listed order by shares desc, lots desc, seller_id, bidder_id
      limit ${page.limit}::int offset ${offsetOf(page)}::int)
    select json_build_object(
      'total', (select count(*)::int from listed),
      'lots', (select count(*)::int from lots),
      'pairs', (select coalesce(json_agg(json_build_object(
          'seller', json_build_object('_id', ${seller.id}, 'username', ${seller.username}),
          'bidder', json_build_object('_id', ${bidder.id}, 'username', ${bidder.username},
            'isBanned', ${bidder.bannedAt} is not null),
          'lots', page.lots, 'over', page.over, 'won', page.won, 'second', page.second, 'late', page.late,
          'elsewhere', ${boughtElsewhere(since)}, 'evidence', ${evidenceOf})
          order by page.shares desc, page.lots desc, page.seller_id, page.bidder_id), '[]')
        from page join ${users} ${seller} on ${seller.id} = page.seller_id
          join ${users} ${bidder} on ${bidder.id} = page.bidder_id))::text)`;
  // The statement is within another expression, so that its columns keep the names of their tables.
  const [row] = await database.db.select({ read: sql<string>`${statement}` }).from(oneRow);
  const found = JSON.parse(row?.read ?? '{"pairs": [], "total": 0, "lots": 0}') as Found;
  return { ...found, isPartial: interests.length > 0 || found.lots >= LOTS_MOST };
};

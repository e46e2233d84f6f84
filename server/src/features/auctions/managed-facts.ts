// Reads what the staff's table shows of lots beside the auctions themselves: the actual end, the sale, copies, the payment.
import { sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { constant } from "../../platform/database/statement-text.ts";
import { prepared } from "../../platform/database/statements.ts";

interface NamedLot {
  readonly _id: string;
  readonly title: string;
}

export interface ManagedFacts {
  /** Epoch ms. Null: the lot is not over, or its end is not among its last changes. */
  readonly endedAt: number | null;
  readonly sale: (NamedLot & { readonly lotNumber: number }) | null;
  readonly relistedFrom: NamedLot | null;
  readonly relistedAs: NamedLot | null;
  readonly settlementId: string | null;
}

/** After the end come only changes of the payment, and those are few. */
const LAST_CHANGES = 50;
const hasType = (types: string) => sql.raw(`text ~ '"type": ?"(${types})"'`);

const lotOf = (alias: string, more = "") =>
  sql.raw(
    `case when ${alias}.id is not null then json_build_object('_id', ${alias}.id, 'title', ${alias}.title${more}) end`,
  );

/** The first change that closed the lot after the last one that opened it. */
const end = sql`
  select min(at) filter (where ${hasType("AuctionEnded|AuctionCancelled|AuctionSold|PurchasePaid")} and revision > opened) as at
  from (
    select *, coalesce(max(revision) filter (where ${hasType("AuctionReopened|AuctionStarted|AuctionResumed")}) over (), 0) as opened
    from (
      select e.at, e.revision, e.events::text as text from ${auctionEvents} e
      where e.auction_id = k.id and a.status in ('ended', 'cancelled', 'sold')
      order by e.revision desc limit ${constant(LAST_CHANGES)}
    ) newest
  ) changes`;

const newestCopy = sql`
  select c.id, c.title from ${relistings} q join ${auctions} c on c.id = q.auction_id and c.removed_at is null
  where q.relisted_from = k.id order by c.created_at desc limit 1`;

const newestPayment = sql`
  select id from (
    (select w.id, w.created_at from ${settlements} w where w.auction_id = k.id order by w.created_at desc limit 1)
    union all
    (select b.id, b.created_at from ${purchases} b where b.auction_id = k.id order by b.created_at desc limit 1)
  ) payments order by created_at desc limit 1`;

const factsOf = prepared((db) =>
  db
    .select({
      id: sql<string>`k.id`,
      endedAt: sql<number | null>`(extract(epoch from ended.at) * 1000)::float8`,
      sale: sql<ManagedFacts["sale"]>`${lotOf("s", ", 'lotNumber', l.lot_number")}`,
      relistedFrom: sql<NamedLot | null>`${lotOf("f")}`,
      relistedAs: sql<NamedLot | null>`${lotOf("n")}`,
      settlementId: sql<string | null>`p.id`,
    })
    .from(sql`unnest(${sql.placeholder("ids")}::uuid[]) as k(id)
      join ${auctions} a on a.id = k.id
      left join lateral (${end}) ended on true
      left join ${saleLots} l on l.auction_id = k.id left join ${sales} s on s.id = l.sale_id
      left join ${relistings} r on r.auction_id = k.id
      left join ${auctions} f on f.id = r.relisted_from and f.removed_at is null
      left join lateral (${newestCopy}) n on true
      left join lateral (${newestPayment}) p on true`)
    .prepare("facts of managed lots"),
);

export const managedFacts = async (
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ManagedFacts>> => {
  if (ids.length === 0) return new Map();
  const rows = await factsOf(database).execute({ ids: arrayLiteral(ids) });
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
};

// Reads what the staff's table shows of lots beside the auctions themselves: the actual end, the sale, copies, the payment,
// the terms of a seller's draft.
import type { Currency, Minor } from "@jara/shared/money";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isRefunded } from "../../engine/reads/outcomes.ts";
import { withCopies } from "../../engine/reads/relisted.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { auctionEvents } from "../../platform/database/schema/log.ts";
import { relistings } from "../../platform/database/schema/relistings.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { agreements, consignments, offers } from "../../platform/database/schema/sellers.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { prepared } from "../../platform/database/statements.ts";

const e = alias(auctionEvents, "e");
const c = alias(auctions, "c");
const w = alias(settlements, "w");
const b = alias(purchases, "b");
const a = alias(auctions, "a");
const l = alias(saleLots, "l");
const s = alias(sales, "s");
const r = alias(relistings, "r");
const f = alias(auctions, "f");
const t = alias(consignments, "t");
const o = alias(offers, "o");
const g = alias(agreements, "g");

interface NamedLot {
  readonly _id: string;
  readonly title: string;
}

export interface ManagedFacts {
  /** Epoch ms. Null: the lot is not over, or its end is not among its last changes. */
  readonly endedAt: number | null;
  readonly sale:
    | (NamedLot & {
        readonly lotNumber: number;
        readonly suffix: string;
        readonly isPublished: boolean;
        readonly opensAt: number | null;
      })
    | null;
  readonly relistedFrom: NamedLot | null;
  readonly relistedAs: NamedLot | null;
  readonly settlementId: string | null;
  /** True if the last sale of the lot was refunded. */
  readonly isRefunded: boolean;
  readonly terms: {
    readonly offerId: string;
    readonly agreement: {
      readonly status: "proposed" | "accepted" | "withdrawn";
      readonly startingPriceMinor: Minor;
      readonly reserveMinor: Minor | null;
      readonly currency: Currency;
    } | null;
  } | null;
}

/**
 * The number of last changes that are read. After the end only the payment changes a lot, and these changes are few.
 */
const LAST_CHANGES = 50;
const hasType = (types: string) => sql.raw(`text ~ '"type": ?"(${types})"'`);

const lotOf = (lot: Record<"id" | "title", SQLWrapper>, more = sql``): SQL =>
  sql`case when ${lot.id} is not null then json_build_object('_id', ${lot.id}, 'title', ${lot.title}${more}) end`;

/** The first change that closed the lot after the last one that opened it. */
const end = sql`
  select min(at) filter (where ${hasType("AuctionEnded|AuctionCancelled|AuctionSold|PurchasePaid")} and revision > opened) as at
  from (
    select *, coalesce(max(revision) filter (where ${hasType("AuctionReopened|AuctionStarted|AuctionResumed")}) over (), 0) as opened
    from (
      select ${e.at} as at, ${e.revision} as revision, ${e.events}::text as text from ${auctionEvents} ${e}
      where ${e.auctionId} = k.id and ${a.status} in ('ended', 'cancelled', 'sold')
      order by ${e.revision} desc limit ${sql.raw(String(LAST_CHANGES))}
    ) newest
  ) changes`;

/** Selects the lot's newest copy, or a copy of a copy if no copy of the lot itself is left. */
const newestCopy = sql`
  ${withCopies(sql`k.id`)}
  select ${c.id} as id, ${c.title} as title
  from copies join ${auctions} ${c} on ${c.id} = copies.id and ${c.removedAt} is null
  order by copies.depth, ${c.createdAt} desc limit 1`;

const newestPayment = sql`
  select id from (
    (select ${w.id}, ${w.createdAt} from ${settlements} ${w} where ${w.auctionId} = k.id order by ${w.createdAt} desc limit 1)
    union all
    (select ${b.id}, ${b.createdAt} from ${purchases} ${b} where ${b.auctionId} = k.id order by ${b.createdAt} desc limit 1)
  ) payments order by created_at desc limit 1`;

/** The newest agreement about a draft of a seller. */
const newestTerms = sql`
  select json_build_object('offerId', ${t.offerId}, 'agreement', case when ${g.id} is not null then json_build_object(
      'status', case when ${o.status} = 'declined' then 'withdrawn' when ${g.acceptedAt} is null then 'proposed' else 'accepted' end,
      'startingPriceMinor', ${g.startingPriceMinor}, 'reserveMinor', ${g.reserveMinor}, 'currency', ${g.currency}) end) as terms
  from ${consignments} ${t} join ${offers} ${o} on ${o.id} = ${t.offerId}
  left join ${agreements} ${g} on ${g.offerId} = ${t.offerId}
  where ${t.auctionId} = k.id and ${a.status} = 'draft'
  order by ${g.version} desc limit 1`;

const saleFacts = sql`, 'lotNumber', ${l.lotNumber}, 'suffix', ${l.suffix}, 'isPublished', ${s.status} = 'published',
  'opensAt', (extract(epoch from ${s.opensAt}) * 1000)::bigint`;

const factsOf = prepared((db) =>
  db
    .select({
      id: sql<string>`k.id`,
      endedAt: sql<number | null>`(extract(epoch from ended.at) * 1000)::float8`,
      sale: sql<ManagedFacts["sale"]>`${lotOf(s, saleFacts)}`,
      relistedFrom: sql<NamedLot | null>`${lotOf(f)}`,
      relistedAs: sql<NamedLot | null>`${lotOf({ id: sql`n.id`, title: sql`n.title` })}`,
      settlementId: sql<string | null>`p.id`,
      isRefunded: isRefunded({ id: sql`k.id` }),
      terms: sql<ManagedFacts["terms"]>`d.terms`,
    })
    .from(sql`unnest(${sql.placeholder("ids")}::uuid[]) as k(id)
      join ${auctions} ${a} on ${a.id} = k.id
      left join lateral (${end}) ended on true
      left join ${saleLots} ${l} on ${l.auctionId} = k.id left join ${sales} ${s} on ${s.id} = ${l.saleId}
      left join ${relistings} ${r} on ${r.auctionId} = k.id
      left join ${auctions} ${f} on ${f.id} = ${r.relistedFrom} and ${f.removedAt} is null
      left join lateral (${newestCopy}) n on true
      left join lateral (${newestPayment}) p on true
      left join lateral (${newestTerms}) d on true`)
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

// Reads a report: lots, bidders, revenue and defaults by week or by sale, in one statement, so that the rows and their sum
// are of one moment. docs/reports.md defines each figure. Payments and penalties are those of the takings.

import type { ExchangeRates } from "@jara/shared/money";
import { REPORT_ROWS_MAX, type Report, type ReportGroup, type ReportRow } from "@jara/shared/rest/reports";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { alias } from "drizzle-orm/pg-core";
import type { postingCauses } from "../../auction/settlement/postings.ts";
import { interestsOf, notAmong } from "../../engine/reads/interests.ts";
import { outcome } from "../../engine/reads/outcomes.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { payments, purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { isoOf } from "../../platform/database/statement-text.ts";
import { endOfLagosDay, startOfLagosDay } from "../../platform/lib/lagos-time.ts";
import { figuresOf, nothing, type Sums } from "./figures.ts";
import { weeksOf } from "./weeks.ts";

const l = alias(saleLots, "l");
const a = alias(auctions, "a");
const w = alias(settlements, "w");
const p = alias(purchases, "p");
const b = alias(bids, "b");
const s = alias(sales, "s");

/** Days in Lagos, both inclusive. */
export interface ReportScope {
  readonly from: string;
  readonly to: string;
  readonly by: ReportGroup;
}

export const readReport = async (
  database: Database,
  { from, to, by }: ReportScope,
  readerId: string,
  rates: ExchangeRates,
): Promise<Report> => {
  const interests = [...(await interestsOf(database, readerId))];
  const { at, sums } = await readSums(database, { from, to, by }, interests);
  const rows = sums
    .filter(({ isTotal }) => !isTotal)
    .map((one) => ({ key: one.key, title: one.title, closesAt: one.closesAt, ...figuresOf(one, rates) }));
  const shown = by === "week" ? everyWeek({ from, to }, rows) : rows.slice(0, REPORT_ROWS_MAX);
  return {
    from,
    to,
    by,
    at,
    isPartial: interests.length > 0,
    rows: shown,
    left: by === "week" ? 0 : rows.length - shown.length,
    total: figuresOf(sums.find(({ isTotal }) => isTotal) ?? nothing, rates),
  };
};

const empty = figuresOf(nothing, { NGN_TO_USD: 0, USD_TO_NGN: 0 });

const everyWeek = (days: Pick<ReportScope, "from" | "to">, rows: readonly ReportRow[]): ReportRow[] => {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return weeksOf(days).map((key) => byKey.get(key) ?? { key, title: null, closesAt: null, ...empty });
};

/** The conditions with which the statement's parts choose the rows of a scope. */
interface Choice {
  /** The start of the first day. */
  readonly start: SQL;
  /** True for a time within the scope. */
  readonly isIn: (time: SQLWrapper) => SQL;
  /** True for a lot in which the reader has no interest. */
  readonly elsewhere: (auctionId: SQLWrapper) => SQL;
  /** The row of something that happened at a time on a lot. */
  readonly keyOf: (time: SQLWrapper, auctionId: SQLWrapper) => SQL;
}

const choiceOf = (scope: ReportScope, interests: readonly string[]): Choice => {
  const start = timeOf(startOfLagosDay(scope.from));
  const end = timeOf(endOfLagosDay(scope.to));
  return {
    start,
    isIn: (time) => sql`${time} >= ${start} and ${time} < ${end}`,
    elsewhere: (auctionId) => notAmong(auctionId, interests) ?? sql`true`,
    keyOf: (time, auctionId) =>
      scope.by === "week"
        ? sql`to_char(date_trunc('week', ${time} at time zone 'Africa/Lagos'), 'YYYY-MM-DD')`
        : sql`coalesce((select ${l.saleId}::text from ${saleLots} ${l} where ${l.auctionId} = ${auctionId}), '')`,
  };
};

const moneyColumns = [
  "received",
  "reversed",
  "defaults",
  "kept",
  "returned",
  "deposits",
  "depositsBack",
  "refunds",
] as const;
type MoneyColumn = (typeof moneyColumns)[number];
const named = (column: MoneyColumn): SQL => sql.raw(`"${column}"`);
/** All columns of a movement; those without a value are 0. */
const columnsOf = (values: { readonly [C in MoneyColumn]?: SQL }): SQL =>
  sql.join(
    moneyColumns.map((column) => sql`${values[column] ?? sql`0`} as ${named(column)}`),
    sql`, `,
  );
type PostingCause = (typeof postingCauses)[number];

/** Movements of money, each in a row of its own, so that joined parts never multiply each other. */
const moneyMoves = ({ isIn, elsewhere, keyOf }: Choice): SQL => {
  const moved = (table: SQLWrapper, time: PgColumn, auctionId: PgColumn, values: SQL, more: SQL): SQL =>
    sql`select ${keyOf(time, auctionId)} as key, ${values} from ${table} where ${isIn(time)} and ${elsewhere(auctionId)} ${more}`;
  const { amountMinor: moneyOfEntry, cause } = ledgerEntries;
  const ifCause = (...causes: PostingCause[]): SQL =>
    sql`case when ${cause} in (${sql.raw(causes.map((one) => `'${one}'`).join(", "))}) then ${moneyOfEntry} else 0 end`;
  const forfeited = (table: typeof settlements | typeof purchases): SQL =>
    moved(
      table,
      table.closedAt,
      table.auctionId,
      columnsOf({ defaults: sql`1` }),
      sql`and ${table.status} = 'forfeited'`,
    );
  const amount = sql`${payments.ngnMinor}`;
  return sql.join(
    [
      moved(payments, payments.createdAt, payments.auctionId, columnsOf({ received: amount }), sql``),
      moved(payments, payments.reversedAt, payments.auctionId, columnsOf({ reversed: amount }), sql``),
      moved(
        ledgerEntries,
        ledgerEntries.createdAt,
        ledgerEntries.auctionId,
        columnsOf({
          kept: sql`-(${ifCause("win-forfeit", "buy-it-now-forfeit")})`,
          returned: ifCause("forfeit-return"),
          deposits: sql`-(${ifCause("win-deposit", "purchase-deposit")})`,
          depositsBack: ifCause("deposit-return"),
          refunds: ifCause("payment-return"),
        }),
        sql`and ${cause} in ('win-forfeit', 'buy-it-now-forfeit', 'forfeit-return', 'win-deposit', 'purchase-deposit',
          'deposit-return', 'payment-return')`,
      ),
      forfeited(settlements),
      forfeited(purchases),
    ],
    sql` union all `,
  );
};

/** The lots that were over within the scope, each in its row, and their sums. */
const lotParts = ({
  start,
  isIn,
  elsewhere,
  keyOf,
}: Choice): SQL => sql`-- The status comes first, so that the index of statuses and ends serves.
    over as materialized (
      select ${a.id} as id, ${a.currency}, ${a.bidCount} as bid_count, ${outcome(a)} = 'sold' as is_sold,
        win.amount_minor as win_minor, win.premium_minor, win.vat_minor,
        buy.price_minor as buy_minor, buy.fee_minor,
        least(${a.endsAt}, coalesce(first_win.created_at, buy.closed_at, ${a.updatedAt})) as ended_at
      from ${auctions} ${a}
      left join lateral (select ${w.amountMinor} as amount_minor, ${w.premiumMinor} as premium_minor,
          ${w.vatMinor} as vat_minor from ${settlements} ${w}
        where ${w.auctionId} = ${a.id} and ${w.status} in ('open', 'paid') order by ${w.createdAt} desc limit 1) win on true
      left join lateral (select ${w.createdAt} as created_at from ${settlements} ${w}
        where ${w.auctionId} = ${a.id} and ${w.status} <> 'void' order by ${w.createdAt} limit 1) first_win on true
      left join lateral (select ${p.priceMinor} as price_minor, ${p.feeMinor} as fee_minor, ${p.closedAt} as closed_at
      from ${purchases} ${p}
        where ${p.auctionId} = ${a.id} and ${p.status} = 'paid' order by ${p.createdAt} desc limit 1) buy on true
      where ${a.status} in ('ended', 'sold') and ${a.endsAt} >= ${start} and ${a.updatedAt} >= ${start} and ${a.removedAt} is null
        and ${elsewhere(a.id)}
    ),
    lots as materialized (select over.*, ${keyOf(sql`over.ended_at`, sql`over.id`)} as key from over where ${isIn(sql`over.ended_at`)}),
    lot_sums as (
      select key, grouping(key) = 1 as is_total, count(*)::int as lots,
        (count(*) filter (where is_sold))::int as sold, sum(bid_count)::int as bids,
        sum(coalesce(win_minor, buy_minor, 0)) filter (where currency = 'NGN') as hammer_ngn,
        sum(coalesce(win_minor, buy_minor, 0)) filter (where currency = 'USD') as hammer_usd,
        sum(fee_minor) filter (where win_minor is null and currency = 'NGN') as fees_ngn,
        sum(fee_minor) filter (where win_minor is null and currency = 'USD') as fees_usd,
        sum(premium_minor) filter (where currency = 'NGN') as premium_ngn,
        sum(premium_minor) filter (where currency = 'USD') as premium_usd,
        sum(vat_minor) filter (where currency = 'NGN') as vat_ngn,
        sum(vat_minor) filter (where currency = 'USD') as vat_usd,
        max(ended_at) as last_at
      from lots group by grouping sets ((key), ())
    ),`;

/** The people who bid on those lots. */
const bidderParts = sql`bidders as materialized (
      select distinct lots.key, ${b.bidderId} from lots join ${bids} ${b} on ${b.auctionId} = lots.id where ${b.voidedAt} is null
    ),
    -- The row of the lot of each person's first bid ever; null if that lot is in no row.
    firsts as materialized (
      select people.bidder_id, lots.key
      from (select distinct bidder_id from bidders) people
      cross join lateral (select ${b.auctionId} as auction_id from ${bids} ${b}
      where ${b.bidderId} = people.bidder_id and ${b.voidedAt} is null
        order by ${b.createdAt}, ${b.auctionId} limit 1) first
      left join lots on lots.id = first.auction_id
    ),
    bidder_sums as (
      select bidders.key, grouping(bidders.key) = 1 as is_total, count(distinct bidders.bidder_id)::int as bidders,
        (count(distinct bidders.bidder_id) filter (where firsts.key = bidders.key))::int as new_bidders
      from bidders join firsts on firsts.bidder_id = bidders.bidder_id group by grouping sets ((bidders.key), ())
    ),`;

/** Payments, reversals, defaults and penalties. */
const moneyParts = (choice: Choice): SQL => sql`money as (${moneyMoves(choice)}),
    money_sums as (
      select key, grouping(key) = 1 as is_total,
        ${sql.join(
          moneyColumns.map((column) => sql`coalesce(sum(${named(column)}), 0)::float8 as ${named(column)}`),
          sql`, `,
        )}
      from money group by grouping sets ((key), ())
    ),`;

/** The rows of the report with their sums, and the row of all of them. */
const listedParts = sql`keys as (
      select key, is_total from lot_sums union select key, is_total from money_sums
    ),
    listed as (
      select coalesce(k.key, '') as key, k.is_total as "isTotal", ${s.title},
        case when ${s.id} is not null then ${isoOf(sql`${s.closesAt}`)} end as "closesAt",
        coalesce(l.lots, 0) as lots, coalesce(l.sold, 0) as sold, coalesce(l.bids, 0) as bids,
        coalesce(b.bidders, 0) as bidders, coalesce(b.new_bidders, 0) as "newBidders",
        coalesce(l.hammer_ngn, 0)::float8 as "hammerNgn", coalesce(l.hammer_usd, 0)::float8 as "hammerUsd",
        coalesce(l.fees_ngn, 0)::float8 as "feesNgn", coalesce(l.fees_usd, 0)::float8 as "feesUsd",
        coalesce(l.premium_ngn, 0)::float8 as "premiumNgn", coalesce(l.premium_usd, 0)::float8 as "premiumUsd",
        coalesce(l.vat_ngn, 0)::float8 as "vatNgn", coalesce(l.vat_usd, 0)::float8 as "vatUsd",
        coalesce(m.received, 0)::float8 as received, coalesce(m.reversed, 0)::float8 as reversed,
        coalesce(m.defaults, 0)::int as defaults, coalesce(m.kept, 0)::float8 as "penaltiesKept",
        coalesce(m.returned, 0)::float8 as "penaltiesReturned", coalesce(m.deposits, 0)::float8 as "depositsTaken",
        coalesce(m."depositsBack", 0)::float8 as "depositsReturned", coalesce(m.refunds, 0)::float8 as refunds
      from keys k
      left join lot_sums l on l.is_total = k.is_total and l.key is not distinct from k.key
      left join bidder_sums b on b.is_total = k.is_total and b.key is not distinct from k.key
      left join money_sums m on m.is_total = k.is_total and m.key is not distinct from k.key
      left join ${sales} ${s} on ${s.id}::text = k.key
      order by k.is_total, l.last_at desc nulls last, k.key
    )`;

const readSums = async (
  { db }: Database,
  scope: ReportScope,
  interests: readonly string[],
): Promise<{ at: string; sums: Sums[] }> => {
  const choice = choiceOf(scope, interests);
  // SQL, because Drizzle's builder has no grouping sets, and the lots must be collected only once.
  const [row] = await db.execute<{ read: string }>(sql`
    with clock as materialized (select clock_now() as at),
    ${lotParts(choice)}
    ${bidderParts}
    ${moneyParts(choice)}
    ${listedParts}
    select json_build_object('at', (select ${isoOf(sql`at`)} from clock),
      'sums', (select coalesce(json_agg(listed), '[]') from listed))::text as read`);
  if (!row) throw new Error("the report has no row");
  return JSON.parse(row.read) as { at: string; sums: Sums[] };
};

const timeOf = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

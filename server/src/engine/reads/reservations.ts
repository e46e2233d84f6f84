// Reads what people have bound on open auctions. With `BALANCE_RULE=hold` their bids cannot use this money again; a
// withdrawal never can. The amount is not stored: it follows from the auctions that they lead and from their maxima, as
// `boundOn` in auction/settlement/reservations.ts says for one auction.
import { REQUIRED_BALANCE_PERCENT } from "@jara/shared/bidding-rules";
import type { Currency, ExchangeRates, Minor } from "@jara/shared/money";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type BalanceRule, type Bounds, noBounds, reservedBy } from "../../auction/settlement/reservations.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctionSearch, auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { holds } from "../../platform/database/schema/money.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder, prepared } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";

const a = alias(auctions, "a");
const m = alias(maxBids, "m");

const oldest = (status: "active" | "paused"): SQL =>
  sql`(select min(${auctionSearch.createdAt}) from ${auctionSearch} where ${hasValue(auctionSearch.status, status)})`;

/**
 * The open auctions that bind the person, with currency and amount. A person who leads has a bid, and the index of bids
 * by bidder finds the bids that are not older than the oldest open auction.
 */
const boundAuctions = (userId: SQLWrapper | string): SQL => sql`
  select ${a.id} as id, ${a.currency} as currency,
    greatest(case when ${a.leaderId} = ${userId} then ${a.priceMinor} end, ${m.amountMinor}) as amount
  from (
    select ${maxBids.auctionId} as id from ${maxBids} where ${maxBids.userId} = ${userId} and not ${maxBids.cancelled}
    union
    select ${bids.auctionId} from ${bids} where ${bids.bidderId} = ${userId} and ${bids.voidedAt} is null
      and ${bids.createdAt} >= least(${oldest("active")}, ${oldest("paused")})
  ) own
  join ${auctions} ${a} on ${a.id} = own.id and ${a.status} in ('active', 'paused') and ${a.removedAt} is null
  left join ${maxBids} ${m} on ${m.auctionId} = ${a.id} and ${m.userId} = ${userId} and not ${m.cancelled}
  where ${a.leaderId} = ${userId} or ${m.id} is not null`;

type BoundRow = readonly [auctionId: string, currency: Currency, amountMinor: Minor];

/** A column of a result. `toBounds` reads it. */
export const boundsOf = (userId: SQLWrapper): SQL<readonly BoundRow[] | null> =>
  sql`(select json_agg(json_build_array(b.id, b.currency, b.amount)) from (${boundAuctions(userId)}) b)`;

export const toBounds = (rows: readonly BoundRow[] | null): Bounds =>
  rows ? new Map(rows.map(([auctionId, currency, amountMinor]) => [auctionId, { currency, amountMinor }])) : noBounds;

export const holdRevisionOf = (userId: SQLWrapper): SQL<number> =>
  sql`coalesce((select ${holds.revision} from ${holds} where ${holds.userId} = ${userId}), 0)`;

/**
 * NGN kobo that a person has bound, as an expression for a statement, with dollars at this rate. As in `reservedBy`,
 * each auction's share is rounded up.
 */
export const reservedOf = (userId: SQLWrapper | string, nairaForDollar: number): SQL<number> =>
  sql`coalesce((
  select sum(ceil(round(b.amount * case b.currency when 'USD' then ${nairaForDollar}::float8::numeric else 1 end
    * ${REQUIRED_BALANCE_PERCENT}::int / 100, 4))) from (${boundAuctions(userId)}) b), 0)::bigint`;

const boundsByUser = prepared((db) =>
  db
    .select({ id: users.id, bounds: boundsOf(users.id) })
    .from(users)
    .where(isAnyOfPlaceholder(users.id, "ids"))
    .prepare("bounds of users"),
);

/** The amounts that the person has bound on open auctions. */
export const boundsOfUser = async (database: Database, userId: string): Promise<Bounds> => {
  const [row] = await boundsByUser(database).execute({ ids: arrayLiteral([userId]) });
  return toBounds(row?.bounds ?? null);
};

/** Reads what people have bound. Where bids reserve nothing it reads nothing and returns an empty map. */
export type ReadReserved = (userIds: readonly string[]) => Promise<ReadonlyMap<string, Minor>>;

export const createReadReserved = (database: Database, rule: BalanceRule, rates: () => ExchangeRates): ReadReserved => {
  const nothing: ReadonlyMap<string, Minor> = new Map();
  return rule === "check" ? async () => nothing : (userIds) => reservedOfAll(database, userIds, rates());
};

/** NGN kobo that each of these people has bound. */
export const reservedOfAll = async (
  database: Database,
  userIds: readonly string[],
  rates: ExchangeRates,
): Promise<Map<string, Minor>> => {
  const rows = await boundsByUser(database).execute({ ids: arrayLiteral(userIds.filter(isUuid)) });
  return new Map(rows.map(({ id, bounds }) => [id, reservedBy(toBounds(bounds), null, rates)]));
};

// Reads the bidders of a sale for the staff: who bid, bought or asked to be approved, with their numbers, what they lead, won,
// paid and owe. It reads recorded bids alone, so that nobody learns of a maximum that has not bid.
import { approvalInForce } from "@jara/shared/bidding-requirements";
import {
  asMinor,
  type Currency,
  currencies,
  type ExchangeRates,
  type Minor,
  toMajor,
  toMinor,
} from "@jara/shared/money";
import { may, type Role } from "@jara/shared/permissions";
import type { SaleBidder } from "@jara/shared/rest/sale-bidders";
import type { Settlement } from "@jara/shared/rest/settlements";
import { and, eq, isNull, not, or, sql } from "drizzle-orm";
import { interestsOf } from "../../../engine/reads/interests.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { bids } from "../../../platform/database/schema/bids.ts";
import { saleLots, sales } from "../../../platform/database/schema/sales.ts";
import { bidderApprovals } from "../../../platform/database/schema/who-may-bid.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { lagosDay } from "../../../platform/lib/lagos-time.ts";
import { numbersOfBidders } from "../bidder-numbers.ts";
import { invoiceNumbersOfSale } from "../invoices/queries.ts";
import { settlementsInParts } from "../queries.ts";
import { received } from "./result-columns.ts";

interface Asked {
  readonly saleId: string;
  readonly reader: { readonly id: string; readonly role: Role };
  readonly rates: ExchangeRates;
}

interface SaleWithBidders {
  readonly sale: { readonly _id: string; readonly title: string };
  /** The day in Lagos on which the first lot closes. */
  readonly day: string;
  /** In no particular order. */
  readonly bidders: readonly SaleBidder[];
}

/** Returns null if there is no such sale. Leaves out the lots in which the reader has an interest. */
export const biddersOfSale = async (database: Database, asked: Asked): Promise<SaleWithBidders | null> => {
  const { saleId, reader } = asked;
  if (!isUuid(saleId)) return null;
  const { id: _id, title, closesAt } = sales;
  const [sale] = await database.db.select({ _id, title, closesAt }).from(sales).where(eq(sales.id, saleId));
  if (!sale) return null;
  const exceptIds = [...(await interestsOf(database, reader.id))];
  const [readsBids, approves] = [may(reader.role, "bids:read"), may(reader.role, "bidders:approve")];
  const [numbers, activity, bought, invoices, asking] = await Promise.all([
    numbersOfBidders(database, saleId),
    readsBids ? bidsBy(database, saleId, exceptIds) : null,
    boughtBy(database, asked),
    invoiceNumbersOfSale(database, saleId, exceptIds),
    approves ? askedIn(database, saleId) : [],
  ]);
  const ids = [...new Set([...(activity?.keys() ?? []), ...bought.keys(), ...asking])];
  const people = await peopleOf(database, ids);
  const approvals = approves ? await approvalsOf(database, saleId, ids) : null;
  const bidders = people.map((user): SaleBidder => {
    const { sums, ...counts } = bought.get(user._id) ?? nothing;
    return {
      user,
      number: numbers.get(user._id) ?? null,
      ...(activity && { bids: activity.get(user._id) ?? { lots: 0, leads: 0 } }),
      ...(approvals && { approval: approvals.get(user._id) ?? null }),
      ...counts,
      sums: sums.map(({ currency, hammer, total, paid, owed }) => ({
        currency,
        hammer: toMajor(hammer),
        total: toMajor(total),
        paid: toMajor(paid),
        owed: toMajor(owed),
      })),
      invoices: invoices.get(user._id) ?? [],
    };
  });
  return { sale: { _id: sale._id, title: sale.title }, day: lagosDay(sale.closesAt), bidders };
};

const peopleOf = async ({ db }: Database, ids: readonly string[]): Promise<SaleBidder["user"][]> => {
  const { id: _id, username, email, firstName, lastName, phone } = users;
  return db.select({ _id, username, email, firstName, lastName, phone }).from(users).where(isAnyOf(users.id, ids));
};

/**
 * Returns everybody who has a bid on a lot of the sale, even a voided one: on how many lots their bids count, and how many
 * lots they lead.
 */
const bidsBy = async ({ db }: Database, saleId: string, exceptIds: readonly string[]) => {
  const isLed = sql`${auctions.leaderId} = ${bids.bidderId} and ${auctions.status} in ('active', 'paused')`;
  const lotsWhere = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(distinct ${auctions.id}) filter (where ${condition})`.mapWith(Number);
  const rows = await db
    .select({
      personId: bids.bidderId,
      lots: lotsWhere(sql`${bids.voidedAt} is null`),
      leads: lotsWhere(isLed),
    })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .innerJoin(bids, eq(bids.auctionId, saleLots.auctionId))
    .where(and(eq(saleLots.saleId, saleId), not(isAnyOf(saleLots.auctionId, exceptIds))))
    .groupBy(bids.bidderId);
  return new Map(rows.map(({ personId, ...counts }) => [personId, counts]));
};

interface Sum {
  readonly currency: Currency;
  readonly hammer: Minor;
  readonly total: Minor;
  /** With the deposits. */
  readonly paid: Minor;
  readonly owed: Minor;
}
interface Bought extends Pick<SaleBidder, "won" | "handedOver" | "refunded"> {
  readonly sums: readonly Sum[];
}
const nothing: Bought = { won: 0, handedOver: 0, refunded: 0, sums: [] };

const READ_AT_ONCE = 500;

/** Returns the lots that each person has, is to pay for or was refunded, by the person's id. */
const boughtBy = async (database: Database, { saleId, reader, rates }: Asked): Promise<Map<string, Bought>> => {
  const bought = new Map<string, Bought>();
  const filter = { sale: saleId, adminId: reader.id };
  for await (const part of settlementsInParts(database, filter, READ_AT_ONCE, rates)) {
    for (const one of part) {
      const before = bought.get(one.buyer._id) ?? nothing;
      if (one.status === "open" || one.status === "paid") bought.set(one.buyer._id, withLot(before, one));
      if (one.status === "refunded") bought.set(one.buyer._id, { ...before, refunded: before.refunded + 1 });
    }
  }
  return bought;
};

const withLot = (before: Bought, lot: Settlement): Bought => ({
  ...before,
  won: before.won + 1,
  handedOver: before.handedOver + (lot.pickup?.status === "handed-over" ? 1 : 0),
  sums: added(before.sums, lot),
});

const added = (sums: readonly Sum[], lot: Settlement): Sum[] => {
  const { currency } = lot.auction;
  const of = (one: Currency) => sums.filter((sum) => sum.currency === one);
  const [before] = of(currency);
  const plus = (minor: Minor | undefined, amount: number) => asMinor((minor ?? 0) + toMinor(amount));
  const now: Sum = {
    currency,
    hammer: plus(before?.hammer, lot.price),
    total: plus(before?.total, lot.total),
    paid: plus(before?.paid, received(lot)),
    owed: plus(before?.owed, lot.remaining),
  };
  return currencies.flatMap((one) => (one === currency ? [now] : of(one)));
};

/** Returns the people who asked to be approved for this sale alone, or about whom staff decided for it. */
const askedIn = async ({ db }: Database, saleId: string): Promise<string[]> => {
  const { userId } = bidderApprovals;
  const rows = await db.select({ userId }).from(bidderApprovals).where(eq(bidderApprovals.saleId, saleId));
  return rows.map((row) => row.userId);
};

const approvalsOf = async ({ db }: Database, saleId: string, ids: readonly string[]) => {
  const { userId, saleId: of, status, limitMinor } = bidderApprovals;
  const rows = await db
    .select({ userId, of, status, limitMinor })
    .from(bidderApprovals)
    .where(and(isAnyOf(userId, ids), or(isNull(of), eq(of, saleId))));
  return new Map(
    ids.flatMap((id): [string, NonNullable<SaleBidder["approval"]>][] => {
      const own = rows.filter((row) => row.userId === id);
      const inForce = approvalInForce({
        site: own.find((row) => row.of === null) ?? null,
        sale: own.find((row) => row.of !== null) ?? null,
      });
      if (!inForce) return [];
      const { status, limitMinor } = inForce;
      return [[id, { status, limit: limitMinor === null ? null : toMajor(limitMinor) }]];
    }),
  );
};

// Reads what belongs to one settlement, and how one person paid for what they won.
import type { ExchangeRates, Minor } from "@jara/shared/money";
import { toMajor } from "@jara/shared/money";
import { BUY_IT_NOW_PAYMENT_MS, rulesOf, type StoredRules, toLotRules } from "@jara/shared/payment-rules";
import type {
  PayerRecord,
  Settlement,
  SettlementAction,
  SettlementDetails,
  SettlementOffer,
} from "@jara/shared/rest/settlements";
import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn, unionAll } from "drizzle-orm/pg-core";
import { dueAgainAt } from "../../auction/settlement/reversals.ts";
import { interestsOf } from "../../engine/reads/interests.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { publicHolidays, purchases, secondChances, settlements } from "../../platform/database/schema/settlements.ts";
import { readNow } from "../../platform/database/statements.ts";
import { iso, isoOrNull } from "./owed-view.ts";
import { paidTogether, toPayment } from "./payment-rows.ts";
import { settlementsByIds } from "./queries.ts";
import { paymentsOfSettlement } from "./takings.ts";

const actor = alias(users, "actor");

/** The seller of the settlement's lot; null for a lot of the house, and for a sale that is over. */
export type SellerOf = (settlementId: string) => Promise<NonNullable<SettlementDetails["seller"]> | null>;

export const detailsOf = async (
  database: Database,
  settlement: Settlement,
  { sellerOf, readerId }: { readonly sellerOf: SellerOf; readonly readerId: string },
): Promise<Omit<SettlementDetails, "approvals">> => {
  const [payments, together, offers, actions, seller, dueAgainAt] = await Promise.all([
    paymentsOfSettlement(database, settlement._id),
    interestsOf(database, readerId).then((interests) => paidTogether(database, settlement._id, interests)),
    offersAfter(database, settlement),
    actionsOn(database, settlement),
    sellerOf(settlement._id),
    dueAgainIf(database, settlement),
  ]);
  return {
    settlement,
    payments: payments.map((row) => ({ ...toPayment(row), ...together.get(row.id) })),
    offers,
    actions,
    ...(seller && { seller }),
    ...(dueAgainAt !== null && { dueAgainAt: iso(dueAgainAt) }),
  };
};

/** Epoch ms: the deadline if the win were due again now; null if a reversal leaves the deadline as it is, or there is none. */
const dueAgainIf = async ({ db }: Database, { _id, kind, status }: Settlement): Promise<number | null> => {
  if (status !== "paid" && (status !== "forfeited" || kind !== "win")) return null;
  const now = await readNow(db);
  if (kind !== "win") return now + BUY_IT_NOW_PAYMENT_MS;
  const [[win], days] = await Promise.all([
    db
      .select({ dueAt: settlements.dueAt, rules: sql<StoredRules | null>`${auctions.rules}` })
      .from(settlements)
      .innerJoin(auctions, eq(auctions.id, settlements.auctionId))
      .where(eq(settlements.id, _id)),
    db.select({ date: publicHolidays.date }).from(publicHolidays),
  ]);
  if (!win) return null;
  const holidays = new Set(days.map(({ date }) => date));
  return dueAgainAt(win, rulesOf({ rules: win.rules && toLotRules(win.rules) }), { holidays }, now);
};

/** A purchase has no offers, because offers of its lot belong to the win after it. */
const offersAfter = async ({ db }: Database, settlement: Settlement): Promise<SettlementOffer[]> => {
  if (settlement.kind !== "win") return [];
  const rows = await db
    .select({
      id: secondChances.id,
      person: { _id: users.id, username: users.username },
      priceMinor: sql<Minor>`${secondChances.priceMinor}::float8`,
      status: secondChances.status,
      createdAt: secondChances.createdAt,
      expiresAt: secondChances.expiresAt,
      closedAt: secondChances.closedAt,
    })
    .from(secondChances)
    .innerJoin(users, eq(users.id, secondChances.personId))
    .where(
      and(
        eq(secondChances.auctionId, settlement.auction._id),
        sql`${secondChances.createdAt} >= ${settlement.createdAt}::timestamptz`,
      ),
    )
    .orderBy(desc(secondChances.createdAt), secondChances.id);
  return rows.map(({ id, person, priceMinor, status, createdAt, expiresAt, closedAt }) => ({
    _id: id,
    person,
    price: toMajor(priceMinor),
    status,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    closedAt: isoOrNull(closedAt),
  }));
};

/** The auction's actions that name this settlement in their details. */
const actionsOn = async ({ db }: Database, { _id, auction }: Settlement): Promise<SettlementAction[]> => {
  const detail = (name: string): SQL => sql`${adminActions.details} ->> ${name}::text`;
  const rows = await db
    .select({
      at: adminActions.at,
      action: adminActions.action,
      reason: sql<string | null>`coalesce(${detail("reason")}, ${detail("note")})`,
      actorId: actor.id,
      actorName: actor.username,
    })
    .from(adminActions)
    .leftJoin(actor, eq(actor.id, adminActions.actorId))
    .where(
      and(
        eq(adminActions.auctionId, auction._id),
        or(sql`${detail("settlementId")} = ${_id}`, sql`${detail("purchaseId")} = ${_id}`),
      ),
    )
    .orderBy(desc(adminActions.at), adminActions.id);
  return rows.map(({ at, action, reason, actorId, actorName }) => ({
    at: iso(at),
    action,
    reason: reason || null,
    by: actorId === null ? null : { _id: actorId, username: actorName ?? "" },
  }));
};

/** The newest wins and purchases of a person that their record shows. */
const SHOWN = 50;

export const payerRecordOf = async (
  database: Database,
  userId: string,
  adminId: string,
  { rates, maxUnpaidWins }: { readonly rates: ExchangeRates; readonly maxUnpaidWins: number },
): Promise<{ record: PayerRecord; settlements: Settlement[] }> => {
  const { db } = database;
  const { status, pardonedAt, winnerId } = settlements;
  const count = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`;
  const [counts] = await db
    .select({
      open: count(sql`${status} = 'open'`),
      paid: count(sql`${status} = 'paid'`),
      unpaid: count(sql`${status} = 'forfeited' and ${pardonedAt} is null`),
      pardoned: count(sql`${status} = 'forfeited' and ${pardonedAt} is not null`),
      waived: count(sql`${status} = 'waived'`),
    })
    .from(settlements)
    .where(eq(winnerId, userId));
  const interests = await interestsOf(database, adminId);
  const newest = await newestOf(database, userId, interests);
  const { open = 0, paid = 0, unpaid = 0, pardoned = 0, waived = 0 } = counts ?? {};
  const shown = new Map((await settlementsByIds(database, newest, rates)).map((one) => [one._id, one]));
  return {
    record: { open, paid, unpaid, pardoned, waived, maxUnpaidWins, isBiddingSuspended: unpaid >= maxUnpaidWins },
    settlements: newest.flatMap((id) => shown.get(id) ?? []),
  };
};

const newestOf = async ({ db }: Database, userId: string, interests: ReadonlySet<string>): Promise<string[]> => {
  const elsewhere = (auctionId: PgColumn): SQL | undefined =>
    interests.size === 0 ? undefined : sql`${auctionId} <> all (${arrayLiteral([...interests])}::uuid[])`;
  const rows = await unionAll(
    db
      .select({ id: settlements.id, createdAt: settlements.createdAt })
      .from(settlements)
      .where(and(eq(settlements.winnerId, userId), elsewhere(settlements.auctionId))),
    db
      .select({ id: purchases.id, createdAt: purchases.createdAt })
      .from(purchases)
      .where(and(eq(purchases.buyerId, userId), elsewhere(purchases.auctionId))),
  )
    .orderBy(sql`created_at desc`, sql`id`)
    .limit(SHOWN);
  return rows.map(({ id }) => id);
};

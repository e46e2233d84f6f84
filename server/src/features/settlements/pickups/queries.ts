// Reads what buyers have to collect, and stores their slots. A slot is counted and chosen under one lock, so that of two
// buyers who want the last place exactly one gets it.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type Currency, currencies, type ExchangeRates, toMajor, toMinor } from "@jara/shared/money";
import { inNaturalOrder } from "@jara/shared/natural-order";
import {
  type ChoosePickupBody,
  type ComingBuyer,
  PICKUP_DAYS_MAX,
  type Pickup,
  type PickupSlot,
  READY_LOTS_MAX,
  type ReadyBuyer,
} from "@jara/shared/rest/pickups";
import { PICKUP_NOTICE_HOURS } from "@jara/shared/sale-limits";
import { lotNumberText, numberedTitle } from "@jara/shared/sale-order";
import {
  and,
  asc,
  countDistinct,
  eq,
  exists,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { interestsOf } from "../../../engine/reads/interests.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { chosenPickups } from "../../../platform/database/schema/pickups.ts";
import { saleLots, sales } from "../../../platform/database/schema/sales.ts";
import { publicHolidays } from "../../../platform/database/schema/settlements.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { isAnyOf, readNow } from "../../../platform/database/statements.ts";
import { endOfLagosDay, lagosDay, startOfLagosDay } from "../../../platform/lib/lagos-time.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { numbersOfBidders } from "../bidder-numbers.ts";
import { owedIn } from "../owed.ts";
import { iso } from "../owed-view.ts";
import { settlementsByIds } from "../queries.ts";
import { type ChosenSlot, isFull, slotsIn, type UsualPickups, usualTimes } from "./slots.ts";

const NOTICE_MS = PICKUP_NOTICE_HOURS * 3_600_000;

const { buyerId, saleId, startsAt, endsAt, place, chosenAt } = chosenPickups;
const slot = { startsAt, endsAt, place };
const slotOf = (one: Omit<ChosenSlot, "buyerId">): PickupSlot => ({
  startsAt: iso(one.startsAt),
  endsAt: iso(one.endsAt),
  place: one.place,
});

type Owed = ReturnType<typeof owedIn>;
const isPaid = (owed: Owed): SQL => sql`${owed.status} = 'paid'`;
const isOfChoice = (owed: Owed): SQL | undefined =>
  and(eq(owed.buyerId, buyerId), sql`${saleLots.saleId} is not distinct from ${saleId}`);

/** True if a lot is still to be collected that was paid when the slot was chosen. */
const isCounted = (db: Db): SQL => {
  const owed = owedIn(db);
  return exists(
    db
      .select({ one: sql`1` })
      .from(owed)
      .leftJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
      .where(and(isOfChoice(owed), isPaid(owed), isNull(owed.handedOverAt), lte(owed.closedAt, chosenAt))),
  );
};

/** The slots of the buyers of a sale who still come, by the buyer's id. */
export const slotsOfSale = async ({ db }: Database, ofSaleId: string): Promise<Map<string, PickupSlot>> => {
  const rows = await db
    .select({ buyerId, ...slot })
    .from(chosenPickups)
    .where(and(eq(saleId, ofSaleId), isCounted(db)));
  return new Map(rows.map((row) => [row.buyerId, slotOf(row)]));
};

/** The paid lots of the buyer that were not handed over. Rows from before there were pickups have no code. */
const lotsToCollect = (db: Db, ofBuyerId: string) => {
  const owed = owedIn(db, { buyerId: ofBuyerId });
  const { lotNumber, suffix } = saleLots;
  return db
    .select({
      id: owed.id,
      auction: { _id: auctions.id, title: auctions.title },
      sale: { _id: sales.id, title: sales.title, pickups: sales.pickups },
      lotNumber,
      suffix,
      code: owed.pickupCode,
      readyAt: owed.readyAt,
      paidAt: owed.closedAt,
    })
    .from(owed)
    .innerJoin(auctions, eq(auctions.id, owed.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .where(and(isPaid(owed), isNull(owed.handedOverAt), isNotNull(owed.pickupCode)))
    .orderBy(asc(lotNumber), asc(suffix), asc(owed.createdAt), asc(owed.id));
};

/** Groups by the key, in the order in which the keys come first. */
const grouped = <T>(all: readonly T[], keyOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
};

/** One entry for each sale, and one for the lots that are in no sale. */
export const pickupsOf = async (
  { db }: Pick<Database, "db">,
  ofBuyerId: string,
  usual: UsualPickups,
): Promise<Pickup[]> => {
  const lots = await lotsToCollect(db, ofBuyerId);
  if (lots.length === 0) return [];
  const nowMs = await readNow(db);
  const chosen = await db
    .select({ buyerId, saleId, chosenAt, ...slot })
    .from(chosenPickups)
    .where(and(or(eq(buyerId, ofBuyerId), gt(endsAt, nowMs)), isCounted(db)));
  const holidays = await db.select({ date: publicHolidays.date }).from(publicHolidays);
  const usualOnes = usualTimes(usual, new Set(holidays.map(({ date }) => date)), nowMs);
  return grouped(lots, ({ sale }) => sale?._id ?? "").map((own) => {
    const sale = own[0]?.sale ?? null;
    const id = sale?._id ?? null;
    const held = chosen.find((one) => one.buyerId === ofBuyerId && one.saleId === id);
    const ready = own.find(({ readyAt }) => readyAt !== null);
    const mayStillChange = held === undefined || held.endsAt <= nowMs || held.startsAt - NOTICE_MS > nowMs;
    const canChoose = ready !== undefined && mayStillChange;
    const slots = slotsIn(sale && sale.pickups.length > 0 ? sale.pickups : usualOnes);
    const offered = slots.filter((one) => one.startsAt - NOTICE_MS > nowMs && !isFull(one, chosen, ofBuyerId));
    return {
      sale: sale && { _id: sale._id, title: sale.title },
      lots: own.map(({ id: _id, auction, lotNumber, suffix, readyAt, paidAt }) => ({
        _id,
        auction,
        lot: lotNumber === null ? null : lotNumberText({ lotNumber, suffix: suffix ?? "" }),
        isReady: readyAt !== null,
        isAdded: held !== undefined && paidAt !== null && paidAt > held.chosenAt,
      })),
      code: ready?.code ?? null,
      slot: held ? slotOf(held) : null,
      hasSlots: offered.length > 0,
      canChoose,
      offered: canChoose ? offered.sort((one, other) => one.startsAt - other.startsAt).map(slotOf) : [],
    };
  });
};

/** The lock under which slots are counted and chosen. */
const lockChoices = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(7264003)`);

const NOTHING_THERE = refusal("NOT_FOUND", { message: "You have no paid lot to collect here." });

/** Returns why the slot cannot be chosen; null if it is. */
export const choosePickup = async (
  { db, transaction }: Database,
  ofBuyerId: string,
  asked: Pick<ChoosePickupBody, "saleId" | "startsAt" | "place">,
  usual: UsualPickups,
): Promise<ErrorBody | null> => {
  // Whoever has nothing to collect must not keep the others waiting for the lock.
  if ((await lotsToCollect(db, ofBuyerId).limit(1)).length === 0) return NOTHING_THERE;
  return await transaction(async (tx) => {
    await lockChoices(tx);
    const wanted = Date.parse(asked.startsAt);
    const isWanted = (one: PickupSlot): boolean => Date.parse(one.startsAt) === wanted && one.place === asked.place;
    const pickups = await pickupsOf({ db: tx }, ofBuyerId, usual);
    const found = pickups.find(({ sale }) => (sale?._id ?? null) === asked.saleId);
    if (!found) return NOTHING_THERE;
    if (found.slot && isWanted(found.slot)) return null;
    if (!found.lots.some(({ isReady }) => isReady)) {
      const message = "You can choose when you collect once one of these lots is ready for pickup.";
      return refusal("VALUE_CHANGED", { message });
    }
    if (!found.canChoose) {
      const message = `Your slot begins in less than ${PICKUP_NOTICE_HOURS} hours, so it cannot be changed here. Please contact us.`;
      return refusal("VALUE_CHANGED", { message });
    }
    const free = found.offered.find(isWanted);
    if (!free) {
      const message = "This slot was taken meanwhile, or is no longer offered. Please choose another one.";
      return refusal("VALUE_CHANGED", { message });
    }
    const ofSaleId = found.sale?._id ?? null;
    await tx
      .delete(chosenPickups)
      .where(and(eq(buyerId, ofBuyerId), ofSaleId === null ? isNull(saleId) : eq(saleId, ofSaleId)));
    await tx.insert(chosenPickups).values({
      buyerId: ofBuyerId,
      saleId: ofSaleId,
      startsAt: wanted,
      endsAt: Date.parse(free.endsAt),
      place: free.place,
      chosenAt: clockNow,
    });
    await queueMail(tx, { kind: "pickup-booked", ...(await addressOf(tx, ofBuyerId)), data: bookedIn(found, free) });
    return null;
  });
};

const bookedIn = ({ sale, lots }: Pickup, slot: PickupSlot): MailData["pickup-booked"] => ({
  ...slot,
  sale: sale?.title ?? null,
  titles: lots.map(({ lot, auction: { title } }) => numberedTitle(title, lot)),
});

const addressOf = async (tx: Db, userId: string) => {
  const [row] = await tx.select({ toAddress: users.email }).from(users).where(eq(users.id, userId));
  if (!row) throw new Error(`there is no user ${userId}`);
  return { userId, ...row };
};

/** The slot of the buyer for the lot's sale that is not over; null if none was chosen. */
export const slotOfLot = async (db: Db, ofBuyerId: string, auctionId: string): Promise<PickupSlot | null> => {
  const [row] = await db
    .select(slot)
    .from(chosenPickups)
    .leftJoin(saleLots, eq(saleLots.auctionId, auctionId))
    .where(
      and(
        eq(buyerId, ofBuyerId),
        sql`${saleId} is not distinct from ${saleLots.saleId}`,
        sql`${endsAt} > ${clockNow}`,
        isCounted(db),
      ),
    );
  return row ? slotOf(row) : null;
};

/** True if the buyer of this lot, which is ready, is offered slots for it now. */
export const choosesSlot = async (
  db: Db,
  ofBuyerId: string,
  auctionId: string,
  usual: UsualPickups,
): Promise<boolean> =>
  (await pickupsOf({ db }, ofBuyerId, usual)).some(
    ({ lots, offered }) => offered.length > 0 && lots.some(({ auction }) => auction._id === auctionId),
  );

/** The buyers who chose a slot on this day in Lagos, with what they collect and what they have not paid yet. */
export const comingOn = async (
  database: Database,
  date: string,
  readerId: string,
  rates: ExchangeRates,
): Promise<ComingBuyer[]> => {
  const { db } = database;
  const owed = owedIn(db);
  const comesWith = or(
    sql`${owed.status} = 'open'`,
    and(isPaid(owed), isNotNull(owed.pickupCode), or(isNull(owed.handedOverAt), gte(owed.handedOverAt, chosenAt))),
  );
  const rows = await db
    .select({
      buyerId,
      saleId,
      ...slot,
      debtId: owed.id,
      isHolding: sql<boolean>`(${isPaid(owed)} and ${owed.closedAt} <= ${chosenAt})`,
    })
    .from(chosenPickups)
    .innerJoin(owed, eq(owed.buyerId, buyerId))
    .leftJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
    .where(and(gte(startsAt, startOfLagosDay(date)), lt(startsAt, endOfLagosDay(date)), isOfChoice(owed), comesWith));
  const groups = grouped(rows, groupOf).filter((group) => group.some(({ isHolding }) => isHolding));
  const read = await buyersOf(database, groups, readerId, rates);
  const coming = groups.flatMap((group): ComingBuyer[] => {
    const [chosen, ready] = [group[0], read.get(group)];
    return chosen && ready ? [{ slot: slotOf(chosen), ...ready }] : [];
  });
  return coming.sort(
    (one, other) =>
      one.slot.startsAt.localeCompare(other.slot.startsAt) ||
      (one.number ?? Number.MAX_SAFE_INTEGER) - (other.number ?? Number.MAX_SAFE_INTEGER) ||
      one.buyer.username.localeCompare(other.buyer.username),
  );
};

/** The next days in Lagos after this one for which buyers chose slots, and how many chose one. */
export const nextDaysAfter = async ({ db }: Database, date: string): Promise<{ date: string; buyers: number }[]> => {
  const day = sql<string>`(${startsAt} at time zone 'Africa/Lagos')::date::text`;
  return await db
    .select({ date: day, buyers: countDistinct(buyerId) })
    .from(chosenPickups)
    .where(and(gte(startsAt, endOfLagosDay(date)), isCounted(db)))
    .groupBy(day)
    .orderBy(day)
    .limit(PICKUP_DAYS_MAX);
};

/** The buyers whose lots are ready, and who chose no slot of today or later. */
export const readyWithoutSlot = async (
  database: Database,
  readerId: string,
  rates: ExchangeRates,
): Promise<ReadyBuyer[]> => {
  const { db } = database;
  const owed = owedIn(db);
  const rows = await db
    .select({ debtId: owed.id, buyerId: owed.buyerId, saleId: saleLots.saleId })
    .from(owed)
    .leftJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
    .where(and(isPaid(owed), isNotNull(owed.readyAt), isNull(owed.handedOverAt)))
    .orderBy(asc(owed.readyAt), asc(owed.id))
    .limit(READY_LOTS_MAX);
  const today = startOfLagosDay(lagosDay(await readNow(db)));
  const chosen = await db
    .select({ buyerId, saleId })
    .from(chosenPickups)
    .where(and(gte(startsAt, today), isCounted(db)));
  const comes = new Set(chosen.map(groupOf));
  const groups = grouped(rows, groupOf).filter(([first]) => first && !comes.has(groupOf(first)));
  const buyers = [...(await buyersOf(database, groups, readerId, rates)).values()];
  return buyers.sort((one, other) => one.buyer.username.localeCompare(other.buyer.username));
};

const groupOf = (row: { readonly buyerId: string; readonly saleId: string | null }): string =>
  `${row.buyerId} ${row.saleId}`;

type Debt = { readonly debtId: string };

/** Reads the buyer and the lots of each group of debts. A group in whose lots the reader has an interest has none. */
const buyersOf = async <Group extends readonly Debt[]>(
  database: Database,
  groups: readonly Group[],
  readerId: string,
  rates: ExchangeRates,
): Promise<Map<Group, ReadyBuyer>> => {
  const interests = await interestsOf(database, readerId);
  const ids = groups.flat().map(({ debtId }) => debtId);
  const found = (await settlementsByIds(database, ids, rates)).filter(({ auction }) => !interests.has(auction._id));
  const byId = new Map(found.map((one) => [one._id, one]));
  const owing = await owedByBuyers(database, [...new Set(found.map(({ buyer }) => buyer._id))], interests, rates);
  const numbers = new Map<string, ReadonlyMap<string, number>>();
  for (const id of new Set(found.flatMap(({ sale }) => sale?._id ?? [])))
    numbers.set(id, await numbersOfBidders(database, id));
  return new Map(
    groups.flatMap((group): [Group, ReadyBuyer][] => {
      const own = group
        .flatMap(({ debtId }) => byId.get(debtId) ?? [])
        .sort((one, other) => inNaturalOrder(one.sale?.lot ?? "", other.sale?.lot ?? ""));
      const [first] = own;
      if (!first) return [];
      const { sale = null, buyer } = first;
      const number = sale && numbers.get(sale._id)?.get(buyer._id);
      const lots = own.map(({ _id, auction, sale: of, status, pickup }) => ({
        _id,
        auction: { _id: auction._id, title: auction.title },
        lot: of?.lot ?? null,
        status,
        pickup,
      }));
      const owed = owing.get(buyer._id) ?? [];
      const of = { sale: sale && { _id: sale._id, title: sale.title }, buyer, ...(number && { number }) };
      return [[group, { ...of, lots, owed }]];
    }),
  );
};

/** Returns the sums that are due on all lots of each buyer, in all sales, by the buyer's id. */
const owedByBuyers = async (
  database: Database,
  buyerIds: readonly string[],
  interests: ReadonlySet<string>,
  rates: ExchangeRates,
): Promise<Map<string, { currency: Currency; amount: number }[]>> => {
  const owed = owedIn(database.db);
  const rows = await database.db
    .select({ id: owed.id })
    .from(owed)
    .where(and(isAnyOf(owed.buyerId, buyerIds), sql`${owed.status} = 'open'`));
  const ids = rows.map(({ id }) => id);
  const open = (await settlementsByIds(database, ids, rates)).filter(({ auction }) => !interests.has(auction._id));
  return new Map(
    buyerIds.map((id) => [
      id,
      currencies.flatMap((currency) => {
        const own = open.filter(({ buyer, auction }) => buyer._id === id && auction.currency === currency);
        const minor = own.reduce((sum, { remaining }) => sum + toMinor(remaining), 0);
        return minor > 0 ? [{ currency, amount: toMajor(minor) }] : [];
      }),
    ]),
  );
};

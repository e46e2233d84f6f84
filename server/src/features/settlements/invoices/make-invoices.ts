// Makes the invoices of a buyer: one for each sale and currency, or for each day for lots without a sale. A lot that comes
// when nothing is due on that invoice any more starts another one, so that a settled invoice never changes. Numbers have no
// gap, because they are taken in the transaction that writes the invoices, under the lock of their counter.
import { randomUUID } from "node:crypto";
import type { Currency } from "@jara/shared/money";
import { and, asc, eq, exists, notExists, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { takeNumbers } from "../../../platform/database/document-numbers.ts";
import { lockPeople } from "../../../platform/database/lock-people.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { invoiceLots, invoices } from "../../../platform/database/schema/invoices.ts";
import { saleLots } from "../../../platform/database/schema/sales.ts";
import { settingVersions } from "../../../platform/database/schema/site-settings.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { lagosDay } from "../../../platform/lib/lagos-time.ts";
import { madeOutTo } from "../../../platform/lib/made-out-to.ts";
import { owedIn } from "../owed.ts";

/** Selects the debts of the buyer, due or paid, that no invoice has yet, the oldest first. */
const uninvoiced = (db: Db, buyerId: string) => {
  const own = owedIn(db, { buyerId });
  const listed = db.select({ one: sql`1` }).from(invoiceLots).where(eq(invoiceLots.settlementId, own.id));
  return db
    .select({
      id: own.id,
      auctionId: own.auctionId,
      title: auctions.title,
      createdAt: own.createdAt,
      priceMinor: own.priceMinor,
      feeMinor: own.feeMinor,
      premiumMinor: own.premiumMinor,
      vatMinor: own.vatMinor,
      currency: auctions.currency,
      saleId: saleLots.saleId,
    })
    .from(own)
    .innerJoin(auctions, eq(auctions.id, own.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, own.auctionId))
    .where(and(sql`${own.status} in ('open', 'paid')`, notExists(listed)))
    .orderBy(asc(own.createdAt), asc(own.id));
};
type Lot = Awaited<ReturnType<typeof uninvoiced>>[number];

interface Key {
  readonly saleId: string | null;
  readonly day: string | null;
  readonly currency: Currency;
}
const keyOf = ({ saleId, createdAt, currency }: Lot): Key => ({
  saleId,
  day: saleId === null ? lagosDay(createdAt) : null,
  currency,
});
const textOf = ({ saleId, day, currency }: Key): string => `${saleId ?? day} ${currency}`;

/** Puts every lot of the buyer on an invoice. Called again it does nothing more. */
export const makeInvoices = async ({ db, transaction }: Database, buyerId: string): Promise<void> => {
  if ((await uninvoiced(db, buyerId).limit(1)).length === 0) return;
  await transaction(async (tx) => {
    await lockPeople(tx, [buyerId]);
    const lots = await uninvoiced(tx, buyerId);
    const idOf = new Map((await openInvoices(tx, buyerId)).map((one) => [textOf(one), one.id]));
    const firstLots = new Map<string, Lot>();
    for (const lot of lots) {
      const key = textOf(keyOf(lot));
      if (!idOf.has(key) && !firstLots.has(key)) firstLots.set(key, lot);
    }
    if (firstLots.size > 0) {
      for (const made of await insertInvoices(tx, buyerId, [...firstLots.values()])) idOf.set(textOf(made), made.id);
    }
    const rows = lots.map((lot) => ({ ...lot, settlementId: lot.id, invoiceId: idOf.get(textOf(keyOf(lot))) ?? "" }));
    if (rows.length > 0) await tx.insert(invoiceLots).values(rows);
  });
};

/** Selects the buyer's invoices on which a lot is due, the newest last. */
const openInvoices = (db: Db, buyerId: string) => {
  const own = owedIn(db, { buyerId });
  const due = db
    .select({ one: sql`1` })
    .from(invoiceLots)
    .innerJoin(own, eq(own.id, invoiceLots.settlementId))
    .where(and(eq(invoiceLots.invoiceId, invoices.id), sql`${own.status} = 'open'`));
  const { id, saleId, day, currency, year, number } = invoices;
  return db
    .select({ id, saleId, day, currency })
    .from(invoices)
    .where(and(eq(invoices.buyerId, buyerId), exists(due)))
    .orderBy(asc(year), asc(number));
};

/** Makes an invoice for each of these lots, dated when the lot was won. */
const insertInvoices = async (tx: Db, buyerId: string, firstLots: readonly Lot[]) => {
  const { username, firstName, lastName, email, street, city, state, zipCode, country } = users;
  const [buyer] = await tx
    .select({ username, firstName, lastName, email, street, city, state, zipCode, country })
    .from(users)
    .where(eq(users.id, buyerId));
  if (!buyer) throw new Error(`there is no buyer ${buyerId}`);
  const [house] = await tx
    .select({ version: sql<number>`coalesce(max(${settingVersions.version}), 0)::int` })
    .from(settingVersions)
    .where(hasValue(settingVersions.section, "house"));
  const rows: (typeof invoices.$inferInsert)[] = [];
  // The oldest first, so that two nodes lock the counters of two years in one order.
  for (const lot of firstLots) {
    const year = Number(lagosDay(lot.createdAt).slice(0, 4));
    rows.push({
      ...keyOf(lot),
      id: randomUUID(),
      buyerId,
      year,
      number: await takeNumbers(tx, "I", year, 1),
      buyer: madeOutTo(buyer),
      houseVersion: house?.version ?? 0,
      createdAt: lot.createdAt,
    });
  }
  return await tx.insert(invoices).values(rows).returning();
};

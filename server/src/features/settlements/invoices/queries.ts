// Reads invoices: what their lots cost as issued, and what is credited, paid and due at this moment.
import { type Currency, type ExchangeRates, type Minor, toMajor, toMinor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import { inNaturalOrder } from "@jara/shared/natural-order";
import type { Invoice, InvoiceLot } from "@jara/shared/rest/invoices";
import type { Settlement } from "@jara/shared/rest/settlements";
import { and, asc, desc, eq, inArray, notExists, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { writtenNumber } from "../../../platform/database/document-numbers.ts";
import { offsetOf, type Page } from "../../../platform/database/pages.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { invoiceLots, invoices } from "../../../platform/database/schema/invoices.ts";
import { sales } from "../../../platform/database/schema/sales.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { iso } from "../owed-view.ts";
import { settlementsByIds } from "../queries.ts";

const selectInvoices = (db: Db) =>
  db
    .select({
      id: invoices.id,
      saleId: invoices.saleId,
      saleTitle: sales.title,
      day: invoices.day,
      currency: invoices.currency,
      year: invoices.year,
      number: invoices.number,
      buyerId: invoices.buyerId,
      username: users.username,
      createdAt: invoices.createdAt,
    })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.buyerId))
    .leftJoin(sales, eq(sales.id, invoices.saleId));
type Row = Awaited<ReturnType<typeof selectInvoices>>[number];

export const findInvoice = async (database: Database, id: string, rates: ExchangeRates): Promise<Invoice | null> => {
  if (!isUuid(id)) return null;
  const rows = await selectInvoices(database.db).where(eq(invoices.id, id));
  return (await withLots(database, rows, rates))[0] ?? null;
};

/** Newest first. Invoices with a lot of `exceptIds` are left out. */
export const invoicesOfBuyer = async (
  database: Database,
  buyerId: string,
  exceptIds: readonly string[],
  page: Page,
  rates: ExchangeRates,
): Promise<{ invoices: Invoice[]; total: number }> => {
  const { db } = database;
  const ofBuyer = and(eq(invoices.buyerId, buyerId), hasNone(db, exceptIds));
  const [total, rows] = await Promise.all([
    db.$count(invoices, ofBuyer),
    selectInvoices(db)
      .where(ofBuyer)
      .orderBy(desc(invoices.year), desc(invoices.number))
      .limit(page.limit)
      .offset(offsetOf(page)),
  ]);
  return { invoices: await withLots(database, rows, rates), total };
};

/** The invoices of all buyers of the sale, the oldest first. */
export const invoicesOfSale = async (database: Database, saleId: string, rates: ExchangeRates): Promise<Invoice[]> => {
  const rows = await selectInvoices(database.db)
    .where(eq(invoices.saleId, saleId))
    .orderBy(asc(invoices.year), asc(invoices.number));
  return await withLots(database, rows, rates);
};

/** The numbers of the sale's invoices by their buyers, the oldest first. Invoices with a lot of `exceptIds` are left out. */
export const invoiceNumbersOfSale = async (
  { db }: Database,
  saleId: string,
  exceptIds: readonly string[],
): Promise<Map<string, { _id: string; number: string }[]>> => {
  const { id: _id, buyerId, year, number } = invoices;
  const rows = await db
    .select({ _id, buyerId, year, number })
    .from(invoices)
    .where(and(eq(invoices.saleId, saleId), hasNone(db, exceptIds)))
    .orderBy(asc(year), asc(number));
  const byBuyer = new Map<string, { _id: string; number: string }[]>();
  for (const row of rows) {
    const own = byBuyer.get(row.buyerId) ?? [];
    own.push({ _id: row._id, number: writtenNumber("I", row.year, row.number) });
    byBuyer.set(row.buyerId, own);
  }
  return byBuyer;
};

/** The invoice has none of these lots. */
const hasNone = (db: Db, auctionIds: readonly string[]) =>
  auctionIds.length === 0
    ? undefined
    : notExists(
        db
          .select({ one: sql`1` })
          .from(invoiceLots)
          .where(and(eq(invoiceLots.invoiceId, invoices.id), isAnyOf(invoiceLots.auctionId, auctionIds))),
      );

const withLots = async (database: Database, rows: readonly Row[], rates: ExchangeRates): Promise<Invoice[]> => {
  if (rows.length === 0) return [];
  const listed = await database.db
    .select()
    .from(invoiceLots)
    .where(
      inArray(
        invoiceLots.invoiceId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(invoiceLots.settlementId));
  const found = await settlementsByIds(
    database,
    listed.map(({ settlementId }) => settlementId),
    rates,
  );
  const byId = new Map(found.map((one) => [one._id, one]));
  return rows.map((row) => {
    const own = listed.flatMap((lot) => {
      const settlement = lot.invoiceId === row.id ? byId.get(lot.settlementId) : undefined;
      return settlement ? { lot, settlement } : [];
    });
    return toInvoice(row, own.sort(inOrder), rates);
  });
};

interface Listed {
  readonly lot: typeof invoiceLots.$inferSelect;
  readonly settlement: Settlement;
}

/** Sorts lots by their numbers in the sale, otherwise in the order in which they were won. */
const inOrder = ({ settlement: one }: Listed, { settlement: other }: Listed): number =>
  inNaturalOrder(one.sale?.lot ?? "", other.sale?.lot ?? "") || one.createdAt.localeCompare(other.createdAt);

const toInvoice = (row: Row, own: readonly Listed[], rates: ExchangeRates): Invoice => {
  const { id, saleId, saleTitle, day, currency, buyerId, username } = row;
  const lots = own.map(toLot);
  const due = own.flatMap(({ settlement }) => (settlement.remaining > 0 ? settlement.dueAt : [])).sort();
  return {
    _id: id,
    number: writtenNumber("I", row.year, row.number),
    sale: saleId === null ? null : { _id: saleId, title: saleTitle ?? "" },
    day,
    buyer: { _id: buyerId, username },
    currency,
    createdAt: iso(row.createdAt),
    dueAt: due[0] ?? null,
    total: sumOf(lots, "total"),
    credited: sumOf(lots, "credited"),
    paid: sumOf(lots, "paid"),
    deposit: toMajor(addMinor(...own.flatMap(({ settlement }) => (isAsked(settlement) ? settlement.deposit : [])))),
    remaining: sumOf(lots, "remaining"),
    remainingNgn: nairaOf(lots, currency, rates),
    lots,
  };
};

const isAsked = ({ status }: Settlement): boolean => status === "open" || status === "paid";

/** Money that was paid for a lot which is neither due nor paid went back, or was kept as a penalty. */
const toLot = ({ lot, settlement }: Listed): InvoiceLot => {
  const { _id, kind, status, auction, sale, refund } = settlement;
  const issued = issuedOf(lot, settlement);
  const total = toMajor(addMinor(issued.price, issued.fee, issued.premium, issued.vat));
  const of = { auction: { _id: auction._id, title: lot.title ?? auction.title }, lot: sale?.lot ?? null };
  const named = { _id, kind, status, ...of, dueAt: settlement.dueAt };
  if (!isAsked(settlement)) {
    const creditNote = refund?.creditNote;
    const nothing = { credited: total, paid: 0, remaining: 0 };
    return { ...named, ...issued, total, ...nothing, ...(creditNote && { creditNote }) };
  }
  const { total: present, deposit, paid, remaining } = settlement;
  const credited = toMajor(Math.max(0, toMinor(total) - toMinor(present)) as Minor);
  return { ...named, ...issued, total, credited, paid: toMajor(addMinor(deposit, paid)), remaining };
};

const issuedOf = (
  { priceMinor, feeMinor, premiumMinor, vatMinor }: Listed["lot"],
  { price, fee, premium = 0, vat = 0 }: Settlement,
): Pick<InvoiceLot, "price" | "fee" | "premium" | "vat"> => ({
  price: priceMinor === null ? price : toMajor(priceMinor),
  fee: feeMinor === null ? fee : toMajor(feeMinor),
  premium: premiumMinor === null ? premium : toMajor(premiumMinor),
  vat: vatMinor === null ? vat : toMajor(vatMinor),
});

const addMinor = (...amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + toMinor(amount), 0) as ReturnType<typeof toMinor>;

const sumOf = (lots: readonly InvoiceLot[], field: "total" | "credited" | "paid" | "remaining"): number =>
  toMajor(addMinor(...lots.map((lot) => lot[field])));

/** Each part is paid on its own, so each is rounded on its own. */
const nairaOf = (lots: readonly InvoiceLot[], currency: Currency, rates: ExchangeRates): number =>
  toMajor(addMinor(...lots.map(({ remaining }) => toMajor(inNairaMinor(toMinor(remaining), currency, rates)))));

/** True if one of the invoice's lots is among these auctions. */
export const hasAny = (auctionIds: ReadonlySet<string>, { lots }: Pick<Invoice, "lots">): boolean =>
  lots.some(({ auction }) => auctionIds.has(auction._id));

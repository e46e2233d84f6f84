// Reads invoices with the amounts of their lots at this moment.
import { type Currency, type ExchangeRates, toMajor, toMinor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import type { Invoice, InvoiceLot } from "@jara/shared/rest/invoices";
import type { Settlement } from "@jara/shared/rest/settlements";
import type { House } from "@jara/shared/site-settings";
import { and, asc, desc, eq, inArray, notExists, sql } from "drizzle-orm";
import type { Database, Db } from "../../../platform/database/database.ts";
import { writtenNumber } from "../../../platform/database/document-numbers.ts";
import { offsetOf, type Page } from "../../../platform/database/pages.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { invoiceLots, invoices } from "../../../platform/database/schema/invoices.ts";
import { sales } from "../../../platform/database/schema/sales.ts";
import { settingVersions } from "../../../platform/database/schema/site-settings.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { MadeOutTo } from "../../../platform/lib/made-out-to.ts";
import { iso } from "../owed-view.ts";
import { settlementsByIds } from "../queries.ts";

/** An invoice with the names that are printed on it. */
export interface PrintedInvoice extends Invoice {
  readonly madeOutTo: MadeOutTo;
  /** Null: nothing was set. */
  readonly house: House | null;
}

/** Invoices that were made before the first version of the setting have that version. */
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
      madeOutTo: sql<MadeOutTo>`${invoices.buyer}`,
      house: sql<House | null>`${settingVersions.value}`,
      createdAt: invoices.createdAt,
    })
    .from(invoices)
    .innerJoin(users, eq(users.id, invoices.buyerId))
    .leftJoin(sales, eq(sales.id, invoices.saleId))
    .leftJoin(
      settingVersions,
      and(
        hasValue(settingVersions.section, "house"),
        sql`${settingVersions.version} = greatest(${invoices.houseVersion}, 1)`,
      ),
    );
type Row = Awaited<ReturnType<typeof selectInvoices>>[number];

export const findInvoice = async (
  database: Database,
  id: string,
  rates: ExchangeRates,
): Promise<PrintedInvoice | null> => {
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
  const about = db
    .select({ one: sql`1` })
    .from(invoiceLots)
    .where(and(eq(invoiceLots.invoiceId, invoices.id), isAnyOf(invoiceLots.auctionId, exceptIds)));
  const ofBuyer = and(eq(invoices.buyerId, buyerId), exceptIds.length > 0 ? notExists(about) : undefined);
  const [total, rows] = await Promise.all([
    db.$count(invoices, ofBuyer),
    selectInvoices(db)
      .where(ofBuyer)
      .orderBy(desc(invoices.year), desc(invoices.number))
      .limit(page.limit)
      .offset(offsetOf(page)),
  ]);
  const found = await withLots(database, rows, rates);
  return { invoices: found.map(({ madeOutTo: _, house: __, ...invoice }) => invoice), total };
};

/** The invoices of all buyers of the sale, the oldest first. */
export const invoicesOfSale = async (
  database: Database,
  saleId: string,
  rates: ExchangeRates,
): Promise<PrintedInvoice[]> => {
  const rows = await selectInvoices(database.db)
    .where(eq(invoices.saleId, saleId))
    .orderBy(asc(invoices.year), asc(invoices.number));
  return await withLots(database, rows, rates);
};

const withLots = async (database: Database, rows: readonly Row[], rates: ExchangeRates): Promise<PrintedInvoice[]> => {
  if (rows.length === 0) return [];
  const lots = await database.db
    .select({ invoiceId: invoiceLots.invoiceId, settlementId: invoiceLots.settlementId })
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
    lots.map(({ settlementId }) => settlementId),
    rates,
  );
  const byId = new Map(found.map((one) => [one._id, one]));
  return rows.map((row) => {
    const own = lots.flatMap(({ invoiceId, settlementId }) =>
      invoiceId === row.id ? (byId.get(settlementId) ?? []) : [],
    );
    return toInvoice(row, own.sort(inOrder), rates);
  });
};

/** Sorts lots by their numbers in the sale, otherwise in the order in which they were won. */
const inOrder = (one: Settlement, other: Settlement): number =>
  (one.sale?.lot ?? "").localeCompare(other.sale?.lot ?? "", "en", { numeric: true }) ||
  one.createdAt.localeCompare(other.createdAt);

const toInvoice = (row: Row, own: readonly Settlement[], rates: ExchangeRates): PrintedInvoice => {
  const { id, saleId, saleTitle, day, currency, buyerId, username, madeOutTo, house } = row;
  const lots = own.map(toLot);
  const remaining = sumOf(lots, "remaining");
  return {
    _id: id,
    number: writtenNumber("I", row.year, row.number),
    sale: saleId === null ? null : { _id: saleId, title: saleTitle ?? "" },
    day,
    buyer: { _id: buyerId, username },
    currency,
    createdAt: iso(row.createdAt),
    total: sumOf(lots, "total"),
    paid: sumOf(lots, "paid"),
    remaining,
    remainingNgn: nairaOf(lots, currency, rates),
    lots,
    madeOutTo,
    house,
  };
};

/** A lot that is neither due nor paid costs nothing, and what was paid for it went back or was kept as a penalty. */
const toLot = (settlement: Settlement): InvoiceLot => {
  const { _id, kind, status, auction, sale, premium = 0, vat = 0 } = settlement;
  const of = { auction: { _id: auction._id, title: auction.title }, lot: sale?.lot ?? null };
  const named = { _id, kind, status, ...of, dueAt: settlement.dueAt };
  if (status !== "open" && status !== "paid")
    return { ...named, price: 0, fee: 0, premium: 0, vat: 0, total: 0, paid: 0, remaining: 0 };
  const { price, fee, total, deposit, paid, remaining } = settlement;
  return { ...named, price, fee, premium, vat, total, paid: toMajor(addMinor(deposit, paid)), remaining };
};

const addMinor = (...amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + toMinor(amount), 0) as ReturnType<typeof toMinor>;

const sumOf = (lots: readonly InvoiceLot[], field: "total" | "paid" | "remaining"): number =>
  toMajor(addMinor(...lots.map((lot) => lot[field])));

/** Each part is paid on its own, so each is rounded on its own. */
const nairaOf = (lots: readonly InvoiceLot[], currency: Currency, rates: ExchangeRates): number =>
  toMajor(addMinor(...lots.map(({ remaining }) => toMajor(inNairaMinor(toMinor(remaining), currency, rates)))));

/** True if one of the invoice's lots is among these auctions. */
export const hasAny = (auctionIds: ReadonlySet<string>, { lots }: Pick<Invoice, "lots">): boolean =>
  lots.some(({ auction }) => auctionIds.has(auction._id));

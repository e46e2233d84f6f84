// Reads what winners and buyers owe, as one list for the staff: wins and Buy It Now purchases, open ones first.
import { type ExchangeRates, toMajor } from "@jara/shared/money";
import type { Settlement } from "@jara/shared/rest/settlements";
import { lotNumberText } from "@jara/shared/sale-order";
import { and, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import { isRelisted } from "../../engine/reads/relisted.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { writtenNumber } from "../../platform/database/document-numbers.ts";
import type { Page } from "../../platform/database/pages.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { receipts } from "../../platform/database/schema/money.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { payments, purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder, prepared } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { idsOfSettlements, type SettlementFilter } from "./find-settlements.ts";
import { owedIn } from "./owed.ts";
import { iso, isoOrNull, owedView, pickupView, receivedOf } from "./owed-view.ts";

const buyer = alias(users, "buyer");
const closer = alias(users, "closer");

type Owed = ReturnType<typeof owedIn>;

/** The number of the newest credit note of a refunded sale. */
const creditNoteOf = ({ id, refundedTo }: Owed): SQL<Record<"year" | "number", number | null> | null> => sql`
  case when ${refundedTo} is not null then (
    select jsonb_build_object('year', ${receipts.year}, 'number', ${receipts.number}) from ${receipts}
    where ${receipts.settlementId} = ${id} and ${hasValue(receipts.kind, "credit-note")}
    order by ${receipts.createdAt} desc limit 1) end`;

const selectOwed = (db: Db) => {
  const owed = owedIn(db);
  return db
    .select({
      kind: owed.kind,
      id: owed.id,
      status: owed.status,
      priceMinor: owed.priceMinor,
      feeMinor: owed.feeMinor,
      premiumMinor: owed.premiumMinor,
      vatMinor: owed.vatMinor,
      dueAt: owed.dueAt,
      createdAt: owed.createdAt,
      closedAt: owed.closedAt,
      note: owed.note,
      attempts: owed.attempts,
      lastError: owed.lastError,
      stuckAt: owed.stuckAt,
      pardonedAt: owed.pardonedAt,
      refundedTo: owed.refundedTo,
      refundedMinor: owed.refundedMinor,
      creditNote: creditNoteOf(owed),
      ...receivedOf(owed),
      auction: {
        _id: auctions.id,
        title: auctions.title,
        status: auctions.status,
        currency: auctions.currency,
        isRelisted: isRelisted(auctions.id),
      },
      saleId: sales.id,
      saleTitle: sales.title,
      lotNumber: saleLots.lotNumber,
      suffix: saleLots.suffix,
      buyer: {
        _id: buyer.id,
        username: buyer.username,
        email: buyer.email,
        firstName: buyer.firstName,
        lastName: buyer.lastName,
        phone: buyer.phone,
      },
      closedBy: { _id: closer.id, username: closer.username },
    })
    .from(owed)
    .innerJoin(auctions, eq(auctions.id, owed.auctionId))
    .innerJoin(buyer, eq(buyer.id, owed.buyerId))
    .leftJoin(closer, eq(closer.id, owed.closedBy))
    .leftJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
    .leftJoin(sales, eq(sales.id, saleLots.saleId))
    .where(isAnyOfPlaceholder(owed.id, "ids"));
};

const owedByIds = prepared((db) => selectOwed(db).prepare("settlements by ids"));

/** In no particular order. Unknown ids are left out. */
export const settlementsByIds = async (
  database: Database,
  ids: readonly string[],
  rates: ExchangeRates,
): Promise<Settlement[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  return (await owedByIds(database).execute({ ids: arrayLiteral(known) })).map((row) => toSettlement(row, rates));
};

export const findSettlement = async (
  database: Database,
  id: string,
  rates: ExchangeRates,
): Promise<Settlement | null> => (await settlementsByIds(database, [id], rates))[0] ?? null;

/**
 * Settlements and purchases that were opened, closed, stuck or scheduled for another try within the last `seconds`, those
 * that a payment came for or was taken back from, and those that staff changed.
 */
export const settlementsMovedWithin = async (
  database: Database,
  seconds: number,
  rates: ExchangeRates,
): Promise<Settlement[]> => {
  const since = sql`(select clock_now() - ${seconds}::float8 * interval '1 second')`;
  const movedIn = (table: typeof settlements | typeof purchases) =>
    database.db
      .select({ id: table.id })
      .from(table)
      .where(
        or(
          gt(table.closedAt, since),
          and(
            isNull(table.closedAt),
            sql`greatest(${table.createdAt}, ${table.stuckAt}, ${table.nextAttemptAt}) > ${since}`,
          ),
        ),
      );
  const paid = database.db.select({ id: payments.settlementId }).from(payments).where(gt(payments.createdAt, since));
  const { details, at } = adminActions;
  const named = sql<string>`coalesce(${details} ->> 'settlementId', ${details} ->> 'purchaseId')::uuid`;
  const acted = database.db
    .select({ id: named })
    .from(adminActions)
    .where(and(gt(at, since), sql`${named} is not null`));
  const rows = await unionAll(movedIn(settlements), movedIn(purchases), paid, acted);
  return settlementsByIds(database, [...new Set(rows.map(({ id }) => id))], rates);
};

export const listSettlements = async (
  database: Database,
  filter: SettlementFilter,
  page: Page,
  rates: ExchangeRates,
): Promise<{ settlements: Settlement[]; total: number }> => {
  const { ids, total } = await idsOfSettlements(database, filter, page);
  return { settlements: await settlementsInOrder(database, ids, rates), total };
};

const settlementsInOrder = async (
  database: Database,
  ids: readonly string[],
  rates: ExchangeRates,
): Promise<Settlement[]> => {
  const byId = new Map((await settlementsByIds(database, ids, rates)).map((one) => [one._id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** More settlements than a house ever has. */
const ALL = { page: 1, limit: 10_000_000 };

/** All settlements of the filter in the list's order, a part at a time. Which ones they are is decided in one read. */
export async function* settlementsInParts(
  database: Database,
  filter: SettlementFilter,
  atOnce: number,
  rates: ExchangeRates,
): AsyncGenerator<Settlement[]> {
  const { ids } = await idsOfSettlements(database, filter, ALL);
  for (let start = 0; start < ids.length; start += atOnce) {
    yield await settlementsInOrder(database, ids.slice(start, start + atOnce), rates);
  }
}

type OwedRow = Awaited<ReturnType<typeof selectOwed>>[number];

const saleOf = ({ saleId, saleTitle, lotNumber, suffix }: OwedRow): NonNullable<Settlement["sale"]> | null =>
  saleId === null || saleTitle === null || lotNumber === null
    ? null
    : { _id: saleId, title: saleTitle, lot: lotNumberText({ lotNumber, suffix: suffix ?? "" }) };

const noteOf = ({ creditNote }: Pick<OwedRow, "creditNote">): string | null =>
  creditNote?.year && creditNote.number ? writtenNumber("C", creditNote.year, creditNote.number) : null;

const toSettlement = (row: OwedRow, rates: ExchangeRates): Settlement => {
  const { id, kind, status, auction, buyer, closedBy, note, attempts, lastError, stuckAt } = row;
  const { refundedTo, refundedMinor } = row;
  const creditNote = refundedTo && noteOf(row);
  return {
    _id: id,
    kind,
    status,
    auction,
    sale: saleOf(row),
    buyer,
    ...owedView(row, auction.currency, rates),
    dueAt: iso(row.dueAt),
    createdAt: iso(row.createdAt),
    pickup: pickupView(row, status),
    pardonedAt: isoOrNull(row.pardonedAt),
    closedAt: isoOrNull(row.closedAt),
    closedBy,
    note,
    ...(refundedTo && { refund: { to: refundedTo, amountNgn: toMajor(refundedMinor ?? 0), creditNote } }),
    stuck: stuckAt === null || status !== "open" ? null : { attempts, lastError: lastError ?? "", since: iso(stuckAt) },
  };
};

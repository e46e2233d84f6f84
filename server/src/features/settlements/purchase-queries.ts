// Reads what one person won or bought, and the offers that a runner-up has.

import { demoAccount } from "@jara/shared/demo-account";
import { type ExchangeRates, type Minor, toMajor, toMinor } from "@jara/shared/money";
import { depositOf, rulesOf, toLotRules, toPercentRules } from "@jara/shared/payment-rules";
import type { PaymentMethod, SecondChance, Win } from "@jara/shared/rest/settlements";
import { lotNumberText } from "@jara/shared/sale-order";
import type { SiteBankAccount } from "@jara/shared/site-settings";
import { and, desc, eq, isNull, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { firstPictureOf } from "../../auction/view/to-public.ts";
import { promisedRates, type Quote } from "../../engine/reads/promised-rates.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import type { Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { payments, secondChances } from "../../platform/database/schema/settlements.ts";
import { settingVersions } from "../../platform/database/schema/site-settings.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { type OwedOf, owedIn } from "./owed.ts";
import { iso, isoOrNull, owedView, pickupView, receivedOf } from "./owed-view.ts";

/** A lot that was put back to draft, or removed, is shown to nobody who bid on it; nothing is owed for it any more. */
const isShown = and(ne(auctions.status, "draft"), isNull(auctions.removedAt));

/**
 * The account that was in force when the debt became due; if none was, the first one after it. The demo account, to which
 * nobody can pay, counts as none. Debts that became due before the first version was recorded were paid to the account that
 * it names.
 */
export const isNamedBy = (bankVersion: SQLWrapper): SQL =>
  sql`${settingVersions.version} = (select min(named.version) from ${settingVersions} named
    where named.section = 'bank-account' and named.value <> 'null'::jsonb
      and not (named.value ->> 'bank' = ${demoAccount.bank} and named.value ->> 'number' = ${demoAccount.number})
      and named.version >= greatest(coalesce(${bankVersion}, 1), 1))`;

const selectOwn = (db: Db, of: OwedOf) => {
  const own = owedIn(db, of);
  const { kind, id, priceMinor, feeMinor, premiumMinor, vatMinor, status, dueAt } = own;
  return {
    own,
    query: db
      .select({
        kind,
        id,
        priceMinor,
        feeMinor,
        premiumMinor,
        vatMinor,
        status,
        dueAt,
        closedAt: own.closedAt,
        createdAt: own.createdAt,
        pickupCode: own.pickupCode,
        ...receivedOf(own),
        auction: {
          _id: auctions.id,
          title: auctions.title,
          currency: auctions.currency,
          media: auctions.media,
          location: auctions.location,
        },
        sale: { _id: sales.id, title: sales.title },
        lotNumber: saleLots.lotNumber,
        suffix: saleLots.suffix,
        bankAccount: sql<SiteBankAccount | null>`${settingVersions.value}`,
      })
      .from(own)
      .innerJoin(auctions, and(eq(auctions.id, own.auctionId), isShown))
      .leftJoin(saleLots, eq(saleLots.auctionId, own.auctionId))
      .leftJoin(sales, eq(sales.id, saleLots.saleId))
      .leftJoin(settingVersions, and(hasValue(settingVersions.section, "bank-account"), isNamedBy(own.bankVersion))),
  };
};

type OwnRow = Awaited<ReturnType<typeof selectOwn>["query"]>[number];

/** The newest win or purchase of the person on this auction. */
export const winOf = async (
  database: Database,
  auctionId: string,
  userId: string,
  rates: ExchangeRates,
): Promise<Win | null> => {
  if (!isUuid(auctionId)) return null;
  const { own, query } = selectOwn(database.db, { buyerId: userId, auctionId });
  const rows = await query.orderBy(desc(own.createdAt), own.id).limit(1);
  return (await toWins(database, rows, rates))[0] ?? null;
};

/**
 * Open ones first, the most urgent at the top; then those that are ready to collect; then the newest. Within each group,
 * the lots of a sale stand together, in the order of its catalogue.
 */
export const purchasesOf = async (
  database: Database,
  userId: string,
  { page, limit }: Page,
  rates: ExchangeRates,
): Promise<{ purchases: Win[]; due: number; total: number }> => {
  const { own, query } = selectOwn(database.db, { buyerId: userId });
  const isOpen = sql`${own.status} = 'open'`;
  const isReady = sql`(${own.status} = 'paid' and ${own.readyAt} is not null and ${own.handedOverAt} is null)`;
  const [counts] = await database.db
    .select({
      total: sql<number>`count(*)::int`,
      due: sql<number>`(count(*) filter (where ${isOpen}))::int`,
    })
    .from(own)
    .innerJoin(auctions, and(eq(auctions.id, own.auctionId), isShown));
  const state = sql`(case when ${isOpen} then 0 when ${isReady} then 1 else 2 end)`;
  const group = sql`coalesce(${saleLots.saleId}, ${own.id})`;
  const inGroup = sql`over (partition by ${state}, ${group})`;
  const rows = await query
    .orderBy(
      state,
      sql`case when ${isOpen} then min(${own.dueAt}) ${inGroup} end`,
      sql`max(coalesce(${own.closedAt}, ${own.createdAt})) ${inGroup} desc`,
      group,
      saleLots.lotNumber,
      saleLots.suffix,
      own.id,
    )
    .limit(limit)
    .offset((page - 1) * limit);
  return { purchases: await toWins(database, rows, rates), total: counts?.total ?? 0, due: counts?.due ?? 0 };
};

const heldRateOf = (quote: Quote | undefined): Pick<Win, "heldRate"> =>
  quote ? { heldRate: { usdToNgn: quote.usdToNgn, until: iso(quote.until) } } : {};

const toWins = async (database: Database, rows: readonly OwnRow[], rates: ExchangeRates): Promise<Win[]> => {
  if (rows.length === 0) return [];
  const held = await promisedRates(
    database,
    rows.flatMap(({ id, status, auction }) => (status === "open" && auction.currency !== "NGN" ? id : [])),
  );
  const made = await database.db
    .select({
      settlementId: payments.settlementId,
      amountMinor: payments.amountMinor,
      method: payments.method,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(
      and(
        isAnyOf(
          payments.settlementId,
          rows.map(({ id }) => id),
        ),
        isNull(payments.reversedAt),
      ),
    )
    .orderBy(desc(payments.createdAt), payments.id);
  return rows.map((row) => {
    const { id, kind, status, auction, sale, pickupCode } = row;
    const pickup = pickupView(row, status);
    return {
      _id: id,
      kind,
      status,
      auction: {
        _id: auction._id,
        title: auction.title,
        currency: auction.currency,
        image: firstPictureOf(auction.media),
        ...(auction.location && { location: auction.location }),
      },
      sale: sale && { ...sale, lot: lotNumberText({ lotNumber: row.lotNumber ?? 0, suffix: row.suffix ?? "" }) },
      ...owedView(row, auction.currency, rates),
      dueAt: iso(row.dueAt),
      createdAt: iso(row.createdAt),
      closedAt: isoOrNull(row.closedAt),
      bankAccount: row.bankAccount,
      ...heldRateOf(held.get(id)),
      payments: made
        .filter(({ settlementId }) => settlementId === id)
        .map(({ amountMinor, method, createdAt }) => ({
          amount: toMajor(amountMinor),
          method: method as PaymentMethod,
          at: iso(createdAt),
        })),
      pickup: pickup && { ...pickup, code: pickupCode },
    };
  });
};

/** The open offers that the person has as a runner-up. */
export const secondChancesOf = async (
  { db }: Database,
  userId: string,
  rates: ExchangeRates,
): Promise<SecondChance[]> => {
  const rows = await db
    .select({
      id: secondChances.id,
      priceMinor: secondChances.priceMinor,
      expiresAt: secondChances.expiresAt,
      auction: { _id: auctions.id, title: auctions.title, currency: auctions.currency, media: auctions.media },
      rules: auctions.rules,
      balanceMinor: users.balanceMinor,
    })
    .from(secondChances)
    .innerJoin(auctions, eq(auctions.id, secondChances.auctionId))
    .innerJoin(users, eq(users.id, secondChances.personId))
    .where(
      and(
        eq(secondChances.personId, userId),
        hasValue(secondChances.status, "open"),
        sql`${secondChances.expiresAt} > (select clock_now())`,
      ),
    )
    .orderBy(secondChances.expiresAt);
  return rows.map(({ id, priceMinor, expiresAt, auction: { media, ...auction }, rules, balanceMinor }) => ({
    _id: id,
    auction: { ...auction, image: firstPictureOf(media) },
    price: toMajor(priceMinor),
    depositNgn: toMajor(
      depositOf(priceMinor, auction.currency, balanceMinor, rates, rulesOf({ rules: rules && toLotRules(rules) }))
        .takenMinor,
    ),
    ...(rules && { rules: toPercentRules(toLotRules(rules)) }),
    expiresAt: iso(expiresAt),
  }));
};

/** An offer of a second chance; null if there is none. */
export const findSecondChance = async ({ db }: Database, id: string) => {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select({
      auctionId: secondChances.auctionId,
      personId: secondChances.personId,
      isOpen: sql<boolean>`${secondChances.status} = 'open'`,
      priceMinor: sql<Minor>`${secondChances.priceMinor}::float8`,
      currency: auctions.currency,
    })
    .from(secondChances)
    .innerJoin(auctions, eq(auctions.id, secondChances.auctionId))
    .where(eq(secondChances.id, id));
  return row ?? null;
};

/** Returns the amount that the person still has to pay for it; null if it is not theirs or no longer open. */
export const dueOf = async (
  database: Database,
  settlementId: string,
  userId: string,
  rates: ExchangeRates,
): Promise<{
  auctionId: string;
  remainingMinor: Minor;
  remainingNgnMinor: Minor;
  usdToNgn: number;
} | null> => {
  const owed = await findOwed(database, settlementId);
  if (owed?.payerId !== userId) return null;
  const win = await winOf(database, owed.auctionId, userId, rates);
  if (win?._id !== settlementId || win.status !== "open") return null;
  return {
    auctionId: owed.auctionId,
    remainingMinor: toMinor(win.remaining),
    remainingNgnMinor: toMinor(win.remainingNgn),
    usdToNgn: rates.USD_TO_NGN,
  };
};

/** Returns the payer and the auction of a settlement or a purchase; null if there is none. */
export const findOwed = async (
  { db }: Database,
  id: string,
): Promise<{ auctionId: string; payerId: string } | null> => {
  if (!isUuid(id)) return null;
  const owed = owedIn(db);
  const [row] = await db.select({ auctionId: owed.auctionId, payerId: owed.buyerId }).from(owed).where(eq(owed.id, id));
  return row ?? null;
};

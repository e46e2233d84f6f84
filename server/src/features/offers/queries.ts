// Reads offers with their messages and newest agreements. Ids must be UUIDs.
import type { Currency } from "@jara/shared/money";
import { inNaturalOrder } from "@jara/shared/natural-order";
import { AGREEMENTS_AT_ONCE, type OfferStatus } from "@jara/shared/offer-limits";
import { and, asc, count, desc, eq, exists, gt, inArray, isNull, ne, not, notExists, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { agreements, consignments, offerMessages, offers } from "../../platform/database/schema/sellers.ts";
import { isAnyOf } from "../../platform/database/statements.ts";
import type { AgreementRow, MessageRow, OfferRow, StaffFacts, WholeOffer } from "./views.ts";

export const isWaiting = inArray(offers.status, ["offered", "in-review"]);

const wholes = async (db: Db, rows: readonly OfferRow[]): Promise<WholeOffer[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [versions, messages] = await Promise.all([
    db
      .selectDistinctOn([agreements.offerId])
      .from(agreements)
      .where(inArray(agreements.offerId, ids))
      .orderBy(agreements.offerId, desc(agreements.version)),
    db
      .select({
        offerId: offerMessages.offerId,
        id: offerMessages.id,
        by: offerMessages.by,
        text: offerMessages.text,
        at: offerMessages.at,
      })
      .from(offerMessages)
      .where(inArray(offerMessages.offerId, ids))
      .orderBy(asc(offerMessages.at), offerMessages.id),
  ]);
  return rows.map((offer) => ({
    offer,
    agreement: versions.find(({ offerId }) => offerId === offer.id) ?? null,
    messages: messages.filter(({ offerId }): boolean => offerId === offer.id) as MessageRow[],
  }));
};

const firstOf = async (db: Db, where: SQL | undefined): Promise<WholeOffer | null> =>
  (await wholes(db, await db.select().from(offers).where(where)))[0] ?? null;

/** Null for an offer of somebody else, as for none. */
export const findOwnOffer = ({ db }: Database, sellerId: string, id: string): Promise<WholeOffer | null> =>
  firstOf(db, and(eq(offers.id, id), eq(offers.sellerId, sellerId)));

export const listOwnOffers = async ({ db }: Database, sellerId: string, page: Page) => {
  const where = eq(offers.sellerId, sellerId);
  const [rows, [all]] = await Promise.all([
    db
      .select()
      .from(offers)
      .where(where)
      .orderBy(desc(offers.createdAt), offers.id)
      .limit(page.limit)
      .offset(rowsBefore(page)),
    db.select({ total: count() }).from(offers).where(where),
  ]);
  return { offers: await wholes(db, rows), total: all?.total ?? 0 };
};

const enterer = alias(users, "enterer");
const decider = alias(users, "decider");

/** Drafts are their sellers' alone. */
const isForStaff = ne(offers.status, "draft");

export interface OfferForStaff {
  readonly whole: WholeOffer;
  readonly facts: StaffFacts;
}

const forStaff = async (db: Db, where: SQL | undefined, order: SQL[], page: Page): Promise<OfferForStaff[]> => {
  const rows = await db
    .select({
      offer: offers,
      seller: { id: users.id, username: users.username, firstName: users.firstName, lastName: users.lastName },
      enteredBy: enterer.username,
      decidedBy: decider.username,
    })
    .from(offers)
    .innerJoin(users, eq(users.id, offers.sellerId))
    .leftJoin(enterer, eq(enterer.id, offers.enteredBy))
    .leftJoin(decider, eq(decider.id, offers.decidedBy))
    .where(where)
    .orderBy(...order, offers.id)
    .limit(page.limit)
    .offset(rowsBefore(page));
  const [found, lots] = await Promise.all([
    wholes(
      db,
      rows.map(({ offer }) => offer),
    ),
    lotsOf(
      db,
      rows.map(({ offer }) => offer.id),
    ),
  ]);
  return rows.flatMap(({ offer, ...facts }) => {
    const whole = found.find((one) => one.offer.id === offer.id);
    return whole ? { whole, facts: { ...facts, lot: lots.get(offer.id) ?? null } } : [];
  });
};

const lotColumns = {
  id: auctions.id,
  title: auctions.title,
  status: auctions.status,
  startingPriceMinor: auctions.startingPriceMinor,
  reserveMinor: auctions.reserveMinor,
  currency: auctions.currency,
};

/** The newest lot of each offer that was not deleted. */
export const lotsOf = async (db: Db, offerIds: readonly string[]) => {
  if (offerIds.length === 0) return new Map<string, NonNullable<StaffFacts["lot"]>>();
  const rows = await db
    .select({ offerId: consignments.offerId, ...lotColumns })
    .from(consignments)
    .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
    .where(and(inArray(consignments.offerId, [...offerIds]), isNull(auctions.removedAt)))
    .orderBy(asc(auctions.createdAt));
  return new Map(rows.map(({ offerId, ...lot }) => [offerId, lot]));
};

export const findForStaff = async ({ db }: Database, id: string): Promise<OfferForStaff | null> =>
  (await forStaff(db, and(eq(offers.id, id), isForStaff), [], { page: 1, limit: 1 }))[0] ?? null;

interface StaffFilter {
  readonly status?: OfferStatus | undefined;
  /** A UUID; the offer of this lot. */
  readonly lot?: string | undefined;
}

export const listForStaff = async ({ db }: Database, { status, lot }: StaffFilter, page: Page) => {
  const isOfLot =
    lot &&
    exists(
      db
        .select({ id: consignments.offerId })
        .from(consignments)
        .where(and(eq(consignments.offerId, offers.id), eq(consignments.auctionId, lot))),
    );
  const where = and(isForStaff, isOfLot || (status ? undefined : isWaiting), status && eq(offers.status, status));
  const order =
    status && status !== "offered" && status !== "in-review" ? desc(offers.updatedAt) : asc(offers.offeredAt);
  const [found, [all], [open]] = await Promise.all([
    forStaff(db, where, [order], page),
    db.select({ total: count() }).from(offers).where(where),
    db.select({ waiting: count() }).from(offers).where(isWaiting),
  ]);
  return { offers: found, total: all?.total ?? 0, waiting: open?.waiting ?? 0 };
};

export interface FoundAgreement {
  readonly agreement: AgreementRow;
  readonly offer: OfferRow;
  readonly newest: { readonly id: string; readonly version: number };
}

/** The agreements of the oldest offers come first, so that imported lots have the order of their table. */
export const findAgreements = async (
  db: Db,
  where: SQL | undefined,
  limit: number = AGREEMENTS_AT_ONCE,
): Promise<FoundAgreement[]> => {
  const rows = await db
    .select({ agreement: agreements, offer: offers })
    .from(agreements)
    .innerJoin(offers, eq(offers.id, agreements.offerId))
    .where(where)
    .orderBy(asc(offers.createdAt), offers.id, agreements.version)
    .limit(limit);
  if (rows.length === 0) return [];
  const { id, offerId, version } = agreements;
  const ids = rows.map(({ offer }) => offer.id);
  const newest = await db
    .selectDistinctOn([offerId], { id, offerId, version })
    .from(agreements)
    .where(inArray(offerId, ids))
    .orderBy(offerId, desc(version));
  const byOffer = new Map(newest.map((one) => [one.offerId, one]));
  return rows.map((row) => ({ ...row, newest: byOffer.get(row.offer.id) ?? row.agreement }));
};

export const findAgreement = async (db: Db, id: string): Promise<FoundAgreement | null> =>
  (await findAgreements(db, eq(agreements.id, id), 1))[0] ?? null;

/** The agreements that a seller can accept now, each with the sale of its lot. */
export const findWaitingAgreements = async (db: Db, sellerId: string) => {
  const newer = alias(agreements, "newer");
  const isReplaced = exists(
    db
      .select({ id: newer.id })
      .from(newer)
      .where(and(eq(newer.offerId, agreements.offerId), gt(newer.version, agreements.version))),
  );
  const isOwn = and(eq(agreements.sellerId, sellerId), isNull(agreements.acceptedAt), eq(offers.status, "accepted"));
  const found = await findAgreements(db, and(isOwn, not(isReplaced)));
  const rows = await db
    .select({ offerId: consignments.offerId, id: sales.id, title: sales.title })
    .from(consignments)
    .innerJoin(saleLots, eq(saleLots.auctionId, consignments.auctionId))
    .innerJoin(sales, eq(sales.id, saleLots.saleId))
    .where(
      isAnyOf(
        consignments.offerId,
        found.map(({ offer }) => offer.id),
      ),
    );
  const ofOffers = new Map(rows.map(({ offerId, ...sale }) => [offerId, sale]));
  // An import makes many offers in one millisecond.
  return found
    .map((one) => ({ ...one, sale: ofOffers.get(one.offer.id) ?? null }))
    .sort((one, other) => inNaturalOrder(one.offer.content.title, other.offer.content.title));
};

/**
 * The condition on the other offers of a seller that were made by an import and wait for terms in this currency. Their
 * lots are drafts.
 */
export const waitsForTerms = (db: Db, sellerId: string, currency: Currency) => {
  const lot = db
    .select({ id: auctions.id })
    .from(consignments)
    .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
    .where(
      and(
        eq(consignments.offerId, offers.id),
        isNull(auctions.removedAt),
        eq(auctions.status, "draft"),
        eq(auctions.currency, currency),
      ),
    );
  const terms = db.select({ id: agreements.id }).from(agreements).where(eq(agreements.offerId, offers.id));
  return and(eq(offers.sellerId, sellerId), isWaiting, exists(lot), notExists(terms));
};

export const countOthers = async ({ db }: Database, { id, sellerId }: Pick<OfferRow, "id" | "sellerId">) => {
  const countIn = (currency: Currency) =>
    db.$count(offers, and(waitsForTerms(db, sellerId, currency), ne(offers.id, id)));
  const [NGN, USD] = await Promise.all([countIn("NGN"), countIn("USD")]);
  return { NGN, USD };
};

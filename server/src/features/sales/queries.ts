// The queries of sales: listing, making and changing them. lot-queries.ts has those of their lots.

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { CreateSaleBody, Sale, UpdateSaleBody } from "@jara/shared/rest/sales";
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { NOTICE_MS } from "../../auction/content.ts";
import { biddingEnded } from "../../engine/reads/bidding-ended.ts";
import { isInterested } from "../../engine/reads/interests.ts";
import { outcome } from "../../engine/reads/outcomes.ts";
import { isPublicLot } from "../../engine/reads/public-lots.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor, lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleActions, saleLots, sales } from "../../platform/database/schema/sales.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased, readNow } from "../../platform/database/statements.ts";

export type SaleRow = typeof sales.$inferSelect & {
  readonly lotCount: number;
  readonly isOver: boolean;
  /** Epoch ms; null for a sale that is not over, and for one of which no lot was bid on until its end. */
  readonly endedAt: number | null;
  readonly softClose: Sale["softClose"];
};

/** Lots that the reader may see. */
export const isSeen = (seesDrafts: boolean): SQL | undefined => (seesDrafts ? isNull(auctions.removedAt) : isPublicLot);

const builder = new QueryBuilder();
const selectLots = (fields: Record<string, SQL>, ...conditions: (SQL | undefined)[]) =>
  builder
    .select(fields)
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(and(...conditions));
const ofThisSale = eq(saleLots.saleId, sales.id);
const one = { one: sql`1` };

const lotsSeen = (seesDrafts: boolean): SQL<number> =>
  sql<number>`${selectLots({ lots: sql`count(*)::int` }, ofThisSale, isSeen(seesDrafts))}`;

const hasLotWith = (condition: SQL): SQL => exists(selectLots(one, ofThisSale, isNull(auctions.removedAt), condition));

/** Also counts lots that the reader may not see yet, because the sale says in advance how its lots close. */
const softClose = sql<Sale["softClose"]>`(case
  when not ${hasLotWith(isNull(auctions.softCloseSeconds))} then 'all'
  when ${hasLotWith(isNotNull(auctions.softCloseSeconds))} then 'some' else 'none' end)`;

/** Lots that still have to open or close. The sale no longer opens a draft without a start. */
const isLeft = and(
  isNull(auctions.removedAt),
  inArray(auctions.status, ["active", "paused", "draft"]),
  or(ne(auctions.status, "draft"), isNotNull(auctions.startsAt)),
);
const isPublished = eq(sales.status, "published");

/** True if no lot is left, and no action is under way that may open one. */
const isOver = sql<boolean>`(${and(
  isPublished,
  notExists(selectLots(one, ofThisSale, isLeft)),
  notExists(
    builder
      .select(one)
      .from(saleActions)
      .where(and(eq(saleActions.saleId, sales.id), isNull(saleActions.doneAt))),
  ),
)})`;

/** PostgreSQL collects it once for a statement that names it several times. */
const openSales = builder
  .$with("open_sales")
  .as(
    builder
      .selectDistinct({ saleId: saleLots.saleId })
      .from(saleLots)
      .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
      .where(isLeft),
  );

/** The same for many sales, in a statement with `openSales`: reads the open lots once, and not all lots of each sale. */
const isOverOfMany = sql<boolean>`(${and(
  isPublished,
  notInArray(sales.id, builder.select({ saleId: openSales.saleId }).from(openSales)),
  notInArray(
    sales.id,
    builder.select({ saleId: saleActions.saleId }).from(saleActions).where(isNull(saleActions.doneAt)),
  ),
)})`;

/** Selects the time when bidding on the last lot ended. */
const endedAt = (isOverSale: SQL): SQL<number | null> =>
  sql<number | null>`case when ${isOverSale} then ${selectLots(
    { at: sql`max(${biddingEnded})` },
    ofThisSale,
    isPublicLot,
    inArray(auctions.status, ["ended", "sold"]),
  )} end`.mapWith(auctions.endsAt);

export const isSaleSeen = (seesDrafts: boolean): SQL | undefined =>
  seesDrafts ? undefined : eq(sales.status, "published");

/** In no order. */
export const findSales = async ({ db }: Database, ids: readonly string[], seesDrafts: boolean): Promise<SaleRow[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ sale: sales, lotCount: lotsSeen(seesDrafts), isOver, endedAt: endedAt(isOver), softClose })
    .from(sales)
    .where(and(inArray(sales.id, [...ids]), isSaleSeen(seesDrafts)));
  return rows.map(({ sale, ...more }) => ({ ...sale, ...more }));
};

export const findSale = async (database: Database, id: string, seesDrafts: boolean): Promise<SaleRow | null> =>
  (await findSales(database, [id], seesDrafts))[0] ?? null;

/** Counts the lots of the sale that everybody sees as sold. */
export const soldIn = async ({ db }: Database, id: string): Promise<number> => {
  const [row] = await db
    .select({ sold: count() })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(and(eq(saleLots.saleId, id), isPublicLot, sql`${outcome()} = 'sold'`));
  return row?.sold ?? 0;
};

export const salesOfLots = async ({ db }: Database, auctionIds: readonly string[]): Promise<string[]> => {
  if (auctionIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ saleId: saleLots.saleId })
    .from(saleLots)
    .where(inArray(saleLots.auctionId, [...auctionIds]));
  return rows.map(({ saleId }) => saleId);
};

/** Sales that are not over come first, the soonest first; the others follow, the latest first. */
export const listSales = async (
  { db }: Database,
  seesDrafts: boolean,
  page: Page,
): Promise<{ rows: SaleRow[]; total: number }> => {
  const where = isSaleSeen(seesDrafts);
  const [rows, [all]] = await Promise.all([
    db
      .with(openSales)
      .select({
        sale: sales,
        lotCount: lotsSeen(seesDrafts),
        isOver: isOverOfMany,
        endedAt: endedAt(isOverOfMany),
        softClose,
      })
      .from(sales)
      .where(where)
      .orderBy(
        isOverOfMany,
        sql`case when not ${isOverOfMany} then ${sales.closesAt} end`,
        desc(sales.closesAt),
        asc(sales.id),
      )
      .limit(page.limit)
      .offset(rowsBefore(page)),
    db.select({ total: count() }).from(sales).where(where),
  ]);
  return { rows: rows.map(({ sale, ...more }) => ({ ...sale, ...more })), total: all?.total ?? 0 };
};

const msOf = (time: string): number => Date.parse(time);
/** Viewings or pickup times as they are stored. */
const timesOf = <T extends Sale["viewings"][number]>(times: readonly T[]) =>
  times.map(({ from, until, ...same }) => ({ ...same, from: msOf(from), until: msOf(until) }));

/** The new sale's id; null if the actor may no longer make one. */
export const insertSale = (
  { transaction }: Database,
  actorId: string,
  { opensAt, closesAt, viewings, pickups, ...same }: CreateSaleBody,
): Promise<string | null> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "lots:edit"))) return null;
    const [id, now] = [randomUUID(), await readNow(tx)];
    await tx.insert(sales).values({
      ...same,
      id,
      viewings: timesOf(viewings),
      pickups: timesOf(pickups),
      status: "draft",
      revision: 1,
      opensAt: opensAt === null ? null : msOf(opensAt),
      closesAt: msOf(closesAt),
      pausedAt: null,
      createdBy: actorId,
      createdAt: now,
      updatedAt: now,
    });
    await recordAction(tx, { actorId, action: "sale made", details: { sale: id, title: same.title } });
    return id;
  });

export type Changed = "changed" | "outdated" | "published" | "not-allowed" | TermsStay;
/** The reasons why the terms of a published sale cannot change. */
type TermsStay = "terms-not-allowed" | "has-interest" | "closes-soon";

/** True if an open lot of the sale ends so soon that new terms could make bidders miss its end. */
const closesSoon = async (tx: Db, saleId: string): Promise<boolean> => {
  const endsSoon = lt(auctions.endsAt, sql`${clockNow} + ${NOTICE_MS}::int * interval '1 millisecond'`);
  const isOpen = and(isNull(auctions.removedAt), eq(auctions.status, "active"));
  const rows = await tx
    .select({ id: saleLots.auctionId })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(and(eq(saleLots.saleId, saleId), isOpen, endsSoon))
    .limit(1);
  return rows.length > 0;
};

/** True if the person has an interest in a lot of the sale. */
const hasInterestIn = async (tx: Db, saleId: string, userId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: saleLots.auctionId })
    .from(saleLots)
    .where(and(eq(saleLots.saleId, saleId), isInterested(tx, saleLots.auctionId, sql`${userId}::uuid`)))
    .limit(1);
  return rows.length > 0;
};

/**
 * Changes the sale, unless it changed since its author saw it. Its times stay once it is published, because its lots
 * have times of their own then. After the publication only staff who run auctions and have no interest in its lots can
 * change its terms and what bidders must have done, and its terms not shortly before a lot closes, because every bidder
 * must accept the new terms before the next bid.
 */
export const changeSale = (
  { transaction }: Database,
  actorId: string,
  id: string,
  { revision, opensAt, closesAt, viewings, pickups, ...same }: UpdateSaleBody,
): Promise<Changed> =>
  transaction(async (tx) => {
    const actor = (await lockPeople(tx, [actorId])).get(actorId);
    if (!mayStill(actor, "lots:edit")) return "not-allowed";
    const [sale] = await tx.select().from(sales).where(eq(sales.id, id)).for("no key update");
    if (!sale) return "outdated";
    const ofDrafts = [opensAt, closesAt, same.spacingSeconds, same.closing, same.groupSize, same.asksTerms];
    if (sale.status === "published" && ofDrafts.some((field) => field !== undefined)) return "published";
    const hasNewTerms = same.terms !== undefined && same.terms !== sale.terms;
    const isPublic = sale.status === "published";
    const changesTerms = hasNewTerms && isPublic;
    const asksElse =
      same.requirements !== undefined && !isDeepStrictEqual(same.requirements, sale.requirements) && isPublic;
    if ((changesTerms || asksElse) && !mayStill(actor, "auctions:run")) return "terms-not-allowed";
    if ((changesTerms || asksElse) && (await hasInterestIn(tx, id, actorId))) return "has-interest";
    if (sale.revision !== revision) return "outdated";
    if (changesTerms && (await closesSoon(tx, id))) return "closes-soon";

    const change = {
      ...same,
      ...(viewings !== undefined && { viewings: timesOf(viewings) }),
      ...(pickups !== undefined && { pickups: timesOf(pickups) }),
      ...(opensAt !== undefined && { opensAt: opensAt === null ? null : msOf(opensAt) }),
      ...(closesAt !== undefined && { closesAt: msOf(closesAt) }),
    };
    await tx
      .update(sales)
      .set({
        ...change,
        revision: increased(sales.revision),
        updatedAt: clockNow,
        ...(hasNewTerms && { termsVersion: increased(sales.termsVersion) }),
      })
      .where(eq(sales.id, id));
    await recordAction(tx, {
      actorId,
      action: "sale changed",
      details: { sale: id, title: change.title ?? sale.title, changed: Object.keys(change) },
    });
    return "changed";
  });

// The statements of sales: listing, making and changing them. lot-queries.ts has those of their lots. Each write is one
// statement and writes only while its actor may.
import { randomUUID } from "node:crypto";
import type { CreateSaleBody, Sale, UpdateSaleBody } from "@jara/shared/rest/sales";
import { and, asc, count, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { NOTICE_MS } from "../../auction/content.ts";
import { isInterested } from "../../engine/reads/interests.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleActions, saleLots, sales } from "../../platform/database/schema/sales.ts";
import {
  aliased,
  clockAt,
  clockPart,
  constant,
  insertSelect,
  nameOf,
  qualified,
} from "../../platform/database/statement-text.ts";
import { actorPart } from "../../platform/database/who-may.ts";

const l = aliased(saleLots, "l");
const a = aliased(auctions, "a");
const p = aliased(saleActions, "p");

export type SaleRow = typeof sales.$inferSelect & {
  readonly lotCount: number;
  readonly isOver: boolean;
  readonly softClose: Sale["softClose"];
};

/** Lots that the reader may see. */
export const isSeen = (seesDrafts: boolean): SQL | undefined =>
  and(isNull(auctions.removedAt), seesDrafts ? undefined : ne(auctions.status, "draft"));

/** With names of its own, because Drizzle leaves tables' names out of the columns of a select from one table. */
const lotsSeen = (seesDrafts: boolean): SQL<number> => sql<number>`(
  select count(*)::int from ${l.table} join ${a.table} on ${a.id} = ${l.auctionId}
  where ${l.saleId} = ${qualified(sales.id)} and ${a.removedAt} is null ${seesDrafts ? sql`` : sql`and ${a.status} <> 'draft'`})`;

const hasLotWith = (condition: SQL): SQL => sql`exists (
  select from ${l.table} join ${a.table} on ${a.id} = ${l.auctionId}
  where ${l.saleId} = ${qualified(sales.id)} and ${a.removedAt} is null and ${condition})`;

/** Also counts lots that the reader may not see yet, because the sale says in advance how its lots close. */
const softClose = sql<Sale["softClose"]>`(case
  when not ${hasLotWith(sql`${a.softCloseSeconds} is null`)} then 'all'
  when ${hasLotWith(sql`${a.softCloseSeconds} is not null`)} then 'some' else 'none' end)`;

/** Lots that still have to open or close. The sale no longer opens a draft without a start. */
const isLeft = sql`${a.removedAt} is null and ${a.status} in ('active', 'paused', 'draft')
  and (${a.status} <> 'draft' or ${a.startsAt} is not null)`;

/** True if no lot is left, and no action is under way that may open one. */
const isOver = sql<boolean>`(${sales.status} = 'published' and not exists (
  select from ${l.table} join ${a.table} on ${a.id} = ${l.auctionId} where ${l.saleId} = ${qualified(sales.id)} and ${isLeft})
  and not exists (select from ${p.table} where ${p.saleId} = ${qualified(sales.id)} and ${p.doneAt} is null))`;

/** The same for many sales: reads the open lots once, and not all lots of each sale. */
const isOverOfMany = sql<boolean>`(${sales.status} = 'published'
  and ${sales.id} not in (
    select ${l.saleId} from ${a.table} join ${l.table} on ${l.auctionId} = ${a.id} where ${isLeft})
  and ${sales.id} not in (select ${p.saleId} from ${p.table} where ${p.doneAt} is null))`;

export const isSaleSeen = (seesDrafts: boolean): SQL | undefined =>
  seesDrafts ? undefined : eq(sales.status, "published");

/** In no order. */
export const findSales = async ({ db }: Database, ids: readonly string[], seesDrafts: boolean): Promise<SaleRow[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ sale: sales, lotCount: lotsSeen(seesDrafts), isOver, softClose })
    .from(sales)
    .where(and(inArray(sales.id, [...ids]), isSaleSeen(seesDrafts)));
  return rows.map(({ sale, ...more }) => ({ ...sale, ...more }));
};

export const findSale = async (database: Database, id: string, seesDrafts: boolean): Promise<SaleRow | null> =>
  (await findSales(database, [id], seesDrafts))[0] ?? null;

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
      .select({ sale: sales, lotCount: lotsSeen(seesDrafts), isOver: isOverOfMany, softClose })
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

/** Writes an entry of the audit log. */
export const record = (actorId: string, action: string, details: SQL): SQL =>
  insertSelect(adminActions, { id: randomUUID(), actorId, action, details, at: clockAt });

const msOf = (time: string): number => Date.parse(time);
const viewingsOf = (viewings: Sale["viewings"]) =>
  viewings.map(({ from, until, place }) => ({ from: msOf(from), until: msOf(until), place }));

/** The new sale's id; null if the actor may no longer make one. */
export const insertSale = async ({ db }: Database, actorId: string, body: CreateSaleBody): Promise<string | null> => {
  const id = randomUUID();
  const { opensAt, closesAt, viewings, ...same } = body;
  const cells = {
    ...same,
    id,
    viewings: sql`${JSON.stringify(viewingsOf(viewings))}::jsonb`,
    status: "draft" as const,
    opensAt: opensAt === null ? null : msOf(opensAt),
    closesAt: msOf(closesAt),
    pausedAt: null,
    createdBy: sql`actor.id`,
    ...{ createdAt: clockAt, updatedAt: clockAt, revision: 1 },
  };
  const rows = await db.execute(sql`
    with ${clockPart}, ${actorPart(actorId, "lots:edit")},
    made as (${insertSelect(sales, cells)} from clock, actor returning ${sales.id} as id, ${sales.title} as title),
    recorded as (
      ${record(actorId, "sale made", sql`json_build_object('sale', made.id, 'title', made.title)`)} from clock, made
    )
    select id from made`);
  return rows.length > 0 ? id : null;
};

export type Changed = "changed" | "outdated" | "published" | "not-allowed" | TermsStay;
/** The reasons why the terms of a published sale cannot change. */
type TermsStay = "terms-not-allowed" | "has-interest" | "closes-soon";

/**
 * True if an open lot of the sale ends so soon that new terms could make bidders miss its end. Needs the part `clock`.
 */
const closesSoon = (saleId: string): SQL => sql`exists (
  select from ${l.table} join ${a.table} on ${a.id} = ${l.auctionId}
  where ${l.saleId} = ${saleId} and ${a.removedAt} is null and ${a.status} = 'active'
    and ${a.endsAt} < (select at from clock) + ${constant(NOTICE_MS)} * interval '1 millisecond')`;

/** True if the person has an interest in a lot of the sale. */
const hasInterestIn = (db: Db, saleId: string, userId: string): SQL => sql`exists (
  select from ${l.table} where ${l.saleId} = ${saleId} and ${isInterested(db, l.auctionId, sql`${userId}::uuid`)})`;

/**
 * Changes the sale, unless it changed since its author saw it. Its times stay once it is published, because its lots
 * have times of their own then. After the publication only staff who run auctions and have no interest in its lots can
 * change its terms, and not shortly before a lot closes, because every bidder must accept the new terms before the next
 * bid.
 */
export const changeSale = async (
  { db }: Database,
  actorId: string,
  id: string,
  { revision, opensAt, closesAt, viewings, ...same }: UpdateSaleBody,
): Promise<Changed> => {
  const { title, description, terms, spacingSeconds, closing, groupSize, asksTerms, picture } = same;
  const cells: [keyof typeof sales.$inferInsert, SQL][] = [];
  if (title !== undefined) cells.push(["title", sql`${title}`]);
  if (description !== undefined) cells.push(["description", sql`${description}`]);
  if (terms !== undefined) {
    cells.push(["terms", sql`${terms}`]);
    cells.push(["termsVersion", sql`${sales.termsVersion} + (${sales.terms} <> ${terms}::text)::int`]);
  }
  if (viewings !== undefined) cells.push(["viewings", sql`${JSON.stringify(viewingsOf(viewings))}::jsonb`]);
  if (spacingSeconds !== undefined) cells.push(["spacingSeconds", sql`${spacingSeconds}::int`]);
  if (closing !== undefined) cells.push(["closing", sql`${closing}`]);
  if (groupSize !== undefined) cells.push(["groupSize", sql`${groupSize}::int`]);
  if (asksTerms !== undefined) cells.push(["asksTerms", sql`${asksTerms}::boolean`]);
  if (picture !== undefined) cells.push(["picture", sql`${picture}::text`]);
  if (opensAt !== undefined)
    cells.push(["opensAt", sql`${opensAt === null ? null : new Date(opensAt).toISOString()}::timestamptz`]);
  if (closesAt !== undefined) cells.push(["closesAt", sql`${new Date(closesAt).toISOString()}::timestamptz`]);
  const isOfDrafts = [opensAt, closesAt, spacingSeconds, closing, groupSize, asksTerms].some(
    (field) => field !== undefined,
  );
  const names = cells.map(([name]) => name).filter((name) => name !== "termsVersion");
  const set = [
    ...cells.map(([name, value]) => sql`${nameOf(sales[name])} = ${value}`),
    sql`${nameOf(sales.revision)} = ${sales.revision} + 1`,
    sql`${nameOf(sales.updatedAt)} = clock.at`,
  ];
  const changesTerms =
    terms === undefined ? sql`false` : sql`(${sales.status} = 'published' and ${sales.terms} <> ${terms}::text)`;
  const hasInterest = terms === undefined ? sql`false` : hasInterestIn(db, id, actorId);
  const ofSale = (value: SQL): SQL => sql`(select ${value} from ${sales} where ${sales.id} = ${id})`;
  const [row] = await db.execute<ChangeRow>(sql`
    with ${clockPart}, ${actorPart(actorId, "lots:edit")}, ${actorPart(actorId, "auctions:run", "runner")},
    changed as (
      update ${sales} set ${sql.join(set, sql`, `)} from clock, actor
      where ${sales.id} = ${id} and ${sales.revision} = ${revision}::int
        and ${isOfDrafts ? eq(sales.status, "draft") : sql`true`}
        and (not ${changesTerms} or exists (select from runner) and not ${hasInterest} and not ${closesSoon(id)})
      returning ${sales.id} as id, ${sales.title} as title
    ),
    recorded as (${record(
      actorId,
      "sale changed",
      sql`json_build_object('sale', changed.id, 'title', changed.title, 'changed', ${JSON.stringify(names)}::json)`,
    )} from clock, changed)
    select exists (select from actor) as "isAllowed", exists (select from changed) as "isChanged",
      exists (select from runner) as "mayRun", ${hasInterest} as "hasInterest",
      ${ofSale(sql`${sales.status} = 'draft'`)} as "isDraft", ${ofSale(changesTerms)} as "changesTerms",
      ${ofSale(sql`${sales.revision} = ${revision}::int`)} as "isCurrent"`);
  if (row?.isChanged) return "changed";
  if (!row?.isAllowed) return "not-allowed";
  if (isOfDrafts && row.isDraft === false) return "published";
  if (!row.changesTerms) return "outdated";
  if (!row.mayRun) return "terms-not-allowed";
  if (row.hasInterest) return "has-interest";
  return row.isCurrent ? "closes-soon" : "outdated";
};

type ChangeRow = Record<"isAllowed" | "isChanged" | "mayRun" | "hasInterest", boolean> &
  Record<"isDraft" | "changesTerms" | "isCurrent", boolean | null>;

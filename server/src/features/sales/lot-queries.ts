// The statements of the lots of a sale: their order, a page of them, and the sale of one lot.
import type { LotSale } from "@jara/shared/rest/sales";
import { and, asc, count, desc, eq, exists, gt, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { clockPart, constant, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { hasTheseWords } from "../../platform/database/text-indexes.ts";
import { isViolationOf } from "../../platform/database/unique.ts";
import { actorPart } from "../../platform/database/who-may.ts";
import { type Changed, isSaleSeen, isSeen, record } from "./queries.ts";

export interface LotFilter {
  readonly saleId: string;
  readonly seesDrafts: boolean;
  readonly search: string;
  /** Only lots that take bids. */
  readonly isOpen: boolean;
}

/** The lots of a page that the reader may see, in the order of the catalogue. */
export const listLots = async (
  { db }: Database,
  { saleId, seesDrafts, search, isOpen }: LotFilter,
  page: Page,
): Promise<{ lots: { auctionId: string; lotNumber: number }[]; total: number }> => {
  const where = and(
    eq(saleLots.saleId, saleId),
    isSeen(seesDrafts),
    isOpen ? eq(auctions.status, "active") : undefined,
    search === ""
      ? undefined
      : or(hasTheseWords(auctions.title, search), sql`${saleLots.lotNumber}::text = ${search}::text`),
  );
  const [lots, [all]] = await Promise.all([
    db
      .select({ auctionId: saleLots.auctionId, lotNumber: saleLots.lotNumber })
      .from(saleLots)
      .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
      .where(where)
      .orderBy(asc(saleLots.lotNumber))
      .limit(page.limit)
      .offset(rowsBefore(page)),
    db.select({ total: count() }).from(saleLots).innerJoin(auctions, eq(auctions.id, saleLots.auctionId)).where(where),
  ]);
  return { lots, total: all?.total ?? 0 };
};

/** The sale that has the lot, with the lot's neighbours; null if the reader sees no such sale. */
export const saleOfLot = async ({ db }: Database, auctionId: string, seesDrafts: boolean): Promise<LotSale | null> => {
  const [found] = await db
    .select({ _id: sales.id, title: sales.title, lotNumber: saleLots.lotNumber, asksTerms: sales.asksTerms })
    .from(saleLots)
    .innerJoin(sales, eq(sales.id, saleLots.saleId))
    .where(and(eq(saleLots.auctionId, auctionId), isSaleSeen(seesDrafts)));
  if (!found) return null;
  const neighbour = async (isLater: boolean) => {
    const { lotNumber } = saleLots;
    const [row] = await db
      .select({ auctionId: saleLots.auctionId, lotNumber })
      .from(saleLots)
      .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
      .where(
        and(
          eq(saleLots.saleId, found._id),
          isSeen(seesDrafts),
          isLater ? gt(lotNumber, found.lotNumber) : lt(lotNumber, found.lotNumber),
        ),
      )
      .orderBy(isLater ? asc(lotNumber) : desc(lotNumber))
      .limit(1);
    return row ?? null;
  };
  const [previous, next] = await Promise.all([neighbour(false), neighbour(true)]);
  return { ...found, previous, next };
};

export type LotsSet = Changed | "unknown-lots" | StartsPassed;

/**
 * The ids of drafts that would open at once outside the sale, because their own start has passed. Nothing was changed:
 * the engine must remove these starts first, because only the engine writes lots.
 */
export interface StartsPassed {
  readonly startsPassed: readonly string[];
}

/**
 * Sets all lots of a draft sale, numbered from 1 in this order. Only drafts can be put into a sale, and no lot that another
 * sale has. No draft leaves the sale with a start that has passed. `auctionIds` must be different UUIDs. It is SQL,
 * because Drizzle's builder cannot insert what another part returns into some of a table's columns.
 */
export const setLots = async (
  { db }: Database,
  actorId: string,
  { id, revision, auctionIds }: Lots,
): Promise<LotsSet> => {
  const rows = await db.execute<LotsRow>(placeLots(actorId, { id, revision, auctionIds })).catch((error: unknown) => {
    // Another sale took a lot at the same moment. Nothing was written.
    if (isViolationOf(error, "sale_lots_number")) return "taken" as const;
    throw error;
  });
  if (rows === "taken") return "unknown-lots";
  const [row] = rows;
  if (row?.isChanged) return "changed";
  if (!row?.isAllowed) return "not-allowed";
  if (row.isDraft === false) return "published";
  if (!row.isCurrent) return "outdated";
  return row.areUsable ? { startsPassed: row.startsPassed } : "unknown-lots";
};

interface Lots {
  readonly id: string;
  readonly revision: number;
  readonly auctionIds: readonly string[];
}
type LotsRow = Record<"isAllowed" | "isChanged" | "areUsable", boolean> &
  Record<"isDraft" | "isCurrent", boolean | null> &
  Record<"startsPassed", readonly string[]>;

/** The places (from 0) of the lots that cannot be put into the sale. */
export const unusableLots = async ({ db }: Database, { id, auctionIds }: Omit<Lots, "revision">): Promise<number[]> => {
  const inOther = db
    .select({ id: saleLots.saleId })
    .from(saleLots)
    .where(and(eq(saleLots.auctionId, sql`k.id`), ne(saleLots.saleId, id)));
  const rows = await db
    .select({ place: sql<number>`(k.number - 1)::int` })
    .from(sql`unnest(${arrayLiteral(auctionIds)}::uuid[]) with ordinality as k(id, number)`)
    .leftJoin(auctions, and(eq(auctions.id, sql`k.id`), eq(auctions.status, "draft"), isNull(auctions.removedAt)))
    .where(or(isNull(auctions.id), exists(inOther)))
    .orderBy(sql`k.number`);
  return rows.map(({ place }) => place);
};

/** If another sale took a lot since the statement began, a check of the table fails and undoes the whole statement. */
const placeLots = (actorId: string, { id, revision, auctionIds }: Lots): SQL => sql`
    with ${clockPart}, ${actorPart(actorId, "lots:edit")},
    wanted as (
      select k.id, k.number::int as number from unnest(${arrayLiteral(auctionIds)}::uuid[]) with ordinality as k(id, number)
    ),
    usable as (
      select wanted.id from wanted join ${auctions} on ${auctions.id} = wanted.id
      where ${auctions.status} = 'draft' and ${auctions.removedAt} is null and not exists (
        select from ${saleLots} where ${saleLots.auctionId} = wanted.id and ${saleLots.saleId} <> ${id})
    ),
    passed as (
      select ${saleLots.auctionId} as id from clock, ${saleLots} join ${auctions} on ${auctions.id} = ${saleLots.auctionId}
      where ${saleLots.saleId} = ${id} and ${saleLots.auctionId} not in (select id from wanted)
        and ${auctions.status} = 'draft' and ${auctions.removedAt} is null and ${auctions.startsAt} <= clock.at
    ),
    changed as (
      update ${sales} set ${nameOf(sales.revision)} = ${sales.revision} + 1, ${nameOf(sales.updatedAt)} = clock.at
      from clock, actor
      where ${sales.id} = ${id} and ${sales.revision} = ${revision}::int and ${sales.status} = 'draft'
        and (select count(*) from usable) = ${constant(auctionIds.length)} and not exists (select from passed)
      returning ${sales.id} as id, ${sales.title} as title
    ),
    recorded as (${record(
      actorId,
      "lots of a sale set",
      sql`json_build_object('sale', changed.id, 'title', changed.title, 'lots', ${constant(auctionIds.length)})`,
    )} from clock, changed),
    gone as (
      delete from ${saleLots} using changed
      where ${saleLots.saleId} = changed.id and ${saleLots.auctionId} not in (select id from wanted)
    ),
    placed as (
      ${insertSelect(saleLots, { auctionId: sql`wanted.id`, saleId: sql`changed.id`, lotNumber: sql`wanted.number` })}
      from changed, wanted order by wanted.id
      on conflict (${nameOf(saleLots.auctionId)}) do update
        set ${nameOf(saleLots.lotNumber)} = case when ${saleLots.saleId} = excluded.${nameOf(saleLots.saleId)}
          then excluded.${nameOf(saleLots.lotNumber)} else 0 end
    )
    select exists (select from actor) as "isAllowed", exists (select from changed) as "isChanged",
      (select ${sales.status} = 'draft' from ${sales} where ${sales.id} = ${id}) as "isDraft",
      (select ${sales.revision} = ${revision}::int from ${sales} where ${sales.id} = ${id}) as "isCurrent",
      (select count(*) from usable) = ${constant(auctionIds.length)} as "areUsable",
      (select coalesce(json_agg(id), '[]') from passed) as "startsPassed"`;

// The queries of the lots of a sale: their order, a page of them, and the sale of one lot.
import type { LotSale } from "@jara/shared/rest/sales";
import { type LotNumber, withSuffix } from "@jara/shared/sale-order";
import { and, asc, count, desc, eq, exists, inArray, isNull, lte, ne, not, or, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased, isAnyOf } from "../../platform/database/statements.ts";
import { hasTheseWords } from "../../platform/database/text-indexes.ts";
import { isViolationOf } from "../../platform/database/unique.ts";
import { type Changed, isSaleSeen, isSeen } from "./queries.ts";

export interface LotFilter {
  readonly saleId: string;
  readonly seesDrafts: boolean;
  readonly search: string;
  /** Only lots that take bids. */
  readonly isOpen: boolean;
  /** Only lots that take bids or are paused: those that take bids first, the soonest end first. */
  readonly isNext?: boolean;
}

/** The lots of a page that the reader may see, in the order of the catalogue. */
export const listLots = async (
  { db }: Database,
  { saleId, seesDrafts, search, isOpen, isNext = false }: LotFilter,
  page: Page,
): Promise<{ lots: { auctionId: string; lotNumber: number; suffix: string }[]; total: number }> => {
  const where = and(
    eq(saleLots.saleId, saleId),
    isSeen(seesDrafts),
    isOpen ? eq(auctions.status, "active") : undefined,
    isNext ? inArray(auctions.status, ["active", "paused"]) : undefined,
    search === ""
      ? undefined
      : or(
          hasTheseWords(auctions.title, search),
          sql`${saleLots.lotNumber}::text || ${saleLots.suffix} = upper(${search}::text)`,
        ),
  );
  const [lots, [all]] = await Promise.all([
    db
      .select({ auctionId: saleLots.auctionId, lotNumber: saleLots.lotNumber, suffix: saleLots.suffix })
      .from(saleLots)
      .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
      .where(where)
      .orderBy(
        ...(isNext ? [eq(auctions.status, "paused"), asc(auctions.endsAt)] : []),
        asc(saleLots.lotNumber),
        asc(saleLots.suffix),
      )
      .limit(page.limit)
      .offset(rowsBefore(page)),
    db.select({ total: count() }).from(saleLots).innerJoin(auctions, eq(auctions.id, saleLots.auctionId)).where(where),
  ]);
  return { lots, total: all?.total ?? 0 };
};

/** The sale that has the lot, with the lot's neighbours; null if the reader sees no such sale. */
export const saleOfLot = async ({ db }: Database, auctionId: string, seesDrafts: boolean): Promise<LotSale | null> => {
  const [found] = await db
    .select({
      _id: sales.id,
      title: sales.title,
      lotNumber: saleLots.lotNumber,
      suffix: saleLots.suffix,
      asksTerms: sales.asksTerms,
    })
    .from(saleLots)
    .innerJoin(sales, eq(sales.id, saleLots.saleId))
    .where(and(eq(saleLots.auctionId, auctionId), isSaleSeen(seesDrafts)));
  if (!found) return null;
  const neighbour = async (isLater: boolean) => {
    const { lotNumber, suffix } = saleLots;
    const number = sql`(${lotNumber}, ${suffix})`;
    const own = sql`(${found.lotNumber}::int, ${found.suffix}::text)`;
    const way = isLater ? asc : desc;
    const [row] = await db
      .select({ auctionId: saleLots.auctionId, lotNumber, suffix })
      .from(saleLots)
      .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
      .where(
        and(
          eq(saleLots.saleId, found._id),
          isSeen(seesDrafts),
          isLater ? sql`${number} > ${own}` : sql`${number} < ${own}`,
        ),
      )
      .orderBy(way(lotNumber), way(suffix))
      .limit(1);
    return row ? withSuffix(row) : null;
  };
  const [previous, next] = await Promise.all([neighbour(false), neighbour(true)]);
  return { ...withSuffix(found), previous, next };
};

export type LotsSet = Changed | "unknown-lots" | StartsPassed;

/**
 * The ids of drafts that would open at once outside the sale, because their own start has passed. Nothing was changed:
 * the engine must remove these starts first, because only the engine writes lots.
 */
export interface StartsPassed {
  readonly startsPassed: readonly string[];
}

interface Lots {
  readonly id: string;
  readonly revision: number;
  readonly auctionIds: readonly string[];
  /** The numbers of the lots, in the order of `auctionIds`; from 1 without gaps if absent. */
  readonly numbers?: readonly LotNumber[];
}

/**
 * Sets all lots of a draft sale in this order, with these numbers. Only drafts can be put into a sale, and no lot that
 * another sale has. No draft leaves the sale with a start that has passed. `auctionIds` must be different UUIDs.
 */
export const setLots = async (
  { transaction }: Database,
  actorId: string,
  { id, revision, auctionIds, numbers = auctionIds.map((_, place) => ({ lotNumber: place + 1 })) }: Lots,
): Promise<LotsSet> => {
  try {
    return await transaction(async (tx) => {
      if (!(await lockActor(tx, actorId, "lots:edit"))) return "not-allowed";
      const [sale] = await tx.select().from(sales).where(eq(sales.id, id)).for("no key update");
      if (sale?.status === "published") return "published";
      if (sale?.revision !== revision) return "outdated";
      if ((await unusableLots({ db: tx }, { id, auctionIds })).length > 0) return "unknown-lots";
      const startsPassed = await startsPassedOf(tx, id, auctionIds);
      if (startsPassed.length > 0) return { startsPassed };

      await tx
        .update(sales)
        .set({ revision: increased(sales.revision), updatedAt: clockNow })
        .where(eq(sales.id, id));
      await tx.delete(saleLots).where(eq(saleLots.saleId, id));
      await tx.insert(saleLots).select((builder) =>
        builder
          .select({
            auctionId: sql<string>`k.id`.as("auction_id"),
            saleId: sql<string>`${id}::uuid`.as("sale_id"),
            lotNumber: sql<number>`k.number`.as("lot_number"),
            suffix: sql<string>`k.suffix`.as("suffix"),
          })
          .from(sql`unnest(${arrayLiteral(auctionIds)}::uuid[], ${arrayLiteral(numbers.map(({ lotNumber }) => lotNumber))}::int[],
            ${arrayLiteral(numbers.map(({ suffix = "" }) => suffix))}::text[]) as k(id, number, suffix)`)
          .orderBy(sql`k.id`),
      );
      const details = { sale: id, title: sale.title, lots: auctionIds.length };
      await recordAction(tx, { actorId, action: "lots of a sale set", details });
      return "changed";
    });
  } catch (error) {
    // Another sale took a lot at the same moment. Nothing was written.
    if (isViolationOf(error, "sale_lots_pkey")) return "unknown-lots";
    throw error;
  }
};

/** The drafts that would leave the sale with a start that has passed. */
const startsPassedOf = async (tx: Db, id: string, auctionIds: readonly string[]): Promise<string[]> => {
  const isDraft = and(isNull(auctions.removedAt), eq(auctions.status, "draft"));
  const rows = await tx
    .select({ id: saleLots.auctionId })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(
      and(
        eq(saleLots.saleId, id),
        not(isAnyOf(saleLots.auctionId, auctionIds)),
        isDraft,
        lte(auctions.startsAt, clockNow),
      ),
    );
  return rows.map((row) => row.id);
};

/** The places (from 0) of the lots that cannot be put into the sale. */
export const unusableLots = async (
  { db }: Pick<Database, "db">,
  { id, auctionIds }: Pick<Lots, "id" | "auctionIds">,
): Promise<number[]> => {
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

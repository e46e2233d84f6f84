// Reads the results of a sale for the staff: each lot with its outcome, its price and who got it.

import { type LotOutcome, outcomeNames } from "@jara/shared/lot-outcome";
import type { ExchangeRates } from "@jara/shared/money";
import type { PickupSlot } from "@jara/shared/rest/pickups";
import type { Settlement } from "@jara/shared/rest/settlements";
import { lotNumberText } from "@jara/shared/sale-order";
import { asc, eq } from "drizzle-orm";
import { outcome } from "../../../engine/reads/outcomes.ts";
import type { Database } from "../../../platform/database/database.ts";
import { auctions } from "../../../platform/database/schema/auctions.ts";
import { saleLots, sales } from "../../../platform/database/schema/sales.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { slotsOfSale } from "../pickups/queries.ts";
import { settlementsInParts } from "../queries.ts";

export interface ResultLot {
  /** "12A". */
  readonly lot: string;
  readonly title: string;
  /** "Sold", "Unsold, no bids", "Open". */
  readonly outcome: string;
  /**
   * The newest settlement of somebody who has the lot or is to pay for it; null: nobody, or the reader has an interest in
   * the lot.
   */
  readonly sold: Settlement | null;
}

export interface SaleResults {
  readonly title: string;
  readonly updatedAt: number;
  readonly lots: readonly ResultLot[];
  /** The slots that buyers chose, by the buyer's id. */
  readonly slots: ReadonlyMap<string, PickupSlot>;
}

const READ_AT_ONCE = 500;

/** The lots in the order of the catalogue; null if there is no such sale. */
export const resultsOf = async (
  database: Database,
  saleId: string,
  adminId: string,
  rates: ExchangeRates,
): Promise<SaleResults | null> => {
  if (!isUuid(saleId)) return null;
  const { db } = database;
  const [sale] = await db
    .select({ title: sales.title, updatedAt: sales.updatedAt })
    .from(sales)
    .where(eq(sales.id, saleId));
  if (!sale) return null;
  const { lotNumber, suffix } = saleLots;
  const rows = await db
    .select({ id: auctions.id, title: auctions.title, outcome: outcome(), lotNumber, suffix })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(eq(saleLots.saleId, saleId))
    .orderBy(asc(lotNumber), asc(suffix));
  const sold = new Map<string, Settlement>();
  for await (const part of settlementsInParts(database, { sale: saleId, adminId }, READ_AT_ONCE, rates)) {
    for (const one of part) if (one.status === "open" || one.status === "paid") sold.set(one.auction._id, one);
  }
  const lots = rows.map((row) => ({
    lot: lotNumberText(row),
    title: row.title,
    outcome: wordsOf(row.outcome),
    sold: row.outcome === "sold" ? (sold.get(row.id) ?? null) : null,
  }));
  return { ...sale, lots, slots: await slotsOfSale(database, saleId) };
};

const wordsOf = (one: LotOutcome | null): string => (one === null ? "Not closed" : outcomeNames[one]);

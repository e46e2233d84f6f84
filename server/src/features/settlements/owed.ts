// Settlements and purchases as one table of what people owe, for the staff's list and for the pages of the person who
// owes.
import type { Minor } from "@jara/shared/money";
import type { SettlementKind, SettlementStatus } from "@jara/shared/rest/settlements";
import { and, eq, sql } from "drizzle-orm";
import { type PgColumn, unionAll } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/database.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { receivedOf } from "./owed-view.ts";

/** Restricts both tables to the rows of one buyer, or of one auction. */
export interface OwedOf {
  readonly buyerId?: string;
  readonly auctionId?: string;
}

/** Both kinds in one shape. A condition on the id can use both tables' primary keys. */
export const owedIn = (db: Db, of: OwedOf = {}) => {
  const where = (buyerId: PgColumn, auctionId: PgColumn) =>
    and(
      of.buyerId === undefined ? undefined : eq(buyerId, of.buyerId),
      of.auctionId === undefined ? undefined : eq(auctionId, of.auctionId),
    );
  return unionAll(
    db
      .select({
        kind: sql<SettlementKind>`'win'`.as("kind"),
        id: settlements.id,
        auctionId: settlements.auctionId,
        buyerId: settlements.winnerId,
        priceMinor: settlements.amountMinor,
        feeMinor: sql<Minor>`0::bigint`.as("fee_minor"),
        premiumMinor: settlements.premiumMinor,
        vatMinor: settlements.vatMinor,
        // Its own name, because Drizzle writes a sub-select's expressions without their table.
        status: sql<SettlementStatus>`${settlements.status}`.as("settlement_status"),
        dueAt: settlements.dueAt,
        pardonedAt: sql<number | null>`(extract(epoch from ${settlements.pardonedAt}) * 1000)::float8`.as(
          "pardoned_at",
        ),
        ...commonOf(settlements),
      })
      .from(settlements)
      .where(where(settlements.winnerId, settlements.auctionId)),
    db
      .select({
        kind: sql<SettlementKind>`'buy-it-now'`,
        id: purchases.id,
        auctionId: purchases.auctionId,
        buyerId: purchases.buyerId,
        priceMinor: purchases.priceMinor,
        feeMinor: sql<Minor>`${purchases.feeMinor}`,
        premiumMinor: sql<Minor>`0::bigint`,
        vatMinor: sql<Minor>`0::bigint`,
        status: sql<SettlementStatus>`case when ${purchases.status} = 'pending' then 'open'
          when ${purchases.isWaived} then 'waived'
          when ${purchases.refundedTo} is not null then 'refunded' else ${purchases.status} end`,
        dueAt: purchases.deadlineAt,
        pardonedAt: sql<number | null>`null::float8`,
        ...commonOf(purchases),
      })
      .from(purchases)
      .where(where(purchases.buyerId, purchases.auctionId)),
  ).as("owed");
};

const commonOf = (table: typeof settlements | typeof purchases) => {
  const { closedAt, closedBy, note, attempts, lastError, stuckAt, createdAt, pickupCode } = table;
  const { refundedTo, refundedMinor } = table;
  return {
    closedAt,
    closedBy,
    note,
    attempts,
    lastError,
    stuckAt,
    createdAt,
    pickupCode,
    refundedTo,
    refundedMinor,
    ...receivedOf(table),
  };
};

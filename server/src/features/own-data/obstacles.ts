// Reads what stands against the deletion of accounts: money, bids and duties that somebody relies on.
import type { Minor } from "@jara/shared/money";
import type { DeletionObstacle } from "@jara/shared/rest/own-data";
import { and, eq, exists, gt, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import { selectOpenLotsOfBidder } from "../../engine/reads/open-lots.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { topUps, withdrawals } from "../../platform/database/schema/money.ts";
import { saleProceeds } from "../../platform/database/schema/proceeds.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { purchases, secondChances, settlements } from "../../platform/database/schema/settlements.ts";

type Debt = typeof settlements | typeof purchases;
/** True for a lot that is paid and not handed over. Rows from before there were pickups have no code. */
const toCollect = (debt: Debt): SQL | undefined =>
  and(eq(debt.status, "paid"), isNull(debt.handedOverAt), isNotNull(debt.pickupCode));

/** A lot of the person is not over, or sold and not paid to them. */
const sellsSomething = (db: Database["db"], userId: string): SQL => {
  const isPaidOut = exists(
    db
      .select({ one: sql`1` })
      .from(saleProceeds)
      .where(and(eq(saleProceeds.auctionId, auctions.id), gt(saleProceeds.hammerMinor, 0 as Minor))),
  );
  const waits = or(
    inArray(auctions.status, ["draft", "active", "paused"]),
    and(isNotNull(auctions.winnerId), not(isPaidOut)),
  );
  return exists(
    db
      .select({ one: sql`1` })
      .from(consignments)
      .innerJoin(auctions, eq(auctions.id, consignments.auctionId))
      .where(and(eq(consignments.sellerId, userId), isNull(auctions.removedAt), waits)),
  );
};

/** Reads the obstacles to the deletion of this account as they are now. */
export const readObstacles = async (
  { db }: Pick<Database, "db">,
  userId: string,
): Promise<readonly DeletionObstacle[]> => {
  const some = (table: Debt | typeof secondChances | typeof withdrawals | typeof topUps, where: SQL | undefined) =>
    exists(db.select({ one: sql`1` }).from(table).where(where));
  const won = eq(settlements.winnerId, userId);
  const bought = eq(purchases.buyerId, userId);
  const waits = inArray(withdrawals.status, ["requested", "approved", "sent"]);
  const owesWin = some(settlements, and(won, eq(settlements.status, "open")));
  const owesPurchase = some(purchases, and(bought, eq(purchases.status, "pending")));
  const conditions: Readonly<Record<DeletionObstacle, SQL | undefined>> = {
    // Also keeps the last administrator.
    staff: ne(users.role, "user"),
    suspended: isNotNull(users.bannedAt),
    // Any bid that counts, not only a leading one: it leads again if the bids above it are voided.
    "open-bids": exists(selectOpenLotsOfBidder(db, userId)),
    owes: or(owesWin, owesPurchase),
    pickup: or(some(settlements, and(won, toCollect(settlements))), some(purchases, and(bought, toCollect(purchases)))),
    "second-chance": some(secondChances, and(eq(secondChances.personId, userId), eq(secondChances.status, "open"))),
    sells: sellsSomething(db, userId),
    balance: sql`${users.balanceMinor} <> 0`,
    withdrawal: some(withdrawals, and(eq(withdrawals.userId, userId), waits)),
    "top-up": some(topUps, and(eq(topUps.userId, userId), eq(topUps.status, "pending"))),
  };
  const reasons = Object.keys(conditions) as DeletionObstacle[];
  const fields = Object.fromEntries(reasons.map((reason) => [reason, sql<boolean>`(${conditions[reason]})`]));
  const [row] = await db.select(fields).from(users).where(eq(users.id, userId));
  return reasons.filter((reason) => row?.[reason]);
};

// Reads what stands against the deletion of accounts: money, bids and duties that somebody relies on.
import type { DeletionObstacle } from "@jara/shared/rest/own-data";
import { and, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { selectOpenLotsOfBidder } from "../../engine/reads/open-lots.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { topUps, withdrawals } from "../../platform/database/schema/money.ts";
import { purchases, secondChances, settlements } from "../../platform/database/schema/settlements.ts";

type Debt = typeof settlements | typeof purchases;
/** True for a lot that is paid and not handed over. Rows from before there were pickups have no code. */
const toCollect = (debt: Debt): SQL | undefined =>
  and(eq(debt.status, "paid"), isNull(debt.handedOverAt), isNotNull(debt.pickupCode));

/**
 * `select reason`: one row for each obstacle of the account in `owner (id, role, banned_at, balance_minor)`. The caller
 * has locked the account's row, so `owner` has its newest values. Everything else is read as of the statement's start.
 */
export const obstaclesOf = (db: Db): SQL => {
  const id = sql`owner.id`;
  const one = { one: sql`1` };
  const some = (table: Debt | typeof secondChances | typeof withdrawals | typeof topUps, where: SQL | undefined): SQL =>
    exists(db.select(one).from(table).where(where));
  const won = eq(settlements.winnerId, id);
  const bought = eq(purchases.buyerId, id);
  const conditions: Readonly<Record<DeletionObstacle, SQL>> = {
    // Also keeps the last administrator.
    staff: sql`owner.role <> 'user'`,
    suspended: sql`owner.banned_at is not null`,
    // Any bid that counts, not only a leading one: it leads again if the bids above it are voided.
    "open-bids": exists(selectOpenLotsOfBidder(db, id)),
    owes: sql`(${some(settlements, and(won, eq(settlements.status, "open")))}
      or ${some(purchases, and(bought, eq(purchases.status, "pending")))})`,
    pickup: sql`(${some(settlements, and(won, toCollect(settlements)))}
      or ${some(purchases, and(bought, toCollect(purchases)))})`,
    "second-chance": some(secondChances, and(eq(secondChances.personId, id), eq(secondChances.status, "open"))),
    balance: sql`owner.balance_minor <> 0`,
    withdrawal: some(
      withdrawals,
      and(eq(withdrawals.userId, id), inArray(withdrawals.status, ["requested", "approved", "sent"])),
    ),
    "top-up": some(topUps, and(eq(topUps.userId, id), eq(topUps.status, "pending"))),
  };
  return sql.join(
    Object.entries(conditions).map(
      ([reason, condition]) => sql`select ${sql.raw(`'${reason}'`)} as reason from owner where ${condition}`,
    ),
    sql` union all `,
  );
};

/** The obstacles to the deletion of this account now. It is SQL, because `obstaclesOf` is a part of such statements. */
export const readObstacles = async ({ db }: Database, userId: string): Promise<DeletionObstacle[]> => {
  const rows = await db.execute<{ reason: DeletionObstacle }>(sql`
    with owner as (
      select ${users.id} as id, ${users.role} as role, ${users.bannedAt} as banned_at,
        ${users.balanceMinor} as balance_minor
      from ${users} where ${eq(users.id, userId)}
    )
    ${obstaclesOf(db)}`);
  return rows.map(({ reason }) => reason);
};

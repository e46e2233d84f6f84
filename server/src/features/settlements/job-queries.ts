// The writes of forfeits: a node takes an unpaid settlement or purchase, postpones it after a failure, and gives it up after
// many failures; staff restart one that is stuck. None of them moves money.
import type { SettlementKind } from "@jara/shared/rest/settlements";
import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { RING_FOR_S } from "../../engine/close-clock.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { commands, storedOutcomes } from "../../platform/database/schema/log.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { clockNow, hasValue } from "../../platform/database/statement-text.ts";
import { databaseNow, isPresent } from "../../platform/database/statements.ts";

/** Seconds until the next try after the first, second, … failure. After the last one the settlement is stuck. */
export const RETRY_AFTER_S = [30, 60, 120, 300, 600];

/** The differences between the two tables. */
const tables = {
  win: {
    table: settlements,
    buyerId: settlements.winnerId,
    isOpen: hasValue(settlements.status, "open"),
    due: sql`${settlements.dueAt}`,
  },
  "buy-it-now": {
    table: purchases,
    buyerId: purchases.buyerId,
    isOpen: hasValue(purchases.status, "pending"),
    due: sql`${purchases.deadlineAt} + ${RING_FOR_S}::int * interval '1 second'`,
  },
} as const;

export interface TakenForfeit {
  readonly id: string;
  readonly auctionId: string;
  /** Including this attempt. */
  readonly attempts: number;
  /** Given up, because it was tried too often without a recorded result. */
  readonly isStuck: boolean;
}

/**
 * Takes the most overdue row that is due for a try. The statement sets the next try at the same time, so that only one
 * node gets the row, and a row that a dead node had taken becomes due again.
 */
export const takeForfeit = async (
  { db }: Database,
  kind: SettlementKind,
  retryAfterS: readonly number[],
): Promise<TakenForfeit | null> => {
  const { table, isOpen, due } = tables[kind];
  const { id, auctionId, attempts, nextAttemptAt, stuckAt, lastError } = table;
  const most = sql`${retryAfterS.length}::int`;
  const isLast = sql`${attempts} >= ${most}`;
  const pause = sql`(${arrayLiteral(retryAfterS)}::float8[])[least(${attempts} + 1, ${most})]`;
  const taken = db.$with("taken").as(
    db
      .select({ id: sql`${id}`.as("taken_id") })
      .from(table)
      .where(
        and(
          isOpen,
          sql`${due} <= ${databaseNow}`,
          isNull(stuckAt),
          or(isNull(nextAttemptAt), sql`${nextAttemptAt} <= ${databaseNow}`),
        ),
      )
      .orderBy(due)
      .limit(1)
      .for("update", { skipLocked: true }),
  );
  const [row] = await db
    .with(taken)
    .update(table)
    .set({
      attempts: sql`least(${attempts} + 1, ${most})`,
      nextAttemptAt: sql`${clockNow} + interval '1 second' * ${pause}`,
      stuckAt: sql`case when ${isLast} then ${clockNow} end`,
      lastError: sql`case when ${isLast} then coalesce(${lastError}, 'The server stopped each time.') else ${lastError} end`,
    })
    .from(taken)
    .where(eq(id, taken.id))
    .returning({ id, auctionId, attempts, isStuck: isPresent(stuckAt) });
  return row ?? null;
};

/** True where it is stuck now and waits for the staff. */
export const recordFailure = async (
  { db }: Database,
  kind: SettlementKind,
  { id, attempts }: Pick<TakenForfeit, "id" | "attempts">,
  error: string,
  maxAttempts: number,
): Promise<boolean> => {
  const { table, isOpen } = tables[kind];
  const [row] = await db
    .update(table)
    .set({
      lastError: error.slice(0, 500),
      stuckAt: sql`case when ${table.attempts} >= ${maxAttempts}::int then clock_now() end`,
    })
    .where(and(eq(table.id, id), isOpen, eq(table.attempts, attempts), isNull(table.stuckAt)))
    .returning({ isStuck: isPresent(table.stuckAt) });
  return row?.isStuck ?? false;
};

export type Retry = "done" | "done-before" | "not-stuck" | "not-allowed" | "key-reused";

interface RetryAsked {
  readonly id: string;
  readonly kind: SettlementKind;
  readonly actorId: string;
  readonly commandId: string;
}

/** Restarts the tries of a stuck settlement, and records who asked for it. */
export const retrySettlement = (
  { transaction }: Database,
  { id, kind, actorId, commandId }: RetryAsked,
): Promise<Retry> =>
  transaction(async (tx) => {
    const actor = (await lockPeople(tx, [actorId])).get(actorId);
    if (!mayStill(actor, "settlements:book")) return "not-allowed";
    const fingerprint = `RetrySettlement ${id}`;
    const isSameCommand = and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId));
    const [known] = await tx.select({ as: storedOutcomes.fingerprint }).from(storedOutcomes).where(isSameCommand);
    if (known) return known.as === fingerprint ? "done-before" : "key-reused";
    const { table, buyerId, isOpen } = tables[kind];
    const [stuck] = await tx
      .select({ auctionId: table.auctionId, userId: buyerId, lastError: table.lastError })
      .from(table)
      .where(and(eq(table.id, id), isOpen, isNotNull(table.stuckAt)))
      .for("update");
    if (!stuck) return "not-stuck";

    await tx.update(table).set({ attempts: 0, stuckAt: null, nextAttemptAt: clockNow }).where(eq(table.id, id));
    const outcome = JSON.stringify({ ok: true, data: { of: "RetrySettlement" } });
    const command = { userId: actorId, commandId, fingerprint, outcome, createdAt: clockNow };
    await tx.insert(commands).values(command).onConflictDoNothing();
    const { auctionId, userId, lastError } = stuck;
    const details = { settlementId: id, lastError };
    await recordAction(tx, { actorId, action: "payment retry", userId, auctionId, details });
    tx.wake("settlements");
    return "done";
  });

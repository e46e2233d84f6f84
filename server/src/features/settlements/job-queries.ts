// The statements of forfeits: a node takes an unpaid settlement or purchase, postpones it after a failure, and gives it
// up after many failures; staff restart one that is stuck. Each write is one statement, and none of them moves money.

import { randomUUID } from "node:crypto";
import type { SettlementKind } from "@jara/shared/rest/settlements";
import { and, eq, isNull, sql } from "drizzle-orm";
import { RING_FOR_S } from "../../engine/close-clock.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { commands, storedOutcomes } from "../../platform/database/schema/log.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import {
  clockNow,
  clockPart,
  constant,
  hasValue,
  insertSelect,
  nameOf,
} from "../../platform/database/statement-text.ts";
import { isPresent } from "../../platform/database/statements.ts";
import { actorPart } from "../../platform/database/who-may.ts";

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
    due: sql`${purchases.deadlineAt} + ${constant(RING_FOR_S)} * interval '1 second'`,
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
  // SQL, because Drizzle's builder cannot read the clock once for all parts of a statement.
  const [row] = await db.execute<TakenForfeit & Record<string, unknown>>(sql`
    with ${clockPart},
    due as (
      select ${id} as id from ${table}, clock
      where ${isOpen} and ${due} <= clock.at and ${stuckAt} is null
        and (${nextAttemptAt} is null or ${nextAttemptAt} <= clock.at)
      order by ${due} limit 1 for update of ${table} skip locked
    )
    update ${table} set
      ${nameOf(attempts)} = least(${attempts} + 1, ${most}),
      ${nameOf(nextAttemptAt)} = clock.at
        + interval '1 second' * (${arrayLiteral(retryAfterS)}::float8[])[least(${attempts} + 1, ${most})],
      ${nameOf(stuckAt)} = case when ${isLast} then clock.at end,
      ${nameOf(lastError)} = case when ${isLast} then coalesce(${lastError}, 'The server stopped each time.')
        else ${lastError} end
    from due, clock where ${id} = due.id
    returning ${id} as id, ${auctionId} as "auctionId", ${attempts}, ${stuckAt} is not null as "isStuck"`);
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

/** Restarts the tries of a stuck settlement, and records who asked for it. */
export const retrySettlement = async (
  { db }: Database,
  {
    id,
    kind,
    actorId,
    commandId,
  }: { readonly id: string; readonly kind: SettlementKind; readonly actorId: string; readonly commandId: string },
): Promise<Retry> => {
  const { table, buyerId, isOpen } = tables[kind];
  const { auctionId, attempts, nextAttemptAt, stuckAt, lastError } = table;
  const fingerprint = `RetrySettlement ${id}`;
  const command = insertSelect(commands, {
    userId: actorId,
    commandId,
    fingerprint,
    outcome: JSON.stringify({ ok: true, data: { of: "RetrySettlement" } }),
    createdAt: clockNow,
  });
  const action = insertSelect(adminActions, {
    id: randomUUID(),
    actorId,
    action: "payment retry",
    userId: sql`freed.buyer_id`,
    auctionId: sql`freed.auction_id`,
    details: sql`json_build_object('settlementId', freed.id, 'lastError', freed.last_error)`,
    at: clockNow,
  });
  // SQL, because Drizzle's builder cannot insert what another part returns into some of a table's columns.
  const [row] = await db.execute<{ isAllowed: boolean; knownAs: string | null; isDone: boolean }>(sql`
    with ${actorPart(actorId, "settlements:book")},
    known as (
      select ${storedOutcomes.fingerprint} as fingerprint from ${storedOutcomes}
      where ${storedOutcomes.userId} = ${actorId} and ${storedOutcomes.commandId} = ${commandId}
    ),
    freed as (
      update ${table} set ${nameOf(attempts)} = 0, ${nameOf(stuckAt)} = null,
        ${nameOf(nextAttemptAt)} = clock_now()
      from actor where ${table.id} = ${id} and ${isOpen} and ${stuckAt} is not null and not exists (select from known)
      returning ${table.id} as id, ${auctionId} as auction_id, ${buyerId} as buyer_id, ${lastError} as last_error
    ),
    remembered as (${command} from freed on conflict do nothing),
    recorded as (${action} from freed)
    select exists (select from actor) as "isAllowed", (select fingerprint from known) as "knownAs",
      exists (select from freed) as "isDone"`);
  if (!row?.isAllowed) return "not-allowed";
  if (row.knownAs !== null) return row.knownAs === fingerprint ? "done-before" : "key-reused";
  return row.isDone ? "done" : "not-stuck";
};

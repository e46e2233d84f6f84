// Gives nodes that write the same auctions an order, through a PostgreSQL advisory lock on a connection of its own. It
// is only an optimization: the fence alone decides what is written. Without it, the node that has just written knows
// the newest state, and the other nodes, which must read it first, would lose again and again. PostgreSQL grants the
// lock in the order of requests, and a node that dies loses the lock with its connection.
import type postgres from "postgres";
import { inTime } from "../lib/in-time.ts";

export interface AdvisoryLock {
  /**
   * Resolves when this node has the lock, or soon without it; never rejects. Call the returned function once to release
   * it.
   */
  take(): Promise<() => void>;
}

const KEY = 7_264_002;
/** Several times what a holder needs. After this time the holder must have stopped, and bids do not wait for it. */
export const LOCK_WITHIN_MS = 250;
/** After a failed attempt, no attempt is made for this long. */
const WITHOUT_MS = 2_000;

/**
 * The driver holds back messages of less than 1,024 bytes until the event-loop tick ends. Under load that takes
 * milliseconds, in which no node has the lock.
 */
const AT_ONCE = `/*${".".repeat(1_024)}*/`;

const nothing = (): void => {};

/** `sql` has one connection, whose `lock_timeout` is LOCK_WITHIN_MS. */
export const createAdvisoryLock = (sql: postgres.Sql): AdvisoryLock => {
  let askedFrom = 0;
  const giveBack = (): void => {
    // Release all locks, because an unanswered request may have got the lock after all.
    sql.unsafe(`select pg_advisory_unlock_all() ${AT_ONCE}`).catch(nothing);
  };
  return {
    async take() {
      if (performance.now() < askedFrom) return nothing;
      const given = await inTime(sql.unsafe(`select pg_advisory_lock(${KEY}) ${AT_ONCE}`), 2 * LOCK_WITHIN_MS);
      if (given) return giveBack;
      askedFrom = performance.now() + WITHOUT_MS;
      giveBack();
      return nothing;
    },
  };
};

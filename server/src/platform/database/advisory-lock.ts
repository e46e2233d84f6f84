// Gives nodes that write the same auctions an order, through PostgreSQL advisory locks on a connection of its own. It
// is only an optimization: the fence alone decides what is written. Without it, the node that has just written knows
// the newest state, and the other nodes, which must read it first, would lose again and again. PostgreSQL grants the
// lock in the order of requests, and a node that dies loses its locks with its connection.
import type postgres from "postgres";
import { inTime } from "../lib/in-time.ts";

export interface AdvisoryLock {
  /**
   * Resolves when this node has the locks of these auctions, or soon without them; never rejects. Call the returned
   * function once to release them.
   */
  take(auctionIds: readonly string[]): Promise<() => void>;
}

const KEY = 7_264_002;
/** Two hexadecimal digits of an id are its group, so a full batch takes no more locks than this. */
const groupOf = (auctionId: string): number => Number.parseInt(auctionId.slice(-2), 16);
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
    async take(auctionIds) {
      if (performance.now() < askedFrom) return nothing;
      // All nodes take the groups in the same order, so no two wait for each other.
      const groups = [...new Set(auctionIds.map(groupOf))].sort((a, b) => a - b);
      const asked = sql.unsafe(
        `select pg_advisory_lock(${KEY}, n) from unnest(array[${groups.join()}]) as n ${AT_ONCE}`,
      );
      const given = await inTime(asked, 2 * LOCK_WITHIN_MS);
      if (given) return giveBack;
      askedFrom = performance.now() + WITHOUT_MS;
      giveBack();
      return nothing;
    },
  };
};

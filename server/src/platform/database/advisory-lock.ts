// Whose turn it is among nodes that write the same auctions. Only a courtesy: the fence alone decides what is true. But a
// node that has just written knows the newest state, and the others, who have to read it first, would come too late again
// and again. An advisory lock, which the database gives in the order in which it was asked for, on a connection of its
// own: whoever ends without giving it back loses it with the connection.
import type postgres from "postgres";
import { inTime } from "../lib/in-time.ts";

export interface Turns {
  /** Resolves when it is this node's turn, or soon if that does not come; never rejects. Call what it returns once. */
  take(): Promise<() => void>;
}

const KEY = 7_264_002;
/** Several times what a turn takes: then its holder has stopped, and bids do not wait for it. */
export const TURN_WITHIN_MS = 250;
/** So long nobody asks again. */
const WITHOUT_MS = 2_000;

const nothing = (): void => {};

/** `sql` has one connection, whose `lock_timeout` is TURN_WITHIN_MS. */
export const createTurns = (sql: postgres.Sql): Turns => {
  let askedFrom = 0;
  const giveBack = (): void => {
    // All: an unanswered lock may have been given after all.
    sql.unsafe("select pg_advisory_unlock_all()").catch(nothing);
  };
  return {
    async take() {
      if (performance.now() < askedFrom) return nothing;
      const given = await inTime(sql.unsafe(`select pg_advisory_lock(${KEY})`), 2 * TURN_WITHIN_MS);
      if (given) return giveBack;
      askedFrom = performance.now() + WITHOUT_MS;
      giveBack();
      return nothing;
    },
  };
};

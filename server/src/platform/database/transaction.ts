// Transactions of several statements, for the features' writes: lock, check, write. Bids go through the engine's one
// statement instead. Statements are sent one at a time, and none after the first that failed, after the time limit or
// after the end.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Topic, Wakes } from "../jobs/wake.ts";
import type { Lease, LeasedConnection } from "./transaction-connections.ts";
import { type Db, openTyped } from "./typed-statements.ts";
import { StatementUnanswered, UnansweredStatements } from "./unanswered-statements.ts";

/** `withinMs`: from the call to the last statement before COMMIT, with all tries. */
export interface TransactionLimits {
  readonly withinMs: number;
  readonly tries: number;
}
const LIMITS: TransactionLimits = { withinMs: 5_000, tries: 5 };
/**
 * Milliseconds, at random from half of it, times the number of tries. The other one of a deadlock waits for the rows that
 * this one gave back, and PostgreSQL would give them to this one again if it came back before the other had woken up.
 */
const AGAIN_AFTER_MS = 100;

/**
 * Commits what `work` did when it returns. Nothing is done if it throws, or if one of its statements failed, even if it
 * caught that error. It must use `tx` alone and change nothing else, because it runs again after a deadlock. Rejects with
 * `OutcomeUnknown` if the COMMIT was not answered; after every other error nothing was done.
 *
 * Locks are taken in one order everywhere: auctions, then people, then settlements, each by id. What
 * changes an auction is a command of the engine; only a relisting locks the old lot's row.
 */
export type Transaction = <T>(work: (tx: Db) => Promise<T>, limits?: Partial<TransactionLimits>) => Promise<T>;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
/** serialization_failure and deadlock_detected, also at COMMIT: PostgreSQL has taken all of it back. */
const mayRunAgain = (error: unknown): boolean => codeOf(error) === "40001" || codeOf(error) === "40P01";
/** query_canceled: the statement waited too long, probably for a lock. The same call may succeed later. */
const tookTooLong = (error: unknown): boolean => codeOf(error) === "57014";

export const transactionsOn =
  (lease: Lease, wake: Wakes["wake"]): Transaction =>
  async (work, limits) => {
    refuseInTransaction();
    const { withinMs, tries } = { ...LIMITS, ...limits };
    const until = performance.now() + withinMs;
    const leftMs = (): number => until - performance.now();
    for (let tried = 1; ; tried += 1) {
      try {
        return await lease((connection) => attempt(connection, work, leftMs(), wake), leftMs());
      } catch (error) {
        if (tookTooLong(error)) throw new StatementUnanswered();
        if (tried === tries || leftMs() <= 0 || !mayRunAgain(error)) throw error;
        await sleep((0.5 + Math.random() / 2) * AGAIN_AFTER_MS * tried);
      }
    }
  };

const attempt = async <T>(
  connection: LeasedConnection,
  work: (tx: Db) => Promise<T>,
  withinMs: number,
  wake: Wakes["wake"],
): Promise<T> => {
  const topics = new Set<Topic>();
  /** Why no further statement is sent. */
  let over: unknown = null;
  const inTurn = oneAtATime();
  const send = <R>(run: () => Promise<R>): Promise<R> =>
    inTurn(async () => {
      if (over) throw over;
      try {
        return await run();
      } catch (error) {
        over ??= error;
        throw error;
      }
    });
  const query: LeasedConnection["query"] = (text, params) => send(() => connection.query(text, params));
  const cells: LeasedConnection["cells"] = (text, params) => send(() => connection.cells(text, params));
  const run = async (): Promise<T> => {
    await query("begin", []);
    return await inside.run({ isOver: () => over !== null }, () =>
      work(openTyped(query, cells, (topic) => topics.add(topic))),
    );
  };
  try {
    const result = await new UnansweredStatements(withinMs).until(run());
    // If the COMMIT is not answered, it may have been carried out. A loop without work only looks.
    await query("commit", []).finally(() => {
      for (const topic of topics) wake(topic);
    });
    return result;
  } catch (error) {
    over ??= error;
    // A statement may be under way without an answer. PostgreSQL takes the transaction back when the connection ends.
    if (error instanceof StatementUnanswered) connection.end(error);
    else await inTurn(() => connection.query("rollback", [])).catch(() => {});
    // The first error says why the others came.
    throw mayRunAgain(over) || tookTooLong(over) ? over : error;
  } finally {
    over ??= new Error("the transaction is over");
  }
};

/** Runs what it is given one after the other. */
const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <R>(run: () => Promise<R>): Promise<R> => {
    const answer = last.then(run);
    last = answer.catch(() => {});
    return answer;
  };
};

const inside = new AsyncLocalStorage<{ isOver(): boolean }>();

/** A statement beside `tx` would not be part of the transaction, and could wait for a lock that it has. */
export const refuseInTransaction = (): void => {
  if (inside.getStore()?.isOver() === false) throw new Error("within a transaction, every statement must use its tx");
};

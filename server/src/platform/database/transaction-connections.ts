// The connections of transactions. A connection is lost with its transaction: nothing more is sent on it, and another one
// takes its place. The driver's own `begin` and `reserve` are not used, because after a lost connection they send what is
// left of a transaction on another one.
import { openClient, type PostgresClient } from "./postgres-client.ts";
import { StatementUnanswered } from "./unanswered-statements.ts";

/**
 * COMMIT was sent and not answered: all of the transaction was carried out, or nothing. The same request may be sent again
 * (database-away.ts).
 */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  constructor(cause: unknown) {
    super("the commit was not answered, so the transaction may have been carried out", { cause });
  }
}

export interface LeasedConnection extends Pick<PostgresClient, "query" | "cells"> {
  /** Ends it. PostgreSQL takes back what is not committed. */
  end(why: Error): void;
}

/** Gives `run` a connection to itself. Rejects with `StatementUnanswered` if none is free within the time. */
export type Lease = <R>(run: (connection: LeasedConnection) => Promise<R>, withinMs: number) => Promise<R>;

interface Hooks {
  /** Null: the statement may be sent at once. */
  readonly before: (text: string) => Promise<void> | null;
  readonly onLost: () => void;
}

/** People seldom make more changes at once by hand, and each change takes milliseconds. */
export const TRANSACTION_CONNECTIONS = 4;

/**
 * A transaction can hold a person's row, which the engine's commit needs for a bid. So PostgreSQL ends one whose server
 * falls silent between two statements, and a statement that waits for a lock.
 */
const SESSION = { idle_in_transaction_session_timeout: 1_000, statement_timeout: 2_000 };

const open = (url: string, { before, onLost }: Hooks, options: { readonly answerWithinMs?: number }) => {
  let lost: Error | null = null;
  const end = (why: Error): void => {
    if (lost) return;
    lost = why;
    void client.end(0);
  };
  const client = openClient(url, {
    connections: 1,
    name: "jara transactions",
    session: SESSION,
    isKept: true,
    ...options,
    // The driver calls it just before it would connect again.
    onClose: () => {
      end(Object.assign(new Error("the transaction's connection was lost"), { code: "CONNECTION_CLOSED" }));
      onLost();
    },
  });
  const send = async <R>(text: string, run: () => Promise<R>): Promise<R> => {
    await before(text);
    // In the same event-loop tick as the statement is sent.
    if (lost) throw lost;
    try {
      return await run();
    } catch (error) {
      const isRefused = (error as { severity?: unknown }).severity === "ERROR";
      if (!isRefused) end(error as Error);
      throw text === "commit" && !isRefused ? new OutcomeUnknown(error) : error;
    }
  };
  const connection: LeasedConnection = {
    query: (text, params) => send(text, () => client.query(text, params)),
    cells: (text, params) => send(text, () => client.cells(text, params)),
    end,
  };
  return { connection, isLost: () => lost !== null, close: client.end };
};

type Opened = ReturnType<typeof open>;

export const openTransactionConnections = (
  url: string,
  hooks: Hooks,
  options: { readonly answerWithinMs?: number } = {},
) => {
  const all = new Set<Opened>();
  const free: Opened[] = [];
  const waiting: ((one: Opened) => void)[] = [];
  const take = (withinMs: number): Promise<Opened> | Opened => {
    const one = free.pop();
    if (one) return one;
    if (all.size < TRANSACTION_CONNECTIONS) return replaced(null);
    return new Promise((resolve, reject) => {
      const given = (next: Opened): void => {
        clearTimeout(late);
        resolve(next);
      };
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(given), 1);
        reject(new StatementUnanswered());
      }, withinMs);
      waiting.push(given);
    });
  };
  const replaced = (lost: Opened | null): Opened => {
    if (lost) all.delete(lost);
    const one = open(url, hooks, options);
    all.add(one);
    return one;
  };
  const lease: Lease = async (run, withinMs) => {
    const taken = await take(withinMs);
    const one = taken.isLost() ? replaced(taken) : taken;
    try {
      return await run(one.connection);
    } finally {
      const next = waiting.shift();
      if (next) next(one);
      else free.push(one);
    }
  };
  const close = async (withinS: number): Promise<void> => {
    await Promise.all([...all].map((one) => one.close(withinS)));
  };
  return { lease, close };
};

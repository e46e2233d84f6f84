// Reads lists on a replica, and never anything older than the primary would have shown: a request asks the primary how
// far its log is, and its statements run on a replica that has replayed it to there. So whatever anybody did before the
// request is in its answer, through whichever node or program it was done. If no replica can give such an answer at
// once, or anything fails, the statement runs on the primary
// (docs/decisions/0163-a-replica-must-have-replayed-the-present.md).
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database.ts";
import { openTyped, type Param, type Row } from "../typed-statements.ts";
import { LagClock } from "./lag.ts";
import { createPositions, type Position } from "./primary-position.ts";
import { openReplicaConnection, type ReplicaConnection } from "./replica-connection.ts";
import { ReplicaReader } from "./replica-reader.ts";

export interface ReadReplica {
  /** For lists only, because it cannot write. */
  readonly lists: Database;
  /** Runs the handler of a request: its statements share one question to the primary. Elsewhere each asks its own. */
  inRequest(handle: () => void): void;
  readonly figures: ReplicaFigures;
  close(): Promise<void>;
}

export interface ReplicaFigures {
  /** Statements of lists by the server that answered them. */
  readonly statements: { readonly replica: number; readonly primary: number };
  /** Whether lists are read on a replica now. */
  isUsed(): boolean;
  /** Seconds that the furthest replica is behind; null if no replica answers. */
  lagS(): number | null;
}

type Log = Record<"info" | "warn", (details: object, message: string) => void>;

/** The most statements that a node runs on a replica at once. */
const CONNECTIONS = 8;
/** After this time a long request asks for the position again, because it may read for minutes. */
const SHARED_FOR_MS = 1_000;
/** How soon a recovered replica is used again. */
const LOOKS_EVERY_MS = 1_000;

export const openReadReplica = (primary: Database, url: string, log: Log): ReadReplica =>
  readThrough(
    primary,
    Array.from({ length: CONNECTIONS }, () => openReplicaConnection(url)),
    { log },
  );

interface Options {
  readonly log: Log;
  /** Shorter in tests. */
  readonly looksEveryMs?: number;
  readonly catchesUpWithinMs?: number;
}

export const readThrough = (
  primary: Database,
  connections: readonly ReplicaConnection[],
  { log, looksEveryMs = LOOKS_EVERY_MS, catchesUpWithinMs }: Options,
): ReadReplica => {
  const readers = connections.map((connection) => new ReplicaReader(connection, catchesUpWithinMs));
  const position = createPositions(primary);
  const requests = new AsyncLocalStorage<{ asked?: { readonly at: number; readonly position: Promise<Position> } }>();
  const statements = { replica: 0, primary: 0 };

  const positionOfRequest = (): Promise<Position> => {
    const request = requests.getStore();
    if (!request) return position();
    const now = performance.now();
    if (!request.asked || now - request.asked.at > SHARED_FOR_MS) request.asked = { at: now, position: position() };
    return request.asked.position;
  };

  const read = async <T>(
    onReplica: (connection: ReplicaConnection) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T> => {
    const [reader] = readers.filter(({ problem }) => problem === null).sort((a, b) => a.underWay - b.underWay);
    if (reader) {
      try {
        const answer = await reader.read(await positionOfRequest(), onReplica);
        statements.replica += 1;
        return answer;
      } catch {
        // After any error the primary answers, with its own result or error.
      }
    }
    statements.primary += 1;
    return await onPrimary();
  };
  const query = <R extends Row = Row>(text: string, params: readonly Param[] = []) =>
    read<R[]>(
      (connection) => connection.query(text, params) as Promise<R[]>,
      () => primary.query<R>(text, params),
    );
  const cells = (text: string, params: readonly Param[] = []) =>
    read(
      (connection) => connection.cells(text, params),
      () => primary.cells(text, params),
    );

  const watch = watchReaders(readers, position, log, looksEveryMs);
  return {
    lists: { ...primary, query, cells, db: openTyped(query, cells, primary.wake) },
    inRequest: (handle) => requests.run({}, handle),
    figures: { statements, isUsed: () => readers.some(({ problem }) => problem === null), lagS: watch.lagS },
    close: async () => {
      watch.stop();
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
};

/** Looks at every reader once a second: whether it may be read, and how far it is behind. */
const watchReaders = (
  readers: readonly ReplicaReader[],
  position: ReturnType<typeof createPositions>,
  log: Log,
  everyMs: number,
): { lagS(): number | null; stop(): void } => {
  const clock = new LagClock();
  const stopped = new AbortController();
  const nowS = (): number => performance.now() / 1000;
  let lagS: number | null = null;
  let said: string | null = null;

  const look = async (): Promise<void> => {
    const now = await position();
    clock.note(nowS(), now.flushed);
    await Promise.all(readers.map((reader) => reader.look(now)));
    const lags = readers.flatMap(({ replayed }) => (replayed === null ? [] : clock.behind(nowS(), replayed)));
    lagS = lags.length > 0 ? Math.max(...lags) : null;
    const problem = readers.every((reader) => reader.problem !== null) ? (readers[0]?.problem ?? "") : null;
    if (problem === null && said !== null) log.info({}, "lists are read on the replica");
    if (problem !== null && problem !== said) log.warn({ reason: problem }, "lists are read on the primary");
    said = problem;
  };
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      // While the primary is away nothing is known of the replica, and nothing is read on it.
      await look().catch(() => {
        lagS = null;
      });
      await sleep(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  };
  void loop();
  return { lagS: () => lagS, stop: () => stopped.abort() };
};

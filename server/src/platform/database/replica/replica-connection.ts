// One connection to a replica. It is one and not a pool, because the address may lead to several replicas, and the
// state of one says nothing about another.
import { openClient } from "../postgres-client.ts";
import type { Param, Row } from "../typed-statements.ts";
import { StatementUnanswered } from "../unanswered-statements.ts";

export interface ReplicaState {
  readonly isInRecovery: boolean;
  /** Bytes of the log that it shows; null if it never was a standby. */
  readonly replayed: number | null;
}

export interface ReplicaIdentity {
  readonly system: string;
  /**
   * For some minutes after a promotion this may be the earlier timeline, until the replica has written what it
   * replayed.
   */
  readonly timeline: number;
}

export interface ReplicaConnection {
  /** Changes when the connection was lost: the next one may lead to another server. */
  generation(): number;
  state(): Promise<ReplicaState>;
  identity(): Promise<ReplicaIdentity>;
  query(text: string, params: readonly Param[]): Promise<Row[]>;
  cells(text: string, params: readonly Param[]): Promise<unknown[][]>;
  close(): Promise<void>;
}

/**
 * After this time the primary is asked, so that nobody waits for both servers the full time. PostgreSQL ends the
 * statement a second before.
 */
const ANSWER_WITHIN_MS = 4_000;

const STATE = `select pg_is_in_recovery() as "isInRecovery",
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed`;
/** The replica has replayed both timelines. Each may be outdated for a moment, so take the greater one. */
const IDENTITY = `select system_identifier::text as system,
    greatest(min_recovery_end_timeline, timeline_id)::int as timeline
  from pg_control_system(), pg_control_recovery(), pg_control_checkpoint()`;

export const openReplicaConnection = (url: string): ReplicaConnection => {
  let generation = 0;
  const onClose = (): void => {
    generation += 1;
  };
  const open = () => openClient(url, { connections: 1, name: "jara lists", answerWithinMs: ANSWER_WITHIN_MS, onClose });
  let client = open();
  /** Replaces a connection that was silent for too long, because it may be dead without notice. */
  const orReplace = async <T>(answer: Promise<T>, of: typeof client): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof StatementUnanswered && client === of) {
        generation += 1;
        client = open();
        void of.end(0);
      }
      throw error;
    }
  };
  const query = (text: string, params: readonly Param[] = []) => orReplace(client.query(text, params), client);
  const only = async <R>(text: string): Promise<R> => {
    const [row] = await query(text);
    if (!row) throw new Error("no answer");
    return row as R;
  };
  return {
    generation: () => generation,
    state: () => only<ReplicaState>(STATE),
    identity: () => only<ReplicaIdentity>(IDENTITY),
    query,
    cells: (text, params) => orReplace(client.cells(text, params), client),
    close: () => client.end(1),
  };
};

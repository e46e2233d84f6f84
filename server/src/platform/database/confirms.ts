// The connection by which replication.ts makes sure that everything PostgreSQL shows is on its standby. It makes a
// commit of its own, which waits for the standby like every commit and stands after all earlier ones in the log. It is
// a separate connection, because such a commit may wait for minutes.
import postgres from "postgres";
import type { Confirms, ReplicationState } from "./replication.ts";
import { isWaitCancelled } from "./unanswered-statements.ts";

/** Fails on a standby. `timeline` is the primary's own; the control file learns of a promotion later. */
const STATE = `select current_setting('synchronous_standby_names') <> '' as "isSynchronous",
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`;
/** This commit writes to the log but to no table. */
const COMMIT = "select pg_logical_emit_message(true, 'jara', '')::text";

/** A connection that is silent for longer may be dead without notice, so another one is opened. */
const SILENT_FOR_MS = 30_000;
/** Closes the connection early, because it is rarely used where there is no standby. */
const IDLE_FOR_S = 5;
/** Errors of hosted databases that have replication of their own and do not give their users these functions. */
const HIDES_ITS_LOG = new Set(["42501", "42883", "0A000"]);
/** A constant, because the driver's types leave `max_pipeline` out. */
const ONE_AT_A_TIME = { max: 1, max_pipeline: 1 };

export const openConfirms = (url: string): Confirms & { close(): Promise<void> } => {
  let cancelled = 0;
  const open = () =>
    postgres(url, {
      ...ONE_AT_A_TIME,
      idle_timeout: IDLE_FOR_S,
      connect_timeout: 5,
      fetch_types: false,
      backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 0.4),
      connection: { application_name: "jara confirms" },
      onnotice: (notice) => {
        if (isWaitCancelled(notice)) cancelled += 1;
      },
    });
  let sql = open();
  const ask = async <R extends object>(question: string): Promise<R | undefined> => {
    const late = setTimeout(() => {
      void sql.end({ timeout: 0 });
      sql = open();
    }, SILENT_FOR_MS);
    try {
      const [row] = await sql.unsafe<R[]>(question);
      return row;
    } finally {
      clearTimeout(late);
    }
  };
  return {
    state: async () => {
      try {
        const row = await ask<ReplicationState>(STATE);
        if (!row) throw new Error("no state");
        return { isSynchronous: row.isSynchronous, timeline: row.timeline };
      } catch (error) {
        if (HIDES_ITS_LOG.has((error as { code?: string }).code ?? "")) return { isSynchronous: false, timeline: "" };
        throw error;
      }
    },
    commit: async () => {
      const before = cancelled;
      await ask(COMMIT);
      if (cancelled > before) throw new Error("the wait for the standby was cancelled");
    },
    close: () => sql.end({ timeout: 0 }),
  };
};

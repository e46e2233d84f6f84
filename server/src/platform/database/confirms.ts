// The connection that asks PostgreSQL to confirm everything that it shows: a commit of its own, which waits for the
// standby as every commit does, and which is behind all earlier ones in the log. A connection of its own, because it may
// wait for minutes.
import postgres from "postgres";
import type { ReplicationState } from "./replication.ts";
import { isWaitCancelled } from "./unanswered-statements.ts";

/**
 * Writes to the log, but to no table, and only where commits wait for a standby. Fails on a standby. `timeline` is the
 * primary's own; the control file learns of a promotion later.
 */
const CONFIRM = `select current_setting('synchronous_standby_names') <> '' as "isSynchronous",
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
  case when current_setting('synchronous_standby_names') <> '' then pg_logical_emit_message(true, 'jara', '')::text end`;

/** A connection that is silent for longer may be dead without notice, so another one is opened. */
const SILENT_FOR_MS = 30_000;
/** Rarely used where there is no standby. */
const IDLE_FOR_S = 5;

/** Some hosted databases have replication of their own, and no such functions for their users. */
const HIDES_ITS_LOG = new Set(["42501", "42883", "0A000"]);

export interface Confirms {
  /** Rejects if the database refuses, is away, or says nothing for too long. */
  ask(): Promise<ReplicationState>;
  close(): Promise<void>;
}

export const openConfirms = (url: string): Confirms => {
  let cancelled = 0;
  const open = () =>
    postgres(url, {
      ...{ max: 1, max_pipeline: 1, idle_timeout: IDLE_FOR_S, connect_timeout: 5, fetch_types: false },
      backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 0.4),
      connection: { application_name: "jara confirms" },
      onnotice: (notice) => {
        if (isWaitCancelled(notice)) cancelled += 1;
      },
    });
  let sql = open();
  return {
    ask: async () => {
      const before = cancelled;
      const late = setTimeout(() => {
        void sql.end({ timeout: 0 });
        sql = open();
      }, SILENT_FOR_MS);
      try {
        const [row] = await sql.unsafe<ReplicationState[]>(CONFIRM);
        if (!row || cancelled > before) throw new Error("the wait for the standby was cancelled");
        return { isSynchronous: row.isSynchronous, timeline: row.timeline };
      } catch (error) {
        if (HIDES_ITS_LOG.has((error as { code?: string }).code ?? "")) return { isSynchronous: false, timeline: "" };
        throw error;
      } finally {
        clearTimeout(late);
      }
    },
    close: () => sql.end({ timeout: 0 }),
  };
};

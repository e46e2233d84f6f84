// Asks the primary how far its log is. A replica that has replayed the log up to this position shows everything that
// was acknowledged before the question.
import type { Database } from "../database.ts";
import { gatherReads } from "../gather-reads.ts";

export interface Position {
  /** Bytes of the log that are on the primary's disk. Every acknowledged commit is before it. */
  readonly flushed: number;
  /** Grows with every promotion. Positions of two timelines cannot be compared. */
  readonly timeline: number;
  /** The identifier that PostgreSQL gives a cluster when it is made; its standbys have the same. */
  readonly system: string;
}

/**
 * The shortest time between two questions: at most 200 a second, of some 0.04 ms each. One question answers all
 * requests that arrive meanwhile.
 */
const ASKS_EVERY_MS = 5;

/** Fails on a standby. The control file learns of a promotion later than `pg_walfile_name`. */
const POSITION = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as flushed,
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`;
const SYSTEM = "select system_identifier::text as system from pg_control_system()";

/** Returns a position that was asked for after the call. Rejects if the primary does not answer. */
export const createPositions = ({ query }: Pick<Database, "query">): (() => Promise<Position>) => {
  let known: Pick<Position, "timeline" | "system"> | null = null;
  const systemOn = async (timeline: number): Promise<string> => {
    if (known?.timeline !== timeline) {
      const [row] = await query<{ system: string }>(SYSTEM);
      known = { timeline, system: row?.system ?? "" };
    }
    return known.system;
  };
  const ask = async (): Promise<Position> => {
    const [row] = await query<{ flushed: number; timeline: string }>(POSITION);
    if (!row) throw new Error("no position");
    const timeline = Number.parseInt(row.timeline, 16);
    return { flushed: row.flushed, timeline, system: await systemOn(timeline) };
  };
  const next = gatherReads(async () => new Map([["", await ask()]]), { atOnce: 1, everyMs: ASKS_EVERY_MS });
  return async () => (await next("")) as Position;
};

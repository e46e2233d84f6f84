// Checks that PostgreSQL's log reaches its archive, if one is configured. Otherwise a backup cannot be brought up to
// the moment of a loss, and nobody would notice that before the loss.
import type { Database } from "../../../platform/database/database.ts";
import { type Finding, findingsOf } from "./finding.ts";

export interface Archiving {
  readonly isOn: boolean;
  /** Seconds; 0: a file is archived only when it is full. */
  readonly timeoutS: number;
  /** The seconds since the last file was archived; null: none was. */
  readonly archivedS: number | null;
  readonly failedS: number | null;
}

/**
 * A running site writes every second, so a file is archived after each timeout. If it is late by this much, something
 * is wrong.
 */
const LATE_S = 60;

const { ok, note, wrong } = findingsOf("database");

/** The statement is text, because it asks PostgreSQL about itself. */
export const checkArchive = async ({ query }: Pick<Database, "query">): Promise<Finding[]> => {
  const [row] = await query<Archiving & Record<string, unknown>>(
    `select current_setting('archive_mode') <> 'off' and not pg_is_in_recovery() as "isOn",
       extract(epoch from current_setting('archive_timeout')::interval)::float8 as "timeoutS",
       extract(epoch from clock_timestamp() - last_archived_time)::float8 as "archivedS",
       extract(epoch from clock_timestamp() - last_failed_time)::float8 as "failedS"
     from pg_stat_archiver`,
  );
  return row ? archiveFindings(row) : [];
};

export const archiveFindings = ({ isOn, timeoutS, archivedS, failedS }: Archiving): Finding[] => {
  if (!isOn) return [];
  if (failedS !== null && (archivedS === null || failedS < archivedS)) {
    const last = archivedS === null ? "nothing ever was" : `the last file was ${words(archivedS)} ago`;
    return [wrong(`PostgreSQL's log is not archived (${last}): see PostgreSQL's and pgBackRest's logs`)];
  }
  if (archivedS === null) return [note("PostgreSQL's log was not archived so far")];
  if (timeoutS > 0 && archivedS > timeoutS + LATE_S) {
    return [note(`PostgreSQL's log was last archived ${words(archivedS)} ago. While a server runs, that is wrong`)];
  }
  return [ok(`PostgreSQL's log was archived ${words(archivedS)} ago`)];
};

const words = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} minutes`;

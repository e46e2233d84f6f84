// Says which migrations a database has. Reads only, also a database that has no tables yet.
import { readFileSync } from "node:fs";
import path from "node:path";
import { DatabaseUnusable } from "../connection-problem.ts";
import type { Row } from "../typed-statements.ts";

/** Runs one statement that reads. */
export type Query = <R extends Row>(text: string) => Promise<R[]>;

export interface Migration {
  /** The file's name without its ending. */
  readonly tag: string;
  /** When it was written, epoch ms. The database stores this to know that it has the migration. */
  readonly at: number;
}

export interface MigrationStatus {
  readonly applied: readonly Migration[];
  /** In the order in which they are carried out. */
  readonly pending: readonly Migration[];
  /** Migrations of the database that this program does not know: a newer version made them. */
  readonly unknown: number;
}

/** The migrations of this program, the oldest first. */
export const knownMigrations = (folder: string): Migration[] => {
  const journal = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => ({ tag, at: when }));
};

export const migrationStatus = async ({ query }: { readonly query: Query }, folder: string): Promise<MigrationStatus> =>
  statusOf(await appliedTimes({ query }), knownMigrations(folder));

const appliedTimes = async ({ query }: { readonly query: Query }): Promise<number[]> => {
  const [table] = await query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  if (!table?.isThere) return [];
  const rows = await query<{ at: number }>("select created_at::float8 as at from drizzle.__drizzle_migrations");
  return rows.map(({ at }) => at);
};

const TOO_OLD =
  "The database is of a version before 0.2.0, which this version cannot upgrade. Give this version a new, empty " +
  "database (another DATABASE_URL or DATA_DIR), or go on with the version that made this one. Nothing was changed.";

/**
 * Returns the status. The migrator carries out the migrations that are newer than the newest one in the database. Throws
 * DatabaseUnusable for a database from before this program's first migration.
 */
export const statusOf = (times: readonly number[], known: readonly Migration[]): MigrationStatus => {
  if (times.some((at) => at < (known[0]?.at ?? 0))) throw new DatabaseUnusable(TOO_OLD);
  const newest = Math.max(Number.NEGATIVE_INFINITY, ...times);
  const knownTimes = new Set(known.map(({ at }) => at));
  return {
    applied: known.filter(({ at }) => at <= newest),
    pending: known.filter(({ at }) => at > newest),
    unknown: times.filter((at) => !knownTimes.has(at)).length,
  };
};

/** The statements of a migration, as the migrator carries them out. */
export const sqlOf = (folder: string, { tag }: Migration): string =>
  readFileSync(path.join(folder, `${tag}.sql`), "utf8").replaceAll("--> statement-breakpoint", "");

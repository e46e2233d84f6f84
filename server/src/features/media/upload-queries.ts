// The table of uploads: which uploads exist, and which of them no auction has ever named. Names are those of main files
// (media-name.ts). Each function is one statement.
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";

type Queries = Pick<Database, "query">;

export const ORPHANS_AT_ONCE = 20;
/** How long after its upload an auction may name a file. */
export const ORPHAN_AFTER_H = 24;
/** If a node takes an upload and has not removed it within this time, the node is gone or its storage is away. */
const TAKEN_FOR_MIN = 30;

/** Call before the files are stored, so that partly stored files are found again. */
export const noteUpload = async (database: Queries, name: string): Promise<void> => {
  await database.query(
    "insert into uploads (name, created_at, touched_at) values ($1, clock_timestamp(), clock_timestamp())",
    [name],
  );
};

/**
 * Keeps these uploads for another 24 hours, so that an auction can name them. Returns the names that are already being
 * removed and are lost. A file older than the table is neither kept nor returned.
 */
export const touchUploads = async (database: Queries, names: readonly string[]): Promise<string[]> => {
  if (names.length === 0) return [];
  const rows = await database.query<{ name: string }>(
    `with asked as materialized (
       select name from uploads where used_at is null and name in (select unnest($1::text::text[]))
       order by name for update
     ),
     touched as (
       update uploads u set touched_at = clock_timestamp() from asked
       where u.name = asked.name and u.removing_at is null returning u.name
     )
     select name from asked where name not in (select name from touched)`,
    [arrayLiteral(names)],
  );
  return rows.map(({ name }) => name);
};

/** Marks the oldest uploads that no auction has named in time, and returns them. Another node gets other uploads. */
export const takeOrphans = async (database: Queries): Promise<string[]> => {
  const rows = await database.query<{ name: string }>(
    `update uploads u set removing_at = clock_timestamp() from (
       select name from uploads where used_at is null
         and touched_at < (select clock_timestamp() - interval '${ORPHAN_AFTER_H} hours')
         and (removing_at is null or removing_at < (select clock_timestamp() - interval '${TAKEN_FOR_MIN} minutes'))
       order by touched_at limit ${ORPHANS_AT_ONCE} for update skip locked
     ) orphan where u.name = orphan.name returning u.name`,
  );
  return rows.map(({ name }) => name);
};

/** Call once their files are removed. */
export const dropUploads = async (database: Queries, names: readonly string[]): Promise<void> => {
  if (names.length === 0) return;
  await database.query(
    `delete from uploads where removing_at is not null and used_at is null and name in (select unnest($1::text::text[]))`,
    [arrayLiteral(names)],
  );
};

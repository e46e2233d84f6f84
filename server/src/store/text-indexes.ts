// The indexes that find a text inside others. They need PostgreSQL's pg_trgm, which not every provider lets in and the
// built-in database does without: then texts are looked for row by row, slower and with the same result.
import type postgres from "postgres";

/** Open and closed auctions apart, so that visitors' searches look through the open ones alone. */
const indexes = {
  auction_search_open_text:
    "auction_search using gin (text gin_trgm_ops) with (fastupdate = off) where status = 'active'",
  auction_search_other_text:
    "auction_search using gin (text gin_trgm_ops) with (fastupdate = off) where status <> 'active'",
  users_search_text: "users using gin (search_text gin_trgm_ops) with (fastupdate = off)",
};

/** Makes those that are not there. Tried at every start, so that a database that may do it later gets them then. */
export const makeTextIndexes = async (sql: postgres.Sql): Promise<void> => {
  try {
    await sql.unsafe("create extension if not exists pg_trgm");
    for (const [name, on] of Object.entries(indexes)) await sql.unsafe(`create index if not exists ${name} on ${on}`);
  } catch (error) {
    process.emitWarning(
      `Searches will be slow in a large market: the database has no pg_trgm (${(error as Error).message}). ` +
        "Have its administrator run `create extension pg_trgm` in it, and start again.",
    );
  }
};

/** For filling tables all at once. */
export const dropTextIndexes = async (sql: postgres.Sql): Promise<void> => {
  await sql.unsafe(`drop index if exists ${Object.keys(indexes).join(", ")}`);
};

/**
 * Whether the indexes can find this text: they know runs of three letters or digits. Looking for a shorter one through
 * them would take longer than without. Letters beyond ASCII may not count as such in the database's locale.
 */
export const isFoundByIndex = (text: string): boolean => /[a-z0-9]{3}/i.test(text);

export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Stands between the texts that are looked through together. */
const SEPARATOR = "\u001f";

/**
 * That `column`, which is lower case, has the text of the parameter, whose value `textParam` makes. Lowered in a
 * subquery: once, and by the database, as the column was.
 */
export const hasText = (column: string, parameter: string, text: string): string => {
  if (text.includes(SEPARATOR)) return `${parameter}::text is null`;
  return isFoundByIndex(text)
    ? `${column} like (select lower(${parameter}::text))`
    : `strpos(${column}, (select lower(${parameter}::text))) > 0`;
};
/** The same, in a way that no index of texts can serve: for walking along an order. `parameter` is the text itself. */
export const hasTextAlongTheWay = (column: string, parameter: string, text: string): string =>
  text.includes(SEPARATOR) ? "false" : `strpos(${column}, (select lower(${parameter}::text))) > 0`;
export const textParam = (text: string): string => (isFoundByIndex(text) ? likeText(text) : text);

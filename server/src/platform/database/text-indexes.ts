// The indexes that find a text inside others: by three letters in a row, and, for texts that have no three, by two. The
// first need PostgreSQL's pg_trgm, which not every provider lets in; the built-in database does without any. Then texts
// are looked for row by row, slower and with the same result.
import type { AuctionStatus } from "@jara/shared/auction";
import type postgres from "postgres";

/**
 * Open and closed auctions apart, so that visitors' searches look through the open ones alone. A closed one is in no index
 * until it is filed (file-texts.ts).
 */
const ofTrigrams = {
  auction_search_open_text:
    "auction_search using gin (text gin_trgm_ops) with (fastupdate = off) where status = 'active'",
  auction_search_filed_text: "auction_search using gin (text gin_trgm_ops) with (fastupdate = off) where is_filed",
  users_search_text: "users using gin (search_text gin_trgm_ops) with (fastupdate = off)",
};
const ofPairs = {
  auction_search_open_pairs: "auction_search using gin (pairs(text)) with (fastupdate = off) where status = 'active'",
  auction_search_filed_pairs: "auction_search using gin (pairs(text)) with (fastupdate = off) where is_filed",
  users_search_pairs: "users using gin (pairs(search_text)) with (fastupdate = off)",
};

/**
 * Makes those that are not there. Tried at every start, so that a database that may do it later gets them then. In a large
 * market each takes a minute, in which other nodes go on writing: hence concurrently, and a half-made one that a stopped
 * start left behind is made anew.
 */
export const makeTextIndexes = async (sql: postgres.Sql): Promise<void> => {
  const [market] = await sql.unsafe<{ isEmpty: boolean }[]>(
    `select not exists (select 1 from auction_search) and not exists (select 1 from users) as "isEmpty"`,
  );
  const halfMade = await sql.unsafe<{ name: string }[]>(
    "select indexrelid::regclass::text as name from pg_index where not indisvalid",
  );
  const how = market?.isEmpty ? "" : "concurrently";
  const make = async (indexes: Record<string, string>): Promise<void> => {
    for (const [name, on] of Object.entries(indexes)) {
      if (halfMade.some((one) => one.name === name)) await sql.unsafe(`drop index ${name}`);
      await sql.unsafe(`create index ${how} if not exists ${name} on ${on}`);
    }
  };
  await make(ofPairs);
  // Or gathering statistics would take each text apart.
  for (const name of Object.keys(ofPairs)) await sql.unsafe(`alter index ${name} alter column 1 set statistics 0`);
  try {
    await sql.unsafe("create extension if not exists pg_trgm");
    await make(ofTrigrams);
  } catch (error) {
    process.emitWarning(
      `Searches will be slow in a large market: the database has no pg_trgm (${(error as Error).message}). ` +
        "Have its administrator run `create extension pg_trgm` in it, and start again.",
    );
  }
};

/** For filling tables all at once. */
export const dropTextIndexes = async (sql: postgres.Sql): Promise<void> => {
  await sql.unsafe(`drop index if exists ${Object.keys({ ...ofTrigrams, ...ofPairs }).join(", ")}`);
};

/**
 * Whether trigrams can find this text: they know runs of three letters or digits. Looking for a shorter one through them
 * would take longer than without. Letters beyond ASCII may not count as such in the database's locale.
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
  const lowered = `(select lower(${parameter}::text))`;
  if (isFoundByIndex(text)) return `${column} like ${lowered}`;
  const contains = `strpos(${column}, ${lowered}) > 0`;
  return [...text].length === 1 ? contains : `(pairs(${column}) @> pairs(${lowered}) and ${contains})`;
};
/**
 * That an auction of `auction_search s` has the text. Of `status`, or of any: in three parts, each of which has an index,
 * of the texts or of the few that are not filed yet.
 */
export const auctionHasText = (parameter: string, text: string, status?: AuctionStatus): string => {
  const has = hasText("s.text", parameter, text);
  const closed = status ? `s.status = '${status}'` : "s.status <> 'active'";
  const open = `s.status = 'active' and ${has}`;
  if (status === "active") return open;
  // Each in the words of its index.
  const filed = `s.is_filed and ${closed} and ${has}`;
  const unfiled = `not s.is_filed and s.status <> 'active' and ${closed} and ${has}`;
  return `(${[...(status ? [] : [open]), filed, unfiled].join(" or ")})`;
};

/** The same, in a way that no index of texts can serve: for walking along an order. `parameter` is the text itself. */
export const hasTextAlongTheWay = (column: string, parameter: string, text: string): string =>
  text.includes(SEPARATOR) ? "false" : `strpos(${column}, (select lower(${parameter}::text))) > 0`;
export const textParam = (text: string): string => (isFoundByIndex(text) ? likeText(text) : text);

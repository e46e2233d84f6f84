// The indexes that find a text within other texts: by runs of three letters, and by two for texts without such a run.
// The three-letter indexes need PostgreSQL's pg_trgm, which not every provider allows. The built-in database has no
// text index; it compares texts row by row, which is slower and gives the same result.
import type { AuctionStatus } from "@jara/shared/auction";
import type postgres from "postgres";

/**
 * Separate indexes for open and closed auctions, so that visitors' searches read only the open ones. A closed auction
 * is in no text index until it has been added afterwards (index-closed-auctions.ts).
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
 * Creates the missing indexes. It runs at every start, so that a database that allows pg_trgm later gets them then. In
 * a large market each index takes a minute while other nodes keep writing. So they are created concurrently, and an
 * unfinished index that an interrupted start left behind is created again.
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
  // Switch statistics off, because collecting them would split every text.
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

/** Use before filling the tables all at once. */
export const dropTextIndexes = async (sql: postgres.Sql): Promise<void> => {
  await sql.unsafe(`drop index if exists ${Object.keys({ ...ofTrigrams, ...ofPairs }).join(", ")}`);
};

/**
 * Whether the trigram index can find this text. It knows runs of three letters or digits; searching it for a shorter
 * text takes longer than scanning. Letters beyond ASCII may not count as letters in the database's locale.
 */
export const isFoundByIndex = (text: string): boolean => /[a-z0-9]{3}/i.test(text);

export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Separates the texts that are searched together. */
const SEPARATOR = "\u001f";

/**
 * The condition that `column`, which is lower case, contains the text of the parameter. The caller makes the
 * parameter's value with `textParam`. A subquery lowers it only once, and in the database, as the column was.
 */
export const hasText = (column: string, parameter: string, text: string): string => {
  if (text.includes(SEPARATOR)) return `${parameter}::text is null`;
  const lowered = `(select lower(${parameter}::text))`;
  if (isFoundByIndex(text)) return `${column} like ${lowered}`;
  const contains = `strpos(${column}, ${lowered}) > 0`;
  return [...text].length === 1 ? contains : `(pairs(${column}) @> pairs(${lowered}) and ${contains})`;
};
/**
 * The condition that an auction of `auction_search s` contains the text. With `status`, only auctions of that status.
 * It has up to three parts, each with an index: of the open texts, of the closed texts, or of the few closed texts that
 * are not indexed yet.
 */
export const auctionHasText = (parameter: string, text: string, status?: AuctionStatus): string => {
  const has = hasText("s.text", parameter, text);
  const closed = status ? `s.status = '${status}'` : "s.status <> 'active'";
  const open = `s.status = 'active' and ${has}`;
  if (status === "active") return open;
  // Each part repeats the condition of its index, so that the planner can use the index.
  const filed = `s.is_filed and ${closed} and ${has}`;
  const unfiled = `not s.is_filed and s.status <> 'active' and ${closed} and ${has}`;
  return `(${[...(status ? [] : [open]), filed, unfiled].join(" or ")})`;
};

/**
 * The same condition in a form that no text index can serve, for walking along an order. `parameter` is the text
 * itself.
 */
export const hasTextAlongTheWay = (column: string, parameter: string, text: string): string =>
  text.includes(SEPARATOR) ? "false" : `strpos(${column}, (select lower(${parameter}::text))) > 0`;
export const textParam = (text: string): string => (isFoundByIndex(text) ? likeText(text) : text);

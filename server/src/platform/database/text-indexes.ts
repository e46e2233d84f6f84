// Makes the indexes that find a text within other texts, and the SQL conditions that use them. They find runs of three
// letters, and pairs for texts without such a run. The three-letter indexes need PostgreSQL's pg_trgm, which not every
// provider allows. The built-in database has no text index; it compares texts row by row, which is slower and gives the
// same result.
import type { AuctionStatus } from "@jara/shared/auction";
import { type AnyColumn, and, getTableName, not, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type postgres from "postgres";
import { users } from "./schema/accounts.ts";
import { auctionSearch } from "./schema/auctions.ts";
import { hasValue, placeholderOf } from "./statement-text.ts";

/**
 * Separate indexes for open and closed auctions, so that visitors' searches read only the open ones. A closed auction
 * is in no text index until it has been added afterwards (index-closed-auctions.ts).
 */
const texts = {
  auction_search_open: { column: auctionSearch.text, only: `where ${auctionSearch.status.name} = 'active'` },
  auction_search_filed: { column: auctionSearch.text, only: `where ${auctionSearch.isFiled.name}` },
  users_search: { column: users.searchText, only: "" },
};

/** Names and definitions. `keyOf`: the index's key for a column. */
const indexesOf = (kind: string, keyOf: (column: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, { column, only }]) => [
      `${name}_${kind}`,
      `${getTableName(column.table)} using gin (${keyOf(column.name)}) with (fastupdate = off) ${only}`,
    ]),
  );
const ofTrigrams = indexesOf("text", (column) => `${column} gin_trgm_ops`);
/** The indexes that need the extension. */
export const textIndexNames: readonly string[] = Object.keys(ofTrigrams);
const ofPairs = indexesOf("pairs", (column) => `pairs(${column})`);

/**
 * Creates the missing indexes. It runs at every start, so that a database that allows pg_trgm later gets them then. In
 * a large market each index takes a minute while other nodes keep writing. So they are created concurrently, and an
 * unfinished index that an interrupted start left behind is created again.
 */
export const makeTextIndexes = async (sql: postgres.Sql): Promise<void> => {
  if (await areMade(sql)) return;
  const [market] = await sql.unsafe<{ isEmpty: boolean }[]>(
    `select not exists (select 1 from ${getTableName(auctionSearch)})
       and not exists (select 1 from ${getTableName(users)}) as "isEmpty"`,
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

/** Whether nothing is missing, so that a start of a server changes no index of a database that others use. */
const areMade = async (sql: postgres.Sql): Promise<boolean> => {
  const all = Object.keys({ ...ofTrigrams, ...ofPairs });
  const made = await sql.unsafe<{ name: string; keepsNoStatistics: boolean }[]>(
    `select c.relname as name, a.attstattarget = 0 as "keepsNoStatistics"
     from pg_class c join pg_index i on i.indexrelid = c.oid join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
     where i.indisvalid and pg_table_is_visible(c.oid) and c.relname in (${all.map((name) => `'${name}'`).join(", ")})`,
  );
  return all.every((index) =>
    made.some(({ name, keepsNoStatistics }) => name === index && (keepsNoStatistics || name in ofTrigrams)),
  );
};

/** Drops the text indexes. Use it before all tables are filled at once. */
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

/** The way to search for a text. Each index finds texts of one kind. `nowhere`: no stored text contains a separator. */
export type TextKind = "nowhere" | "by trigrams" | "by pairs" | "by letter";

export const kindOf = (text: string): TextKind => {
  if (text.includes(SEPARATOR)) return "nowhere";
  if (isFoundByIndex(text)) return "by trigrams";
  return [...text].length === 1 ? "by letter" : "by pairs";
};

/** A searched text, or placeholders for one. */
interface SearchText {
  readonly kind: TextKind;
  readonly text: string | Placeholder | SQL;
  readonly like: string | Placeholder | SQL;
}

export const searchText = (text: string) => ({ kind: kindOf(text), text, like: likeText(text) }) satisfies SearchText;

/** The values are those of `searchText`; with a number, those of one word of `wordValues`. */
export const anyText = (kind: TextKind, word: number | "" = "", value = placeholderOf): SearchText => ({
  kind,
  text: value(`text${word}`),
  like: value(`like${word}`),
});

/** The limit is low, because each word costs a search of the index. */
const WORDS_MAX = 8;

/** The words of a search, each once. Further words than the first eight are not searched. */
export const searchWords = (text: string): string[] =>
  [...new Set(text.split(/\s+/).filter((word) => word !== ""))].slice(0, WORDS_MAX);

/** The kind of each word, on which the statement depends. */
export const kindsOf = (text: string): TextKind[] => searchWords(text).map(kindOf);

/** The values of the placeholders of `hasWords` and `hasWordsAlongTheWay`. */
export const wordValues = (text: string): Record<string, string> =>
  Object.fromEntries(
    searchWords(text).flatMap((word, n) => [
      [`text${n}`, word],
      [`like${n}`, likeText(word)],
    ]),
  );

/**
 * The condition that `column`, which is lower case, contains the text. A subquery lowers the text only once, and in the
 * database, as the column was.
 */
export const hasText = (column: AnyColumn, searched: SearchText): SQL => {
  const { kind, text, like } = searched;
  if (kind === "nowhere") return sql`false`;
  if (kind === "by trigrams") return sql`${column} like ${lowered(like)}`;
  const contains = contained(column, text);
  return kind === "by letter" ? contains : sql`(pairs(${column}) @> pairs(${lowered(text)}) and ${contains})`;
};

/** The condition that the column has every word, in any order. */
export const hasWords = (column: AnyColumn, kinds: readonly TextKind[]): SQL | undefined =>
  and(...kinds.map((kind, n) => hasText(column, anyText(kind, n))));

const lowered = (text: SearchText["text"]): SQL => sql`(select lower(${text}::text))`;
const contained = (column: AnyColumn, text: SearchText["text"]): SQL => sql`strpos(${column}, ${lowered(text)}) > 0`;

/**
 * The condition that an auction of `auction_search` contains the text. With `status`, only auctions of that status. It
 * has up to three kinds of texts, each with an index: the open ones, the closed ones, and the few closed ones that are
 * not indexed yet. Each kind repeats the condition of its index, so that the planner can use the index. The text is
 * compared in one place, because the planner would not see that two placeholders have the same value.
 */
export const auctionHasText = (text: SearchText, status?: AuctionStatus): SQL | undefined =>
  amongAuctions(hasText(auctionSearch.text, text), status);

/** The same for every word of a search. */
export const auctionHasWords = (kinds: readonly TextKind[], status?: AuctionStatus): SQL | undefined =>
  amongAuctions(hasWords(auctionSearch.text, kinds), status);

const amongAuctions = (has: SQL | undefined, status?: AuctionStatus): SQL | undefined => {
  const isActive = hasValue(auctionSearch.status, "active");
  if (status === "active") return and(isActive, has);
  const closed = status ? hasValue(auctionSearch.status, status) : not(isActive);
  const filed = and(auctionSearch.isFiled, closed);
  const unfiled = and(not(auctionSearch.isFiled), not(isActive), closed);
  return and(or(status ? undefined : isActive, filed, unfiled), has);
};

/** The same condition in a form that no text index can serve, for walking along an order. */
export const hasTextAlongTheWay = (column: AnyColumn, { kind, text }: SearchText): SQL =>
  kind === "nowhere" ? sql`false` : contained(column, text);

export const hasWordsAlongTheWay = (
  column: AnyColumn,
  kinds: readonly TextKind[],
  value = placeholderOf,
): SQL | undefined => and(...kinds.map((kind, n) => hasTextAlongTheWay(column, anyText(kind, n, value))));

// Makes the indexes that find a text within other texts, and the SQL conditions that use them. Both sides are folded: the
// texts by `search_fold` in the database, the searched words by `foldText`. The indexes find runs of three letters, and
// pairs for texts without such a run. The three-letter indexes need PostgreSQL's pg_trgm, which not every provider
// allows.
import type { AuctionStatus } from "@jara/shared/auction";
import { otherForms, searchWords } from "@jara/shared/search-text";
import {
  type AnyColumn,
  and,
  getTableName,
  not,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type postgres from "postgres";
import { users } from "./schema/accounts.ts";
import { auctionSearch } from "./schema/auctions.ts";
import { hasValue, type NamedValue, placeholderOf } from "./statement-text.ts";

/**
 * Separate indexes for open and closed auctions, so that visitors' searches read only the open ones. A closed auction
 * is in no text index until it has been added afterwards (index-closed-auctions.ts).
 */
const texts = {
  auction_search_open: { of: auctionSearch.text, only: `where ${auctionSearch.status.name} = 'active'` },
  auction_search_filed: { of: auctionSearch.text, only: `where ${auctionSearch.isFiled.name}` },
  users_folded: { of: users.searchText, isFoldedByIndex: true, only: "" },
};

/** Names and definitions. `keyOf`: the index's key for a text. */
const indexesOf = (kind: string, keyOf: (text: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, { of, only, ...how }]) => [
      `${name}_${kind}`,
      `${getTableName(of.table)} using gin (${keyOf("isFoldedByIndex" in how ? `search_fold(${of.name})` : of.name)})
       with (fastupdate = off) ${only}`,
    ]),
  );
const ofTrigrams = indexesOf("text", (text) => `${text} gin_trgm_ops`);
const ofPairs = indexesOf("pairs", (text) => `pairs(${text})`);
/** The indexes that need the extension. */
export const textIndexNames: readonly string[] = Object.keys(ofTrigrams);

/** The text of an account that searches compare. An index has it, so that no column of the table had to change. */
export const userText: SQL = sql`search_fold(${users.searchText})`;

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
const isFoundByIndex = (text: string): boolean => /[a-z0-9]{3}/.test(text);

const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Separates the texts that are searched together. */
const SEPARATOR = "\u001f";

/**
 * The way to search for a text. Each index finds texts of one kind. `nowhere`: no stored text contains a separator. `in
 * forms`: an English word that is also found in its other number, which is then a whole word ("cars" finds "car" and not
 * "carpet").
 */
export type TextKind = "nowhere" | "by trigrams" | "by pairs" | "by letter" | "in forms";

export const kindOf = (text: string): TextKind => {
  if (text.includes(SEPARATOR)) return "nowhere";
  if (otherForms(text).length > 0) return "in forms";
  if (isFoundByIndex(text)) return "by trigrams";
  return [...text].length === 1 ? "by letter" : "by pairs";
};

/** A searched text, or placeholders for one. `like`: the pattern by which the index finds it. */
interface SearchText {
  readonly kind: TextKind;
  readonly text: string | Placeholder | SQL;
  readonly like: string | Placeholder | SQL;
}

/** The words are letters alone, so that nothing in the pattern needs an escape. */
const formsPattern = (word: string): string => `${word}|(^|[^a-z0-9])(${otherForms(word).join("|")})([^a-z0-9]|$)`;

const patternOf = (text: string): string => (kindOf(text) === "in forms" ? formsPattern(text) : likeText(text));

/** The values are those of one word of `wordValues`. */
export const anyText = (kind: TextKind, word: number, value = placeholderOf): SearchText => ({
  kind,
  text: value(`text${word}`),
  like: value(`like${word}`),
});

/** The kind of each word, on which the statement depends. A search of nothing but marks finds nothing. */
export const kindsOf = (text: string): TextKind[] => {
  const words = searchWords(text);
  return words.length === 0 ? ["nowhere"] : words.map(kindOf);
};

/** The values of the placeholders of `hasWords` and `hasWordsAlongTheWay`. */
export const wordValues = (text: string): Record<string, string> =>
  Object.fromEntries(
    searchWords(text).flatMap((word, n) => [
      [`text${n}`, word],
      [`like${n}`, patternOf(word)],
      [`forms${n}`, otherForms(word).join(" ")],
    ]),
  );

/**
 * A sub-select, so that the planner does not see the value. It would judge by it how many rows have the text, and read the
 * whole table for a frequent one.
 */
const hidden = (text: SearchText["text"]): SQL => sql`(select ${text}::text)`;
const contained = (folded: FoldedText, text: SearchText["text"]): SQL => sql`strpos(${folded}, ${hidden(text)}) > 0`;

/** A folded text: a column of `auction_search`, or an expression. */
type FoldedText = AnyColumn | SQL;

/** The condition that the folded text contains the searched one. */
export const hasText = (folded: FoldedText, searched: SearchText): SQL => {
  const { kind, text, like } = searched;
  if (kind === "nowhere") return sql`false`;
  if (kind === "in forms") return sql`${folded} ~ ${hidden(like)}`;
  if (kind === "by trigrams") return sql`${folded} like ${hidden(like)}`;
  const contains = contained(folded, text);
  return kind === "by letter" ? contains : sql`(pairs(${folded}) @> pairs(${hidden(text)}) and ${contains})`;
};

/** The condition that the text has every word, in any order. */
export const hasWords = (folded: FoldedText, kinds: readonly TextKind[]): SQL | undefined =>
  and(...kinds.map((kind, n) => hasText(folded, anyText(kind, n))));

/**
 * The condition that an auction of `auction_search` has every word. With `status`, only auctions of that status. It
 * has up to three kinds of texts, each with an index: the open ones, the closed ones, and the few closed ones that are
 * not indexed yet. Each kind repeats the condition of its index, so that the planner can use the index. The text is
 * compared in one place, because the planner would not see that two placeholders have the same value.
 */
export const auctionHasWords = (kinds: readonly TextKind[], status?: AuctionStatus): SQL | undefined =>
  auctionHas(hasWords(auctionSearch.text, kinds), status);

/** The same for any condition on the text. */
export const auctionHas = (has: SQL | undefined, status?: AuctionStatus): SQL | undefined => {
  const isActive = hasValue(auctionSearch.status, "active");
  if (status === "active") return and(isActive, has);
  const closed = status ? hasValue(auctionSearch.status, status) : not(isActive);
  const filed = and(auctionSearch.isFiled, closed);
  const unfiled = and(not(auctionSearch.isFiled), not(isActive), closed);
  return and(or(status ? undefined : isActive, filed, unfiled), has);
};

/** The same condition in a form that no text index can serve, for walking along an order. */
export const hasWordsAlongTheWay = (
  folded: FoldedText,
  kinds: readonly TextKind[],
  value = placeholderOf,
): SQL | undefined => and(...kinds.map((kind, n) => hasTextAlongTheWay(folded, anyText(kind, n, value))));

/** The same for one word. */
export const hasTextAlongTheWay = (folded: FoldedText, { kind, text, like }: SearchText): SQL => {
  if (kind === "nowhere") return sql`false`;
  return kind === "in forms" ? sql`(${folded} || '') ~ ${hidden(like)}` : contained(folded, text);
};

/** The words of a folded text, for `hasWordsAmong`. */
export const wordsIn = (folded: FoldedText): SQL => sql`regexp_split_to_array(${folded}, '[^a-z0-9]+')`;

/**
 * The same condition for many searches at once, which are columns of a table (`value`). Compiling a pattern for each pair
 * of a text and a search would take longer than all else, so the texts come with their words.
 */
export const hasWordsAmong = (
  folded: FoldedText,
  words: SQL,
  kinds: readonly TextKind[],
  value: NamedValue,
): SQL | undefined =>
  and(
    ...kinds.map((kind, n) => {
      if (kind === "nowhere") return sql`false`;
      const contains = sql`strpos(${folded}, ${value(`text${n}`)}) > 0`;
      return kind === "in forms"
        ? sql`(${contains} or string_to_array(${value(`forms${n}`)}, ' ') && ${words})`
        : contains;
    }),
  );

/** For statements that are not prepared: the condition that a text, which is not folded, has every word. */
export const hasTheseWords = (text: SQLWrapper, search: string): SQL | undefined => {
  const kinds = kindsOf(search);
  const values = wordValues(search);
  return hasWordsAlongTheWay(sql`search_fold(${text})`, kinds, (name) => sql`${values[name]}::text`);
};

// Finds what to search instead if no lot has all words of a search: replaces each word that no lot has by the most similar
// word of the listed lots, and leaves out words until a lot has the others. Filters do not count: a search whose words
// some lot has is not changed because a filter leaves that lot out. It costs two statements, whatever is searched.
import { searchWords } from "@jara/shared/search-text";
import { and, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "../../../platform/database/database.ts";
import { HITS_SORTED_MAX, textOf } from "../../../platform/database/pages.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { prepared, preparedFor } from "../../../platform/database/statements.ts";
import {
  anyText,
  auctionHas,
  hasText,
  kindOf,
  kindsOf,
  type TextKind,
  wordValues,
} from "../../../platform/database/text-indexes.ts";
import { nearestWord, vocabularyOf } from "./nearest-words.ts";

export interface SimilarSearch {
  /** The words that were searched instead, because no lot has all words of the search. */
  readonly searchedFor: string;
  /** Present if some words of the search were left out. */
  readonly relaxed?: true;
}

/** The lots among which the words must be. */
type Among = "listed" | "all";

interface Shape {
  readonly among: Among;
  readonly kinds: readonly TextKind[];
  /** Words that a lot must have together, by their numbers. */
  readonly sets: readonly (readonly number[])[];
}

/**
 * Whether a lot has each of the sets, as letters t and f. It reads as many hits as a search collects, because with a
 * limit of one the planner expects a hit soon and reads the whole table for a word that no lot has.
 */
const found = preparedFor((db, { among, kinds, sets }: Shape) => {
  const isFound = sets.map((set) => {
    const has = and(...set.map((n) => hasText(auctionSearch.text, anyText(kinds[n] ?? "nowhere", n))));
    return sql`exists (select from (
      select 1 from ${auctionSearch} where ${auctionHas(has, among === "listed" ? "active" : undefined)}
      limit ${sql.raw(String(HITS_SORTED_MAX))} offset 0) hits)`;
  });
  return db
    .select({ found: sql<string>`concat(${sql.join(isFound, sql`, `)})` })
    .from(sql`(select) as one_row`)
    .prepare("searched words that lots have");
});

const findSets = async (
  database: Database,
  among: Among,
  words: readonly string[],
  sets: Shape["sets"],
): Promise<boolean[]> => {
  const text = words.join(" ");
  const [row] = await found(database, { among, kinds: kindsOf(text), sets }).execute(wordValues(text));
  return [...(row?.found ?? "")].map((letter) => letter === "t");
};

/** All words together; then all but one, the last one first, because people name what matters most first. */
const setsOf = (words: readonly string[]): number[][] => {
  const all = words.map((_, n) => n);
  return words.length < 2 ? [all] : [all, ...all.map((_, n) => all.filter((one) => one !== n)).reverse()];
};

/** Further words are left out, because each one costs two searches of the index. */
const WORDS_MAX = 6;
/** Words without which a search means the same. Alone they would find half the market. */
const FILLERS: ReadonlySet<string> = new Set(
  "an and are as at be by for from has in is it its my not of on or our the this that to was with you your".split(" "),
);
/** The list, the numbers beside its filters and its next pages ask for the same. */
const KEPT_MS = 5_000;
const KEPT = 500;

const keptOf = prepared(() => new LRUCache<string, Promise<SimilarSearch | null>>({ max: KEPT, ttl: KEPT_MS }));

const similarSearch = (database: Database, among: Among, text: string): Promise<SimilarSearch | null> => {
  const kept = keptOf(database);
  const key = `${among} ${text}`;
  const known = kept.get(key);
  if (known) return known;
  const similar = findSimilar(database, among, text);
  kept.set(key, similar);
  similar.catch(() => kept.delete(key));
  return similar;
};

/** Null if some lot has all words of the search, or no lot has anything similar. */
const findSimilar = async (database: Database, among: Among, text: string): Promise<SimilarSearch | null> => {
  const all = searchWords(text);
  // No index finds a single letter.
  const words = all.filter((word) => kindOf(word) !== "by letter" && !FILLERS.has(word)).slice(0, WORDS_MAX);
  if (words.length === 0) return null;
  const isKnown = await findSets(
    database,
    among,
    words,
    words.map((_, n) => [n]),
  );
  const vocabulary = isKnown.includes(false) ? await vocabularyOf(database) : new Map<string, number>();
  const near = (slips: number) => words.map((word, n) => (isKnown[n] ? word : nearestWord(word, vocabulary, slips)));
  // A search that loses words may change the others less, or nothing of it would be left ("nothing" is near "clothing").
  const known = (near(2).includes(null) ? near(1) : near(2)).filter((word) => word !== null);
  const unique = [...new Set(known)];
  if (unique.length === 0) return null;
  const sets = setsOf(unique);
  const first = (await findSets(database, among, unique, sets)).indexOf(true);
  const chosen = sets[first]?.map((n) => unique[n] ?? "") ?? [longestOf(unique)];
  if (chosen.join(" ") === all.join(" ")) return null;
  return {
    searchedFor: chosen.map((word) => asTyped(text, word)).join(" "),
    ...(chosen.length < all.length && { relaxed: true }),
  };
};

const longestOf = (words: readonly string[]): string =>
  words.reduce((longest, word) => (word.length > longest.length ? word : longest));

/** The word with the letters that the person typed; a corrected word as it is. */
const asTyped = (text: string, word: string): string =>
  text.split(/\s+/).find((typed) => searchWords(typed)[0] === word) ?? word;

/** Reads with the query and, if nothing is found, with the similar search. */
export const searchInstead = async <Query extends { readonly search?: string | undefined }, Result>(
  database: Database,
  among: Among,
  query: Query,
  read: (asked: Query) => Promise<Result>,
  isEmpty: (result: Result) => boolean,
): Promise<{ readonly result: Result; readonly similar: SimilarSearch | null }> => {
  const result = await read(query);
  const text = textOf(query);
  const similar = text && isEmpty(result) ? await similarSearch(database, among, text) : null;
  if (!similar) return { result, similar };
  const instead = await read({ ...query, search: similar.searchedFor });
  return isEmpty(instead) ? { result, similar: null } : { result: instead, similar };
};

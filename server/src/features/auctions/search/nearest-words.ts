// Corrects a search that finds nothing: replaces each word that no listed lot has by the most similar word that one has.
// The words come from the lots themselves, because lists of a language's words miss what people sell.

import { desc, sql } from "drizzle-orm";
import { distance } from "fastest-levenshtein";
import type { Database } from "../../../platform/database/database.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { constant, hasValue } from "../../../platform/database/statement-text.ts";
import { prepared } from "../../../platform/database/statements.ts";
import { searchWords } from "../../../platform/database/text-indexes.ts";

/** Enough for the words of nearly all lots; reading and splitting this many takes about 30 ms. */
const LOTS = 10_000;
/** A node uses the words that it read for this time, so it knows a new lot's words after this time at the latest. */
const KEPT_MS = 60_000;
/** Comparing a word with this many takes a few milliseconds. */
const WORDS_MAX = 20_000;

const newest = prepared((db) =>
  db
    .select({
      title: auctionSearch.title,
      // The parts of `text` are title, location, description and categories.
      location: sql<string>`split_part(${auctionSearch.text}, chr(31), 2)`,
      categories: sql<string>`split_part(${auctionSearch.text}, chr(31), 4)`,
    })
    .from(auctionSearch)
    .where(hasValue(auctionSearch.status, "active"))
    .orderBy(desc(auctionSearch.createdAt))
    .limit(constant(LOTS))
    .prepare("words of listed auctions"),
);

/** Each word with the number of lots that have it. */
type Vocabulary = ReadonlyMap<string, number>;

const readVocabulary = async (database: Database): Promise<Vocabulary> => {
  const counts = new Map<string, number>();
  for (const { title, location, categories } of await newest(database).execute()) {
    for (const word of new Set(`${title} ${location} ${categories}`.split(/[^\p{L}\p{N}\p{M}]+/u))) {
      if (word.length > 2 && (counts.has(word) || counts.size < WORDS_MAX))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
};

const kept = new WeakMap<Database, { readonly until: number; readonly words: Promise<Vocabulary> }>();

/** Reads the words at most once a minute, however many searches find nothing. */
const vocabularyOf = (database: Database): Promise<Vocabulary> => {
  const known = kept.get(database);
  if (known && known.until > performance.now()) return known.words;
  const words = readVocabulary(database);
  kept.set(database, { until: performance.now() + KEPT_MS, words });
  words.catch(() => kept.delete(database));
  return words;
};

/** The number of letters that may differ. Short words have too many neighbours. */
const slipsIn = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2);

/** Swapping two neighbours is one slip of the finger, although it changes two letters. */
const isSwapped = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false;
  const at = [...a].findIndex((letter, i) => letter !== b[i]);
  return at >= 0 && a.slice(0, at) + (a[at + 1] ?? "") + (a[at] ?? "") + a.slice(at + 2) === b;
};

/**
 * The most similar word; if several are equally similar, the one that most lots have. Null: none is similar enough.
 */
export const nearestWord = (typed: string, words: Vocabulary): string | null => {
  const slips = slipsIn(typed);
  let best: { readonly word: string; readonly far: number; readonly lots: number } | null = null;
  for (const [word, lots] of words) {
    if (Math.abs(word.length - typed.length) > slips) continue;
    const far = isSwapped(typed, word) ? 1 : distance(typed, word);
    if (far > slips || (best && (far > best.far || (far === best.far && lots <= best.lots)))) continue;
    best = { word, far, lots };
  }
  return best?.word ?? null;
};

/** The search text with its unknown words corrected; null if there is nothing to correct or no similar word. */
export const nearestWords = async (database: Database, text: string): Promise<string | null> => {
  const words = searchWords(text).map((word) => word.toLowerCase());
  const vocabulary = await vocabularyOf(database);
  const known = [...vocabulary.keys()];
  const corrected = words.map((word) =>
    known.some((one) => one.includes(word)) ? word : nearestWord(word, vocabulary),
  );
  if (corrected.includes(null) || corrected.join(" ") === words.join(" ")) return null;
  return corrected.join(" ");
};

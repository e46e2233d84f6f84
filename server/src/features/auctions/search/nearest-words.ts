// Finds the word of the listed lots that is most similar to one that no lot has. The words come from the lots themselves,
// because lists of a language's words miss what people sell.

import { otherForms } from "@jara/shared/search-text";
import { desc, sql } from "drizzle-orm";
import { distance } from "fastest-levenshtein";
import type { Database } from "../../../platform/database/database.ts";
import { literal } from "../../../platform/database/pages.ts";
import { auctionSearch } from "../../../platform/database/schema/auctions.ts";
import { hasValue } from "../../../platform/database/statement-text.ts";
import { prepared } from "../../../platform/database/statements.ts";

/** Enough for the words of nearly all lots; reading and splitting this many takes about 30 ms. */
const LOTS = 10_000;
/** A node uses the words that it read for this time, so it knows a new lot's words after this time at the latest. */
const KEPT_MS = 60_000;
/** Comparing a word with this many takes a fraction of a millisecond. */
const WORDS_MAX = 20_000;

const newest = prepared((db) =>
  db
    .select({
      // The parts of `text` are title, location, description and categories.
      title: sql<string>`split_part(${auctionSearch.text}, chr(31), 1)`,
      location: sql<string>`split_part(${auctionSearch.text}, chr(31), 2)`,
      categories: sql<string>`split_part(${auctionSearch.text}, chr(31), 4)`,
    })
    .from(auctionSearch)
    .where(hasValue(auctionSearch.status, "active"))
    .orderBy(desc(auctionSearch.createdAt))
    .limit(literal(LOTS))
    .prepare("words of listed auctions"),
);

/** Each word with the number of lots that have it. */
type Vocabulary = ReadonlyMap<string, number>;

const readVocabulary = async (database: Database): Promise<Vocabulary> =>
  vocabularyIn((await newest(database).execute()).map((lot) => `${lot.title} ${lot.location} ${lot.categories}`));

/**
 * Contains the singular of each plural, because a search for it finds the plural too. `texts`: folded, one for each
 * lot.
 */
export const vocabularyIn = (texts: readonly string[]): Vocabulary => {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = text.split(/[^\p{L}\p{N}\p{M}]+/u);
    for (const word of new Set(words.flatMap((one) => [one, ...otherForms(one)]))) {
      if (word.length > 2 && (counts.has(word) || counts.size < WORDS_MAX))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
};

const kept = new WeakMap<Database, { readonly until: number; readonly words: Promise<Vocabulary> }>();

/** The folded words. They are read at most once a minute, however many searches find nothing. */
export const vocabularyOf = (database: Database): Promise<Vocabulary> => {
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

/** The letters of a word as bits. Each changed, missing or additional letter makes at most two of them differ. */
const lettersOf = (word: string): number => {
  let letters = 0;
  for (let i = 0; i < word.length; i += 1) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
};
const bitsIn = (bits: number): number => {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
};

interface Known {
  readonly word: string;
  readonly letters: number;
  readonly lots: number;
}
/** Computed once for all searches of a minute. */
const knownOf = new WeakMap<Vocabulary, readonly Known[]>();
const knownWords = (words: Vocabulary): readonly Known[] => {
  const known = knownOf.get(words) ?? [...words].map(([word, lots]) => ({ word, letters: lettersOf(word), lots }));
  knownOf.set(words, known);
  return known;
};

/**
 * The most similar word; if several are equally similar, the one that most lots have. Null: none is similar enough.
 */
export const nearestWord = (typed: string, words: Vocabulary, mostSlips = 2): string | null => {
  const slips = Math.min(slipsIn(typed), mostSlips);
  if (slips === 0) return null;
  const letters = lettersOf(typed);
  let best: { readonly word: string; readonly far: number; readonly lots: number } | null = null;
  for (const { word, lots, letters: its } of knownWords(words)) {
    if (Math.abs(word.length - typed.length) > slips || bitsIn(its ^ letters) > 2 * slips) continue;
    const far = isSwapped(typed, word) ? 1 : distance(typed, word);
    if (far > slips || (best && (far > best.far || (far === best.far && lots <= best.lots)))) continue;
    best = { word, far, lots };
  }
  return best?.word ?? null;
};

// Prepares texts and searched words, so that people find what others spell in another way: "osogbo" finds "Òṣogbo", "yar"
// finds "ʼyar", "generators" finds "generator". The database prepares the texts that are searched with its function
// `search_fold`, which does the same as `foldText` (search-fold.test.ts compares the two).
import { regions } from "./regions.ts";

/** Marks on letters, signs without width, apostrophes and quotation marks. Ranges as a regular expression has them. */
const DROPPED = new RegExp(
  "[\\u0300-\\u036f\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f" +
    "\\u00ad\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufe00-\\ufe0f\\ufeff" +
    "\"'`\\u00ab\\u00bb\\u02b9-\\u02bf\\u02c8\\u02ca\\u02cb\\u2018-\\u201f\\u2032-\\u2036\\u2039\\u203a\\ua78b\\ua78c]",
  "g",
);

/** Letters that Unicode does not decompose, by the plain one that stands for them, and kinds of hyphens. */
const PLAIN: Readonly<Record<string, string>> = {
  a: "Ⱥⱥ",
  b: "ƁɓɃƀ",
  c: "ƇƈȻȼ",
  d: "ƊɗĐđÐðƉɖ",
  e: "ƎǝƏəƐɛɆɇ",
  f: "Ƒƒ",
  g: "ƓɠǤǥƔɣ",
  h: "ĦħꞪɦ",
  i: "ıƗɨƖɩ",
  j: "Ɉɉ",
  k: "Ƙƙĸ",
  l: "ŁłⱢɫ",
  n: "ŊŋƝɲ",
  o: "ƆɔØøƟɵ",
  p: "ƤƥⱣᵽ",
  r: "ɌɍⱤɽ",
  s: "Ʃʃ",
  t: "ŦŧƬƭƮʈȾⱦ",
  u: "ɄʉƱʊ",
  v: "Ʋʋ",
  y: "ƳƴɎɏ",
  z: "ƷʒƵƶ",
  "-": "‐‒–—―−",
  "/": "⁄",
  σ: "ς",
  ae: "Ææ",
  oe: "Œœ",
  ss: "ẞß",
  th: "Þþ",
};
/** Scripts whose capitals become small letters. In other scripts that have capitals they stay. */
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ";

const folded: ReadonlyMap<string, string> = new Map([
  ...[...CAPITALS].map((letter) => [letter, letter.toLowerCase()] as const),
  ...Object.entries(PLAIN).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain] as const)),
]);

/**
 * The text in small plain letters, for comparing: the same for canonically equal texts. Folding twice changes nothing. An
 * acute accent that stands alone is an apostrophe; decomposed, it would become a space.
 */
export const foldText = (text: string): string =>
  text
    .replace(/[\u00b4\u1ffd]/g, "")
    .normalize("NFKD")
    .replace(DROPPED, "")
    .replace(/[A-Z\u0080-\uffff]/g, (letter) => folded.get(letter) ?? letter);

/** The limit is low, because each word costs a search of the index. */
export const SEARCH_WORDS_MAX = 8;

/** "Lagos State" is Lagos: places are written without the word, which is a part of "estate" too. */
const stateNames = new RegExp(`(?<!\\S)(${regions.join("|")}) state(?!\\S)`, "g");

/** The folded words of a search, each once. Words after the first eight, and those of marks alone, are not searched. */
export const searchWords = (text: string): string[] =>
  [
    ...new Set(
      foldText(text)
        .trim()
        .replace(/\s+/g, " ")
        .replace(stateNames, "$1")
        .split(" ")
        .filter((word) => word !== ""),
    ),
  ].slice(0, SEARCH_WORDS_MAX);

const irregular: readonly (readonly [one: string, many: string])[] = [
  ["child", "children"],
  ["foot", "feet"],
  ["man", "men"],
  ["mouse", "mice"],
  ["tooth", "teeth"],
  ["woman", "women"],
];
/** Their other form means something else or nothing. Each is in a tenth of all texts. */
const alone: ReadonlySet<string> = new Set(["goods", "lagos", "news"]);

/** English endings: the ends that may stand in place of each, the first pattern that matches. */
const endings: readonly (readonly [pattern: RegExp, ends: readonly string[]])[] = [
  [/(?<=..)ves$/, ["f", "fe", "ve"]],
  [/(?<=..)ies$/, ["y", "ie"]],
  [/(?<=(?:s|x|z|ch|sh|o))es$/, ["", "e"]],
  [/(?<=..[^isu])s$/, [""]],
  [/(?<=.[^aeiou])y$/, ["ies"]],
  [/(?<=..)fe?$/, ["ves"]],
];

/**
 * The singulars of an English plural, or the plural of a singular: whole words, in case the text has one of them instead.
 * Empty if there is no other form, or if it contains the word, so that a search for the word finds it anyway.
 */
export const otherForms = (word: string): string[] => {
  if (!/^[a-z]{3,30}$/.test(word) || alone.has(word)) return [];
  const known = irregular.find((pair) => pair.includes(word));
  if (known) return known.filter((form) => !form.includes(word));
  const [pattern, ends = []] = endings.find(([ending]) => ending.test(word)) ?? [];
  if (!pattern) return [];
  return ends.map((end) => word.replace(pattern, end)).filter((form) => form.length > 2);
};

/** Whether a folded text has a folded word: as a part of it, or in another form as a whole word. */
export const hasWord = (text: string, word: string): boolean => {
  if (text.includes(word)) return true;
  const forms = otherForms(word);
  return forms.length > 0 && text.split(/[^a-z0-9]+/).some((one) => forms.includes(one));
};

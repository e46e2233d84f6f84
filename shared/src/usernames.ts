// The rule for new usernames: letters and digits of one script, dots, dashes and underscores. The server and the
// registration form use the same functions. Only the server decides whether a name looks like another one.

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;

/** Scripts in everyday use (UAX #31, table 5), with the N'Ko and Adlam scripts of West Africa. */
const scripts = [
  "Latin",
  "Adlam",
  "Arabic",
  "Armenian",
  "Bengali",
  "Bopomofo",
  "Cyrillic",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Greek",
  "Gujarati",
  "Gurmukhi",
  "Han",
  "Hangul",
  "Hebrew",
  "Hiragana",
  "Kannada",
  "Katakana",
  "Khmer",
  "Lao",
  "Malayalam",
  "Myanmar",
  "Nko",
  "Oriya",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thaana",
  "Thai",
  "Tibetan",
] as const;

const usable = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u;
/** Characters without a visible shape, including those that Unicode calls letters (the Hangul fillers). */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
/** A dot above an i or a j is invisible. */
const hiddenDot = /[ij]\p{M}*\u0307/iu;
/** Yoruba needs two marks on a letter (ẹ̀). More marks would overlap the lines above and below. */
const tooManyMarks = /\p{M}{3}/u;

/**
 * Accents that combine with a letter where no single character contains both, as in Yoruba's ẹ̀ and ọ́: grave, acute, …
 * and the marks below.
 */
const accents = "\\u0300-\\u0304\\u0306-\\u0308\\u030a-\\u030d\\u0323-\\u0325\\u0327-\\u0329\\u0331";
/** Japanese writes long vowels with a mark that both of its syllabaries share. */
const longVowel: Readonly<Record<string, string>> = { Hiragana: "ー", Katakana: "ー" };
const inScript = scripts.map((script) => {
  const hasAccents = script === "Latin" || script === "Cyrillic" || script === "Greek";
  // Match by the script property itself, because modifier letters and similar characters are shared by many scripts and
  // belong to none.
  const letter = `(?:(?=[\\p{L}\\p{M}])\\p{sc=${script}}|[${hasAccents ? accents : ""}${longVowel[script] ?? ""}])`;
  const digit = `(?=\\p{Nd})\\p{scx=${script}}`;
  // A name has ASCII digits or digits of its script, never both.
  return new RegExp(`^(?:(?:${letter}|[0-9._-])*|(?:${letter}|${digit}|[._-])*)$`, "u");
});

export const hasUsableCharacters = (username: string): boolean =>
  usable.test(username) && !invisible.test(username) && !hiddenDot.test(username) && !tooManyMarks.test(username);

/** A name of digits only belongs to every script. */
export const isOfOneScript = (username: string): boolean => inScript.some((script) => script.test(username));

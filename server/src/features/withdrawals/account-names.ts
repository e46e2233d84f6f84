// Decides whether the name that a bank has for an account is the name of a person. Banks write names in any order and
// case, without accents, with middle names, titles and initials. Both the first and the last name must be there.

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ɓ: "b",
  ɗ: "d",
  ƙ: "k",
  ƴ: "y",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};
const LONGEST = 200;

/** The words of a name in plain lower case. "O'Brien-Ọlá" is "obrien" and "ola". */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, LONGEST)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’‘ʼ`´\p{Cf}]/gu, "")
    .replace(/[ɓɗƙƴøłđıßæœ]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

const isInitial = (word: string): boolean => Array.from(word).length === 1;

/** Takes the word out of `from`, also where the bank wrote it as two words. Returns what is left; null if it is not there. */
const without = (from: readonly string[], word: string): string[] | null => {
  for (let length = 1; length <= 2; length++) {
    for (let at = 0; at + length <= from.length; at++) {
      if (from.slice(at, at + length).join("") === word) return from.toSpliced(at, length);
    }
  }
  return null;
};

/** Takes out all words, or all of them written as one word. */
const withoutAll = (from: readonly string[], words: readonly string[]): string[] | null =>
  words.reduce<string[] | null>((left, word) => left && without(left, word), [...from]) ??
  without(from, words.join(""));

/**
 * True if the bank's name has the person's last name and one of their first names, each in words of its own. An initial
 * alone is no name.
 */
export const isNameOf = (
  accountName: string,
  person: { readonly firstName: string | null; readonly lastName: string | null },
): boolean => {
  const first = wordsOf(person.firstName ?? "").filter((word) => !isInitial(word));
  const last = wordsOf(person.lastName ?? "").filter((word) => !isInitial(word));
  if (first.length === 0 || last.length === 0) return false;
  const left = withoutAll(wordsOf(accountName), last);
  if (!left) return false;
  return withoutAll(left, first) !== null || first.some((word) => without(left, word) !== null);
};

/** The refusal, with both names; null if the names match. */
export const nameProblem = (
  accountName: string,
  { firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null },
): string | null => {
  if (!firstName?.trim() || !lastName?.trim()) {
    return "Please enter your first and last name on your profile first. They must be those of the bank account.";
  }
  if (isNameOf(accountName, { firstName, lastName })) return null;
  return (
    `The bank says that this account belongs to “${accountName}”. Your profile says “${firstName.trim()} ${lastName.trim()}”. ` +
    "You can withdraw only to an account in your own name."
  );
};

// Corrections (rule 14): small changes of a lot's texts that suspend no maximum and move no end. Pure functions. A
// cheat would use them to change the lot bit by bit, so all corrections since the last full version share one bound.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { fieldsThat } from "@jara/shared/lot-fields";
import type { EditAuction, LoggedChange } from "./commands.ts";
import type { AuctionState } from "./state.ts";
import type { Difference } from "./terms.ts";

/** All corrections since the last full version change at most so many characters. */
export const MOST_CORRECTED = 40;

const correctable: ReadonlySet<string> = new Set(fieldsThat("isCorrectable"));

/** Returns how many characters the correction changes, or the refusal. `log`: of the auction, up to this edit. */
export const correctionOf = (
  state: AuctionState,
  { changes, before }: Difference,
  { status = state.status, addendum }: EditAuction["edit"],
  log: readonly LoggedChange[],
): ErrorBody | number => {
  const changed = Object.keys(changes) as (keyof Difference["changes"])[];
  if (status !== state.status || addendum !== undefined || changed.some((term) => !correctable.has(term))) {
    return invalid("A correction changes nothing but the title, the description and the location.");
  }
  let characters = 0;
  for (const term of changed) {
    const [from, to] = [textOf(before[term]), textOf(changes[term])];
    if (figuresOf(from).join("\n") !== figuresOf(to).join("\n")) {
      return invalid(
        "A correction changes no figure, no “not” or “without”, and no word beside one. Save it as a change of the lot.",
      );
    }
    characters += charactersChanged(from, to, MOST_CORRECTED);
  }
  const left = MOST_CORRECTED - correctedIn(log);
  if (characters <= left) return characters;
  return invalid(
    `All corrections together change at most ${MOST_CORRECTED} characters, and ${left} are left. ` +
      "Save this as a change of the lot.",
  );
};

const textOf = (term: unknown): string => (typeof term === "string" ? term : "");

/** The characters that the corrections since the last full version changed. */
const correctedIn = (log: readonly LoggedChange[]): number => {
  let characters = 0;
  for (const event of log.flatMap(({ events }) => events)) {
    if (event.type !== "AuctionEdited" || event.contentVersion === undefined) continue;
    characters = event.correction === undefined ? 0 : characters + event.correction;
  }
  return characters;
};

/**
 * The words that have a figure, each with its neighbours, because "10 kg" is not "10 g". A character that nobody sees
 * counts as a figure, because it can turn the order of figures around. So do the words that count ("two") or deny
 * ("not"), because a few characters more or less of them turn a sentence into its opposite.
 */
const figuresOf = (text: string): string[] => {
  const words = text.split(/\s+/u);
  return words.flatMap((word, at) =>
    /[\p{N}\p{Cf}]/u.test(word) || isTurning(word) ? [`${words[at - 1] ?? ""} ${word} ${words[at + 1] ?? ""}`] : [],
  );
};

const turning = new Set(
  (
    "no non not never none nor neither without cannot nothing nobody except but only " +
    "half one two three four five six seven eight nine ten eleven twelve dozen hundred thousand"
  ).split(" "),
);
const isTurning = (word: string): boolean => {
  const letters = word.toLowerCase().replace(/[’ʼ]/gu, "'");
  return /n't\P{L}*$/u.test(letters) || letters.split(/\P{L}+/u).some((part) => turning.has(part));
};

/**
 * The fewest characters to add, remove or replace that turn one text into the other; more than `most` if it is more.
 * Looks only at the diagonals within `most`, so that long texts take no time.
 */
export const charactersChanged = (one: string, other: string, most: number): number => {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const tooMany = most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, tooMany));
  let next = new Array<number>(b.length + 1).fill(tooMany);
  for (let i = 1; i <= a.length; i++) {
    const [first, last] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    next[first - 1] = first === 1 ? Math.min(i, tooMany) : tooMany;
    for (let j = first; j <= last; j++) {
      const replaced = (row[j - 1] ?? tooMany) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, (row[j] ?? tooMany) + 1, (next[j - 1] ?? tooMany) + 1);
    }
    if (last < b.length) next[last + 1] = tooMany;
    [row, next] = [next, row];
  }
  return Math.min(row[b.length] ?? tooMany, tooMany);
};

const invalid = (message: string): ErrorBody =>
  refusal("INVALID", { message, issues: [{ path: "isCorrection", message }] });

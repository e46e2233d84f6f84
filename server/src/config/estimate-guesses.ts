// Estimates how many guesses an attacker needs for a password or a secret: known passwords, words, names, dates, runs
// of the keyboard and repetitions.
import { ZxcvbnFactory, type ZxcvbnResult } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/**
 * Only this many characters are estimated, because the time grows with the square of the length, and a text with a
 * strong beginning is strong.
 */
const ESTIMATED_CHARACTERS = 72;
/** Created at first use, because its dictionaries take a tenth of a second to build. */
let estimator: ZxcvbnFactory | undefined;

/** `known` are words that an attacker would try first. */
export const estimateGuesses = (text: string, known: readonly string[] = []): ZxcvbnResult => {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return estimator.check(text.slice(0, ESTIMATED_CHARACTERS), [...known]);
};

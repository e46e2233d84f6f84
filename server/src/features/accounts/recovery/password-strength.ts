// Refuses new passwords that are easy to guess. Only the number of guesses counts: length and uncommon words help,
// required kinds of characters do not.
import { estimateGuesses } from "../../../config/estimate-guesses.ts";
import { refused } from "../../../platform/lib/result.ts";

/** At 50 tries in 15 minutes, the limit of an account, a million guesses take more than half a year. */
const GUESSES_LOG10_MIN = 6;

/** The sentence that says what helps, or null for a password that is good enough. `known`: the owner's names. */
export const passwordProblem = (password: string, known: readonly string[]): string | null => {
  const { guessesLog10, feedback } = estimateGuesses(password, known);
  return guessesLog10 < GUESSES_LOG10_MIN ? `${reasonOf(feedback.warning)} ${WHAT_HELPS}` : null;
};

export const refuseWeakPassword = (password: string, known: readonly string[], path: string) => {
  const message = passwordProblem(password, known);
  return message === null ? null : refused("INVALID", { message, issues: [{ path, message }] });
};

const WHAT_HELPS = "Please use a longer one, for example several words that do not belong together.";

/** `warning` is the name of the estimator's finding. */
const reasonOf = (warning: string | null): string => {
  if (warning === "userInputs") return "This password contains your name or e-mail address.";
  if (warning === "topTen" || warning === "topHundred" || warning === "common") {
    return "This is one of the passwords that attackers try first.";
  }
  if (warning === "similarToCommon") return "This is much like a password that attackers try first.";
  return "This password is easy to guess.";
};

// Distinguishes generated secrets from invented ones. Anybody who guesses the secret that signs sessions can log in as
// anybody, and can test guesses offline against one token of their own.
import { estimateGuesses } from "./estimate-guesses.ts";

/**
 * The number of guesses, as a power of ten. 128 random bits in hexadecimal (`openssl rand -hex 16`) are estimated at
 * 28.6 to 32, 256 bits at 60 and more; keyboard runs, repetitions and known passwords with additions at 3 to 18.
 */
const GUESSES_LOG10_MIN = 27;
/**
 * Words from examples and placeholders. The estimate treats unknown words as random letters, so a long sentence would
 * pass. Each word has six letters or more: by chance, a random secret holds one of them once in a million.
 */
const PLACEHOLDER =
  /secret|password|passphrase|change.?me|change.?this|replace|example|production|default|placeholder/i;

/** True if the secret looks invented, or generated too short. `known` are words that a stranger would try first. */
export const isWeakSecret = (secret: string, known: readonly string[] = []): boolean => {
  if (PLACEHOLDER.test(secret)) return true;
  return estimateGuesses(secret, known).guessesLog10 < GUESSES_LOG10_MIN;
};

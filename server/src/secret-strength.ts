// Tells generated secrets from made-up ones. Anybody who guesses the secret that signs sessions can log in as anybody, and
// can try guesses offline against one token of their own.
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/**
 * Powers of ten of guesses. 128 random bits in hexadecimal (`openssl rand -hex 16`) are estimated at 28.6 to 32, 256 of
 * them at 60 and more; keyboard runs, repetitions and known passwords with additions at 3 to 18.
 */
const GUESSES_LOG10_MIN = 27;
/**
 * Words of examples and placeholders. The estimate counts words it does not know as if they were random letters, so that
 * a long sentence would pass. Each has six letters or more: by chance a random secret has one of them once in a million.
 */
const PLACEHOLDER =
  /secret|password|passphrase|change.?me|change.?this|replace|example|production|default|placeholder/i;

/** True where the secret looks made up or generated too short. `known` are words a stranger would try first. */
export const isWeakSecret = (secret: string, known: readonly string[] = []): boolean => {
  if (PLACEHOLDER.test(secret)) return true;
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return estimator.check(secret.slice(0, ESTIMATED_CHARACTERS), [...known]).guessesLog10 < GUESSES_LOG10_MIN;
};

/** Estimating takes the square of the length in time, and a secret whose beginning is strong is strong. */
const ESTIMATED_CHARACTERS = 72;
/** Its dictionaries take a tenth of a second to build. */
let estimator: ZxcvbnFactory | undefined;

// Hashes and checks passwords with argon2id, a few at a time, so that bids keep processor time.
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { atMost } from "../../platform/lib/limit-concurrency.ts";

/** Each check takes about 30 ms of one core. The other cores stay free for bids. */
const PASSWORDS_AT_A_TIME = 3;
/** About ten seconds of work. A caller who arrives while this many wait is told to come back later. */
const PASSWORDS_WAITING = 500;

export interface Passwords {
  /** Runs `work` when a place is free. Null where too many wait. */
  whenFree<T>(work: () => Promise<T>): Promise<T | null>;
  /** Takes the same time with and without a hash, so that timing does not reveal whether an account exists. */
  isRight(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  hash(password: string): Promise<string>;
}

/** The functions of argon2id, with the cost of their own. */
interface Argon2 {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

export const createPasswords = (argon2: Argon2 = { hash, verify }): Passwords => {
  const oneOfFew = atMost(PASSWORDS_AT_A_TIME);
  const decoy = argon2.hash(randomBytes(16).toString("hex"));
  // The check of a password awaits it, and reports its error.
  decoy.catch(() => {});
  let waiting = 0;
  return {
    async whenFree(work) {
      if (waiting >= PASSWORDS_WAITING) return null;
      waiting += 1;
      return await oneOfFew(work).finally(() => {
        waiting -= 1;
      });
    },
    async isRight(passwordHash, password) {
      const isEqual = await argon2.verify(passwordHash ?? (await decoy), password).catch(() => false);
      return Boolean(passwordHash) && isEqual;
    },
    hash: (password) => argon2.hash(password),
  };
};

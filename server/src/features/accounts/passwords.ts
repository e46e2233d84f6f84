// Checking and hashing passwords with argon2id, a few at a time.
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { atMost } from "../../platform/lib/at-most.ts";

/** Each takes a core some 30 ms: the others are for bids. */
const PASSWORDS_AT_A_TIME = 3;
/** About ten seconds of work. A caller who comes when so many wait is told to come back. */
const PASSWORDS_WAITING = 500;

export interface Passwords {
  /** Runs `work` when its turn comes. Null where too many wait. */
  inTurn<T>(work: () => Promise<T>): Promise<T | null>;
  /** Takes as long without a hash as with one. */
  isRight(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  hash(password: string): Promise<string>;
}

export const createPasswords = (): Passwords => {
  const oneOfFew = atMost(PASSWORDS_AT_A_TIME);
  let waiting = 0;
  void decoyHash();
  return {
    async inTurn(work) {
      if (waiting >= PASSWORDS_WAITING) return null;
      waiting += 1;
      return await oneOfFew(work).finally(() => {
        waiting -= 1;
      });
    },
    async isRight(passwordHash, password) {
      const isEqual = await verify(passwordHash ?? (await decoyHash()), password).catch(() => false);
      return Boolean(passwordHash) && isEqual;
    },
    hash: (password) => hash(password),
  };
};

let decoy: Promise<string> | undefined;
const decoyHash = (): Promise<string> => {
  decoy ??= hash(randomBytes(16).toString("hex"));
  return decoy;
};

// Hashes and checks passwords with argon2id, a few at a time, so that bids keep processor time. A password is hashed in one
// form (NFC, RFC 8265), because devices type the same letters in different code points.
import { randomBytes } from "node:crypto";
import { cleanPassword } from "@jara/shared/text/clean";
import { hash, verify } from "@node-rs/argon2";
import { atMost } from "../../platform/lib/limit-concurrency.ts";

/** Each check takes about 30 ms of one core. The other cores stay free for bids. */
const PASSWORDS_AT_A_TIME = 3;
/** About ten seconds of work. A caller who arrives while this many wait is told to come back later. */
const PASSWORDS_WAITING = 500;

export interface Passwords {
  /** Runs `work` when a place is free. Null where too many wait. */
  whenFree<T>(work: () => Promise<T>): Promise<T | null>;
  /**
   * Takes the same time with and without a hash, and for a right and a wrong password, so that timing reveals nothing. A
   * password with accents has two forms and is checked twice.
   */
  check(passwordHash: string | null | undefined, password: string): Promise<PasswordMatch>;
  hash(password: string): Promise<string>;
}

/** `old`: the hash was made of another form of the password, before there was one form. */
type PasswordMatch = "right" | "old" | "wrong";

/** The form of an older hash: as it is typed now, or else decomposed, as some devices type. Null if there is no other. */
const olderForm = (password: string): string | null => {
  const form = cleanPassword(password);
  const other = form === password ? password.normalize("NFD") : password;
  return other === form ? null : other;
};

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
    async check(passwordHash, password) {
      const known = passwordHash ?? (await decoy);
      const matches = (form: string) => argon2.verify(known, form).catch(() => false);
      const older = olderForm(password);
      const isRight = await matches(cleanPassword(password));
      const isOld = older !== null && (await matches(older));
      if (!passwordHash) return "wrong";
      return isRight ? "right" : isOld ? "old" : "wrong";
    },
    hash: (password) => argon2.hash(cleanPassword(password)),
  };
};

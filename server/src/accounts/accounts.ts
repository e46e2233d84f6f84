// Registering, logging in, verifying an e-mail address. Passwords with argon2id; verification tokens are 256 random
// bits, stored hashed, single use.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { hash, verify } from "@node-rs/argon2";
import { atMost } from "../at-most.ts";
import type { Mail } from "../mail/mails.ts";
import { blockedFor, clearAttempts, countAttempt } from "../store/attempts.ts";
import type { Database } from "../store/database.ts";
import {
  type Account,
  findAccount,
  findAccountByEmail,
  insertAccount,
  replaceVerificationToken,
  verifyEmail,
} from "../store/users.ts";
import { takenField } from "./unique.ts";

/** Failed log-ins, per account and per address. */
const FAILURES = { limit: 10, windowMs: 15 * 60_000 };
/** Each takes a core some 30 ms: the others are for bids. */
const PASSWORDS_AT_A_TIME = 3;
/** Ten seconds' worth or so. Whoever comes when so many wait is told to come back. */
const PASSWORDS_WAITING = 500;
const COME_BACK_MS = 5_000;
/** Verification mails to one address, known or not. */
const MAILS = { limit: 10, windowMs: 60 * 60_000 };

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorBody };

const no = (...args: Parameters<typeof refusal>): { ok: false; error: ErrorBody } => ({
  ok: false,
  error: refusal(...args),
});

export interface AccountsDeps {
  readonly database: Database;
  readonly hidesUnknownAccounts: boolean;
  readonly hasRateLimits: boolean;
  /** Told of each mail after its statement: in development the link is printed. */
  readonly mailWritten: (mail: Mail) => void;
  /** Told when an account was made, or what others know of it is outdated. */
  readonly changed: (account: Account) => void;
}

export interface Accounts {
  register(input: { username: string; email: string; password: string }): Promise<Result<Account>>;
  logIn(input: { email: string; password: string; address: string }): Promise<Result<Account>>;
  verifyEmail(input: { email: string; token: string }): Promise<Result<Account>>;
  /** Answers alike for known and unknown addresses. */
  resendVerification(email: string): Promise<Result<null>>;
}

export const createAccounts = (deps: AccountsDeps): Accounts => {
  const { database } = deps;
  const blockedMsOf = async (keys: readonly string[]): Promise<number> =>
    deps.hasRateLimits ? await blockedFor(database, keys, FAILURES.limit) : 0;
  const oneOfFew = atMost(PASSWORDS_AT_A_TIME);
  let waiting = 0;
  /** Null where too many wait. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (waiting >= PASSWORDS_WAITING) return null;
    waiting += 1;
    return await oneOfFew(work).finally(() => {
      waiting -= 1;
    });
  };
  void decoyHash();

  const checkPassword = async (keys: readonly string[], email: string, password: string): Promise<Result<Account>> => {
    // Of guesses sent all at once those that come after the tenth failure are not worth the time.
    const blockedMs = await blockedMsOf(keys);
    if (blockedMs > 0) return tooManyAttempts(blockedMs);
    const account = await findAccountByEmail(database, email);
    const isRight = await verify(account?.passwordHash ?? (await decoyHash()), password).catch(() => false);
    if (account?.passwordHash && isRight && !account.isBanned) {
      // Others may have failed meanwhile: the right one among guesses sent all at once learns nothing.
      const meanwhileMs = await blockedMsOf(keys);
      if (meanwhileMs > 0) return tooManyAttempts(meanwhileMs);
      await clearAttempts(database, keys[0] ?? "");
      return { ok: true, value: account };
    }
    const overMs = deps.hasRateLimits ? await countAttempt(database, keys, FAILURES) : 0;
    if (overMs > 0) return tooManyAttempts(overMs);
    if (account && isRight) return no("FORBIDDEN", { message: "This account has been suspended." });
    if (!account && !deps.hidesUnknownAccounts) {
      const message = "Account not found. Please check your email address or register for a new account.";
      return no("NOT_FOUND", { message });
    }
    const message = "Invalid email or password. Please check your credentials and try again.";
    return no("UNAUTHENTICATED", { message });
  };

  return {
    async register({ username, email, password }) {
      const { token, tokenHash } = newToken();
      const mail = verificationMail(username, email, token);
      const id = randomUUID();
      const passwordHash = await inTurn(() => hash(password));
      if (passwordHash === null) return crowded();
      try {
        await insertAccount(database, { id, username, email, passwordHash, tokenHash, mail });
      } catch (error) {
        const taken = takenField(error);
        if (!taken) throw error;
        return no("ALREADY_EXISTS", { message: `An account with this ${taken} already exists.` });
      }
      deps.mailWritten(mail);
      const account = await findAccount(database, id);
      if (!account) throw new Error("the account just made is not there");
      deps.changed(account);
      return { ok: true, value: account };
    },

    async logIn({ email, password, address }) {
      const keys = [`account ${email}`, `address ${address}`];
      const blockedMs = await blockedMsOf(keys);
      if (blockedMs > 0) return tooManyAttempts(blockedMs);
      return (await inTurn(() => checkPassword(keys, email, password))) ?? crowded();
    },

    async verifyEmail({ email, token }) {
      const account = await verifyEmail(database, email, hashToken(token));
      if (!account) return no("VERIFICATION_FAILED");
      deps.changed(account);
      return { ok: true, value: account };
    },

    async resendVerification(email) {
      const overMs = deps.hasRateLimits ? await countAttempt(database, [`mail ${email}`], MAILS) : 0;
      if (overMs > 0) return no("RATE_LIMITED", { retryAfterMs: overMs });
      const { token, tokenHash } = newToken();
      const mail = await replaceVerificationToken(database, email, tokenHash, (username) =>
        verificationMail(username, email, token),
      );
      if (mail) deps.mailWritten(mail);
      return { ok: true, value: null };
    },
  };
};

const tooManyAttempts = (retryAfterMs: number) => {
  const message = "Too many login attempts. Please wait a few minutes before trying again.";
  return no("RATE_LIMITED", { message, retryAfterMs });
};

const crowded = () => {
  const message = "Many are logging in right now. Please try again in a moment.";
  return no("UNAVAILABLE", { message, retryAfterMs: COME_BACK_MS });
};

/** An unknown account costs as much time as a wrong password. */
let decoy: Promise<string> | undefined;
const decoyHash = (): Promise<string> => {
  decoy ??= hash(randomBytes(16).toString("hex"));
  return decoy;
};

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

const newToken = (): { token: string; tokenHash: string } => {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
};

const verificationMail = (username: string, email: string, token: string): Mail => ({
  id: randomUUID(),
  kind: "verify-email",
  data: { username, email, token },
});

// Registering, logging in, verifying an e-mail address. Passwords with argon2id; verification tokens are 256 random
// bits, stored hashed, single use.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { hash, verify } from "@node-rs/argon2";
import type { Mail } from "../mail/mails.ts";
import type { Database } from "../store/database.ts";
import {
  type Account,
  clearLoginFailures,
  countLoginFailure,
  findAccount,
  findAccountByEmail,
  insertAccount,
  loginBlockedFor,
  replaceVerificationToken,
  verifyEmail,
} from "../store/users.ts";
import { takenField } from "./unique.ts";

/** 10 failures in 15 minutes, per account and per address. */
const FAILURES_ALLOWED = 10;
const FAILURE_WINDOW_MS = 15 * 60 * 1000;

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
  /** Told when what others cached of the account is outdated. */
  readonly changed: (account: Account) => void;
}

export interface Accounts {
  register(input: { username: string; email: string; password: string }): Promise<Result<Account>>;
  logIn(input: { email: string; password: string; address: string }): Promise<Result<Account>>;
  verifyEmail(input: { email: string; token: string }): Promise<Result<Account>>;
  /** Answers alike for known and unknown addresses. */
  resendVerification(email: string): Promise<void>;
}

export const createAccounts = (deps: AccountsDeps): Accounts => {
  const { database } = deps;
  return {
    async register({ username, email, password }) {
      const { token, tokenHash } = newToken();
      const mail = verificationMail(username, email, token);
      const id = randomUUID();
      const passwordHash = await hash(password);
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
      return { ok: true, value: account };
    },

    async logIn({ email, password, address }) {
      const keys = [`account ${email}`, `address ${address}`];
      if (deps.hasRateLimits) {
        const retryAfterMs = await loginBlockedFor(database, keys, FAILURES_ALLOWED);
        if (retryAfterMs > 0) {
          const message = "Too many login attempts. Please wait a few minutes before trying again.";
          return no("RATE_LIMITED", { message, retryAfterMs });
        }
      }
      const account = await findAccountByEmail(database, email);
      const isRight = await verify(account?.passwordHash ?? (await decoyHash()), password).catch(() => false);
      if (account?.passwordHash && isRight && !account.isBanned) {
        await clearLoginFailures(database, keys[0] ?? "");
        return { ok: true, value: account };
      }
      if (deps.hasRateLimits) await countLoginFailure(database, keys, FAILURE_WINDOW_MS);
      if (account && isRight) return no("FORBIDDEN", { message: "This account has been suspended." });
      if (!account && !deps.hidesUnknownAccounts) {
        const message = "Account not found. Please check your email address or register for a new account.";
        return no("NOT_FOUND", { message });
      }
      const message = "Invalid email or password. Please check your credentials and try again.";
      return no("UNAUTHENTICATED", { message });
    },

    async verifyEmail({ email, token }) {
      const account = await verifyEmail(database, email, hashToken(token));
      if (!account) return no("VERIFICATION_FAILED");
      deps.changed(account);
      return { ok: true, value: account };
    },

    async resendVerification(email) {
      const { token, tokenHash } = newToken();
      const mail = await replaceVerificationToken(database, email, tokenHash, (username) =>
        verificationMail(username, email, token),
      );
      if (mail) deps.mailWritten(mail);
    },
  };
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

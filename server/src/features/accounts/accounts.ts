// Builds the functions of accounts from their parts: registration, log-in, recovery and changes of credentials. It
// verifies e-mail addresses itself: a verification token is 256 random bits, stored hashed, and works once.

import type { Database } from "../../platform/database/database.ts";
import { type Result, refused } from "../../platform/lib/result.ts";
import type { Mail } from "../../platform/outbox/mails.ts";
import type { Account } from "./account.ts";
import { type ConfirmPassword, createConfirmPassword } from "./confirm-password.ts";
import { createEmailChanges, type EmailChanges } from "./email-change/email-change.ts";
import { countAttempt } from "./log-in/attempt-counters.ts";
import { createLogIn, type LogIn } from "./log-in/log-in.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import { isVerifiedByLink, replaceVerificationToken, verifyEmail } from "./queries.ts";
import { createRecovery, type Recovery } from "./recovery/recovery.ts";
import { inSameTime } from "./recovery/same-time.ts";
import { createRegister, newVerification, type Register } from "./registration/register.ts";
import { createSecondFactors, type SecondFactorDeps, type SecondFactors } from "./second-factor/second-factor.ts";
import { hashOf } from "./secrets.ts";

/** Limits verification mails to one address, whether or not it has an account. */
const MAILS = { limit: 10, windowMs: 60 * 60_000 };

export interface AccountsDeps
  extends Pick<SecondFactorDeps, "jwtSecret" | "previousJwtSecret" | "brandName" | "requireSecondFactor"> {
  readonly database: Database;
  /** If this is absent, the accounts make their own. */
  readonly passwords?: Passwords;
  readonly hidesUnknownAccounts: boolean;
  readonly hasRateLimits: boolean;
  /** Called with each mail that has a link or a code, after its statement. In development the link is printed. */
  readonly mailWritten: (mail: Mail) => void;
  /** Called when an account was made, or when cached data of it is outdated. */
  readonly changed: (account: Pick<Account, "id">) => void;
}

export interface Accounts extends LogIn {
  register: Register;
  confirmPassword: ConfirmPassword;
  secondFactors: SecondFactors;
  recovery: Recovery;
  emailChanges: EmailChanges;
  verifyEmail(input: { email: string; token: string }): Promise<Result<Account>>;
  /** Gives the same answer for known and unknown addresses. */
  resendVerification(email: string): Promise<Result<null>>;
}

export const createAccounts = (deps: AccountsDeps): Accounts => {
  const { database, passwords = createPasswords() } = deps;
  const confirmPassword = createConfirmPassword({ ...deps, passwords });
  return {
    register: createRegister({ ...deps, passwords }),
    ...createLogIn({ ...deps, passwords }),
    confirmPassword,
    secondFactors: createSecondFactors({ ...deps, confirmPassword }),
    recovery: createRecovery({ ...deps, passwords, confirmPassword }),
    emailChanges: createEmailChanges({ ...deps, confirmPassword }),

    async verifyEmail({ email, token }) {
      const tokenHash = hashOf(token);
      const account = await verifyEmail(database, email, tokenHash);
      if (!account) {
        const isVerified = await isVerifiedByLink(database, email, tokenHash);
        return isVerified ? alreadyVerified() : refused("VERIFICATION_FAILED");
      }
      deps.changed(account);
      return { ok: true, value: account };
    },

    async resendVerification(email) {
      const counter = { key: `mail ${email}`, limit: MAILS.limit };
      const overMs = deps.hasRateLimits ? await countAttempt(database, [counter], MAILS.windowMs) : 0;
      if (overMs > 0) return refused("RATE_LIMITED", { retryAfterMs: overMs });
      const { tokenHash, ...mails } = newVerification(email);
      const mailed = await inSameTime(() => replaceVerificationToken(database, email, tokenHash, mails));
      if (mailed) deps.mailWritten(mailed);
      return { ok: true, value: null };
    },
  };
};

/** Mail programs and people open a link twice. */
const alreadyVerified = () => refused("ALREADY_EXISTS", { message: "Your email address is already verified." });

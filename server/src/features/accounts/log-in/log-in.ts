// Log-in with a password, and, once the limits are used up, with a password and a code sent by e-mail. Asking for a
// code requires the password too, so that nobody else can have mails sent to an owner or use up the owner's codes.
import { randomInt, randomUUID } from "node:crypto";
import { LOGIN_CODE_DIGITS } from "@jara/shared/login-code";
import type { Database } from "../../../platform/database/database.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import type { Mail } from "../../../platform/outbox/mails.ts";
import { type Account, findAccountByEmail } from "../account.ts";
import type { Passwords } from "../passwords.ts";
import { inSameTime } from "../recovery/same-time.ts";
import { hashOf, newSecret } from "../secrets.ts";
import { refuseSuspended } from "../suspensions/refuse-suspended.ts";
import { recordFailedLogIn } from "./failed-log-in.ts";
import { insertLoginCode, tryLoginCode, useLoginCode } from "./login-codes.ts";
import { createLoginLimits, type LoginLimits } from "./login-limits.ts";
import { crowded } from "./refuse-while-busy.ts";
import { renewPasswordHash } from "./renew-password-hash.ts";

export interface LogInDeps {
  readonly database: Database;
  readonly passwords: Passwords;
  /**
   * An account whose address is not verified cannot log in, because its log-in would reveal that the address had no
   * account before.
   */
  readonly hidesUnknownAccounts: boolean;
  readonly hasRateLimits: boolean;
  readonly mailWritten: (mail: Mail) => void;
  /** Called when cached data of the account is outdated. */
  readonly changed: (account: Pick<Account, "id">) => void;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}
export interface LogIn {
  logIn(
    input: Credentials & { address: string; code?: { ticket: string; digits: string } | undefined },
  ): Promise<Result<Account>>;
  /** Mails a code if the password is right. The answer is the same for a wrong password and for an unknown account. */
  requestLoginCode(input: Credentials): Promise<Result<{ ticket: string }>>;
}

export const createLogIn = ({ database, passwords, ...deps }: LogInDeps): LogIn => {
  const limitsOf = createLoginLimits(database, deps.hasRateLimits);

  /** `isRight`: the password is this account's. The account may log in if it is not suspended. */
  const check = async ({ email, password }: Credentials) => {
    const account = await findAccountByEmail(database, email);
    const match = await passwords.check(account?.passwordHash, password);
    const isHidden = deps.hidesUnknownAccounts && !account?.isEmailVerified;
    return { account, isRight: match !== "wrong" && !isHidden, isOld: match === "old" };
  };

  /** After this log-in the password is right on every device. */
  const succeed = async (account: Account, password: string, isOld: boolean): Promise<Result<Account>> => {
    const { passwordHash } = account;
    if (!isOld || passwordHash === null) return { ok: true, value: account };
    const renewed = await renewPasswordHash(database, { ...account, passwordHash }, await passwords.hash(password));
    deps.changed(renewed);
    return { ok: true, value: renewed };
  };

  const withPassword = async (credentials: Credentials, limits: LoginLimits): Promise<Result<Account>> => {
    // Skip the costly password check for guesses that were sent together and arrive after the last one allowed.
    const blockedMs = await limits.blockedMs();
    if (blockedMs > 0) return tooManyAttempts(blockedMs);
    const { account, isRight, isOld } = await check(credentials);
    if (account && isRight && !account.isBanned) {
      // Other attempts may have failed meanwhile. Check again, so that the right guess among many sent together gets
      // no confirmation.
      const meanwhileMs = await limits.blockedMs();
      if (meanwhileMs > 0) return tooManyAttempts(meanwhileMs);
      await limits.succeeded();
      return await succeed(account, credentials.password, isOld);
    }
    const [overMs] = await Promise.all([limits.failed(), recordFailedLogIn(database, credentials.email)]);
    if (overMs > 0) return tooManyAttempts(overMs);
    if (account && isRight) return refuseSuspended(database, account.id);
    if (!account && !deps.hidesUnknownAccounts) {
      const message = "Account not found. Please check your email address or register for a new account.";
      return refused("NOT_FOUND", { message });
    }
    return wrongPassword();
  };

  const withCode = async (credentials: Credentials, ticketHash: string, limits: LoginLimits) => {
    const { account, isRight, isOld } = await check(credentials);
    if (!account || !isRight) {
      await Promise.all([limits.failed(), recordFailedLogIn(database, credentials.email)]);
      return wrongPassword();
    }
    if (account.isBanned) return refuseSuspended(database, account.id);
    if (!(await useLoginCode(database, ticketHash))) return wrongCode();
    await limits.succeeded();
    return await succeed(account, credentials.password, isOld);
  };

  return {
    async logIn({ email, password, address, code }) {
      const limits = limitsOf(email, address);
      if (code) {
        const ticketHash = hashOf(code.ticket);
        const codeHash = hashOf(code.ticket, code.digits);
        // The log-in limits do not apply here: each ticket has a few tries, and only a caller who knows the password
        // gets a code to guess.
        if (!(await tryLoginCode(database, { email, ticketHash, codeHash }))) return wrongCode();
        return (await passwords.whenFree(() => withCode({ email, password }, ticketHash, limits))) ?? crowded();
      }
      const blockedMs = await limits.blockedMs();
      if (blockedMs > 0) return tooManyAttempts(blockedMs);
      return (await passwords.whenFree(() => withPassword({ email, password }, limits))) ?? crowded();
    },

    async requestLoginCode(credentials) {
      const checked = await passwords.whenFree(() => check(credentials));
      if (!checked) return crowded();
      const { account, isRight } = checked;
      const ticket = newSecret();
      const code = String(randomInt(10 ** LOGIN_CODE_DIGITS)).padStart(LOGIN_CODE_DIGITS, "0");
      const mail: Mail = { id: randomUUID(), kind: "login-code", data: { code } };
      const to = account && isRight && !account.isBanned ? { userId: account.id, mail } : null;
      const isMailed = await inSameTime(() =>
        insertLoginCode(database, {
          email: credentials.email,
          ticketHash: hashOf(ticket),
          // Without a mail, store the hash of an unknown secret, so that no guess can match.
          codeHash: hashOf(ticket, to ? code : newSecret()),
          to,
        }),
      );
      if (isMailed) deps.mailWritten(mail);
      return { ok: true, value: { ticket } };
    },
  };
};

const tooManyAttempts = (retryAfterMs: number) => {
  const message = "Too many login attempts. Please wait a few minutes before trying again.";
  return refused("RATE_LIMITED", { message, retryAfterMs, codeAvailable: true });
};

const wrongPassword = () =>
  refused("UNAUTHENTICATED", { message: "Invalid email or password. Please check your credentials and try again." });

const wrongCode = () =>
  refused("UNAUTHENTICATED", {
    message: "This code is wrong, was used before, or is too old. Please check it, or ask for another one.",
  });

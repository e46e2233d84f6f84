// Asks for the password again before something that a stolen session alone must not be able to do.
import type { Database } from "../../platform/database/database.ts";
import { type Result, refused } from "../../platform/lib/result.ts";
import type { SignedIn } from "./account.ts";
import { blockedFor, clearAttempts, countAttempt } from "./log-in/attempt-counters.ts";
import { crowded } from "./log-in/refuse-while-busy.ts";
import type { Passwords } from "./passwords.ts";

/** Wrong passwords of one account, whoever holds its session. */
const WRONG_AT_MOST = 10;
const WINDOW_MS = 15 * 60_000;

/**
 * `path`: the field of the request that holds the password. A wrong password is INVALID and not UNAUTHENTICATED,
 * because the session stays valid.
 */
export type ConfirmPassword = (account: SignedIn, password: string, path?: string) => Promise<Result<null>>;

export const createConfirmPassword =
  (deps: {
    readonly database: Database;
    readonly passwords: Passwords;
    readonly hasRateLimits: boolean;
  }): ConfirmPassword =>
  async ({ id, passwordHash }, password, path = "password") => {
    const { database, passwords, hasRateLimits } = deps;
    if (passwordHash === null) {
      const message =
        "This account has no password, because it signs in with Google. Please set one first: log out and choose “Forgot password”.";
      return refused("FORBIDDEN", { message });
    }
    const counter = { key: `password of ${id}`, limit: WRONG_AT_MOST };
    const blockedMs = hasRateLimits ? await blockedFor(database, [counter]) : 0;
    if (blockedMs > 0) return tooMany(blockedMs);
    const match = await passwords.whenFree(() => passwords.check(passwordHash, password));
    if (match === null) return crowded();
    if (match !== "wrong") {
      // Count again, so that the right password among many guesses that were sent together is not confirmed.
      const meanwhileMs = hasRateLimits ? await blockedFor(database, [counter]) : 0;
      if (meanwhileMs > 0) return tooMany(meanwhileMs);
      await clearAttempts(database, counter.key);
      return { ok: true, value: null };
    }
    const overMs = hasRateLimits ? await countAttempt(database, [counter], WINDOW_MS) : 0;
    if (overMs > 0) return tooMany(overMs);
    const message = "This password is wrong.";
    return refused("INVALID", { message, issues: [{ path, message }] });
  };

const tooMany = (retryAfterMs: number) =>
  refused("RATE_LIMITED", {
    message: "Too many wrong passwords. Please wait a few minutes before trying again.",
    retryAfterMs,
  });

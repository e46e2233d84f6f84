// Checks a typed code: six digits of the authenticator app, or a recovery code. Wrong codes of the app are counted for the
// account, in the database, before they are checked, so that no number of servers and of simultaneous guesses allows more.
import type { Database } from "../../../platform/database/database.ts";
import { type Result, refused } from "../../../platform/lib/result.ts";
import { countAttempt, uncountAttempt } from "../log-in/attempt-counters.ts";
import type { RightCode } from "./proofs.ts";
import { findTotp, mailOwnerOfGuesses } from "./queries.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import type { SecretBox } from "./secret-box.ts";
import { stepOfCode } from "./totp.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Three of a million codes are right at any time, so 50 guesses a day find one of them once in 18 years. */
const limits = [
  { name: "codes", limit: 10, windowMs: 15 * MINUTE_MS },
  { name: "codes of the day", limit: 50, windowMs: DAY_MS },
];

/** `accept` uses up the right code. It returns null if the code was used already. */
export type CodeCheck = <T>(
  userId: string,
  typed: string,
  accept: (code: RightCode) => Promise<T | null>,
) => Promise<Result<T>>;

export const createCodeCheck = (deps: {
  readonly database: Database;
  readonly box: SecretBox;
  readonly hasRateLimits: boolean;
}): CodeCheck => {
  const { database, box, hasRateLimits } = deps;

  /** Counts one guess. Above 0: it exceeds a limit, and must not be checked. */
  const countGuess = async (userId: string): Promise<number> => {
    if (!hasRateLimits) return 0;
    for (const { name, limit, windowMs } of limits) {
      const overMs = await countAttempt(database, [{ key: `${name} ${userId}`, limit }], windowMs);
      if (overMs === 0) continue;
      const firstOfDay = { key: `mail about codes ${userId}`, limit: 1 };
      if ((await countAttempt(database, [firstOfDay], DAY_MS)) === 0) await mailOwnerOfGuesses(database, userId);
      return overMs;
    }
    return 0;
  };

  const withApp = async <T>(userId: string, digits: string, accept: (code: RightCode) => Promise<T | null>) => {
    const overMs = await countGuess(userId);
    if (overMs > 0) return tooMany(overMs);
    const stored = await findTotp(database, userId);
    const secret = stored && box.open(stored.secret, userId);
    if (stored && secret === null) return unreadable();
    const step = stored && secret ? stepOfCode(secret, digits, stored.nowMs) : null;
    if (!stored || step === null) return wrongCode();
    const accepted = await accept({ kind: "totp", secret: stored.secret, step });
    if (accepted === null) return usedCode();
    if (hasRateLimits)
      await uncountAttempt(
        database,
        limits.map(({ name }) => `${name} ${userId}`),
      );
    return { ok: true, value: accepted } as const;
  };

  return async (userId, typed, accept) => {
    const digits = typed.replace(/\s/g, "");
    if (/^\d{6}$/.test(digits)) return await withApp(userId, digits, accept);
    const codeHash = recoveryCodeHash(userId, typed);
    const accepted = codeHash === null ? null : await accept({ kind: "recovery", codeHash });
    if (accepted === null) return wrongCode();
    return { ok: true, value: accepted };
  };
};

const refusedCode = (message: string) => refused("INVALID", { message, issues: [{ path: "code", message }] });
const wrongCode = () =>
  refusedCode("This code is wrong. Please enter the newest code of your app, or a recovery code.");
const usedCode = () => refusedCode("This code was used already. Please wait for the next one.");
/** The refusal if the server's secret has changed since the app was set up. */
const unreadable = () =>
  refusedCode("The codes of your app cannot be checked any more. Please use a recovery code, or contact our team.");
const tooMany = (retryAfterMs: number) => {
  const message = "Too many wrong codes. Please use a recovery code, or wait before you try again.";
  return refused("RATE_LIMITED", { message, retryAfterMs });
};

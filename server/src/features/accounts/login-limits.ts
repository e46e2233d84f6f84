// How often a log-in may fail, counted in the database for all nodes together.

import type { Database } from "../../platform/database/database.ts";
import { blockedFor, type Counter, clearAttempts, countAttempt } from "./login-throttle.ts";

const WINDOW_MS = 15 * 60_000;
/**
 * The first stops a guesser, and locks nobody out who comes from elsewhere; the second stops one who tries many
 * accounts, and leaves room for a neighbourhood behind one address; the third stops one with many addresses.
 */
const ACCOUNT_FROM_ADDRESS = 10;
const ADDRESS = 100;
const ACCOUNT = 50;

export interface LoginLimits {
  /** Milliseconds until another log-in may be tried, or 0. */
  blockedMs(): Promise<number>;
  /** Counts a failure. Above 0: it was one too many, and its answer must say nothing of the password. */
  failed(): Promise<number>;
  /** After a log-in. Failures from elsewhere still count, so that the owner's log-ins give a guesser no more guesses. */
  succeeded(): Promise<void>;
}

export const createLoginLimits =
  (database: Database, isOn: boolean) =>
  (email: string, address: string): LoginLimits => {
    const accountFromAddress = `account ${email} address ${address}`;
    const counters: Counter[] = [
      { key: accountFromAddress, limit: ACCOUNT_FROM_ADDRESS },
      { key: `address ${address}`, limit: ADDRESS },
      { key: `account ${email}`, limit: ACCOUNT },
    ];
    return {
      blockedMs: async () => (isOn ? await blockedFor(database, counters) : 0),
      failed: async () => (isOn ? await countAttempt(database, counters, WINDOW_MS) : 0),
      succeeded: () => clearAttempts(database, accountFromAddress),
    };
  };

// Limits failed log-ins. The database counts them, so that the limits hold for all nodes together.

import type { Database } from "../../../platform/database/database.ts";
import { ADDRESSES_OF_NETWORK, widerNetworkOf } from "../../../platform/limits/client-address.ts";
import { blockedFor, type Counter, clearAttempts, countAttempt } from "./attempt-counters.ts";

const WINDOW_MS = 15 * 60_000;
/**
 * The first limit stops a guesser and does not lock out an owner who logs in from elsewhere. The second stops a guesser
 * who tries many accounts, and leaves room for a neighbourhood behind one address. The third stops a guesser with many
 * addresses.
 */
const ACCOUNT_FROM_ADDRESS = 10;
const ADDRESS = 100;
const ACCOUNT = 50;

export interface LoginLimits {
  /** Milliseconds until another log-in may be tried, or 0. */
  blockedMs(): Promise<number>;
  /** Counts a failure. Above 0, the failure exceeded a limit, and its answer must reveal nothing about the password. */
  failed(): Promise<number>;
  /**
   * Call after a log-in. Failures from other addresses still count, so that the owner's log-ins give a guesser no more
   * guesses.
   */
  succeeded(): Promise<void>;
}

export const createLoginLimits =
  (database: Database, isOn: boolean) =>
  (email: string, address: string): LoginLimits => {
    // As JSON, because the e-mail address is what somebody typed and may spell the rest of another key.
    const accountFromAddress = `account ${JSON.stringify([email, address])}`;
    const network = widerNetworkOf(address);
    const counters: Counter[] = [
      { key: accountFromAddress, limit: ACCOUNT_FROM_ADDRESS },
      { key: `address ${address}`, limit: ADDRESS },
      ...(network === null ? [] : [{ key: `address ${network}`, limit: ADDRESS * ADDRESSES_OF_NETWORK }]),
      { key: `account ${JSON.stringify([email])}`, limit: ACCOUNT },
    ];
    return {
      blockedMs: async () => (isOn ? await blockedFor(database, counters) : 0),
      failed: async () => (isOn ? await countAttempt(database, counters, WINDOW_MS) : 0),
      succeeded: () => clearAttempts(database, accountFromAddress),
    };
  };

// The promise `reserved` (`BALANCE_RULE=hold`): at no moment has anybody bound more than their balance. It is computed
// from the logs alone, so that it does not trust what the engine remembers.
import { fallbackRates } from "@jara/shared/money";
import { expect } from "vitest";
import { type Bound, boundOn, reservedBy } from "../../src/auction/reservations.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { logOf, replay } from "./check-history.ts";

/**
 * Checks each millisecond of these auctions' history. `balances`: NGN kobo by user id, which did not change meanwhile.
 * Returns how often somebody had bound at least nine tenths of the balance, because a market in which nobody comes near
 * it would show nothing.
 */
export const expectReserved = async (
  database: Database,
  auctionIds: readonly string[],
  balances: ReadonlyMap<string, number>,
): Promise<number> => {
  const bounds = new Map([...balances.keys()].map((id) => [id, new Map<string, Bound>()]));
  let nearlyAll = 0;
  const logs = await Promise.all(auctionIds.map((id) => logOf(database, id)));
  const steps = logs.flatMap((log) => replay(log).steps);
  steps.sort((one, other) => one.at - other.at || one.after.revision - other.after.revision);
  for (const [i, { at, after }] of steps.entries()) {
    for (const [userId, own] of bounds) {
      own.set(after.id, { currency: after.currency, amountMinor: boundOn(after, userId) });
    }
    if (steps[i + 1]?.at === at) continue;
    for (const [userId, own] of bounds) {
      const balance = balances.get(userId) ?? Number.NaN;
      const reserved = reservedBy(own, null, fallbackRates);
      if (reserved > balance) expect.fail(`${userId} has bound ${reserved} of ${balance} at ${at}`);
      if (reserved >= 0.9 * balance) nearlyAll += 1;
    }
  }
  return nearlyAll;
};

// A person's balance at a time, as the ledger has it. While a command is under way, the balance may change, and the
// command may have been decided on any of its values.
import type { Effect, Evidence } from "./evidence.ts";

/** The highest balance between two moments, according to the ledger. */
export const highestBalance = ({ stored }: Evidence, userId: string, from: number, until: number): number => {
  let highest = Number.NEGATIVE_INFINITY;
  let last = 0;
  for (const { at, balanceAfterMinor } of stored.ledger.get(userId) ?? []) {
    if (at > until) break;
    if (at >= from) highest = Math.max(highest, last);
    last = balanceAfterMinor;
  }
  return Math.max(highest, last);
};

/** The lowest balance between two moments, according to the ledger. */
export const lowestBalance = ({ stored }: Evidence, userId: string, from: number, until: number): number => {
  let before = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const { at, balanceAfterMinor } of stored.ledger.get(userId) ?? []) {
    if (at > until) break;
    if (at < from) before = balanceAfterMinor;
    else lowest = Math.min(lowest, balanceAfterMinor);
  }
  return Math.min(before, lowest);
};

const idOf = (auctionId: string, { revision }: Effect["row"]): string => `${auctionId} ${revision}`;

/** The time between sending a step's command and its answer (ms); infinite if nobody knows. */
export const underWay = ({ effects, calls }: Evidence): ((auctionId: string, row: Effect["row"]) => number) => {
  const callOf = new Map([...effects].map(([key, { auctionId, row }]) => [idOf(auctionId, row), calls.get(key)]));
  return (auctionId, row) => {
    const call = callOf.get(idOf(auctionId, row));
    return call?.settledAt == null ? Number.POSITIVE_INFINITY : call.settledAt - call.invokedAt;
  };
};

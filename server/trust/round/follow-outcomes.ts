// Follows the outcomes of a round's commands, for the code that waits for them, and the prices in them, for the next bids.
import { setTimeout as sleep } from "node:timers/promises";
import { toMinor } from "@jara/shared/money";
import type { Observer } from "../../../load/src/observer.ts";
import { learnContent } from "./concurrent-admins.ts";
import type { RoundLot } from "./next-command.ts";

/** Tracks the outcomes of commands, for code that waits for them and for the next bids. */
export const followOutcomes = (lots: ReadonlyMap<string, RoundLot>, settlesWithinMs: number) => {
  const waiting = new Map<string, () => void>();
  const accepted: { invokedAt: number; at: number }[] = [];
  const bids: { auctionId: string; userId: string }[] = [];
  let count = 0;
  let longestWaitMs = 0;
  let longestWaitOf = "";
  const observer = {
    settled: ({ auctionId, commandId, userId, command, dueAt: since }, outcome, at) => {
      if (at - since > longestWaitMs) {
        longestWaitMs = at - since;
        longestWaitOf = command;
      }
      const lot = lots.get(auctionId);
      if (outcome.kind !== "unknown") count += 1;
      if (lot) learnContent(lot, outcome);
      if (outcome.kind === "accepted") {
        accepted.push({ invokedAt: since, at });
        if ("bid" in outcome.answer) bids.push({ auctionId, userId });
        const price = "auction" in outcome.answer && (outcome.answer.auction as { currentPrice?: number }).currentPrice;
        if (lot && price) lot.priceMinor = Math.max(lot.priceMinor, toMinor(price));
      }
      if (lot && outcome.kind === "refused" && outcome.error.minimumBid !== undefined) {
        lot.priceMinor = Math.max(lot.priceMinor, toMinor(outcome.error.minimumBid) - lot.incrementMinor);
      }
      waiting.get(commandId)?.();
      waiting.delete(commandId);
    },
  } satisfies Observer;
  return {
    observer,
    /** Accepted bids, oldest first. */
    bids: (): readonly { readonly auctionId: string; readonly userId: string }[] => bids,
    count: () => count,
    accepted: () => accepted.length,
    longestWaitMs: () => longestWaitMs,
    longestWaitOf: () => longestWaitOf,
    reached: async (least: number): Promise<void> => {
      const until = performance.now() + settlesWithinMs;
      while (count < least) {
        if (performance.now() > until) throw new Error(`only ${count} of ${least} commands came to an outcome`);
        await sleep(10);
      }
    },
    known: (commandId: string): Promise<void> => new Promise((resolve) => waiting.set(commandId, resolve)),
    /** The longest time without an accepted command after this moment (ms). */
    longestPauseAfter: (moment: number): number => {
      const times = accepted.flatMap(({ at }) => (at >= moment ? [at] : [])).sort((a, b) => a - b);
      return times.reduce((longest, at, index) => Math.max(longest, at - (times[index - 1] ?? moment)), 0);
    },
    acceptedAfter: (moment: number): number | null => {
      const first = accepted
        .filter((one) => one.invokedAt >= moment)
        .reduce((least, { at }) => Math.min(least, at), Infinity);
      return first === Infinity ? null : first - moment;
    },
  };
};

export type Outcomes = ReturnType<typeof followOutcomes>;

// Wakes the engine when an auction must start or close: a sweep of the database every second finds what comes within
// the next, and a timer hits the moment itself. Any number of nodes may run it: the fence lets each happen once.
import type { AuctionEngine } from "./auction-engine.ts";
import type { Clock, EngineStore } from "./ports.ts";

const SWEEP_EVERY_MS = 1000;
/** Looks a little further than the next sweep, so that no moment falls between two. */
const HORIZON_MS = 1500;
/** By the rulings an auction closes within 250 ms of its end; a commit in between may take a few. */
const LATE_ENOUGH_MS = 2;

export interface CloseClock {
  /** An end time came nearer than the sweep may have seen. */
  nudge(): void;
  stop(): void;
}

export const startCloseClock = (deps: {
  engine: AuctionEngine;
  store: EngineStore;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}): CloseClock => {
  const timers = new Map<string, NodeJS.Timeout>();
  let isSweeping = false;

  const sweep = async (): Promise<void> => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      for (const { auctionId, command, at } of await deps.store.due(HORIZON_MS)) {
        if (timers.has(auctionId)) continue;
        const waitMs = Math.max(0, at - deps.clock.now() + LATE_ENOUGH_MS);
        const timer = setTimeout(() => {
          void deps.engine.submit({ type: command, auctionId }).finally(() => timers.delete(auctionId));
        }, waitMs);
        timers.set(auctionId, timer);
      }
    } catch (error) {
      deps.log.warn({ err: error }, "close sweep failed; trying again");
    } finally {
      isSweeping = false;
    }
  };

  const interval = setInterval(() => void sweep(), SWEEP_EVERY_MS);
  void sweep();
  return {
    nudge: () => void sweep(),
    stop: () => {
      clearInterval(interval);
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
};

// Wakes the engine when a lot must start or close, or when an unpaid purchase or a second chance expires. A sweep of
// the database every second finds what is due before the next sweep, and a timer fires at the exact moment. Any number
// of nodes may run it, because the fence lets each event happen once. A lot whose command failed alone is tried again
// some seconds later, and staff are told of it (failed-commands.ts).

import { setImmediate as soon } from "node:timers/promises";
import type { Clock } from "../platform/database/clock.ts";
import type { Wakes } from "../platform/jobs/wake.ts";
import type { AuctionEngine } from "./auction-engine.ts";
import type { Due, EngineStore } from "./ports.ts";

/**
 * The close clock expires an unpaid purchase within these seconds of its deadline. The forfeiting job expires the rest.
 */
export const RING_FOR_S = 5;

const SWEEP_EVERY_MS = 1000;
/** Looks a little further ahead than the next sweep, so that no moment falls between two sweeps. */
const HORIZON_MS = 1500;
/**
 * The timer fires this much after the end, so that the database's clock has passed it. By the rulings an auction must
 * close within 250 ms of its end.
 */
const LATE_ENOUGH_MS = 2;

export interface CloseClock {
  stop(): void;
}

export const startCloseClock = (deps: {
  engine: AuctionEngine;
  store: EngineStore;
  clock: Clock;
  wakes: Pick<Wakes, "onWake">;
  /** Called when a lot's command is done that failed before. */
  recovered?: (auctionId: string) => void;
  log: { warn(details: object, message: string): void };
}): CloseClock => {
  /** `ringsAt`: by `performance.now()`, which a new estimate of the database's clock does not move. */
  const alarms = new Map<string, { ringsAt: number; timer: NodeJS.Timeout }>();
  let isSweeping = false;
  let isWanted = false;
  let isStopped = false;

  let nextRead: Promise<ReadonlySet<string>> | null = null;
  /**
   * Reads which lots are due now. Lots whose timers fire together share one read, which begins after the last of the
   * timers.
   */
  const readDue = (): Promise<ReadonlySet<string>> => {
    nextRead ??= soon().then(async () => {
      nextRead = null;
      const due = await deps.store.due(0).catch(() => []);
      return new Set(due.map(({ auctionId }) => auctionId));
    });
    return nextRead;
  };

  /**
   * Reads again whether a lot that its sale may hold is due. Since the sweep an earlier lot may have been extended, so
   * that this lot stays open, or the sale may have been paused, so that the lot does not start.
   */
  const isStillDue = async ({ auctionId, mayBeHeld }: Due): Promise<boolean> =>
    !mayBeHeld || (await readDue()).has(auctionId);

  const ring = async (due: Due): Promise<void> => {
    const { auctionId, command } = due;
    if (!(await isStillDue(due))) {
      alarms.delete(auctionId);
      return;
    }
    const { outcome } = await deps.engine.submit({ type: command, auctionId });
    alarms.delete(auctionId);
    // If the database's clock was slightly behind, nothing happened yet and the sweep finds the auction again. After a
    // failure the next regular sweep is soon enough.
    if (!outcome.ok) return;
    if (due.hasFailed) deps.recovered?.(auctionId);
    void sweep();
  };

  const sweep = async (): Promise<void> => {
    isWanted = true;
    if (isSweeping || isStopped) return;
    isSweeping = true;
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        for (const due of await deps.store.due(HORIZON_MS)) {
          const { auctionId, at } = due;
          if (isStopped) return;
          const known = alarms.get(auctionId);
          const waitMs = Math.max(0, at - deps.clock.now() + LATE_ENOUGH_MS);
          const ringsAt = performance.now() + waitMs;
          if (known && known.ringsAt <= ringsAt + LATE_ENOUGH_MS) continue;
          clearTimeout(known?.timer);
          alarms.set(auctionId, { ringsAt, timer: setTimeout(() => void ring(due), waitMs) });
        }
      }
    } catch (error) {
      deps.log.warn({ err: error }, "close sweep failed; trying again");
    } finally {
      isSweeping = false;
    }
  };

  const interval = setInterval(() => void sweep(), SWEEP_EVERY_MS);
  // A lot may be due sooner.
  const unsubscribe = deps.wakes.onWake(["lot-times", "clock-set"], () => void sweep());
  void sweep();
  return {
    stop: () => {
      isStopped = true;
      unsubscribe();
      clearInterval(interval);
      for (const { timer } of alarms.values()) clearTimeout(timer);
    },
  };
};

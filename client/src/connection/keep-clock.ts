// Measures the server's clock again from time to time, because a device's clock drifts.
import { isSaving } from "../store/saver.ts";
import type { LiveConnection } from "./live-connection.ts";

const EVERY_MS = 3 * 60_000;
/**
 * In data saver, the clock is measured at only one of this many intervals. In that time a clock that drifts by 50
 * millionths is wrong by 0.09 s.
 */
const SAVER_EVERY = 10;

/** Returns the function that ends it. */
export const keepClock = (live: Pick<LiveConnection, "state" | "syncClock">): (() => void) => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (live.state === "live" && (!isSaving() || ticks % SAVER_EVERY === 0)) void live.syncClock();
  }, EVERY_MS);
  return () => clearInterval(timer);
};

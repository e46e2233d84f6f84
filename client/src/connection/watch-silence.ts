// Checks a connection that has gone silent, because a dead one looks like one on which nothing happens. Silence is judged
// by what came before: on a lot with a bid every second, five silent seconds are many.
import type { LiveConnection } from "./live-connection.ts";
import type { SocketLike } from "./wire.ts";

const LOOK_EVERY_MS = 1_000;
/** The server pings every 10 s, so a healthy connection is never silent for longer than this. */
const LONGEST_MS = 13_000;
/** After so long a silence, this page's timers stood still: the device slept. */
const ASLEEP_MS = 2 * LONGEST_MS;
/** A shorter silence is an ordinary delay of a mobile network. */
const SHORTEST_MS = 4_000;
/** A gap counts as a silence if it is this many times the usual gap between two events. */
const GAPS = 6;
/** The weight of the newest gap in the usual gap. */
const NEWEST = 0.2;

export class UsualGap {
  #meanMs = LONGEST_MS;
  #lastAt: number | null = null;

  /** An event came at `now` (ms). */
  event(now: number): void {
    if (this.#lastAt !== null) this.#meanMs += NEWEST * (Math.min(now - this.#lastAt, LONGEST_MS) - this.#meanMs);
    this.#lastAt = now;
  }

  /** The silence (ms) after which the connection is checked. It grows while no event comes, so that a lull costs little. */
  allowedMs(now: number): number {
    const sinceMs = this.#lastAt === null ? 0 : now - this.#lastAt;
    return Math.min(Math.max(SHORTEST_MS, GAPS * this.#meanMs, sinceMs / 2), LONGEST_MS);
  }
}

/** Returns the function that ends the watch. */
export const watchSilence = (
  live: Pick<LiveConnection, "check" | "wake" | "silentMs">,
  socket: Pick<SocketLike, "onAny">,
): (() => void) => {
  const gap = new UsualGap();
  socket.onAny(() => gap.event(performance.now()));
  const timer = setInterval(() => {
    const { silentMs } = live;
    if (silentMs > ASLEEP_MS) void live.wake();
    else if (silentMs > gap.allowedMs(performance.now())) void live.check();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};

// The server's clock as this page estimates it: an offset on performance.now, which changes of the device's clock do
// not affect. The sample with the shortest round trip wins.

export interface ClockSample {
  sentAt: number;
  receivedAt: number;
  serverMs: number;
}

/** Each measurement of the clock makes this many round trips. */
export const CLOCK_SAMPLES = 5;

/** The document gets this event once the page learns the server's time; until then it goes by the device's clock. */
export const CLOCK_KNOWN = "server-clock-known";

export class ServerClock {
  /** serverMs − performance.now; null before the first server time arrived. */
  #offsetMs: number | null = null;
  #measured = false;

  /** Server time in ms since the epoch; the device's own time before the first server time arrived. */
  now(): number {
    return this.#offsetMs === null ? Date.now() : performance.now() + this.#offsetMs;
  }

  /** Uses a time that came with an answer. It is late by the network delay, but better than a phone's wrong clock. */
  hint(serverTimeIso: string): void {
    const serverMs = Date.parse(serverTimeIso);
    if (!this.#measured && Number.isFinite(serverMs)) this.#set(serverMs - performance.now());
  }

  /** Uses the sample with the shortest round trip; with no samples, keeps the current offset. */
  measure(samples: readonly ClockSample[]): void {
    const roundTrip = (sample: ClockSample) => sample.receivedAt - sample.sentAt;
    const [best] = [...samples].sort((a, b) => roundTrip(a) - roundTrip(b));
    if (!best) return;
    this.#set(best.serverMs + roundTrip(best) / 2 - best.receivedAt);
    this.#measured = true;
  }

  #set(offsetMs: number): void {
    const isFirst = this.#offsetMs === null;
    this.#offsetMs = offsetMs;
    if (isFirst) globalThis.document?.dispatchEvent(new Event(CLOCK_KNOWN));
  }
}

// The server's clock as this page knows it: an offset on performance.now, which no change of the phone's clock moves.
// The sample with the least round trip is the one believed.

export interface ClockSample {
  sentAt: number;
  receivedAt: number;
  serverMs: number;
}

export class ServerClock {
  /** serverMs − performance.now; null before anything was heard. */
  #offsetMs: number | null = null;
  #measured = false;

  /** Server time in ms since the epoch; before anything was heard, the device's own. */
  now(): number {
    return this.#offsetMs === null ? Date.now() : performance.now() + this.#offsetMs;
  }

  /** A time that came with an answer: late by the way it took, but better than a phone's wrong clock. */
  hint(serverTimeIso: string): void {
    const serverMs = Date.parse(serverTimeIso);
    if (!this.#measured && Number.isFinite(serverMs)) this.#offsetMs = serverMs - performance.now();
  }

  /** Takes the best of the samples; with none, keeps what it had. */
  measure(samples: readonly ClockSample[]): void {
    const roundTrip = (sample: ClockSample) => sample.receivedAt - sample.sentAt;
    const [best] = [...samples].sort((a, b) => roundTrip(a) - roundTrip(b));
    if (!best) return;
    this.#offsetMs = best.serverMs + roundTrip(best) / 2 - best.receivedAt;
    this.#measured = true;
  }
}

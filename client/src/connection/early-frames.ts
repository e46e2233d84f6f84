// Keeps the server's events that arrive before the code that shows them has loaded, which is after the page. Without it
// a bidder who is outbid in the first moments of a page would not be notified.
import type { PushFrame } from "@jara/shared/live-commands";

/** A hot list pushes many events a second, and the late code may never load. */
const MOST_KEPT = 200;

export class EarlyFrames {
  #kept: PushFrame[] | null = [];

  /** The kept events, oldest first; empty after `end`. */
  get list(): readonly PushFrame[] {
    return this.#kept ?? [];
  }

  keep(frame: PushFrame): void {
    if (!this.#kept) return;
    this.#kept.push(frame);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
  }

  /** Drops the events of the previous session. */
  clear(): void {
    if (this.#kept) this.#kept = [];
  }

  /** The late code listens now, so nothing more is kept. */
  end(): void {
    this.#kept = null;
  }
}

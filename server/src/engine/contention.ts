// Which auctions other nodes write at the same time as this one: those are written in turns (ports.ts, `takeTurn`).
import type { AuctionState } from "../auction/state.ts";

/** After the last sign of another node's writing. */
const FOR_MS = 1_000;

export class Contention {
  readonly #until = new Map<string, number>();

  /** Another node wrote it. */
  noticed(auctionId: string): void {
    this.#until.set(auctionId, performance.now() + FOR_MS);
  }

  has(auctionId: string): boolean {
    const until = this.#until.get(auctionId);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#until.delete(auctionId);
    return false;
  }

  /** What was read in one's turn beside what was known before it. */
  compare(before: AuctionState | undefined, now: AuctionState | undefined): void {
    if (before && now && before.revision !== now.revision) this.noticed(now.id);
  }
}

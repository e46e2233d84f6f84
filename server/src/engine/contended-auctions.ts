// Notes which auctions other nodes write at the same time as this one. Those are written under advisory locks
// (ports.ts, `takeAdvisoryLocks`).
import type { AuctionState } from "../auction/state.ts";

/** How long an auction counts as contended after the last sign of another node's write. */
const FOR_MS = 1_000;

export class Contention {
  readonly #until = new Map<string, number>();

  /** Another node wrote the auction. */
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

  /**
   * Compares the state that was cached before the lock with the one read under it: a new revision means that another
   * node wrote.
   */
  compare(before: AuctionState | undefined, now: AuctionState | undefined): void {
    if (before && now && before.revision !== now.revision) this.noticed(now.id);
  }
}

// Finds the command that makes a batch fail, because the database refuses a row of it or because it cannot be decided.
// The batch is halved until that command is alone, so that all others commit. The next commands on its auction are
// taken without those of other auctions, because they may fail too, and would make another batch fail and be halved.
import { createBoundedCache } from "../platform/lib/bounded-cache.ts";
import type { Pending } from "./batch.ts";

/** How long an auction's commands are taken alone after one of them failed. */
const FOR_MS = 60_000;

export class FailingAuctions {
  readonly #until = createBoundedCache<string, number>(1_000);

  /** A command on the auction failed alone. */
  note(auctionId: string): void {
    this.#until.set(auctionId, performance.now() + FOR_MS);
  }

  has(auctionId: string): boolean {
    if (this.#until.size === 0) return false;
    const until = this.#until.peek(auctionId);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#until.delete(auctionId);
    return false;
  }
}

/**
 * Divides the commands of a failed batch into two that are tried one after the other. The commands of one auction stay
 * together and in their order; those of a batch with one auction are divided in their order. Returns false for a single
 * command.
 */
export const halve = (pendings: readonly Pending[]): boolean => {
  if (pendings.length < 2) return false;
  const auctionIds = [...new Set(pendings.map(({ command }) => command.auctionId))];
  const firstIds = new Set(auctionIds.slice(0, auctionIds.length / 2));
  const [first, second] = [Symbol("first half"), Symbol("second half")];
  for (const [n, pending] of pendings.entries()) {
    const isFirst = firstIds.size > 0 ? firstIds.has(pending.command.auctionId) : n < pendings.length / 2;
    pending.half = isFirst ? first : second;
  }
  return true;
};

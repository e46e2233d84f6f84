// Remembers the receipts that this node made recently, so that a repeated command gets the same receipt again. After a
// receipt was evicted, a new one is made with the same statement.
import type { BidReceipt } from "@jara/shared/bid-receipt";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";

interface Id {
  readonly userId: string;
  readonly commandId: string;
}

/** A receipt takes about a kilobyte. */
const KEPT = 10_000;
const keyOf = ({ userId, commandId }: Id): string => `${userId} ${commandId}`;

export class RememberedReceipts {
  readonly #known = createBoundedCache<string, BidReceipt>(KEPT);

  add(id: Id, receipt: BidReceipt): void {
    this.#known.set(keyOf(id), receipt);
  }

  get(id: Id): BidReceipt | null {
    return this.#known.get(keyOf(id)) ?? null;
  }
}

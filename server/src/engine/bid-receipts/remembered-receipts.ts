// Remembers the receipts that this node made of late, so that a repeated command gets the same one again. A forgotten one is
// made anew, with the same statement.
import type { BidReceipt } from "@jara/shared/bid-receipt";

interface Id {
  readonly userId: string;
  readonly commandId: string;
}

interface Remembered {
  readonly userId: string;
  readonly receipt: BidReceipt;
}

/** Two generations of this many; when the younger is full, the older is dropped. A receipt takes about a kilobyte. */
const GENERATION = 5_000;

export class RememberedReceipts {
  /** By command id. If two users share an id, only the later is kept. */
  #young = new Map<string, Remembered>();
  #old = new Map<string, Remembered>();

  add({ userId, commandId }: Id, receipt: BidReceipt): void {
    if (this.#young.size >= GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(commandId, { userId, receipt });
  }

  get({ userId, commandId }: Id): BidReceipt | null {
    const known = this.#young.get(commandId) ?? this.#old.get(commandId);
    return known?.userId === userId ? known.receipt : null;
  }
}

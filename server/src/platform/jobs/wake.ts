// Wakes the loops of a server when there is work for them, so that it does not wait for their next sweep. A server's
// database has one instance (`database.wake`). Within a transaction, `tx.wake` wakes after its commit.
import type { StaffList } from "@jara/shared/live-lists";

/** Loops are woken for these. */
export type Topic =
  /** Mails were written. */
  | "mails"
  /** Notifications were written. */
  | "notifications"
  /** A receipt may have been written. */
  | "receipts"
  /** An import was made or applied. */
  | "imports"
  /** An action on a sale was asked for. */
  | "sale-actions"
  /** The end of an open lot moved to a later time. */
  | "sale-order"
  /** A start or an end of a lot moved. */
  | "lot-times"
  /** A settlement was closed, or is to be tried again. */
  | "settlements"
  /** A sale was paid, undone or handed over, so its seller may be due money. */
  | "proceeds"
  /** A win was forfeited, so its winner may have too many unpaid wins. */
  | "maxima"
  /** A withdrawal was approved. */
  | "withdrawals"
  /** The log has a new public change. */
  | "log"
  /** A lot changed by more than bids, so that mails may follow. */
  | "lot-changes"
  /** A lot came to the public lists or left them, or its texts changed. */
  | "public-lists"
  /** A list of the staff changed. */
  | `list:${StaffList}`
  /** The database's clock was set, so that the time of anything may have come. */
  | "clock-set";

export interface Wakes {
  /** Call after the commit. Never fails. */
  wake(topic: Topic): void;
  /** `loop` only notes that there may be work, and never throws. Returns how to unsubscribe. */
  onWake(topics: readonly Topic[], loop: () => void): () => void;
}

export const createWakes = (): Wakes => {
  const loops = new Map<Topic, Set<() => void>>();
  const loopsOf = (topic: Topic): Set<() => void> => {
    const known = loops.get(topic) ?? new Set();
    loops.set(topic, known);
    return known;
  };
  return {
    wake: (topic) => {
      for (const loop of loopsOf(topic)) loop();
    },
    onWake: (topics, loop) => {
      for (const topic of topics) loopsOf(topic).add(loop);
      return () => {
        for (const topic of topics) loopsOf(topic).delete(loop);
      };
    },
  };
};

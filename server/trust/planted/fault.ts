// The type of a fault that is planted in a build of the server, with the promises by which the checker must find it.
import type { Patch } from "./plant.ts";
import type { Part } from "./provoke.ts";

export interface Fault {
  readonly name: string;
  readonly what: string;
  readonly patches: readonly Patch[];
  /** The parts that reveal it. */
  readonly parts: readonly Part[];
  /** Is true if the fault shows only where bids reserve money (`BALANCE_RULE=hold`). */
  readonly isOfReservations?: boolean;
  /** Is true if the fault shows only between two nodes. */
  readonly isBetweenNodes?: boolean;
  /** The checker's promises, at least one of which must be found broken. */
  readonly breaks: readonly string[];
  /** The test of `npm test` that fails with the fault; null if there is none. */
  readonly test: string | null;
}

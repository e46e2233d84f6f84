// What happened in a run as those outside saw it: every command with what came of it, and everything each watcher was
// told, in order. All moments are the `performance.now()` of the process that recorded it, ms.
import type { EventName } from "@jara/shared/socket";
import type { Invocation, Outcome, Shown } from "../observer.ts";

export interface Call {
  readonly invocation: Invocation;
  readonly invokedAt: number;
  /** How often it was sent, through whichever node. */
  readonly sends: number;
  /** When its first answer came; null while it is unknown. */
  readonly settledAt: number | null;
  /** The first answer. */
  readonly outcome: Outcome;
  /** Answers to the same command sent again, beside the first: all must be alike. */
  readonly furtherAnswers: readonly Outcome[];
}

export type Seen =
  | { readonly kind: "connected"; readonly userId: string | null; readonly at: number }
  | { readonly kind: "event"; readonly type: EventName; readonly data: unknown; readonly at: number }
  | {
      readonly kind: "shown";
      readonly auctionId: string;
      readonly shown: Shown;
      readonly askedAt: number;
      readonly at: number;
    }
  /** It asked and was told that there is no such auction (it is a draft now): it watches it no longer. */
  | { readonly kind: "not found"; readonly auctionId: string; readonly at: number };

export interface Watching {
  readonly watcher: number;
  /** In the order in which it came. */
  readonly seen: readonly Seen[];
  /** The version of each auction that it arrived at, having followed the contract as clients do. */
  readonly versions: ReadonlyMap<string, number>;
}

/** An auction's row was locked from outside the servers: nobody can have written it meanwhile. Epoch ms, the database's. */
export interface Held {
  readonly auctionId: string;
  readonly from: number;
  readonly until: number;
}

/** The database's epoch ms is `moment + offsetMs`, wrong by at most `errorMs`. */
export interface ClockReading {
  readonly offsetMs: number;
  readonly errorMs: number;
}

export interface History {
  readonly calls: readonly Call[];
  readonly watching: readonly Watching[];
  readonly held: readonly Held[];
  /** Null where it was not read: then no moment of here is compared with one of the database. */
  readonly clock: ClockReading | null;
  /** From when on everybody's commands are in it: epoch ms, the database's. Null: from the auctions' beginning. */
  readonly since: number | null;
  /** Whether the site lets administrators bid and buy; false where it is not said. */
  readonly staffMayBid?: boolean;
}

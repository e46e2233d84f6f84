// The history of a run as seen from outside: every command with its outcome, and everything each watcher received, in
// order. All times are the `performance.now()` of the process that recorded it, in ms.
import type { EventName } from "@jara/shared/live-commands";
import type { Invocation, Outcome, Shown } from "../observer.ts";

export interface Call {
  readonly invocation: Invocation;
  readonly invokedAt: number;
  /** How often it was sent, through any node. */
  readonly sends: number;
  /** When its first answer came; null while it is unknown. */
  readonly settledAt: number | null;
  /** The first answer. */
  readonly outcome: Outcome;
  /** Further answers to the same command sent again; all must be equal to the first. */
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
  /**
   * The watcher asked and learned that there is no such auction (it is a draft now), so it no longer watches the
   * auction.
   */
  | { readonly kind: "not found"; readonly auctionId: string; readonly at: number };

export interface Watching {
  readonly watcher: number;
  /** In order of arrival. */
  readonly seen: readonly Seen[];
  /** The last version it had of each auction, after following the contract as clients do. */
  readonly versions: ReadonlyMap<string, number>;
}

/**
 * An auction's row was locked from outside the servers, so that nobody can have written it meanwhile. Epoch ms of the
 * database.
 */
export interface Held {
  readonly auctionId: string;
  readonly from: number;
  readonly until: number;
}

/** The database's epoch ms is `moment + offsetMs`, with an error of at most `errorMs`. */
export interface ClockReading {
  readonly offsetMs: number;
  readonly errorMs: number;
}

export interface History {
  readonly calls: readonly Call[];
  readonly watching: readonly Watching[];
  readonly held: readonly Held[];
  /** Null if it was not read; then no local time is compared with a time of the database. */
  readonly clock: ClockReading | null;
  /**
   * From this time on (epoch ms of the database) the history holds everybody's commands. Null: from the auctions'
   * creation.
   */
  readonly since: number | null;
  /** Whether the site lets administrators bid and buy; false if it is not given. */
  readonly staffMayBid?: boolean;
  /** Is true if bids and maxima reserve money on the site (`BALANCE_RULE=hold`); false if it is not given. */
  readonly reservesMoney?: boolean;
  /** After so many unpaid wins no maximum of a person bids (`MAX_UNPAID_WINS`). Not checked if it is not given. */
  readonly maxUnpaidWins?: number;
  /** Is true if the site takes deposits. Histories that were recorded before deposits existed do not have it. */
  readonly takesDeposits?: boolean;
}

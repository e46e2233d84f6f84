// What the engine needs of the outside. The store implements it over PostgreSQL and PGlite; tests may in memory.
import type { ErrorCode } from "@jara/shared/errors";
import type { ClockCommand, Command, LoggedChange, UserFacts } from "../auction/commands.ts";
import type { AuctionEvent } from "../auction/events.ts";
import type { Holidays } from "../auction/settlement-due.ts";
import type { EndsBy } from "../auction/soft-close.ts";
import type { AuctionState } from "../auction/state.ts";
import type { Outcome } from "./outcome.ts";

/** One accepted command's effect on one auction. */
export interface Change {
  readonly before: AuctionState;
  readonly after: AuctionState;
  readonly events: readonly AuctionEvent[];
  /** Null for the clock. */
  readonly actorId: string | null;
  /** Whether the actor was an administrator. */
  readonly isByAdmin?: boolean;
}

/**
 * When the database's clock, read under the auction's lock, must be for the decisions to stand: at or after `fromMs` and
 * before `untilMs`, epoch ms. Null: no bound.
 */
export interface TimeSpan {
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

export interface AuctionPart {
  readonly auctionId: string;
  /** The fence: nothing of this part is written unless the stored row still has this revision. */
  readonly expectedRevision: number;
  /** The times that the decisions rest on, epoch ms: the stored row must have the same. */
  readonly expectedEnd: number;
  readonly expectedPausedUntil: number | null;
  readonly span: TimeSpan;
  readonly after: AuctionState;
  readonly changes: readonly Change[];
  /** Soft close moves the end; which end, the commit's time says. Null where the end stays, or is set. */
  readonly endsBy: EndsBy | null;
}

export interface CommandRecord {
  readonly auctionId: string;
  readonly userId: string;
  readonly commandId: string;
  readonly fingerprint: string;
  readonly outcome: Outcome;
  /** What it did to its auction, one of the part's; null where it did nothing. */
  readonly change: Change | null;
}

export interface CommitBatch {
  readonly parts: readonly AuctionPart[];
  /** Accepted and refused commands alike. Refused ones are fenced and looked for like the others, and not stored. */
  readonly commands: readonly CommandRecord[];
  /** The facts that decisions rested on, as revisions by user: a part with a command of one who has moved on misses. */
  readonly users: ReadonlyMap<string, number>;
}

/** Why a part was not written. Nothing of such a part is in the database. */
export type Miss =
  /** Another node wrote the auction: reload and decide again. */
  | "stale"
  /** A user's role, ban, verification or balance moved: reload the facts and decide again. */
  | "facts"
  /** The clock is outside the part's span: decide again with the time that the result carries. */
  | "time"
  /** A command of the part was carried out before: its first outcome is in the result. */
  | "repeated"
  /** The auction is gone. */
  | "gone";

export interface KnownOutcome {
  readonly userId: string;
  readonly commandId: string;
  readonly fingerprint: string;
  readonly outcome: Outcome;
  /** Epoch ms. */
  readonly at: number;
}

declare const committed: unique symbol;
/**
 * Proof that a value is durably in the database. Only the store's commit makes one, and only these can be published:
 * an event that leaves before its commit does not compile.
 */
export type Committed<T> = T & { readonly [committed]: true };

export interface CommitResult {
  /** The database's clock under the locks, epoch ms: the time of everything in the batch. */
  readonly at: number;
  readonly changes: readonly Committed<Change>[];
  readonly misses: ReadonlyMap<string, Miss>;
  readonly known: readonly KnownOutcome[];
  /** What is left, NGN kobo, to those from whom something was taken: by user's id. */
  readonly balances: ReadonlyMap<string, number>;
  /** Bidders to whom the statement wrote a mail about the whole lot, each with the lot. */
  readonly notified: readonly Notified[];
}

export interface Notified {
  readonly userId: string;
  readonly auctionId: string;
  /** Of the mail. */
  readonly kind: string;
}

export interface Interest {
  readonly userId: string;
  readonly auctionId: string;
}

/** What the clock must wake up for. */
export interface Due {
  readonly auctionId: string;
  readonly command: ClockCommand["type"];
  /** Epoch ms. */
  readonly at: number;
}

export interface EngineStore {
  /** Auctions that exist, each with its standing maxima, as of one moment. */
  loadAuctions(ids: readonly string[]): Promise<AuctionState[]>;
  loadUsers(ids: readonly string[]): Promise<UserFacts[]>;
  /**
   * Writes all parts that pass their fence, in one statement. Rejects if nothing is known to be written; then any part
   * may or may not be in the database.
   */
  commit(batch: CommitBatch): Promise<CommitResult>;
  /** What `commit` would have to work out first, done while the database is still busy with another batch. */
  prepare(batch: CommitBatch): void;
  /** This node's turn among those that write the same auctions; what it resolves to gives it back. Never rejects. */
  takeTurn(): Promise<() => void>;
  /** As they stand now. */
  loadHolidays(): Promise<Holidays>;
  /** An auction's whole log, oldest first. */
  loadLog(auctionId: string): Promise<LoggedChange[]>;
  /** Those of the pairs in which the user has an interest in the auction: a bid that counts, a maximum, a purchase or a win. */
  loadInterests(pairs: readonly Interest[]): Promise<Interest[]>;
  /** First outcomes of those of the given commands that are stored: accepted within the last 48 hours. */
  loadOutcomes(keys: readonly { userId: string; commandId: string }[]): Promise<KnownOutcome[]>;
  /** Auctions to start or close, and purchases to expire, within the given time. */
  due(withinMs: number): Promise<Due[]>;
}

/** Told of each command in the middle of the engine's work: takes no time, throws nothing. */
export interface EngineObserver {
  /** It got its one answer, so long after it was submitted. */
  answered(type: Command["type"], code: ErrorCode | "ok", ms: number): void;
}

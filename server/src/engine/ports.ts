// The interfaces that the engine needs from outside: the store, and an observer. EngineStore is implemented over
// PostgreSQL; tests may implement it in memory.
import type { ErrorCode } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import type { ClockCommand, Command, GoneBidder, LoggedChange, UserFacts } from "../auction/commands.ts";
import type { AuctionEvent } from "../auction/events.ts";
import type { Holidays } from "../auction/settlement/settlement-due.ts";
import type { EndsBy } from "../auction/soft-close.ts";
import type { AgreedPrices, AuctionState, SiteIncrements, TakenRules } from "../auction/state.ts";
import type { Origin } from "../platform/lib/origin.ts";
import type { Outcome } from "./outcome.ts";

/** One accepted command's effect on one auction. */
export interface Change {
  readonly before: AuctionState;
  readonly after: AuctionState;
  readonly events: readonly AuctionEvent[];
  /** Null for the close clock and for jobs. */
  readonly actorId: string | null;
  /** Whether the actor was one of the staff. */
  readonly isByStaff?: boolean;
  /** The origin of a staff member's command, for the audit log. */
  readonly origin?: Origin | null;
  /** The auction's log before the change, if the decision needed it. Receipts of closed debts are written from it. */
  readonly log?: readonly LoggedChange[];
}

/**
 * The range of the commit's time, epoch ms, in which the decisions hold: at or after `fromMs` and before `untilMs`.
 * Null means no bound. The commit determines its time under the auction's lock.
 */
export interface TimeSpan {
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

export interface AuctionPart {
  readonly auctionId: string;
  /** The fence: this part is written only if the stored row still has this revision. */
  readonly expectedRevision: number;
  /** The times that the decisions depend on, epoch ms. The stored row must have the same values. */
  readonly expectedEnd: number;
  readonly expectedPausedUntil: number | null;
  readonly span: TimeSpan;
  readonly after: AuctionState;
  readonly changes: readonly Change[];
  /**
   * Set if soft close moves the end: the commit then computes the end from its own time. Null where the end stays or is
   * set.
   */
  readonly endsBy: EndsBy | null;
}

export interface CommandRecord {
  readonly auctionId: string;
  readonly userId: string;
  readonly commandId: string;
  readonly fingerprint: string;
  /** 0: it names none. */
  readonly contentVersion: number;
  readonly outcome: Outcome;
  /** The change that the command made to its auction, one of the part's changes. Null if it changed nothing. */
  readonly change: Change | null;
}

/** A person whose balance the decisions on an auction used or moved. */
export interface Payer {
  readonly auctionId: string;
  readonly userId: string;
}

/** A person who has less available after a part (`BALANCE_RULE=hold`). */
export interface RaisedHold {
  readonly auctionId: string;
  readonly userId: string;
  /** The revision of the person's hold after the commit: the part misses unless it is the next one. */
  readonly revision: number;
}

export interface CommitBatch {
  readonly parts: readonly AuctionPart[];
  /**
   * Accepted and refused commands. A refused command goes through the fence and the check for duplicates too, but it is
   * not stored.
   */
  readonly commands: readonly CommandRecord[];
  /**
   * The revision of each user's facts that the decisions used, by user id; where bids reserve money, together with the
   * revision of the user's hold. A part misses if a user of one of its commands has a newer revision.
   */
  readonly users: ReadonlyMap<string, number>;
  /** Parts with one payer are written together or not at all, and only on the balances that the decisions used. */
  readonly payers: readonly Payer[];
  /** Absent where bids reserve nothing. */
  readonly holds?: readonly RaisedHold[];
  /** `MAX_UNPAID_WINS`: a part misses that has an auto-bid of somebody with so many unpaid wins. */
  readonly maxUnpaidWins?: number | undefined;
  /** The exchange rates that the decisions used. */
  readonly rates: ExchangeRates;
}

/** The reason why a part was not written. Nothing of a missed part is in the database. */
export type Miss =
  /** Another node wrote the auction: reload and decide again. */
  | "stale"
  /**
   * A user's role, ban, verification, balance or reservation changed, or the rules that a lot takes when it opens, or
   * the lot was handed over or relisted: reload the facts and decide again.
   */
  | "facts"
  /** The commit's time is outside the part's span: decide again. */
  | "time"
  /** A command of the part was executed before: the result carries its first outcome. */
  | "repeated"
  /** The auction is gone. */
  | "gone";

export interface KnownOutcome {
  readonly userId: string;
  readonly commandId: string;
  readonly fingerprint: string;
  /** Null: a version of the program that did not store it executed the command. */
  readonly contentVersion: number | null;
  readonly outcome: Outcome;
  /** Epoch ms. */
  readonly at: number;
}

declare const committed: unique symbol;
/**
 * Proof that a value is durably in the database. Only the store's commit and what reads the log
 * (live/reconciler.ts, live/lost-answers.ts, log-readers/replayed-changes.ts) make one. Only such values can be published: code that publishes an event
 * before its commit does not compile.
 */
export type Committed<T> = T & { readonly [committed]: true };

export interface CommitResult {
  /**
   * The time of all changes of the batch, epoch ms: the database's clock, read under the locks, but not before the
   * newest changes of the batch's auctions (`notBefore` in sql-expressions.ts).
   */
  readonly at: number;
  readonly changes: readonly Committed<Change>[];
  readonly misses: ReadonlyMap<string, Miss>;
  readonly known: readonly KnownOutcome[];
  /** The new balances, NGN kobo, of the users whose balance changed, by user id. */
  readonly balances: ReadonlyMap<string, number>;
}

export interface Interest {
  readonly userId: string;
  readonly auctionId: string;
}

/** A moment at which the close clock must submit a command. */
export interface Due {
  readonly auctionId: string;
  readonly command: ClockCommand["type"];
  /** Epoch ms. */
  readonly at: number;
  /**
   * True if the lot's sale may delay this: the start of any lot of a sale, and the close unless its lots close alone.
   */
  readonly mayBeHeld: boolean;
  /** True if an earlier try failed. */
  readonly hasFailed?: boolean;
}

/**
 * Writes all parts of a batch that pass their fence, in one statement. Rejects if it is unknown whether anything was
 * written; then any part may or may not be in the database.
 */
export type WriteBatch = () => Promise<CommitResult>;

export interface EngineStore {
  /** Is true if bids reserve money (`BALANCE_RULE=hold`). Users' facts then have their `hold`. */
  readonly reserves?: boolean;
  /** Returns those of the auctions that exist, each with its maxima that are not cancelled, as of one moment. */
  loadAuctions(ids: readonly string[]): Promise<AuctionState[]>;
  loadUsers(ids: readonly string[]): Promise<UserFacts[]>;
  /** Encodes a batch for the database. It may do so while another batch is being written. */
  prepare(batch: CommitBatch): WriteBatch;
  /**
   * Waits for the advisory locks that nodes take before they write these contended auctions. Resolves to a function
   * that releases them. Never rejects.
   */
  takeAdvisoryLocks(auctionIds: readonly string[]): Promise<() => void>;
  /** The public holidays that are stored now. */
  loadHolidays(): Promise<Holidays>;
  /** The rules that a lot takes if it opens now; null if the site never changed the usual ones. */
  loadRules(): Promise<TakenRules | null>;
  /** The increment table that a lot takes now; null if the site never changed the usual one. */
  loadIncrements(): Promise<SiteIncrements | null>;
  /** The auction's whole log, oldest first. */
  loadLog(auctionId: string): Promise<LoggedChange[]>;
  /**
   * Returns those of the pairs in which the user has an interest in the auction: a bid that counts, a maximum, a
   * purchase or a win.
   */
  loadInterests(pairs: readonly Interest[]): Promise<Interest[]>;
  /**
   * Returns those of the pairs whose user has a bid by hand on the auction that a void passed over. A
   * store without it has no such user.
   */
  loadPassedOver?(pairs: readonly Interest[]): Promise<Interest[]>;
  /** Returns those of the auctions whose paid lot was handed over to its buyer. */
  loadHandedOver(auctionIds: readonly string[]): Promise<string[]>;
  /**
   * Returns those of the auctions whose lot has a copy, or a copy of a copy, that was not removed. A store
   * without it has none.
   */
  loadRelisted?(auctionIds: readonly string[]): Promise<string[]>;
  /** Returns the prices of the auctions whose newest agreement is accepted. A store without it has none. */
  loadAgreed?(auctionIds: readonly string[]): Promise<readonly ({ readonly auctionId: string } & AgreedPrices)[]>;
  /**
   * Returns the people with a deleted or suspended account who have a bid or a maximum on the auction that counts, or a
   * bid that another replay may bring back. A store without it has none.
   */
  loadGoneBidders?(auctionId: string): Promise<GoneBidder[]>;
  /** Returns the first outcomes of those of the given commands that are stored: accepted within the last 48 hours. */
  loadOutcomes(keys: readonly { userId: string; commandId: string }[]): Promise<KnownOutcome[]>;
  /** Returns the lots to start or close, and the purchases and second chances to expire, within the given time. */
  due(withinMs: number): Promise<Due[]>;
}

/** Called for each command while the engine works: must return at once and must not throw. */
export interface EngineObserver {
  /** The command got its one answer, `ms` after it was submitted. */
  answered(type: Command["type"], code: ErrorCode | "ok", ms: number): void;
}

/**
 * The engine: every command that touches an auction passes through here, and nothing else changes an auction.
 *
 *   submit ─▶ queue ─▶ take up to 500 ─▶ decide in memory ─▶ one fenced statement ─▶ answer, publish
 *               ▲                                                    │
 *               └──────── decide again: fence missed ◀───────────────┘
 *
 * Each node runs one loop with one statement in flight. Meanwhile the next batch gathers. Once that batch is full, it
 * is decided ahead, as if the one in flight had been committed already. If any part of the one in flight misses, the
 * batch decided ahead is discarded and decided again. The queue is first in, first out over all auctions, so each
 * auction's commands are decided in the order of their arrival.
 *
 * The states and facts held here are a cache that may be wrong at any moment, because other nodes write too. The fence
 * (revision, clock, facts, command id, all checked under the auction's lock) decides what is true. Hence no answer and
 * no event leaves before its commit, and any number of nodes is correct without leases or a leader.
 *
 * If one command makes its batch fail, the batch is halved until that command is alone (failing-auctions.ts), so that
 * no auction holds back another.
 *
 * One class and more than 300 lines, because every step works on the same queue, batch and cache.
 */
import type { ErrorBody } from "@jara/shared/errors";
import { usualIncrements } from "@jara/shared/increment-steps";
import type { ExchangeRates } from "@jara/shared/money";
import { restsOnAgreement } from "../auction/agreed.ts";
import {
  type Command,
  type GoneBidder,
  type Hold,
  isOfStaff,
  type LoggedChange,
  mayOpenDraft,
  mayOpenSettlement,
  restsOnBids,
  type UserCommand,
  type UserFacts,
} from "../auction/commands.ts";
import { mayNeedLog, needsLog, restsOnHandover } from "../auction/needs-log.ts";
import { restsOnCopies } from "../auction/relisted.ts";
import { type Bound, boundOn, concernedBy, noBounds } from "../auction/settlement/reservations.ts";
import type { Holidays } from "../auction/settlement/settlement-due.ts";
import { endAt } from "../auction/soft-close.ts";
import {
  type AgreedPrices,
  type AuctionState,
  copyOf,
  type SiteIncrements,
  type TakenRules,
} from "../auction/state.ts";
import type { Clock } from "../platform/database/clock.ts";
import { WritesStopped } from "../platform/database/replication.ts";
import { isOfRow, sqlStateOf } from "../platform/jobs/guard-rows.ts";
import { createBoundedCache } from "../platform/lib/bounded-cache.ts";
import { currentOrigin } from "../platform/lib/origin.ts";
import { refused } from "../platform/lib/result.ts";
import { type DecidedBatch, decideBatch, type Known, type Pending } from "./batch.ts";
import type { BidReceipts } from "./bid-receipts/bid-receipts.ts";
import { Contention } from "./contended-auctions.ts";
import { FailingAuctions, halve } from "./failing-auctions.ts";
import { type Answered, isPreconditionFailed, isSameContent, unavailable } from "./outcome.ts";
import type {
  AuctionPart,
  Change,
  CommitBatch,
  CommitResult,
  Committed,
  EngineObserver,
  EngineStore,
  Interest,
  WriteBatch,
} from "./ports.ts";
import { RememberedCommands } from "./remembered-commands.ts";

const usualTable: SiteIncrements = { version: 0, table: usualIncrements };
/** Larger batches add latency and gain no throughput (measured above 500). */
const MAX_BATCH = 500;
/**
 * A longer queue means that the database does not keep up. Refusing at once is better than answering after the caller
 * gave up.
 */
const MAX_QUEUE = 20_000;
/**
 * Under contention a fence is missed once or twice, until the nodes take the advisory locks. This many misses usually
 * mean that something is wrong.
 */
const MAX_ATTEMPTS = 25;
/** A command that missed this many times is sent without the commands of other auctions. */
const ALONE_AFTER = 3;

export interface EngineEvents {
  /** `balances`: the new balances, NGN kobo, of the users whose balance changed, by user id. */
  committed(changes: readonly Committed<Change>[], at: number, balances: ReadonlyMap<string, number>): void;
  /**
   * The statement was sent and failed: each part of the batch may or may not have been written, now or a little later.
   */
  unknown(batch: Pick<CommitBatch, "parts">): void;
}

export interface EngineDeps {
  readonly store: EngineStore;
  readonly clock: Clock;
  readonly rates: () => ExchangeRates;
  /** The setting `STAFF_MAY_BID`: staff may bid and buy on this site. */
  readonly staffMayBid?: boolean;
  /** The setting `SECOND_PERSON_ABOVE` is set. */
  readonly hasSecondPerson?: boolean;
  /** The setting `MAX_UNPAID_WINS`: after so many unpaid wins a person may not bid. Undefined: no bound. */
  readonly maxUnpaidWins?: number;
  readonly events: EngineEvents;
  /** Absent if the site gives no bid receipts. */
  readonly receipts?: BidReceipts | undefined;
  readonly log: { error(details: object, message: string): void };
  /** Called when a command failed alone: its auction has the fault, not the database. Must return at once. */
  readonly failedAlone?: (command: Command, error: unknown) => void;
  readonly observe?: EngineObserver;
  /** Called when a command was refused, by the engine or on its way to it. Must return at once and never throw. */
  readonly refused?: (command: Command, error: ErrorBody, at: number | null) => void;
}

interface Batch {
  readonly pendings: readonly Pending[];
  readonly decided: DecidedBatch;
  readonly write: WriteBatch;
}

/** The error of a statement. Unless it is the refusal of a row, it is unknown whether the batch was written. */
interface Failure {
  readonly error: unknown;
}
const isFailure = (result: CommitResult | Failure): result is Failure => "error" in result;

/** A batch that was sent to the database. `written` never rejects. */
interface InFlightBatch extends Batch {
  readonly written: Promise<CommitResult | Failure>;
  /** Releases the advisory locks under which it is written; null if it needed none. */
  readonly releaseLock: (() => void) | null;
}

const keyOf = ({ userId, auctionId }: Interest): string => `${userId} ${auctionId}`;

export class AuctionEngine {
  readonly #deps: EngineDeps;
  readonly #states = createBoundedCache<string, AuctionState>(20_000);
  readonly #users = createBoundedCache<string, UserFacts>(50_000);
  readonly #remembered = new RememberedCommands();
  readonly #contention = new Contention();
  readonly #failing = new FailingAuctions();
  /** The times for the next decision on auctions whose last commit missed at a time ahead of this node's clock. */
  readonly #aheadOfClock = createBoundedCache<string, number>(1_000);
  #holidays: Holidays = new Set();
  #rules: TakenRules | null = null;
  #increments: SiteIncrements = usualTable;
  /** Reloaded for every batch that needs them. */
  #logs = new Map<string, readonly LoggedChange[]>();
  #handedOver: ReadonlySet<string> = new Set();
  #relisted: ReadonlySet<string> = new Set();
  #agreed: ReadonlyMap<string, AgreedPrices> = new Map();
  #gone = new Map<string, readonly GoneBidder[]>();
  #interests = new Set<string>();
  /** The pairs, keyed like `#interests`, whose user withdraws and has a bid by hand that a void passed over. */
  #passedOver = new Set<string>();
  /** The people whose balance a decision needed and did not have. */
  readonly #payers = new Set<string>();
  /** The people whose facts were loaded for the batch that is decided now. */
  #fresh = new Set<string>();
  #queue: Pending[] = [];
  /** The batch that was decided while the one before it is in flight: taken from the queue, not yet sent. */
  #pipelined: Batch | null = null;
  #isRunning = false;
  #isClosed = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** The exchange rates that decisions use now. */
  get rates(): ExchangeRates {
    return this.#deps.rates();
  }

  get queueLength(): number {
    return this.#queue.length + (this.#pipelined?.pendings.length ?? 0);
  }

  /**
   * Reports a command that was refused before it reached this engine, by a rate limit for example, like this engine's
   * own refusals.
   */
  noteRefused(command: Command, error: ErrorBody): void {
    this.#deps.refused?.(command, error, null);
  }

  /**
   * Resolves when the command's outcome is durable; never rejects. On UNAVAILABLE the caller may send the same command
   * id again. If `precondition` is false of the lot, nothing is decided, and the outcome is `preconditionFailed`.
   */
  submit(command: Command, precondition?: (state: AuctionState) => boolean): Promise<Answered> {
    return this.#enqueue(command, precondition);
  }

  /**
   * Like `submit`, for one person's commands about different auctions: one commit carries out all of them, or none is.
   * The answer is that of the first, or the refusal. Each command has an id of its own; sent again, all have the same ones.
   */
  async submitTogether(commands: readonly UserCommand[]): Promise<Answered> {
    const [first] = commands;
    const auctions = new Set(commands.map(({ auctionId }) => auctionId));
    if (!first || commands.length > MAX_BATCH || auctions.size < commands.length)
      throw new Error("commands that are carried out together are about different auctions, at most a batch");
    // Either all of them are queued, or none.
    if (this.queueLength + commands.length > MAX_QUEUE) return { outcome: unavailable, at: null };
    const together = Symbol(first.type);
    const answers = await Promise.all(commands.map((command) => this.#enqueue(command, undefined, together)));
    return answers.find(({ outcome }) => !outcome.ok) ?? (answers[0] as Answered);
  }

  #enqueue(command: Command, precondition?: (state: AuctionState) => boolean, together?: symbol): Promise<Answered> {
    const { observe, refused } = this.#deps;
    return new Promise((resolve) => {
      if (this.#isClosed || this.queueLength >= MAX_QUEUE) {
        observe?.answered(command.type, "UNAVAILABLE", 0);
        return resolve({ outcome: unavailable, at: null });
      }
      const submittedAt = performance.now();
      const pending: Pending = {
        command,
        attempts: 0,
        isAnswered: false,
        precondition,
        together,
        // Now, because the batch runs outside the context of the code that submits.
        origin: isOfStaff(command) ? currentOrigin() : null,
        answer: (outcome, at, more) => {
          pending.isAnswered = true;
          observe?.answered(command.type, outcome.ok ? "ok" : outcome.error.code, performance.now() - submittedAt);
          if (!outcome.ok && !isPreconditionFailed(outcome)) refused?.(command, outcome.error, at);
          resolve({ outcome, at, ...more });
        },
      };
      this.#queue.push(pending);
      if (!this.#isRunning) {
        this.#isRunning = true;
        // Wait for the rest of this event-loop tick, so that its other commands join the batch.
        setImmediate(() => void this.#run());
      }
    });
  }

  /**
   * Evicts a user's cached facts after this node changed the role, balance or verification. Without it the fence would
   * still notice the change.
   */
  evictUser(userId: string): void {
    this.#users.delete(userId);
  }

  /** Evicts an auction whose row was changed by other code. Only the demo does that, before the server listens. */
  evictAuction(auctionId: string): void {
    this.#states.delete(auctionId);
  }

  /** Evicts everything that was read, because another server is the primary now and may not have what was read. */
  evictAll(): void {
    this.#states.clear();
    this.#users.clear();
    this.#remembered.evictRead();
  }

  /** Refuses new commands and waits until all queued ones are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#isRunning) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async #run(): Promise<void> {
    let inFlight: InFlightBatch | null = null;
    while (inFlight || this.#queue.length > 0) {
      inFlight = inFlight ? await this.#settle(inFlight) : await this.#sendNext();
      // Yield to sockets and timers between two batches.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isRunning = false;
  }

  /**
   * Takes the next batch, loads what it needs, decides it and sends it to the database. Returns null if there was
   * nothing to write.
   */
  async #sendNext(): Promise<InFlightBatch | null> {
    const contended = this.#contended();
    const releaseLock = contended.length > 0 ? await this.#deps.store.takeAdvisoryLocks(contended) : null;
    // Taken after the wait, so that commands that arrived meanwhile join the batch.
    const taken = this.#takeNext();
    try {
      const pendings = await this.#answerRepeats(taken);
      const known = releaseLock ? this.#evictContended(pendings) : null;
      let absent: ReadonlySet<string>;
      do absent = await this.#load(pendings);
      while (pendings.some(({ command }) => this.#isEvicted(command, absent)));
      for (const [id, before] of known ?? []) this.#contention.compare(before, this.#states.get(id));
      const fresh = this.#fresh;
      const inFlight = this.#send(
        this.#decide(pendings, (id) => this.#states.get(id), { isFresh: (id) => fresh.has(id) }),
        releaseLock,
      );
      if (!inFlight) releaseLock?.();
      return inFlight;
    } catch (error) {
      releaseLock?.();
      const pendings = taken.filter(({ isAnswered }) => !isAnswered);
      if (isOfRow(error)) this.#narrow(pendings, error);
      else this.#fail(pendings, error);
      return null;
    }
  }

  /**
   * Takes the next commands from the queue. All auctions of a batch have one time. If one of them is ahead of the
   * clock, decisions on the others may not hold at that time. So if the first command has missed `ALONE_AFTER` times,
   * takes only the commands of its auction. The same holds for an auction of which a command failed lately.
   */
  #takeNext(): Pending[] {
    const [first] = this.#queue;
    if (!first) return [];
    // Commands that are carried out together are a batch of their own.
    let size = 1;
    while (size < MAX_BATCH && size < this.#queue.length && this.#queue[size]?.together === first.together) size += 1;
    const taken = this.#queue.splice(0, size);
    if (first.together) return taken;
    const { auctionId } = first.command;
    const isAlone = first.attempts >= ALONE_AFTER || this.#failing.has(auctionId);
    const goesAlong = ({ half, command }: Pending): boolean =>
      half === first.half && (isAlone ? command.auctionId === auctionId : !this.#failing.has(command.auctionId));
    const others = taken.filter((one) => !goesAlong(one));
    if (others.length === 0) return taken;
    this.#queue.unshift(...others);
    return taken.filter(goesAlong);
  }

  /**
   * If the batch had one auction, and missed because of its time, remembers this time if it is ahead of this node's
   * clock. The auction's newest change, perhaps a hidden one, may be dated ahead, or this node's clock may be late. The
   * next decision is made for this time.
   */
  #noteAhead({ parts }: CommitBatch, misses: CommitResult["misses"], at: number): void {
    const [part] = parts;
    if (!part || parts.length > 1 || misses.get(part.auctionId) !== "time") return;
    if (at > this.#deps.clock.now()) this.#aheadOfClock.set(part.auctionId, at);
    else this.#aheadOfClock.delete(part.auctionId);
  }

  /** Returns the remembered time, if there is one. Removes it once the clock has reached it. */
  #aheadOf(auctionId: string, now: number): number | undefined {
    const at = this.#aheadOfClock.get(auctionId);
    if (at !== undefined && at <= now) this.#aheadOfClock.delete(auctionId);
    return at;
  }

  #contended(): string[] {
    const ids = new Set(this.#queue.slice(0, MAX_BATCH).map(({ command }) => command.auctionId));
    return [...ids].filter((id) => this.#contention.has(id));
  }

  /** Evicts the contended auctions, so that they are loaded again. Returns the states that were cached. */
  #evictContended(pendings: readonly Pending[]): Map<string, AuctionState | undefined> {
    const known = new Map<string, AuctionState | undefined>();
    for (const { command } of pendings) {
      const { auctionId } = command;
      if (known.has(auctionId) || !this.#contention.has(auctionId)) continue;
      known.set(auctionId, this.#states.get(auctionId));
      this.#states.delete(auctionId);
    }
    return known;
  }

  /**
   * Waits for the batch's result, sends the pipelined batch if it is still valid, and only then answers the commands of
   * the written one.
   */
  async #settle(inFlight: InFlightBatch): Promise<InFlightBatch | null> {
    // Nothing is pipelined behind a batch under advisory locks, because the next one must read what other nodes wrote
    // meanwhile.
    if (!inFlight.releaseLock) this.#pipeline(inFlight);
    const result = await inFlight.written;
    inFlight.releaseLock?.();
    const pipelined = this.#pipelined;
    this.#pipelined = null;
    const isWhole = !isFailure(result) && result.misses.size === 0;
    if (pipelined && !isWhole) this.#queue.unshift(...pipelined.pendings);
    const next = pipelined && isWhole ? this.#send(pipelined, null) : null;
    if (isFailure(result)) this.#failCommit(inFlight.decided, result.error);
    else this.#finish(inFlight, result);
    return next;
  }

  #decide(
    pendings: readonly Pending[],
    state: (id: string) => AuctionState | undefined,
    holds: NonNullable<Known["holds"]>,
  ): Batch {
    const { store, rates, clock, staffMayBid = false, hasSecondPerson = false, maxUnpaidWins } = this.#deps;
    const now = clock.now();
    const decided = decideBatch(pendings, {
      state,
      user: (id) => this.#users.peek(id),
      hasBid: (userId, auctionId) => this.#interests.has(keyOf({ userId, auctionId })),
      hasPassedOverBid: (userId, auctionId) => this.#passedOver.has(keyOf({ userId, auctionId })),
      isHandedOver: (auctionId) => this.#handedOver.has(auctionId),
      isRelisted: (auctionId) => this.#relisted.has(auctionId),
      agreed: (auctionId) => this.#agreed.get(auctionId),
      log: (auctionId) => this.#logs.get(auctionId),
      goneBidders: (auctionId) => this.#gone.get(auctionId),
      rates: rates(),
      holidays: this.#holidays,
      rules: this.#rules,
      increments: this.#increments,
      staffMayBid,
      hasSecondPerson,
      maxUnpaidWins,
      isFresh: holds.isFresh,
      ...(store.reserves === true && { holds }),
      now,
      ahead: (auctionId) => (this.#aheadOfClock.size > 0 ? this.#aheadOf(auctionId, now) : undefined),
    });
    return { pendings, decided, write: store.prepare(decided.commit) };
  }

  /**
   * Decides the next batch before the one in flight is written, if it is full and needs nothing from the database.
   * Otherwise the commands stay queued.
   */
  #pipeline({ decided }: InFlightBatch): void {
    // If the batch in flight may move an end by soft close, that end is known only from the commit's time, so nothing is
    // decided before.
    const movesEnd = decided.commit.parts.some(({ endsBy }) => endsBy !== null);
    if (movesEnd || this.#queue.length < MAX_BATCH) return;
    const pendings = this.#queue.slice(0, MAX_BATCH);
    const written = new Map(decided.commit.parts.map((part) => [part.auctionId, part.after]));
    // The store does not keep refused commands. A repeat of a command whose refusal is in flight waits for that answer.
    const refusedInFlight = new Set<string>();
    for (const { outcome, commandId } of decided.commit.commands) if (!outcome.ok) refusedInFlight.add(commandId);
    const isKnown = ({ command, half, together }: Pending): boolean =>
      half === undefined &&
      together === undefined &&
      !this.#failing.has(command.auctionId) &&
      (written.has(command.auctionId) || this.#states.has(command.auctionId)) &&
      !mayOpenSettlement(command) &&
      !isOfStaff(command) &&
      !mayNeedLog(command) &&
      (!("userId" in command) ||
        (this.#users.has(command.userId) &&
          !refusedInFlight.has(command.commandId) &&
          !this.#remembered.isRepeat(command)));
    if (!pendings.every(isKnown)) return;
    try {
      this.#pipelined = this.#decide(pendings, (id) => written.get(id) ?? this.#states.get(id), {
        isFresh: () => false,
        ...(decided.holds && { inFlight: decided.holds }),
      });
      this.#queue.splice(0, MAX_BATCH);
    } catch {
      // Nothing was taken from the queue: the commands are decided again by the next batch, which fails if it must.
    }
  }

  #send(batch: Batch, releaseLock: (() => void) | null): InFlightBatch | null {
    const { commit, later, needed, holds } = batch.decided;
    this.#queue.unshift(...later);
    for (const userId of needed) this.#payers.add(userId);
    for (const userId of holds?.waiting ?? []) this.#users.delete(userId);
    if (commit.parts.length === 0) return null;
    const written = batch.write().catch((error: unknown) => ({ error }));
    return { ...batch, written, releaseLock };
  }

  #failCommit({ commit, waiting }: DecidedBatch, error: unknown): void {
    const pendings = waiting.map(({ pending }) => pending);
    // The database refused a row, so nothing of the statement was written.
    if (isOfRow(error) && sqlStateOf(error) !== null) this.#narrow(pendings, error);
    else this.#fail(pendings, error, commit);
  }

  /** One of the commands makes their batch fail, of which nothing was written. Tries each half alone. */
  #narrow(pendings: readonly Pending[], error: unknown): void {
    const [first] = pendings;
    if (!first) return;
    if (!first.together && halve(pendings)) {
      this.#evict(pendings);
      this.#queue.unshift(...pendings);
      return;
    }
    this.#noteFailing(first.command, error);
    this.#fail(pendings, error);
  }

  #noteFailing(command: Command, error: unknown): void {
    this.#failing.note(command.auctionId);
    this.#deps.failedAlone?.(command, error);
  }

  /** Answers UNAVAILABLE and evicts the states and facts of these commands, because they may no longer be right. */
  #fail(pendings: readonly Pending[], error: unknown, commit?: CommitBatch): void {
    const { events, log } = this.#deps;
    log.error({ err: error }, "commit failed or unknown");
    this.#evict(pendings);
    const failure = error instanceof Error ? error.message : String(error);
    for (const pending of pendings) pending.answer(unavailable, null, { failure, isOfRow: isOfRow(error) });
    try {
      if (commit && !(error instanceof WritesStopped)) events.unknown(commit);
    } catch (bug) {
      log.error({ err: bug }, "batch failed");
    }
  }

  #finish({ pendings, decided }: InFlightBatch, result: CommitResult): void {
    const { at, changes, known, balances } = result;
    const { commit, waiting } = decided;
    const isTogether = pendings[0]?.together !== undefined;
    const misses = isTogether ? missedTogether(commit, result.misses) : result.misses;
    try {
      for (const part of commit.parts) if (part.endsBy && !misses.has(part.auctionId)) setMovedEnd(part, at);
      for (const part of commit.parts) this.#keep(part, at, misses.has(part.auctionId));
      this.#noteAhead(commit, misses, at);
      for (const [auctionId, miss] of misses) if (miss === "stale") this.#contention.noticed(auctionId);
      this.#keepHolds(decided, misses);
      for (const userId of balances.keys()) this.evictUser(userId);
      for (const { auctionId, userId } of commit.payers)
        if (misses.get(auctionId) === "facts") this.#users.delete(userId);
      for (const part of commit.parts) if (misses.get(part.auctionId) === "facts") this.#lookAtBidders(part);
      for (const { events } of changes) {
        for (const event of events) if ("buyer" in event) this.evictUser(event.buyer.id);
      }
      for (const outcome of known) this.#remembered.cache(outcome);
      for (const record of commit.commands) {
        const miss = misses.get(record.auctionId);
        // The refusal of commands that are carried out together is decided again for all of them.
        if (miss === undefined) {
          if (!isTogether || record.outcome.ok) this.#remembered.decided(record, at);
        } else if (miss === "facts") this.#users.delete(record.userId);
      }

      const ofCommit = this.#deps.receipts?.ofCommit(waiting, (auctionId) => !misses.has(auctionId), at);
      const receipts = ofCommit && { receipts: ofCommit };
      const again: Pending[] = [];
      for (const { pending, outcome } of waiting) {
        if (!misses.has(pending.command.auctionId)) pending.answer(outcome, at, receipts);
        else if (++pending.attempts < MAX_ATTEMPTS) again.push(pending);
        else {
          const miss = misses.get(pending.command.auctionId);
          this.#noteFailing(pending.command, new Error(`missed ${MAX_ATTEMPTS} times, the last time: ${miss}`));
          pending.answer(unavailable, null);
        }
      }
      this.#queue.unshift(...again);
      if (changes.length > 0) this.#deps.events.committed(changes, at, balances);
    } catch (error) {
      // This is a bug, not a database failure. Every command that is committed must still get an answer.
      this.#deps.log.error({ err: error }, "batch failed");
      this.#evict(pendings);
      for (const { pending } of waiting) {
        if (!misses.has(pending.command.auctionId)) pending.answer(refused("INTERNAL"), null);
      }
    }
  }

  /** The part may have missed because a maximum bid for somebody who may not bid, so the next decision must know. */
  #lookAtBidders({ changes }: AuctionPart): void {
    for (const { events } of changes) {
      for (const event of events) {
        if (event.type !== "BidPlaced" || event.kind !== "auto") continue;
        this.#users.delete(event.bidder.id);
        this.#payers.add(event.bidder.id);
      }
    }
  }

  /** Caches the part's auction as it is stored now. `updatedAt` is the time when the public version last changed. */
  #keep({ auctionId, after, changes }: AuctionPart, at: number, isMissed: boolean): void {
    const [first] = changes;
    const before = this.#states.get(auctionId);
    if (isMissed) this.#states.delete(auctionId);
    if (isMissed || !first || !before) return;
    const stored = copyOf(after);
    // A batch decided ahead does not know the time of the commit before it, so take `updatedAt` from the cached state.
    stored.updatedAt = first.before.version === after.version ? before.updatedAt : at;
    this.#states.set(auctionId, stored);
  }

  /** Updates what the cached people have bound. Even if a part missed, its statement may have raised a hold. */
  #keepHolds({ commit, holds }: DecidedBatch, misses: CommitResult["misses"]): void {
    if (!holds) return;
    for (const { auctionId, after, changes } of commit.parts) {
      if (misses.has(auctionId)) continue;
      for (const userId of concernedBy(changes)) keepBound(this.#users.peek(userId)?.hold, after, userId);
    }
    for (const { hold } of holds.raised.values()) raiseHold(hold);
    for (const { auctionId, userId } of commit.holds ?? []) if (misses.has(auctionId)) this.#users.delete(userId);
  }

  /** Returns the ids of the auctions and people that the database does not have. */
  async #load(pendings: readonly Pending[]): Promise<ReadonlySet<string>> {
    const auctionIds = new Set<string>();
    const userIds = new Set<string>();
    const bidders: Interest[] = [];
    const withdrawing: Interest[] = [];
    for (const { command } of pendings) {
      if (!this.#states.has(command.auctionId)) auctionIds.add(command.auctionId);
      // `get` marks the facts as recently used, so that deciding can use `peek`.
      if ("userId" in command && !this.#users.get(command.userId)) userIds.add(command.userId);
      if ("userId" in command && restsOnBids(command)) bidders.push(command);
      if (command.type === "WithdrawBids") withdrawing.push(command);
      // Loaded anew, because the job acts on facts that this node may not know yet.
      if (command.type === "SuspendMaxBid") userIds.add(command.ownerId);
    }
    const { store } = this.#deps;
    const takesRules = pendings.some(({ command }) => mayOpenDraft(command));
    const [states, users, holidays, rules, increments, interests, passedOver] = await Promise.all([
      auctionIds.size > 0 ? store.loadAuctions([...auctionIds]) : [],
      userIds.size > 0 ? store.loadUsers([...userIds]) : [],
      // Reload the holidays for every batch that may end an auction, so that a change applies to the next end on every
      // node.
      pendings.some(({ command }) => mayOpenSettlement(command)) ? store.loadHolidays() : this.#holidays,
      // Reload the site's rules and increments before a lot may take them. The commit's fence checks that they are
      // still in force.
      takesRules ? store.loadRules() : this.#rules,
      takesRules ? store.loadIncrements() : this.#increments,
      bidders.length > 0 ? store.loadInterests(bidders) : [],
      withdrawing.length > 0 ? (store.loadPassedOver?.(withdrawing) ?? []) : [],
    ]);
    this.#interests = new Set(interests.map(keyOf));
    this.#passedOver = new Set(passedOver.map(keyOf));
    this.#holidays = holidays;
    this.#rules = rules;
    this.#increments = increments ?? usualTable;
    for (const state of states) this.#states.set(state.id, state);
    for (const user of users) this.#users.set(user.id, user);
    const absent = new Set([...auctionIds, ...userIds]);
    for (const { id } of [...states, ...users]) absent.delete(id);
    this.#fresh = userIds;
    await this.#loadPayers(pendings);
    const [handedOver, relisted, agreed] = await Promise.all([
      this.#loadOf(pendings, restsOnHandover, (ids) => store.loadHandedOver(ids)),
      this.#loadOf(pendings, restsOnCopies, async (ids) => (await store.loadRelisted?.(ids)) ?? []),
      this.#loadOf(pendings, restsOnAgreement, async (ids) => (await store.loadAgreed?.(ids)) ?? []),
      this.#loadLogs(pendings),
    ]);
    this.#agreed = new Map([...agreed].map(({ auctionId, ...prices }) => [auctionId, prices]));
    this.#handedOver = handedOver;
    this.#relisted = relisted;
    return absent;
  }

  /** True if the command's auction or person left the cache while its batch was loaded, so that it is loaded again. */
  #isEvicted(command: Command, absent: ReadonlySet<string>): boolean {
    if (!this.#states.has(command.auctionId) && !absent.has(command.auctionId)) return true;
    return "userId" in command && !this.#users.has(command.userId) && !absent.has(command.userId);
  }

  /**
   * Loads the people whose money the commands may move, which only the auctions' states tell: the winner of an end, and
   * those whom an earlier decision asked for.
   */
  async #loadPayers(pendings: readonly Pending[]): Promise<void> {
    const unknown = new Set([...this.#payers].filter((userId) => !this.#users.get(userId)));
    this.#payers.clear();
    for (const { command } of pendings) {
      if (!mayOpenSettlement(command)) continue;
      const { leader, settlement } = this.#states.get(command.auctionId) ?? {};
      for (const person of [leader, settlement?.winner]) {
        if (person && !this.#users.get(person.id)) unknown.add(person.id);
      }
    }
    if (unknown.size === 0) return;
    for (const user of await this.#deps.store.loadUsers([...unknown])) {
      this.#users.set(user.id, user);
      this.#fresh.add(user.id);
    }
  }

  /** Runs after the states and the interests are loaded, which say whether the log is needed. */
  async #loadLogs(pendings: readonly Pending[]): Promise<void> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const ids = new Set<string>();
    const ofStaff = new Set<string>();
    for (const { command } of pendings) {
      const state = this.#states.get(command.auctionId);
      const isWithdrawal = command.type === "WithdrawBids";
      const hasBid =
        ("userId" in command && this.#interests.has(keyOf(command))) ||
        (isWithdrawal && this.#passedOver.has(keyOf(command)));
      if (!state || !needsLog(state, command, now, hasBid)) continue;
      ids.add(state.id);
      if (isOfStaff(command)) ofStaff.add(state.id);
    }
    const logs = [...ids].map(async (id) => [id, await store.loadLog(id)] as const);
    const gone = [...ofStaff].map(async (id) => [id, (await store.loadGoneBidders?.(id)) ?? []] as const);
    this.#logs = new Map(await Promise.all(logs));
    this.#gone = new Map(await Promise.all(gone));
  }

  /** Asks `load` about the auctions whose decisions depend on it (`rests`). Runs after the states are loaded too. */
  async #loadOf<T>(
    pendings: readonly Pending[],
    rests: (state: AuctionState, command: Command) => boolean,
    load: (ids: readonly string[]) => Promise<readonly T[]>,
  ): Promise<ReadonlySet<T>> {
    const ids = pendings.flatMap(({ command }) => {
      const state = this.#states.get(command.auctionId);
      return state && rests(state, command) ? state.id : [];
    });
    return new Set(ids.length > 0 ? await load(ids) : []);
  }

  /** Answers repeated commands with their first outcomes and returns the others. */
  async #answerRepeats(pendings: readonly Pending[]): Promise<readonly Pending[]> {
    const repeated = pendings.filter(({ command }) => "userId" in command && this.#remembered.isRepeat(command));
    if (repeated.length === 0) return pendings;
    const unread = repeated.flatMap(({ command }) =>
      "userId" in command && !this.#remembered.outcomeOf(command) ? command : [],
    );
    const { store, receipts } = this.#deps;
    for (const outcome of unread.length > 0 ? await store.loadOutcomes(unread) : []) this.#remembered.cache(outcome);
    const isNew = ({ command }: Pending): boolean => "userId" in command && !this.#remembered.outcomeOf(command);
    if (pendings[0]?.together && pendings.some(isNew)) return pendings;
    return pendings.filter(({ command, answer }) => {
      if (!("userId" in command)) return true;
      const known = this.#remembered.outcomeOf(command) ?? this.#remembered.refusalOf(command);
      if (!known) return true;
      if (isSameContent(known, command)) answer(known.outcome, known.at, receipts && { receipts });
      else answer(refused("COMMAND_ID_REUSED"), null);
      return false;
    });
  }

  #evict(pendings: readonly Pending[]): void {
    for (const { command } of pendings) {
      this.#states.delete(command.auctionId);
      if ("userId" in command) this.#users.delete(command.userId);
    }
  }
}

/** If one part of commands that are carried out together misses, all do. */
const missedTogether = ({ parts }: CommitBatch, misses: CommitResult["misses"]): CommitResult["misses"] =>
  misses.size === 0 ? misses : new Map(parts.map(({ auctionId }) => [auctionId, misses.get(auctionId) ?? "facts"]));

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The engine loaded this hold for itself, so it may change it. */
const keepBound = (hold: Mutable<Hold> | undefined, after: AuctionState, userId: string): void => {
  if (!hold) return;
  const amountMinor = boundOn(after, userId);
  const known = hold.bounds.get(after.id) as Mutable<Bound> | undefined;
  if (known && amountMinor > 0) {
    known.currency = after.currency;
    known.amountMinor = amountMinor;
  } else if (amountMinor > 0) {
    if (hold.bounds === noBounds) hold.bounds = new Map();
    (hold.bounds as Map<string, Bound>).set(after.id, { currency: after.currency, amountMinor });
  } else if (hold.bounds !== noBounds) {
    (hold.bounds as Map<string, Bound>).delete(after.id);
    if (hold.bounds.size === 0) hold.bounds = noBounds;
  }
};

const raiseHold = (hold: Mutable<Hold> | undefined): void => {
  if (hold) hold.revision += 1;
};

/**
 * Sets the end that soft close gave to the part, by the commit's time. The decision used an estimate, because the time
 * is not known before the commit. Nothing outside the batch has seen these states and events yet, so they may be
 * changed.
 */
const setMovedEnd = ({ endsBy, changes, after }: AuctionPart, at: number): void => {
  if (!endsBy) return;
  const endsAt = endAt(endsBy, at);
  let isMoved = false;
  for (const change of changes) {
    if (isMoved) (change.before as Mutable<AuctionState>).endsAt = endsAt;
    for (const event of change.events) {
      if (event.type !== "AuctionExtended") continue;
      isMoved = true;
      (event as Mutable<typeof event>).endsAt = endsAt;
    }
    if (isMoved) (change.after as Mutable<AuctionState>).endsAt = endsAt;
  }
  (after as Mutable<AuctionState>).endsAt = endsAt;
};

/**
 * The engine: every command that touches an auction comes through here, and nothing else writes one.
 *
 *   submit ─▶ queue ─▶ take up to 500 ─▶ decide in memory ─▶ one fenced statement ─▶ answer, publish
 *               ▲                                                    │
 *               └──────── decide again: fence missed ◀───────────────┘
 *
 * One loop a node, one statement in flight: while it is written, the next batch gathers, and once it is full it is
 * decided ahead, as if the one in flight had been committed already; if anything of that one misses, what was decided
 * ahead is forgotten and decided again. The queue is first in, first out over all auctions, so each auction's commands
 * are decided in the order of their arrival.
 *
 * The states and facts kept here are a cache that may be wrong at any moment, since other nodes write too; the fence
 * (revision, clock, facts, command id, all checked under the auction's lock) decides what is true. Hence no answer
 * and no event leaves before its commit, and any number of nodes is correct without leases or a leader.
 */
import { refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { LRUCache } from "lru-cache";
import {
  type Command,
  isAdmins,
  type LoggedChange,
  mayEnd,
  mayNeedLog,
  restsOnBids,
  type UserFacts,
} from "../auction/commands.ts";
import type { Holidays } from "../auction/settlement-due.ts";
import { endAt } from "../auction/soft-close.ts";
import { type AuctionState, copyOf } from "../auction/state.ts";
import { mayWithdraw } from "../auction/void-bids.ts";
import type { Clock } from "../platform/database/clock.ts";
import { type DecidedBatch, decideBatch, type Pending } from "./batch.ts";
import { Contention } from "./contention.ts";
import { type Answered, fingerprintOf, refusedOutcome, unavailable } from "./outcome.ts";
import type {
  AuctionPart,
  Change,
  CommitBatch,
  CommitResult,
  Committed,
  EngineObserver,
  EngineStore,
  Interest,
  Notified,
} from "./ports.ts";
import { RememberedCommands } from "./remembered-commands.ts";

/** Larger batches cost latency (measured: no more throughput above 500). */
const MAX_BATCH = 500;
/** Beyond this the database is not keeping up; refusing at once beats answering after the caller gave up. */
const MAX_QUEUE = 20_000;
/** A fence is missed once or twice under contention, before nodes take turns; this often means something is wrong. */
const MAX_ATTEMPTS = 25;

export interface EngineEvents {
  /** `balances`: what is left, NGN kobo, to those from whom something was taken, by user's id. */
  committed(
    changes: readonly Committed<Change>[],
    at: number,
    balances: ReadonlyMap<string, number>,
    /** To whom the statement wrote mails about the whole lot. */
    notified: readonly Notified[],
  ): void;
  /** The statement failed: these auctions may or may not have moved. */
  unknown(auctionIds: readonly string[]): void;
}

export interface EngineDeps {
  readonly store: EngineStore;
  readonly clock: Clock;
  readonly rates: () => ExchangeRates;
  /** `STAFF_MAY_BID`. */
  readonly staffMayBid?: boolean;
  readonly events: EngineEvents;
  readonly log: { error(details: object, message: string): void };
  readonly observe?: EngineObserver;
}

interface Batch {
  readonly pendings: readonly Pending[];
  readonly decided: DecidedBatch;
}

/** A batch at the database. `written` is null where it is unknown whether it was; it never rejects. */
interface Flight extends Batch {
  readonly written: Promise<CommitResult | null>;
  /** Gives back the turn in which it is written; null where it needed none. */
  readonly endTurn: (() => void) | null;
}

export class AuctionEngine {
  readonly #deps: EngineDeps;
  readonly #states = new LRUCache<string, AuctionState>({ max: 20_000 });
  readonly #users = new LRUCache<string, UserFacts>({ max: 50_000 });
  readonly #remembered = new RememberedCommands();
  readonly #contention = new Contention();
  #holidays: Holidays = new Set();
  /** Read anew for every batch that needs them. */
  #logs = new Map<string, readonly LoggedChange[]>();
  #interests = new Set<string>();
  #queue: Pending[] = [];
  /** Taken from the queue, not yet at the database. */
  #ahead: Batch | null = null;
  #isRunning = false;
  #isClosed = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  /** Those that decisions rest on now. */
  get rates(): ExchangeRates {
    return this.#deps.rates();
  }

  get queueLength(): number {
    return this.#queue.length + (this.#ahead?.pendings.length ?? 0);
  }

  /** Resolves when the command's outcome is durable; never rejects. UNAVAILABLE: send the same command id again. */
  submit(command: Command): Promise<Answered> {
    const { observe } = this.#deps;
    return new Promise((resolve) => {
      if (this.#isClosed || this.queueLength >= MAX_QUEUE) {
        observe?.answered(command.type, "UNAVAILABLE", 0);
        return resolve({ outcome: unavailable, at: null });
      }
      const submittedAt = performance.now();
      this.#queue.push({
        command,
        attempts: 0,
        answer: (outcome, at, failure) => {
          observe?.answered(command.type, outcome.ok ? "ok" : outcome.error.code, performance.now() - submittedAt);
          resolve({ outcome, at, ...(failure !== undefined && { failure }) });
        },
      });
      if (!this.#isRunning) {
        this.#isRunning = true;
        // Not at once: first comes what else this turn of the event loop brings. On PGlite, whose statements run on this
        // thread, nothing would ever share a batch otherwise.
        setImmediate(() => void this.#run());
      }
    });
  }

  /** What is cached of a user is outdated (role, balance, verification changed here); the fence would notice too. */
  forgetUser(userId: string): void {
    this.#users.delete(userId);
  }

  /** Answers what is queued, then refuses everything. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#isRunning) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async #run(): Promise<void> {
    let flight: Flight | null = null;
    while (flight || this.#queue.length > 0) {
      flight = flight ? await this.#land(flight) : await this.#takeOff();
      // PGlite's statements run on this thread: sockets and timers get their turn between two of them.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isRunning = false;
  }

  /** Takes the next batch, loads what it needs, decides it and sends it off. Null: there was nothing to write. */
  async #takeOff(): Promise<Flight | null> {
    const contended = this.#queue.slice(0, MAX_BATCH).some(({ command }) => this.#contention.has(command.auctionId));
    const endTurn = contended ? await this.#deps.store.takeTurn() : null;
    // What came while it waited goes with it.
    const taken = this.#queue.splice(0, MAX_BATCH);
    try {
      const pendings = await this.#answerRepeats(taken);
      const known = endTurn ? this.#forgetContended(pendings) : null;
      await this.#load(pendings);
      for (const [id, before] of known ?? []) this.#contention.compare(before, this.#states.get(id));
      const flight = this.#send({ pendings, decided: this.#decide(pendings, (id) => this.#states.get(id)) }, endTurn);
      if (!flight) endTurn?.();
      return flight;
    } catch (error) {
      endTurn?.();
      this.#fail(taken, error);
      return null;
    }
  }

  /** What others write is read anew. Returns what was known of it. */
  #forgetContended(pendings: readonly Pending[]): Map<string, AuctionState | undefined> {
    const known = new Map<string, AuctionState | undefined>();
    for (const { command } of pendings) {
      const { auctionId } = command;
      if (known.has(auctionId) || !this.#contention.has(auctionId)) continue;
      known.set(auctionId, this.#states.get(auctionId));
      this.#states.delete(auctionId);
    }
    return known;
  }

  /** Waits for the flight's result, sends off what was decided ahead if it still holds, and only then answers. */
  async #land(flight: Flight): Promise<Flight | null> {
    // In one's turn there is nothing to decide ahead: the next one writes on what others have written meanwhile.
    if (!flight.endTurn) this.#decideAhead(flight);
    const result = await flight.written;
    flight.endTurn?.();
    const ahead = this.#ahead;
    this.#ahead = null;
    const holds = result?.misses.size === 0;
    if (ahead && !holds) this.#queue.unshift(...ahead.pendings);
    const next = ahead && holds ? this.#send(ahead, null) : null;
    if (result) this.#finish(flight, result);
    return next;
  }

  #decide(pendings: readonly Pending[], state: (id: string) => AuctionState | undefined): DecidedBatch {
    const { rates, clock, staffMayBid = false } = this.#deps;
    return decideBatch(pendings, {
      state,
      user: (id) => this.#users.peek(id),
      hasBid: (userId, auctionId) => this.#interests.has(`${userId} ${auctionId}`),
      log: (auctionId) => this.#logs.get(auctionId),
      rates: rates(),
      holidays: this.#holidays,
      staffMayBid,
      now: clock.now(),
    });
  }

  /** A full batch that needs nothing of the database; anything else waits for its turn. */
  #decideAhead(flight: Flight): void {
    // An end that soft close moves is known only with the commit's time.
    const movesEnd = flight.decided.commit.parts.some(({ endsBy }) => endsBy !== null);
    if (movesEnd || this.#queue.length < MAX_BATCH) return;
    const pendings = this.#queue.slice(0, MAX_BATCH);
    const inFlight = new Map(flight.decided.commit.parts.map((part) => [part.auctionId, part.after]));
    // The store knows no refused command: one that is being refused and is here again waits for that answer.
    const refusedInFlight = new Set<string>();
    for (const { outcome, commandId } of flight.decided.commit.commands)
      if (!outcome.ok) refusedInFlight.add(commandId);
    const isKnown = ({ command }: Pending): boolean =>
      (inFlight.has(command.auctionId) || this.#states.has(command.auctionId)) &&
      !mayEnd(command) &&
      !isAdmins(command) &&
      !mayNeedLog(command) &&
      (!("userId" in command) ||
        (this.#users.has(command.userId) &&
          !refusedInFlight.has(command.commandId) &&
          !this.#remembered.isRepeat(command)));
    if (!pendings.every(isKnown)) return;
    try {
      const decided = this.#decide(pendings, (id) => inFlight.get(id) ?? this.#states.get(id));
      this.#deps.store.prepare(decided.commit);
      this.#ahead = { pendings, decided };
      this.#queue.splice(0, MAX_BATCH);
    } catch {
      // It stays in the queue, and fails, if it must, when its turn comes.
    }
  }

  #send(batch: Batch, endTurn: (() => void) | null): Flight | null {
    const { commit, later } = batch.decided;
    this.#queue.unshift(...later);
    if (commit.parts.length === 0) return null;
    const written = this.#deps.store.commit(commit).catch((error: unknown) => {
      const isLater = new Set(later);
      const decided = batch.pendings.filter((pending) => !isLater.has(pending));
      this.#fail(decided, error, commit);
      return null;
    });
    return { ...batch, written, endTurn };
  }

  /** Nothing decided on the states of these may be trusted any more. */
  #fail(pendings: readonly Pending[], error: unknown, commit?: CommitBatch): void {
    const { events, log } = this.#deps;
    log.error({ err: error }, "commit failed or unknown");
    this.#forget(pendings);
    const failure = error instanceof Error ? error.message : String(error);
    for (const pending of pendings) pending.answer(unavailable, null, failure);
    try {
      if (commit) events.unknown(commit.parts.map((part) => part.auctionId));
    } catch (bug) {
      log.error({ err: bug }, "batch failed");
    }
  }

  #finish({ pendings, decided }: Flight, result: CommitResult): void {
    const { at, changes, misses, known, balances, notified } = result;
    const { commit, waiting } = decided;
    try {
      for (const part of commit.parts) if (part.endsBy && !misses.has(part.auctionId)) setMovedEnd(part, at);
      for (const part of commit.parts) this.#keep(part, at, misses.has(part.auctionId));
      for (const [auctionId, miss] of misses) if (miss === "stale") this.#contention.noticed(auctionId);
      for (const userId of balances.keys()) this.forgetUser(userId);
      for (const { events } of changes) {
        for (const event of events) if ("buyer" in event) this.forgetUser(event.buyer.id);
      }
      for (const outcome of known) this.#remembered.learn(outcome);
      for (const record of commit.commands) {
        const miss = misses.get(record.auctionId);
        if (miss === undefined) this.#remembered.decided(record, at);
        else if (miss === "facts") this.#users.delete(record.userId);
      }

      const again: Pending[] = [];
      for (const { pending, outcome } of waiting) {
        if (!misses.has(pending.command.auctionId)) pending.answer(outcome, at);
        else if (++pending.attempts < MAX_ATTEMPTS) again.push(pending);
        else pending.answer(unavailable, null);
      }
      this.#queue.unshift(...again);
      if (changes.length > 0) this.#deps.events.committed(changes, at, balances, notified);
    } catch (error) {
      // A bug, not a fault of the database: nobody whose command is committed may be left waiting.
      this.#deps.log.error({ err: error }, "batch failed");
      this.#forget(pendings);
      for (const { pending } of waiting) {
        if (!misses.has(pending.command.auctionId)) pending.answer(refusedOutcome(refusal("INTERNAL")), null);
      }
    }
  }

  /** The part's auction as it is stored now: `updatedAt` is when the public version last moved. */
  #keep({ auctionId, after, changes }: AuctionPart, at: number, isMissed: boolean): void {
    const [first] = changes;
    const before = this.#states.get(auctionId);
    if (isMissed) this.#states.delete(auctionId);
    if (isMissed || !first || !before) return;
    const stored = copyOf(after);
    // What was decided ahead does not know the time of the commit before it; what is kept here does.
    stored.updatedAt = first.before.version === after.version ? before.updatedAt : at;
    this.#states.set(auctionId, stored);
  }

  async #load(pendings: readonly Pending[]): Promise<void> {
    const auctionIds = new Set<string>();
    const userIds = new Set<string>();
    const bidders: Interest[] = [];
    for (const { command } of pendings) {
      if (!this.#states.has(command.auctionId)) auctionIds.add(command.auctionId);
      // `get` marks the facts as used, so that deciding need not.
      if ("userId" in command && !this.#users.get(command.userId)) userIds.add(command.userId);
      if ("userId" in command && restsOnBids(command)) bidders.push(command);
    }
    const { store } = this.#deps;
    const [states, users, holidays, interests] = await Promise.all([
      auctionIds.size > 0 ? store.loadAuctions([...auctionIds]) : [],
      userIds.size > 0 ? store.loadUsers([...userIds]) : [],
      // Anew each time: a change of them is in force for the next end, on every node.
      pendings.some(({ command }) => mayEnd(command)) ? store.loadHolidays() : this.#holidays,
      bidders.length > 0 ? store.loadInterests(bidders) : [],
    ]);
    this.#interests = new Set(interests.map(({ userId, auctionId }) => `${userId} ${auctionId}`));
    this.#holidays = holidays;
    for (const state of states) this.#states.set(state.id, state);
    for (const user of users) this.#users.set(user.id, user);
    this.#logs = await this.#loadLogs(pendings);
  }

  /** Once the states are known: most withdrawals are refused without the log. */
  async #loadLogs(pendings: readonly Pending[]): Promise<Map<string, readonly LoggedChange[]>> {
    const now = this.#deps.clock.now();
    const ids = new Set<string>();
    for (const { command } of pendings) {
      if (!mayNeedLog(command)) continue;
      const state = this.#states.get(command.auctionId);
      if (state && (command.type === "VoidBids" || mayWithdraw(state, now))) ids.add(state.id);
    }
    const logs = [...ids].map(async (id) => [id, await this.#deps.store.loadLog(id)] as const);
    return new Map(await Promise.all(logs));
  }

  /** Answers commands that were decided before with their first outcomes; returns the others. */
  async #answerRepeats(pendings: readonly Pending[]): Promise<readonly Pending[]> {
    const repeated = pendings.filter(({ command }) => "userId" in command && this.#remembered.isRepeat(command));
    if (repeated.length === 0) return pendings;
    const unread = repeated.flatMap(({ command }) =>
      "userId" in command && !this.#remembered.outcomeOf(command) ? command : [],
    );
    const { store } = this.#deps;
    for (const outcome of unread.length > 0 ? await store.loadOutcomes(unread) : []) this.#remembered.learn(outcome);
    return pendings.filter(({ command, answer }) => {
      const known = "userId" in command && (this.#remembered.outcomeOf(command) ?? this.#remembered.refusalOf(command));
      if (!known) return true;
      if (known.fingerprint === fingerprintOf(command)) answer(known.outcome, known.at);
      else answer(refusedOutcome(refusal("COMMAND_ID_REUSED")), null);
      return false;
    });
  }

  #forget(pendings: readonly Pending[]): void {
    for (const { command } of pendings) {
      this.#states.delete(command.auctionId);
      if ("userId" in command) this.#users.delete(command.userId);
    }
  }
}

/**
 * The end that soft close made of the part, by the commit's time: decided with a guess of it, since nobody knows it before.
 * These states and events are the batch's own, and nobody has seen them yet.
 */
const setMovedEnd = ({ endsBy, changes, after }: AuctionPart, at: number): void => {
  if (!endsBy) return;
  const endsAt = endAt(endsBy, at);
  type Own<T> = { -readonly [K in keyof T]: T[K] };
  let isMoved = false;
  for (const change of changes) {
    if (isMoved) (change.before as Own<AuctionState>).endsAt = endsAt;
    for (const event of change.events) {
      if (event.type !== "AuctionExtended") continue;
      isMoved = true;
      (event as Own<typeof event>).endsAt = endsAt;
    }
    if (isMoved) (change.after as Own<AuctionState>).endsAt = endsAt;
  }
  (after as Own<AuctionState>).endsAt = endsAt;
};

/**
 * The engine: every command that touches an auction comes through here, and nothing else writes one.
 *
 *   submit ─▶ queue ─▶ take up to 500 ─▶ decide in memory ─▶ one fenced statement ─▶ answer, publish
 *               ▲                                                    │
 *               └──────── decide again: fence missed ◀───────────────┘
 *
 * One loop a node, one statement in flight: while it is written, the next batch gathers. The queue is first in, first
 * out over all auctions, so each auction's commands are decided in the order of their arrival.
 *
 * The states and facts kept here are a cache that may be wrong at any moment, since other nodes write too; the fence
 * (revision, clock, facts, command id, all checked under the auction's lock) decides what is true. Hence no answer
 * and no event leaves before its commit, and any number of nodes is correct without leases or a leader.
 */
import { refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { LRUCache } from "lru-cache";
import type { Command, UserFacts } from "../auction/commands.ts";
import type { AuctionState } from "../auction/state.ts";
import { type DecidedBatch, decideBatch, type Pending } from "./batch.ts";
import { type Answered, fingerprintOf, type Outcome, refusedOutcome, unavailable } from "./outcome.ts";
import type { AuctionPart, Change, Clock, CommitResult, Committed, EngineStore, KnownOutcome } from "./ports.ts";

/** Larger batches cost latency (measured: no more throughput above 500). */
const MAX_BATCH = 500;
/** Beyond this the database is not keeping up; refusing at once beats answering after the caller gave up. */
const MAX_QUEUE = 20_000;
/** A fence is missed once or twice under contention; this often means something is wrong. */
const MAX_ATTEMPTS = 25;

export interface EngineEvents {
  committed(changes: readonly Committed<Change>[], at: number): void;
  /** The statement failed: these auctions may or may not have moved. */
  unknown(auctionIds: readonly string[]): void;
}

export interface EngineDeps {
  readonly store: EngineStore;
  readonly clock: Clock;
  readonly rates: () => ExchangeRates;
  readonly events: EngineEvents;
  readonly log: { error(details: object, message: string): void };
}

export class AuctionEngine {
  readonly #deps: EngineDeps;
  readonly #states = new LRUCache<string, AuctionState>({ max: 20_000 });
  readonly #users = new LRUCache<string, UserFacts>({ max: 50_000 });
  /** First outcomes of recent commands: most repeats come within seconds and need not reach the database. */
  readonly #recent = new LRUCache<string, KnownOutcome>({ max: 20_000 });
  #queue: Pending[] = [];
  #isRunning = false;
  #isClosed = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  /** Resolves when the command's outcome is durable; never rejects. UNAVAILABLE: send the same command id again. */
  submit(command: Command): Promise<Answered> {
    return new Promise((resolve) => {
      const answer = (outcome: Outcome, at: number | null): void => resolve({ outcome, at });
      if (this.#isClosed || this.#queue.length >= MAX_QUEUE) return answer(unavailable, null);
      const key = "userId" in command ? keyOf(command) : null;
      this.#queue.push({ command, key, answer, attempts: 0 });
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
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, MAX_BATCH);
      try {
        await this.#carryOut(this.#answerRepeats(batch));
      } catch (error) {
        // A bug, not a fault of the database (that is handled below): nobody may be left waiting.
        this.#deps.log.error({ err: error }, "batch failed");
        this.#forget(batch);
        for (const pending of batch) pending.answer(refusedOutcome(refusal("INTERNAL")), null);
      }
    }
    this.#isRunning = false;
  }

  async #carryOut(batch: readonly Pending[]): Promise<void> {
    if (batch.length === 0) return;
    let decided: DecidedBatch | undefined;
    let result: CommitResult;
    try {
      await this.#load(batch);
      decided = decideBatch(batch, {
        state: (id) => this.#states.get(id),
        user: (id) => this.#users.get(id),
        rates: this.#deps.rates(),
        now: this.#deps.clock.now(),
      });
      this.#queue.unshift(...decided.later);
      if (decided.commit.parts.length === 0) return;
      result = await this.#deps.store.commit(decided.commit);
    } catch (error) {
      this.#deps.log.error({ err: error }, "commit failed or unknown");
      this.#forget(batch);
      const isLater = new Set(decided?.later);
      for (const pending of batch) if (!isLater.has(pending)) pending.answer(unavailable, null);
      if (decided) this.#deps.events.unknown(decided.commit.parts.map((part) => part.auctionId));
      return;
    }
    this.#finish(decided, result);
  }

  #finish({ commit, waiting }: DecidedBatch, result: CommitResult): void {
    const { at, misses } = result;
    for (const part of commit.parts) {
      if (misses.has(part.auctionId)) this.#states.delete(part.auctionId);
      else this.#states.set(part.auctionId, stamped(part, at));
    }
    for (const { userId, auctionId } of commit.users) if (misses.get(auctionId) === "facts") this.#users.delete(userId);
    for (const known of result.known) this.#recent.set(keyOf(known), known);

    for (const { auctionId, ...record } of commit.commands) {
      if (!misses.has(auctionId)) this.#recent.set(keyOf(record), { ...record, at });
    }
    const again: Pending[] = [];
    for (const { pending, outcome } of waiting) {
      if (!misses.has(pending.command.auctionId)) pending.answer(outcome, at);
      else if (++pending.attempts < MAX_ATTEMPTS) again.push(pending);
      else pending.answer(unavailable, null);
    }
    this.#queue.unshift(...again);
    if (result.changes.length > 0) this.#deps.events.committed(result.changes, at);
  }

  async #load(batch: readonly Pending[]): Promise<void> {
    const auctionIds = new Set<string>();
    const userIds = new Set<string>();
    for (const { command } of batch) {
      if (!this.#states.has(command.auctionId)) auctionIds.add(command.auctionId);
      if ("userId" in command && !this.#users.has(command.userId)) userIds.add(command.userId);
    }
    const { store } = this.#deps;
    const [states, users] = await Promise.all([
      auctionIds.size > 0 ? store.loadAuctions([...auctionIds]) : [],
      userIds.size > 0 ? store.loadUsers([...userIds]) : [],
    ]);
    for (const state of states) this.#states.set(state.id, state);
    for (const user of users) this.#users.set(user.id, user);
  }

  #answerRepeats(batch: readonly Pending[]): Pending[] {
    return batch.filter(({ command, key, answer }) => {
      const known = key === null ? undefined : this.#recent.get(key);
      if (!known || !("userId" in command)) return true;
      if (known.fingerprint === fingerprintOf(command)) answer(known.outcome, known.at);
      else answer(refusedOutcome(refusal("COMMAND_ID_REUSED")), null);
      return false;
    });
  }

  #forget(batch: readonly Pending[]): void {
    for (const { command } of batch) {
      this.#states.delete(command.auctionId);
      if ("userId" in command) this.#users.delete(command.userId);
    }
  }
}

const keyOf = ({ userId, commandId }: { userId: string; commandId: string }): string => `${userId} ${commandId}`;

/** As stored: `updatedAt` is when the public version last moved. */
const stamped = ({ after, changes }: AuctionPart, at: number): AuctionState =>
  changes[0] === undefined || changes[0].before.version === after.version ? after : { ...after, updatedAt: at };

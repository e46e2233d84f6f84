// Adds the changes that are not in the public log yet, in bounded batches. Any node may run it at any time: the statement
// that writes (append.ts) fails if another one was faster, and then everything is read again.

import type { LogKeys } from "../../config/log-key.ts";
import type { Database } from "../../platform/database/database.ts";
import { guardRows, isOfRow } from "../../platform/jobs/guard-rows.ts";
import { append } from "./append.ts";
import { ensureHead, type LogHead, readHead } from "./heads.ts";
import { noteKeys } from "./keys.ts";
import { LOTS_IN_SWEEP, type LotBehind, lotsBehind, type Search, unloggedOf } from "./leaves/find-changes.ts";
import { makeLeaves } from "./leaves/make-leaves.ts";
import { People } from "./leaves/people.ts";
import type { LogObserver } from "./metrics.ts";
import { logSigner, originOf } from "./signers.ts";
import { GrowingTree } from "./tree/tree.ts";

/** No batch has more changes of one lot, or of all lots. */
const CHANGES_AT_ONCE = 4_000;
/** After a longer pause the search for the latest changes, which looks back half a second, would miss some. */
const LATEST_WITHIN_MS = 250;
/**
 * The same for the search for recent changes, which looks back two seconds. It also finds the changes of slow commits.
 */
const RECENT_WITHIN_MS = 1_500;
const RECENT_EVERY_MS = 1_000;
/** The same for the search for later changes, which looks back ten seconds. */
const LATER_WITHIN_MS = 9_000;
/**
 * The wide search runs this often, because a change may become visible later than the search for recent ones looks
 * back.
 */
const WIDE_EVERY_MS = 15_000;
/** All lots are compared this often, to find changes that no search by time has found. */
const EVERY_LOT_EVERY_MS = 5 * 60_000;
const NOTE_KEYS_EVERY_MS = 10 * 60_000;

export interface SequencerDeps {
  readonly database: Pick<Database, "db">;
  readonly keys: LogKeys;
  /** False: nothing may be added to this log. */
  readonly mayGrow: (head: LogHead) => Promise<boolean>;
  readonly observe: Pick<LogObserver, "grown" | "seen">;
  /** The database's clock, epoch ms. */
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
  readonly changesAtOnce?: number | undefined;
}

export class Sequencer {
  readonly #deps: SequencerDeps;
  readonly #changesAtOnce: number;
  readonly #people: People;
  /** Lots that this server's log already names as missing from the public log, so that it names each once. */
  readonly #warned = new Set<string>();
  #log = 0;
  #keysAt = Number.NEGATIVE_INFINITY;
  /** Lots with older changes. */
  #waiting: LotBehind[] = [];
  #isMoreWaiting = false;
  /** When the last search for new changes began; when the last one that looked back two seconds or more did. */
  #newAt = Number.NEGATIVE_INFINITY;
  #recentAt = Number.NEGATIVE_INFINITY;
  #wideAt = Number.NEGATIVE_INFINITY;
  #everyLotAt = Number.NEGATIVE_INFINITY;

  constructor(deps: SequencerDeps) {
    this.#deps = deps;
    this.#changesAtOnce = deps.changesAtOnce ?? CHANGES_AT_ONCE;
    this.#people = new People(deps.database);
  }

  /** Makes the next run search everything again, because other nodes may have sequenced meanwhile. */
  restart(): void {
    this.#people.forget();
    this.#waiting = [];
    this.#newAt = this.#recentAt = this.#wideAt = this.#everyLotAt = Number.NEGATIVE_INFINITY;
  }

  /** Logs everything that is not logged yet. `mayGoOn` is asked between batches. */
  async run(mayGoOn: () => Promise<boolean>): Promise<void> {
    while (await mayGoOn()) {
      const head = await this.#head();
      if (!head) return;
      try {
        if (!(await this.#step(head, mayGoOn))) return;
      } catch (error) {
        // It is unknown whether the batch was written.
        this.restart();
        throw error;
      }
    }
  }

  async #head(): Promise<LogHead | null> {
    const { database, keys, observe, mayGrow } = this.#deps;
    await this.#noteKeys();
    const head = await ensureHead(database, keys);
    observe.seen(head);
    if (head.log !== this.#log) this.restart();
    this.#log = head.log;
    return head.stoppedAt === null && (await mayGrow(head)) ? head : null;
  }

  async #noteKeys(): Promise<void> {
    const now = performance.now();
    if (now - this.#keysAt < NOTE_KEYS_EVERY_MS) return;
    const { database, keys } = this.#deps;
    const head = await readHead(database);
    await noteKeys(database, keys, head?.origin ?? originOf(keys, 1));
    this.#keysAt = now;
  }

  /** Logs the new changes, and then one batch of old ones. False: nothing is left. */
  async #step(head: LogHead, mayGoOn: () => Promise<boolean>): Promise<boolean> {
    const { database } = this.#deps;
    const startedAt = performance.now();
    if (this.#waiting.length === 0 && (this.#isMoreWaiting || startedAt - this.#everyLotAt > EVERY_LOT_EVERY_MS)) {
      this.#waiting = await lotsBehind(database, head.log, "every lot");
      this.#isMoreWaiting = this.#waiting.length === LOTS_IN_SWEEP;
      this.#everyLotAt = startedAt;
    }
    const search = this.#searchFor(startedAt);
    const recent = await lotsBehind(database, head.log, search);
    let grown: LogHead | null = head;
    for (let rest = recent; rest.length > 0 && grown; ) {
      if (!(await mayGoOn())) return false;
      const batch = this.#batchOf(rest);
      rest = rest.slice(batch.length);
      grown = await this.#addGuarded(grown, batch, true);
    }
    if (!grown) return true;
    this.#newAt = startedAt;
    if (search !== "latest") this.#recentAt = startedAt;
    if (search === "wide") this.#wideAt = startedAt;
    if (this.#waiting.length === 0) return false;
    const batch = this.#batchOf(this.#waiting.slice(0, OLD_LOTS_AT_ONCE));
    this.#waiting = this.#waiting.slice(batch.length);
    await this.#addGuarded(grown, batch, false);
    return true;
  }

  /** Chooses the search that looks back the least without missing a change. */
  #searchFor(now: number): Search {
    const pauseMs = now - this.#newAt;
    if (pauseMs > LATER_WITHIN_MS || now - this.#wideAt > WIDE_EVERY_MS) return "wide";
    if (pauseMs > RECENT_WITHIN_MS) return "later";
    return pauseMs > LATEST_WITHIN_MS || now - this.#recentAt > RECENT_EVERY_MS ? "recent" : "latest";
  }

  /** The same as `#add`. If a lot makes the batch fail, adds each lot alone, and leaves the failing one for later. */
  async #addGuarded(head: LogHead, lots: readonly LotBehind[], isNew: boolean): Promise<LogHead | null> {
    const { database, log } = this.#deps;
    const waiting = this.#waiting;
    try {
      return await this.#add(head, lots, isNew);
    } catch (error) {
      if (lots.length === 0 || !isOfRow(error)) throw error;
      // Nothing was written: an error of a row comes before the commit. But secrets may be known that are not stored.
      this.#people.forget();
      this.#waiting = waiting;
    }
    const guard = guardRows(database, "public-log", log);
    let grown: LogHead | null = head;
    for (const lot of lots) {
      const before: LogHead = grown;
      let next: LogHead | null = before;
      const isDone = await guard.tries(lot.auctionId, async () => {
        next = await this.#add(before, [lot], isNew);
      });
      if (!isDone) {
        this.#people.forget();
        this.#waiting = this.#waiting.filter(({ auctionId }) => auctionId !== lot.auctionId);
      }
      grown = next;
      if (!grown) return null;
    }
    return grown;
  }

  /** Returns the new head. Null: another node was faster, or the log was stopped. */
  async #add(head: LogHead, lots: readonly LotBehind[], isNew: boolean): Promise<LogHead | null> {
    const { database, keys, observe, now } = this.#deps;
    const unlogged = await unloggedOf(database, head.log, idsOf(lots), this.#changesAtOnce);
    this.#wait(lots);
    if (unlogged.length === 0) return head;
    const { unreadable, newer, oldestAt, ...made } = await makeLeaves(database, this.#people, head.log, unlogged);
    this.#warn(unreadable, "the log of a lot does not begin with its creation: it is not in the public log");
    this.#warn(newer, "a newer version of the program changed a lot: its changes wait for that version's server");
    if (made.lots.length === 0) return head;
    const tree = new GrowingTree(head.size, head.frontier);
    for (const { hash } of made.leaves) tree.add(hash);
    const checkpoint = logSigner(keys, head.origin).checkpoint(tree.size, tree.root());
    const { log, size: from } = head;
    const { frontier, filled: subtrees } = tree;
    if (!(await append(database, { ...made, log, from, subtrees, frontier, checkpoint }))) {
      this.restart();
      return null;
    }
    const grown = { ...head, size: tree.size, frontier, checkpoint };
    observe.seen(grown);
    observe.grown(made.leaves.length, isNew && oldestAt !== null ? now() - oldestAt : null);
    return grown;
  }

  /** The first lots, with no more changes than a batch may have. */
  #batchOf(lots: readonly LotBehind[]): readonly LotBehind[] {
    let changes = 0;
    const end = lots.findIndex((lot) => {
      changes += Math.min(lot.changes, this.#changesAtOnce);
      return changes > this.#changesAtOnce;
    });
    return end === -1 ? lots : lots.slice(0, Math.max(1, end));
  }

  /** Lots that were too long for one batch wait for the next one, each once: a lot twice in a batch would be logged twice. */
  #wait(lots: readonly LotBehind[]): void {
    const known = idsOf(lots);
    const rest = lots
      .map(({ auctionId, changes }) => ({ auctionId, changes: changes - this.#changesAtOnce }))
      .filter(({ changes }) => changes > 0);
    this.#waiting = [...this.#waiting.filter(({ auctionId }) => !known.has(auctionId)), ...rest];
  }

  #warn(auctionIds: readonly string[], message: string): void {
    for (const auctionId of auctionIds) {
      if (this.#warned.has(auctionId)) continue;
      this.#warned.add(auctionId);
      this.#deps.log.warn({ auctionId }, message);
    }
  }
}

/** New changes wait for a batch of older ones, and a lot may have to be replayed. */
const OLD_LOTS_AT_ONCE = 300;

const idsOf = (lots: readonly LotBehind[]): ReadonlySet<string> => new Set(lots.map(({ auctionId }) => auctionId));

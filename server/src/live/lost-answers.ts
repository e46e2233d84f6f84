/**
 * Publishes the commits whose answer was lost, like those that were answered, once the log says that they happened.
 *
 * Until then the later changes of the same auction wait here, so that everybody gets all changes once and in the order
 * of their commit. Before anything is published from the log, the standby has it, so that no failover takes it back.
 */
import { isDeepStrictEqual } from "node:util";
import type { AuctionEvent } from "../auction/events.ts";
import { areKnown, evolveChange } from "../auction/evolve.ts";
import type { AuctionState } from "../auction/state.ts";
import type { AuctionPart, Change, CommitBatch, Committed } from "../engine/ports.ts";
import type { Database } from "../platform/database/database.ts";
import { DECIDED_WITHIN_MS } from "../platform/database/unanswered-statements.ts";
import { type LogRow, logRowsAfter } from "./changes.ts";

const LOOK_EVERY_MS = 1_000;
/** The most auctions and the most rows of each in one statement. */
const READ_AT_ONCE = { auctions: 100, rows: 100 };
/**
 * The most failed parts that one auction keeps. If there are more, because the database fails again and again, the
 * oldest is dropped, and the watchers are caught up.
 */
const MOST_PARTS = 20;
/**
 * If all auctions together keep this many, an auction whose commit fails keeps only its newest part. If it had older
 * ones, its watchers are caught up instead.
 */
const MANY_PARTS = 5_000;
/** More changes of one auction wait only if the log cannot be read although commits are answered. */
const MOST_WAITING = 1_000;

/** An auction with parts whose outcome is unknown. */
interface UndecidedAuction {
  /** The auction after the last change that was published or that somebody else published. */
  state: AuctionState;
  /** The parts that may have been written, oldest first. */
  parts: readonly AuctionPart[];
  /** Later changes whose commit was answered, by their revision. */
  readonly waiting: Map<number, { readonly change: Committed<Change>; readonly at: number }>;
  /** When the newest part failed, by `performance.now()`. */
  since: number;
  /** Whether the watchers and the listing must be brought up to date at the end. */
  isBehind: boolean;
}

interface LostAnswersDeps {
  readonly database: Database;
  /** Publishes these auctions as they are stored now. */
  readonly catchUp: (auctionIds: readonly string[]) => void;
  readonly log: { warn(details: object, message: string): void };
}

export class LostAnswers {
  readonly #deps: LostAnswersDeps;
  readonly #undecided = new Map<string, UndecidedAuction>();
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isAskedAgain = false;
  #isClosed = false;
  /** Called for a change that turned out to be committed; `at`: the time of its commit, epoch ms. */
  onFoundCommitted: (change: Committed<Change>, at: number) => void = () => {};
  /** Called for changes that waited here. */
  onReleased: (changes: readonly Committed<Change>[], at: number) => void = () => {};

  constructor(deps: LostAnswersDeps) {
    this.#deps = deps;
  }

  /** Call when the statement failed, so that each part may or may not have been written. */
  unknown({ parts }: Pick<CommitBatch, "parts">): void {
    const kept = [...this.#undecided.values()].reduce((sum, undecided) => sum + undecided.parts.length, 0);
    const most = kept < MANY_PARTS ? MOST_PARTS : 1;
    for (const part of parts) {
      const before = part.changes[0]?.before;
      if (!before) continue;
      const known = this.#undecided.get(part.auctionId);
      const undecided: UndecidedAuction = known ?? {
        state: before,
        parts: [],
        waiting: new Map(),
        since: 0,
        isBehind: false,
      };
      if (undecided.parts.length >= most) undecided.isBehind = true;
      undecided.parts = [...undecided.parts, part].slice(-most);
      undecided.since = performance.now();
      this.#undecided.set(part.auctionId, undecided);
    }
    this.#look();
  }

  /** Returns those of the committed changes that may be published now, and keeps the others until `onReleased`. */
  ready(changes: readonly Committed<Change>[], at: number): readonly Committed<Change>[] {
    if (this.#undecided.size === 0) return changes;
    return changes.filter((change) => {
      const auctionId = change.after.id;
      const undecided = this.#undecided.get(auctionId);
      if (!undecided) return true;
      if (change.after.revision <= undecided.state.revision) return true;
      if (change.before.revision === undecided.state.revision) {
        // Nothing happened since then, so this change is the next one.
        this.#passed(undecided, change.after, null);
        this.#endIfDecided(auctionId, undecided);
        return true;
      }
      undecided.waiting.set(change.after.revision, { change, at });
      if (undecided.waiting.size > MOST_WAITING) this.#end(auctionId, undecided);
      else this.#look();
      return false;
    });
  }

  /**
   * Call before a state of this auction is sent to the listing. Returns true if the listing must not get it yet,
   * because readers would drop the events of a change with an earlier version. Then it also records that the listing
   * gets the auction later.
   */
  holdBackListing(auctionId: string): boolean {
    const undecided = this.#undecided.get(auctionId);
    if (undecided) undecided.isBehind = true;
    return undecided !== undefined;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #look(): void {
    if (this.#isReading) {
      this.#isAskedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isReading = true;
    this.#isAskedAgain = false;
    const read = this.#readAll().catch((error: unknown) => {
      if (!this.#isClosed) this.#deps.log.warn({ err: error }, "lost answers not read; trying again");
    });
    void read.finally(() => {
      this.#isReading = false;
      if (this.#isClosed || this.#undecided.size === 0) return;
      this.#timer = setTimeout(() => this.#look(), this.#isAskedAgain ? 0 : LOOK_EVERY_MS);
      this.#timer.unref();
    });
  }

  async #readAll(): Promise<void> {
    const { database } = this.#deps;
    const all = [...this.#undecided];
    for (let i = 0; i < all.length; i += READ_AT_ONCE.auctions) {
      const some = all.slice(i, i + READ_AT_ONCE.auctions);
      const askedAt = performance.now();
      const asked = some.map(([auctionId, { state }]) => ({ auctionId, revision: state.revision }));
      const found = await logRowsAfter(database, asked, READ_AT_ONCE.rows);
      if (!(await database.replication.confirmed())) return;
      if (this.#isClosed) return;
      for (const [place, [auctionId, undecided]] of some.entries())
        this.#follow(auctionId, undecided, found[place] ?? [], askedAt);
    }
  }

  /** Goes on in the auction's log. `askedAt`: when its rows were asked for. */
  #follow(auctionId: string, undecided: UndecidedAuction, rows: readonly LogRow[], askedAt: number): void {
    if (this.#undecided.get(auctionId) !== undecided) return;
    for (const row of rows) {
      this.#publishWaiting(undecided);
      if (row.revision !== undecided.state.revision + 1) continue;
      // A newer version of the program wrote it.
      if (!areKnown([row])) {
        this.#end(auctionId, undecided);
        return;
      }
      this.#publishFound(undecided, row);
    }
    this.#publishWaiting(undecided);
    if (this.#endIfDecided(auctionId, undecided)) return;
    if (rows.length === READ_AT_ONCE.rows) this.#isAskedAgain = true;
    else if (undecided.waiting.size === 0 && askedAt - undecided.since > DECIDED_WITHIN_MS)
      this.#end(auctionId, undecided);
  }

  /** Continues with the row's state. Publishes the row's change if it is one of those whose outcome was unknown. */
  #publishFound(undecided: UndecidedAuction, { revision, events, actorId, at }: LogRow): void {
    const made = undecided.parts
      .flatMap(({ changes }) => changes)
      .find((change) => change.after.revision === revision && isWritten(change, events, actorId));
    const before = undecided.state;
    const after = evolveChange(before, events);
    this.#passed(undecided, after, made ?? null);
    // Another node committed and published it. This node's watchers may not have it yet.
    if (!made) undecided.isBehind = true;
    // The log contains only committed changes.
    else this.onFoundCommitted({ ...made, before, after, events } as Change as Committed<Change>, at);
  }

  #publishWaiting(undecided: UndecidedAuction): void {
    for (;;) {
      const next = undecided.waiting.get(undecided.state.revision + 1);
      if (!next) return;
      undecided.waiting.delete(next.change.after.revision);
      this.#passed(undecided, next.change.after, null);
      this.onReleased([next.change], next.at);
    }
  }

  /** Goes on to the state. A part is written as a whole, so one that did not make the state is not written any more. */
  #passed(undecided: UndecidedAuction, state: AuctionState, made: Change | null): void {
    undecided.state = state;
    undecided.parts = undecided.parts.filter(({ expectedRevision, after, changes }) => {
      if (expectedRevision >= state.revision) return true;
      return after.revision > state.revision && made !== null && changes.some((one) => isSameChange(one, made));
    });
  }

  #endIfDecided(auctionId: string, undecided: UndecidedAuction): boolean {
    const isDecided = undecided.parts.length === 0 && undecided.waiting.size === 0;
    if (isDecided) this.#end(auctionId, undecided);
    return isDecided;
  }

  /** Publishes what still waits, and removes the auction. */
  #end(auctionId: string, undecided: UndecidedAuction): void {
    this.#undecided.delete(auctionId);
    const left = [...undecided.waiting.values()].sort((a, b) => a.change.after.revision - b.change.after.revision);
    for (const { change, at } of left) this.onReleased([change], at);
    if (undecided.isBehind || left.length > 0) this.#deps.catchUp([auctionId]);
  }
}

const isSameChange = (one: Change, other: Change): boolean =>
  one.after.revision === other.after.revision && isWritten(one, other.events, other.actorId);

/** Whether the log's events are those of the change. The commit itself sets the end that soft close moves. */
const isWritten = ({ events, actorId }: Change, logged: readonly AuctionEvent[], by: string | null): boolean =>
  actorId === by && isDeepStrictEqual(comparable(events), comparable(logged));

const comparable = (events: readonly AuctionEvent[]): unknown =>
  JSON.parse(
    JSON.stringify(events.map((event) => (event.type === "AuctionExtended" ? { ...event, endsAt: null } : event))),
  );

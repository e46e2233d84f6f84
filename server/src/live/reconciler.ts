// Reads and sends to watchers what this node missed: other nodes' commits, and commits without an answer that
// lost-answers.ts does not publish itself. It goes on in the log from the state after the last change that was sent.

import { setTimeout as sleep } from "node:timers/promises";
import { areKnown, evolveChange } from "../auction/evolve.ts";
import { type AuctionState, copyOf } from "../auction/state.ts";
import type { Change, Committed } from "../engine/ports.ts";
import { findAuctions, findConfirmedAuctions } from "../engine/reads/find-auctions.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { gatherReads } from "../platform/database/gather-reads.ts";
import { type LogRow, logRowsAfter } from "./changes.ts";
import { publishPrivateEvents } from "./private-events.ts";
import type { FoundChange, Publisher } from "./publisher.ts";
import { auctionRooms, type Rooms } from "./rooms.ts";

/**
 * The shortest interval between reads of auctions that changed on other nodes: the same at which this node's own prices
 * are merged.
 */
const RECONCILE_EVERY_MS = 50;
/** The most auctions per statement, so that a sweep over many watched auctions is a few short statements. */
export const READ_AT_ONCE = 500;
/**
 * The longest gap that is read, in rows of the log: as many as a hot auction gets within a second on other nodes. Beyond
 * it each watcher fetches a snapshot.
 */
const LONGEST_GAP = 2_000;
const LOGS_READ = { atOnce: 200 };

export interface ReconcilerDeps {
  /** Whether other nodes' commits are published to this one. */
  readonly isClusterConnected: () => boolean;
  readonly rooms: Rooms;
  readonly publisher: Publisher;
  readonly database: Database;
  readonly clock: Clock;
  /** Whether the listing gets this auction later, after a change whose answer was lost. */
  readonly isHeldBack: (auctionId: string) => boolean;
}

export class Reconciler {
  readonly #deps: ReconcilerDeps;
  readonly #logAfter: (auctionIdAndRevision: string) => Promise<LogRow[] | undefined>;
  /** Auctions to read. One that is requested again during its read is read once more afterwards. */
  readonly #wanted = new Set<string>();
  /**
   * True if private events for users of this node may be lost. Then the private events of missed changes are sent
   * again.
   */
  #mayHaveLostEvents = false;
  #isRunning = false;
  #isClosed = false;

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps;
    this.#logAfter = gatherReads<LogRow[]>(async (keys) => {
      const asked = keys.map((key) => {
        const [auctionId = "", revision] = key.split(" ");
        return { auctionId, revision: Number(revision) };
      });
      const found = await logRowsAfter(deps.database, asked, LONGEST_GAP);
      return new Map(keys.map((key, i) => [key, found[i] ?? []]));
    }, LOGS_READ);
  }

  get hasWork(): boolean {
    return this.#wanted.size > 0;
  }

  isWatched(id: string): boolean {
    const allRooms = this.#deps.rooms;
    return auctionRooms(id).some(([room]) => allRooms.has(room));
  }

  /**
   * Sends the watchers of these auctions what they missed. Rejects if the database fails; a later call then reads the
   * auctions again.
   */
  async reconcile(ids: readonly string[], mayHaveLostEvents = false): Promise<void> {
    const { publisher, isClusterConnected } = this.#deps;
    if (mayHaveLostEvents) this.#mayHaveLostEvents = true;
    for (const id of ids) if (this.isWatched(id) || publisher.hasListing()) this.#wanted.add(id);
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.hasWork && !this.#isClosed) {
        if (!isClusterConnected()) this.#mayHaveLostEvents = true;
        const isMore = this.#wanted.size > READ_AT_ONCE;
        await this.#readWanted();
        if (!isMore && isClusterConnected()) this.#mayHaveLostEvents = false;
        if (!isMore) await sleep(RECONCILE_EVERY_MS);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Sends the room the changes up to this state that it does not have yet, and adds them to the recent changes. */
  async catchUp(state: AuctionState): Promise<void> {
    const { publisher } = this.#deps;
    const { id, version } = state;
    const known = publisher.latestVersion(id);
    if (!this.isWatched(id)) return;
    // Nothing was sent to watchers yet, and the first watcher reads the state itself.
    if (known === 0) return publisher.readEarly(state);
    const from = publisher.recent.newest(id);
    if (known >= version && (from?.version ?? 0) >= version) return;
    const found = from ? await this.#changesTo(state, from) : null;
    publisher.caughtUp(state, found);
    if (!found || !this.#mayHaveLostEvents) return;
    const missed = found.flatMap(({ change }) =>
      change.after.version > Math.max(known, change.before.version) ? [change] : [],
    );
    publishPrivateEvents(this.#deps.rooms, missed, "here");
  }

  /**
   * Another server has become the primary: brings back the watchers who were sent versions that it does not have.
   * Rejects if the database does.
   */
  async compareWithNewPrimary(ids: readonly string[]): Promise<void> {
    const { database, publisher } = this.#deps;
    const sent = new Map(ids.map((id) => [id, publisher.latestVersion(id)]));
    const stored = new Map((await findAuctions(database, ids)).map(({ id, version }) => [id, version]));
    for (const [id, version] of sent) if ((stored.get(id) ?? 0) < version) publisher.takenBack(id);
  }

  close(): void {
    this.#isClosed = true;
  }

  /**
   * Returns the changes between the two states, the second of which is the newer one; null if the log does not lead from
   * one to the other, or if a newer version of the program wrote it. Without maxima, which the earlier state has not.
   */
  async #changesTo(state: AuctionState, from: AuctionState): Promise<FoundChange[] | null> {
    const rows = (await this.#logAfter(`${state.id} ${from.revision}`)) ?? [];
    const upTo = rows.filter(({ revision }) => revision <= state.revision);
    if (!areKnown(upTo)) return null;
    let before = from;
    const found: FoundChange[] = [];
    for (const { revision, events, actorId, at } of upTo) {
      if (revision !== before.revision + 1) return null;
      const evolved = copyOf(evolveChange(before, events));
      evolved.maxBids = from.maxBids;
      if (evolved.version > before.version) evolved.updatedAt = at;
      // The names in it are those of now.
      const after = revision === state.revision ? state : evolved;
      const shown = events.filter(({ type }) => type !== "MaxBidSet" && type !== "MaxBidCancelled");
      // The log contains only committed changes.
      found.push({ change: { before, after, events: shown, actorId } as Change as Committed<Change>, at });
      before = after;
    }
    return before.version === state.version ? found : null;
  }

  async #readWanted(): Promise<void> {
    const now = [...this.#wanted].slice(0, READ_AT_ONCE);
    for (const id of now) this.#wanted.delete(id);
    try {
      const states = await findConfirmedAuctions(this.#deps.database, now);
      await Promise.all(states.map((state) => this.catchUp(state)));
      for (const state of states) if (!this.#deps.isHeldBack(state.id)) this.#deps.publisher.listed(state);
    } catch (error) {
      // Keep them: the next poll, within a second, reads them again.
      for (const id of now) this.#wanted.add(id);
      throw error;
    }
  }
}

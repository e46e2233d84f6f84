// Reads and sends to watchers what this node missed: other nodes' commits, and commits without an answer that
// lost-answers.ts does not publish itself.

import { setTimeout as sleep } from "node:timers/promises";
import type { AuctionState } from "../auction/state.ts";
import { findAuctions, findConfirmedAuctions } from "../engine/reads/find-auctions.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { publishPrivateEvents } from "./private-events.ts";
import type { Publisher } from "./publisher.ts";
import type { Replay } from "./replay.ts";
import { auctionRooms, type Rooms } from "./rooms.ts";

/**
 * The shortest interval between reads of auctions that changed on other nodes: the same at which this node's own prices
 * are merged.
 */
const RECONCILE_EVERY_MS = 50;
/** The most auctions per statement, so that a sweep over many watched auctions is a few short statements. */
export const READ_AT_ONCE = 500;

export interface ReconcilerDeps {
  /** Whether other nodes' commits are published to this one. */
  readonly isClusterConnected: () => boolean;
  readonly rooms: Rooms;
  readonly publisher: Publisher;
  readonly database: Database;
  readonly replay: Replay;
  readonly clock: Clock;
  /** Whether the listing gets this auction later, after a change whose answer was lost. */
  readonly isHeldBack: (auctionId: string) => boolean;
}

export class Reconciler {
  readonly #deps: ReconcilerDeps;
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

  /** Sends the room the changes of this state that it does not have yet. */
  async catchUp(state: AuctionState): Promise<void> {
    const { publisher, replay, clock } = this.#deps;
    const known = publisher.latestVersion(state.id);
    if (!this.isWatched(state.id) || state.version <= known) return;
    // Nothing was sent to watchers yet, and the first watcher reads the state itself.
    if (known === 0) return publisher.readEarly(state);
    const [gap, own] = await Promise.all([
      replay.toRoom(state, known, clock.now()),
      this.#mayHaveLostEvents ? replay.changes(state, known) : null,
    ]);
    publisher.catchUp(state, gap ?? (() => [{ type: "auction:resync", data: { auctionId: state.id } }]));
    if (own) publishPrivateEvents(this.#deps.rooms, own, "here");
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

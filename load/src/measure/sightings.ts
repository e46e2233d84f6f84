// From bid to watcher: a bid's answer names the version it made, what a watcher gets names the versions it covers, and
// either may come first. Every watcher's sight of every version counts, from the moment the bid was due.
// A thousand watchers see a merge of fifty bids within some milliseconds: their moments are gathered to a fifth of a
// millisecond, so that this is not fifty thousand records.
import type { Latencies } from "./latencies.ts";

/** Answers are there by then, and most watchers of one event too. */
const GATHER_MS = 300;
/** What nobody here asked for by then was somebody else's. */
const FORGET_MS = 30_000;
const PER_MS = 5;

interface Group {
  readonly fromVersion: number;
  readonly version: number;
  readonly since: number;
  /** Watchers by moment, in fifths of a millisecond. */
  readonly moments: Map<number, number>;
}

interface OfAuction {
  /** By version, oldest first. */
  readonly dueAt: Map<number, number>;
  readonly groups: Map<string, Group>;
}

export class Sightings {
  readonly #byAuction = new Map<string, OfAuction>();
  readonly #latencies: Latencies;

  constructor(latencies: Latencies) {
    this.#latencies = latencies;
  }

  /** The first to name a version is the one that made it: a hidden maximum's answer names the one before it. */
  made(auctionId: string, version: number, dueAt: number): void {
    const { dueAt: known } = this.#of(auctionId);
    if (!known.has(version)) known.set(version, dueAt);
  }

  seen(auctionId: string, fromVersion: number, version: number, at: number): void {
    const { groups } = this.#of(auctionId);
    const key = `${fromVersion}-${version}`;
    let group = groups.get(key);
    if (!group) {
      group = { fromVersion, version, since: at, moments: new Map() };
      groups.set(key, group);
    }
    const moment = Math.round(at * PER_MS);
    group.moments.set(moment, (group.moments.get(moment) ?? 0) + 1);
  }

  /** Records what can be. Called every now and then; `all` at the end, when nothing more comes. */
  settle(now: number, all = false): void {
    for (const { dueAt, groups } of this.#byAuction.values()) {
      for (const [key, group] of groups) {
        if (!all && now - group.since < GATHER_MS) continue;
        this.#record(group, dueAt);
        groups.delete(key);
      }
      for (const [version, at] of dueAt) {
        if (now - at < FORGET_MS) break;
        dueAt.delete(version);
      }
    }
  }

  #record({ fromVersion, version, moments }: Group, dueAt: ReadonlyMap<number, number>): void {
    for (let made = fromVersion; made <= version; made++) {
      const due = dueAt.get(made);
      if (due === undefined) continue;
      for (const [moment, watchers] of moments) this.#latencies.record(moment / PER_MS - due, watchers);
    }
  }

  #of(auctionId: string): OfAuction {
    let known = this.#byAuction.get(auctionId);
    if (!known) {
      known = { dueAt: new Map(), groups: new Map() };
      this.#byAuction.set(auctionId, known);
    }
    return known;
  }
}

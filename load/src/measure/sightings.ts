// Measures the latency from bid to watcher. A bid's answer names the version it made, a watcher's event names the
// versions it covers, and either may come first. Every watcher's sight of every version counts, from the moment the bid
// was due. The times are grouped to a fifth of a millisecond, so that a thousand watchers of fifty merged bids do not
// make fifty thousand records.
import type { Latencies } from "./latencies.ts";

/** After this time most watchers have received the event. */
const GATHER_MS = 300;
/**
 * If no answer has named a version by then, somebody outside the run made it. If the tester is late, its answers are
 * late too.
 */
const ANSWERED_MS = 15_000;
const FORGET_MS = 30_000;
const PER_MS = 5;

interface Group {
  readonly fromVersion: number;
  readonly version: number;
  readonly since: number;
  /** The number of watchers by time, in fifths of a millisecond. */
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

  /**
   * The first answer to name a version is the one that made it. The answer to a hidden maximum names the version before
   * it, so later answers are ignored.
   */
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

  /**
   * Records the latencies that are known. Call it from time to time, and with `all` at the end, when nothing more
   * arrives.
   */
  settle(now: number, all = false): void {
    for (const { dueAt, groups } of this.#byAuction.values()) {
      for (const [key, group] of groups) {
        const gatherMs = isNamed(group, dueAt) ? GATHER_MS : ANSWERED_MS;
        if (!all && now - group.since < gatherMs) continue;
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

/** True if answers have named all versions of the group. */
const isNamed = ({ fromVersion, version }: Group, dueAt: ReadonlyMap<number, number>): boolean => {
  for (let made = fromVersion; made <= version; made++) if (!dueAt.has(made)) return false;
  return true;
};

// Measures the latency from bid to watcher. A bid's answer names its version, a price event the range of versions it
// covers. Either may come first; every watcher's sight of every bid counts.
import { type Latencies, recordMs } from "./latencies.ts";

interface Sighting {
  sentAt: number | null;
  /** When watchers saw it before the answer arrived. */
  readonly early: number[];
  isSeen: boolean;
}

export class Sightings {
  readonly #byBid = new Map<string, Sighting>();
  readonly #latencies: Latencies;

  constructor(latencies: Latencies) {
    this.#latencies = latencies;
  }

  answered(auctionId: string, version: number, sentAt: number): void {
    const sighting = this.#of(auctionId, version);
    sighting.sentAt = sentAt;
    for (const at of sighting.early) recordMs(this.#latencies, at - sentAt);
  }

  seen(event: { auctionId: string; fromVersion: number; version: number }, at: number): void {
    for (let version = event.fromVersion; version <= event.version; version++) {
      const sighting = this.#of(event.auctionId, version);
      sighting.isSeen = true;
      if (sighting.sentAt === null) sighting.early.push(at);
      else recordMs(this.#latencies, at - sighting.sentAt);
    }
  }

  /** The number of bids that no watcher has seen. */
  get unseen(): number {
    return [...this.#byBid.values()].filter(({ isSeen }) => !isSeen).length;
  }

  #of(auctionId: string, version: number): Sighting {
    const key = `${auctionId} ${version}`;
    const known = this.#byBid.get(key);
    if (known) return known;
    const sighting: Sighting = { sentAt: null, early: [], isSeen: false };
    this.#byBid.set(key, sighting);
    return sighting;
  }
}

// Measures how far a replica is behind in time: since when the primary has had a position that the replica does not
// show. It compares positions, because the time of the last replayed commit also grows while nobody commits.

/** A minute and a half. A replica that is further behind is at least so far behind. */
const SAMPLES = 90;

export class LagClock {
  readonly #samples: { readonly at: number; readonly flushed: number }[] = [];

  /** The primary's position at a time, in seconds of any clock that only goes forward. */
  note(at: number, flushed: number): void {
    this.#samples.push({ at, flushed });
    if (this.#samples.length > SAMPLES) this.#samples.shift();
  }

  /** How far the replica is behind, in seconds; 0 if it shows the newest position. */
  behind(now: number, replayed: number): number {
    const missing = this.#samples.find(({ flushed }) => flushed > replayed);
    return missing ? now - missing.at : 0;
  }
}

// Parses each event text once. A price event reaches every watcher of its auction as the same text, and with thousands
// of watchers the tester would otherwise measure its own JSON.parse.
export class FrameCache<T> {
  readonly #known = new Map<string, T>();
  readonly #parse: (text: string) => T;

  constructor(parse: (text: string) => T) {
    this.#parse = parse;
  }

  /** Returns the same object for the same text, as long as it is among the newest. */
  parse(text: string): T {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const parsed = this.#parse(text);
    this.#known.set(text, parsed);
    if (this.#known.size > NEWEST_KEPT) for (const oldest of this.#known.keys()) return this.#dropped(oldest, parsed);
    return parsed;
  }

  #dropped(oldest: string, parsed: T): T {
    this.#known.delete(oldest);
    return parsed;
  }
}

/** Enough for the auctions whose events are under way at one moment. */
const NEWEST_KEPT = 64;

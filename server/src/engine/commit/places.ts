// Numbers the auctions and the people of a batch, so that each id is sent once.

/** Assigns each id a position, from 1, in the order of its first mention. */
export class Places {
  readonly #places = new Map<string, number>();

  of(id: string): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    this.#places.set(id, this.#places.size + 1);
    return this.#places.size;
  }

  get ids(): string[] {
    return [...this.#places.keys()];
  }
}

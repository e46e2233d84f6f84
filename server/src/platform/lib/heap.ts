// A binary heap: the first item by an order is found at once, and any item is added or removed in logarithmic time.

export class Heap<T> {
  readonly #isBefore: (one: T, other: T) => boolean;
  readonly #items: T[] = [];
  readonly #places = new Map<T, number>();

  constructor(isBefore: (one: T, other: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  get size(): number {
    return this.#items.length;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#place(item, this.#items.length - 1);
    this.#rise(item);
  }

  /** Does nothing if the item is not in the heap. */
  remove(item: T): void {
    const place = this.#places.get(item);
    const last = this.#items.at(-1);
    if (place === undefined || last === undefined) return;
    this.#items.pop();
    this.#places.delete(item);
    if (last === item) return;
    this.#place(last, place);
    this.#rise(last);
    this.#sink(last);
  }

  #place(item: T, place: number): void {
    this.#items[place] = item;
    this.#places.set(item, place);
  }

  #rise(item: T): void {
    let place = this.#places.get(item) as number;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = this.#items[above] as T;
      if (!this.#isBefore(item, other)) return;
      this.#place(other, place);
      this.#place(item, above);
      place = above;
    }
  }

  #sink(item: T): void {
    let place = this.#places.get(item) as number;
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const isRight = right < this.#items.length && this.#isBefore(this.#items[right] as T, this.#items[left] as T);
      const below = isRight ? right : left;
      const other = this.#items[below];
      if (other === undefined || !this.#isBefore(other, item)) return;
      this.#place(other, place);
      this.#place(item, below);
      place = below;
    }
  }
}

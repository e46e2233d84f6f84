// A Merkle tree with a fixed number of places, of which only a few have an entry. All other places are random, so that
// the proof of one entry does not reveal the number of the others.
import { randomFillSync } from "node:crypto";
import { HASH_BYTES, nodeHash } from "./merkle.ts";

/**
 * The node above n is n >> 1, the one beside it is n ^ 1, and the root is 1. The places are the last `places` nodes.
 */
export class PaddedTree {
  readonly #places: number;
  readonly #nodes = new Map<number, Uint8Array>();
  /** The place of each entry. */
  readonly #taken: readonly number[];

  /**
   * `leaves`: the hashes of the entries, which get random places. `places`: a power of two.
   *
   * A node without an entry below it is random itself, because nobody can distinguish it from the hash of random nodes.
   */
  constructor(leaves: readonly Uint8Array[], places: number) {
    this.#places = places;
    this.#taken = randomPlaces(leaves.length, places);
    let level = this.#taken.map((place) => places + place);
    for (const [i, leaf] of leaves.entries()) this.#nodes.set(level[i] ?? 0, leaf);
    const random = new RandomHashes(Math.min(places, leaves.length * Math.log2(places)));
    while (level.length > 0 && (level[0] ?? 1) > 1) level = this.#levelAbove(level, random);
  }

  get root(): Uint8Array {
    return this.#nodes.get(1) ?? new Uint8Array(HASH_BYTES);
  }

  /** The place of the n-th entry, from 0. */
  placeOf(n: number): number {
    return this.#taken[n] ?? -1;
  }

  /** The sibling hashes on the path from the n-th entry to the root, concatenated. */
  pathOf(n: number): Buffer {
    const hashes: Uint8Array[] = [];
    for (let node = this.#places + this.placeOf(n); node > 1; node >>= 1) {
      hashes.push(this.#nodes.get(node ^ 1) ?? new Uint8Array());
    }
    return Buffer.concat(hashes);
  }

  #levelAbove(level: readonly number[], random: RandomHashes): number[] {
    const above: number[] = [];
    for (const node of level) {
      const parent = node >> 1;
      if (this.#nodes.has(parent)) continue;
      const [left, right] = [this.#nodeOrRandom(parent * 2, random), this.#nodeOrRandom(parent * 2 + 1, random)];
      this.#nodes.set(parent, nodeHash(left, right));
      above.push(parent);
    }
    return above;
  }

  #nodeOrRandom(node: number, random: RandomHashes): Uint8Array {
    const known = this.#nodes.get(node);
    if (known) return known;
    const made = random.next();
    this.#nodes.set(node, made);
    return made;
  }
}

/** Reads its random bytes at once, because each call costs as much as several hashes. */
class RandomHashes {
  readonly #bytes: Buffer;
  #used = 0;

  constructor(most: number) {
    this.#bytes = randomFillSync(Buffer.allocUnsafeSlow(most * HASH_BYTES));
  }

  next(): Uint8Array {
    const from = this.#used;
    this.#used += HASH_BYTES;
    return this.#bytes.subarray(from, this.#used);
  }
}

/** Draws this many different places, each as likely as any other. */
const randomPlaces = (count: number, places: number): number[] => {
  if (count > places) throw new Error(`${count} entries do not fit into ${places} places`);
  const taken = new Set<number>();
  while (taken.size < count) {
    // The number of places divides 2 ** 16, so no place is more likely than another.
    for (const drawn of randomFillSync(new Uint16Array((count - taken.size) * 2))) {
      if (taken.size < count) taken.add(drawn % places);
    }
  }
  return [...taken];
};

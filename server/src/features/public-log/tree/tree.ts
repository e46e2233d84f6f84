// A Merkle tree (RFC 6962) that only grows. What it keeps of its leaves is the frontier: the hashes of the complete
// subtrees that make it up, the largest first. Their sizes follow from the number of leaves.
import { HASH_BYTES, nodeHash, sha256 } from "../../../platform/signing/merkle.ts";

/** A tile has the hashes of this many subtrees, and is itself one subtree of the next level. */
export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;

/** The hash of a complete subtree of 256^level leaves. */
export interface Subtree {
  readonly level: number;
  readonly n: number;
  readonly hash: Buffer;
}

export class GrowingTree {
  #size: number;
  readonly #frontier: Buffer[];
  /** The complete subtrees that the leaves since the start have filled. */
  readonly filled: Subtree[] = [];

  constructor(size: number, frontier: Uint8Array) {
    this.#size = size;
    this.#frontier = Array.from({ length: frontier.length / HASH_BYTES }, (_, n) =>
      Buffer.from(frontier.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES)),
    );
    if (this.#frontier.length !== ones(size)) throw new Error(`the frontier does not fit ${size} leaves`);
  }

  get size(): number {
    return this.#size;
  }

  get frontier(): Buffer {
    return Buffer.concat(this.#frontier);
  }

  add(hash: Buffer): void {
    let node = hash;
    let height = 0;
    // Each trailing one of the size in binary is a subtree as large as the one that just became complete.
    for (let left = this.#size; left % 2 === 1; left = Math.floor(left / 2)) {
      node = nodeHash(this.#frontier.pop() as Buffer, node);
      height += 1;
      if (height % TILE_HEIGHT === 0) {
        const level = height / TILE_HEIGHT;
        this.filled.push({ level, n: Math.floor(this.#size / TILE_WIDTH ** level), hash: node });
      }
    }
    this.#frontier.push(node);
    this.#size += 1;
  }

  root(): Buffer {
    const [last, ...larger] = [...this.#frontier].reverse();
    if (!last) return sha256("");
    return larger.reduce((right, left) => nodeHash(left, right), last);
  }
}

const ones = (size: number): number => size.toString(2).replaceAll("0", "").length;

/** The largest power of two below `size`: where RFC 6962 splits a tree of at least two leaves. */
export const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

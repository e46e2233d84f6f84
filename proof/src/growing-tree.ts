// Computes the root of a growing list of leaves. It keeps only the roots of the complete subtrees (a "compact range"),
// so a million leaves need the memory of twenty hashes.
import { emptyRoot, HASH_BYTES, type Hash, nodeHash } from "./hashing.ts";

export class GrowingTree {
  #size = 0;
  /** The roots of the whole subtrees, the largest first; their sizes are the binary digits of the list's size. */
  readonly #peaks: Hash[] = [];

  /** Continues a tree from its `peaks`. Throws if the number of hashes does not belong to the size. */
  static from(size: number, peaks: readonly Hash[]): GrowingTree {
    const digits = [...size.toString(2)].filter((digit) => digit === "1").length;
    if (!Number.isSafeInteger(size) || size < 0 || peaks.length !== digits)
      throw new Error("not the peaks of this size");
    if (peaks.some((hash) => hash.length !== HASH_BYTES)) throw new Error("a hash has 32 bytes");
    const tree = new GrowingTree();
    tree.#size = size;
    tree.#peaks.push(...peaks);
    return tree;
  }

  get size(): number {
    return this.#size;
  }

  get peaks(): readonly Hash[] {
    return this.#peaks;
  }

  append(leaf: Hash): void {
    let hash = leaf;
    // Each digit 1 at the end of the size is a subtree that becomes whole with this leaf.
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2) {
      const left = this.#peaks.pop();
      if (left) hash = nodeHash(left, hash);
    }
    this.#peaks.push(hash);
    this.#size += 1;
  }

  root(): Hash {
    const last = this.#peaks.at(-1);
    if (!last) return emptyRoot();
    return this.#peaks.slice(0, -1).reduceRight((root, peak) => nodeHash(peak, root), last);
  }
}

// Checks Merkle proofs (RFC 6962, sections 2.1.1 and 2.1.2; the steps are those of RFC 9162, 2.1.3.2 and 2.1.4.2).
// Indexes and sizes are numbers up to 2^53, so they are halved by division and never shifted.
import { isEqual } from "./bytes.ts";
import { emptyRoot, HASH_BYTES, type Hash, nodeHash } from "./hashing.ts";

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** The root that a leaf's hash and its path lead to; null if the path has a wrong length. */
export const rootFromPath = (leaf: Hash, index: number, size: number, path: readonly Hash[]): Hash | null => {
  if (!isCount(index) || !isCount(size) || index >= size) return null;
  let at = index;
  let last = size - 1;
  let root = leaf;
  for (const hash of path) {
    if (hash.length !== HASH_BYTES || last === 0) return null;
    if (isOdd(at) || at === last) {
      root = nodeHash(hash, root);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else root = nodeHash(root, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? root : null;
};

export interface Tree {
  readonly size: number;
  readonly root: Hash;
}

/** True if the leaf stands at this place of the tree. */
export const isIncluded = (leaf: Hash, index: number, tree: Tree, path: readonly Hash[]): boolean => {
  const root = rootFromPath(leaf, index, tree.size, path);
  return root !== null && isEqual(root, tree.root);
};

/** True if the newer tree is the older one with leaves added at its end. */
export const isConsistent = (older: Tree, newer: Tree, proof: readonly Hash[]): boolean => {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false;
  if (proof.some((hash) => hash.length !== HASH_BYTES)) return false;
  if (older.size === newer.size) return proof.length === 0 && isEqual(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isEqual(older.root, emptyRoot());
  return areBothReached(older, newer, proof);
};

const areBothReached = (older: Tree, newer: Tree, proof: readonly Hash[]): boolean => {
  let at = older.size - 1;
  let last = newer.size - 1;
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  // If the older tree is a complete subtree of the newer one, its root is the first step of the path.
  const steps = at === 0 ? [older.root, ...proof] : [...proof];
  const first = steps.shift();
  if (!first) return false;
  let [olderRoot, newerRoot] = [first, first];
  for (const hash of steps) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      olderRoot = nodeHash(hash, olderRoot);
      newerRoot = nodeHash(hash, newerRoot);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else newerRoot = nodeHash(newerRoot, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isEqual(olderRoot, older.root) && isEqual(newerRoot, newer.root);
};

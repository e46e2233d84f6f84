// Computes hashes of subtrees, inclusion proofs and consistency proofs from the stored tiles. What is below a published
// size never changes, so tiles may be kept.
import { nodeHash, sha256 } from "../../../platform/signing/merkle.ts";
import { splitOf, TILE_WIDTH } from "./tree.ts";

/**
 * Reads `count` hashes of a level, from the n-th on. Level 0: the leaves. `known` keeps the hashes of subtrees, because
 * the proofs of neighbouring leaves share most of theirs.
 */
export type ReadHashes = ((level: number, from: number, count: number) => Promise<readonly Buffer[]>) & {
  readonly known?: { get(key: string): Buffer | undefined; set(key: string, hash: Buffer): unknown };
};

/** The hash of the leaves from `start` up to `end`, which lie as RFC 6962 splits a tree. */
export const subtreeHash = async (read: ReadHashes, start: number, end: number): Promise<Buffer> => {
  if (end - start === 0) return sha256("");
  const key = `${start} ${end}`;
  const known = read.known?.get(key);
  if (known) return known;
  const hash = await computedHash(read, start, end);
  read.known?.set(key, hash);
  return hash;
};

const computedHash = async (read: ReadHashes, start: number, end: number): Promise<Buffer> => {
  const count = end - start;
  let [level, width] = [0, 1];
  while (width * TILE_WIDTH <= count && start % (width * TILE_WIDTH) === 0) {
    level += 1;
    width *= TILE_WIDTH;
  }
  // Either one tile has all of it, or it splits into parts of which one has.
  if (count % width === 0 && count / width <= TILE_WIDTH && start % width === 0) {
    const from = start / width;
    const tile = Math.floor(from / TILE_WIDTH) * TILE_WIDTH;
    if (from + count / width <= tile + TILE_WIDTH) return fold(await read(level, from, count / width));
  }
  const split = splitOf(count);
  const left = await subtreeHash(read, start, start + split);
  return nodeHash(left, await subtreeHash(read, start + split, end));
};

/** The root over hashes of subtrees that are equally large. */
const fold = (hashes: readonly Buffer[]): Buffer => {
  const [first] = hashes;
  if (!first) throw new Error("no hashes to fold");
  if (hashes.length === 1) return first;
  const split = splitOf(hashes.length);
  return nodeHash(fold(hashes.slice(0, split)), fold(hashes.slice(split)));
};

/** The hashes that lead from a leaf to the root of the first `size` leaves, the lowest first. */
export const inclusionPath = async (read: ReadHashes, index: number, size: number): Promise<Buffer[]> => {
  const path: Buffer[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push(await subtreeHash(read, middle, end));
      end = middle;
    } else {
      path.push(await subtreeHash(read, start, middle));
      start = middle;
    }
  }
  return path.reverse();
};

/** The hashes that prove that the first `old` leaves are the beginning of the first `size` ones (RFC 6962, 2.1.2). */
export const consistencyPath = async (read: ReadHashes, old: number, size: number): Promise<Buffer[]> => {
  if (old === 0 || old === size) return [];
  const path: Buffer[] = [];
  let [start, end] = [0, size];
  // Goes down to the largest complete subtree at the right edge of the old tree.
  while (old !== end) {
    const middle = start + splitOf(end - start);
    if (old <= middle) {
      path.push(await subtreeHash(read, middle, end));
      end = middle;
    } else {
      path.push(await subtreeHash(read, start, middle));
      start = middle;
    }
  }
  // If that subtree begins the tree, the reader knows it: it is the old root.
  if (start > 0) path.push(await subtreeHash(read, start, end));
  return path.reverse();
};

import { expect, it } from "vitest";
import { HASH_BYTES, leafHash, nodeHash } from "./merkle.ts";
import { PaddedTree } from "./padded-tree.ts";

const PLACES = 1_024;
const leavesOf = (count: number) => Array.from({ length: count }, (_, n) => leafHash(`entry ${n}`));

const rootFrom = (leaf: Uint8Array, place: number, path: Buffer): Uint8Array => {
  let hash = leaf;
  for (let height = 0; height < path.length / HASH_BYTES; height++) {
    const beside = path.subarray(height * HASH_BYTES, (height + 1) * HASH_BYTES);
    hash = (place >> height) % 2 === 1 ? nodeHash(beside, hash) : nodeHash(hash, beside);
  }
  return hash;
};

it.each([1, 2, 20, 500, 1_024])("proves each of %i entries with a path of the same length", (count) => {
  const leaves = leavesOf(count);
  const tree = new PaddedTree(leaves, PLACES);
  for (const [n, leaf] of leaves.entries()) {
    const path = tree.pathOf(n);
    expect(path).toHaveLength(10 * HASH_BYTES);
    expect(rootFrom(leaf, tree.placeOf(n), path)).toEqual(tree.root);
  }
  expect(new Set(leaves.map((_, n) => tree.placeOf(n))).size).toBe(count);
});

it("refuses more entries than it has places", () => {
  expect(() => new PaddedTree(leavesOf(PLACES + 1), PLACES)).toThrow("do not fit");
});

it("puts an entry at every place about equally often, and repeats no padding", () => {
  const [leaf] = leavesOf(1);
  const counts = [0, 0, 0, 0];
  const beside = new Set<string>();
  for (let n = 0; n < 2_000; n++) {
    const tree = new PaddedTree([leaf as Buffer], PLACES);
    const quarter = Math.floor((tree.placeOf(0) * 4) / PLACES);
    counts[quarter] = (counts[quarter] ?? 0) + 1;
    beside.add(tree.pathOf(0).toString("hex"));
  }
  // 500 each; 380 is six standard deviations away.
  for (const count of counts) expect(count).toBeGreaterThan(380);
  expect(beside.size).toBe(2_000);
});

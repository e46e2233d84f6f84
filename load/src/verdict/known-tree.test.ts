// Tests the tree up to the last verdict: it reads few hashes, and trusts no stored hash that was changed.
import { toHex, utf8 } from "@jara/proof/bytes";
import { type Hash, leafHash } from "@jara/proof/hashing";
import { expect, it } from "vitest";
import { rootOf } from "../../../proof/test/support/merkle-prover.ts";
import type { Query } from "../history/query.ts";
import { againOn } from "./follow-grown.ts";
import { KnownTree } from "./known-tree.ts";

const hashOf = (n: number): Hash => leafHash(utf8(`entry ${n}`));
const all = Array.from({ length: 66_500 }, (_, n) => hashOf(n));

/** The hashes of all complete tiles, level by level, as the database has them. */
const levelsOf = (hashes: readonly Hash[]): Hash[][] => {
  const levels = [[...hashes]];
  for (let level = levels[0] ?? []; level.length >= 256; level = levels.at(-1) ?? []) {
    levels.push(
      Array.from({ length: Math.floor(level.length / 256) }, (_, n) => rootOf(level.slice(n * 256, (n + 1) * 256))),
    );
  }
  return levels;
};
const stored = (levels: readonly (readonly Hash[])[], read: string[] = []): Query =>
  (async (_text: string, [, from = "", to = "", level = "0"]: readonly string[] = []) => {
    read.push(level);
    const hashes = (levels[Number(level)] ?? []).slice(Number(from), Number(to));
    return [{ hashes: hashes.map(toHex).join("") || null }];
  }) as unknown as Query;
const treeOf = (size: number) => ({ size, root: rootOf(all.slice(0, size)) });

const levels = levelsOf(all);
const changedAt = (level: number, n: number): Hash[][] => {
  const changed = levels.map((hashes) => [...hashes]);
  (changed[level] ?? [])[n] = hashOf(-1);
  return changed;
};

it.each([1, 2, 255, 256, 257, 511, 512, 1_000, 65_535, 65_536, 65_537, 66_048, 66_100])(
  "knows the hashes of a log of %i entries, and grows from there",
  async (size) => {
    const known = await KnownTree.open(stored(levels), 1, treeOf(size));
    if (!known) throw new Error("the hashes do not give the root");
    for (const n of new Set([0, 1, 255, 256, size >> 1, size - 257, size - 256, size - 1])) {
      if (n >= 0 && n < size) expect(await known.leaf(n), `hash ${n}`).toEqual(hashOf(n));
    }
    expect(await known.leaf(size)).toBeNull();
    const tree = known.grow();
    for (let n = size; n < size + 300; n++) tree.append(hashOf(n));
    expect(tree.root()).toEqual(rootOf(all.slice(0, size + 300)));
  },
);

it("reads a few hashes, however long the log is", async () => {
  const read: string[] = [];
  const known = await KnownTree.open(stored(levels, read), 1, treeOf(66_100));
  await known?.leaf(300);
  await known?.leaf(301);
  // The edges of three levels, and two full tiles on the way to the entry.
  expect(read.sort()).toEqual(["0", "0", "1", "1", "2"]);
});

it("believes no hash that was changed, wherever it stands", async () => {
  const size = 66_100;
  for (const [level, n] of [[0, size - 1] as const, [1, 256] as const, [2, 0] as const]) {
    expect(await KnownTree.open(stored(changedAt(level, n)), 1, treeOf(size)), `level ${level}`).toBeNull();
  }
  for (const [level, n, leaf] of [
    [0, 300, 300],
    [0, 300, 301],
    [1, 1, 300],
    [1, 200, 300],
  ] as const) {
    const known = await KnownTree.open(stored(changedAt(level, n)), 1, treeOf(size));
    expect(known).not.toBeNull();
    expect(await known?.leaf(leaf), `level ${level}, hash ${n}`).toBeNull();
  }
  const missing = levels.map((hashes, level) => (level === 0 ? hashes.slice(0, size - 1) : hashes));
  expect(await KnownTree.open(stored(missing), 1, treeOf(size))).toBeNull();
});

it("reads each part of the older entries again, one a day", () => {
  for (const size of [0, 1, 999, 1_000, 1_001, 5_500]) {
    const days = Math.max(1, Math.ceil(size / 1_000));
    const read = new Set<number>();
    for (let day = 20_500; day < 20_500 + days; day++) {
      const { from, to } = againOn(day, size, 1_000);
      expect(to - from).toBeLessThanOrEqual(1_000);
      for (let index = from; index < to; index++) read.add(index);
    }
    expect(read.size).toBe(size);
  }
});

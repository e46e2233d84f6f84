// Compares roots, subtrees and proofs with those that an outsider computes from all leaves.
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashOfLeaf, isConsistent, isIncluded, merkleRoot } from "../../../../test/support/check-log.ts";
import { consistencyPath, inclusionPath, type ReadHashes, subtreeHash } from "./proofs.ts";
import { GrowingTree, type Subtree, TILE_WIDTH } from "./tree.ts";

const SIZE = 70_000;
const leaves = Array.from({ length: SIZE }, (_, n) => hashOfLeaf(`leaf ${n}`));
const sizes = [0, 1, 2, 3, 255, 256, 257, 511, 512, 1_000, 65_535, 65_536, 65_537, SIZE];

const roots = new Map<number, Buffer>();
/** The root of the first `size` leaves. */
const rootOf = (size: number): Buffer => {
  const root = roots.get(size) ?? merkleRoot(leaves.slice(0, size));
  roots.set(size, root);
  return root;
};

const grown = (to: number): { tree: GrowingTree; filled: Subtree[] } => {
  const tree = new GrowingTree(0, Buffer.alloc(0));
  for (const hash of leaves.slice(0, to)) tree.add(hash);
  return { tree, filled: tree.filled };
};

const stored = (filled: readonly Subtree[]): ReadHashes => {
  const byPlace = new Map(filled.map(({ level, n, hash }) => [`${level} ${n}`, hash]));
  return async (level, from, count) =>
    Array.from({ length: count }, (_, i) => {
      const hash = level === 0 ? leaves[from + i] : byPlace.get(`${level} ${from + i}`);
      if (!hash) throw new Error(`nothing at ${level} ${from + i}`);
      return hash;
    });
};

describe("a growing tree", () => {
  it("has the root of RFC 6962 at every size", () => {
    const tree = new GrowingTree(0, Buffer.alloc(0));
    for (let size = 0; size <= 300; size++) {
      expect(tree.root()).toEqual(rootOf(size));
      tree.add(leaves[size] as Buffer);
    }
    for (const size of sizes) expect(grown(size).tree.root(), `${size}`).toEqual(rootOf(size));
  });

  it("goes on from its frontier as if it had never stopped", () => {
    let tree = new GrowingTree(0, Buffer.alloc(0));
    const filled: Subtree[] = [];
    for (let at = 0; at < SIZE; ) {
      const next = Math.min(SIZE, at + 1 + (randomBytes(2).readUInt16LE() % 3_000));
      for (const hash of leaves.slice(at, next)) tree.add(hash);
      filled.push(...tree.filled);
      tree = new GrowingTree(tree.size, tree.frontier);
      at = next;
    }
    const whole = grown(SIZE);
    expect([tree.root(), filled]).toEqual([whole.tree.root(), whole.filled]);
  });

  it("fills the subtrees of all levels", () => {
    const { filled } = grown(SIZE);
    expect(filled.filter(({ level }) => level === 1)).toHaveLength(Math.floor(SIZE / TILE_WIDTH));
    expect(filled.filter(({ level }) => level === 2)).toEqual([
      { level: 2, n: 0, hash: merkleRoot(leaves.slice(0, TILE_WIDTH ** 2)) },
    ]);
    for (const { level, n, hash } of filled.filter((one) => one.level === 1 && one.n % 50 === 0)) {
      const width = TILE_WIDTH ** level;
      expect(hash).toEqual(merkleRoot(leaves.slice(n * width, (n + 1) * width)));
    }
  });

  it("refuses a frontier of another size", () => {
    expect(() => new GrowingTree(3, Buffer.alloc(32))).toThrow("does not fit");
  });
});

describe("proofs from tiles", () => {
  const read = stored(grown(SIZE).filled);

  it("give the root of every beginning", async () => {
    for (const size of sizes) {
      expect(await subtreeHash(read, 0, size), `${size}`).toEqual(rootOf(size));
    }
  });

  it("show that a leaf is included, and only in its place", async () => {
    for (const size of sizes.filter((one) => one > 0)) {
      const root = rootOf(size);
      for (const index of new Set([0, 1, 254, 255, 256, Math.floor(size / 2), size - 2, size - 1])) {
        if (index < 0 || index >= size) continue;
        const path = await inclusionPath(read, index, size);
        const leaf = leaves[index] as Buffer;
        expect(isIncluded(leaf, index, size, path, root), `${index} of ${size}`).toBe(true);
        expect(isIncluded(hashOfLeaf("another"), index, size, path, root)).toBe(false);
        if (size > 1) expect(isIncluded(leaf, (index + 1) % size, size, path, root)).toBe(false);
      }
    }
  });

  it("are the same for any order in which they are asked, when the hashes of subtrees are kept", async () => {
    const keeping = Object.assign((...asked: Parameters<ReadHashes>) => read(...asked), {
      known: new Map<string, Buffer>(),
    });
    for (const size of [...sizes].reverse()) {
      for (const index of [size - 1, 0, Math.floor(size / 2), 255].filter((one) => one >= 0 && one < size)) {
        expect(await inclusionPath(keeping, index, size)).toEqual(await inclusionPath(read, index, size));
      }
    }
  });

  it("read nothing for a leaf beside one whose proof was made, when the hashes of subtrees are kept", async () => {
    let reads = 0;
    const counted = (...asked: Parameters<ReadHashes>) => {
      reads += 1;
      return read(...asked);
    };
    const keeping = Object.assign(counted, { known: new Map<string, Buffer>() });
    await inclusionPath(keeping, 1000, SIZE);
    const first = reads;
    await inclusionPath(keeping, 1000, SIZE);
    expect([first > 0, reads]).toEqual([true, first]);
    await inclusionPath(keeping, 1001, SIZE);
    // Only the neighbour's own hash is new.
    expect(reads).toBe(first + 1);
  });

  it("show that a log continues an earlier one", async () => {
    for (const size of sizes) {
      for (const old of sizes.filter((one) => one > 0 && one <= size)) {
        const [oldRoot, root] = [rootOf(old), rootOf(size)];
        const path = await consistencyPath(read, old, size);
        expect(isConsistent([old, oldRoot], [size, root], path), `${old} to ${size}`).toBe(true);
        expect(isConsistent([old, hashOfLeaf("another")], [size, root], path)).toBe(false);
      }
    }
  });
});

// Tests Merkle proofs with the published vectors of certificate transparency, and with trees of random sizes against
// the definitions.
import fc from "fast-check";
import { expect, it } from "vitest";
import { consistencyOf, pathOf, rootOf } from "../test/support/merkle-prover.ts";
import { fromHex, toHex, utf8 } from "./bytes.ts";
import { GrowingTree } from "./growing-tree.ts";
import { emptyRoot, type Hash, leafHash } from "./hashing.ts";
import { isConsistent, isIncluded } from "./merkle-proofs.ts";

const hash = (hex: string): Hash => fromHex(hex) as Hash;

/** The reference tree of certificate transparency: eight leaves and the roots of its first one to eight. */
const vectors = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => leafHash(hash(hex)));
const roots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const tree = (size: number) => ({ size, root: hash(roots[size - 1] ?? "") });
const [h01, h23, h45] = ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]
  .concat("5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e")
  .concat("0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a")
  .map(hash) as [Hash, Hash, Hash];
const h1 = hash("96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7");
const h4 = hash("bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b");
const h67 = hash("ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0");
const h4567 = hash("6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4");
const leaf = (index: number): Hash => vectors[index] as Hash;

it("computes the published roots", () => {
  expect(toHex(emptyRoot())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const growing = new GrowingTree();
  for (const [index, vector] of vectors.entries()) {
    growing.append(vector);
    expect(toHex(growing.root())).toBe(roots[index]);
  }
});

it("accepts the published inclusion proofs, and none with another place, size, leaf, hash or length", () => {
  const proofs: [number, number, Hash[]][] = [
    [0, 1, []],
    [0, 8, [h1, h23, h4567]],
    [5, 8, [h4, h67, hash(roots[3] ?? "")]],
    [2, 3, [h01]],
    [1, 5, [hash(roots[0] ?? ""), h23, h4]],
  ];
  for (const [index, size, path] of proofs) {
    expect(isIncluded(leaf(index), index, tree(size), path)).toBe(true);
    expect(isIncluded(leaf(index), index + 1, tree(size), path)).toBe(false);
    expect(isIncluded(leaf(index), index + size, tree(size), path)).toBe(false);
    expect(isIncluded(leaf((index + 1) % 8), index, tree(size), path)).toBe(false);
    expect(isIncluded(leaf(index), index, tree(size), [...path, h1])).toBe(false);
    expect(isIncluded(leaf(index), index, tree((size % 8) + 1), path)).toBe(false);
    if (path.length > 0) expect(isIncluded(leaf(index), index, tree(size), path.slice(1))).toBe(false);
  }
});

it("accepts the published consistency proofs, and no other", () => {
  const proofs: [number, number, Hash[]][] = [
    [1, 8, [h1, h23, h4567]],
    [6, 8, [h45, h67, hash(roots[3] ?? "")]],
    [2, 5, [h23, h4]],
  ];
  for (const [older, newer, proof] of proofs) {
    expect(isConsistent(tree(older), tree(newer), proof)).toBe(true);
    expect(isConsistent(tree(older + 1), tree(newer), proof)).toBe(false);
    expect(isConsistent(tree(newer), tree(older), proof)).toBe(false);
    expect(isConsistent(tree(older), tree(newer), [...proof, h1])).toBe(false);
    expect(isConsistent(tree(older), tree(newer), proof.slice(1))).toBe(false);
    expect(isConsistent(tree(older), tree(newer), [])).toBe(false);
  }
});

const sizes = fc.integer({ min: 1, max: 90 });
const leaves = (count: number): Hash[] => Array.from({ length: count }, (_, index) => leafHash(utf8(`leaf ${index}`)));

it("agrees with the definitions for any tree, and takes a growing tree up at any size", () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), (size, some, other) => {
      const all = leaves(size);
      const newer = { size, root: rootOf(all) };
      const older = { size: some % (size + 1), root: rootOf(all.slice(0, some % (size + 1))) };
      const index = other % size;
      expect(isIncluded(all[index] as Hash, index, newer, pathOf(index, all))).toBe(true);
      expect(isConsistent(older, newer, consistencyOf(older.size, all))).toBe(true);
      const first = new GrowingTree();
      for (const one of all.slice(0, older.size)) first.append(one);
      const resumed = GrowingTree.from(older.size, first.peaks);
      expect(resumed.root()).toEqual(older.root);
      for (const one of all.slice(older.size)) resumed.append(one);
      expect(resumed.root()).toEqual(newer.root);
    }),
  );
});

it("refuses every proof of a tree in which one earlier leaf was changed, removed or added", () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), fc.constantFrom("changed", "removed", "added"), (size, some, at, how) => {
      const all = leaves(size);
      const olderSize = 1 + (some % size);
      const older = { size: olderSize, root: rootOf(all.slice(0, olderSize)) };
      const place = at % olderSize;
      const other = leafHash(utf8("forged"));
      const forged = all.toSpliced(place, how === "added" ? 0 : 1, ...(how === "removed" ? [] : [other]));
      forged.push(other);
      fc.pre(forged.length >= olderSize);
      const newer = { size: forged.length, root: rootOf(forged) };
      expect(isConsistent(older, newer, consistencyOf(olderSize, forged))).toBe(false);
    }),
  );
});

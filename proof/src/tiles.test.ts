// Tests the layout of a log's files, with the examples of C2SP tlog-tiles.
import { expect, it } from "vitest";
import { HouseLog } from "../test/support/house-log.ts";
import { isEqual, utf8 } from "./bytes.ts";
import { GrowingTree } from "./growing-tree.ts";
import { leafHash } from "./hashing.ts";
import { bundlePath, entriesIn, hashesIn, tilePath, tileWidth } from "./tiles.ts";

it("names tiles and bundles as the format does", () => {
  expect(tilePath(0, 1_234_067)).toBe("tile/0/x001/x234/067");
  expect(tilePath(2, 0, 1)).toBe("tile/2/000.p/1");
  expect(bundlePath(273, 112)).toBe("tile/entries/273.p/112");
  expect(bundlePath(1000)).toBe("tile/entries/x001/000");
});

it("knows which tiles a tree of 70,000 and one of 256 entries have", () => {
  const widths = (size: number, level: number): number[] => {
    const all: number[] = [];
    while (tileWidth(level, all.length, size) > 0) all.push(tileWidth(level, all.length, size));
    return all;
  };
  expect(widths(70_000, 0)).toHaveLength(274);
  expect(widths(70_000, 0).at(-1)).toBe(112);
  expect(widths(70_000, 1)).toEqual([256, 17]);
  expect(widths(70_000, 2)).toEqual([1]);
  expect([widths(256, 0), widths(256, 1)]).toEqual([[256], [1]]);
});

it("reads the entries of a published log, whose hashes are those of its tiles and give its root", () => {
  const house = new HouseLog();
  for (let n = 0; n < 300; n++) house.append({ n });
  const files = house.files();
  const tree = new GrowingTree();
  for (const [n, width] of [256, 44].entries()) {
    const entries = entriesIn(files.get(bundlePath(n, width)) as Uint8Array, width) ?? [];
    const hashes = hashesIn(files.get(tilePath(0, n, width)) as Uint8Array, width) ?? [];
    for (const [index, entry] of entries.entries()) {
      expect(isEqual(leafHash(entry), hashes[index] as Uint8Array)).toBe(true);
      tree.append(leafHash(entry));
    }
  }
  expect(house.checkpoint().split("\n")[1]).toBe("300");
  expect(house.checkpoint()).toContain(Buffer.from(tree.root()).toString("base64"));
});

it("refuses bundles that are cut, too long or of another number of entries", () => {
  const bundle = Uint8Array.of(0, 1, 65, 0, 2, 66, 67);
  expect(entriesIn(bundle, 2)).toEqual([utf8("A"), utf8("BC")]);
  for (const [wrong, width] of [
    [bundle, 1],
    [bundle, 3],
    [bundle.subarray(0, 6), 2],
    [bundle.subarray(0, 4), 2],
  ] as const) {
    expect(entriesIn(wrong, width)).toBeNull();
  }
  expect(hashesIn(new Uint8Array(63), 2)).toBeNull();
});

import { expect, it } from "vitest";
import { isCovered, tileAddress } from "./tile-path.ts";

it.each([
  ["0/000", { level: 0, n: 0, width: 256 }],
  ["0/x001/234", { level: 0, n: 1_234, width: 256 }],
  ["1/x001/x234/067", { level: 1, n: 1_234_067, width: 256 }],
  ["2/005.p/17", { level: 2, n: 5, width: 17 }],
  ["entries/x012/000.p/255", { level: null, n: 12_000, width: 255 }],
])("reads the address %s", (path, address) => {
  expect(tileAddress(path)).toEqual(address);
});

it.each([
  "0/0",
  "0/00",
  "0/0000",
  "0/x000/001",
  "0/001/002",
  "0/x1/000",
  "00/000",
  "64/000",
  "-1/000",
  "0/000.p/0",
  "0/000.p/256",
  "0/000.p/01",
  "0/000.p",
  "entries/000/",
  "entry/000",
  "",
  "0/000.p/1/2",
  "0/x001/x002",
])("refuses the address %s", (path) => {
  expect(tileAddress(path)).toBeNull();
});

it("covers what the leaves of a checkpoint fill", () => {
  const covered = (path: string, size: number): boolean => {
    const address = tileAddress(path);
    return address !== null && isCovered(address, size);
  };
  expect([covered("0/000", 255), covered("0/000", 256), covered("0/000.p/255", 255)]).toEqual([false, true, true]);
  expect([covered("entries/001.p/1", 256), covered("entries/001.p/1", 257)]).toEqual([false, true]);
  // A hash of level 1 stands for 256 leaves.
  expect([covered("1/000.p/1", 255), covered("1/000.p/1", 256), covered("1/000.p/2", 600)]).toEqual([
    false,
    true,
    true,
  ]);
  expect([covered("1/000", 65_535), covered("1/000", 65_536), covered("2/000.p/1", 65_536)]).toEqual([
    false,
    true,
    true,
  ]);
});

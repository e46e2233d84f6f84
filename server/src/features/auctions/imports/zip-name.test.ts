import { describe, expect, it } from "vitest";
import { comparableName } from "./give-pictures.ts";
import { zipName } from "./zip-name.ts";

const named = (raw: Buffer, { flag = 0, asCp437 = "as CP437" } = {}) =>
  zipName({ fileName: asCp437, fileNameRaw: raw, generalPurposeBitFlag: flag, extraFields: [] });

describe("the name of a file in a ZIP", () => {
  it.each<readonly [string, Buffer, string]>([
    ["plain ASCII", Buffer.from("012-1.jpg"), "012-1.jpg"],
    ["a Mac, decomposed and without a mark", Buffer.from("Ẹgbá.jpg".normalize("NFD")), "Ẹgbá.jpg"],
    ["Windows-1252", Buffer.from("Caf\u00e9 \u0093x\u0094.jpg", "latin1"), "Café “x”.jpg"],
    ["CP437", Buffer.from("Caf\u0082.jpg", "latin1"), "as CP437"],
  ])("is read from %s", (_what, raw, name) => {
    expect(named(raw)).toBe(name.normalize("NFC"));
  });

  it("is believed if the ZIP says that it is UTF-8", () => {
    expect(named(Buffer.from("x"), { flag: 0x800, asCp437: "Ẹgbá.jpg" })).toBe("Ẹgbá.jpg");
  });
});

it("compares names of pictures without folders, case and the way of writing marks", () => {
  const written = ["Ẹgbá.JPG", "photos/ẹgbá.jpg".normalize("NFD"), "C:\\Photos\\ẸGBÁ.jpg"].map(comparableName);
  expect(new Set(written)).toEqual(new Set(["ẹgbá.jpg".normalize("NFC")]));
});

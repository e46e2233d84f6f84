import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readField } from "./field.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jara-load-field-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, "field.json");
const field = {
  jara: "load field 1",
  name: "abc",
  madeAt: "2026-11-21T10:00:00.000Z",
  bidders: [{ id: "1", token: "a token of some length" }],
  seller: null,
  auctions: ["a"],
};
const written = (content: unknown, mode = 0o600): string => {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(file, mode);
  return file;
};

it("reads a field file that only its owner can read", () => {
  expect(readField(written(field))).toEqual(field);
});

it.skipIf(process.platform === "win32")("does not read one that others may read", () => {
  expect(() => readField(written(field, 0o640))).toThrow(/chmod 600/);
});

it.each(["", "[]", "{}", { ...field, bidders: [] }, { ...field, jara: "load field 2" }, { ...field, more: 1 }])(
  "reports a file that is not a field: %j",
  (content) => expect(() => readField(written(content))).toThrow(/is not a field file; make one/),
);

it("reports a file that does not exist", () => {
  expect(() => readField(path.join(folder, "none.json"))).toThrow(/none.json cannot be read: ENOENT/);
});

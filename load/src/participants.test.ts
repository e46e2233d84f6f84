import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readParticipants } from "./participants.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jara-load-participants-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, "participants.json");
const participants = {
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

it("reads a participants file that only its owner can read", () => {
  expect(readParticipants(written(participants))).toEqual(participants);
});

it.skipIf(process.platform === "win32")("does not read one that others may read", () => {
  expect(() => readParticipants(written(participants, 0o640))).toThrow(/chmod 600/);
});

it.each([
  "",
  "[]",
  "{}",
  { ...participants, bidders: [] },
  { ...participants, jara: "load field 2" },
  { ...participants, more: 1 },
])("reports a file of another kind: %j", (content) =>
  expect(() => readParticipants(written(content))).toThrow(/is not a participants file; make one/),
);

it("reports a file that does not exist", () => {
  expect(() => readParticipants(path.join(folder, "none.json"))).toThrow(/none.json cannot be read: ENOENT/);
});

// Tests entries: an entry that is not exactly as the format says is refused, with the reason.
import { expect, it } from "vitest";
import { LotStory, opened } from "../test/support/lot-story.ts";
import { utf8 } from "./bytes.ts";
import { canonical } from "./canonical-json.ts";
import { parseEntry } from "./leaf.ts";

const leaf = new LotStory().entry(0, opened()).leaves[0] as object;
const entry = (fields: object): unknown => parseEntry(utf8(canonical({ ...leaf, ...fields })));

it("reads an entry", () => {
  expect(entry({})).toMatchObject({ version: 1, atMs: Date.parse("2026-11-25T12:00:00.000Z") });
});

it("reads the entry of a log that replaces another one", () => {
  const restart = {
    at: "2026-11-25T12:00:00.000Z",
    facts: [{ type: "log-restarted", previous: "note", reason: "why" }],
    v: 1,
  };
  expect(parseEntry(utf8(canonical(restart)))).toEqual({
    at: restart.at,
    restart: { previous: "note", reason: "why" },
  });
});

it.each([
  ["an unknown kind of fact", { facts: [{ type: "bribed" }] }, 'The entry holds a fact of an unknown kind: "bribed".'],
  [
    "a kind that objects inherit",
    { facts: [{ type: "constructor" }] },
    'The entry holds a fact of an unknown kind: "constructor".',
  ],
  ["no facts", { facts: [] }, "The entry holds no fact."],
  [
    "a maximum",
    { facts: [{ ...opened(), maximum: 5 }] },
    "The fact “opened” has a field “maximum” that this verifier does not know.",
  ],
  [
    "an amount below zero",
    { facts: [opened({ increment: -1 })] },
    "The fact “opened” has a “increment” that cannot be right.",
  ],
  ["a time without milliseconds", { at: "2026-11-25T12:00:00Z" }, "The entry has a “at” that cannot be right."],
  ["a day that does not exist", { at: "2026-02-30T12:00:00.000Z" }, "The entry has a “at” that cannot be right."],
  ["another format", { v: 2 }, "The entry has a “v” that cannot be right."],
])("refuses %s", (_, fields, sentence) => {
  expect(entry(fields)).toBe(sentence);
});

it("refuses another spelling of a right entry", () => {
  const sentence = "The entry is not written in the one spelling that the format allows.";
  expect(parseEntry(utf8(` ${canonical(leaf)}`))).toBe(sentence);
  expect(parseEntry(utf8(JSON.stringify({ v: 1, ...leaf })))).toBe(sentence);
  expect(parseEntry(Uint8Array.of(0xff, 0xfe))).toBe(sentence);
});

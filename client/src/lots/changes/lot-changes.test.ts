import { expect, it } from "vitest";
import { changesSince } from "./lot-changes.ts";

const at = "2026-11-22T13:05:00.000Z";
const title = (before: string, after: string) => ({ field: "title", before, after });
const changes = [
  { contentVersion: 4, at, fields: [title("c", "d"), { field: "location", before: "Lagos", after: "Abuja" }] },
  { contentVersion: 3, at, fields: [title("b", "c"), { field: "location", before: null, after: "Lagos" }] },
  { contentVersion: 2, at, fields: [title("a", "b")] },
];

it("merges the changes of several versions into the first and the last value of each field", () => {
  expect(changesSince(changes, 2)).toEqual([title("b", "d"), { field: "location", before: null, after: "Abuja" }]);
  expect(changesSince(changes, 4)).toEqual([]);
});

it("omits a field that was changed and changed back", () => {
  const back = [...changes, { contentVersion: 5, at, fields: [title("d", "a")] }];
  expect(changesSince(back, 1).map(({ field }) => field)).toEqual(["location"]);
});

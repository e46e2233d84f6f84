import { expect, it } from "vitest";
import { nobodyThere, ViewersElsewhere } from "./viewers-elsewhere.ts";

const all = (counts: Record<string, number>) => ({ isAll: true, counts: Object.entries(counts) });
const changed = (counts: Record<string, number>) => ({ isAll: false, counts: Object.entries(counts) });

it("adds up what each node said last, and says what changed", () => {
  const viewers = new ViewersElsewhere();
  expect(viewers.heard("one", all({ drum: 3 }))).toEqual(["drum"]);
  expect(viewers.heard("two", all({ drum: 2, fan: 1 }))).toEqual(["drum", "fan"]);
  expect([viewers.of("drum"), viewers.of("fan"), viewers.of("stool")]).toEqual([5, 1, 0]);
  expect(viewers.heard("two", changed({ stool: 4 }))).toEqual(["stool"]);
  expect(viewers.heard("two", changed({ stool: 0, drum: 2 }))).toEqual(["stool"]);
  expect(viewers.heard("two", all({ drum: 2 }))).toEqual(["fan"]);
  expect([viewers.of("drum"), viewers.of("fan"), viewers.of("stool")]).toEqual([5, 0, 0]);
});

it("counts nothing of a node that has nobody, or is gone", () => {
  const viewers = new ViewersElsewhere();
  viewers.heard("one", all({ drum: 3 }));
  viewers.heard("two", changed({ drum: 1 }));
  expect(viewers.heard("one", nobodyThere)).toEqual(["drum"]);
  expect(viewers.heard("one", nobodyThere)).toEqual([]);
  expect(viewers.of("drum")).toBe(1);
});

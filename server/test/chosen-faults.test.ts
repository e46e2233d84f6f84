// Tests the choice of the planted faults that a test run tries, because a wrong choice would leave faults untried
// unnoticed.
import { expect, it } from "vitest";
import { chosenOf } from "../trust/planted/chosen.ts";
import { faults } from "../trust/planted/faults.ts";

const namesOf = (chosen: ReturnType<typeof chosenOf>): string[] => chosen.map(({ name }) => name);

it("is of every fault, of those named, or of ten different ones by chance", () => {
  const all = namesOf([...faults]);
  expect(namesOf(chosenOf(faults, "all"))).toEqual(all);
  expect(namesOf(chosenOf(faults, `${all[3]},${all[1]}`))).toEqual([all[3], all[1]]);
  expect(() => chosenOf(faults, "no-such-fault")).toThrow(/No fault is called no-such-fault/);
  const drawn = new Set<string>();
  for (let run = 0; run < 200; run += 1) {
    const names = new Set(namesOf(chosenOf(faults, undefined)));
    expect(names.size).toBe(10);
    for (const name of names) drawn.add(name);
  }
  // Each has its turn: one fault is left out of 200 draws once in 10^13.
  expect(drawn.size).toBe(all.length);
});

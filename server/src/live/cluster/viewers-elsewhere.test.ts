// Tests the report of viewers between nodes: counts, samples of crowds, and the estimate of people on two nodes.
import fc from "fast-check";
import { expect, it } from "vitest";
import { createNames } from "../viewers-here.ts";
import { nobodyThere, ViewersElsewhere, type ViewersThere, viewersToSend } from "./viewers-elsewhere.ts";

const nameOf = createNames("a secret that all nodes share, 32 characters");
const namesOf = (auctionId: string, people: readonly string[]): Map<string, number> =>
  new Map(people.map((person) => [nameOf(auctionId, person), 1]));
const say = (isAll: boolean, watched: Record<string, readonly string[]>, most?: number): ViewersThere => ({
  isAll,
  counts: Object.entries(watched).map(([id, people]) => viewersToSend(id, namesOf(id, people), most)),
});
/** The viewers of other nodes, next to those who watch on this node. */
const given = (here: Record<string, string[]> = {}) =>
  new ViewersElsewhere((id, name) => namesOf(id, here[id] ?? []).has(name));
const crowd = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `user ${from + n}`);

it("counts the viewers of other nodes by the last report of each, and returns the changed auctions", () => {
  const viewers = given();
  expect(viewers.received("one", say(true, { drum: ["ada", "bola", "chi"] }))).toEqual(["drum"]);
  expect(viewers.received("two", say(true, { drum: ["dayo", "efe"], fan: ["efe"] }))).toEqual(["drum", "fan"]);
  expect([viewers.of("drum"), viewers.of("fan"), viewers.of("stool")]).toEqual([5, 1, 0]);
  expect(viewers.received("two", say(false, { stool: ["dayo", "efe", "femi"] }))).toEqual(["stool"]);
  expect(viewers.received("two", say(false, { stool: [], drum: ["dayo", "efe"] }))).toEqual(["stool"]);
  expect(viewers.received("two", say(true, { drum: ["dayo", "efe"] }))).toEqual(["fan"]);
  expect([viewers.of("drum"), viewers.of("fan"), viewers.of("stool")]).toEqual([5, 0, 0]);
});

it("counts a person on several nodes once, also if one of them is this node", () => {
  const viewers = given({ drum: ["ada"] });
  viewers.received("one", say(true, { drum: ["ada", "bola"] }));
  expect(viewers.received("two", say(true, { drum: ["ada", "bola"] }))).toEqual([]);
  expect(viewers.of("drum")).toBe(1);
  viewers.movedHere("drum", nameOf("drum", "bola"), true);
  expect(viewers.of("drum")).toBe(0);
  viewers.movedHere("drum", nameOf("drum", "stranger"), true);
  viewers.movedHere("drum", nameOf("drum", "ada"), false);
  expect(viewers.of("drum")).toBe(1);
});

it("counts nobody for a node that has no viewers or has stopped", () => {
  const viewers = given();
  viewers.received("one", say(true, { drum: ["ada", "bola", "chi"] }));
  viewers.received("two", say(false, { drum: ["dayo"] }));
  expect(viewers.received("one", nobodyThere)).toEqual(["drum"]);
  expect(viewers.received("one", nobodyThere)).toEqual([]);
  expect(viewers.of("drum")).toBe(1);
});

it("adds the counts of a node of the former version, which sends no names", () => {
  const viewers = given();
  viewers.received("old", { isAll: true, counts: [["drum", 7]] });
  viewers.received("new", say(true, { drum: ["ada", "bola"] }));
  expect(viewers.of("drum")).toBe(9);
  expect(viewers.received("old", { isAll: false, counts: [["drum", 4]] })).toEqual(["drum"]);
  expect(viewers.of("drum")).toBe(6);
});

it("sends the names of a sample of a crowd, and estimates from them how many people are on two nodes", () => {
  const sent = viewersToSend("drum", namesOf("drum", crowd(0, 20_000)));
  expect(sent[1]).toBe(20_000);
  expect((sent[2]?.length ?? 0) / 12).toBeLessThan(1_200);

  const apart = given();
  apart.received("one", say(true, { drum: crowd(0, 3_000) }, 100));
  apart.received("two", say(true, { drum: crowd(3_000, 10_000) }, 100));
  expect(apart.of("drum")).toBe(10_000);

  const halfShared = given();
  halfShared.received("one", say(true, { drum: crowd(0, 6_000) }, 1_000));
  halfShared.received("two", say(true, { drum: crowd(3_000, 9_000) }, 1_000));
  expect(Math.abs(halfShared.of("drum") - 9_000)).toBeLessThan(600);
});

it("agrees with plain sets of people for any reports in any order", () => {
  const people = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"));
  const messages = fc.array(
    fc.record({ node: fc.constantFrom("one", "two", "three"), isAll: fc.boolean(), drum: people, fan: people }),
  );
  fc.assert(
    fc.property(people, messages, (here, all) => {
      const viewers = given({ drum: here });
      const known: Record<string, string[]> = {};
      for (const { node, isAll, drum, fan } of all) {
        viewers.received(node, say(isAll, isAll ? { drum } : { drum, fan }));
        known[node] = drum;
        const elsewhere = new Set(Object.values(known).flat());
        const isHere = (one: string) => here.some((name) => name === one);
        expect(viewers.of("drum")).toBe([...elsewhere].filter((one) => !isHere(one)).length);
      }
    }),
    { numRuns: 300 },
  );
});

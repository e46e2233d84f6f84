import { setImmediate as tick } from "node:timers/promises";
import { expect, it } from "vitest";
import { gatherReads } from "./gather-reads.ts";

/** A database whose answers the test controls. A read returns the values that were stored when it began. */
const given = (atOnce = 10) => {
  const stored = new Map<string, number>();
  const reads: (readonly string[])[] = [];
  const unanswered: (() => void)[] = [];
  let failure: Error | null = null;
  const find = gatherReads<number>(
    (keys) => {
      reads.push(keys);
      const found = new Map([...stored].filter(([key]) => keys.includes(key)));
      const fails = failure;
      return new Promise((resolve, reject) => unanswered.push(() => (fails ? reject(fails) : resolve(found))));
    },
    { atOnce },
  );
  const answer = async () => {
    await tick();
    unanswered.shift()?.();
    await tick();
  };
  const failWith = (error: Error | null) => {
    failure = error;
  };
  return { stored, reads, find, answer, failWith };
};

it("reads once for many callers that ask at the same time", async () => {
  const { stored, reads, find, answer } = given();
  stored.set("a", 1).set("b", 2);
  const asked = [find("a"), find("b"), find("a"), find("none")];
  await answer();
  expect(await Promise.all(asked)).toEqual([1, 2, 1, undefined]);
  expect(reads).toEqual([["a", "b", "none"]]);
});

it("gives no caller an answer from before the call", async () => {
  const { stored, reads, find, answer } = given();
  stored.set("a", 1);
  const early = find("a");
  await tick();
  stored.set("a", 2);
  const late = [find("a"), find("a")];
  await answer();
  expect(await early).toBe(1);
  await answer();
  expect(await Promise.all(late)).toEqual([2, 2]);
  expect(reads).toHaveLength(2);
});

it("reads at most a fixed number at once, in the order of the calls", async () => {
  const { reads, find, answer } = given(2);
  const asked = ["a", "b", "c"].map(find);
  await answer();
  await answer();
  await Promise.all(asked);
  expect(reads).toEqual([["a", "b"], ["c"]]);
});

it("rejects all callers of a failed read, and reads again for later callers", async () => {
  const { stored, find, answer, failWith } = given();
  stored.set("a", 1);
  failWith(new Error("away"));
  const asked = [find("a"), find("b")].map((one) => expect(one).rejects.toThrow("away"));
  await answer();
  await Promise.all(asked);
  failWith(null);
  const again = find("a");
  await answer();
  expect(await again).toBe(1);
});

import { describe, expect, it } from "vitest";
import { createLimiter, type Limit, type Limiter, type Spending } from "./limiter.ts";
import { createLiveLimits } from "./limits.ts";
import { shareSpending } from "./share-spending.ts";

const bids: Limit = { name: "bids", burst: 10, perSecond: 2 };
const frames: Limit = { name: "frames", burst: 10, perSecond: 2, strikesUpToSeconds: 3, isLocal: true };

const given = () => {
  let at = 0;
  const spent: string[] = [];
  const limiter = createLimiter(
    ({ name }, key) => spent.push(`${name} ${key}`),
    () => at,
  );
  const wait = (ms: number): void => {
    at += ms;
  };
  const pass = (limit: Limit, key: string, tries: number, from: Limiter = limiter): number =>
    Array.from({ length: tries }, () => from.take([limit, key])).filter((waitMs) => waitMs === 0).length;
  return { limiter, spent, pass, wait };
};

describe("a limit", () => {
  it("lets a burst through, then so many a second, and says how long to wait", () => {
    const { limiter, pass, wait } = given();
    expect(pass(bids, "ada", 100)).toBe(10);
    expect(limiter.take([bids, "ada"])).toBe(500);
    wait(499);
    expect(limiter.take([bids, "ada"])).toBe(1);
    wait(1);
    expect(pass(bids, "ada", 100)).toBe(1);
    wait(60_000);
    expect(pass(bids, "ada", 100)).toBe(10);
  });

  it("counts each key by itself, and refuses by whichever is used up without charging the others", () => {
    const { limiter, pass } = given();
    const wide: Limit = { name: "of an address", burst: 15, perSecond: 1 };
    for (let n = 0; n < 10; n++) expect(limiter.take([bids, "ada"], [wide, "198.51.100.7"])).toBe(0);
    expect(limiter.take([bids, "ada"], [wide, "198.51.100.7"])).toBe(500);
    expect(limiter.left(wide, "198.51.100.7")).toBe(5);
    expect(pass(bids, "bola", 100)).toBe(10);
  });

  it("makes who floods on wait longer, and no longer than it says", () => {
    const { limiter, pass, wait } = given();
    expect(pass(frames, "c1", 16)).toBe(10);
    expect(limiter.take([frames, "c1"])).toBe(3_500);
    expect(pass(frames, "c1", 100_000)).toBe(0);
    expect(limiter.take([frames, "c1"])).toBe(3_500);
    wait(3_500);
    expect(pass(frames, "c1", 100)).toBe(1);
  });

  it("remembers a bounded number of keys", () => {
    const { limiter, pass } = given();
    for (let n = 0; n < 100_000; n++) limiter.take([bids, `key ${n}`]);
    expect(pass(bids, "key 99999", 100)).toBe(9);
    // Forgotten, as if it had not been there.
    expect(pass(bids, "key 0", 100)).toBe(10);
  });
});

describe("several nodes", () => {
  it("let one user who is at all of them through once, when they hear of each other at once", () => {
    const nodes: Limiter[] = [];
    for (let n = 0; n < 3; n++) {
      nodes[n] = createLimiter(
        ({ name }, key) => {
          for (const [other, limiter] of nodes.entries()) if (other !== n) limiter.charge({ [name]: [[key, 1]] });
        },
        () => 0,
      );
    }
    let passed = 0;
    for (let n = 0; n < 300; n++) if (nodes[n % 3]?.take([bids, "ada"]) === 0) passed += 1;
    expect(passed).toBe(10);
  });

  it("that hear late take what was too much off what comes next", () => {
    const { limiter, pass, wait } = given();
    expect(pass(bids, "ada", 100)).toBe(10);
    limiter.charge({ bids: [["ada", 20]] });
    wait(10_000);
    expect(pass(bids, "ada", 100)).toBe(0);
    wait(500);
    expect(pass(bids, "ada", 100)).toBe(1);
  });

  it("believe no nonsense that they are told", () => {
    const { limiter, pass } = given();
    limiter.charge({
      bids: [
        ["ada", -100],
        ["ada", Number.NaN],
        ["ada", 1e300],
      ],
      __proto__: [["x", 5]],
    } as Spending);
    expect(pass(bids, "ada", 100)).toBe(10);
  });

  it("are told of what is shared alone", () => {
    const { limiter, spent } = given();
    limiter.take([bids, "ada"], [frames, "c1"]);
    expect(spent).toEqual(["bids ada"]);
  });

  it("are told in one message at a time: while one is on its way the next gathers, and what is old is forgotten", async () => {
    const told: Spending[] = [];
    let arrive = (): void => {};
    const shared = shareSpending((spending) => {
      told.push(spending);
      return new Promise<void>((resolve) => {
        arrive = resolve;
      });
    });
    for (let n = 0; n < 5; n++) shared.spent(bids, "ada");
    await expect.poll(() => told).toEqual([{ bids: [["ada", 5]] }]);
    shared.spent(bids, "ada");
    shared.spent(bids, "bola");
    expect(told).toHaveLength(1);
    arrive();
    await expect.poll(() => told.slice(1)).toEqual([{ bids: [["ada", 1], ["bola", 1]] }]); // biome-ignore format: one message
    shared.close();
  });
});

it("seats are given back once, and refused where all are taken", () => {
  const limits = createLiveLimits(given().limiter, true);
  const seats = Array.from({ length: 1_000 }, () => limits.takeSeat("user", "ada"));
  expect(limits.takeSeat("user", "ada")).toBeNull();
  expect(limits.takeSeat("user", "bola")).not.toBeNull();
  seats[0]?.();
  seats[0]?.();
  expect(limits.takeSeat("user", "ada")).not.toBeNull();
  expect(limits.takeSeat("user", "ada")).toBeNull();
});

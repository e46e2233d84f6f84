import { describe, expect, it } from "vitest";
import { createLimiter, type Limit, type Limiter } from "./limiter.ts";
import { createLiveLimits } from "./live-rate-limits.ts";

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
  it("allows a burst, then a fixed rate, and says how long to wait", () => {
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

  it("counts each key separately, and if one is exhausted it refuses without charging the others", () => {
    const { limiter, pass } = given();
    const wide: Limit = { name: "of an address", burst: 15, perSecond: 1 };
    for (let n = 0; n < 10; n++) expect(limiter.take([bids, "ada"], [wide, "198.51.100.7"])).toBe(0);
    expect(limiter.take([bids, "ada"], [wide, "198.51.100.7"])).toBe(500);
    expect(limiter.left(wide, "198.51.100.7")).toBe(5);
    expect(pass(bids, "bola", 100)).toBe(10);
  });

  it("makes a flooding client wait longer, up to the time that it names", () => {
    const { limiter, pass, wait } = given();
    expect(pass(frames, "c1", 16)).toBe(10);
    expect(limiter.take([frames, "c1"])).toBe(3_500);
    expect(pass(frames, "c1", 100_000)).toBe(0);
    expect(limiter.take([frames, "c1"])).toBe(3_500);
    wait(3_500);
    expect(pass(frames, "c1", 100)).toBe(1);
  });

  it("takes an amount, so that a dear request uses up the allowance sooner than a cheap one", () => {
    const { limiter, wait } = given();
    expect(limiter.take([bids, "ada", 8])).toBe(0);
    expect(limiter.take([bids, "ada", 3])).toBe(500);
    expect(limiter.take([bids, "ada", 2])).toBe(0);
    expect(limiter.take([bids, "ada"])).toBe(500);
    wait(1_000);
    expect(limiter.take([bids, "ada", 2])).toBe(0);
  });

  it("lets an amount above the burst pass once the whole burst is there, and charges all of it", () => {
    const { limiter, wait } = given();
    expect(limiter.take([bids, "ada", 30])).toBe(0);
    expect(limiter.take([bids, "ada"])).toBe(10_500);
    wait(10_500);
    expect(limiter.take([bids, "ada"])).toBe(0);
    expect(limiter.take([bids, "ada", 30])).toBe(5_000);
  });

  it("adds what work took beyond its declared amount, whether or not it fits, and reports it", () => {
    const { limiter, spent } = given();
    limiter.add([bids, "ada", 12]);
    expect(limiter.take([bids, "ada"])).toBe(1_500);
    expect(spent).toEqual(["bids ada"]);
  });

  it("remembers a bounded number of keys", () => {
    const { limiter, pass } = given();
    for (let n = 0; n < 100_000; n++) limiter.take([bids, `key ${n}`]);
    expect(pass(bids, "key 99999", 100)).toBe(9);
    // The key was evicted, so it has its full allowance.
    expect(pass(bids, "key 0", 100)).toBe(10);
  });
});

describe("several nodes", () => {
  it("let one user who uses all of them at once pass once, if they hear of each other at once", () => {
    const nodes: Limiter[] = [];
    for (let n = 0; n < 3; n++) {
      nodes[n] = createLimiter(
        ({ name, perSecond }, key) => {
          for (const [other, limiter] of nodes.entries()) {
            if (other !== n) limiter.charge({ [name]: [[key, 1]] }, { [name]: perSecond });
          }
        },
        () => 0,
      );
    }
    let passed = 0;
    for (let n = 0; n < 300; n++) if (nodes[n % 3]?.take([bids, "ada"]) === 0) passed += 1;
    expect(passed).toBe(10);
  });

  it("that hear late subtract the excess from what comes next", () => {
    const { limiter, pass, wait } = given();
    expect(pass(bids, "ada", 100)).toBe(10);
    limiter.charge({ bids: [["ada", 20]] });
    wait(10_000);
    expect(pass(bids, "ada", 100)).toBe(0);
    wait(500);
    expect(pass(bids, "ada", 100)).toBe(1);
  });

  it("let a spend from elsewhere leak at the limit's rate, even if nobody asks here meanwhile", () => {
    const { limiter, pass, wait } = given();
    limiter.charge({ bids: [["ada", 8]] }, { bids: 2 });
    wait(3_000);
    limiter.charge({ bids: [["ada", 8]] }, { bids: 2 });
    expect(pass(bids, "ada", 100)).toBe(0);
    wait(1_000);
    expect(pass(bids, "ada", 100)).toBe(2);
  });

  it("ignore a report without a rate for a limit that nobody used here, because it would never leak", () => {
    const { limiter, pass } = given();
    limiter.charge({ bids: [["ada", 10]] });
    expect(pass(bids, "ada", 100)).toBe(10);
    // The rate is known now, so the report of a node of the previous version is accepted.
    limiter.charge({ bids: [["bola", 4]] });
    expect(pass(bids, "bola", 100)).toBe(6);
  });

  it("charge a late report as if it had come at once", () => {
    const { limiter, pass, wait } = given();
    wait(10_000);
    // Six were spent 3 s ago and have leaked away since.
    limiter.charge({ bids: [["ada", 6, 1_000]] }, { bids: 2 }, 2_000);
    expect(pass(bids, "ada", 100)).toBe(10);
    wait(10_000);
    expect(pass(bids, "ada", 4)).toBe(4);
    wait(1_000);
    // These were spent within the same busy period, so they leak after what was spent here.
    limiter.charge({ bids: [["ada", 3]] }, { bids: 2 }, 500);
    expect(limiter.left(bids, "ada")).toBe(5);
  });

  it("ignore an invalid report", () => {
    const { limiter, pass } = given();
    const nonsense: [string, number, number?][] = [
      ["ada", -100],
      ["ada", Number.NaN],
      ["ada", 1e300],
      ["ada", 5, -1],
      ["ada", 5, Number.NaN],
      ["ada", 5, 1e300],
    ];
    limiter.charge(JSON.parse(JSON.stringify({ bids: nonsense }).replace("{", '{"__proto__":[["x",5]],')), { bids: 2 });
    limiter.charge({ bids: nonsense }, { bids: 2 });
    for (const rate of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY]) {
      limiter.charge({ frames: [["ada", 5]] }, { frames: rate });
    }
    expect(pass(bids, "ada", 100)).toBe(10);
    expect(pass(frames, "ada", 100)).toBe(10);
  });

  it("hold for a /48 too, with four times the amount, whatever the addresses in it", () => {
    const { limiter, spent, wait } = given();
    const from = (subnet: number) => `2001:db8:7:${subnet.toString(16)}::/64`;
    const passed = (tries: number) =>
      Array.from({ length: tries }, (_, n) => limiter.take([bids, from(n)])).filter((waitMs) => waitMs === 0).length;
    expect(passed(200)).toBe(40);
    expect(limiter.waitMs(bids, from(500))).toBe(125);
    expect(limiter.left(bids, from(500))).toBe(0);
    expect(limiter.take([bids, "2001:db8:8:1::/64"])).toBe(0);
    wait(1_000);
    expect(passed(200)).toBe(8);
    expect(spent.slice(0, 2)).toEqual([`bids ${from(0)}`, "bids, /48 2001:db8:7::/48"]);
    limiter.add([bids, from(501), 8]);
    expect(limiter.waitMs(bids, from(502))).toBeGreaterThan(1_000);
  });

  it("of one address stay as they are in a /48", () => {
    const { limiter, pass } = given();
    expect(pass(bids, "2001:db8:7:1::/64", 100)).toBe(10);
    expect(limiter.left(bids, "2001:db8:7:2::/64")).toBe(10);
  });

  it("report only shared limits", () => {
    const { limiter, spent } = given();
    limiter.take([bids, "ada"], [frames, "c1"]);
    expect(spent).toEqual(["bids ada"]);
  });
});

it("releases a connection slot once, and refuses one when all are taken", () => {
  const limits = createLiveLimits(given().limiter, true);
  const slots = Array.from({ length: 1_000 }, () => limits.takeConnectionSlot("user", "ada"));
  expect(limits.takeConnectionSlot("user", "ada")).toBeNull();
  expect(limits.takeConnectionSlot("user", "bola")).not.toBeNull();
  slots[0]?.();
  slots[0]?.();
  expect(limits.takeConnectionSlot("user", "ada")).not.toBeNull();
  expect(limits.takeConnectionSlot("user", "ada")).toBeNull();
});

it("gives all addresses of a /48 four times the connection slots of one, and takes back both", () => {
  const limits = createLiveLimits(given().limiter, true);
  const take = (subnet: number) => limits.takeConnectionSlot("address", `2001:db8:7:${subnet.toString(16)}::/64`);
  const slots = Array.from({ length: 48_000 }, (_, n) => take(n % 5));
  expect(slots).not.toContain(null);
  expect(take(6)).toBeNull();
  expect(limits.takeConnectionSlot("address", "2001:db8:8:1::/64")).not.toBeNull();
  slots[0]?.();
  slots[0]?.();
  expect(take(6)).not.toBeNull();
  expect(take(6)).toBeNull();
});

import { expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";
import { createTimeBudget, TIME_OF_ADDRESS, TIME_OF_USER } from "./time-budget.ts";

const given = () => {
  let at = 0;
  const budget = createTimeBudget(createLimiter(undefined, () => at));
  const wait = (ms: number): void => {
    at += ms;
  };
  const passes = (who: Parameters<typeof budget.take>[0], costMs: number): number => {
    let passed = 0;
    while (passed < 100_000 && budget.take(who, costMs) === 0) passed += 1;
    return passed;
  };
  return { budget, wait, passes };
};
const visitor = (address: string) => ({ address, userId: null });

it("lets a dear call pass fewer times than a cheap one", () => {
  expect(given().passes(visitor("198.51.100.7"), 1)).toBe(TIME_OF_ADDRESS.burst);
  expect(given().passes(visitor("198.51.100.7"), 150)).toBe(TIME_OF_ADDRESS.burst / 150);
});

it("charges the user and the address, and refuses when either is used up", () => {
  const { passes } = given();
  const [ada, bola, chidi] = ["ada", "bola", "chidi"].map((userId) => ({ address: "198.51.100.7", userId }));
  if (!(ada && bola && chidi)) throw new Error("three users");
  expect(passes(ada, 10)).toBe(TIME_OF_USER.burst / 10);
  expect(passes({ ...ada, address: "198.51.100.8" }, 10)).toBe(0);
  expect(passes(bola, 10)).toBe(TIME_OF_USER.burst / 10);
  expect(passes(chidi, 10)).toBe(0);
  expect(passes({ ...chidi, address: "198.51.100.8" }, 10)).toBe(TIME_OF_USER.burst / 10);
});

it("keeps the budget of bids, payments and log-ins apart from that of reads", () => {
  const { passes } = given();
  expect(passes(visitor("198.51.100.7"), 10)).toBe(600);
  expect(passes({ ...visitor("198.51.100.7"), isUrgent: true }, 10)).toBe(600);
});

it("makes work wait that proved dearer than declared", () => {
  const { budget, wait } = given();
  expect(budget.take(visitor("198.51.100.7"), 1)).toBe(0);
  budget.add(visitor("198.51.100.7"), TIME_OF_ADDRESS.burst);
  expect(budget.take(visitor("198.51.100.7"), 1)).toBe(10);
  wait(10);
  expect(budget.take(visitor("198.51.100.7"), 1)).toBe(0);
});

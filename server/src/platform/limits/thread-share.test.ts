import { expect, it } from "vitest";
import { ThreadShare } from "./thread-share.ts";

const given = (share: number) => {
  let at = 0;
  const lent = new ThreadShare(share, () => at);
  const pass = (ms: number): void => {
    at += ms;
  };
  return { lent, pass };
};

it("lends a burst at once, then its share of the time", () => {
  const { lent, pass } = given(0.5);
  lent.spend(20);
  pass(1);
  expect(lent.waitMs()).toBe(0);
  lent.spend(100.5);
  expect(lent.waitMs()).toBe(200);
  pass(201);
  expect(lent.waitMs()).toBe(0);
});

it("lends less after the event loop was late, and its whole share again two seconds later", () => {
  const { lent, pass } = given(0.5);
  lent.spend(120);
  lent.noteLate(10);
  expect(lent.waitMs()).toBe(200);
  lent.noteLate(40);
  expect(lent.waitMs()).toBe(400);
  for (let n = 0; n < 10; n++) lent.noteLate(40);
  expect(lent.waitMs()).toBe(800);
  pass(2_000);
  lent.waitMs();
  lent.spend(120);
  expect(lent.waitMs()).toBe(200);
});

it("without a bound never waits", () => {
  const { lent } = given(Number.POSITIVE_INFINITY);
  lent.spend(1e9);
  expect(lent.waitMs()).toBe(0);
});

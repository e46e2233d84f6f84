import { expect, it } from "vitest";
import { canWithdraw } from "./can-withdraw.ts";

const changed = Date.parse("2026-11-22T12:00:00.000Z");
const HOUR = 3_600_000;
const auction = { status: "active" as const, contentChangedAt: new Date(changed).toISOString() };
const bidAt = (ms: number) => ({ kind: "manual" as const, timestamp: new Date(ms).toISOString() });
const before = bidAt(changed - HOUR);
const now = changed + HOUR;

it("lets a user who bid before the change withdraw for 24 hours, also while the auction is paused", () => {
  expect(canWithdraw(auction, [before], now)).toBe(true);
  expect(canWithdraw({ ...auction, status: "paused" }, [before], now)).toBe(true);
  expect(canWithdraw(auction, [before], changed + 24 * HOUR)).toBe(false);
});

it("does not offer a withdrawal after the end, without a change, or without a valid bid", () => {
  expect(canWithdraw({ ...auction, status: "ended" }, [before], now)).toBe(false);
  expect(canWithdraw({ ...auction, contentChangedAt: null }, [before], now)).toBe(false);
  expect(canWithdraw(auction, [], now)).toBe(false);
  expect(canWithdraw(auction, [{ ...before, voided: { reason: "withdrawn", at: "" } }], now)).toBe(false);
});

it("does not offer a withdrawal to users who bid again after the change", () => {
  expect(canWithdraw(auction, [bidAt(changed + 1), before], now)).toBe(false);
});

it("offers a withdrawal of a bid by hand that was recalculated, unless the person's own bids were voided later", () => {
  const at = new Date(changed).toISOString();
  const recalculated = { ...before, voided: { reason: "recalculated" as const, at } };
  expect(canWithdraw(auction, [recalculated], now)).toBe(true);
  expect(canWithdraw(auction, [{ ...recalculated, kind: "auto" }], now)).toBe(false);
  const withdrawn = { ...before, voided: { reason: "withdrawn" as const, at } };
  expect(canWithdraw(auction, [recalculated, withdrawn], now)).toBe(false);
});

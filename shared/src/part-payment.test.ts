import { describe, expect, it } from "vitest";
import { partsOfPayment } from "./part-payment.ts";

const at = (day: number): string => new Date(Date.UTC(2026, 10, day)).toISOString();
const lots = [
  { name: "1", remaining: 10_000, dueAt: at(3) },
  { name: "2", remaining: 0, dueAt: at(1) },
  { name: "3", remaining: 16_000.5, dueAt: at(2) },
  { name: "4", remaining: 21_000, dueAt: at(3) },
];
const written = (amount: number) => partsOfPayment(lots, amount).map(({ lot, part }) => [lot.name, part]);

describe("a payment of a part of an invoice", () => {
  it("pays the lot that is due first, then the next ones in the order of the invoice", () => {
    expect(written(0.01)).toEqual([["3", 0.01]]);
    expect(written(16_000.5)).toEqual([["3", 16_000.5]]);
    expect(written(20_000)).toEqual([
      ["3", 16_000.5],
      ["1", 3_999.5],
    ]);
    expect(written(47_000.5)).toEqual([
      ["3", 16_000.5],
      ["1", 10_000],
      ["4", 21_000],
    ]);
    expect(written(50_000)).toEqual(written(47_000.5));
  });

  it("is used up to the kobo, or pays everything that is due", () => {
    const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + Math.round(one * 100), 0);
    const due = sum(lots.map(({ remaining }) => remaining));
    for (let kobo = 1; kobo < due + 1_000_00; kobo += 7_919) {
      const parts = partsOfPayment(lots, kobo / 100);
      expect(sum(parts.map(({ part }) => part))).toBe(Math.min(due, kobo));
      // No lot but the last one is left with a rest.
      for (const { lot, part } of parts.slice(0, -1)) expect(part).toBe(lot.remaining);
    }
  });
});

// Tests which rows of the takings are one payment.
import type { Taking } from "@jara/shared/rest/takings";
import { expect, it } from "vitest";
import { byOnePayment, referenceOf } from "./takings-words.ts";

const paid = (_id: string, change: Partial<Taking> = {}): Taking => ({
  _id,
  amount: 1000,
  amountNgn: 1000,
  method: "transfer",
  reference: "GTB 7781",
  note: null,
  bookedBy: { _id: "cashier", username: "cashier" },
  at: "2026-11-21T12:00:00.100Z",
  reversed: null,
  settlement: { _id: `of ${_id}`, kind: "win", reference: "JARA-6F1F-3C1E-8A52" },
  auction: { _id: `lot ${_id}`, title: _id, currency: "NGN" },
  payer: { _id: "ada", username: "ada" },
  ...change,
});
const idsOf = (payments: Taking[]) => byOnePayment(payments).map((parts) => parts.map(({ _id }) => _id));

it("puts the parts of one payment together, also if one of them was reversed", () => {
  const reversed = { at: "2026-11-21T13:00:00.000Z", by: null, reason: null };
  const parts = [paid("a", { paymentId: "p" }), paid("b", { paymentId: "p", reversed }), paid("c", { paymentId: "c" })];
  expect(idsOf(parts)).toEqual([["a", "b"], ["c"]]);
});

it("keeps payments apart that only look alike, and those of an older server", () => {
  expect(idsOf([paid("a", { paymentId: "a" }), paid("b", { paymentId: "b" }), paid("c"), paid("d")])).toEqual([
    ["a"],
    ["b"],
    ["c"],
    ["d"],
  ]);
});

it("shows the reference of a whole online payment without the number of its part", () => {
  expect(referenceOf(paid("a", { method: "online", reference: "JP-1/2" }), true)).toBe("JP-1");
  expect(referenceOf(paid("a", { method: "online", reference: "JP-1/2" }), false)).toBe("JP-1/2");
  expect(referenceOf(paid("a", { reference: "GTB/2" }), true)).toBe("GTB/2");
});

// Tests which rows of the takings are one payment.
import type { Taking } from "@jara/shared/rest/takings";
import { expect, it } from "vitest";
import { byOnePayment } from "./takings-words.ts";

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

it("puts lots together that one payment paid in one go", () => {
  expect(idsOf([paid("a"), paid("b", { at: "2026-11-21T12:00:00.099Z" }), paid("c", { reference: "GTB 9" })])).toEqual([
    ["a", "b"],
    ["c"],
  ]);
});

it.each<[string, Partial<Taking>]>([
  ["another payer", { payer: { _id: "bola", username: "bola" } }],
  ["a later booking", { at: "2026-11-21T12:00:05.000Z" }],
  ["the same lot again", { settlement: paid("a").settlement }],
  ["one that was reversed", { reversed: { at: "2026-11-21T13:00:00.000Z", by: null, reason: null } }],
  ["another way", { method: "cash" }],
])("keeps apart %s", (_, change) => {
  expect(idsOf([paid("a"), paid("b", change)])).toEqual([["a"], ["b"]]);
});

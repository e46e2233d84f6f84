// Tests the sums of the takings' tables, and which rows are one payment.
import { type PaymentMethod, paymentMethods } from "@jara/shared/rest/settlements";
import type { OtherMoney, Taking, Takings } from "@jara/shared/rest/takings";
import fc from "fast-check";
import { expect, it } from "vitest";
import { balancesOf, byOnePayment, moneyOf, movedOf, otherWords, receivedOf, referenceOf } from "./takings-words.ts";

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

it("leaves as net what came less what was reversed, refunded and paid out, which is in the till and the bank", () => {
  const sums = { count: 1, inCurrency: { NGN: 0, USD: 0 } };
  const received: Takings["received"] = [
    { method: "balance", ...sums, ngn: 4_000, surplusNgn: 0, addedNgn: 0, totalNgn: 0 },
    { method: "transfer", ...sums, ngn: 20_000.1, surplusNgn: 100, addedNgn: 0, totalNgn: 20_100.1 },
    { method: "cash", ...sums, ngn: 15_580.99, surplusNgn: 86.68, addedNgn: 50, totalNgn: 15_717.67 },
  ];
  const outgoing: Takings["outgoing"] = [
    { method: "transfer", reversedNgn: 1_000.5, paidOutNgn: 0, refundedNgn: 0, totalNgn: 1_000.5 },
    { method: "cash", reversedNgn: 0, paidOutNgn: 3_126.39, refundedNgn: 3_076.39, totalNgn: 3_126.39 },
  ];
  expect(moneyOf({ received, outgoing }).map(({ title, ngn }) => [title, ngn])).toEqual([
    ["Received", 35_817.77],
    ["Reversed", 1_000.5],
    ["Refunded", 3_076.39],
    ["Paid out", 50],
    ["Net", 31_690.88],
  ]);
  const nets = movedOf({ received, outgoing }).rows.map(({ method, amounts }) => [method, amounts.at(-1)]);
  expect(nets).toEqual([
    ["transfer", 19_099.6],
    ["cash", 12_591.28],
  ]);
});

const kobo = fc.integer({ min: 0, max: 5_000_000_00 });
const ofMethod = fc.record({
  forLots: kobo,
  surplus: kobo,
  added: kobo,
  reversed: kobo,
  refunded: kobo,
  paidOut: kobo,
});

it("adds up to the same sums in each table, for any money by any methods", () => {
  fc.assert(
    fc.property(fc.array(ofMethod, { minLength: 5, maxLength: 5 }), (given) => {
      const of = (method: PaymentMethod) => given[paymentMethods.indexOf(method)] as (typeof given)[number];
      const received = paymentMethods.map((method) => {
        const { forLots, surplus, added } = of(method);
        const sums = { count: 1, ngn: forLots / 100, inCurrency: { NGN: 0, USD: 0 } };
        const isInside = method === "balance";
        const totalNgn = isInside ? 0 : (forLots + surplus + added) / 100;
        return {
          method,
          ...sums,
          surplusNgn: isInside ? 0 : surplus / 100,
          addedNgn: isInside ? 0 : added / 100,
          totalNgn,
        };
      });
      const outside = paymentMethods.filter((method) => method !== "balance");
      const outgoing = outside.map((method) => {
        const { reversed, refunded, paidOut } = of(method);
        const [reversedNgn, paidOutNgn] = [reversed / 100, (refunded + paidOut) / 100];
        return { method, reversedNgn, paidOutNgn, refundedNgn: refunded / 100, totalNgn: reversedNgn + paidOutNgn };
      });
      const sumOf = (...keys: (keyof (typeof given)[number])[]) =>
        outside.reduce((sum, method) => keys.reduce((all, key) => all + of(method)[key], sum), 0);
      const top = [sumOf("forLots", "surplus", "added"), sumOf("reversed"), sumOf("refunded"), sumOf("paidOut")];
      const net = top.reduce((left, one) => left - one, 2 * (top[0] ?? 0));
      const inKobo = (amounts: readonly number[]) => amounts.map((one) => Math.round(one * 100));

      expect(inKobo(moneyOf({ received, outgoing }).map(({ ngn }) => ngn))).toEqual([...top, net]);
      for (const { rows, all } of [movedOf({ received, outgoing }), receivedOf({ received, outgoing })]) {
        for (const [n, sum] of inKobo(all).entries())
          expect(inKobo(rows.map(({ amounts }) => amounts[n] ?? 0)).reduce((a, b) => a + b, 0)).toBe(sum);
      }
      for (const { amounts } of movedOf({ received, outgoing }).rows) {
        const [came = 0, ...others] = inKobo(amounts);
        expect(others.slice(0, -1).reduce((left, one) => left - one, came)).toBe(others.at(-1));
      }
      for (const { amounts } of receivedOf({ received, outgoing }).rows) {
        const parts = inKobo(amounts);
        expect(parts.slice(0, -1).reduce((a, b) => a + b, 0)).toBe(parts.at(-1));
      }
      expect(inKobo(receivedOf({ received, outgoing }).all).at(-1)).toBe(top[0]);
      const { came, left } = balancesOf({ balances: noMoves, received, outgoing });
      const line = (lines: typeof left, name: RegExp) =>
        inKobo(lines.filter(([one]) => name.test(one)).map(([, ngn]) => ngn)).reduce((a, b) => a + b, 0);
      expect(line(left, /aid out/)).toBe(top[3]);
      expect(line(left, /^Refunded/)).toBe(top[2]);
      expect(line(left, /^Paid for lots/)).toBe(of("balance").forLots);
      expect(line(came, /^(Money for|Paid too much)/)).toBe(sumOf("surplus", "added"));
    }),
    { numRuns: 200 },
  );
});

const noMoves: Takings["balances"] = {
  depositsTaken: 0,
  depositsReturned: 0,
  penaltiesKept: 0,
  penaltiesReturned: 0,
  refunds: 0,
  surpluses: 0,
  takenBack: 0,
  withdrawalsPaid: 0,
};

it("names a refund in cash and the transfer of one, and a withdrawal that is none", () => {
  const words = (change: Partial<OtherMoney>) => otherWords({ outNgn: 1, isSurplus: false, ...change } as OtherMoney);
  const lot = { settlementId: "s", title: "Drum" };
  expect(words({ kind: "refund", lot })).toBe("Refund in cash");
  expect(words({ kind: "withdrawal", lot })).toBe("Refund transferred");
  expect(words({ kind: "withdrawal", lot: null })).toBe("Withdrawal paid out");
});

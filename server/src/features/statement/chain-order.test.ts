import fc from "fast-check";
import { expect, it } from "vitest";
import { inChainOrder } from "./chain-order.ts";

const entry = (at: number, amountMinor: number, balanceMinor: number) => ({ at, amountMinor, balanceMinor });

it("keeps the order of entries of different times", () => {
  const entries = [entry(1, 5, 5), entry(2, -2, 3), entry(3, 4, 7)];
  expect(inChainOrder(entries)).toEqual(entries);
});

it("orders entries of one moment by their balances, with and without the balance before them", () => {
  const chain = [entry(2, -2, 3), entry(2, 10, 13), entry(2, -4, 9)];
  for (const shuffled of [
    [2, 0, 1],
    [1, 2, 0],
    [2, 1, 0],
  ]) {
    const group = shuffled.map((i) => chain[i] as (typeof chain)[0]);
    expect(inChainOrder(group)).toEqual(chain);
    expect(inChainOrder([entry(1, 5, 5), ...group])).toEqual([entry(1, 5, 5), ...chain]);
  }
});

it("keeps every entry, whatever its balance", () => {
  const anEntry = fc.record({ at: fc.nat(3), amountMinor: fc.integer({ min: -3, max: 3 }), balanceMinor: fc.nat(4) });
  fc.assert(
    fc.property(fc.array(anEntry, { maxLength: 12 }), (entries) => {
      const sorted = [...entries].sort((a, b) => a.at - b.at);
      const ordered = inChainOrder(sorted);
      expect(ordered.map(({ at }) => at)).toEqual(sorted.map(({ at }) => at));
      expect(new Set(ordered)).toEqual(new Set(entries));
    }),
  );
});

it("restores a chain of entries of one moment if its beginning is known", () => {
  // Amounts that never lead back to an earlier balance.
  const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.infiniteStream(fc.nat()), (all, order) => {
      let balance = 0;
      const chain = all.map((amount) => {
        balance += amount;
        return entry(1, amount, balance);
      });
      const keyed = chain.map((one) => ({ one, key: order.next().value as number }));
      const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
      expect(inChainOrder(shuffled)).toEqual(chain);
    }),
  );
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { Heap } from "./heap.ts";

interface Item {
  readonly value: number;
}
const act = fc.oneof(
  fc.record({ add: fc.integer({ min: 0, max: 20 }) }),
  fc.constant("take the first" as const),
  fc.record({ remove: fc.nat(100) }),
);

it("has the first of its items, whatever is added and removed", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const heap = new Heap<Item>((one, other) => one.value < other.value);
      const items: Item[] = [];
      const remove = (item: Item | undefined): void => {
        if (!item) return;
        heap.remove(item);
        heap.remove(item);
        items.splice(items.indexOf(item), 1);
      };
      for (const one of acts) {
        if (one === "take the first") remove(heap.first);
        else if ("remove" in one) remove(items[one.remove % Math.max(1, items.length)]);
        else {
          const item = { value: one.add };
          heap.add(item);
          items.push(item);
        }
        expect(heap.size).toBe(items.length);
        expect(heap.first?.value).toBe(items.length > 0 ? Math.min(...items.map(({ value }) => value)) : undefined);
      }
    }),
    { numRuns: 300 },
  );
});

import { expect, it } from "vitest";
import { inNaturalOrder } from "./natural-order.ts";

it("orders lot numbers as people count", () => {
  const numbers = ["10", "2", "12B", "1", "12A", "12", "100", "A2", "A10", "1.2", "1.10"];
  expect(numbers.sort(inNaturalOrder)).toEqual(["1", "1.2", "1.10", "2", "10", "12", "12A", "12B", "100", "A2", "A10"]);
});

import { expect, it } from "vitest";
import { maxBidError } from "./max-bid-rules.ts";

const auction = { currentPrice: 100, currency: "NGN" as const };

// S302
it("requires a max bid to be an amount greater than 0", () => {
  for (const typed of ["", "x", "0", "-1", "100.005"])
    expect(maxBidError(typed, auction)).toMatch(/^Please enter a valid amount($|\. )/);
});

// S303
it("requires a max bid above the current price, by however little", () => {
  expect(maxBidError("100", auction)).toBe("Max bid must be higher than current price of ₦100.00");
  expect(maxBidError("100.01", auction)).toBeNull();
});

import type { MaxBid } from "@jara/shared/auction";
import { expect, it } from "vitest";
import { maxBidError } from "./max-bid-rules.ts";

const auction = { currentPrice: 100, currency: "NGN" as const, contentVersion: 2 };

// S302
it("requires a max bid to be an amount greater than 0", () => {
  for (const typed of ["", "x", "0", "-1", "100.005"])
    expect(maxBidError(typed, auction, null)).toMatch(/^Please enter a valid amount($|\. )/);
});

// S303
it("requires a max bid above the current price, by however little", () => {
  expect(maxBidError("100", auction, null)).toBe("Max bid must be higher than current price of ₦100.00");
  expect(maxBidError("100.01", auction, null)).toBeNull();
});

it("refuses the same maximum again, unless it is suspended", () => {
  const own = { maxAmount: 500, contentVersion: 2, isSuspended: false } as MaxBid;
  expect(maxBidError("500", auction, own)).toBe("That is your maximum now. Type a higher or a lower amount.");
  expect(maxBidError("500", auction, { ...own, isSuspended: true })).toBeNull();
  expect(maxBidError("501", auction, own)).toBeNull();
});

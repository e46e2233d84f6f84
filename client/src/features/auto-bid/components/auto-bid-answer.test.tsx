// @vitest-environment happy-dom
import type { Auction, AuctionOutcome, MaxBid } from "@jara/shared/auction";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { AutoBidAnswer } from "../hooks/use-auto-bid.ts";
import { AutoBidAnswerNotice, beatenWords, setWords, spokenAnswer } from "./auto-bid-answer.tsx";

afterEach(cleanup);

// S428
it.each([
  ["set", "Failed to set max bid"],
  ["cancel", "Failed to cancel max bid"],
  ["confirm", "Failed to confirm your maximum"],
] as const)("shows the server's message, or the default one if there is none: %s", (action, otherwise) => {
  const failed = (message: string) => (
    <AutoBidAnswerNotice
      answer={{ kind: "failed", action, error: { code: "INTERNAL", message } }}
      auction={{ currency: "NGN" } as Auction}
      maxBid={null}
      done={null}
    />
  );
  const { rerender } = render(failed("The server's sentence."));
  expect(screen.getByRole("alert").textContent).toBe("The server's sentence.");
  rerender(failed(""));
  expect(screen.getByRole("alert").textContent).toBe(otherwise);
});

it.each<[Parameters<typeof spokenAnswer>[0], string | null]>([
  [null, null],
  [{ kind: "cancelled" }, null],
  [
    { kind: "failed", action: "set", error: { code: "LOT_CHANGED", message: "" } },
    "The lot has changed, so your maximum is not set.",
  ],
  [{ kind: "failed", action: "set", error: { code: "INTERNAL", message: "" } }, null],
])("says %j to screen readers, unless a toast or the note of an error says it", (answer, said) => {
  expect(spokenAnswer(answer, true)).toBe(said);
});

it("says that a maximum was set only while it stands", () => {
  const lot = { isLeading: true, currentPrice: 400, version: 3 };
  const set = { kind: "set", outcome: lot as AuctionOutcome, maxAmount: 500, updated: true } as AutoBidAnswer;
  const words = (maxAmount: number | null) =>
    setWords(set, lot as Auction, maxAmount === null ? null : ({ maxAmount } as MaxBid));
  expect(words(500)).toBe("Max bid updated successfully!");
  expect(words(600), "raised on another device").toBeNull();
  expect(words(null), "cancelled on another device").toBeNull();
});

it.each([
  ["maximum-used-up", "₦500.00 was not enough: another bidder's maximum beat it at once."],
  ["maximum-too-low", null],
  ["tied", null],
  ["leading", null],
] as const)("says that a maximum was beaten only where another one beat it: %s", (name, words) => {
  const set = { kind: "set", maxAmount: 500, updated: true } as AutoBidAnswer;
  expect(beatenWords(set, { currency: "NGN" }, { name })).toBe(words);
});

it("no longer says that a maximum leads once somebody bid more", () => {
  const outcome = { isLeading: true } as AuctionOutcome;
  const set = { kind: "set", outcome, maxAmount: 500, updated: false } as AutoBidAnswer;
  expect(spokenAnswer(set, true)).toBe("Your maximum is set, and you lead.");
  expect(spokenAnswer(set, false)).toBeNull();
});

// @vitest-environment happy-dom
import { formatLagosTime } from "@jara/shared/time";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../../app/render-for-test.tsx";
import { AutoBidCard } from "./auto-bid-card.tsx";

vi.mock("../../../connection/connection.ts", async () => ({
  ...(await import("../../../connection/connection-for-test.ts")).mockedConnection,
  sendCommand: vi.fn(),
}));
afterEach(cleanUp);

// S089
it("shows title, end time, status, price, maximum and the placed auto-bids", () => {
  answerFetch({});
  const endTime = new Date(Date.now() + 7_200_000).toISOString();
  const maxBid = {
    _id: "m1",
    maxAmount: 5000,
    currency: "NGN" as const,
    autoBidCount: 7,
    lastAutoBidAmount: 3900,
    contentVersion: 1,
    isSuspended: false,
    image: null,
    minimumBid: 4500,
    hasReserve: false,
    reserveMet: true,
    isLeading: true,
    isWon: false,
    auction: {
      _id: "a1",
      title: "Generator",
      endTime,
      status: "active" as const,
      currentPrice: 4000,
      contentVersion: 1,
    },
  };
  renderAt("/", { "/": () => <AutoBidCard maxBid={maxBid} onGone={() => {}} onConfirmed={() => {}} /> });
  const card = within(screen.getByRole("article", { name: "Generator" }));
  expect(card.getByRole("link", { name: "Generator" }).getAttribute("href")).toBe("/auction/a1");
  expect(card.getByText(`Ends ${formatLagosTime(endTime)}`)).toBeTruthy();
  expect(card.getByText("Active")).toBeTruthy();
  expect(card.getByText("Leading")).toBeTruthy();
  const facts = card.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ["Current Price", expect.stringContaining("₦4,000.00")],
    ["Your Max Bid", expect.stringContaining("₦5,000.00")],
    ["Held, not taken", "₦1,000.00"],
    ["Auto-Bids Placed", "7"],
    ["Last Auto-Bid", expect.stringContaining("₦3,900.00")],
  ]);
  expect(card.getByRole("button", { name: "Cancel" })).toBeTruthy();
});

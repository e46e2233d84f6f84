// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { AutoBidPanel } from "../../auto-bid/components/auto-bid-panel.tsx";
import { useAutoBid } from "../../auto-bid/hooks/use-auto-bid.ts";
import { useBidding } from "../hooks/use-bidding.ts";
import { BidPanel } from "./bid-panel.tsx";

vi.mock("../../../connection/connection.ts", () => ({ serverNow: () => Date.now(), sendCommand: vi.fn() }));
vi.mock("../../../store/live.ts", () => ({ noteOutcome: () => {} }));

const auction = {
  _id: "a",
  status: "active",
  currency: "NGN",
  currentPrice: 1000,
  minimumBid: 1050.5,
  bidIncrement: 50.5,
  seller: { _id: "s", username: "jara" },
} as Auction;
const Panel = () => (
  <BidPanel
    auction={auction}
    user={testUser}
    bidding={useBidding(auction, { version: 1, accept: () => {} })}
    disabledReason={null}
    verification={null}
  />
);
const AutoPanel = () => {
  const autoBid = useAutoBid(auction, null, () => {}, { version: 1, accept: () => {} });
  return <AutoBidPanel auction={auction} maxBid={null} autoBid={autoBid} disabledReason={null} />;
};
const boxOf = (label: string) => {
  const { type, min, step } = screen.getByLabelText<HTMLInputElement>(label);
  return { type, min, step };
};
afterEach(cleanUp);

// S297
it("steps a bid's input by 0.01, from the minimum bid", () => {
  answerFetch({});
  renderAt("/", { "/": Panel });
  expect(boxOf("Your bid (NGN)")).toEqual({ type: "number", min: "1050.5", step: "0.01" });
});

// S305
it("steps a maximum's input by 0.01, from the price plus 1", () => {
  answerFetch({});
  renderAt("/", { "/": AutoPanel });
  expect(boxOf("Your max bid (NGN)")).toEqual({ type: "number", min: "1001", step: "0.01" });
});

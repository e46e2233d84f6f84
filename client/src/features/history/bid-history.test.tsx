// @vitest-environment happy-dom
import type { Bid } from "@jara/shared/auction";
import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { BidHistory } from "./bid-history.tsx";
import { useBidHistory } from "./use-bid-history.ts";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: () => () => {},
    state: "live",
    onState: () => () => {},
    clock: { hint: () => {} },
  }),
}));
afterEach(cleanUp);

const BIDS = "GET /bids/auction/a1";
const voided: Bid = {
  _id: "a1-1",
  amount: 90_000,
  kind: "manual",
  bidder: { username: "e***a" },
  timestamp: "2026-11-21T12:00:00.000Z",
  voided: { reason: "fraud", at: "2026-11-21T12:05:00.000Z" },
};

type View = Parameters<typeof useBidHistory>[0];
const viewOf = (version: number) => {
  const rules = { currency: "NGN", startingPrice: 10_000, bidIncrement: 500, hasReserve: false, reserveMet: true };
  const auction = { _id: "a1", title: "Kora", status: "active", bidCount: 0, contentVersion: 1, version, ...rules };
  return { auction, bids: [], viewers: null, ownBidIds: [] } as unknown as View;
};
let view = viewOf(1);
const Shown = () => <BidHistory history={useBidHistory(view)} auction={view.auction} />;

/** Returns the requests for bids. */
const open = (version: number) => {
  const calls = answerFetch({ [BIDS]: { body: { bids: [voided], total: 1 } } });
  view = viewOf(version);
  renderAt("/", { "/": Shown });
  return () => calls.filter(({ call }) => call === BIDS);
};

it("shows the voided bids of a lot that counts none, struck through and with the reason, to whoever comes later", async () => {
  open(3);
  const row = await screen.findByRole("listitem");
  expect(row.textContent).toContain("no longer counts: fraud");
  expect(screen.getByText("₦90,000.00").className).toContain("line-through");
  expect(screen.getByText("No bid counts now.")).toBeTruthy();
});

it("asks for no bids of a lot that had none", async () => {
  const asked = open(2);
  expect(await screen.findByText("No bids yet.")).toBeTruthy();
  expect(asked()).toEqual([]);
});

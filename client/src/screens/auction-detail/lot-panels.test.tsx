// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { LotPage } from "./lot-page.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  sendCommand: vi.fn(),
  getConnection: () => ({
    listen: () => () => {},
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));
afterEach(cleanUp);

const lot = (status: Auction["status"]) =>
  ({
    _id: "a1",
    title: "Talking drum",
    description: "Carved in Oyo",
    categories: [],
    condition: "good",
    location: null,
    media: [],
    imageUrl: null,
    currency: "NGN",
    startingPrice: 1000,
    currentPrice: 1000,
    minimumBid: 1100,
    bidIncrement: 100,
    bidCount: 0,
    buyItNowPrice: null,
    hasReserve: false,
    reserveMet: true,
    status,
    startTime: null,
    endTime: new Date(Date.now() + 7_500_000).toISOString(),
    pausedAt: null,
    pausedUntil: null,
    seller: { _id: "s", username: "chidinma" },
    leader: null,
    winner: null,
    isLeading: false,
    version: 1,
    createdAt: "2026-11-20T12:00:00.000Z",
    serverTime: new Date().toISOString(),
  }) as unknown as Auction;
const show = (user: typeof testUser | null, status: Auction["status"] = "active") => {
  const view = { auction: lot(status), bids: [], viewers: null, ownBidIds: [] };
  answerFetch({ "GET /auth/profile": { body: { user } } });
  if (user) useSession.getState().logIn(user, "t");
  renderAt("/", { "/": () => <LotPage view={view} /> });
  expect(screen.getByRole("heading", { name: "Talking drum" })).toBeTruthy();
};
const bidForm = () => screen.queryByRole("form", { name: "Place Your Bid" });
const autoBid = () => screen.queryByRole("region", { name: /^Auto-bidding/ });

// S069
it("offers bidding and auto-bidding to a verified user while the auction is active", () => {
  show(testUser);
  expect(bidForm()).toBeTruthy();
  expect(autoBid()).toBeNull();
  fireEvent.click(screen.getByRole("tab", { name: "Auto-bid" }));
  expect(autoBid()).toBeTruthy();
  expect(bidForm()).toBeNull();
});

// S258
it.each([
  ["a visitor", null, "active"],
  ["the seller", { ...testUser, _id: "s", id: "s" }, "active"],
  ["an unverified user", { ...testUser, isEmailVerified: false }, "active"],
  ["a user while it is paused", testUser, "paused"],
  ["a user after its end", testUser, "ended"],
  ["a user after its sale", testUser, "sold"],
  ["a user after it was cancelled", testUser, "cancelled"],
] as const)("hides bidding and auto-bidding from users who cannot use them: %s", (_who, user, status) => {
  show(user, status);
  expect(bidForm()).toBeNull();
  expect(autoBid()).toBeNull();
});

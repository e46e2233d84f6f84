// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { testLot } from "./lot-for-test.ts";
import { LotPage } from "./lot-page.tsx";

interface Listener {
  onFrame?: (frame: PushFrame) => void;
}
const live = vi.hoisted(() => ({ listeners: new Set<Listener>() }));
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  sendCommand: vi.fn(),
  getConnection: () => ({
    listen: (listener: Listener) => {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));
vi.mock("./use-media-query.ts", () => ({ useMediaQuery: () => true }));
afterEach(cleanUp);

const ownBid = {
  _id: "a1-1",
  amount: 900,
  kind: "manual",
  bidder: { username: "You" },
  timestamp: "2026-11-21T12:00:00.000Z",
} as const;

interface Shown {
  auction?: Partial<Auction>;
  user?: typeof testUser | null;
  hasBid?: boolean;
  purchase?: object | null;
}
const show = ({ auction = {}, user = testUser, hasBid = false, purchase = null }: Shown) => {
  answerFetch({
    "GET /auth/profile": { body: { user } },
    "GET /auctions/a1/buy-it-now-status": { body: { available: false, reason: null, requiredBalance: null, purchase } },
  });
  if (user) useSession.getState().logIn({ ...user, balance: 1_000_000 }, "t");
  const bids = hasBid ? [ownBid] : [];
  const view = { auction: testLot(auction), bids, viewers: null, ownBidIds: [] };
  renderAt("/", { "/": () => <LotPage view={view} /> });
};
/** The buttons that open the sheet. */
const openers = () =>
  screen
    .queryAllByRole("button")
    .filter((button) => button.getAttribute("aria-haspopup") === "dialog")
    .map(({ textContent }) => textContent);
const PAUSED = { status: "paused", pausedAt: new Date().toISOString() } as const;

it.each([
  ["somebody free to bid", {}, "Bid"],
  ["the leader", { auction: { isLeading: true } }, "Your bid"],
  ["somebody who was outbid", { hasBid: true }, "Bid again"],
  ["a visitor", { user: null }, "Bid"],
] satisfies [string, Shown, string][])("offers one action to %s", (_who, shown, action) => {
  show(shown);
  expect(openers().filter((name) => name !== "Buy It Now")).toEqual([action]);
});

it.each([
  ["paused by an administrator", { auction: PAUSED }, "(paused)"],
  [
    "being bought",
    { auction: { ...PAUSED, pausedUntil: new Date(Date.now() + 3_600_000).toISOString() } },
    "Being bought",
  ],
  ["the user's own", { user: { ...testUser, _id: "s", id: "s" } }, "Your auction"],
] satisfies [string, Shown, string][])("offers no bid on a lot that is %s, and says so", (_what, shown, words) => {
  show(shown);
  expect(openers()).toEqual([]);
  expect(screen.getAllByText(new RegExp(words.replace(/[()]/g, "\\$&"))).length).toBeGreaterThan(0);
});

it("leads the buyer to the payment, and offers no bid", async () => {
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  show({ auction: { ...PAUSED, pausedUntil: deadline }, purchase: { status: "pending", deadline, mine: true } });
  expect((await screen.findByRole("link", { name: "Pay" })).getAttribute("href")).toBe("#pay");
  expect(screen.getByText("· You are buying it")).toBeTruthy();
  expect(openers()).toEqual([]);
});

it("opens a sheet with both segments and Buy It Now", () => {
  show({});
  fireEvent.click(screen.getByRole("button", { name: "Bid" }));
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByRole("form", { name: "Place Your Bid" })).toBeTruthy();
  expect(sheet.getByRole("region", { name: "Buy It Now" })).toBeTruthy();
  fireEvent.click(sheet.getByRole("tab", { name: "Auto-bid" }));
  expect(sheet.getByRole("form", { name: "Auto-bid" })).toBeTruthy();
});

it("announces price, outbid and extension inside the open sheet, because the page outside it is inert", async () => {
  answerFetch({ "GET /auth/profile": { body: { user: testUser } } });
  useSession.getState().logIn({ ...testUser, balance: 1_000_000 }, "t");
  let change: (auction: Partial<Auction>) => void = () => {};
  renderAt("/", {
    "/": () => {
      const [auction, setAuction] = useState<Partial<Auction>>({ isLeading: true });
      change = setAuction;
      return <LotPage view={{ auction: testLot(auction), bids: [ownBid], viewers: null, ownBidIds: [] }} />;
    },
  });
  fireEvent.click(screen.getByRole("button", { name: "Your bid" }));
  const sheet = screen.getByRole("dialog");
  const regions = [...sheet.querySelectorAll("[aria-live], [role=status]")];
  act(() => change({}));
  const data = { auctionId: "a1", version: 2, endTime: "", extendedBy: 120_000, serverTime: "" };
  act(() => {
    for (const { onFrame } of live.listeners) onFrame?.({ type: "auction:extended", data });
  });
  const said = () => regions.map((region) => region.textContent);
  await waitFor(() => expect(said()).toContain("Current price ₦1,000.00. You have been outbid. Leader: b***o."));
  expect(said()).toContain("Extended by 2 minutes");
});

it("goes from the leader's note to the field of the maximum", () => {
  show({ auction: { isLeading: true } });
  fireEvent.click(screen.getByRole("button", { name: "Your bid" }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set a maximum" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Your max bid (NGN)"));
});

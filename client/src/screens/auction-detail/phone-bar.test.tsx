// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { testLot } from "./lot-for-test.ts";
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
  const view = { auction: testLot(auction), bids, viewers: null, ownBidIds: [], leadVersion: 0 };
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

it("goes from the leader's note to the field of the maximum", () => {
  show({ auction: { isLeading: true } });
  fireEvent.click(screen.getByRole("button", { name: "Your bid" }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set a maximum" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Your max bid (NGN)"));
});

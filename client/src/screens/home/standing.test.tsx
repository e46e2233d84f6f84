// @vitest-environment happy-dom
import type { PushFrame } from "@jara/shared/live-commands";
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Standing } from "./standing.tsx";

const live = vi.hoisted(() => ({ listeners: new Set<{ onFrame?: (frame: unknown) => void }>() }));
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: (listener: object) => {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    state: "live",
    onState: () => () => {},
  }),
}));

const row = (auction: object, own: object = {}) => ({
  auction: { status: "active", isLeading: false, winner: null, currency: "NGN", currentPrice: 5, ...auction },
  highestBid: 4,
  maxBid: null,
  owed: null,
  offer: null,
  listedAgainAs: null,
  ...own,
});
const owing = (title: string, dueAt: string, kind = "win") =>
  row(
    { _id: title, title, status: kind === "win" ? "ended" : "paused", isLeading: true },
    { owed: { status: "open", kind, remaining: 4, dueAt } },
  );
const drum = owing("Drum", "2026-11-29T20:57:00.000Z");
const open = (rows: () => object[]) =>
  answerFetch({
    "GET /auth/profile": { body: { user: testUser } },
    "GET /bids/user/my-auctions": () => ({ body: { auctions: rows() } }),
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-29T20:00:00.000Z") });
  return () => vi.useRealTimers();
});
beforeEach(() => useSession.getState().logIn(testUser, "t"));
afterEach(cleanUp);

const Line = () => <Standing>The tagline</Standing>;
const links = () => screen.queryAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
const strip = () => screen.queryByRole("region", { name: "To pay" });

it("counts the lots on which the bidder is outbid, and shows the payment that is due, and leads to each", async () => {
  const calls = open(() => [
    row({}),
    row({}),
    row({ isLeading: true }),
    row({ status: "paused" }),
    row({}, { maxBid: { isSuspended: true } }),
    drum,
  ]);
  renderAt("/", { "/": Line });
  await screen.findByText("Drum");
  expect(links()).toEqual([
    ["Outbid 2", "/my-bids?tab=action"],
    ["Pay", "/auction/Drum?pay"],
  ]);
  expect(strip()?.textContent).toBe("Drum₦4.0057m left to payPay");
  expect(screen.queryByText("The tagline")).toBeNull();
  const asked = calls.find(({ call }) => call === "GET /bids/user/my-auctions");
  expect(asked?.search).toBe("?tab=action&page=1&limit=100");
});

it("shows only what there is to do, and follows the bidder's own events", async () => {
  let rows: object[] = [drum];
  open(() => rows);
  renderAt("/", { "/": Line });
  await screen.findByText("Drum");
  rows = [row({})];
  await act(async () => {
    for (const { onFrame } of live.listeners) onFrame?.({ type: "bid:outbid", data: {} } as PushFrame);
  });
  expect(await screen.findByRole("link", { name: "Outbid 1" })).toBeTruthy();
  expect(strip()).toBeNull();
  expect(screen.getByText("The tagline")).toBeTruthy();
});

it.each(["win", "buy-it-now"])(
  "of several payments shows the sum and the time for the most urgent: %s",
  async (kind) => {
    open(() => [owing("Kettle", "2026-12-02T10:00:00.000Z"), owing("Lamp", "2026-11-29T20:00:20.000Z", kind), drum]);
    renderAt("/", { "/": Line });
    await screen.findByText("3 lots to pay");
    expect(strip()?.textContent).toBe("3 lots to pay₦12.00first due in 1mPay");
    expect(links()).toEqual([["Pay", "/purchases"]]);
  },
);

it("says that the time for a payment is over until the server says what follows", async () => {
  open(() => [owing("Drum", "2026-11-29T19:59:59.000Z")]);
  renderAt("/", { "/": Line });
  expect(await screen.findByText("The deadline has passed")).toBeTruthy();
});

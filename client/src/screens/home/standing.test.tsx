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
const owingUntil = (dueAt: string) =>
  row({ status: "ended", isLeading: true }, { owed: { status: "open", kind: "win", remaining: 4, dueAt } });
const owing = owingUntil("2026-11-29T20:57:00.000Z");
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

it("counts the lots on which the bidder is outbid and the payments that are due, and leads to each", async () => {
  const calls = open(() => [
    row({}),
    row({}),
    row({ isLeading: true }),
    row({ status: "paused" }),
    row({}, { maxBid: { isSuspended: true } }),
    owing,
  ]);
  renderAt("/", { "/": Standing });
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Outbid 2", "/my-bids?tab=action"],
    ["Pay ₦4.00 by 21:57", "/purchases"],
  ]);
  const asked = calls.find(({ call }) => call === "GET /bids/user/my-auctions");
  expect(asked?.search).toBe("?tab=action&page=1&limit=100");
});

it("shows only what there is to do, and follows the bidder's own events", async () => {
  let rows = [owing];
  open(() => rows);
  renderAt("/", { "/": Standing });
  await screen.findByRole("link", { name: "Pay ₦4.00 by 21:57" });
  expect(screen.getAllByRole("link")).toHaveLength(1);
  rows = [row({})];
  await act(async () => {
    for (const { onFrame } of live.listeners) onFrame?.({ type: "bid:outbid", data: {} } as PushFrame);
  });
  expect(await screen.findByRole("link", { name: "Outbid 1" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /pay/i })).toBeNull();
});

it("says of several payments how many are due, and by when the first is", async () => {
  open(() => [owingUntil("2026-12-02T10:00:00.000Z"), owing]);
  renderAt("/", { "/": Standing });
  expect(await screen.findByRole("link", { name: "To pay 2, first by 21:57" })).toBeTruthy();
});

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
const owing = row({ status: "ended", isLeading: true }, { owed: { status: "open", kind: "win", remaining: 4 } });
const open = (rows: () => object[]) =>
  answerFetch({
    "GET /auth/profile": { body: { user: testUser } },
    "GET /bids/user/my-auctions": () => ({ body: { auctions: rows() } }),
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
    ["To pay 1", "/purchases"],
  ]);
  const asked = calls.find(({ call }) => call === "GET /bids/user/my-auctions");
  expect(asked?.search).toBe("?tab=action&page=1&limit=100");
});

it("shows only what there is to do, and follows the bidder's own events", async () => {
  let rows = [owing];
  open(() => rows);
  renderAt("/", { "/": Standing });
  await screen.findByRole("link", { name: "To pay 1" });
  expect(screen.getAllByRole("link")).toHaveLength(1);
  rows = [row({})];
  await act(async () => {
    for (const { onFrame } of live.listeners) onFrame?.({ type: "bid:outbid", data: {} } as PushFrame);
  });
  expect(await screen.findByRole("link", { name: "Outbid 1" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^To pay/ })).toBeNull();
});

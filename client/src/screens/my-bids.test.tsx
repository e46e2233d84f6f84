// @vitest-environment happy-dom
import type { MyBid } from "@jara/shared/auction";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { DueCount } from "../features/payments/due-count.tsx";
import { useSession } from "../store/session.ts";
import { Component as MyBids } from "./my-bids.tsx";

const live = vi.hoisted(() => ({ listeners: new Set<{ onJoined?: (feed: string) => void }>() }));
vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({
    listen: (listener: { onJoined?: (feed: string) => void }) => {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));

const bid = (title: string, currency: "NGN" | "USD", amount: number): MyBid =>
  ({
    _id: `${title}-1`,
    amount,
    kind: "manual",
    timestamp: "2026-11-21T12:00:00.000Z",
    auction: {
      _id: title,
      title,
      media: [],
      imageUrl: null,
      currency,
      currentPrice: amount + 50,
      status: "active",
      isLeading: false,
      winner: null,
      version: 1,
    },
  }) as unknown as MyBid;
const profile = { "GET /auth/profile": { body: { user: testUser } } };
const open = () => renderAt("/my-bids", { "/my-bids": MyBids });

/** The layout has the count. */
const WithCount = () => (
  <>
    <MyBids />
    <DueCount />
  </>
);

describe("My Bids", () => {
  beforeEach(() => useSession.getState().logIn(testUser, "t"));
  afterEach(cleanUp);

  // S080
  it("sends a visitor to the login", () => {
    useSession.getState().logOut();
    answerFetch({});
    const router = open();
    expect(router.state.location.pathname).toBe("/login");
    expect(router.state.location.state).toEqual({ from: "/my-bids" });
  });

  it("says that a payment is due and links to it, also when the user has no bids", async () => {
    answerFetch({
      ...profile,
      "GET /bids/user/my-bids": { body: [] },
      "GET /users/purchases": {
        body: { purchases: [], due: 2, pagination: { current: 1, pages: 1, total: 2, limit: 1 } },
      },
    });
    renderAt("/my-bids", { "/my-bids": WithCount });
    expect(await screen.findByText("2 payments are due")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Pay" }).getAttribute("href")).toBe("/purchases");
  });

  // S086
  it("shows each amount in its auction's own currency", async () => {
    answerFetch({
      ...profile,
      "GET /bids/user/my-bids": { body: [bid("Drum", "NGN", 1100), bid("Laptop", "USD", 70)] },
    });
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    expect(drum.getAllByText("₦1,100.00")).not.toEqual([]);
    expect(drum.getByText("₦1,150.00")).toBeTruthy();
    expect(drum.queryByText(/\$/)).toBeNull();
    const laptop = within(screen.getByRole("article", { name: "Laptop" }));
    expect(laptop.getAllByText("$70.00")).not.toEqual([]);
    expect(laptop.getByText("$120.00")).toBeTruthy();
  });

  it("fetches earlier bids on request, and adds those on a listed auction to its group", async () => {
    const numbered = (n: number, title: string) => ({ ...bid(title, "NGN", 1000 + n), _id: `${title}-${n}` });
    const newest = Array.from({ length: 50 }, (_, i) => numbered(100 - i, "Drum"));
    answerFetch({
      ...profile,
      "GET /bids/user/my-bids": (_, search) => ({
        body: search.includes("page=1") ? newest : [numbered(51, "Drum"), numbered(50, "Drum"), numbered(3, "Flute")],
      }),
    });
    open();
    await screen.findByRole("article", { name: "Drum" });
    expect(screen.queryByRole("article", { name: "Flute" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show earlier bids" }));
    await screen.findByRole("article", { name: "Flute" });
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Show earlier bids" })).toBeNull();
  });

  // S431
  it("shows an error when the bids cannot be fetched, and fetches them again on request", async () => {
    const calls = answerFetch({ ...profile, "GET /bids/user/my-bids": { status: 400, body: {} } });
    open();
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch your bids");
    const before = calls.length;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await vi.waitFor(() => expect(calls.length).toBe(before + 1));
  });

  it("says that it is loading, and links to the auctions meanwhile", () => {
    answerFetch({ ...profile, "GET /bids/user/my-bids": { body: [] } });
    open();
    expect(screen.getByText("Loading your bids...")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Auctions" }).getAttribute("href")).toBe("/");
  });

  it("fetches the list again when the feed is joined again, because the user may have lost a lead since", async () => {
    let held = [bid("Mask", "NGN", 1100)];
    answerFetch({ ...profile, "GET /bids/user/my-bids": () => ({ body: held }) });
    open();
    await screen.findByRole("article", { name: "Mask" });
    held = [bid("Stool", "NGN", 1200), ...held];
    act(() => {
      for (const listener of live.listeners) listener.onJoined?.("listing");
    });
    await screen.findByRole("article", { name: "Stool" });
  });
});

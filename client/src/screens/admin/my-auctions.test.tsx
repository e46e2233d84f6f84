// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as MyAuctions } from "./my-auctions.tsx";

const feed = vi.hoisted(() => ({
  readers: new Set<{ onFrame?: (frame: PushFrame) => void; onJoined?: (feed: string) => void }>(),
  watched: new Set<string>(),
}));
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.parse("2026-11-21T12:00:00Z"),
  getConnection: () => ({
    listen: (reader: never) => {
      feed.readers.add(reader);
      return () => feed.readers.delete(reader);
    },
    watchFeed: (name: string) => {
      feed.watched.add(name);
      return () => feed.watched.delete(name);
    },
    state: "live",
    onState: () => () => {},
  }),
}));

const admin = { ...testUser, role: "admin" as const };
const LIST = "GET /auctions/user/my-auctions";
const lot = (_id: string, change: Partial<Auction> = {}): Auction =>
  ({
    _id,
    title: `Lot ${_id}`,
    media: [],
    imageUrl: null,
    currency: "NGN",
    currentPrice: 5000,
    startingPrice: 4000,
    bidCount: 2,
    status: "active",
    startTime: null,
    endTime: "2026-11-21T14:05:00.000Z",
    seller: { _id: admin._id, username: admin.username },
    version: 1,
    ...change,
  }) as Auction;
const answerOf = (drafts: readonly object[]) => ({
  drafts,
  pagination: { current: 1, pages: 1, total: drafts.length, limit: 6 },
});
const open = (answers: Parameters<typeof answerFetch>[0] = {}) => {
  const calls = answerFetch({
    "GET /auth/profile": { body: { user: admin } },
    "GET /lot-drafts": { body: answerOf([]) },
    ...answers,
  });
  return { calls, router: renderAt("/my-auctions", { "/my-auctions": MyAuctions }) };
};
const card = async (name: string) => within(await screen.findByRole("article", { name }));
const push = (frame: unknown) =>
  act(() => {
    for (const reader of feed.readers) reader.onFrame?.(frame as PushFrame);
  });

beforeEach(() => useSession.getState().logIn(admin, "t"));
afterEach(cleanUp);

describe("My Auctions", () => {
  // S129
  it("sends a visitor to the login and back, and a user who is not an administrator home", () => {
    useSession.getState().logOut();
    const { router } = open();
    expect(router.state.location.pathname).toBe("/login");
    expect(router.state.location.state).toEqual({ from: "/my-auctions" });
    cleanUp();
    useSession.getState().logIn(testUser, "t");
    expect(open({ "GET /auth/profile": { body: { user: testUser } } }).router.state.location.pathname).toBe("/");
  });

  // S130
  it("shows a card for each auction with status, price, bids, time, View and Edit, and links to Create New Auction", async () => {
    const draft = lot("b", { status: "draft", bidCount: 0, startTime: "2026-11-22T08:00:00.000Z" });
    open({ [LIST]: { body: [lot("a"), draft] } });
    const a = await card("Lot a");
    for (const text of ["Active", "₦5,000.00", "2 bids", "2h 5m"]) expect(a.getByText(text)).toBeTruthy();
    expect(a.getByRole("link", { name: "View" }).getAttribute("href")).toBe("/auction/a");
    expect(a.getByRole("link", { name: "Edit" }).getAttribute("href")).toBe("/admin/auctions?edit=a");
    const b = await card("Lot b");
    for (const text of ["Draft", "Starts Sun, 22 Nov, 09:00 WAT"]) expect(b.getByText(text)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Create New Auction" }).getAttribute("href")).toBe("/create-auction");
  });

  // S131
  it("shows bids, ends and new auctions of the user live, and no other user's auctions", async () => {
    open({ [LIST]: { body: [lot("f1")] } });
    const card1 = await card("Lot f1");
    expect([...feed.watched]).toContain("admin");
    push({ type: "auction:price", data: { auctionId: "f1", version: 2, currentPrice: 6000, bidCount: 3 } });
    for (const text of ["₦6,000.00", "3 bids"]) expect(card1.getByText(text)).toBeTruthy();
    push({ type: "auction:status", data: { auctionId: "f1", version: 3, status: "ended" } });
    expect(card1.getAllByText("Ended").length).toBeGreaterThan(0);
    push({ type: "auction:created", data: { auction: lot("f2", { seller: { _id: "x", username: "other" } }) } });
    push({ type: "auction:created", data: { auction: lot("f3") } });
    await card("Lot f3");
    expect(screen.queryByRole("article", { name: "Lot f2" })).toBeNull();
    push({ type: "auction:removed", data: { auctionId: "f3", version: 2 } });
    expect(screen.queryByRole("article", { name: "Lot f3" })).toBeNull();
  });

  // S134
  it("cancels an auction only after a confirmation, and then shows it as cancelled", async () => {
    const { calls } = open({
      [LIST]: { body: [lot("c1"), lot("c2", { status: "ended" })] },
      "PATCH /auctions/c1/cancel": { body: { auction: lot("c1", { status: "cancelled", version: 2 }) } },
    });
    const c1 = await card("Lot c1");
    expect((await card("Lot c2")).queryByRole("button", { name: "Cancel" })).toBeNull();
    const cancelled = () => calls.filter(({ call }) => call.endsWith("/cancel")).length;
    fireEvent.click(c1.getByRole("button", { name: "Cancel" }));
    fireEvent.click(screen.getByRole("button", { name: "Keep it open" }));
    expect(cancelled()).toBe(0);
    fireEvent.click(c1.getByRole("button", { name: "Cancel" }));
    expect(screen.getByText(/all bidders are notified/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Cancel auction" }));
    await waitFor(() => expect(c1.getAllByText("Cancelled").length).toBeGreaterThan(0));
    expect(cancelled()).toBe(1);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(c1.queryByRole("button", { name: "Cancel" })).toBeNull();
  });

  // S135
  it("shows in the dialog why the auction could not be cancelled", async () => {
    open({ [LIST]: { body: [lot("d")] }, "PATCH /auctions/d/cancel": { status: 503, body: {} } });
    fireEvent.click((await card("Lot d")).getByRole("button", { name: "Cancel" }));
    fireEvent.click(screen.getByRole("button", { name: "Cancel auction" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to cancel auction");
    expect((await card("Lot d")).getByText("Active")).toBeTruthy();
  });

  // S447
  it("shows an error when the auctions cannot be fetched, and fetches them again on request", async () => {
    let works = false;
    open({ [LIST]: () => (works ? { body: [lot("e")] } : { status: 500, body: { message: "" } }) });
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch your auctions");
    works = true;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await card("Lot e");
  });

  it("fetches the next page on request, shows each lot once, and stops after the last page", async () => {
    const lots = Array.from({ length: 30 }, (_, i) => lot(`p${i}`));
    const { calls } = open({
      // One auction was created at the top between the two pages.
      [LIST]: (_, search) => ({ body: search.includes("page=1") ? lots.slice(0, 24) : lots.slice(23) }),
    });
    await card("Lot p23");
    expect(screen.queryByRole("article", { name: "Lot p24" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show more" }));
    await card("Lot p29");
    expect(screen.getAllByRole("article")).toHaveLength(30);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(calls.filter(({ call }) => call === LIST).map(({ search }) => search)).toContain("?page=2&limit=24");
  });

  // S136
  it("shows the lots of a tab with its number, searches titles, and keeps both in the address", async () => {
    const { calls, router } = open({
      [LIST]: { body: [lot("a")] },
      "GET /auctions/user/my-auctions/counts": {
        body: { counts: { draft: 2, active: 1, paused: 0, ended: 4, cancelled: 0, sold: 3 } },
      },
    });
    await card("Lot a");
    const tabs = within(screen.getByRole("navigation", { name: "Kinds of auctions" }));
    expect(await tabs.findByRole("link", { name: "All 10" })).toBeTruthy();
    fireEvent.click(tabs.getByRole("link", { name: "Ended 4" }));
    expect(await screen.findByText("None of your auctions match."), "an open lot is not shown").toBeTruthy();
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "drum" } });
    fireEvent.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(router.state.location.search).toBe("?status=ended&search=drum"));
    await waitFor(() =>
      expect(calls.some(({ call, search }) => call === LIST && /status=ended.*search=drum/.test(search))).toBe(true),
    );
    fireEvent.click(screen.getByRole("link", { name: "Show all" }));
    await waitFor(() => expect(router.state.location.search).toBe(""));
    expect(await screen.findByRole("article", { name: "Lot a" })).toBeTruthy();
  });

  it("says that it is loading, and says when the user has no auctions yet", async () => {
    open({ [LIST]: { body: [] } });
    expect(screen.getByText("Loading your auctions...")).toBeTruthy();
    expect(await screen.findByText("You have not created any auctions yet.")).toBeTruthy();
  });

  // S132
  it("fetches the list again when the feed is joined, however recently it was fetched", async () => {
    let list = [lot("g")];
    open({ [LIST]: () => ({ body: list }) });
    await card("Lot g");
    list = [lot("h"), ...list];
    act(() => {
      for (const reader of feed.readers) reader.onJoined?.("admin");
    });
    expect(await card("Lot h")).toBeTruthy();
  });

  it("shows a new auction of which it hears while the list is being fetched again", async () => {
    let list = [lot("i")];
    let after: Promise<void> | undefined;
    open({ [LIST]: () => ({ body: list, ...(after && { after }) }) });
    await card("Lot i");
    let answerOld = () => {};
    const old = new Promise<void>((resolve) => (answerOld = resolve));
    after = old;
    act(() => {
      for (const reader of feed.readers) reader.onJoined?.("admin");
    });
    after = undefined;
    list = [lot("j"), ...list];
    push({ type: "auction:created", data: { auction: lot("j") } });
    await act(async () => {
      answerOld();
      await old;
    });
    expect(await card("Lot j")).toBeTruthy();
  });
});

describe("unfinished lots", () => {
  const draft = {
    _id: "d1",
    revision: 2,
    updatedAt: "2026-11-21T11:05:00.000Z",
    title: " Half a drum",
    startTime: "2026-11-24T18:00",
    imageUrl: null,
    author: { _id: "u1", username: "adaeze" },
    missing: ["The starting price is missing."],
  };

  it("are listed with when they were saved and when they start, and are deleted after a question", async () => {
    let drafts = [draft, { ...draft, _id: "d2", title: "", startTime: "" }];
    const { calls } = open({
      [LIST]: { body: [] },
      "GET /lot-drafts": () => ({ body: answerOf(drafts) }),
      "DELETE /lot-drafts/d2": () => {
        drafts = [draft];
        return { body: { message: "Draft deleted." } };
      },
    });
    expect(await screen.findByRole("heading", { name: "Unfinished lots (2)" })).toBeTruthy();
    expect(screen.getByText("Starts Tue, 24 Nov, 18:00 WAT")).toBeTruthy();
    expect(screen.getAllByText("Saved 21 Nov, 12:05")).toHaveLength(2);
    expect(screen.getAllByText("The starting price is missing.")).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Continue Half a drum" }).getAttribute("href")).toBe(
      "/create-auction?draft=d1",
    );
    fireEvent.click(screen.getByRole("button", { name: "Delete Without a title" }));
    expect(calls.some(({ call }) => call.startsWith("DELETE"))).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "Delete draft" }));
    expect(await screen.findByRole("heading", { name: "Unfinished lots (1)" })).toBeTruthy();
  });

  it("are made by Duplicate, which opens the form with the copy", async () => {
    const { router } = open({
      [LIST]: { body: [lot("a")] },
      "POST /auctions/a/duplicate": { status: 201, body: { draft: { _id: "copy", revision: 1, updatedAt: "x" } } },
    });
    fireEvent.click((await card("Lot a")).getByRole("button", { name: "Duplicate Lot a" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/create-auction"));
    expect(router.state.location.search).toBe("?draft=copy");
  });
});

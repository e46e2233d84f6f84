// @vitest-environment happy-dom
// Tests My Bids. It is long because a row shows each state of a lot, a payment and an offer.
import type { Auction } from "@jara/shared/auction";
import type { MyTab } from "@jara/shared/my-tabs";
import type { MyAuction, MyAuctions } from "@jara/shared/rest/my-auctions";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { useCurrency } from "../store/currency.ts";
import { useSession } from "../store/session.ts";
import { toasts } from "../store/toast.ts";
import { Component as MyBids } from "./my-bids.tsx";

interface Listener {
  onJoined?: (feed: string) => void;
  onFrame?: (frame: unknown) => void;
}
const live = vi.hoisted(() => ({ listeners: new Set<Listener>(), sendCommand: vi.fn() }));
vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  sendCommand: live.sendCommand,
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

const row = (title: string, auction: Partial<Auction> = {}, own: Partial<MyAuction> = {}): MyAuction => ({
  auction: {
    _id: title,
    title,
    media: [],
    imageUrl: null,
    currency: "NGN",
    currentPrice: 1150,
    status: "active",
    endTime: "2126-11-21T12:00:00.000Z",
    updatedAt: "2026-11-21T12:00:00.000Z",
    isLeading: false,
    winner: null,
    version: 1,
    ...auction,
  } as unknown as Auction,
  highestBid: 1100,
  bidCount: 1,
  maxBid: null,
  owed: null,
  offer: null,
  listedAgainAs: null,
  bids: [{ _id: `${title}-1`, amount: 1100, kind: "manual", timestamp: "2026-11-21T12:00:00.000Z" }],
  ...own,
});
const answerOf = (tab: MyTab, auctions: MyAuction[], change: Partial<MyAuctions> = {}): MyAuctions => ({
  auctions,
  tab,
  counts: { action: 0, active: 0, won: 0, lost: 0, [tab]: auctions.length },
  pagination: { current: 1, pages: 1, total: auctions.length, limit: 20 },
  ...change,
});
const CALL = "GET /bids/user/my-auctions";
const profile = { "GET /auth/profile": { body: { user: testUser } } };
const serve = (body: MyAuctions | ((search: string) => MyAuctions)) =>
  answerFetch({ ...profile, [CALL]: (_, search) => ({ body: typeof body === "function" ? body(search) : body }) });
const open = (address = "/my-bids") => renderAt(address, { "/my-bids": MyBids });
const tab = (name: RegExp) => screen.getByRole("link", { name });

describe("My Bids", () => {
  beforeEach(() => {
    live.sendCommand.mockReset();
    toasts.setState([], true);
    useSession.getState().logIn(testUser, "t");
  });
  afterEach(cleanUp);

  // S080
  it("sends a visitor to the login", () => {
    useSession.getState().logOut();
    answerFetch({});
    const router = open();
    expect(router.state.location.pathname).toBe("/login");
    expect(router.state.location.state).toEqual({ from: "/my-bids" });
  });

  it("names a used-up maximum, what it holds and the way to free it, and nothing of one that can bid", async () => {
    const maxBid = (maxAmount: number) => ({ _id: "m", maxAmount, isSuspended: false });
    serve(
      answerOf("active", [
        row("Drum", { minimumBid: 1200 }, { maxBid: maxBid(1100) }),
        row("Stool", { minimumBid: 1200 }, { maxBid: maxBid(1170) }),
      ]),
    );
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    expect(drum.getByText(/is used up/).closest("div")?.textContent).toMatch(
      /^Your maximum of ₦1,100\.00 is used up\. Your ₦220\.00 stays held until the end, in case the leading bid is cancelled\. Cancel the maximum to free it now\.$/,
    );
    expect(within(screen.getByRole("article", { name: "Stool" })).queryByText(/is used up/)).toBeNull();
  });

  it("cancels a used-up maximum in its row after a question that says what is free again", async () => {
    live.sendCommand.mockResolvedValue({ ok: true });
    const maxBid = { _id: "m", maxAmount: 1100, isSuspended: false };
    const left = () => (live.sendCommand.mock.calls.length === 0 ? maxBid : null);
    serve(() => answerOf("active", [row("Drum", { minimumBid: 1200 }, { maxBid: left() })]));
    open("/my-bids?tab=active");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel the maximum" }));
    const dialog = within(screen.getByRole("dialog", { name: "Cancel your maximum?" }));
    expect(dialog.getByText("₦220.00 will be free again.")).toBeTruthy();
    expect(live.sendCommand).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole("button", { name: "Yes, cancel it" }));
    await waitFor(() => expect(screen.queryByText(/is used up/)).toBeNull());
    expect(live.sendCommand).toHaveBeenCalledWith("maxbid:cancel", { maxBidId: "m", commandId: expect.any(String) });
    expect(toasts.getState()[0]?.description).toBe("₦220.00 is free again.");
  });

  it("keeps a used-up maximum, and says why, where the server refuses to cancel it", async () => {
    live.sendCommand.mockResolvedValue({ ok: false, error: { code: "AUCTION_PAUSED", message: "It is paused." } });
    const maxBid = { _id: "m", maxAmount: 1100, isSuspended: false };
    serve(answerOf("active", [row("Drum", { minimumBid: 1200 }, { maxBid })]));
    open("/my-bids?tab=active");
    fireEvent.click(await screen.findByRole("button", { name: "Cancel the maximum" }));
    fireEvent.click(screen.getByRole("button", { name: "Yes, cancel it" }));
    expect(await screen.findByText("It is paused.")).toBeTruthy();
    expect(screen.getByText(/is used up/)).toBeTruthy();
  });

  it("opens the tab that the server chooses, puts it into the address, and shows the number in each tab", async () => {
    const calls = serve(answerOf("won", [row("Drum")], { counts: { action: 0, active: 0, won: 1, lost: 12 } }));
    const router = open();
    await screen.findByRole("article", { name: "Drum" });
    expect(router.state.location.search).toBe("?tab=won");
    expect(tab(/^Won/).getAttribute("aria-current")).toBe("page");
    expect(["Action needed", "Active", "Won", "Lost"].map((name) => tab(new RegExp(`^${name}`)).textContent)).toEqual([
      "Action needed0",
      "Active0",
      "Won1",
      "Lost12",
    ]);
    expect(calls.filter(({ call }) => call === CALL).map(({ search }) => search)[0]).toBe("?page=1");
  });

  it("fetches the tab of the address, and another one when it is chosen", async () => {
    serve((search) =>
      search.includes("tab=lost") ? answerOf("lost", [row("Flute")]) : answerOf("active", [row("Drum")]),
    );
    open("/my-bids?tab=active");
    await screen.findByRole("article", { name: "Drum" });
    fireEvent.click(tab(/^Lost/));
    await screen.findByRole("article", { name: "Flute" });
    expect(screen.queryByRole("article", { name: "Drum" })).toBeNull();
  });

  // S086
  it.each(["NGN", "USD"] as const)(
    "shows each amount in its auction's currency and in the other one beside it, with %s chosen",
    async (chosen) => {
      useCurrency.setState({ chosen });
      const laptop = row("Laptop", { currency: "USD", currentPrice: 120 }, { highestBid: 70 });
      serve(answerOf("active", [row("Drum"), { ...laptop, bids: [] }]));
      open();
      const drum = within(await screen.findByRole("article", { name: "Drum" }));
      expect(drum.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
        "₦1,150.00 · $1.38",
        "₦1,100.00 · $1.32",
      ]);
      for (const bid of drum.getAllByRole("listitem", { hidden: true }))
        expect(bid.textContent).toMatch(/^₦[\d,.]+ · \$[\d,.]+/);
      const usd = within(screen.getByRole("article", { name: "Laptop" }));
      expect(usd.getAllByRole("definition").map(({ textContent }) => textContent?.trim())).toEqual([
        "$120.00 ≈ ₦99,999.60",
        "$70.00 ≈ ₦58,333.10",
      ]);
      useCurrency.setState({ chosen: "NGN" });
    },
  );

  it.each([
    ["open", null, ["Won!", "To pay"]],
    ["paid", "waiting", ["Won!", "Paid"]],
    ["paid", "ready", ["Won!", "Ready for pickup"]],
    ["paid", "handed-over", ["Won!", "Collected"]],
  ] as const)("keeps Won! beside a payment that is %s (pickup %s)", async (status, pickup, badges) => {
    const owed = {
      _id: "s",
      kind: "win" as const,
      status,
      pickup,
      total: 1100,
      remaining: 900,
      dueAt: "2026-11-21T13:05:00.000Z",
    };
    serve(answerOf("won", [row("Drum", { status: "ended", winner: { username: "You" } }, { owed })]));
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    for (const badge of badges) expect(drum.getByText(badge)).toBeTruthy();
  });

  it("shows a lost lead with the button to bid again, beside the link to the auction", async () => {
    serve(answerOf("action", [row("Drum")]));
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    expect(drum.getByText("Outbid")).toBeTruthy();
    expect(drum.getByRole("link", { name: /^Bid / }).getAttribute("href")).toBe("/auction/Drum?bid=next");
    expect(drum.getByRole("link", { name: "View Auction" }).getAttribute("href")).toBe("/auction/Drum");
    expect(drum.getByText("Your highest bid")).toBeTruthy();
  });

  it("shows a Buy It Now purchase with the amount left to pay, the deadline and the link to pay", async () => {
    const owed = {
      _id: "s",
      kind: "buy-it-now",
      status: "open",
      pickup: null,
      total: 5250,
      remaining: 4250,
      dueAt: "2026-11-21T13:05:00.000Z",
    } as const;
    serve(answerOf("action", [row("Drum", { status: "paused" }, { owed, highestBid: null, bidCount: 0, bids: [] })]));
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    expect(drum.getByText("Bought")).toBeTruthy();
    expect(drum.getByRole("link", { name: "Pay ₦4,250.00" }).getAttribute("href")).toBe("/auction/Drum?pay");
    expect(drum.getByText("Pay by Sat, 21 Nov, 14:05 WAT")).toBeTruthy();
    expect(drum.getAllByRole("definition").map((amount) => amount.textContent)).toEqual([
      "₦5,250.00 · $6.30",
      "₦4,250.00 · $5.10",
    ]);
    expect(drum.queryByText(/Your .*bid/)).toBeNull();
  });

  it("shows the final price of an auction that is over, and never a current price", async () => {
    serve(answerOf("lost", [row("Drum", { status: "ended", winner: { username: "b***a" } })]));
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    expect(drum.getByText("Lost")).toBeTruthy();
    expect(drum.getByText("Final price")).toBeTruthy();
    expect(drum.queryByText("Current price")).toBeNull();
  });

  // S082
  it("groups the user's bids under their auction, newest first, and says how many more there are", async () => {
    const bids = [1300, 1200].map((amount, at) => ({
      _id: `Drum-${amount}`,
      amount,
      kind: "auto" as const,
      timestamp: `2026-11-21T1${2 - at}:00:00.000Z`,
    }));
    serve(answerOf("active", [row("Drum", {}, { bids, bidCount: 9 })]));
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    expect(drum.getByText("Your 9 bids")).toBeTruthy();
    expect(drum.getAllByRole("listitem").map((bid) => bid.textContent)).toEqual([
      expect.stringContaining("₦1,300.00 · $1.56Auto-bid"),
      expect.stringContaining("₦1,200.00 · $1.44Auto-bid"),
    ]);
    expect(drum.getByText("7 earlier bids are in the auction's history.")).toBeTruthy();
  });

  it("says that a bid is void", async () => {
    const voided = { reason: "fraud" as const, at: "2026-11-21T12:00:00.000Z" };
    const [bid] = row("Drum").bids;
    serve(
      answerOf("active", [row("Drum", {}, { highestBid: null, bids: [{ ...bid, voided } as typeof bid & object] })]),
    );
    open();
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    expect(drum.getByText("No valid bid")).toBeTruthy();
    expect(drum.getByText("no longer counts: fraud")).toBeTruthy();
  });

  it("links to the pages of a tab", async () => {
    const pagination = { current: 2, pages: 3, total: 45, limit: 20 };
    const calls = serve(answerOf("won", [row("Drum")], { pagination }));
    open("/my-bids?tab=won&page=2");
    await screen.findByRole("article", { name: "Drum" });
    expect(calls.find(({ call }) => call === CALL)?.search).toBe("?tab=won&page=2");
    expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe("/my-bids?tab=won&page=3");
    expect(screen.getByRole("link", { name: "Previous" }).getAttribute("href")).toBe("/my-bids?tab=won");
  });

  it.each([
    ["action", "You have nothing to do now."],
    ["active", "You have no bids on open auctions."],
    ["won", "You have not won anything yet."],
    ["lost", "You have not lost any auctions."],
  ] as const)("explains the empty tab %s", async (name, words) => {
    serve(answerOf(name, [], { counts: { action: 0, active: 1, won: 1, lost: 1 } }));
    open(`/my-bids?tab=${name}`);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("says of a lost lot the last bid beside the maximum, that nothing was taken, and what is free again", async () => {
    const maxBid = { _id: "m1", maxAmount: 1050, isSuspended: false };
    const lost = row("Drum", { status: "ended", winner: { username: "b***a" }, isLeading: false }, { maxBid });
    serve(answerOf("lost", [lost]));
    open("/my-bids?tab=lost");
    const drum = within(await screen.findByRole("article", { name: "Drum" }));
    const taken = drum.getByText("Nothing was taken.").parentElement;
    expect(taken?.textContent).toBe("Nothing was taken. ₦210.00 is free again.");
    const names = drum.getAllByRole("term").map(({ textContent }) => textContent);
    expect(names).toEqual(["Final price", "Your maximum", "Your highest bid"]);
  });

  it("says that there are no bids at all", async () => {
    serve(answerOf("active", []));
    open();
    expect(await screen.findByText("You have not placed any bids yet.")).toBeTruthy();
  });

  // S431
  it("shows an error when the bids cannot be fetched, and fetches them again on request", async () => {
    const calls = answerFetch({ ...profile, [CALL]: { status: 400, body: {} } });
    open();
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to fetch your bids");
    const before = calls.length;
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await vi.waitFor(() => expect(calls.length).toBe(before + 1), 15_000);
  });

  it("says that it is loading, and links to the auctions meanwhile", () => {
    serve(answerOf("active", []));
    open();
    expect(screen.getByText("Loading your bids...")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Auctions" }).getAttribute("href")).toBe("/");
  });

  it("fetches the list again when the feed is joined again, because the user may have lost a lead since", async () => {
    let held = [row("Mask")];
    serve(() => answerOf("active", held));
    open();
    await screen.findByRole("article", { name: "Mask" });
    held = [row("Stool"), ...held];
    act(() => {
      for (const listener of live.listeners) listener.onJoined?.("listing");
    });
    expect(await screen.findByRole("article", { name: "Stool" })).toBeTruthy();
  });

  it("changes the state of the bid at once when somebody outbids the user, and fetches the list and its counts again", async () => {
    const leading = row("Mask", { isLeading: true });
    let counts = { action: 0, active: 1, won: 0, lost: 0 };
    let held = leading;
    const calls = serve(() => answerOf("active", [held], { counts }));
    open();
    const mask = within(await screen.findByRole("article", { name: "Mask" }));
    expect(mask.getByText("Leading")).toBeTruthy();
    const before = calls.length;
    held = row("Mask", { isLeading: false, version: 2 });
    counts = { ...counts, action: 1 };
    act(() => {
      const frame = { type: "auction:mine", data: { auctionId: "Mask", version: 2, isLeading: false, bidIds: [] } };
      for (const listener of live.listeners) listener.onFrame?.(frame);
    });
    expect(mask.getByText("Outbid")).toBeTruthy();
    await vi.waitFor(() => expect(tab(/^Action needed/).textContent).toBe("Action needed1"), 15_000);
    expect(calls.length).toBeGreaterThan(before);
  });

  it("keeps the row of an auction that left the tab, as it stands now, until the reader changes the tab", async () => {
    let hasBid = false;
    const others = [row("Bell"), row("Stool")];
    serve((search) => {
      if (search.includes("auction=Drum")) return answerOf("active", [row("Drum", { isLeading: true, version: 3 })]);
      const [bell, stool] = others as [MyAuction, MyAuction];
      return answerOf("action", hasBid ? others : [bell, row("Drum"), stool]);
    });
    open("/my-bids?tab=action");
    await screen.findByRole("article", { name: "Drum" });
    hasBid = true;
    act(() => {
      const frame = { type: "auction:mine", data: { auctionId: "Drum", version: 3, isLeading: true, bidIds: [] } };
      for (const listener of live.listeners) listener.onFrame?.(frame);
    });
    await vi.waitFor(() => expect(tab(/^Action needed/).textContent).toBe("Action needed2"), 15_000);
    const names = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(names()).toEqual(["Bell", "Drum", "Stool"]);
    const drum = within(screen.getByRole("article", { name: "Drum" }));
    expect(drum.getByText("Leading")).toBeTruthy();
    expect(drum.queryByRole("link", { name: /^Bid / })).toBeNull();
    fireEvent.click(tab(/^Won/));
    await vi.waitFor(() => expect(names()).toEqual(["Bell", "Stool"]), 15_000);
  });
});

// @vitest-environment happy-dom
import type { PushFrame } from "@jara/shared/live-commands";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import { formatLagosTime } from "@jara/shared/time";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { Component as MyAutoBids } from "./my-auto-bids.tsx";

const live = vi.hoisted(() => ({
  listeners: new Set<{ onFrame?: (frame: unknown) => void }>(),
  sendCommand: vi.fn(),
}));
vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  sendCommand: live.sendCommand,
  getConnection: () => ({
    listen: (listener: { onFrame?: (frame: unknown) => void }) => {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    watchFeed: () => () => {},
    state: "live",
    onState: () => () => {},
  }),
}));
/** Pushes a frame and waits, because the query cache notifies its readers in a later task. */
const push = (frame: PushFrame) =>
  act(async () => {
    for (const listener of live.listeners) listener.onFrame?.(frame);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const maxBid = (change: Partial<ListedMaxBid> = {}, auction: Partial<ListedMaxBid["auction"]> = {}): ListedMaxBid => ({
  _id: "m1",
  maxAmount: 5000,
  currency: "NGN",
  autoBidCount: 0,
  lastAutoBidAmount: 0,
  contentVersion: 1,
  isSuspended: false,
  image: null,
  minimumBid: 5500,
  hasReserve: false,
  reserveMet: true,
  isLeading: true,
  isWon: false,
  auction: {
    _id: "a1",
    title: "Generator",
    endTime: inHours(2),
    status: "active",
    currentPrice: 4000,
    contentVersion: 1,
    ...auction,
  },
  ...change,
});
const open = async (maxBids: ListedMaxBid[], answers: Parameters<typeof answerFetch>[0] = {}) => {
  const held = { maxBids };
  const fields = [{ field: "title", before: "Generator", after: "Empty crate" }];
  answerFetch({
    "GET /auth/profile": { body: { user: testUser } },
    "GET /maxbids/user/active": () => ({ body: held }),
    "GET /auctions/a1/changes": { body: { changes: [{ contentVersion: 2, at: inHours(-1), fields }] } },
    ...answers,
  });
  renderAt("/my-max-bids", { "/my-max-bids": MyAutoBids });
  await screen.findByText(maxBids[0]?.auction.title ?? "No Active Auto-Bids");
  return held;
};
const raiseLink = () => screen.queryByRole("link", { name: /^(Bid|Raise) / });
const cancelButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Cancel/ });
const ENDED = "This auction has ended. Auto-bidding is no longer active.";
const REACHED = /Your maximum bid amount has been reached or exceeded by the current price/;

describe("My Auto-Bids", () => {
  beforeEach(() => {
    live.sendCommand.mockReset();
    useSession.getState().logIn(testUser, "t");
  });
  afterEach(cleanUp);

  // S087
  it("asks visitors to log in", () => {
    useSession.getState().logOut();
    answerFetch({});
    renderAt("/my-max-bids", { "/my-max-bids": MyAutoBids });
    expect(screen.getByText("Please log in to view your max bids.")).toBeTruthy();
  });

  // S088
  it("says that it is loading, and links to the auctions when the user has no auto-bids", async () => {
    answerFetch({ "GET /maxbids/user/active": { body: { maxBids: [] } } });
    renderAt("/my-max-bids", { "/my-max-bids": MyAutoBids });
    expect(screen.getByText("Loading your max bids...")).toBeTruthy();
    expect(await screen.findByText("No Active Auto-Bids")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Browse Auctions" }).getAttribute("href")).toBe("/");
  });

  // S430
  it("shows an error when the auto-bids cannot be fetched", async () => {
    answerFetch({ "GET /maxbids/user/active": { status: 400, body: {} } });
    renderAt("/my-max-bids", { "/my-max-bids": MyAutoBids });
    expect(await screen.findByText("Failed to fetch your max bids")).toBeTruthy();
  });

  // S091
  it("shows None before the first auto-bid, and its amount after it", async () => {
    await open([maxBid()]);
    expect(screen.getByText("None")).toBeTruthy();
    await push({ type: "maxbid:changed", data: { maxBid: maxBid({ autoBidCount: 1, lastAutoBidAmount: 4500 }) } });
    expect(screen.queryByText("None")).toBeNull();
    expect(screen.getByText("₦4,500.00")).toBeTruthy();
  });

  // S094
  it.each([
    [4999.99, false],
    [5000, true],
    [5000.01, true],
  ])("at a price of %d and a maximum of 5000, says that the maximum is reached: %s", async (currentPrice, shown) => {
    await open([maxBid({}, { currentPrice })]);
    expect(screen.queryByText(REACHED) !== null).toBe(shown);
  });

  it("says that the maximum is reached as soon as the live price reaches it", async () => {
    await open([maxBid()]);
    expect(screen.queryByText(REACHED)).toBeNull();
    await push({ type: "auction:price", data: { auctionId: "a1", version: 9, currentPrice: 5000 } } as PushFrame);
    expect(screen.getByText(REACHED)).toBeTruthy();
  });

  it.each([
    [false, /^Your ₦1,000.00 stays held until the end/, "Bid ₦5,500.00"],
    [
      true,
      /^You lead at ₦5,000.00, your whole maximum. If somebody bids more, you are outbid.$/,
      "Raise maximum to ₦5,500.00",
    ],
  ])(
    "says below a reached maximum what the lot's page says, with one way to cancel it, leading: %s",
    async (isLeading, words, button) => {
      await open([maxBid({ isLeading }, { currentPrice: 5000 })]);
      const isSaid = (_: string, element: Element | null) =>
        element?.matches("p, .text-sm") === true && words.test(element.textContent ?? "");
      expect(screen.getByText(isSaid)).toBeTruthy();
      expect(screen.getAllByRole("button")).toEqual([cancelButton()]);
      expect(raiseLink()?.textContent).toBe(button);
    },
  );

  it("offers nothing to do below a reached maximum while the lot is paused", async () => {
    await open([maxBid({ isLeading: false }, { currentPrice: 5000, status: "paused" })]);
    expect(screen.getByText(REACHED)).toBeTruthy();
    expect(raiseLink()).toBeNull();
  });

  // S093
  it.each([
    ["active", 2, true, null],
    ["active", -1, false, ENDED],
    ["ended", 2, false, ENDED],
    ["cancelled", 2, false, ENDED],
    ["sold", 2, false, ENDED],
    [
      "paused",
      2,
      false,
      "This auction is paused. Bidding opens again when it resumes. You can cancel the maximum then.",
    ],
  ] as const)(
    "for an auction %s with %i h left, offers Cancel: %s, and shows the notice %s",
    async (status, hours, enabled, notice) => {
      await open([maxBid({}, { status, endTime: inHours(hours) })]);
      expect(cancelButton().disabled).toBe(!enabled);
      if (notice) expect(screen.getByText(notice)).toBeTruthy();
      else expect(screen.queryByText(ENDED)).toBeNull();
    },
  );

  it.each([
    ["active", "Current Price"],
    ["paused", "Current Price"],
    ["ended", "Final price"],
    ["sold", "Final price"],
  ] as const)("calls the price of an auction that is %s %s", async (status, words) => {
    await open([maxBid({}, { status })]);
    expect(screen.getByText(words)).toBeTruthy();
  });

  // S092
  it("cancels only after a confirmation, disables the button meanwhile, and then removes the card", async () => {
    let answer: (value: unknown) => void = () => {};
    live.sendCommand.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    await open([maxBid()]);
    fireEvent.click(cancelButton());
    expect(live.sendCommand).not.toHaveBeenCalled();
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Yes, cancel it" }));
    await waitFor(() => expect(cancelButton().disabled).toBe(true));
    expect(live.sendCommand).toHaveBeenCalledWith("maxbid:cancel", { maxBidId: "m1", commandId: expect.any(String) });
    await act(async () => answer({ ok: true }));
    expect(await screen.findByText("No Active Auto-Bids")).toBeTruthy();
  });

  it("keeps the card and shows the reason when the server refuses to cancel", async () => {
    live.sendCommand.mockResolvedValue({
      ok: false,
      error: { code: "AUCTION_ENDED", message: "This auction has ended." },
    });
    await open([maxBid()]);
    fireEvent.click(cancelButton());
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Yes, cancel it" }));
    expect(await screen.findByText("This auction has ended.")).toBeTruthy();
    expect(screen.getByText("Generator")).toBeTruthy();
  });

  it("sends a cancellation without an answer again under the same commandId", async () => {
    live.sendCommand.mockResolvedValue({ ok: false, error: { code: "UNAVAILABLE", message: "We could not confirm" } });
    await open([maxBid()]);
    for (const _time of [1, 2]) {
      fireEvent.click(cancelButton());
      fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Yes, cancel it" }));
      await screen.findByText("We could not confirm");
    }
    const ids = live.sendCommand.mock.calls.map(([, data]) => data.commandId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it("removes a card when the server reports that the max bid was removed", async () => {
    await open([maxBid()]);
    await push({ type: "maxbid:removed", data: { _id: "m1" } });
    expect(screen.getByText("No Active Auto-Bids")).toBeTruthy();
  });

  it("shows at once that a max bid is suspended, shows the lot's change, and confirms it", async () => {
    const held = await open([maxBid()]);
    const suspended = maxBid({ isSuspended: true }, { contentVersion: 2 });
    held.maxBids = [suspended];
    await push({ type: "maxbid:suspended", data: { auctionId: "a1", maxBidId: "m1", contentVersion: 2 } });
    const notice = within((await screen.findByText("Suspended: the lot changed")).closest("article") as HTMLElement);
    expect(await notice.findByText("Empty crate")).toBeTruthy();
    const confirmed = maxBid({ contentVersion: 2 }, { contentVersion: 2 });
    live.sendCommand.mockResolvedValue({ ok: true, maxBid: confirmed });
    fireEvent.click(notice.getByRole("button", { name: "Confirm the maximum on Generator" }));
    await vi.waitFor(() => expect(screen.queryByText("Suspended: the lot changed")).toBeNull(), 15_000);
    expect(live.sendCommand.mock.calls).toEqual([
      ["maxbid:confirm", { maxBidId: "m1", contentVersion: 2, commandId: expect.any(String) }],
    ]);
  });

  it("shows why a confirmation was refused, and offers no confirmation after the auction's end", async () => {
    await open([maxBid({ isSuspended: true }, { contentVersion: 2 })]);
    live.sendCommand.mockResolvedValue({ ok: false, error: { code: "AUCTION_PAUSED", message: "It is paused." } });
    fireEvent.click(await screen.findByRole("button", { name: /^Confirm the maximum/ }));
    expect(await screen.findByText("It is paused.")).toBeTruthy();
    cleanUp();
    useSession.getState().logIn(testUser, "t");
    await open([maxBid({ isSuspended: true }, { contentVersion: 2, status: "ended" })]);
    expect(screen.queryByText("Suspended: the lot changed")).toBeNull();
  });

  it("lowers the price when bids are voided, and fetches the list again when the feed reports a lower price", async () => {
    const held = await open([maxBid()]);
    held.maxBids = [maxBid({}, { currentPrice: 3000 })];
    await push({ type: "auction:bids-voided", data: { auctionId: "a1", currentPrice: 3000 } } as PushFrame);
    expect(screen.getByText("₦3,000.00")).toBeTruthy();
    held.maxBids = [maxBid({}, { currentPrice: 2500 })];
    await push({ type: "auction:price", data: { auctionId: "a1", version: 9, currentPrice: 2500 } } as PushFrame);
    expect(await screen.findByText("₦2,500.00")).toBeTruthy();
  });

  it("lists max bids on auctions that are over below, folded, and says that no active one is left", async () => {
    const over = maxBid({ _id: "m2" }, { _id: "a2", title: "Drum", status: "ended" });
    const held = await open([maxBid(), over]);
    const folded = screen.getByText("Ended (1)").closest("details");
    expect(folded?.open).toBe(false);
    expect(within(folded as HTMLElement).getByRole("article", { name: "Drum" })).toBeTruthy();
    expect(within(folded as HTMLElement).queryByRole("article", { name: "Generator" })).toBeNull();
    expect(screen.queryByText("No Active Auto-Bids")).toBeNull();
    held.maxBids = [maxBid({}, { status: "ended" }), over];
    await push({ type: "auction:status", data: { auctionId: "a1", version: 2, status: "ended" } });
    expect(screen.getByText("No Active Auto-Bids")).toBeTruthy();
    expect(screen.getByText("Ended (2)").closest("details")?.open, "opens for the card that moved").toBe(true);
  });

  it("does not show a leader below the reserve as one who wins", async () => {
    await open([maxBid({ hasReserve: true, reserveMet: false })]);
    expect(screen.getByText(/reserve not met/).closest("article")?.textContent).toContain("Leading, reserve not met");
  });

  it("says of a lot that is over when it ended", async () => {
    const endTime = inHours(-2);
    await open([maxBid({}, { status: "sold", endTime })]);
    expect(screen.getByText(`Ended ${formatLagosTime(endTime)}`)).toBeTruthy();
  });

  it("shows Won! for a lot that was won, by whatever bid, and not that its maximum was reached", async () => {
    await open([maxBid({ isWon: true, maxAmount: 3000 }, { status: "sold" })]);
    expect(screen.getByText("Won!")).toBeTruthy();
    expect(screen.queryByText(REACHED)).toBeNull();
  });

  it.each([
    [{ status: "open", pickup: null }, "To pay", "Pay ₦2,400.00", "action"],
    [{ status: "paid", pickup: "waiting" }, "Paid", "Pickup details", "won"],
  ])("says of a lot that was won what My Bids says: %j", async (change, badge, step, tab) => {
    const won = maxBid({ isWon: true, maxAmount: 3000 }, { status: "sold" });
    const owed = { kind: "win", remaining: 2400, dueAt: inHours(48), ...change };
    const row = { auction: { ...won.auction, currency: "NGN" }, owed, offer: null, highestBid: 3000, maxBid: null };
    await open([won], {
      "GET /bids/user/my-auctions": (_, search) => ({ body: { auctions: search.includes(`tab=${tab}`) ? [row] : [] } }),
    });
    expect((await screen.findByRole("link", { name: step })).getAttribute("href")).toBe("/auction/a1?pay");
    expect(screen.getAllByText(/^(Won!|To pay|Paid|Sold)$/).map(({ textContent }) => textContent)).toEqual([
      "Won!",
      badge,
    ]);
    expect(screen.queryByText(`Pay by ${formatLagosTime(owed.dueAt)}`) !== null).toBe(badge === "To pay");
    expect(screen.getByText("Ended (1)").closest("summary")?.textContent).toBe(
      badge === "To pay" ? "Ended (1), 1 to pay" : "Ended (1)",
    );
  });

  it("shows “Lost” on the lots that were lost, and lists the latest end first", async () => {
    const over = (name: string, hours: number) =>
      maxBid({ _id: name, isLeading: false }, { _id: name, title: name, status: "sold", endTime: inHours(hours) });
    const [early, late] = [over("Early", -3), over("Late", -1)];
    const rows = [late, early].map(({ auction }) => ({
      auction: { ...auction, currency: "NGN", winner: { username: "b***a" } },
      owed: null,
      offer: null,
      highestBid: 3000,
      maxBid: null,
      listedAgainAs: null,
    }));
    await open([late, early], {
      "GET /bids/user/my-auctions": (_, search) => ({ body: { auctions: search.includes("tab=lost") ? rows : [] } }),
    });
    await waitFor(() => expect(screen.getAllByText("Lost")).toHaveLength(2));
    expect(screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent)).toEqual([
      "Late",
      "Early",
    ]);
  });

  it("shows the badge, live, and links to the lot to raise the maximum", async () => {
    await open([maxBid()]);
    expect(screen.getByText("Leading")).toBeTruthy();
    expect(raiseLink()?.textContent).toBe("Raise your maximum");
    expect(raiseLink()?.getAttribute("href")).toBe("/auction/a1?bid=auto");
    await push({ type: "auction:mine", data: { auctionId: "a1", version: 2, isLeading: false, bidIds: [] } });
    expect(screen.queryByText("Leading")).toBeNull();
    expect(screen.getByText("Maximum too low")).toBeTruthy();
    expect(raiseLink()?.textContent).toBe("Bid ₦5,500.00");
    const price = { auctionId: "a1", version: 9, currentPrice: 6000, minimumBid: 6500, reserveMet: true };
    await push({ type: "auction:price", data: price } as PushFrame);
    expect(screen.getByText("Outbid")).toBeTruthy();
    expect(raiseLink()?.textContent).toBe("Bid ₦6,500.00");
  });

  it("offers no raise for a lot that is over or that changed", async () => {
    await open([maxBid({ isSuspended: true }), maxBid({ _id: "m2" }, { _id: "a2", title: "Drum", status: "ended" })]);
    expect(raiseLink()).toBeNull();
  });
});

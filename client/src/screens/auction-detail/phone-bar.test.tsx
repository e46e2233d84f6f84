// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/fold-auction";
import type { PushFrame } from "@jara/shared/live-commands";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { TermsNotice } from "../../features/own-data/terms-notice.tsx";
import { useSession } from "../../store/session.ts";
import { testLot } from "./lot-for-test.ts";
import { LotPage } from "./lot-page.tsx";
import { OwedBar } from "./owed-bar.tsx";

interface Listener {
  onFrame?: (frame: PushFrame) => void;
}
const live = vi.hoisted(() => ({ listeners: new Set<Listener>() }));
const sendCommand = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  sendCommand,
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
afterEach(() => {
  cleanUp();
  sendCommand.mockReset();
});

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
  maximum?: number;
  purchase?: object | null;
  address?: string;
  /** The documents that the user has not accepted yet. */
  missing?: object[];
}
const show = (shown: Shown) => {
  const {
    auction = {},
    user = testUser,
    hasBid = false,
    maximum,
    purchase = null,
    address = "/",
    missing = [],
  } = shown;
  answerFetch({
    "GET /users/consents": { body: { accepted: [], missing } },
    "GET /auth/profile": { body: { user } },
    "GET /maxbids/auction/a1/all": { body: { maxBids: maximum ? [maximumOf(maximum)] : [] } },
    "GET /auctions/a1/buy-it-now-status": { body: { available: false, reason: null, requiredBalance: null, purchase } },
  });
  if (user) useSession.getState().logIn({ ...user, balance: 1_000_000 }, "t");
  const bids = hasBid ? [ownBid] : [];
  const viewOf = (changed: Partial<Auction>) => ({
    auction: testLot({ ...auction, ...changed }),
    bids,
    viewers: null,
    ownBidIds: [],
    leadVersion: 0,
  });
  return renderAt(address, { "/": () => <Place viewOf={viewOf} asksTerms={missing.length > 0} /> });
};
/** Changes the auction that is shown. */
let change: (changed: Partial<Auction>) => void = () => {};
interface PlaceProps {
  viewOf: (changed: Partial<Auction>) => AuctionView;
  asksTerms: boolean;
}
const Place = ({ viewOf, asksTerms }: PlaceProps) => {
  const [changed, setChanged] = useState<Partial<Auction>>({});
  change = (next) => act(() => setChanged(next));
  return (
    <>
      <LotPage view={viewOf(changed)} />
      {asksTerms && <TermsNotice userId="u1" />}
    </>
  );
};
/** The user's maximum, which the page reads. */
const maximumOf = (maxAmount: number) => ({
  _id: "m",
  maxAmount,
  currency: "NGN",
  autoBidCount: 1,
  lastAutoBidAmount: maxAmount,
  contentVersion: 1,
  isSuspended: false,
});
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
  ["somebody who was outbid", { hasBid: true }, "Bid ₦1,100.00"],
  [
    "the leader below the reserve",
    { auction: { isLeading: true, hasReserve: true, reserveMet: false } },
    "Set a maximum",
  ],
  ["a visitor", { user: null }, "Bid"],
] satisfies [string, Shown, string][])("offers one action to %s", (_who, shown, action) => {
  show(shown);
  expect(openers().filter((name) => !name?.startsWith("Buy It Now"))).toEqual([action]);
});

it.each([
  ["paused by an administrator", { auction: PAUSED }, "This auction is paused. Bidding opens again when it resumes."],
  ["closing", { auction: { endTime: new Date(0).toISOString() } }, "The time is over. The result comes in a moment."],
  [
    "being bought",
    { auction: { ...PAUSED, pausedUntil: new Date(Date.now() + 3_600_000).toISOString() } },
    "Being bought",
  ],
  ["the user's own", { user: { ...testUser, _id: "s", id: "s" } }, "Your auction"],
] satisfies [string, Shown, string][])("offers no bid on a lot that is %s, and says so", (_what, shown, words) => {
  show(shown);
  expect(openers().filter((name) => !name?.startsWith("Buy It Now"))).toEqual([]);
  expect(screen.getAllByText(new RegExp(words.replace(/[()]/g, "\\$&"))).length).toBeGreaterThan(0);
});

it("leads the buyer to the payment, and offers no bid", async () => {
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  show({ auction: { ...PAUSED, pausedUntil: deadline }, purchase: { status: "pending", deadline, mine: true } });
  expect((await screen.findByRole("link", { name: "Pay" })).getAttribute("href")).toBe("#pay");
  expect(screen.getByText(/^Reserved for you until \d\d:\d\d$/)).toBeTruthy();
  expect(screen.getByText(/^Pay by \d\d:\d\d$/)).toBeTruthy();
  expect(screen.getByText("Nobody can bid while you pay.")).toBeTruthy();
  expect(screen.getByText(/^(1h 0m 0s|59m \d+s) left$/), "the payment's own clock").toBeTruthy();
  expect(openers()).toEqual([]);
});

it("leads the winner to the payment, with the amount that is left and its deadline", () => {
  const auction = { currency: "NGN" } as never;
  const win = {
    kind: "win",
    remaining: 29_200,
    dueAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    auction,
  } as const;
  renderAt("/", { "/": () => <OwedBar win={win} deadline={undefined} /> });
  expect(screen.getByText("You won")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Pay ₦29,200.00" }).getAttribute("href")).toBe("#pay");
  expect(screen.getByText(/^Pay by \w{3}, \d+ \w{3}, \d\d:\d\d WAT$/)).toBeTruthy();
});

it("opens a sheet with both segments and Buy It Now", () => {
  show({});
  fireEvent.click(screen.getByRole("button", { name: "Bid" }));
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByRole("form", { name: "Place Your Bid" })).toBeTruthy();
  expect(sheet.getByRole("region", { name: "Buy It Now" })).toBeTruthy();
  fireEvent.click(sheet.getByRole("tab", { name: "Your maximum" }));
  expect(sheet.getByRole("form", { name: "Set your maximum" })).toBeTruthy();
});

it("announces price, outbid and extension inside the open sheet, because the page outside it is inert", async () => {
  answerFetch({ "GET /auth/profile": { body: { user: testUser } } });
  useSession.getState().logIn({ ...testUser, balance: 1_000_000 }, "t");
  let change: (auction: Partial<Auction>) => void = () => {};
  renderAt("/", {
    "/": () => {
      const [auction, setAuction] = useState<Partial<Auction>>({ isLeading: true });
      change = setAuction;
      return (
        <LotPage view={{ auction: testLot(auction), bids: [ownBid], viewers: null, ownBidIds: [], leadVersion: 0 }} />
      );
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
  expect(said()).toContain("Ends 2 minutes later");
});

it.each([
  [{ bidCount: 0 }, "First bid₦1,100.00"],
  [{ bidCount: 1 }, "₦1,000.00"],
  [{ bidCount: 0, ...PAUSED }, "₦1,000.00"],
] satisfies [Partial<Auction>, string][])(
  "shows for %j the amount %s, which can be bid or was bid",
  (auction, words) => {
    show({ auction });
    const [time] = document.querySelectorAll("#bid [role=timer]");
    expect(time?.parentElement?.previousElementSibling?.textContent).toBe(words);
  },
);

it("says on the page that the user was outbid, above what a used-up maximum still holds", async () => {
  show({ maximum: 900, user: { ...testUser, balance: 1_000_000 } });
  const held = (await screen.findByText(/stays held until the end/)).closest("div");
  expect(held?.previousElementSibling?.textContent).toBe("You were outbid at ₦1,000.00");
  expect(held?.textContent).toMatch(/^Your maximum of ₦900.00 is used up. Your ₦180.00 stays held until the end/);
});

it("leads from there to the field of the maximum, which has the minimum next bid", async () => {
  show({ maximum: 900, user: { ...testUser, balance: 1_000_000 } });
  fireEvent.click(await screen.findByRole("button", { name: "Change maximum" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByLabelText<HTMLInputElement>("New maximum (₦)").value).toBe("1,100");
});

it.each([
  [false, "bg-amber-soft"],
  [true, "bg-surface"],
])("has the colour that asks for action once the user is outbid, leading: %s", (isLeading, colour) => {
  show({ hasBid: true, auction: { isLeading } });
  expect(document.getElementById("bid")?.className).toContain(colour);
});

it("opens the sheet, and bids nothing, where it names the next bid", async () => {
  show({ hasBid: true, user: { ...testUser, balance: 1_000_000 } });
  fireEvent.click(within(document.getElementById("bid") as HTMLElement).getByRole("button", { name: "Bid ₦1,100.00" }));
  const sheet = within(screen.getByRole("dialog"));
  expect(sheet.getByText("You were outbid at ₦1,000.00")).toBeTruthy();
  expect(await sheet.findByRole("button", { name: "Bid ₦1,100.00" })).toBeTruthy();
  expect(sendCommand).not.toHaveBeenCalled();
});

it("says in the sheet, beside the amount, with how much money the user can bid", () => {
  show({});
  fireEvent.click(screen.getByRole("button", { name: "Bid" }));
  const field = within(screen.getByRole("dialog")).getByText("Your bid (₦)").parentElement;
  expect(field?.textContent).toContain("Balance you can use: ₦1,000,000.00");
});

it("goes from the leader's note to the field of the maximum", () => {
  show({ auction: { isLeading: true } });
  fireEvent.click(screen.getByRole("button", { name: "Your bid" }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Set a maximum" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Your maximum (₦)"));
});

it("asks with one tap about the bid that raises a maximum which is used up, and shows the outcome in the sheet", async () => {
  sendCommand.mockResolvedValue({
    ok: true,
    maxBid: maximumOf(1100),
    auction: { currentPrice: 1100, isLeading: true },
  });
  show({ maximum: 900, user: { ...testUser, balance: 1_000_000 } });
  fireEvent.click(await screen.findByRole("button", { name: "Bid ₦1,100.00" }));
  expect(screen.getAllByRole("dialog"), "no sheet behind the question").toHaveLength(1);
  expect(sendCommand).not.toHaveBeenCalled();
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: /^Yes, (bid|set) / }));
  const sheet = within(await screen.findByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByRole("tab", { name: "Your maximum", selected: true })).toBeTruthy();
  expect(sendCommand).toHaveBeenCalledWith("maxbid:set", expect.objectContaining({ maxAmount: 1100 }));
});

it("opens the sheet with the other ways to bid if the user does not want this amount", async () => {
  sendCommand.mockReset();
  show({ maximum: 900, user: { ...testUser, balance: 1_000_000 } });
  fireEvent.click(await screen.findByRole("button", { name: "Bid ₦1,100.00" }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Change amount" }));
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByLabelText<HTMLInputElement>("New maximum (₦)").value).toBe("1,100");
  expect(sendCommand).not.toHaveBeenCalled();
});

it("opens the sheet with the missing money where the balance is too low to raise the maximum", async () => {
  show({ maximum: 900, user: { ...testUser, balance: 0 } });
  act(() => useSession.setState((now) => ({ user: now.user && { ...now.user, balance: 0 } })));
  fireEvent.click(await screen.findByRole("button", { name: "Bid ₦1,100.00" }));
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByRole("button", { name: "Add ₦220.00" })).toBeTruthy();
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const pressBuyItNow = () => {
  fireEvent.click(screen.getByRole("button", { name: "Bid" }));
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  fireEvent.click(sheet.getByRole("button", { name: "Buy It Now" }));
};

it("keeps the success of Buy It Now until its own button closes it, although the pause closes the sheet", async () => {
  const deadline = inAnHour();
  const bought = { _id: "a1", title: "Talking drum", currency: "NGN", status: "paused", pausedUntil: deadline };
  sendCommand.mockImplementation(async () => {
    change({ ...PAUSED, pausedUntil: deadline });
    return { ok: true, auction: bought, paymentInstructions: { deadline, whatsapp: null, email: null } };
  });
  show({});
  pressBuyItNow();
  fireEvent.click(screen.getByRole("button", { name: "Confirm Purchase" }));
  const close = await screen.findByRole("button", { name: "I Understand - Close" });
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  fireEvent.click(close);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("shows the refusal if another buyer was faster, although the pause closes the sheet", async () => {
  sendCommand.mockImplementation(async () => {
    change({ ...PAUSED, pausedUntil: inAnHour() });
    return { ok: false, error: { code: "AUCTION_PAUSED", message: "Somebody was first." } };
  });
  show({});
  pressBuyItNow();
  fireEvent.click(screen.getByRole("button", { name: "Confirm Purchase" }));
  expect(await screen.findByText("Somebody was first.")).toBeTruthy();
});

it("does not open the sheet again when the auction goes on after a pause", () => {
  show({});
  fireEvent.click(screen.getByRole("button", { name: "Bid" }));
  expect(screen.getByRole("dialog")).toBeTruthy();
  change(PAUSED);
  expect(screen.queryByRole("dialog")).toBeNull();
  change({});
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("opens the sheet with the field of the maximum if the address asks for it, and clears the address", async () => {
  const router = show({ hasBid: true, address: "/?bid=auto" });
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByRole("tab", { name: "Your maximum", selected: true })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText("Your maximum (₦)")));
  expect(router.state.location.search).toBe("");
});

it("asks at once about the bid that raises a used-up maximum if the address of a list's button asks for it", async () => {
  sendCommand.mockReset();
  show({ maximum: 900, user: { ...testUser, balance: 1_000_000 }, address: "/?bid=auto" });
  const question = await screen.findByRole("dialog", { name: "Is this amount right?" });
  expect(within(question).getByText("₦1,100.00")).toBeTruthy();
  expect(sendCommand).not.toHaveBeenCalled();
});

it("has the same action for a used-up maximum in the bar and in the sheet's first segment", async () => {
  show({ maximum: 900, hasBid: true, user: { ...testUser, balance: 1_000_000 }, address: "/?bid=next" });
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  fireEvent.click(await sheet.findByRole("button", { name: "Bid ₦1,100.00" }));
  expect(sheet.queryByText(/^This button bids at once/)).toBeNull();
  expect(screen.getByRole("dialog", { name: "Is this amount right?" })).toBeTruthy();
});

it("shows in the sheet that the reserve is not met", () => {
  show({ auction: { hasReserve: true, reserveMet: false } });
  fireEvent.click(screen.getByRole("button", { name: "Bid" }));
  const sheet = within(screen.getByRole("dialog"));
  expect(sheet.getByText("Reserve not met")).toBeTruthy();
  expect(sheet.getByText("The reserve is the lowest price at which the lot is sold.")).toBeTruthy();
});

it("opens Buy It Now from the bar, for a person who can buy it", () => {
  const opener = () => screen.queryByRole("button", { name: "Buy It Now for ₦5,250.00" });
  show({});
  fireEvent.click(opener() as HTMLElement);
  expect(screen.getByRole("button", { name: "Confirm Purchase" })).toBeTruthy();
  for (const auction of [{ currentPrice: 5000 }, PAUSED, { buyItNowPrice: null }, { endTime: inAnHour() }]) {
    cleanUp();
    show({ auction });
    expect(opener(), JSON.stringify(auction)).toBeNull();
  }
  cleanUp();
  show({ user: null });
  expect(opener()).toBeNull();
});

it("opens the sheet with the next bid if the address asks for it", () => {
  const router = show({ hasBid: true, address: "/?bid=next" });
  const sheet = within(screen.getByRole("dialog", { name: "Talking drum" }));
  expect(sheet.getByRole("tab", { name: "Bid now", selected: true })).toBeTruthy();
  expect(router.state.location.search).toBe("");
});

it("has the question about new terms above the bar, which goes to the bottom of the page when there is no bar", async () => {
  show({ missing: [{ document: "terms", version: "2" }] });
  const bar = screen.getByRole("button", { name: "Bid" }).parentElement?.parentElement;
  const notice = await screen.findByRole("region", { name: "New terms" });
  expect(bar?.contains(notice)).toBe(true);
  expect(notice.className).not.toContain("fixed");
  change({ status: "ended" });
  const after = await screen.findByRole("region", { name: "New terms" });
  expect(after.className).toContain("fixed");
});

it("has a line for the end that late bids move, which names the new end after one", () => {
  const end = "2126-11-21T12:00:00.000Z";
  const softClose = { windowSeconds: 120, capMinutes: 30 };
  show({ auction: { endTime: end, softClose, latestEndTime: "2126-11-21T12:30:00.000Z" } });
  expect(screen.getByText("Late bids move the end")).toBeTruthy();
  change({ latestEndTime: "2126-11-21T12:28:00.000Z" });
  expect(screen.queryByText("Late bids move the end")).toBeNull();
  expect(screen.getByText(/^New end .*13:00$/)).toBeTruthy();
});

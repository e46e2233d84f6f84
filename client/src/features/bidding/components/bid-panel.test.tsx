// @vitest-environment happy-dom
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import { lotStateOf, nobody } from "@jara/shared/lot-state";
import type { BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import type { SecondChance, Win } from "@jara/shared/rest/settlements";
import type { User } from "@jara/shared/users";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AtAddress } from "../../../app/at-address-for-test.tsx";
import { become } from "../../../connection/connection-for-test.ts";
import { useReadVersion } from "../../../lots/changes/read-version.ts";
import { useWatchlist } from "../../../lots/watchlist/watched.ts";
import { useCurrency } from "../../../store/currency.ts";
import { useSession } from "../../../store/session.ts";
import { toasts } from "../../../store/toast.ts";
import { useBidding } from "../hooks/use-bidding.ts";
import { BidPanel } from "./bid-panel.tsx";

const sendCommand = vi.hoisted(() => vi.fn<(name: string, data: Record<string, unknown>) => Promise<unknown>>());
vi.mock("../../../lib/site.ts", async (original) => ({
  ...(await original<object>()),
  useSite: () => ({ contact: { whatsapp: "2348000000000", email: "help@jara.test" } }),
}));
vi.mock("../../../connection/connection.ts", async () => ({
  ...(await import("../../../connection/connection-for-test.ts")).mockedConnection,
  sendCommand,
}));
vi.mock("../../../live/live.ts", () => ({ noteOutcome: () => {} }));

const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const lot = (change: Partial<Auction> = {}) =>
  ({
    _id: "a",
    status: "active",
    endTime: "2026-11-22T13:00:00.000Z",
    currency: "NGN",
    categories: ["General Goods"],
    currentPrice: 1000,
    minimumBid: 1100,
    bidIncrement: 100,
    bidCount: 3,
    contentVersion: 4,
    isLeading: false,
    leader: { username: "b***o" },
    winner: null,
    hasReserve: false,
    reserveMet: false,
    seller: { _id: "seller", username: "chidi" },
    ...change,
  }) as Auction;
const bidder = { _id: "me", username: "amaka", isEmailVerified: true } as User;
const outcome = (change: Partial<AuctionOutcome> = {}): AuctionOutcome => ({
  _id: "a",
  version: 9,
  currentPrice: 1100,
  minimumBid: 1200,
  bidCount: 4,
  endTime: "",
  status: "active",
  isLeading: true,
  ...change,
});
const accepted = (change: Partial<AuctionOutcome> = {}) => ({
  ok: true,
  bid: { _id: "a-4", amount: 1100, timestamp: "" },
  auction: outcome(change),
});
const refused = (error: object) => ({ ok: false, error: { message: "", ...error } });

interface Shown {
  auction?: Auction;
  user?: User | null;
  disabledReason?: string | null;
  purchase?: BuyItNowStatus["purchase"] | undefined;
  win?: Win | null;
  offer?: SecondChance | undefined;
  isMeKnown?: boolean;
  isMaximumKnown?: boolean;
  isBarred?: boolean;
  hasBid?: boolean;
  highestBid?: number;
  maximum?: number | null;
  listedAgainAs?: string;
}
const onMaximum = vi.fn();
const onRaise = vi.fn();
const onCancel = vi.fn();
const Panel = ({ auction = lot(), user = bidder, disabledReason = null, maximum = null, ...rest }: Shown) => {
  const me = {
    ...nobody,
    hasBid: auction.isLeading || rest.hasBid === true,
    highestBid: rest.highestBid ?? null,
    maximum: maximum === null ? null : { maxAmount: maximum, isSuspended: false },
    hasOffer: Boolean(rest.offer),
  };
  return (
    <AtAddress>
      <BidPanel
        auction={auction}
        user={user}
        state={lotStateOf(auction, me, NOW)}
        me={me}
        onMaximum={onMaximum}
        onRaise={onRaise}
        cancelling={{ run: onCancel, isPending: false, problem: null }}
        disabledReason={disabledReason}
        purchase={"purchase" in rest ? rest.purchase : null}
        win={rest.win ?? null}
        offer={"offer" in rest ? rest.offer : null}
        isMeKnown={rest.isMeKnown ?? true}
        isMaximumKnown={rest.isMaximumKnown ?? true}
        isBarred={rest.isBarred ?? false}
        listedAgainAs={rest.listedAgainAs ?? null}
        bidding={useBidding(auction, useReadVersion(auction.contentVersion))}
        verification={<p>Email verification required</p>}
      />
    </AtAddress>
  );
};

const box = () => screen.getByLabelText<HTMLInputElement>("Your bid (₦)");
const press = () => fireEvent.click(screen.getByRole("button", { name: "Place Bid" }));
const bid = (typed: string) => {
  fireEvent.change(box(), { target: { value: typed } });
  press();
};
const sent = () => sendCommand.mock.calls.map(([, data]) => data);

beforeEach(() => {
  sendCommand.mockReset();
  onMaximum.mockReset();
});
afterEach(() => {
  cleanup();
  become("live");
  useSession.setState(useSession.getInitialState());
  useCurrency.setState({ chosen: "NGN" });
});

it.each([
  ["the form", {}, "All bids are binding: if you win, you must pay."],
  ["the button with the next bid", { hasBid: true }, "Binding: if you win, you must pay ₦1,100.00."],
  [
    "the button that raises a used-up maximum",
    { hasBid: true, maximum: 900 },
    "Binding: if you win, you must pay ₦1,100.00.",
  ],
  [
    "a leader's button that raises the maximum",
    { auction: lot({ isLeading: true }), maximum: 1000 },
    "Your price stays. Only your maximum rises.",
  ],
])("says at %s what the tap means", (_where, shown, words) => {
  render(<Panel {...shown} />);
  expect(screen.getByText((said) => said.includes(words))).toBeTruthy();
});

describe("a lot with a buyer's premium", () => {
  const premium = { buyersPremium: { percent: 10, vatPercent: 7.5 } };

  it("shows the whole of a typed amount, also in the question about a high one, and nothing without a premium", () => {
    render(<Panel auction={lot(premium)} />);
    fireEvent.change(box(), { target: { value: "100000" } });
    const whole = "₦100,000.00 bid + 10% premium + VAT = ₦110,750.00";
    expect(screen.getByText(whole)).toBeTruthy();
    press();
    expect(within(screen.getByRole("dialog")).getByText(whole)).toBeTruthy();
    cleanup();
    render(<Panel />);
    fireEvent.change(box(), { target: { value: "100000" } });
    expect(screen.queryByText(/premium/)).toBeNull();
  });

  it("shows the whole above the button of the next bid", () => {
    render(<Panel auction={lot(premium)} hasBid />);
    expect(screen.getByText("₦1,100.00 bid + 10% premium + VAT = ₦1,218.25")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Bid ₦1,100.00" })).toBeTruthy();
  });
});

describe("the bid form", () => {
  // S292
  it("sends nothing and shows the reason when the typed text cannot be a bid", () => {
    render(<Panel />);
    press();
    expect(screen.getByText("Please enter a valid bid amount")).toBeTruthy();
    fireEvent.change(box(), { target: { value: "1099.99" } });
    expect(screen.getByText("Bid must be at least ₦1,100.00"), "while it is typed").toBeTruthy();
    expect(box().getAttribute("aria-invalid")).not.toBe("true");
    bid("1099.99");
    expect(screen.getByText("Bid must be at least ₦1,100.00")).toBeTruthy();
    expect(box().getAttribute("aria-invalid")).toBe("true");
    expect(sent()).toEqual([]);
  });

  it("fills the input with a suggested amount that is tapped, without bidding", () => {
    render(<Panel />);
    fireEvent.click(screen.getByRole("button", { name: "₦1,100.00" }));
    expect(box().value).toBe("1,100");
    expect(screen.getByText("Binding: if you win, you must pay ₦1,100.00.")).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  // S298
  it("shows Bid placed successfully! and empties the input when the bid leads", async () => {
    sendCommand.mockResolvedValue(accepted());
    const { rerender } = render(<Panel />);
    bid("1100");
    rerender(<Panel auction={lot({ isLeading: true })} />);
    await screen.findByText("Bid placed successfully!");
    expect(screen.getByText("You lead at ₦1,000.00. You do not need to bid.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Bid by hand" }));
    expect(box().value).toBe("");
    expect(sent()).toEqual([{ auctionId: "a", amount: 1100, contentVersion: 4, commandId: expect.any(String) }]);
  });

  it.each([
    [accepted(), "Your bid of ₦1,100.00 is placed."],
    [accepted({ isLeading: false }), "Your bid of ₦1,100.00 is placed, and an auto-bid outbid it at once."],
    [refused({ code: "UNAVAILABLE" }), "Your bid of ₦1,100.00 is not confirmed yet. You can try again."],
  ])("announces the answer in a region that was on the page before it", async (answer, sentence) => {
    sendCommand.mockResolvedValue(answer);
    render(<Panel />);
    const region = screen.getByRole("status");
    expect(region.textContent).toBe("");
    bid("1100");
    await waitFor(() => expect(region.textContent).toBe(sentence));
  });

  it.each([false, true])(
    "reports when an auto-bid outbids the bid at once, never as a success, and empties the input; their own bid known: %s",
    async (hasBid) => {
      sendCommand.mockResolvedValue(accepted({ isLeading: false, currentPrice: 1200, minimumBid: 1300 }));
      const { rerender } = render(<Panel />);
      bid("1100");
      await screen.findByText("You were outbid at ₦1,200.00");
      rerender(<Panel hasBid={hasBid} auction={lot({ currentPrice: 1200, minimumBid: 1300 })} />);
      const sentence = screen.getByText("You were outbid at ₦1,200.00");
      if (hasBid) expect(document.activeElement, "a second press bids nothing").toBe(sentence);
      expect(
        screen.getByText(/^Your bid of ₦1,100.00 was accepted, but another bidder's auto-bid outbid you/),
      ).toBeTruthy();
      expect(screen.queryByText("Bid placed successfully!")).toBeNull();
      if (hasBid) fireEvent.click(screen.getByRole("button", { name: "Bid another amount" }));
      expect(box().value).toBe("");
    },
  );

  it("says to an outbid user who comes later what their own highest bid is", () => {
    render(<Panel hasBid highestBid={1100} auction={lot({ currentPrice: 1200, minimumBid: 1300 })} />);
    expect(screen.getByText("Your highest bid: ₦1,100.00")).toBeTruthy();
  });

  it("keeps a form that somebody has touched when their position comes after the lot, and closes one that nobody has", async () => {
    for (const isTouched of [true, false]) {
      const { rerender, unmount } = render(<Panel />);
      if (isTouched) act(() => box().focus());
      rerender(<Panel hasBid auction={lot({ currentPrice: 1200, minimumBid: 1300 })} />);
      expect(screen.getByText("You were outbid at ₦1,200.00")).toBeTruthy();
      expect(screen.queryAllByRole("form", { name: "Place Your Bid" })).toHaveLength(isTouched ? 1 : 0);
      if (isTouched) expect(document.activeElement).toBe(box());
      unmount();
    }
  });

  it("fills in the new minimum when the price has moved", async () => {
    sendCommand.mockResolvedValue(refused({ code: "BID_TOO_LOW", minimumBid: 1500 }));
    render(<Panel />);
    bid("1100");
    await screen.findByText("Bid must be at least ₦1,500.00");
    expect(box().value).toBe("1,500");
  });

  it("ignores a second press right after the amount in the input changed, and accepts one a moment later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    sendCommand.mockResolvedValue(refused({ code: "BID_TOO_LOW", minimumBid: 1500 }));
    render(<Panel auction={lot({ minimumBid: 1100 })} />);
    bid("1100");
    await act(async () => {});
    expect(box().value).toBe("1,500");
    press();
    fireEvent.submit(screen.getByRole("form", { name: "Place Your Bid" }));
    await act(async () => {});
    expect(sent().map(({ amount }) => amount)).toEqual([1100]);
    act(() => void vi.runAllTimers());
    press();
    await act(async () => {});
    expect(sent().map(({ amount }) => amount)).toEqual([1100, 1500]);
    vi.useRealTimers();
  });

  it("shows the server's message when the balance is too low", async () => {
    const message = "Insufficient balance. You need at least ₦200.00 (20% of your bid). Your current balance: ₦50.50";
    sendCommand.mockResolvedValue(refused({ code: "INSUFFICIENT_BALANCE", message, required: 200, balance: 50.5 }));
    render(<Panel />);
    bid("1100");
    expect(await screen.findByText(message)).toBeTruthy();
  });

  // S342
  it("shows the balance that a typed amount needs before it is sent: 20% of the amount, not of the price", () => {
    render(<Panel />);
    fireEvent.change(box(), { target: { value: "1500" } });
    expect(screen.getByText(/^Balance needed:/).parentElement?.textContent).toBe(
      "Balance needed: ₦300.00 (20%, held, not taken)",
    );
  });

  it("says how much more is held where a part of it is held already", () => {
    render(<Panel maximum={1050} />);
    fireEvent.change(box(), { target: { value: "1500" } });
    expect(screen.getByText(/more of your balance/).parentElement?.textContent).toBe(
      "This holds ₦90.00 more of your balance, and takes nothing (20%: ₦300.00 in all)",
    );
  });

  it("sends the version that the user read, shows a newer change, and bids on the new version with one tap", async () => {
    const changes = [{ field: "title", before: "iPhone 16 Pro", after: "(empty box)" }];
    sendCommand.mockResolvedValueOnce(refused({ code: "LOT_CHANGED", contentVersion: 5, changes }));
    const { rerender } = render(<Panel />);
    rerender(<Panel auction={lot({ contentVersion: 5 })} />);
    bid("1100");
    await screen.findByText("This lot has changed");
    expect(sent()[0], "what the bidder had read").toMatchObject({ contentVersion: 4 });
    expect(screen.getByText("iPhone 16 Pro").tagName).toBe("DEL");
    expect(screen.getByText("(empty box)").tagName).toBe("INS");
    expect(box().value).toBe("1,100");
    sendCommand.mockResolvedValueOnce(accepted());
    fireEvent.click(screen.getByRole("button", { name: "Bid ₦1,100.00 on it as it is now" }));
    await waitFor(() => expect(box().value).toBe(""));
    expect(sent()[1]).toMatchObject({ amount: 1100, contentVersion: 5 });
    expect(sent()[1]?.commandId).not.toBe(sent()[0]?.commandId);
    sendCommand.mockResolvedValueOnce(accepted());
    bid("1200");
    await waitFor(() => expect(sent()[2]).toMatchObject({ contentVersion: 5 }));
  });

  // S427
  it("shows the server's message, or Failed to place bid if there is none", async () => {
    sendCommand.mockResolvedValueOnce(refused({ code: "AUCTION_ENDED", message: "This auction has ended." }));
    render(<Panel />);
    bid("1100");
    expect(await screen.findByText("This auction has ended.")).toBeTruthy();
    sendCommand.mockResolvedValueOnce(refused({ code: "INTERNAL" }));
    bid("1100");
    expect(await screen.findByText("Failed to place bid")).toBeTruthy();
  });

  it("sends an unanswered bid again under the same id, and makes a new id for the next bid", async () => {
    sendCommand.mockResolvedValueOnce(refused({ code: "UNAVAILABLE" }));
    render(<Panel />);
    bid("1100");
    await screen.findByText("We could not confirm your bid of ₦1,100.00");
    sendCommand.mockResolvedValue(accepted());
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual(sent()[0]);
    await waitFor(() => expect(box().value).toBe(""));
    bid("1100");
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]?.commandId).not.toBe(sent()[0]?.commandId);
  });

  it("keeps an amount that is typed while a bid is under way", async () => {
    let answer: (value: unknown) => void = () => {};
    sendCommand.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    render(<Panel />);
    bid("1100");
    await waitFor(() => expect(sent()).toHaveLength(1));
    fireEvent.change(box(), { target: { value: "1300" } });
    await act(async () => answer(accepted()));
    await screen.findByRole("button", { name: "Place Bid" });
    expect(box().value).toBe("1,300");
  });

  it("sends one bid however often the button is pressed while the bid is under way", async () => {
    sendCommand.mockReturnValue(new Promise(() => {}));
    render(<Panel />);
    bid("1100");
    const button = await screen.findByRole("button", { name: "Placing bid…" });
    fireEvent.click(button);
    fireEvent.submit(screen.getByRole("form", { name: "Place Your Bid" }));
    expect(sent()).toHaveLength(1);
  });

  it("asks for a confirmation, in words and in the chosen currency, from five increments above the minimum", async () => {
    useCurrency.setState({ chosen: "USD" });
    sendCommand.mockResolvedValue(accepted());
    render(<Panel />);
    bid("1600");
    expect(sent()).toEqual([]);
    expect(screen.getByText("one thousand, six hundred naira")).toBeTruthy();
    expect(screen.getAllByText("≈ $1.92")).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Change amount" }));
    expect(sent()).toEqual([]);
    press();
    fireEvent.click(screen.getByRole("button", { name: /^Yes, bid / }));
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ amount: 1600 })]));
  });

  it("says in the question about a bid that Buy It Now costs no more", () => {
    const buyable = { buyItNowPrice: 1500, totalAmount: 1575, endTime: new Date(Date.now() + 7_200_000).toISOString() };
    render(<Panel auction={lot(buyable)} />);
    bid("1600");
    expect(screen.getByText("Buy It Now costs ₦1,575.00 in all, no more than this.")).toBeTruthy();
    cleanup();
    render(<Panel auction={lot({ ...buyable, currentPrice: 1500, minimumBid: 1600 })} />);
    bid("2600");
    expect(screen.queryByText(/^Buy It Now costs/)).toBeNull();
  });

  it("can be agreed to only while the connection is live", async () => {
    sendCommand.mockResolvedValue(accepted());
    render(<Panel />);
    bid("1600");
    const yes = screen.getByRole<HTMLButtonElement>("button", { name: /^Yes, bid / });
    act(() => become("reconnecting"));
    expect([yes.disabled, yes.textContent]).toEqual([true, "Yes, bid ₦1,600.00Reconnecting…"]);
    expect(within(screen.getByRole("dialog")).getByText(/^Reconnecting… Bidding is disabled/)).toBeTruthy();
    act(() => become("live"));
    await waitFor(() => expect(yes.disabled).toBe(false));
    fireEvent.click(yes);
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ amount: 1600 })]));
  });

  it.each([
    ["accepted", accepted({ isLeading: true }), "Bid placed successfully!"],
    ["outbid at once", accepted({ isLeading: false, currentPrice: 1300 }), "You were outbid at ₦1,300.00"],
    ["refused", { ok: false, error: { code: "BID_TOO_LOW", message: "Too low" } }, "Failed to place bid"],
    ["unconfirmed", { ok: false, error: { code: "UNAVAILABLE", message: "Try again" } }, /^We could not confirm your/],
  ])("tells a person who has left the page what became of a bid: %s", async (_answer, answer, words) => {
    let resolve = (_answer: unknown) => {};
    sendCommand.mockReturnValue(new Promise((resolved) => (resolve = resolved)));
    const { unmount } = render(<Panel />);
    bid("1100");
    unmount();
    resolve(answer);
    await waitFor(() => expect(toasts.getState().at(-1)?.message).toEqual(expect.stringMatching(words)));
  });

  it("tells nothing of a bid once somebody else is signed in", async () => {
    const before = toasts.getState();
    let resolve = (_answer: unknown) => {};
    sendCommand.mockReturnValue(new Promise((resolved) => (resolve = resolved)));
    const { unmount } = render(<Panel />);
    bid("1100");
    unmount();
    useSession.getState().logIn({ ...bidder, _id: "another" }, "t");
    resolve(accepted({ isLeading: true }));
    await new Promise((settled) => setTimeout(settled));
    expect(toasts.getState()).toBe(before);
  });

  it("is disabled with the reason while the connection is not live", () => {
    render(<Panel disabledReason="Reconnecting… Bidding is disabled." />);
    expect(screen.getByText("Reconnecting… Bidding is disabled.")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Place Bid" }).disabled).toBe(true);
    fireEvent.change(box(), { target: { value: "1100" } });
    fireEvent.submit(screen.getByRole("form", { name: "Place Your Bid" }));
    expect(sent()).toEqual([]);
  });
});

describe("the panel for the leader", () => {
  const leads = lot({ isLeading: true, currentPrice: 97_500, minimumBid: 100_000, bidIncrement: 2500 });

  it("says that the user need not bid, and has no button that bids at once", () => {
    render(<Panel auction={leads} />);
    expect(screen.getByText("You lead at ₦97,500.00. You do not need to bid.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^(Place Bid|Bid [₦$])/ })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Set a maximum" }));
    expect(onMaximum).toHaveBeenCalledOnce();
  });

  it.each([
    [null, "Set a maximum", /^If somebody bids more, we notify you here/],
    [120_000, "Raise your maximum", "If somebody bids more, we bid for you, up to ₦120,000.00."],
    [97_500, "Raise maximum to ₦100,000.00", /^Raise your maximum, and we bid for you/],
  ])("says what the maximum of %s does", (maximum, button, sentence) => {
    render(<Panel auction={leads} maximum={maximum} />);
    expect(screen.getByRole("button", { name: button })).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it("offers an outbid user no action until it is known whether they have a maximum", () => {
    const { rerender } = render(<Panel hasBid isMaximumKnown={false} />);
    expect(screen.getByText("You were outbid at ₦1,000.00")).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([]);
    rerender(<Panel hasBid />);
    expect(screen.getByRole("button", { name: "Bid ₦1,100.00" })).toBeTruthy();
  });

  it("raises a maximum that is used up to the minimum next bid", () => {
    render(<Panel auction={leads} maximum={97_500} />);
    fireEvent.click(screen.getByRole("button", { name: "Raise maximum to ₦100,000.00" }));
    expect(onRaise).toHaveBeenCalledWith(100_000);
  });

  it("asks before the leader raises their own price, by however little, and sends nothing on Keep my price", async () => {
    sendCommand.mockResolvedValue(accepted());
    render(<Panel auction={leads} />);
    fireEvent.click(screen.getByRole("button", { name: "Bid by hand" }));
    bid("100000");
    const question = within(screen.getByRole("dialog", { name: "Raise your own price?" }));
    expect(question.getByText(/This bid makes the lot ₦2,500.00 more expensive for you/)).toBeTruthy();
    fireEvent.click(question.getByRole("button", { name: "Keep my price" }));
    expect(sent()).toEqual([]);
    press();
    fireEvent.click(screen.getByRole("button", { name: /^Yes, bid / }));
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ amount: 100_000 })]));
  });

  it("does not warn a leader below the reserve, who must bid more to win", async () => {
    sendCommand.mockResolvedValue(accepted());
    render(<Panel auction={{ ...leads, hasReserve: true, reserveMet: false }} />);
    fireEvent.click(screen.getByRole("button", { name: /^Bid by hand/ }));
    bid("100000");
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ amount: 100_000 })]));
    expect(screen.queryByRole("dialog", { name: "Raise your own price?" })).toBeNull();
  });
});

describe("the panel for somebody who was outbid", () => {
  const passed = lot({ currentPrice: 275_000, minimumBid: 280_000, bidIncrement: 5000 });
  const nextBid = (amount: string) => screen.getByRole("button", { name: `Bid ${amount}` });
  const rest = () => act(() => void vi.advanceTimersByTime(1000));
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("offers the next bid with one button, which bids the amount that it shows", async () => {
    sendCommand.mockResolvedValue(accepted({ isLeading: true }));
    render(<Panel auction={passed} hasBid />);
    expect(screen.getByText("You were outbid at ₦275,000.00")).toBeTruthy();
    rest();
    fireEvent.click(nextBid("₦280,000.00"));
    await act(async () => {});
    expect(sent()).toEqual([expect.objectContaining({ amount: 280_000, contentVersion: 4 })]);
  });

  it("ignores a press right after it appeared, and right after its amount changed", () => {
    const { rerender } = render(<Panel auction={passed} hasBid />);
    fireEvent.click(nextBid("₦280,000.00"));
    expect(sent()).toEqual([]);
    rest();
    rerender(<Panel auction={{ ...passed, currentPrice: 280_000, minimumBid: 285_000 }} hasBid />);
    fireEvent.click(nextBid("₦285,000.00"));
    expect(sent()).toEqual([]);
  });

  it("keeps the form open for somebody who types while the lead changes", () => {
    const { rerender } = render(<Panel />);
    fireEvent.change(box(), { target: { value: "2000" } });
    for (const isLeading of [true, false]) {
      rerender(<Panel hasBid auction={lot({ isLeading })} />);
      expect(box().value).toBe("2,000");
    }
  });

  it("says that the price has moved, beside the button with the new amount", async () => {
    sendCommand.mockResolvedValue(refused({ code: "BID_TOO_LOW", minimumBid: 285_000 }));
    const { rerender } = render(<Panel auction={passed} hasBid />);
    rest();
    fireEvent.click(nextBid("₦280,000.00"));
    await act(async () => {});
    rerender(<Panel auction={{ ...passed, minimumBid: 285_000 }} hasBid />);
    expect(screen.getByText("Bid must be at least ₦285,000.00")).toBeTruthy();
    expect(nextBid("₦285,000.00")).toBeTruthy();
  });
});

describe("the box of the lot's state", () => {
  it("tells the leader below the reserve that the lead is not enough, and offers the maximum first", () => {
    render(<Panel auction={lot({ isLeading: true, hasReserve: true, reserveMet: false })} />);
    expect(
      screen.getByText("You have the highest bid, but the reserve is not reached. Bid more or set a maximum."),
    ).toBeTruthy();
    expect(screen.queryByText(/You do not need to bid/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Set a maximum" }));
    expect(onMaximum).toHaveBeenCalled();
  });

  it("explains a tie, with the next bid on the button", () => {
    render(<Panel auction={lot()} hasBid highestBid={1000} />);
    expect(screen.getByText("Another bidder set ₦1,000.00 before you. The first one leads.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Bid ₦1,100.00" })).toBeTruthy();
  });

  it("says that a maximum is too low beside the form for a bid by hand", () => {
    render(<Panel auction={lot()} maximum={1050} />);
    expect(screen.getByText(/^Your maximum is below the minimum next bid of ₦1,100.00/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Place Bid" })).toBeTruthy();
  });

  it("offers no bid once the time is over, until the server says how it went on", () => {
    const { rerender } = render(<Panel />);
    fireEvent.change(box(), { target: { value: "1300" } });
    rerender(<Panel auction={lot({ endTime: "2026-11-22T11:59:59.000Z" })} />);
    expect(screen.getByText("The time is over. The result comes in a moment.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Place Bid" })).toBeNull();
    rerender(<Panel />);
    expect(box().value).toBe("1,300");
  });

  it("shows no success of a bid once somebody has bid more", async () => {
    sendCommand.mockResolvedValue(accepted());
    const { rerender } = render(<Panel />);
    bid("1100");
    rerender(<Panel auction={lot({ isLeading: true, currentPrice: 1100 })} />);
    await screen.findByText("Bid placed successfully!");
    rerender(<Panel hasBid auction={lot({ currentPrice: 1200, minimumBid: 1300 })} />);
    expect(screen.getByText("You were outbid at ₦1,200.00")).toBeTruthy();
    expect(screen.queryByText("Bid placed successfully!")).toBeNull();
    rerender(<Panel hasBid auction={lot({ isLeading: true, currentPrice: 1400, minimumBid: 1500 })} />);
    expect(screen.getByText("You lead at ₦1,400.00. You do not need to bid.")).toBeTruthy();
    expect(screen.queryByText("Bid placed successfully!"), "another lead is another bid's").toBeNull();
  });
});

describe("the panel without a bid form", () => {
  // S072
  it("offers a visitor Login and Register, which lead back to this page", () => {
    render(<Panel user={null} />);
    expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe("/login?next=%2Fauction%2Fa");
    expect(screen.getByRole("link", { name: "Register" }).getAttribute("href")).toBe("/register?next=%2Fauction%2Fa");
  });

  // S073
  it("tells the seller that they cannot bid", () => {
    render(<Panel user={{ ...bidder, _id: "seller" }} />);
    expect(screen.getByText("You cannot bid on your own auction")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Place Bid" })).toBeNull();
  });

  // S377
  it("tells an administrator that administrators do not bid here", () => {
    render(<Panel isBarred />);
    expect(screen.getByText("Staff do not bid on this site.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Place Bid" })).toBeNull();
  });

  it("tells an unverified bidder what is required", () => {
    render(<Panel user={{ ...bidder, isEmailVerified: false }} />);
    expect(screen.getByText("Email verification required")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Place Bid" })).toBeNull();
  });

  // S300
  it("reports a pause, an end and a cancellation", () => {
    const { rerender } = render(<Panel auction={lot({ status: "paused" })} />);
    expect(screen.getByText("This auction is paused. Bidding opens again when it resumes.")).toBeTruthy();
    rerender(<Panel auction={lot({ status: "ended", hasReserve: true })} />);
    expect(screen.getByText("Reserve not met. The reserve is the lowest price at which the lot is sold.")).toBeTruthy();
    rerender(<Panel auction={lot({ status: "ended", winner: { username: "b***o" } })} />);
    expect(screen.getByText(/^Won by/).parentElement?.textContent).toContain("Won by b***o at ₦1,000.00.");
    rerender(<Panel auction={lot({ status: "ended", winner: { username: "a***a" }, isLeading: true })} />);
    expect(screen.getByText("You won this auction!")).toBeTruthy();
    rerender(<Panel auction={lot({ status: "cancelled" })} />);
    expect(screen.getByText("This auction was cancelled.")).toBeTruthy();
    expect(screen.getByText("All bids are cancelled, and you pay nothing.")).toBeTruthy();
    rerender(<Panel auction={lot({ status: "draft", bidCount: 2 })} />);
    expect(screen.getByText("This auction was withdrawn.")).toBeTruthy();
    expect(screen.getByText(/All bids are cancelled, and you pay nothing\.$/)).toBeTruthy();
    rerender(<Panel auction={lot({ status: "draft", isUpcoming: true, startTime: "2026-11-23T12:00:00.000Z" })} />);
    expect(screen.getByText("Bidding opens Mon, 23 Nov, 13:00 WAT")).toBeTruthy();
    rerender(<Panel auction={lot({ status: "draft" })} user={{ ...bidder, role: "admin" }} />);
    expect(screen.getByText("This auction is not open yet.")).toBeTruthy();
  });

  it.each([
    ["paused", "This auction is paused. Bidding opens again when it resumes."],
    ["cancelled", "This auction was cancelled."],
  ] as const)("shows everybody why staff made it %s, in their words", (status, title) => {
    const { rerender } = render(<Panel user={null} auction={lot({ status, statusReason: "It is damaged." })} />);
    expect(screen.getByText(title).parentElement?.textContent).toContain("ReasonIt is damaged.");
    rerender(<Panel user={null} auction={lot({ status, statusReason: null })} />);
    const none = screen.getByText(title).parentElement?.textContent ?? "";
    expect(/Reason.*$/.exec(none)?.[0]).toBe(
      status === "cancelled" ? "ReasonNo reason was given.QuestionsWhatsAppEmail" : undefined,
    );
  });

  it.each([
    [
      "sold",
      { winner: { username: "b***o" }, currentPrice: 36_500 },
      null,
      "You did not win.Your last bid₦32,000.00Your moneyNothing was taken. Nothing is held.Similar lots",
    ],
    [
      "ended",
      { hasReserve: true, reserveMet: false },
      40_000,
      "This lot was not sold.WhyReserve not met. The reserve is the lowest price at which the lot is sold.Your last bid₦32,000.00Your moneyNothing was taken. ₦8,000.00 is free again.",
    ],
    [
      "ended",
      { hasReserve: true, reserveMet: false, isLeading: true, currentPrice: 32_000 },
      null,
      "This lot was not sold.WhyReserve not met. The reserve is the lowest price at which the lot is sold.Your bid, the highest₦32,000.00Your moneyNothing was taken. ₦6,400.00 is free again.",
    ],
  ] as const)(
    "tells a bidder of a lot that is %s, %j, with a maximum of %s, the result, their bid, their money, and the next step",
    (status, change, maximum, words) => {
      render(<Panel auction={lot({ status, ...change })} hasBid highestBid={32_000} maximum={maximum} />);
      expect(screen.getByRole("status").textContent).toContain(words);
      expect(screen.getByRole("link", { name: "Similar lots" }).getAttribute("href")).toBe("#similar");
    },
  );

  it.each([
    [
      "ended",
      "This auction is over. The lot was listed again.WhyReserve not met. The reserve is the lowest price at which the lot is sold.Your bid, the highest₦32,000.00Your moneyNothing was taken. ₦6,400.00 is free again.See the new auction",
    ],
    [
      "cancelled",
      "This auction is over. The lot was listed again.All bids are cancelled, and you pay nothing.ReasonNo reason was given.Your last bid₦32,000.00Your moneyYour bid holds nothing. If you paid for this lot, you get your money back.See the new auction",
    ],
  ] as const)("leads a bidder of a lot that is %s to the auction as which it was listed again", (status, words) => {
    const over = lot({ status, hasReserve: true, isLeading: true });
    render(<Panel auction={over} hasBid highestBid={32_000} listedAgainAs="b" />);
    expect(screen.getByRole("status").textContent).toContain(words);
    expect(screen.getByRole("link", { name: "See the new auction" }).getAttribute("href")).toBe("/auction/b");
  });

  it("says whom we notify if an unsold lot is listed again, and lets anybody signed in ask for it", async () => {
    const unsold = lot({ status: "ended", winner: null, isLeading: false });
    const { rerender } = render(<Panel user={null} auction={unsold} />);
    const ask = () => screen.queryByRole("button", { name: "Tell me if it comes back" });
    const isTold = () => screen.queryByText("If it is listed again, we notify you.") !== null;
    expect([ask(), isTold()]).toEqual([null, false]);
    act(() => useSession.setState({ user: bidder }));
    expect([ask() !== null, isTold()]).toEqual([true, false]);
    rerender(<Panel auction={unsold} hasBid highestBid={32_000} />);
    expect([ask(), isTold()]).toEqual([null, true]);
    rerender(<Panel auction={unsold} />);
    act(() => useWatchlist.setState({ ids: new Set([unsold._id]) }));
    expect([ask(), isTold()]).toEqual([null, true]);
    act(() => {
      useWatchlist.setState({ ids: new Set() });
      useSession.setState({ user: null });
    });
  });

  it("tells the runner-up that the lot is offered, at which price and until when, and where to answer", () => {
    const offer = { price: 30_000, expiresAt: "2026-11-23T12:00:00.000Z" } as SecondChance;
    const over = lot({ status: "ended", winner: null });
    const { rerender } = render(<Panel auction={over} hasBid highestBid={30_000} offer={undefined} />);
    expect(screen.getByRole("status").textContent, "nothing false while it is unknown").toBe("Loading your result…");
    rerender(<Panel auction={over} hasBid highestBid={30_000} offer={offer} />);
    expect(screen.getByRole("status").textContent).toContain(
      "The winner did not take this lot, so it is offered to you.Your price: ₦30,000.00. You can answer until Mon, 23 Nov, 13:00 WAT. Nothing is taken if you decline.",
    );
    expect(screen.getByRole("link", { name: "Answer the offer" }).getAttribute("href")).toBe("/purchases");
  });

  it.each([
    ["sold", { winner: { username: "b***o" } }],
    ["ended", { winner: null }],
  ] as const)("shows no result of a lot that is %s until it knows the reader's bids", (status, change) => {
    render(<Panel auction={lot({ status, ...change })} isMeKnown={false} />);
    expect(screen.getByRole("status").textContent).toBe("Loading your result…");
  });

  it("does not tell the leader of an ended auction without a winner that they won", () => {
    render(<Panel auction={lot({ status: "ended", isLeading: true, winner: null, reserveMet: true })} />);
    expect(screen.getByText("There is no winner.")).toBeTruthy();
    expect(screen.queryByText("You won this auction!")).toBeNull();
  });

  describe("the panel for the winner", () => {
    const won = lot({ status: "ended", isLeading: true, winner: { username: "a***a" }, currentPrice: 45_000 });
    const win = (change: Partial<Win>) => ({ kind: "win", status: "open", price: 45_000, ...change }) as Win;

    // S219
    it("says which lot at which price was won, and leaves the rest to the payment card", () => {
      const { container } = render(<Panel auction={won} win={win({})} />);
      expect(screen.getByText("You won this auction!")).toBeTruthy();
      expect(container.textContent).toContain("Your winning bid: ₦45,000.00.");
      expect(container.textContent).not.toContain("business days");
    });

    // S220
    it("shows the payment rule and no date when the date is not known", () => {
      const { container } = render(<Panel auction={won} />);
      expect(container.textContent).toContain("Winners pay the remaining 80% within 3 business days of the end.");
      expect(container.querySelector("time")).toBeNull();
    });

    // S221
    it("promises no contact and asks for no payment once the lot is sold", () => {
      const { container } = render(
        <Panel auction={{ ...won, status: "sold" }} win={win({ status: "paid", total: 47_250 })} />,
      );
      expect(screen.getByText("You won this auction!")).toBeTruthy();
      expect(container.textContent).toContain("Your winning bid: ₦45,000.00. ₦47,250.00 paid.");
      expect(container.textContent).not.toMatch(/contact you|due|remaining/);
    });

    it("says after a forfeit that the payment did not come in time", () => {
      const { container } = render(<Panel auction={won} win={win({ status: "forfeited" })} />);
      expect(container.textContent).toContain("You won this auction, but did not pay in time.");
      expect(container.textContent).not.toMatch(/due by|remaining/);
    });

    it("shows a runner-up who accepted a second chance their price, although somebody else led", () => {
      const { container } = render(<Panel auction={{ ...won, isLeading: false }} win={win({ price: 40_000 })} />);
      expect(container.textContent).toContain("This lot is yours as the runner-up");
      expect(container.textContent).toContain("₦40,000.00");
    });
  });

  describe("the panel of a sold auction", () => {
    const sold = lot({
      status: "sold",
      isLeading: true,
      winner: { username: "b***o" },
      buyItNowPrice: 5000,
      currentPrice: 5000,
    });
    const paid = { status: "paid", deadline: "", mine: false } as const;

    it("does not tell the leader that they won when the lot was sold by Buy It Now", () => {
      render(<Panel auction={sold} purchase={paid} />);
      expect(screen.getByText("You did not win.").parentElement?.textContent).toContain(
        "Sold for₦5,000.00 with Buy It Now",
      );
      expect(screen.queryByText("You won this auction!")).toBeNull();
    });

    it("tells a visitor who bought it", () => {
      render(<Panel user={null} auction={{ ...sold, isLeading: false }} purchase={paid} />);
      expect(screen.getByText(/^Sold with/).parentElement?.textContent).toBe(
        "Sold with Buy It Now to b***o for ₦5,000.00.",
      );
    });

    it("tells a bidder that it was bought, and that nothing was taken", () => {
      render(<Panel auction={{ ...sold, isLeading: false }} purchase={paid} hasBid highestBid={1000} />);
      expect(screen.getByText("You did not win.").parentElement?.textContent).toContain(
        "Sold for₦5,000.00 with Buy It NowYour last bid₦1,000.00Your moneyNothing was taken. Nothing is held.",
      );
    });

    it("tells nobody that they won before it is known how the lot was sold", () => {
      const { rerender } = render(<Panel auction={sold} purchase={undefined} />);
      expect(screen.queryByText("You won this auction!")).toBeNull();
      rerender(<Panel auction={sold} purchase={{ ...paid, status: "pending" }} />);
      expect(screen.queryByText("You won this auction!")).toBeNull();
    });

    it("tells the buyer that they bought it, and shows no result before it knows who bought it", () => {
      const bought = { ...sold, buyItNowFee: 250, totalAmount: 5250 };
      const { rerender } = render(<Panel auction={bought} purchase={{ ...paid, mine: true, status: "pending" }} />);
      expect(screen.getByRole("status").textContent).toBe("Loading your result…");
      rerender(<Panel auction={bought} purchase={{ ...paid, mine: true }} />);
      expect(screen.getByRole("status").textContent).toBe(
        "You bought it: ₦5,250.00 paid.Buy It Now: ₦5,000.00 + fee ₦250.00 = ₦5,250.00",
      );
    });

    it("tells the winner of the bidding that they won, also after another purchase stayed unpaid", () => {
      render(<Panel auction={sold} purchase={{ ...paid, status: "forfeited" }} />);
      expect(screen.getByText("You won this auction!")).toBeTruthy();
    });
  });
});

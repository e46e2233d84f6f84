// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { useCurrency } from "../../../store/currency.ts";
import { useBuyItNow } from "../hooks/use-buy-it-now.ts";
import { useBuyItNowStatus } from "../hooks/use-buy-it-now-status.ts";
import { BuyItNowCard } from "./buy-it-now-card.tsx";

const sendCommand = vi.hoisted(() => vi.fn<(name: string, data: Record<string, unknown>) => Promise<unknown>>());
const handlers = vi.hoisted(() => new Map<string, (data: unknown) => void>());
const serverTime = vi.hoisted(() => ({ now: 0 }));
vi.mock("../../../connection/connection.ts", () => ({ sendCommand, serverNow: () => serverTime.now }));
vi.mock("../../../connection/use-connection-state.ts", () => ({ useOnLive: () => {} }));
vi.mock("../../../connection/use-live-event.ts", () => ({
  useLiveEvent: (type: string, onEvent: (data: unknown) => void) => handlers.set(type, onEvent),
}));

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const inMinutes = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const lot = (change: Partial<Auction> = {}) =>
  ({
    _id: "a",
    title: "Bronze head",
    status: "active",
    currency: "NGN",
    buyItNowPrice: 90_000,
    buyItNowFee: 4500,
    totalAmount: 94_500,
    currentPrice: 10_000,
    endTime: inMinutes(125),
    pausedUntil: null,
    seller: { _id: "seller", username: "jara" },
    ...change,
  }) as Auction;
const buyer = { ...testUser, _id: "me", username: "ada", balance: 50_000 };
const instructions = { deadline: inMinutes(60), whatsapp: "+2348012345678", email: "pay@jara.example" };
const answer: BuyItNowAnswer = {
  auction: {
    _id: "a",
    title: "Bronze head",
    status: "paused",
    version: 4,
    currency: "NGN",
    buyItNowPrice: 90_000,
    buyItNowFee: 4500,
    totalAmount: 94_500,
    pausedUntil: instructions.deadline,
  },
  paymentInstructions: instructions,
};
const none = { available: true, reason: null, requiredBalance: 18_000, purchase: null };
const statusPath = "GET /auctions/a/buy-it-now-status";

interface Shown {
  auction?: Auction;
  user?: typeof buyer | null;
  disabledReason?: string | null;
  isBarred?: boolean;
}
let change: (shown: Shown) => void = () => {};
const Place = ({ first }: { first: Shown }) => {
  const [shown, setShown] = useState(first);
  change = (next) => act(() => setShown({ ...shown, ...next }));
  const { auction = lot(), user = buyer, disabledReason = null, isBarred = false } = shown;
  const { purchase, reason, keep } = useBuyItNowStatus(auction, user?._id ?? null);
  const steps = useBuyItNow(auction._id, auction.buyItNowPrice, keep);
  return (
    <>
      {purchase?.mine && <p>{`bought: ${purchase.status}`}</p>}
      <BuyItNowCard
        auction={auction}
        user={user}
        steps={steps}
        purchase={purchase}
        reason={reason}
        disabledReason={disabledReason}
        isBarred={isBarred}
      />
    </>
  );
};
const show = (first: Shown = {}, status: unknown = none) => {
  const calls = answerFetch({ [statusPath]: { body: status } });
  renderAt("/", { "/": () => <Place first={first} /> });
  return calls;
};

const card = () => within(screen.getByRole("region", { name: "Buy It Now" }));
const dialog = () => document.querySelector("dialog") as HTMLDialogElement;
const openDialog = () => fireEvent.click(card().getByRole("button", { name: "Buy It Now" }));
const confirmButton = () => within(dialog()).getByRole<HTMLButtonElement>("button", { name: "Confirm Purchase" });
const closing = () => within(dialog()).getByRole("button", { name: "I Understand - Close" });
const sent = () => sendCommand.mock.calls.map(([name, data]): Record<string, unknown> => ({ name, ...data }));
/** Does what a browser does on Escape. */
const pressEscape = () => fireEvent(dialog(), new Event("cancel", { cancelable: true }));

beforeEach(() => {
  sendCommand.mockReset();
  serverTime.now = NOW;
});
const usualCurrency = useCurrency.getInitialState();
afterEach(() => {
  cleanUp();
  useCurrency.setState(usualCurrency);
});

describe("the card", () => {
  // S070
  it("shows price, fee and total in the auction's currency, and the total roughly in the chosen one", () => {
    useCurrency.setState({ chosen: "USD" });
    show();
    for (const amount of ["₦90,000.00 + fee ₦4,500.00 = ₦94,500.00", "₦94,500.00", "≈ $113.40"]) {
      expect(card().getByText(amount)).toBeTruthy();
    }
  });

  it("sends a visitor to the login and back", () => {
    show({ user: null });
    expect(card().getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login?next=%2Fauction%2Fa");
    expect(card().queryByRole("button")).toBeNull();
  });

  // S313
  it("offers no purchase to the seller and to unverified users, and shows why", () => {
    show({ user: { ...buyer, _id: "seller" } });
    expect(card().getByText("You cannot buy your own auction")).toBeTruthy();
    change({ user: { ...buyer, isEmailVerified: false } });
    expect(card().getByText("Verify your email address to use Buy It Now.")).toBeTruthy();
    expect(card().queryByRole("button")).toBeNull();
  });

  // S436
  it("shows when balance or time is missing", () => {
    show({ user: { ...buyer, balance: 17_999.99 } });
    expect(card().getByText("Requires ₦18,000.00 balance (20% of Buy It Now price)")).toBeTruthy();
    change({ auction: lot({ endTime: inMinutes(60) }) });
    expect(card().getByText("Not available when auction ends in 1 hour or less")).toBeTruthy();
  });

  // S274
  it("shows the end of a pause for a payment, and no end of an administrator's pause", () => {
    show({ auction: lot({ status: "paused", pausedUntil: inMinutes(42) }), user: null });
    expect(card().getByText("Auction Paused - temporarily paused for Buy It Now payment processing")).toBeTruthy();
    expect(card().getByRole("timer").textContent).toBe("42m 0s");
    change({ auction: lot({ status: "paused", pausedUntil: null }) });
    expect(card().getByText("Not available while the auction is paused.")).toBeTruthy();
  });

  it.each([
    ["staff", { isBarred: true }],
    ["the seller", { user: { ...buyer, _id: "seller" } }],
  ])("is shown to %s without a button, with the sentence of a pause for a payment", (_who, shown: Shown) => {
    show({ ...shown, auction: lot() });
    expect(card().getByText("₦94,500.00")).toBeTruthy();
    expect(card().queryByRole("button")).toBeNull();
    change({ auction: lot({ status: "paused", pausedUntil: inMinutes(42) }) });
    expect(card().getByText("Auction Paused - temporarily paused for Buy It Now payment processing")).toBeTruthy();
    expect(card().queryByRole("button")).toBeNull();
  });

  // S310
  it("is not shown when the auction is over or has no such price", () => {
    show({ auction: lot({ status: "ended" }) });
    expect(screen.queryByRole("region", { name: "Buy It Now" })).toBeNull();
    change({ auction: lot({ buyItNowPrice: null }) });
    expect(screen.queryByRole("region", { name: "Buy It Now" })).toBeNull();
  });
});

describe("the dialog", () => {
  it("has no space after an amount that needs no other currency beside it", () => {
    show();
    openDialog();
    expect(dialog().textContent).toContain("₦18,000.00, is taken from your balance now.");
    expect(dialog().textContent).toContain("the remaining ₦76,500.00: from");
  });

  // S077
  it("shows price, deadline and penalty before it sends anything", () => {
    useCurrency.setState({ chosen: "USD" });
    show();
    openDialog();
    const text = dialog().textContent;
    for (const part of [
      "₦90,000.00",
      "₦4,500.00",
      "₦94,500.00",
      "≈ $113.40",
      "₦18,000.00",
      "₦76,500.00",
      "1 hour",
      "10%",
      "₦9,000.00",
    ]) {
      expect(text).toContain(part);
    }
    expect(sent()).toEqual([]);
    fireEvent.click(within(dialog()).getByRole("button", { name: "Cancel" }));
    expect(dialog().open).toBe(false);
  });

  it.each(["NGN", "USD"] as const)(
    "names each amount of a dollar lot in dollars and naira, also with %s chosen",
    (chosen) => {
      useCurrency.setState({ chosen, rates: { NGN_TO_USD: 0.001, USD_TO_NGN: 1000 } });
      show({ auction: lot({ currency: "USD", buyItNowPrice: 60, currentPrice: 10 }) });
      openDialog();
      for (const both of ["$63.00", "$12.00 ≈ ₦12,000.00", "$51.00 ≈ ₦51,000.00", "$6.00 ≈ ₦6,000.00"]) {
        expect(dialog().textContent).toContain(both);
      }
      expect(dialog().textContent).toContain("A transfer may arrive too late.");
    },
  );

  // S435
  it("warns with the specification's sentence, and cannot be confirmed, when the balance is too low", () => {
    show({ user: { ...buyer, balance: 500 } });
    openDialog();
    const warning =
      "Insufficient balance. You need at least ₦18,000.00 (20% of Buy It Now price) to use this feature. Your current balance: ₦500.00";
    expect(within(dialog()).getByText(warning)).toBeTruthy();
    expect(within(dialog()).getByRole("button", { name: "Add ₦17,500.00" })).toBeTruthy();
    expect(within(dialog()).queryByRole("button", { name: "Confirm Purchase" })).toBeNull();
    change({ user: { ...buyer, balance: 18_000 } });
    expect(within(dialog()).queryByText(warning)).toBeNull();
    expect(confirmButton().disabled).toBe(false);
  });

  // S434
  it("warns when the last hour begins while it is open", () => {
    show({ auction: lot({ endTime: inMinutes(60.5) }) });
    openDialog();
    expect(confirmButton().disabled).toBe(false);
    serverTime.now = NOW + 60_000;
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(
      within(dialog()).getByText(
        "Buy It Now is not available when the auction ends in 1 hour or less. This auction ends in 0h 59m.",
      ),
    ).toBeTruthy();
    expect(confirmButton().disabled).toBe(true);
  });

  it("is disabled with the reason while the connection is not live", () => {
    show({ disabledReason: "Reconnecting…" });
    openDialog();
    expect(within(dialog()).getByText("Reconnecting…")).toBeTruthy();
    expect(confirmButton().disabled).toBe(true);
  });

  // S078
  it("cannot be closed by any way while it is processing", async () => {
    sendCommand.mockReturnValue(new Promise(() => {}));
    show();
    openDialog();
    fireEvent.click(confirmButton());
    await screen.findByText("Processing your purchase...");
    pressEscape();
    fireEvent.click(dialog());
    act(() => dialog().close());
    expect(dialog().open).toBe(true);
    expect(within(dialog()).queryByRole("button")).toBeNull();
    expect(sent()).toEqual([{ name: "buy-it-now", auctionId: "a", commandId: expect.any(String), price: 90_000 }]);
  });

  // S079
  it("ends with the instructions, which only their button closes, and then shows the purchase", async () => {
    sendCommand.mockResolvedValue({ ok: true, ...answer });
    show();
    openDialog();
    fireEvent.click(confirmButton());
    await waitFor(() => closing());
    pressEscape();
    fireEvent.click(dialog());
    act(() => dialog().close());
    expect(dialog().open).toBe(true);
    const inside = within(dialog());
    expect(inside.getByText("₦76,500.00")).toBeTruthy();
    expect(inside.getByText("Sat, 21 Nov, 14:00 WAT")).toBeTruthy();
    expect(inside.getByRole("timer").textContent).toBe("1h 0m 0s");
    const whatsapp = inside.getByRole("link", { name: "Write on WhatsApp" }).getAttribute("href") ?? "";
    expect(whatsapp).toMatch(/^https:\/\/wa\.me\/2348012345678\?text=/);
    const message = new URL(whatsapp).searchParams.get("text");
    for (const part of ["Bronze head", "₦76,500.00", "ada", "/auction/a"]) expect(message).toContain(part);
    for (const contact of ["+234 801 234 5678", "pay@jara.example"]) expect(inside.getByText(contact)).toBeTruthy();
    const mail = inside.getByRole("link", { name: "Write an email" }).getAttribute("href") ?? "";
    expect(mail).toMatch(/^mailto:pay@jara\.example\?/);
    expect(new URL(mail).searchParams.get("body")).toContain("/auction/a");
    fireEvent.click(closing());
    expect(dialog().open).toBe(false);
    expect(screen.getByText("bought: pending")).toBeTruthy();
    expect(card().queryByRole("button")).toBeNull();
  });

  it("leads to the payment with one button that names what is left", async () => {
    sendCommand.mockResolvedValue({ ok: true, ...answer });
    answerFetch({ [statusPath]: { body: none } });
    const router = renderAt("/", { "/": () => <Place first={{}} /> });
    openDialog();
    fireEvent.click(confirmButton());
    fireEvent.click(await screen.findByRole("button", { name: "Pay ₦76,500.00 now" }));
    expect(dialog().open).toBe(false);
    await waitFor(() => expect(router.state.location.search).toBe("?pay"));
  });

  // S278
  it("returns to the confirmation with the error, and sends a new command when the user tries again", async () => {
    sendCommand.mockResolvedValueOnce({ ok: false, error: { code: "AUCTION_PAUSED", message: "Somebody was first." } });
    sendCommand.mockResolvedValueOnce({ ok: false, error: { code: "INTERNAL", message: "" } });
    show();
    openDialog();
    fireEvent.click(confirmButton());
    expect(await screen.findByText("Somebody was first.")).toBeTruthy();
    fireEvent.click(confirmButton());
    expect(await screen.findByText("Failed to process Buy It Now")).toBeTruthy();
    const [first, second] = sent();
    expect(first?.commandId).not.toBe(second?.commandId);
    change({ auction: lot({ status: "paused", pausedUntil: inMinutes(60) }) });
    expect(within(dialog()).getByText("Failed to process Buy It Now")).toBeTruthy();
    change({ auction: lot({ status: "sold" }) });
    expect(within(dialog()).queryByText("Failed to process Buy It Now")).toBeNull();
    expect(within(dialog()).getByText("This auction is no longer active.")).toBeTruthy();
  });

  it("buys at the price that the user saw when it opened, and at a new one only if the user confirms again", async () => {
    const message = "The Buy It Now price has changed from ₦90,000.00 to ₦95,000.00.";
    const changes = [{ field: "buyItNowPrice", before: 90_000, after: 95_000 }];
    sendCommand.mockResolvedValueOnce({ ok: false, error: { code: "LOT_CHANGED", message, changes } });
    sendCommand.mockResolvedValueOnce({ ok: true, ...answer });
    show();
    openDialog();
    change({ auction: lot({ buyItNowPrice: 95_000 }) });
    fireEvent.click(confirmButton());
    await screen.findByText(message);
    fireEvent.click(confirmButton());
    await waitFor(() => closing());
    expect(sent().map(({ price }) => price)).toEqual([90_000, 95_000]);
  });

  it("sends a command without an answer again under the same id", async () => {
    sendCommand.mockResolvedValueOnce({ ok: false, error: { code: "UNAVAILABLE", message: "Not confirmed." } });
    sendCommand.mockResolvedValueOnce({ ok: true, ...answer });
    show();
    openDialog();
    fireEvent.click(confirmButton());
    await screen.findByText("Not confirmed.");
    fireEvent.click(confirmButton());
    await waitFor(() => closing());
    const [first, second] = sent();
    expect(second).toEqual(first);
  });
});

describe("the user's own purchase", () => {
  const pending = {
    ...none,
    purchase: { status: "pending", deadline: instructions.deadline, mine: true, paymentInstructions: instructions },
  };
  const paused = lot({ status: "paused", pausedUntil: instructions.deadline });
  const changed = (status: string) =>
    act(() => handlers.get("purchase:changed")?.({ auctionId: "a", status, deadline: instructions.deadline }));
  const bought = (status: string) => screen.findByText(`bought: ${status}`);

  it("leaves the card without a button, with the sentence of the pause", async () => {
    answerFetch({ [statusPath]: { body: pending } });
    renderAt("/", { "/": () => <Place first={{ auction: paused }} /> });
    await bought("pending");
    expect(card().getByText("Auction Paused - temporarily paused for Buy It Now payment processing")).toBeTruthy();
    expect(card().queryByRole("button")).toBeNull();
  });

  it("closes the question on the buyer's other devices", async () => {
    let answered: unknown = none;
    answerFetch({ [statusPath]: () => ({ body: answered }) });
    renderAt("/", { "/": () => <Place first={{}} /> });
    openDialog();
    expect(dialog().open).toBe(true);
    answered = pending;
    await changed("pending");
    await bought("pending");
    expect(dialog().open).toBe(false);
    // The purchase ends without a payment: the question does not come back by itself.
    answered = { ...none, purchase: { status: "forfeited", deadline: instructions.deadline, mine: true } };
    await changed("forfeited");
    await bought("forfeited");
    expect(dialog().open).toBe(false);
  });

  it("is shown after a reload, and its outcome is shown live", async () => {
    for (const status of ["paid", "forfeited", "void"]) {
      let answered: unknown = pending;
      answerFetch({ [statusPath]: () => ({ body: answered }) });
      renderAt("/", { "/": () => <Place first={{ auction: paused }} /> });
      await bought("pending");
      answered = { ...none, purchase: { status, deadline: instructions.deadline, mine: true } };
      await changed(status);
      expect(await bought(status)).toBeTruthy();
      cleanUp();
    }
  });

  it("stays visible while the page asks how the lot was sold", async () => {
    let answered: unknown = pending;
    const calls = answerFetch({ [statusPath]: () => ({ body: answered }) });
    renderAt("/", { "/": () => <Place first={{ auction: paused }} /> });
    await bought("pending");
    answered = { ...none, purchase: { status: "paid", deadline: instructions.deadline, mine: true } };
    const before = calls.length;
    change({ auction: lot({ status: "sold" }) });
    expect(screen.getByText("bought: pending")).toBeTruthy();
    await bought("paid");
    expect(calls.length).toBe(before + 1);
  });

  it("is not shown to somebody else", async () => {
    const calls = show(
      { auction: paused },
      { ...none, purchase: { ...pending.purchase, mine: false, paymentInstructions: undefined } },
    );
    await waitFor(() => expect(calls.length).toBeGreaterThan(0));
    expect(await screen.findByText(/temporarily paused for Buy It Now/)).toBeTruthy();
    expect(screen.queryByText(/^bought/)).toBeNull();
  });
});

// @vitest-environment happy-dom

import { usualPercents } from "@jara/shared/payment-rules";
import type { Pickup } from "@jara/shared/rest/pickups";
import type { Win } from "@jara/shared/rest/settlements";
import type { Site } from "@jara/shared/rest/site";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { useSession } from "../../../store/session.ts";
import { useWin } from "../hooks/use-win.ts";
import { winForTest } from "../win-for-test.ts";
import { PaymentCard } from "./payment-card.tsx";

const clock = vi.hoisted(() => ({ now: 0 }));
const hear = vi.hoisted(() => ({ listeners: new Set<(frame: unknown) => void>() }));
vi.mock("../../../connection/connection.ts", () => ({
  serverNow: () => clock.now,
  getConnection: () => ({
    listen: ({ onFrame }: { onFrame: (frame: unknown) => void }) => {
      hear.listeners.add(onFrame);
      return () => hear.listeners.delete(onFrame);
    },
    state: "live",
    onState: () => () => {},
  }),
}));

const site = {
  contact: { whatsapp: "+2348012345678", email: "help@example.ng" },
  onlineTopUp: "live",
  bankAccount: { bank: "Zenith Bank", number: "1012345678", name: "Jara Auctions Ltd" },
} as Site;
const PAY = "POST /settlements/s1/payments";
const dollars = { _id: "a", title: "iPhone", currency: "USD", image: null } as const;

interface Shown {
  win?: Win;
  balance?: number;
  facts?: Partial<Site>;
  answers?: Parameters<typeof answerFetch>[0];
}
const show = ({ win = winForTest(), balance = 50_000, facts = {}, answers = {} }: Shown = {}) => {
  useSession.getState().logIn({ ...testUser, balance }, "t");
  const calls = answerFetch({ "GET /site": { body: { ...site, ...facts } }, ...answers });
  renderAt("/auction/a", { "/auction/:id": () => <PaymentCard win={win} /> });
  return calls;
};
/** The page asks for the win, as the lot's page does. */
const Live = () => {
  const { win } = useWin({ _id: "a", status: "ended" }, "u1", true);
  return win ? <PaymentCard win={win} /> : null;
};
const text = () => document.body.textContent ?? "";
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });
const paid = (calls: ReturnType<typeof show>) => calls.filter(({ call }) => call === PAY).map(({ body }) => body);
const confirm = async () => {
  fireEvent.click(await button("Pay from balance"));
  return within(document.querySelector("dialog") as HTMLDialogElement);
};

beforeEach(() => {
  clock.now = Date.parse("2026-11-24T12:00:00.000Z");
  hear.listeners.clear();
});
afterEach(cleanUp);

describe("an open payment", () => {
  it("shows price, deposit, remaining amount, deadline and penalty", async () => {
    show();
    expect(screen.getByRole("region", { name: /^Payment due by Thu, 26 Nov, 14:05 WAT: / })).toBeTruthy();
    for (const part of [
      "Remaining 80% to pay₦36,000.00",
      "Winning bid₦45,000.00",
      "Deposit taken from your balance− ₦9,000.00",
      "we keep 10% of the winning bid (₦4,500.00) of your deposit",
      "six-digit code",
    ]) {
      expect(text()).toContain(part);
    }
    expect(text()).not.toContain("Fee");
    expect(screen.getByRole("timer").textContent).toBe("2d 1h 5m");
    expect((await screen.findByRole("link", { name: "Email" })).getAttribute("href")).toContain("help@example.ng");
  });

  it("shows the fee of a Buy It Now, and the naira beside dollars", () => {
    const bought = { price: 400, fee: 20, total: 420, deposit: 80, depositNgn: 66_666.4 };
    show({
      win: winForTest({ kind: "buy-it-now", auction: dollars, ...bought, remaining: 340, remainingNgn: 283_332.2 }),
    });
    for (const part of [
      "Remaining to pay$340.00₦283,332.20 today",
      "Buy It Now price$400.00",
      "Fee (5%)$20.00",
      "Total$420.00",
      "(₦66,666.40)− $80.00",
    ]) {
      expect(text()).toContain(part);
    }
  });

  it("shows the buyer's premium and its VAT, and calls the rest no percentage", () => {
    const rules = { ...usualPercents, premiumPercent: 10, vatPercent: 7.5 };
    const won = { premium: 4_500, vat: 337.5, total: 49_837.5, remaining: 40_837.5, remainingNgn: 40_837.5, rules };
    show({ win: winForTest(won) });
    for (const part of [
      "Remaining to pay₦40,837.50",
      "Winning bid₦45,000.00",
      "Buyer's premium (10%)₦4,500.00",
      "VAT on the premium (7.5%)₦337.50",
      "Total₦49,837.50",
    ]) {
      expect(text()).toContain(part);
    }
  });

  it("lists the payments that have come", () => {
    const payments = [{ amount: 16_000, method: "transfer", at: "2026-11-23T09:30:00.000Z" } as const];
    show({ win: winForTest({ paid: 16_000, remaining: 20_000, remainingNgn: 20_000, payments }) });
    expect(text()).toContain("Remaining to pay₦20,000.00");
    expect(text()).toContain("Paid: by bank transfer, 23 Nov, 10:30− ₦16,000.00");
  });

  it("turns amber on the last day of a win, and in the last 15 minutes of a purchase", () => {
    const isAmber = () => screen.getByRole("timer").parentElement?.className.includes("text-amber");
    const at = (kind: Win["kind"], minutesLeft: number) => {
      show({ win: winForTest({ kind, dueAt: new Date(clock.now + minutesLeft * 60_000).toISOString() }) });
      const amber = isAmber();
      cleanUp();
      return amber;
    };
    expect([at("win", 24 * 60 + 1), at("win", 24 * 60 - 1)]).toEqual([false, true]);
    expect([at("buy-it-now", 16), at("buy-it-now", 14)]).toEqual([false, true]);
  });

  it("disables payment once the deadline is over", async () => {
    show({ win: winForTest({ dueAt: new Date(clock.now - 1).toISOString() }) });
    expect(screen.getByRole("timer").textContent).toBe("The deadline has passed");
    expect((await button("Pay from balance")).disabled).toBe(true);
    expect((await button("Pay online")).disabled).toBe(true);
  });
});

describe("a payment from the balance", () => {
  it("asks with the amounts, pays once, and then shows the paid card and the balance that is left", async () => {
    const win = winForTest();
    let held: Win = win;
    const calls = answerFetch({
      "GET /site": { body: site },
      "GET /auctions/a/win": () => ({ body: { win: held } }),
      [PAY]: () => {
        held = { ...win, status: "paid", remaining: 0, pickup: pickup("waiting") };
        return { body: { win: held } };
      },
      "GET /auth/profile": () => ({
        body: { user: { ...testUser, balance: held.status === "paid" ? 14_000 : 50_000 } },
      }),
    });
    useSession.getState().logIn({ ...testUser, balance: 50_000 }, "t");
    renderAt("/auction/a", { "/auction/:id": Live });
    const dialog = await confirm();
    expect(document.querySelector("dialog")?.textContent).toContain(
      "You pay now₦36,000.00Balance now₦50,000.00Balance afterwards₦14,000.00",
    );
    expect(paid(calls)).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: "Pay ₦36,000.00" }));
    expect(await screen.findByText("Your payment is confirmed")).toBeTruthy();
    expect(paid(calls)).toEqual([{ method: "balance", commandId: expect.any(String) }]);
    await waitFor(() => expect(useSession.getState().user?.balance).toBe(14_000));
  });

  it("says after no answer that the user can safely try again, and repeats the same command", async () => {
    const calls = show({ answers: { [PAY]: { status: 503, body: {} } } });
    const dialog = await confirm();
    fireEvent.click(dialog.getByRole("button", { name: "Pay ₦36,000.00" }));
    expect(await dialog.findByText(/Trying again is safe/)).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Pay ₦36,000.00" }));
    await waitFor(() => expect(paid(calls)).toHaveLength(2));
    expect(paid(calls)[1]).toEqual(paid(calls)[0]);
  });

  it("shows a refusal in the dialog, and makes a new command for the next attempt", async () => {
    const message = "This payment was already closed.";
    const calls = show({ answers: { [PAY]: { status: 409, body: { code: "SETTLEMENT_CLOSED", message } } } });
    const dialog = await confirm();
    for (let press = 1; press <= 2; press++) {
      fireEvent.click(dialog.getByRole("button", { name: "Pay ₦36,000.00" }));
      await waitFor(() => expect(paid(calls)).toHaveLength(press));
      expect(await dialog.findByText(message)).toBeTruthy();
    }
    const [first, second] = paid(calls) as { commandId: string }[];
    expect(first?.commandId).not.toBe(second?.commandId);
  });

  it("offers to add the missing money, also when only the server knows that money is missing", async () => {
    show({ balance: 10_000.5 });
    expect(await button("Add ₦26,000.00")).toBeTruthy();
    expect(text()).toContain("You need ₦36,000.00 in your balance. You have ₦10,000.50.");
    expect(screen.queryByRole("button", { name: "Pay from balance" })).toBeNull();
    cleanUp();
    const refusal = { code: "INSUFFICIENT_BALANCE", message: "Too little.", required: 36_000, balance: 1_000 };
    show({ answers: { [PAY]: { status: 403, body: refusal } } });
    fireEvent.click((await confirm()).getByRole("button", { name: "Pay ₦36,000.00" }));
    expect(await button("Add ₦35,000.00")).toBeTruthy();
  });
});

describe("a payment from a balance on which bids reserve money", () => {
  const bought = winForTest({ kind: "buy-it-now", remaining: 4250, remainingNgn: 4250, reservedNgn: 800.2 });
  /** `available`: what nothing reserves, on this lot or on another one. */
  const showWith = (balance: number, available: number) => {
    const calls = show({ win: bought, balance });
    act(() => useSession.getState().updateUser({ available }));
    return calls;
  };

  it("can use what the bids on the lot itself reserve, to the kobo", async () => {
    // ₦800.20 are reserved by this lot, ₦600.10 by another one.
    const calls = showWith(4850.1, 3449.8);
    expect(text()).toContain("You can use ₦4,250.00");
    const dialog = await confirm();
    expect(document.querySelector("dialog")?.textContent).toContain("Balance now₦4,250.00Balance afterwards₦0.00");
    fireEvent.click(dialog.getByRole("button", { name: "Pay ₦4,250.00" }));
    await waitFor(() => expect(paid(calls)).toHaveLength(1));
  });

  it("names what other bids hold where they alone can use it", async () => {
    show({ win: bought, balance: 9_000, facts: { balanceRule: "hold" } });
    act(() => useSession.getState().updateUser({ available: 7_599.7 }));
    expect(await screen.findByText("₦600.10 more is held for your other bids and cannot pay this.")).toBeTruthy();
    act(() => useSession.getState().updateUser({ available: 9_000 }));
    expect(text()).not.toContain("held for");
  });

  it("names what bids hold where a payment can use it too, and what that means", async () => {
    const led = { _id: "b", title: "Chairs", currency: "NGN", status: "active", isLeading: true, currentPrice: 10_000 };
    let auctions: object[] = [{ auction: led }];
    const answers = {
      "GET /maxbids/user/active": { body: { maxBids: [] } },
      "GET /bids/user/my-auctions": () => ({ body: { auctions } }),
    };
    show({ win: bought, facts: { balanceRule: "check" }, answers });
    expect(
      await screen.findByText(
        "₦2,000.00 of it is held for your bids. If you use that money too and then win, you must add money.",
      ),
    ).toBeTruthy();
    cleanUp();
    auctions = [];
    const calls = show({ win: bought, facts: { balanceRule: "check" }, answers });
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain("GET /bids/user/my-auctions"));
    expect(text()).not.toContain("held for");
  });

  it("does not use the balance of an earlier visit, and does not ask to add money because of it", () => {
    showWith(0, 0);
    act(() => useSession.setState({ isBalanceOld: true }));
    expect(text()).not.toMatch(/You have|You need/);
    act(() => useSession.getState().updateUser({ balance: 9_000, available: 9_000 }));
    expect(text()).toContain("You can use ₦9,000.00");
  });

  it("cannot use what another lot reserves, and asks for what is missing alone", async () => {
    showWith(4750.1, 3349.8);
    expect(await button("Add ₦100.00")).toBeTruthy();
    expect(text()).toContain("You need ₦4,250.00 in your balance. You have ₦4,150.00.");
    expect(screen.queryByRole("button", { name: "Pay from balance" })).toBeNull();
  });
});

describe("a payment online or by transfer", () => {
  const assign = vi.fn();
  beforeEach(() => void vi.spyOn(window.location, "assign").mockImplementation(assign));
  afterEach(() => void vi.restoreAllMocks());

  it("goes to the payment page once however often the button is pressed", async () => {
    const authorizationUrl = "https://checkout.example/abc";
    const calls = show({ answers: { [PAY]: { body: { authorizationUrl, reference: "payment-1" } } } });
    const online = await button("Pay online");
    fireEvent.click(online);
    fireEvent.click(online);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(authorizationUrl));
    fireEvent.click(online);
    expect(paid(calls)).toEqual([{ method: "online", commandId: expect.any(String) }]);
  });

  it("says for a lot in dollars what the naira count for and until when, before it leaves for the payment page", async () => {
    assign.mockClear();
    const authorizationUrl = "https://checkout.example/abc";
    const promise = { amount: 40, amountNgn: 60_000, until: "2026-11-22T13:05:00.000Z" };
    const auction = { _id: "a", title: "Talking drum", currency: "USD" as const, image: null };
    show({
      win: winForTest({ auction, remaining: 40, remainingNgn: 60_000 }),
      answers: { [PAY]: { body: { authorizationUrl, reference: "payment-1", promise } } },
    });
    expect(
      await screen.findByText("After you press the button, the amount in naira stays the same for 15 minutes."),
    ).toBeTruthy();
    fireEvent.click(await button("Pay online"));
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Go to the payment page" });
    expect(link.href).toBe(authorizationUrl);
    expect(text()).toContain("₦60,000.00 counts as $40.00 if it arrives by");
    expect(text()).toContain("14:05");
    expect(assign).not.toHaveBeenCalled();
  });

  it("reports that too many payments were started, and that the site takes no online payments", async () => {
    const message = "You have started many payments without finishing them. Please try again in an hour.";
    show({ answers: { [PAY]: { status: 429, body: { code: "RATE_LIMITED", message } } } });
    fireEvent.click(await button("Pay online"));
    expect(await screen.findByText(message)).toBeTruthy();
    cleanUp();
    show({ facts: { onlineTopUp: "off" } });
    expect(await screen.findByText("Not available at the moment.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Pay online" })).toBeNull();
  });

  it("shows the bank account and the reference of this payment", async () => {
    show();
    const ways = within(await screen.findByRole("list", { name: "Ways to pay" }));
    // The account that this payment named, not the one in force now.
    expect(await ways.findByText("0123456789")).toBeTruthy();
    expect(ways.queryByText("1012345678")).toBeNull();
    expect(ways.getByText("JARA-0A1B-2C3D-4E5F")).toBeTruthy();
    expect(ways.getByText("We confirm it when the money reaches us.")).toBeTruthy();
  });

  it("warns beside the name of the way, from a day before the deadline on, that a transfer may arrive too late", async () => {
    const inAnHour = new Date(clock.now + 3_600_000).toISOString();
    show({ win: winForTest({ kind: "buy-it-now", dueAt: inAnHour }) });
    const way = (await screen.findByText("Bank transfer")).closest("summary");
    expect(way?.textContent).toContain(
      "It may arrive too late, and then you lose ₦4,500.00: pay from your balance or online instead.",
    );
  });
});

const pickup = (status: "waiting" | "ready" | "handed-over"): Win["pickup"] => ({
  status,
  place: status === "waiting" ? null : "12 Broad Street",
  hours: status === "waiting" ? null : "9:00 to 17:00",
  readyAt: status === "waiting" ? null : "2026-11-24T09:00:00.000Z",
  handedOverAt: status === "handed-over" ? "2026-11-25T10:00:00.000Z" : null,
  code: "123456",
});

describe("a closed payment", () => {
  const answers = { "GET /users/pickups": { body: { pickups: [] } } };
  const closed = { remaining: 0, remainingNgn: 0, closedAt: "2026-11-24T08:00:00.000Z" };
  const now = () => document.querySelector("[aria-current=step]")?.textContent;

  it("shows the steps of the pickup: being made ready, ready with place, hours and code, handed over", async () => {
    const auction = {
      _id: "a",
      title: "Talking drum",
      currency: "NGN" as const,
      image: null,
      location: "Ikeja, Lagos",
    };
    const places = ["12 Broad Street"];
    show({ win: winForTest({ ...closed, auction, places, status: "paid", pickup: pickup("waiting") }), answers });
    expect(now()).toBeUndefined();
    await screen.findByText("In preparation");
    expect(now()).toContain(
      "Collect it at 12 Broad Street. Until then it is in Ikeja, Lagos. When it is ready, we tell you by email",
    );
    expect(text()).not.toContain("Choose when you collect");
    expect(screen.getByRole("link", { name: "Receipt" }).getAttribute("href")).toBe(
      "/profile/statement?tab=receipts&auction=a",
    );
    expect(text()).not.toContain("123 456");
    cleanUp();
    show({ win: winForTest({ ...closed, status: "paid", pickup: pickup("ready") }), answers });
    await screen.findByText("12 Broad Street");
    expect(now()).toContain("Ready for pickup");
    for (const part of ["12 Broad Street", "9:00 to 17:00", "123 456"]) expect(text()).toContain(part);
    cleanUp();
    show({ win: winForTest({ ...closed, status: "paid", pickup: pickup("handed-over") }) });
    expect(screen.getByRole("region", { name: /^The lot is yours: / })).toBeTruthy();
    expect(text()).not.toContain("123 456");
  });

  const slot = { startsAt: "2026-12-01T08:30:00.000Z", endsAt: "2026-12-01T09:00:00.000Z", place: "Hall A" };
  const withPickup = (change: Partial<Pickup>, isReady: boolean): Pickup => ({
    sale: null,
    lots: [{ _id: "s1", auction: { _id: "a", title: "Talking drum" }, lot: null, isReady, isAdded: false }],
    code: isReady ? "123456" : null,
    slot: null,
    hasSlots: true,
    canChoose: isReady,
    offered: isReady ? [slot] : [],
    ...change,
  });
  const answering = (pickup: Pickup) => ({ "GET /users/pickups": { body: { pickups: [pickup] } } });

  it("names the step in which the buyer chooses a slot: later in preparation, now once the lot is ready", async () => {
    show({
      win: winForTest({ ...closed, status: "paid", pickup: pickup("waiting") }),
      answers: answering(withPickup({}, false)),
    });
    const step = (await screen.findByText("Choose when you collect")).closest("p");
    expect(step?.textContent).toBe("Later: Choose when you collect");
    expect(screen.queryByRole("link", { name: "Choose when you collect" })).toBeNull();
    cleanUp();
    show({
      win: winForTest({ ...closed, status: "paid", pickup: pickup("ready") }),
      answers: answering(withPickup({}, true)),
    });
    const link = await screen.findByRole("link", { name: "Choose when you collect" });
    expect(link.getAttribute("href")).toBe("/purchases#pickup-other");
    expect(now()).toContain("Choose when you collect");
  });

  it("shows a chosen slot and never the hours of the staff before it, and says that a later lot joins the slot", async () => {
    const chosen = withPickup({ slot }, true);
    show({ win: winForTest({ ...closed, status: "paid", pickup: pickup("ready") }), answers: answering(chosen) });
    expect(text()).not.toContain("9:00 to 17:00");
    await screen.findByText("You come");
    expect(text()).toContain("Hall A");
    expect(text()).not.toContain("9:00 to 17:00");
    cleanUp();
    const [lot] = chosen.lots;
    const joined = withPickup({ slot, lots: lot ? [{ ...lot, isAdded: true, isReady: false }] : [] }, true);
    show({ win: winForTest({ ...closed, status: "paid", pickup: pickup("waiting") }), answers: answering(joined) });
    await screen.findByText(/^You come/);
    expect(now()).toContain("09:30 to 10:00, Hall A; this lot is added to that pickup if it is ready by then.");
  });

  it("shows after a forfeit which part of the deposit was kept and which came back", () => {
    const words = (change: Partial<Win>) => {
      show({ win: winForTest({ ...closed, status: "forfeited", penaltyNgn: 4_500, ...change }) });
      const shown = text();
      cleanUp();
      return shown;
    };
    expect(words({})).toContain("₦4,500.00 was kept from your deposit. ₦4,500.00 came back to your balance.");
    expect(words({ depositNgn: 4_500 })).toContain("₦4,500.00, your deposit, was kept.");
    expect(words({ depositNgn: 1_000 })).toContain(
      "₦4,500.00 was kept: your deposit, and ₦3,500.00 from your balance.",
    );
    expect(words({ depositNgn: 0 })).toContain("₦4,500.00 was taken from your balance.");
    expect(words({ kind: "buy-it-now" })).toContain("Your Buy It Now was not paid in time");
  });

  it("says after a waiver and a cancellation that the deposit is back", () => {
    for (const [status, title] of [
      ["waived", "You do not have to pay"],
      ["void", "Your win was cancelled"],
    ] as const) {
      show({ win: winForTest({ ...closed, status }) });
      expect(screen.getByText(title)).toBeTruthy();
      expect(text()).toContain("Your deposit of ₦9,000.00 is back in your balance.");
      cleanUp();
    }
  });
});

it("the dialog closes and the card shows the payment when the money comes another way", async () => {
  let held: Win = winForTest();
  answerFetch({ "GET /site": { body: site }, "GET /auctions/a/win": () => ({ body: { win: held } }) });
  useSession.getState().logIn({ ...testUser, balance: 50_000 }, "t");
  renderAt("/auction/a", { "/auction/:id": Live });
  await confirm();
  held = { ...held, status: "paid", remaining: 0, pickup: pickup("waiting") };
  const data = { auctionId: "a", status: "paid", remaining: 0, dueAt: held.dueAt };
  act(() => {
    for (const listener of hear.listeners) listener({ type: "win:changed", data });
  });
  expect(await screen.findByText("Your payment is confirmed")).toBeTruthy();
  expect(document.querySelector("dialog")).toBeNull();
});

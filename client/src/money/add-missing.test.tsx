// @vitest-environment happy-dom
// The way out of a balance that is too low: from the bid to the payment page, and back with the amount.
import type { Auction, MaxBid } from "@jara/shared/auction";
import { lotStateOf, nobody } from "@jara/shared/lot-state";
import type { Site } from "@jara/shared/rest/site";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { AutoBidPanel } from "../features/auto-bid/components/auto-bid-panel.tsx";
import { useAutoBid } from "../features/auto-bid/hooks/use-auto-bid.ts";
import { BidPanel } from "../features/bidding/components/bid-panel.tsx";
import { useBidding } from "../features/bidding/hooks/use-bidding.ts";
import { useSession } from "../store/session.ts";
import { missingFor } from "./missing.ts";
import { forgetAmount, keepReturn, keptAmount, returnAfter } from "./way-back.ts";

const sendCommand = vi.hoisted(() => vi.fn());
vi.mock("../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  sendCommand,
  getConnection: () => ({ listen: () => () => {}, state: "live", onState: () => () => {} }),
}));
vi.mock("../live/live.ts", () => ({ noteOutcome: () => {} }));

const lot = { currentPrice: 250_000, minimumBid: 250_500, bidIncrement: 500, seller: { _id: "s", username: "jara" } };
const auction = {
  _id: "a",
  status: "active",
  currency: "NGN",
  contentVersion: 1,
  endTime: "2026-11-30T20:00:00.000Z",
  ...lot,
} as Auction;
const reading = { version: 1, accept: () => {} };
/** The user's bids and maximum on the lot. */
let own: { isLeading?: boolean; maxAmount?: number; hasBid?: boolean } = {};
const Lot = () => {
  const at = { ...auction, isLeading: own.isLeading ?? false };
  const maxBid = own.maxAmount ? ({ _id: "m", maxAmount: own.maxAmount, currency: "NGN" } as MaxBid) : null;
  const me = {
    ...nobody,
    hasBid: at.isLeading || own.hasBid === true,
    maximum: maxBid && { maxAmount: maxBid.maxAmount, isSuspended: false },
  };
  const state = lotStateOf(at, me, 0);
  const before = (use: "bid" | "max") => (keptAmount("a")?.use === use ? (keptAmount("a")?.typed ?? "") : "");
  const bidding = useBidding(at, reading, before("bid"));
  const autoBid = useAutoBid(at, maxBid, () => {}, reading, before("max"));
  return (
    <>
      <BidPanel
        auction={at}
        user={testUser}
        state={state}
        me={me}
        onMaximum={() => {}}
        onRaise={() => {}}
        cancelling={{ run: () => {}, isPending: false, problem: null }}
        bidding={bidding}
        disabledReason={null}
        verification={null}
      />
      <AutoBidPanel auction={at} maxBid={maxBid} autoBid={autoBid} state={state} disabledReason={null} />
    </>
  );
};
const TOP_UP = "POST /payments/top-ups";
const show = (balance: number, site: Partial<Site> = {}, available?: number) => {
  useSession.getState().logIn({ ...testUser, balance }, "t");
  const calls = answerFetch({
    ...(available !== undefined && { "GET /auth/profile": { body: { user: { ...testUser, balance, available } } } }),
    "GET /site": { body: { onlineTopUp: "live", bankAccount: null, contact: { whatsapp: "", email: "" }, ...site } },
    [TOP_UP]: { body: { reference: "topup-1", authorizationUrl: "https://checkout.example/1" } },
  });
  renderAt("/auction/a", { "/auction/:id": Lot });
  return calls;
};
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const bidForm = () => within(screen.getByRole("form", { name: "Place Your Bid" }));
const dialog = async () => within((await screen.findByText("Add money")).closest("dialog") as HTMLDialogElement);

beforeEach(() => {
  sessionStorage.clear();
  own = {};
  sendCommand.mockReset();
  vi.spyOn(window.location, "assign").mockImplementation(() => {});
});
afterEach(() => {
  cleanUp();
  vi.restoreAllMocks();
});

it("rounds the missing amount up to a whole naira, and up to the smallest payment", () => {
  expect(missingFor(51_667, 0)).toBe(51_667);
  expect(missingFor(51_666.01, 0)).toBe(51_667);
  expect(missingFor(51_667, 51_600)).toBe(100);
  expect(missingFor(0.3, 0.1)).toBe(100);
  expect(missingFor(20_000.5, 20_000.5)).toBe(0);
  expect(missingFor(500, -1_000)).toBe(1_500);
});

it("replaces the bid's button when money is missing, sends no bid, and restores the amount after the payment", async () => {
  const calls = show(0);
  type(/^Your bid/, "258335");
  expect(bidForm().getByText(/^You need/).parentElement?.textContent).toBe(
    "You need ₦51,667.00 in your balance. You have ₦0.00.",
  );
  expect(bidForm().queryByRole("button", { name: "Place Bid" })).toBeNull();
  fireEvent.submit(screen.getByRole("form", { name: "Place Your Bid" }));
  fireEvent.click(bidForm().getByRole("button", { name: "Add ₦51,667.00" }));
  const inside = await dialog();
  expect((await inside.findByLabelText<HTMLInputElement>("Amount (₦)")).value).toBe("51,667");
  fireEvent.submit(inside.getByRole("form", { name: "Pay online" }));
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith("https://checkout.example/1"));
  expect(calls.filter(({ call }) => call === TOP_UP).map(({ body }) => body)).toEqual([{ amount: 51_667 }]);
  expect(sendCommand, "Enter in the dialog bids nothing").not.toHaveBeenCalled();
  expect(returnAfter("topup-1")).toBe("/auction/a");
  cleanUp();

  show(51_667);
  expect(screen.getByLabelText<HTMLInputElement>(/^Your bid/).value).toBe("258,335");
  expect(bidForm().getByRole<HTMLButtonElement>("button", { name: "Place Bid" }).disabled).toBe(false);
});

it("replaces the button of a maximum in the same way, and restores the button once the money has come", async () => {
  show(10_000);
  type(/Your maximum|New maximum/, "300000");
  expect(screen.queryByRole("button", { name: "Set maximum" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Add ₦50,000.00" }));
  await dialog();
  act(() => useSession.getState().updateUser({ balance: 60_000 }));
  expect(screen.getByRole("button", { name: "Set maximum" })).toBeTruthy();
  expect(document.querySelector("dialog[open]")).toBeNull();
});

it("counts only the available part of the balance", () => {
  show(60_000);
  act(() => useSession.setState({ bound: 20_000 }));
  type(/Your maximum|New maximum/, "300000");
  expect(screen.getByRole("button", { name: "Add ₦20,000.00" })).toBeTruthy();
});

it("restores the next bid after its missing money was added, with the digits grouped like any amount", async () => {
  own = { hasBid: true };
  show(0);
  fireEvent.click(screen.getByRole("button", { name: "Add ₦50,100.00" }));
  const inside = await dialog();
  await inside.findByLabelText<HTMLInputElement>("Amount (₦)");
  fireEvent.submit(inside.getByRole("form", { name: "Pay online" }));
  await waitFor(() => expect(window.location.assign).toHaveBeenCalled());
  cleanUp();
  show(60_000);
  expect(screen.getByLabelText<HTMLInputElement>(/^Your bid/).value).toBe("250,500");
});

// Reservations, docs/rules/bidding.md: "needs only the difference"
it("counts what the lot itself has reserved, for a higher maximum and for a higher bid", async () => {
  own = { maxAmount: 300_000, hasBid: true };
  show(70_000, {}, 10_000);
  await waitFor(() => expect(useSession.getState().bound).toBe(60_000));
  type(/Your maximum|New maximum/, "350000");
  expect(screen.getByRole("button", { name: "Change maximum" })).toBeTruthy();
  type(/Your maximum|New maximum/, "360000");
  expect(screen.getByText(/^You need/).parentElement?.textContent).toBe(
    "You need ₦72,000.00 in your balance. You have ₦70,000.00.",
  );
  expect(screen.getByRole("button", { name: "Add ₦2,000.00" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Bid ₦250,500.00" })).toBeTruthy();
});

it("counts the reservation of a leader without a maximum, and no more than is bound", async () => {
  own = { isLeading: true };
  show(60_000, {}, 10_000);
  await waitFor(() => expect(useSession.getState().bound).toBe(50_000));
  fireEvent.click(screen.getByRole("button", { name: "Bid by hand" }));
  type(/^Your bid/, "300000");
  expect(bidForm().getByRole("button", { name: "Place Bid" })).toBeTruthy();
  act(() => useSession.setState({ bound: 0 }));
  type(/^Your bid/, "300500");
  expect(bidForm().getByRole("button", { name: "Add ₦100.00" })).toBeTruthy();
});

it("reads the account after a refusal that names what is available, and keeps the balance", async () => {
  sendCommand.mockResolvedValue({
    ok: false,
    error: { code: "INSUFFICIENT_BALANCE", message: "Too little.", required: 50_100, balance: 40_000 },
  });
  show(90_000, {}, 80_000);
  await waitFor(() => expect(useSession.getState().bound).toBe(10_000));
  answerFetch({ "GET /auth/profile": { body: { user: { ...testUser, balance: 90_000, available: 40_000 } } } });
  type(/^Your bid/, "250500");
  fireEvent.click(bidForm().getByRole("button", { name: "Place Bid" }));
  expect(await bidForm().findByRole("button", { name: "Add ₦10,100.00" })).toBeTruthy();
  expect(useSession.getState()).toMatchObject({ user: { balance: 90_000 }, bound: 50_000 });
});

it("uses the balance that the server names in its refusal", async () => {
  sendCommand.mockResolvedValue({
    ok: false,
    error: { code: "INSUFFICIENT_BALANCE", message: "Too little.", required: 50_100, balance: 100 },
  });
  show(90_000);
  type(/^Your bid/, "250500");
  fireEvent.click(bidForm().getByRole("button", { name: "Place Bid" }));
  expect(await bidForm().findByRole("button", { name: "Add ₦50,000.00" })).toBeTruthy();
  expect(screen.getByText("Too little.")).toBeTruthy();
});

it("shows the bank account if the site takes no payments online", async () => {
  show(0, { onlineTopUp: "off", bankAccount: { bank: "Zenith Bank", number: "1012345678", name: "Jara" } });
  type(/^Your bid/, "258335");
  fireEvent.click(bidForm().getByRole("button", { name: "Add ₦51,667.00" }));
  const inside = await dialog();
  expect(await inside.findByText("1012345678")).toBeTruthy();
  expect(inside.queryByRole("form")).toBeNull();
});

it("returns only after the payment that was started on the page, and only to a path of this site", () => {
  keepReturn("topup-1", "/auction/a?pay");
  expect([returnAfter("topup-1"), returnAfter("topup-2"), returnAfter(null)]).toEqual(["/auction/a?pay", null, null]);
  keepReturn("topup-1", "//elsewhere.example");
  expect(returnAfter("topup-1")).toBeNull();
  forgetAmount();
  expect(keptAmount("a")).toBeNull();
});

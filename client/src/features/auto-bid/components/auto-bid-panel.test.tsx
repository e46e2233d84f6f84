// @vitest-environment happy-dom
import type { Auction, MaxBid } from "@jara/shared/auction";
import { lotStateOf, nobody } from "@jara/shared/lot-state";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AtAddress } from "../../../app/at-address-for-test.tsx";
import { answerFetch } from "../../../app/render-for-test.tsx";
import { useReadVersion } from "../../../lots/changes/read-version.ts";
import { useCurrency } from "../../../store/currency.ts";
import { toasts } from "../../../store/toast.ts";
import { useAutoBid } from "../hooks/use-auto-bid.ts";
import { isSuspendedOn } from "../max-bid-rules.ts";
import { AutoBidPanel } from "./auto-bid-panel.tsx";
import { SuspendedNote } from "./suspended-note.tsx";

const sendCommand = vi.hoisted(() => vi.fn<(name: string, data: Record<string, unknown>) => Promise<unknown>>());
vi.mock("../../../connection/connection.ts", async () => ({
  ...(await import("../../../connection/connection-for-test.ts")).mockedConnection,
  sendCommand,
}));
vi.mock("../../../live/live.ts", () => ({ noteOutcome: () => {} }));

const auction = {
  _id: "a",
  status: "active",
  endTime: "2026-11-22T13:00:00.000Z",
  currency: "NGN",
  currentPrice: 1000,
  minimumBid: 1100,
  bidIncrement: 100,
  isLeading: false,
  contentVersion: 2,
} as Auction;
const maxBid = (maxAmount: number): MaxBid => ({
  _id: "m",
  maxAmount,
  currency: "NGN",
  autoBidCount: 4,
  lastAutoBidAmount: 900,
  contentVersion: 2,
  isSuspended: false,
  auction: { _id: "a", title: "", endTime: "", status: "active", currentPrice: 1000, contentVersion: 2 },
});
const outcome = { currentPrice: 1100, minimumBid: 1200, isLeading: true };
const keep = vi.fn<(maxBid: MaxBid | null) => void>();

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
/** Keeps the maximum that an answer brings, as the page does, until another one is given. */
const Panel = ({ held: given, on = auction }: { held: MaxBid | null; on?: Auction }) => {
  const [kept, setKept] = useState({ given, held: given });
  const held = kept.given === given ? kept.held : given;
  const keepIt = (now: MaxBid | null) => {
    keep(now);
    setKept({ given, held: now });
  };
  const autoBid = useAutoBid(on, held, keepIt, useReadVersion(auction.contentVersion));
  const maximum = held && { maxAmount: held.maxAmount, isSuspended: isSuspendedOn(on, held) };
  const state = lotStateOf(on, { ...nobody, hasBid: on.isLeading, maximum }, 0);
  return (
    <QueryClientProvider client={client}>
      {held && isSuspendedOn(on, held) && (
        <SuspendedNote auction={on} maxBid={held} autoBid={autoBid} disabledReason={null} />
      )}
      <AtAddress>
        <AutoBidPanel auction={on} maxBid={held} autoBid={autoBid} state={state} disabledReason={null} />
      </AtAddress>
    </QueryClientProvider>
  );
};
const show = (held: MaxBid | null, on = auction) => render(<Panel held={held} on={on} />);
const set = (typed: string, label: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value: typed } });
  fireEvent.submit(screen.getByRole("form", { name: "Set your maximum" }));
};
const said = () => toasts.getState().map(({ message }) => message);
const question = () => screen.queryByRole("dialog", { name: "Is this amount right?" });
/** Does the same as `set`, and answers the question about a high maximum. */
const setHigh = (typed: string, label: string) => {
  set(typed, label);
  expect(question()).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Yes, (bid|set) / }));
};

beforeEach(() => {
  sendCommand.mockReset();
  keep.mockReset();
  toasts.setState([], true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useCurrency.setState({ chosen: "NGN" });
});

// S306
it("shows the lowest useful maximum and the balance it needs", () => {
  show(null);
  expect(screen.getByText("Minimum: ₦1,100.00. You need 20% of your maximum in your balance.")).toBeTruthy();
});

// S301
it("refuses a maximum that is not above the price, without asking the server", () => {
  show(null);
  set("1000", "Your maximum (₦)");
  const sentence = screen.getByText("Max bid must be higher than current price of ₦1,000.00");
  expect(sentence.parentElement?.textContent, "one sentence with the minimum, and no other").toBe(
    "Max bid must be higher than current price of ₦1,000.00. The minimum is ₦1,100.00.",
  );
  expect(screen.queryByText(/^Minimum:|Balance needed/)).toBeNull();
  set("", "Your maximum (₦)");
  expect(screen.getByText("Please enter a valid amount")).toBeTruthy();
  expect(sendCommand).not.toHaveBeenCalled();
});

it("warns while a maximum is typed that is not above the price", () => {
  show(null);
  fireEvent.change(screen.getByLabelText("Your maximum (₦)"), { target: { value: "1000" } });
  const warning = screen.getByText("Max bid must be higher than current price of ₦1,000.00");
  expect(warning.closest(".text-amber")?.textContent).toContain("The minimum is ₦1,100.00.");
});

it("says what a lower maximum frees, and starts from the present one if nothing is typed", () => {
  show(maxBid(5000), { ...auction, isLeading: true });
  set("", "New maximum (₦)");
  const field = screen.getByLabelText<HTMLInputElement>("New maximum (₦)");
  expect([field.value, document.activeElement]).toEqual(["5,000", field]);
  expect(screen.queryByText("Please enter a valid amount")).toBeNull();
  fireEvent.change(field, { target: { value: "3000" } });
  expect(screen.getByText(/stays held, and nothing is taken\.$/).closest(".inline-block")?.textContent).toBe(
    "₦400.00 is free again then. ₦600.00 stays held, and nothing is taken.",
  );
});

// S260
it("reports the first maximum as set and a later one as updated", async () => {
  sendCommand.mockResolvedValue({ ok: true, maxBid: maxBid(5000), auction: outcome });
  const { rerender } = show(null);
  setHigh("5000", "Your maximum (₦)");
  await screen.findByText("Max bid set successfully!");
  expect(keep).toHaveBeenCalledWith(maxBid(5000));
  rerender(<Panel held={maxBid(5000)} />);
  sendCommand.mockResolvedValue({ ok: true, maxBid: maxBid(6000), auction: outcome });
  setHigh("6000", "New maximum (₦)");
  await screen.findByText("Max bid updated successfully!");
});

it("asks to confirm a maximum of five increments or more above the minimum, in words, but not a lower one", async () => {
  sendCommand.mockResolvedValue({ ok: true, maxBid: maxBid(1599.99), auction: outcome });
  const { rerender } = show(null);
  set("1599.99", "Your maximum (₦)");
  await screen.findByText("Max bid set successfully!");
  expect(question()).toBeNull();
  set("1600", "New maximum (₦)");
  expect(screen.getByText("one thousand, six hundred naira")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Change amount" }));
  expect(question()).toBeNull();
  rerender(<Panel held={maxBid(5000)} />);
  sendCommand.mockResolvedValue({ ok: true, maxBid: maxBid(4000), auction: outcome });
  set("4000", "New maximum (₦)");
  await screen.findByText("Max bid updated successfully!");
  expect(sendCommand.mock.calls.map(([, { maxAmount }]) => maxAmount)).toEqual([1599.99, 4000]);
});

it("shows no success of a maximum once somebody has bid more than it", async () => {
  sendCommand.mockResolvedValue({ ok: true, maxBid: maxBid(1150), auction: outcome });
  const { rerender } = show(null);
  set("1150", "Your maximum (₦)");
  await screen.findByText("Max bid set successfully!");
  const leads = { ...auction, isLeading: true, currentPrice: 1100, minimumBid: 1200 };
  rerender(<Panel held={maxBid(1150)} on={leads} />);
  expect(screen.getByText("You lead at ₦1,100.00. You do not need to bid.")).toBeTruthy();
  expect(screen.getByText("Max bid set successfully!")).toBeTruthy();
  rerender(<Panel held={maxBid(1150)} on={{ ...leads, isLeading: false, currentPrice: 1200, minimumBid: 1300 }} />);
  expect(screen.getByText("You were outbid at ₦1,200.00")).toBeTruthy();
  expect(screen.queryByText(/successfully!|You lead/)).toBeNull();
});

it("says in the box that another bidder's maximum beat it at once, and nothing in green", async () => {
  sendCommand.mockResolvedValue({
    ok: true,
    maxBid: maxBid(1100),
    auction: { currentPrice: 1200, minimumBid: 1300, isLeading: false, version: 2 },
  });
  const { rerender } = show(maxBid(900));
  fireEvent.click(screen.getByRole("button", { name: "Bid ₦1,100.00" }));
  fireEvent.click(screen.getByRole("button", { name: /^Yes, (bid|set) / }));
  await waitFor(() => expect(keep).toHaveBeenCalled());
  rerender(<Panel held={maxBid(1100)} on={{ ...auction, currentPrice: 1200, minimumBid: 1300 }} />);
  const done = screen.getByText("₦1,100.00 was not enough: another bidder's maximum beat it at once.");
  expect(done.closest(".border-amber-mark")?.textContent).toContain("Max bid updated successfully!");
  expect(screen.getByText("You were outbid at ₦1,200.00")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Bid ₦1,300.00" })).toBeTruthy();
});

it("says once that the user leads after a maximum equal to the minimum next bid, above the success, with a secondary button to raise it", async () => {
  sendCommand.mockResolvedValue({ ok: true, maxBid: maxBid(1100), auction: { ...outcome, version: 2 } });
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const { rerender } = show(maxBid(900));
  fireEvent.click(screen.getByRole("button", { name: "Bid ₦1,100.00" }));
  fireEvent.click(screen.getByRole("button", { name: "Yes, bid ₦1,100.00" }));
  await waitFor(() => expect(keep).toHaveBeenCalled());
  rerender(<Panel held={maxBid(1100)} on={{ ...auction, isLeading: true, currentPrice: 1100, minimumBid: 1200 }} />);
  const done = screen.getByText("Max bid updated successfully!");
  expect(screen.getAllByText(/You lead/)).toHaveLength(1);
  const sentence = screen.getByText(/^You lead at ₦1,100.00/);
  expect(sentence.compareDocumentPosition(done)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole("button", { name: /^Bid/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Raise maximum to ₦1,200.00" }).className).not.toContain("bg-brand");
  expect(screen.getByRole("button", { name: "Change maximum" })).toBeTruthy();
  expect(screen.getByText("Your bid is placed, and you lead.")).toBeTruthy();
  const targets = scrolled.mock.contexts as Element[];
  expect(
    targets.filter(({ textContent }) => textContent === ""),
    "scrolls to nothing that is empty",
  ).toEqual([]);
  expect(targets.some((target) => target.contains(done))).toBe(true);
  scrolled.mockRestore();
});

it("keeps the box of the state above the form when somebody begins to type, and puts one that comes then below it", () => {
  const leads = { ...auction, isLeading: true };
  const outbidBox = () => screen.getByText("You were outbid at ₦1,000.00").closest(".border-amber-mark");
  const { rerender } = show(maxBid(900));
  fireEvent.click(screen.getByRole("button", { name: "Change maximum" }));
  const box = screen.getByLabelText("New maximum (₦)");
  fireEvent.change(box, { target: { value: "1300" } });
  expect(outbidBox()?.className).not.toContain("order-last");
  rerender(<Panel held={maxBid(1200)} on={leads} />);
  fireEvent.change(screen.getByLabelText("New maximum (₦)"), { target: { value: "1400" } });
  rerender(<Panel held={maxBid(900)} />);
  expect(outbidBox()?.className).toContain("order-last");
  fireEvent.change(screen.getByLabelText("New maximum (₦)"), { target: { value: "" } });
  expect(outbidBox()?.className).not.toContain("order-last");
});

it("names a used-up maximum, what it holds, until when, and the way to free it, and nothing of one that leads", () => {
  const words = () => screen.queryByText(/is used up/)?.closest("div")?.textContent ?? null;
  const { rerender } = show(maxBid(900));
  expect(words()).toBe(
    "Your maximum of ₦900.00 is used up. Your ₦180.00 stays held until the end, in case the leading bid is cancelled. Cancel the maximum to free it now.",
  );
  rerender(<Panel held={maxBid(5000)} on={{ ...auction, isLeading: true }} />);
  expect(words()).toBeNull();
});

it("has one button that cancels a used-up maximum, also beside the form for another one", () => {
  show(maxBid(900));
  const cancels = () => screen.getAllByRole("button", { name: /cancel/i }).map(({ textContent }) => textContent);
  expect(cancels()).toEqual(["Cancel the maximum"]);
  fireEvent.click(screen.getByRole("button", { name: "Change maximum" }));
  expect(cancels()).toEqual(["Cancel the maximum"]);
});

it("cancels a used-up maximum in place, and says what is free again before and after", async () => {
  sendCommand.mockResolvedValue({ ok: true });
  show(maxBid(900));
  fireEvent.click(screen.getByRole("button", { name: "Cancel the maximum" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel your maximum?" }));
  expect(dialog.getByText("₦180.00 will be free again.")).toBeTruthy();
  expect(dialog.queryByText(/you still lead/)).toBeNull();
  expect(sendCommand).not.toHaveBeenCalled();
  fireEvent.click(dialog.getByRole("button", { name: "Yes, cancel it" }));
  await waitFor(() => expect(toasts.getState()).toHaveLength(1));
  expect(sendCommand).toHaveBeenCalledWith("maxbid:cancel", { maxBidId: "m", commandId: expect.any(String) });
  expect(toasts.getState()[0]).toMatchObject({
    message: "Max bid cancelled successfully!",
    description: "₦180.00 is free again.",
  });
  expect(screen.queryByText(/is used up/)).toBeNull();
});

it("says at the button of a first maximum that bids are binding", () => {
  show(null);
  expect(screen.getByText(/All bids are binding: if you win, you must pay\./)).toBeTruthy();
});

it.each([
  [900, "₦200.00 stays held while you lead."],
  [5000, "₦800.00 will be free again. ₦200.00 stays held while you lead."],
])("tells a leader with a maximum of %i that the lead stays and what it holds", (maximum, words) => {
  show(maxBid(maximum), { ...auction, isLeading: true });
  fireEvent.click(screen.getByRole("button", { name: "Cancel maximum" }));
  const dialog = within(screen.getByRole("dialog", { name: "Cancel your maximum?" }));
  expect(dialog.getByText(words)).toBeTruthy();
  expect(dialog.getByText(/you still lead at the current price/)).toBeTruthy();
});

// S262
it("shows Auto-bidding Active with the maximum and the count", () => {
  show(maxBid(5000));
  expect(screen.getByRole("heading", { name: "Auto-bidding Active" })).toBeTruthy();
  expect(screen.getByText("₦5,000.00")).toBeTruthy();
  expect(screen.getByText("4")).toBeTruthy();
});

describe.each([
  [
    "below the minimum next bid",
    1050,
    {},
    "Your maximum is below the minimum next bid of ₦1,100.00, so it cannot bid.",
  ],
  ["beaten", 900, {}, "You were outbid at ₦1,000.00"],
  [
    "used up by the own lead",
    1000,
    { isLeading: true },
    "You lead at ₦1,000.00, your whole maximum. If somebody bids more, you are outbid.",
  ],
])("a maximum that is %s", (_what, maximum, change, sentence) => {
  const on = { ...auction, ...change };
  const name = "isLeading" in change ? "Raise maximum to ₦1,100.00" : "Bid ₦1,100.00";

  it("is raised to the minimum next bid with one tap and a question", async () => {
    sendCommand.mockResolvedValue({ ok: true, maxBid: maxBid(1100), auction: outcome });
    show(maxBid(maximum), on);
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.queryByLabelText("New maximum (₦)")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name }));
    expect(question()).toBeTruthy();
    expect(sendCommand).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: /^Yes, (bid|set) / }));
    await screen.findByRole("heading", { name: "Auto-bidding Active" });
    expect(sendCommand).toHaveBeenCalledWith("maxbid:set", expect.objectContaining({ maxAmount: 1100 }));
  });

  it("opens its form with “Change maximum”", () => {
    show(maxBid(maximum), on);
    fireEvent.click(screen.getByRole("button", { name: "Change maximum" }));
    expect(screen.getByLabelText("New maximum (₦)")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^(Bid|Raise maximum to) / })).toBeNull();
  });
});

it.each([
  [false, "Bid ₦1,100.00", "Yes, bid ₦1,100.00", "It is the minimum next bid, and we place it at once."],
  [
    true,
    "Raise maximum to ₦1,100.00",
    "Yes, set ₦1,100.00",
    "Your price stays. Only your maximum rises. We bid more only if somebody else does.",
  ],
])("names the act and the amount on both buttons, and what is held, leading: %s", (isLeading, name, yes, meaning) => {
  show(maxBid(1000), { ...auction, isLeading });
  fireEvent.click(screen.getByRole("button", { name }));
  const dialog = within(screen.getByRole("dialog", { name: "Is this amount right?" }));
  expect(dialog.getByRole("button", { name: yes })).toBeTruthy();
  expect(dialog.getByText(new RegExp(meaning)).textContent).toContain(meaning);
  expect(dialog.getByText(/more of your balance/).parentElement?.textContent).toBe(
    "This holds ₦20.00 more of your balance, and takes nothing (20%: ₦220.00 in all)",
  );
});

it("offers no Yes once somebody has bid more than the asked maximum", () => {
  const { rerender } = show(maxBid(900));
  fireEvent.click(screen.getByRole("button", { name: "Bid ₦1,100.00" }));
  rerender(<Panel held={maxBid(900)} on={{ ...auction, currentPrice: 1100, minimumBid: 1200 }} />);
  expect(screen.getByText(/^Somebody has bid meanwhile/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Yes, (bid|set) / })).toBeNull();
});

it("raises a maximum on the changed lot with one more tap", async () => {
  const error = { code: "LOT_CHANGED", message: "", contentVersion: 3, changes: [] };
  sendCommand.mockResolvedValueOnce({ ok: false, error });
  show(maxBid(900));
  fireEvent.click(screen.getByRole("button", { name: "Bid ₦1,100.00" }));
  fireEvent.click(screen.getByRole("button", { name: /^Yes, (bid|set) / }));
  sendCommand.mockResolvedValueOnce({ ok: true, maxBid: maxBid(1100), auction: outcome });
  fireEvent.click(await screen.findByRole("button", { name: "Set it on the changed lot" }));
  await waitFor(() => expect(sendCommand.mock.lastCall?.[1]).toMatchObject({ maxAmount: 1100, contentVersion: 3 }));
});

// S261
it("cancels only after a confirmation", async () => {
  sendCommand.mockResolvedValue({ ok: true });
  show(maxBid(5000));
  fireEvent.click(screen.getByRole("button", { name: "Cancel maximum" }));
  expect(sendCommand).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Yes, cancel it" }));
  await waitFor(() => expect(said()).toEqual(["Max bid cancelled successfully!"]));
  expect(sendCommand).toHaveBeenCalledWith("maxbid:cancel", { maxBidId: "m", commandId: expect.any(String) });
  expect(keep).toHaveBeenCalledWith(null);
});

it("says that a first maximum is set, also if its event comes before the answer", async () => {
  let answer: (value: unknown) => void = () => {};
  sendCommand.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const { rerender } = show(null);
  setHigh("5000", "Your maximum (₦)");
  rerender(<Panel held={maxBid(5000)} />);
  await act(async () => answer({ ok: true, maxBid: maxBid(5000), auction: outcome }));
  expect(await screen.findByText("Max bid set successfully!")).toBeTruthy();
});

it("cancels after the answer to an update that was under way", async () => {
  let answer: (value: unknown) => void = () => {};
  sendCommand.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  show(maxBid(3000));
  set("2000", "New maximum (₦)");
  fireEvent.click(screen.getByRole("button", { name: "Cancel maximum" }));
  fireEvent.click(screen.getByRole("button", { name: "Yes, cancel it" }));
  expect(sendCommand.mock.calls.map(([name]) => name)).toEqual(["maxbid:set"]);
  sendCommand.mockResolvedValue({ ok: true });
  await act(async () => answer({ ok: true, maxBid: { ...maxBid(2000), _id: "newer" }, auction: outcome }));
  expect(sendCommand).toHaveBeenLastCalledWith("maxbid:cancel", expect.objectContaining({ maxBidId: "newer" }));
  await waitFor(() => expect(said()).toEqual(["Max bid cancelled successfully!"]));
});

it("keeps an amount that is typed while a maximum is under way", async () => {
  let answer: (value: unknown) => void = () => {};
  sendCommand.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  show(null);
  set("1599.99", "Your maximum (₦)");
  fireEvent.change(screen.getByLabelText("Your maximum (₦)"), { target: { value: "1700" } });
  await act(async () => answer({ ok: true, maxBid: maxBid(1599.99), auction: outcome }));
  await screen.findByText("Max bid set successfully!");
  expect(screen.getByLabelText<HTMLInputElement>("New maximum (₦)").value).toBe("1,700");
});

it("sends a maximum without an answer again under the same id", async () => {
  sendCommand.mockResolvedValueOnce({ ok: false, error: { code: "UNAVAILABLE", message: "We could not confirm" } });
  show(null);
  setHigh("5000", "Your maximum (₦)");
  await screen.findByText("We could not confirm");
  sendCommand.mockResolvedValueOnce({ ok: true, maxBid: maxBid(5000), auction: outcome });
  setHigh("5000", "Your maximum (₦)");
  await waitFor(() => expect(sendCommand).toHaveBeenCalledTimes(2));
  expect(sendCommand.mock.calls[1]).toEqual(sendCommand.mock.calls[0]);
});

it("names no balance for a typed maximum that is not above the price", () => {
  const { container } = show(null);
  const type = (value: string) => fireEvent.change(screen.getByLabelText("Your maximum (₦)"), { target: { value } });
  type("1000");
  expect(container.textContent).not.toContain("Balance needed");
  type("1001");
  expect(container.textContent).toContain("Balance needed");
});

it("shows a typed maximum in the chosen currency too, and the balance it needs", () => {
  useCurrency.setState({ chosen: "USD" });
  show(null);
  fireEvent.change(screen.getByLabelText("Your maximum (₦)"), { target: { value: "50000" } });
  for (const amount of ["₦50,000.00", "≈ $60.00", "₦10,000.00"]) expect(screen.getByText(amount)).toBeTruthy();
});

describe("the panel after a change of the lot", () => {
  const changes = [
    { contentVersion: 3, at: "2026-11-22T13:05:00.000Z", fields: [{ field: "title", before: "Phone", after: "Box" }] },
  ];
  const changed = { ...auction, contentVersion: 3 };

  it("reports the suspended maximum, shows the change, and confirms the version that was shown", async () => {
    answerFetch({ "GET /auctions/a/changes": { body: { changes } } });
    show(maxBid(5000), changed);
    expect(screen.getByRole("heading", { name: "Auto-bidding Suspended" })).toBeTruthy();
    expect(screen.getByText("Your maximum is suspended because the lot changed")).toBeTruthy();
    expect((await screen.findByText("Phone")).tagName).toBe("DEL");
    const confirmed = { ...maxBid(5000), contentVersion: 3 };
    sendCommand.mockResolvedValue({ ok: true, maxBid: confirmed, auction: outcome });
    fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
    await screen.findByText("Your maximum is confirmed");
    expect(sendCommand.mock.calls).toEqual([
      ["maxbid:confirm", { maxBidId: "m", contentVersion: 3, commandId: expect.any(String) }],
    ]);
    expect(keep).toHaveBeenCalledWith(confirmed);
  });

  it("offers no Confirm before the change is loaded, and reports when the change cannot be loaded", async () => {
    client.clear();
    answerFetch({ "GET /auctions/a/changes": { status: 500, body: { code: "INTERNAL", message: "" } } });
    show(maxBid(5000), changed);
    await screen.findByText("Failed to load what changed.");
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  });

  it("shows the change when a maximum was sent for an old version, and sets the maximum again with one tap", async () => {
    const error = { code: "LOT_CHANGED", message: "", contentVersion: 3, changes: changes[0]?.fields };
    sendCommand.mockResolvedValueOnce({ ok: false, error });
    show(null, changed);
    setHigh("5000", "Your maximum (₦)");
    await screen.findByText("This lot has changed");
    sendCommand.mockResolvedValueOnce({ ok: true, maxBid: maxBid(5000), auction: outcome });
    fireEvent.click(screen.getByRole("button", { name: "Set it on the changed lot" }));
    await screen.findByText("Max bid set successfully!");
    expect(sendCommand.mock.calls.map(([, { maxAmount, contentVersion }]) => [maxAmount, contentVersion])).toEqual([
      [5000, 2],
      [5000, 3],
    ]);
  });
});

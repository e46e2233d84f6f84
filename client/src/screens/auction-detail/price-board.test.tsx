// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { lotStateOf, nobody } from "@jara/shared/lot-state";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCurrency } from "../../store/currency.ts";
import { useSession } from "../../store/session.ts";
import { PriceBoard } from "./price-board.tsx";

vi.mock("../../connection/connection.ts", () => ({ serverNow: () => Date.parse("2026-11-21T12:00:00.000Z") }));

const show = (
  change: object = {},
  history?: Parameters<typeof PriceBoard>[0]["history"],
  me = nobody,
  ownMaximum?: number,
) => {
  const auction = {
    currentPrice: 12_500,
    startingPrice: 10_000,
    bidIncrement: 500.5,
    currency: "NGN",
    status: "active",
    bidCount: 5,
    leader: { username: "a***e" },
    endTime: "2026-11-23T15:04:30.000Z",
    updatedAt: "2026-11-21T11:30:00.000Z",
    serverTime: "2026-11-21T12:00:00.000Z",
    ...change,
  } as unknown as Auction;
  render(
    <PriceBoard
      view={{ auction, bids: [], viewers: 3, ownBidIds: [], leadVersion: 0 }}
      {...(history && { history })}
      {...(ownMaximum && { ownMaximum })}
      state={lotStateOf(auction, me, 0)}
      dimmed={false}
    />,
  );
};
const fact = (name: string) => screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent;

beforeEach(() => useCurrency.setState({ chosen: "NGN" }));
afterEach(cleanup);

// S065
it("shows price, time left, starting price and increment", () => {
  show();
  expect(screen.getAllByText("₦12,500.00")).toHaveLength(1);
  expect(screen.getByRole("timer").textContent).toBe("2d 3h 4m");
  expect(fact("Starting price")).toBe("₦10,000.00");
  expect(fact("Bid increment")).toBe("₦500.50");
});

it("names the reader's maximum where it is told it", () => {
  show();
  expect(screen.queryByText("Your maximum")).toBeNull();
  cleanup();
  show({}, undefined, nobody, 30_000);
  expect(screen.getByText("Your maximum").closest("p")?.textContent).toBe("Your maximum₦30,000.00");
});

it("shows the table of a lot whose increments rise, with the row of the price marked", () => {
  const incrementSteps = [
    [12_500, 250],
    [20_000, 500.5],
    [null, 1_000],
  ];
  show({ incrementSteps });
  expect(screen.getByText("Increments rise with the price")).toBeTruthy();
  const rows = screen.getAllByRole("row", { hidden: true });
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "PriceIncrement",
    "below ₦12,500.00₦250.00",
    "₦12,500.00 to ₦20,000.00 (now)₦500.50",
    "from ₦20,000.00₦1,000.00",
  ]);
  expect(rows.map((row) => row.getAttribute("aria-current"))).toEqual([null, null, "true", null]);
  cleanup();
  show({ incrementSteps, status: "ended" });
  expect(screen.queryByText("Increments rise with the price"), "nobody bids any more").toBeNull();
  cleanup();
  show();
  expect(screen.queryByText("Increments rise with the price")).toBeNull();
});

// S068
it("shows an increment of 1 when none is given", () => {
  show({ bidIncrement: undefined });
  expect(fact("Bid increment")).toBe("₦1.00");
});

it.each([
  ["2026-11-24T17:00:00.000Z", "Starts Tue, 24 Nov, 18:00 WAT"],
  [null, "No start time yet. Our team opens it"],
])("says when a draft with the start time %j starts, in Lagos time", (startTime, words) => {
  show({ status: "draft", startTime, bidCount: 0 });
  expect(screen.getByRole("timer").textContent).toBe("Not open");
  expect(
    screen.getByText((_text, element) => element?.tagName === "SPAN" && element.textContent === words),
  ).toBeTruthy();
});

it("shows the actual price below the converted one", () => {
  show();
  act(() => useCurrency.setState({ chosen: "USD" }));
  for (const price of ["≈ $15.00", "₦12,500.00"]) expect(screen.getAllByText(price)).toHaveLength(1);
  expect(fact("Starting price")).toBe("≈ $12.00");
});

it.each([
  [{ status: "active" }, "Current price"],
  [{ status: "ended", winner: { username: "a***e" } }, "Final price"],
  [{ status: "sold" }, "Final price"],
  [{ status: "ended", winner: null }, "Highest bid"],
  [{ status: "ended", winner: null, bidCount: 0 }, "Starting price"],
])("names the price of a lot that is %j", (change, name) => {
  show(change);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe(name);
});

it("shows that the auction has ended, and no time that is left", () => {
  show({ status: "ended", winner: { username: "a***e" } });
  expect(screen.getByRole("timer").textContent).toBe("Auction ended");
  expect(screen.queryByText("Time left")).toBeNull();
  expect(screen.queryByText("Bid increment")).toBeNull();
});

it.each([
  [{ status: "active" }, "Ends Mon, 23 Nov, 16:04 WAT"],
  [{ status: "paused", pausedAt: "2026-11-21T11:00:00.000Z" }, "Paused since Sat, 21 Nov, 12:00 WAT"],
  [{ status: "ended" }, " Sat, 21 Nov, 12:30 WAT"],
  [{ status: "ended", updatedAt: "2026-11-24T11:00:00.000Z" }, " Mon, 23 Nov, 16:04 WAT"],
  [{ status: "cancelled" }, " Sat, 21 Nov, 12:30 WAT"],
])("says when a lot that is %j ends, was paused or ended, and never a later time", (change, words) => {
  show(change);
  const time = screen.getByText((_text, element) => element?.tagName === "TIME");
  expect(time.parentElement?.textContent).toBe(words);
});

it("shows what had been bid on a cancelled lot, which counts no bid", () => {
  const voided = { reason: "cancelled" as const, at: "" };
  const bid = { _id: "lot-2", amount: 12_000, kind: "manual" as const, bidder: { username: "a***e" }, timestamp: "" };
  show({ status: "cancelled", bidCount: 0, currentPrice: 10_000 }, { bids: [{ ...bid, voided }], total: 2 });
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Highest bid, cancelled");
  expect(screen.getByText("₦12,000.00")).toBeTruthy();
  expect(screen.getByText("2 bids, cancelled")).toBeTruthy();
});

it("shows what had been bid on a lot that was withdrawn while the page was open, and no start", () => {
  show({ status: "draft", bidCount: 2, leader: { username: "a***e" } });
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Highest bid, cancelled");
  expect(screen.getByText("2 bids, cancelled")).toBeTruthy();
  expect(screen.queryByText(/^Starts|^leading/)).toBeNull();
});

it.each([
  [{ hasReserve: true, reserveMet: false }, "Reserve not met"],
  [{ hasReserve: true, reserveMet: true }, "Reserve met"],
  [{ hasReserve: false, reserveMet: true }, undefined],
  [{ hasReserve: true, reserveMet: false, status: "ended" }, undefined],
])("says beside the price of an open lot with %j whether the reserve is met", (change, words) => {
  show(change);
  expect(screen.queryByText(/^Reserve/)?.textContent).toBe(words);
});

it("names the new end in the place of the old one after a late bid", () => {
  const softClose = { windowSeconds: 120, capMinutes: 30 };
  show({ softClose, latestEndTime: "2026-11-23T15:34:30.000Z" });
  const line = () => document.querySelector("time")?.parentElement?.textContent;
  expect(line()).toBe("Ends Mon, 23 Nov, 16:04 WAT");
  cleanup();
  show({ softClose, latestEndTime: "2026-11-23T15:30:30.000Z" });
  expect(line()).toBe("New end Mon, 23 Nov, 16:04 WAT");
});

const premium = { buyersPremium: { percent: 10, vatPercent: 7.5 } };
it.each([
  [{}, null, null],
  [premium, null, "₦13,843.75 in all: ₦12,500.00 + 10% premium + VAT"],
  [{ bidCount: 0, minimumBid: 13_000 }, "The first bid is at least ₦13,000.00", null],
  [
    { bidCount: 0, minimumBid: 13_000, ...premium },
    "The first bid is at least ₦13,000.00",
    "₦14,397.50 in all: ₦13,000.00 + 10% premium + VAT",
  ],
  [{ bidCount: 0, minimumBid: 13_000, status: "ended" }, null, null],
  [{ status: "ended", winner: null, ...premium }, null, null],
  [{ status: "cancelled", ...premium }, null, null],
])("says below the price of %j what the first bid is, and what one pays in all", (change, first, whole) => {
  show(change);
  expect(screen.queryByText(/^The first bid is/)?.parentElement?.textContent ?? null).toBe(first);
  expect(screen.queryByText(/in all$/)?.parentElement?.textContent ?? null).toBe(whole);
});

it("tells a leader below the reserve so in one badge, which is not that of a leader", () => {
  show({ isLeading: true, hasReserve: true, reserveMet: false }, undefined, { ...nobody, hasBid: true });
  expect(screen.getByText(", reserve not met").closest(".bg-amber-soft")).not.toBeNull();
  expect(screen.queryByText("Reserve not met")).toBeNull();
});

it("does not name a leader who may be the reader, whose lead comes a moment later", () => {
  const user = { username: "alice" } as NonNullable<ReturnType<typeof useSession.getState>["user"]>;
  act(() => useSession.setState({ user }));
  show();
  expect(screen.queryByText(/leading|No bids yet/)).toBeNull();
  cleanup();
  show({ leader: { username: "b***o" } });
  expect(screen.getByText("b***o")).toBeTruthy();
  act(() => useSession.setState({ user: null }));
});

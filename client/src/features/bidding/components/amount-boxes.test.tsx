// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import { lotStateOf, nobody } from "@jara/shared/lot-state";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { AutoBidPanel } from "../../auto-bid/components/auto-bid-panel.tsx";
import { useAutoBid } from "../../auto-bid/hooks/use-auto-bid.ts";
import { useBidding } from "../hooks/use-bidding.ts";
import { BidPanel } from "./bid-panel.tsx";

vi.mock("../../../connection/connection.ts", async () => ({
  ...(await import("../../../connection/connection-for-test.ts")).mockedConnection,
  sendCommand: vi.fn(),
}));
vi.mock("../../../live/live.ts", () => ({ noteOutcome: () => {} }));

const auction = {
  _id: "a",
  status: "active",
  currency: "NGN",
  currentPrice: 1000,
  minimumBid: 1050.5,
  bidIncrement: 50.5,
  seller: { _id: "s", username: "jara" },
} as Auction;
const Panel = () => (
  <BidPanel
    auction={auction}
    user={testUser}
    state={lotStateOf(auction, nobody, 0)}
    me={nobody}
    onMaximum={() => {}}
    onRaise={() => {}}
    cancelling={{ run: () => {}, isPending: false, problem: null }}
    bidding={useBidding(auction, { version: 1, accept: () => {} })}
    disabledReason={null}
    verification={null}
  />
);
const AutoPanel = () => {
  const autoBid = useAutoBid(auction, null, () => {}, { version: 1, accept: () => {} });
  const state = lotStateOf(auction, nobody, 0);
  return <AutoBidPanel auction={auction} maxBid={null} autoBid={autoBid} state={state} disabledReason={null} />;
};
const boxOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** Presses a key in the box, and returns what it shows afterwards. */
const press = (box: HTMLInputElement, key: string) => {
  fireEvent.keyDown(box, { key });
  return box.value;
};
const type = (box: HTMLInputElement, typed: string) => {
  fireEvent.change(box, { target: { value: typed } });
  return box.value;
};
afterEach(cleanUp);

// S297
it("steps a bid's input by 0.01, from the minimum bid", () => {
  answerFetch({});
  renderAt("/", { "/": Panel });
  const box = boxOf("Your bid (₦)");
  expect(box.inputMode).toBe("decimal");
  expect(press(box, "ArrowUp")).toBe("1,050.50");
  expect(press(box, "ArrowUp")).toBe("1,050.51");
  for (let times = 0; times < 3; times += 1) press(box, "ArrowDown");
  expect(box.value).toBe("1,050.50");
});

// S305
it("steps a maximum's input by 0.01, from the price plus 1", () => {
  answerFetch({});
  renderAt("/", { "/": AutoPanel });
  const box = boxOf("Your maximum (₦)");
  expect(press(box, "ArrowUp")).toBe("1,001");
  expect(press(box, "ArrowUp")).toBe("1,001.01");
});

it("groups the digits while they are typed, and keeps the caret at its digit", () => {
  answerFetch({});
  renderAt("/", { "/": Panel });
  const box = boxOf("Your bid (₦)");
  expect(type(box, "1234567")).toBe("1,234,567");
  // The user puts a 9 behind the 2: 1,2|34,567.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, "1,2934,567");
  box.setSelectionRange(4, 4);
  fireEvent.input(box);
  expect(box.value).toBe("12,934,567");
  expect(box.selectionStart).toBe(4);
});

it("shows the amount as money while the user types, and writes out what it understood when the user leaves it", () => {
  answerFetch({});
  renderAt("/", { "/": Panel });
  const box = boxOf("Your bid (₦)");
  expect(type(box, "2.5m")).toBe("2.5m");
  expect(screen.getByText("₦2,500,000.00")).toBeTruthy();
  fireEvent.blur(box);
  expect(box.value).toBe("2,500,000");
  expect(screen.queryByText("₦2,500,000.00"), "not twice").toBeNull();
  expect(type(box, "1.500")).toBe("1.500");
  fireEvent.blur(box);
  expect(box.value).toBe("1.500");
  fireEvent.submit(screen.getByRole("form", { name: "Place Your Bid" }));
  expect(screen.getByRole("alert").textContent).toMatch(/“1.500” can mean 1.50 or 1,500/);
});

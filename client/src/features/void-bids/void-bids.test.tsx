// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { answerFetch, cleanUp, renderAt } from "../../app/render-for-test.tsx";
import { toasts } from "../../store/toast.ts";
import { VoidBids, VoidFromBid } from "./void-bids.tsx";

const auction = { _id: "a", version: 3, status: "active", bidCount: 2, currency: "NGN" } as const;
const bidders = [
  { _id: "t", username: "troll", bidCount: 1, highestBid: 90_000, isLeading: true },
  { _id: "u", username: "ada", bidCount: 1, highestBid: 10_500, isLeading: false },
];
const effect = {
  priceBefore: 90_000,
  priceAfter: 11_000,
  leaderBefore: { username: "troll" },
  leaderAfter: { username: "ada" },
};
const BIDDERS = "GET /auctions/a/bidders";
const PREVIEW = "GET /auctions/a/void-bids/preview";
const VOID = "POST /auctions/a/void-bids";

const open = (answers: Parameters<typeof answerFetch>[0] = {}) => {
  const calls = answerFetch({ [BIDDERS]: { body: { bidders } }, [PREVIEW]: { body: { auction, effect } }, ...answers });
  renderAt("/", { "/": () => <VoidBids auction={auction} /> });
  fireEvent.click(screen.getByRole("button", { name: "Void bids" }));
  return calls;
};
const choose = async (label: string) => {
  await screen.findByText(label);
  fireEvent.change(screen.getByLabelText("Bidder"), { target: { value: "t" } });
};
const because = (reason: string) => fireEvent.change(screen.getByLabelText("Reason"), { target: { value: reason } });
const press = async () => {
  const button = await screen.findByRole("button", { name: "Void 1 bid" });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(button);
};
const TROLL = "troll: 1 bid, up to \u20a690,000.00, leads";

beforeEach(() => toasts.setState([], true));
afterEach(cleanUp);

it("shows price and leader before and after a void, and voids only with a reason", async () => {
  const calls = open({ [VOID]: { body: { auction, effect } } });
  await choose(TROLL);
  const cellsOf = async (name: RegExp) =>
    within(await screen.findByRole("row", { name }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(await cellsOf(/^Now/)).toEqual(["\u20a690,000.00", "troll"]);
  expect(await cellsOf(/^After/)).toEqual(["\u20a611,000.00", "ada"]);
  because("other");
  await press();
  expect(screen.getByText("Please give the reason in a sentence")).toBeTruthy();
  expect(calls.some(({ call }) => call === VOID)).toBe(false);
  fireEvent.change(screen.getByLabelText("Note"), { target: { value: " A stolen card. " } });
  await press();
  await waitFor(() => expect(toasts.getState()[0]?.message).toBe("The bids are void"));
  expect(toasts.getState()[0]?.description).toBe("The price went from \u20a690,000.00 to \u20a611,000.00.");
  expect(calls.find(({ call }) => call === VOID)?.body).toEqual({
    userId: "t",
    reason: "other",
    note: "A stolen card.",
  });
});

it("voids from one bid on, and says so", async () => {
  const calls = answerFetch({ [PREVIEW]: { body: { auction, effect } }, [VOID]: { body: { auction, effect } } });
  renderAt("/", { "/": () => <VoidFromBid auction={auction} bidder={{ id: "t", username: "troll" }} number={7} /> });
  fireEvent.click(screen.getByRole("button", { name: "Void from this bid on" }));
  expect(screen.getByText(/Earlier bids of troll/)).toBeTruthy();
  const button = await screen.findByRole("button", { name: "Void from bid 7 on" });
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(toasts.getState()[0]?.message).toBe("The bids are void"));
  expect(calls.find(({ call }) => call === VOID)?.body).toEqual({
    userId: "t",
    fromBid: 7,
    reason: "mistaken-amount",
    note: null,
  });
});

it("shows why the server refused, and keeps the selected values", async () => {
  open({ [VOID]: { status: 403, body: { code: "CONFLICT_OF_INTEREST", message: "You have an interest in this." } } });
  await choose(TROLL);
  because("fraud");
  await press();
  expect(await screen.findByText("You have an interest in this.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>("Reason").value).toBe("fraud");
});

it("keeps the bidder while the void is under way", async () => {
  open({ [VOID]: { body: { auction, effect }, after: new Promise(() => {}) } });
  await choose(TROLL);
  because("fraud");
  await press();
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>("Bidder").disabled).toBe(true));
});

it("cannot be confirmed before the preview is loaded", async () => {
  open({ [PREVIEW]: { status: 409, body: { code: "AUCTION_NOT_ACTIVE", message: "No complete log to replay." } } });
  await choose(TROLL);
  expect(await screen.findByText("No complete log to replay.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Void 1 bid" }).disabled).toBe(true);
});

it("reports when the bidders cannot be loaded, and offers no void on a lot without valid bids", async () => {
  open({ [BIDDERS]: { status: 500, body: { code: "INTERNAL", message: "" } } });
  expect(await screen.findByText("Failed to load the bidders")).toBeTruthy();
  cleanUp();
  answerFetch({});
  renderAt("/", { "/": () => <VoidBids auction={{ ...auction, bidCount: 0 }} /> });
  expect(screen.queryByRole("button", { name: "Void bids" })).toBeNull();
});

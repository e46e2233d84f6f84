// @vitest-environment happy-dom
import type { EventName } from "@jara/shared/live-commands";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocation } from "#router";
import { AtAddress } from "../../app/at-address-for-test.tsx";
import { toasts } from "../../store/toast.ts";
import { LotNotices } from "./lot-notices.tsx";

const handlers = vi.hoisted(() => new Map<string, (data: unknown) => void>());
const own = vi.hoisted(() => ({ title: null as string | null }));
vi.mock("../../connection/use-live-event.ts", () => ({
  useLateEvent: (type: EventName, onEvent: (data: unknown) => void) => handlers.set(type, onEvent),
}));
vi.mock("../../live/live.ts", () => ({
  getLive: () => ({
    store: { getState: () => ({ entries: { a: { view: { auction: { title: "Drum", currency: "NGN" } } } } }) },
  }),
}));
vi.mock("./own-lot-title.ts", () => ({ titleOfOwnLot: async () => own.title }));

const Here = () => <p data-testid="here">{useLocation().pathname}</p>;
const openAt = (path: string) =>
  render(
    <AtAddress address={path}>
      <LotNotices />
      <Here />
    </AtAddress>,
  );
const hear = (type: EventName, data: unknown) => act(async () => handlers.get(type)?.(data));
const messages = () => toasts.getState().map(({ lot, message }) => `${lot}: ${message}`);
const title = { field: "title", before: "Phone", after: "Box" };

beforeEach(() => {
  toasts.setState([], true);
  own.title = "Drum";
});
afterEach(cleanup);

it("notifies the owner of a maximum that the lot changed, with a button that shows the change", async () => {
  const { getByTestId } = openAt("/");
  await hear("maxbid:suspended", { auctionId: "a", maxBidId: "m", contentVersion: 2 });
  await hear("auction:updated", { auctionId: "a", version: 9, contentVersion: 2, changes: [title] });
  expect(messages()).toEqual(["Drum: Your maximum is suspended"]);
  await act(async () => toasts.getState()[0]?.action?.onClick());
  expect(getByTestId("here").textContent).toBe("/auction/a");
});

it("notifies only bidders that the lot changed, and nobody when only times changed", async () => {
  openAt("/");
  const updated = { auctionId: "a", version: 9, contentVersion: 2, changes: [title] };
  own.title = null;
  await hear("auction:updated", updated);
  own.title = "Drum";
  await hear("auction:updated", { ...updated, changes: [{ field: "endTime", before: "", after: "" }] });
  await hear("auction:updated", { ...updated, changes: [] });
  expect(messages()).toEqual([]);
  await hear("auction:updated", updated);
  expect(messages()).toEqual(["Drum: This lot has changed"]);
});

it("reports voided bids with the reason and the price", async () => {
  openAt("/");
  await hear("auction:bids-voided", { auctionId: "a", reason: "mistaken-amount", currentPrice: 11_000 });
  expect(toasts.getState()[0]).toMatchObject({
    lot: "Drum",
    message: "Bids no longer count: mistaken amount",
    description: "The price is now \u20a611,000.00.",
  });
});

it.each([
  ["cancelled", "Drum: Cancelled. You pay nothing."],
  ["draft", "Drum: Withdrawn. You pay nothing."],
  ["active", "Drum: Open again. Look at your bids and your maximum."],
  ["sold", "Drum: Sold by Buy It Now. You owe nothing for your bids."],
  ["paused", "Drum: Not over after all. Your bids and your maximum count again."],
])("notifies only bidders that a lot is %s", async (status, message) => {
  openAt("/");
  own.title = null;
  await hear("auction:status", { auctionId: "a", version: 3, status });
  expect(messages()).toEqual([]);
  own.title = "Drum";
  await hear("auction:status", { auctionId: "a", version: 3, status });
  expect(messages()).toEqual([message]);
});

it("shows none of these toasts on the lot's own page", async () => {
  openAt("/auction/a");
  await hear("maxbid:suspended", { auctionId: "a", maxBidId: "m", contentVersion: 2 });
  await hear("auction:bids-voided", { auctionId: "a", reason: "fraud", currentPrice: 1 });
  await hear("auction:status", { auctionId: "a", version: 3, status: "cancelled" });
  expect(messages()).toEqual([]);
});

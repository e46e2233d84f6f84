// @vitest-environment happy-dom
import type { EventName } from "@jara/shared/live-commands";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLocation } from "#router";
import { AtAddress } from "../../app/at-address-for-test.tsx";
import { toasts } from "../../store/toast.ts";
import { OutbidNotice } from "./outbid-notice.tsx";
import { PaymentNotices } from "./payment-notices.tsx";

const handlers = vi.hoisted(() => new Map<string, (data: unknown) => void>());
vi.mock("../../connection/use-live-event.ts", () => ({
  useLateEvent: (type: EventName, onEvent: (data: unknown) => void) => handlers.set(type, onEvent),
}));
vi.mock("../../live/live.ts", () => ({
  getLive: () => ({ store: { getState: () => ({ entries: { a: { view: { auction: { currency: "USD" } } } } }) } }),
}));

const won = { auctionId: "a", title: "Talking drum", finalPrice: 130, dueAt: "2026-11-26T13:05:00.000Z" };
const outbid = { auctionId: "a", title: "Talking drum", currentPrice: 120, minimumBid: 130 };
const Here = () => <p data-testid="here">{useLocation().pathname}</p>;
const openAt = (path: string) =>
  render(
    <AtAddress address={path}>
      <OutbidNotice />
      <PaymentNotices />
      <Here />
    </AtAddress>,
  );
const hear = (type: EventName, data: unknown) => act(async () => handlers.get(type)?.(data));

beforeEach(() => toasts.setState([], true));
afterEach(cleanup);

it("reports at once that the user was outbid, with the new price and a button to the auction", async () => {
  const { getByTestId } = openAt("/");
  await hear("bid:outbid", outbid);
  const [toast] = toasts.getState();
  expect(toast).toMatchObject({
    lot: "Talking drum",
    message: "Outbid: $120.00 now",
    description: "Bid at least $130.00 to lead.",
    action: { label: "Bid" },
  });
  expect(toasts.getState()).toHaveLength(1);
  await act(async () => toast?.action?.onClick());
  expect(getByTestId("here").textContent).toBe("/auction/a");
});

it("takes the toast away once the user leads again", async () => {
  openAt("/");
  await hear("bid:outbid", outbid);
  await hear("auction:mine", { auctionId: "a", isLeading: false });
  expect(toasts.getState()).toHaveLength(1);
  await hear("auction:mine", { auctionId: "a", isLeading: true });
  expect(toasts.getState()).toEqual([]);
});

it("shows no toast on the auction's own page", async () => {
  openAt("/auction/a");
  await hear("bid:outbid", outbid);
  expect(toasts.getState()).toEqual([]);
});

it("reports a won auction with the way to pay", async () => {
  const { getByTestId } = openAt("/");
  await hear("auction:won", won);
  const [toast] = toasts.getState();
  expect(toast).toMatchObject({ lot: "Talking drum", message: "You won!", isShort: true, action: { label: "Pay" } });
  expect(toast?.description).toBeUndefined();
  await act(async () => toast?.action?.onClick());
  expect(getByTestId("here").textContent).toBe("/auction/a");
});

it.each(["/auction/a", "/purchases"])("reports no win on %s, which shows it itself", async (path) => {
  openAt(path);
  await hear("auction:won", won);
  expect(toasts.getState()).toEqual([]);
});

it("reports the outcome of a Buy It Now, except on the auction's own page", async () => {
  const changed = { auctionId: "a", status: "forfeited", deadline: "" };
  const { unmount } = openAt("/auction/a");
  await hear("purchase:changed", changed);
  expect(toasts.getState()).toEqual([]);
  unmount();
  openAt("/");
  await hear("purchase:changed", { ...changed, status: "pending" });
  expect(toasts.getState()).toEqual([]);
  await hear("purchase:changed", changed);
  expect(toasts.getState()[0]?.message).toContain("did not pay your Buy It Now in time");
});

it("replaces the toast of a win with the outcome of its payment; on the auction's own page only removes it", async () => {
  const changed = (status: string) => hear("win:changed", { auctionId: "a", status, dueAt: won.dueAt });
  const { unmount } = openAt("/");
  await hear("auction:won", won);
  await changed("open");
  expect(toasts.getState().map(({ message }) => message)).toEqual(["You won!"]);
  await changed("forfeited");
  expect(toasts.getState().map(({ message }) => message)).toEqual([
    "You did not pay for the lot in time. We kept a part of the bid",
  ]);
  await changed("void");
  expect(toasts.getState()).toEqual([]);
  await hear("auction:won", won);
  unmount();
  openAt("/auction/a");
  await changed("paid");
  expect(toasts.getState()).toEqual([]);
});

it("leaves what happens to a paid lot to its notification, which names the lot and what happened", async () => {
  openAt("/");
  await hear("win:changed", { auctionId: "a", status: "paid", remaining: 0, dueAt: "" });
  await hear("purchase:changed", { auctionId: "a", status: "paid", deadline: "" });
  expect(toasts.getState()).toEqual([]);
});

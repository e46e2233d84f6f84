// @vitest-environment happy-dom
import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerFetch, cleanUp } from "../../app/render-for-test.tsx";
import { toasts } from "../../store/toast.ts";
import { isSellable, SellToHighBidder } from "./sell-to-high-bidder.tsx";

const lot = (change: Partial<ManagedAuction> = {}) =>
  ({
    _id: "a1",
    title: "Bronze leopard",
    status: "ended",
    winner: null,
    leader: { username: "ada" },
    reserveMet: false,
    hasReserve: true,
    currentPrice: 50_000,
    currency: "NGN",
    ...change,
  }) as ManagedAuction;
const show = (auction: Auction) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SellToHighBidder auction={auction} />
    </QueryClientProvider>,
  );

beforeEach(() => toasts.setState([], true));
afterEach(cleanUp);

describe("selling to the high bidder", () => {
  it.each<[string, Partial<ManagedAuction>, boolean]>([
    ["ended below its reserve", {}, true],
    ["ended below a reserve that was lowered to the price since", { reserveMet: true }, true],
    ["ended below a reserve that was removed since", { reserveMet: true, hasReserve: false, settlementId: null }, true],
    ["had a winner whose bids were voided", { reserveMet: true, settlementId: "s1" }, false],
    ["had no reserve", { reserveMet: true, hasReserve: false }, false],
    ["is still open", { status: "active" }, false],
    ["has a winner", { winner: { username: "ada" } }, false],
    ["nobody bid on", { leader: null }, false],
    ["is sold", { status: "sold" }, false],
  ])("is decided for a lot that %s: %s", (_what, change, expected) => expect(isSellable(lot(change))).toBe(expected));

  // S483
  it("shows the buyer, the price and the amount that is taken before it sends anything", async () => {
    const call = "POST /admin/auctions/a1/sell-to-highest-bidder";
    const calls = answerFetch({ [call]: { body: { message: "Sold" } } });
    show(lot());
    fireEvent.click(screen.getByRole("button", { name: "Sell to high bidder" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(screen.getByRole("dialog").textContent).toContain("ada still wins, at ₦50,000.00");
    expect(screen.getByRole("dialog").textContent).toContain("The deposit of 20% is taken from ada's balance");
    expect(calls).toEqual([]);
    fireEvent.click(dialog.getByRole("button", { name: "Sell", hidden: true }));
    await waitFor(() => expect(toasts.getState()[0]?.message).toBe("Sold to ada: Bronze leopard"));
    expect(calls).toEqual([{ call, body: undefined, search: "" }]);
  });

  it("shows why the server refused", async () => {
    const message = "Only a lot that ended without a winner can be sold to its highest bidder.";
    answerFetch({
      "POST /admin/auctions/a1/sell-to-highest-bidder": { status: 409, body: { code: "AUCTION_NOT_ACTIVE", message } },
    });
    show(lot());
    fireEvent.click(screen.getByRole("button", { name: "Sell to high bidder" }));
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Sell", hidden: true }));
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../app/render-for-test.tsx";
import { useSession } from "../store/session.ts";
import { BalanceNeeded, CanBidWith } from "./balance-needed.tsx";

vi.mock(
  "../connection/connection.ts",
  async () => (await import("../connection/connection-for-test.ts")).mockedConnection,
);
afterEach(cleanUp);

/** The user's own maximum on another lot. Their maximum on this lot is in the list too, and counts once. */
const maxBids = [
  { _id: "m1", maxAmount: 8_500_000, currency: "NGN", auction: { _id: "other", status: "active" } },
  { _id: "m2", maxAmount: 100_000, currency: "NGN", auction: { _id: "a", status: "active" } },
];
const lot = { _id: "a", currency: "NGN", currentPrice: 100_000, isLeading: false } as const;

/** Shows the line of a bid that needs ₦53,333.12. */
const show = (
  balance: number,
  balanceRule: string,
  line = <BalanceNeeded amount={266_665.6} auction={lot} maximum={100_000} />,
) => {
  useSession.getState().logIn({ ...testUser, balance }, "t");
  const calls = answerFetch({
    "GET /site": { body: { balanceRule } },
    "GET /maxbids/user/active": { body: { maxBids } },
    "GET /bids/user/my-auctions": { body: { auctions: [] } },
  });
  renderAt("/", { "/": () => line });
  return () => calls.map(({ call }) => call);
};

it("says before a bid that all bids together hold more than the balance, and what to add", async () => {
  show(1_714_500, "check");
  expect((await screen.findByText(/^Together your bids hold/)).parentElement?.textContent).toBe(
    "Together your bids hold ₦1,753,333.12, more than your balance. If you win them all, add ₦38,833.12 before you pay.",
  );
});

it.each([
  [1_000_000, "check", "Balance you can use: ₦1,000,000.00 (other lots may need up to ₦1,000,000.00 of it)"],
  [2_000_000, "check", "Balance you can use: ₦2,000,000.00 (other lots may need up to ₦1,700,000.00 of it)"],
  [2_000_000, "hold", "Balance you can use: ₦2,000,000.00"],
])("says beside the amount what other lots hold where bids can use it too: %i, %s", async (balance, rule, words) => {
  show(balance, rule, <CanBidWith auction={lot} maximum={null} />);
  await waitFor(() => expect(screen.getByText(/^Balance you can use/).parentElement?.textContent).toBe(words));
});

it("says nothing where the balance is enough for all bids", async () => {
  const calls = show(1_753_333.12, "check");
  await waitFor(() => expect(calls()).toContain("GET /bids/user/my-auctions"));
  expect(screen.queryByText(/^Together/)).toBeNull();
});

it("reads no lists where no two bids can use the same money", async () => {
  const calls = show(1_714_500, "hold");
  await waitFor(() => expect(calls()).toContain("GET /site"));
  expect(screen.queryByText(/^Together/)).toBeNull();
  expect(calls()).not.toContain("GET /maxbids/user/active");
});

// @vitest-environment happy-dom
// Tests the statement of one seller as staff see it.
import type { SellerStatement } from "@jara/shared/rest/seller-sales";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as SellersScreen } from "./admin-sellers.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({ listen: () => () => {}, watchFeed: () => () => {}, state: "live", onState: () => () => {} }),
}));

const entry = {
  _id: "e1",
  at: "2026-11-21T11:05:00.000Z",
  cause: "sale-proceeds",
  text: "Price of a sold lot",
  amount: 100_000,
  auction: { _id: "a1", title: "Talking drum" },
  lot: "12A",
  sale: null,
};
const statement: SellerStatement = {
  number: "2026-11-0B54A1F2",
  isIssued: false,
  entries: [entry],
  prices: 100_000,
  taken: 0,
  net: 100_000,
  owed: 0,
  payouts: [],
};
const open = async (change: Partial<SellerStatement>, isPartial = false) => {
  useSession.getState().logIn({ ...testUser, role: "cashier" }, "t");
  const user = { _id: "s1", username: "sade", name: "Sade Balogun" };
  answerFetch({
    "GET /auth/profile": { body: { user: { ...testUser, role: "cashier" } } },
    "GET /admin/sellers/s1": { body: { user, isPartial, statement: { ...statement, ...change } } },
  });
  renderAt("/admin/sellers/s1", { "/admin/sellers/:id": SellersScreen });
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Sales of Sade Balogun");
};

afterEach(cleanUp);

it("says that it has no number until the PDF file is made", async () => {
  await open({});
  expect(screen.getByText("Not issued yet. The PDF file gets a number, and stays as it is.")).toBeTruthy();
  expect(screen.queryByText(/0B54A1F2/)).toBeNull();
  const commission = { ...entry, _id: "e2", text: "Commission", amount: -10_000 };
  cleanUp();
  await open({ entries: [entry, commission], net: 90_000 });
  expect(screen.getByRole("listitem").textContent).toMatch(
    /^Lot 12A: Talking drum.*₦100,000\.00.*-₦10,000\.00Net₦90,000\.00$/,
  );
  expect(screen.getByText(/^Nothing was paid out/)).toBeTruthy();
});

it("shows the number of the paper, and when and to which account the seller was paid out", async () => {
  const account = "Zenith Bank, account ending in 6780";
  const payout = { _id: "w1", at: "2026-11-22T09:00:00.000Z", amount: 90_000, account, reference: "JW-7F3A" };
  await open({ number: "S-2026-000012", isIssued: true, payouts: [payout] });
  expect(screen.getByRole("region", { name: "Statement S-2026-000012" })).toBeTruthy();
  const row = screen.getByText(account).closest("li");
  expect(row?.textContent).toMatch(/22 Nov 2026.*JW-7F3A.*₦90,000\.00/);
});

it("lists the lots that are still to be paid, with what they bring, why they wait, and the sums", async () => {
  const lot = { auction: { _id: "a2", title: "Kettle" }, lot: "7", sale: null, commissionPercent: 10 };
  const lines = [
    { cause: "sale-proceeds", text: "Price of a sold lot", amount: 1_000 },
    { cause: "commission", text: "Commission", amount: -100 },
  ];
  const bought = { ...lot, lines, net: 900, dueAt: null };
  const paid = { ...bought, auction: { _id: "a3", title: "Bowl" }, dueAt: "2999-12-03T09:00:00.000Z" };
  await open({ entries: [], prices: 0, net: 0, owed: 900, unpaidLots: [paid, bought] });
  const region = within(screen.getByRole("region", { name: "Not yet paid to the seller" }));
  expect(region.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Lot 7: BowlWaits until 3 Dec 2999, or until the buyer collects it.*Net₦900\.00$/),
    expect.stringMatching(/^Lot 7: KettleThe buyer has not paid yet.*Commission-₦100\.00Net₦900\.00$/),
  ]);
  expect(region.getByText("Together").closest("div")?.textContent).toBe("Together₦1,800.00");
  expect(screen.getByText(/^Nothing was paid to the balance or to the bank in this period/)).toBeTruthy();
  expect(screen.queryByText(/is on the balance/)).toBeNull();
});

it("says that it has no number if lots are left out for the reader", async () => {
  await open({}, true);
  expect(screen.getByText(/left out, so this statement has no number/)).toBeTruthy();
});

// @vitest-environment happy-dom
import type { SaleBidder, SaleBidders } from "@jara/shared/rest/sale-bidders";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { settlement } from "../../features/settlements/settlement-for-test.ts";
import { useSession } from "../../store/session.ts";
import { Component as BiddersScreen } from "./admin-sale-bidders.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({ listen: () => () => {}, watchFeed: () => () => {}, state: "live", onState: () => () => {} }),
}));

const bidder = (username: string, number: number, more: Partial<SaleBidder>): SaleBidder => ({
  user: { ...settlement().buyer, _id: username, username },
  number,
  bids: { lots: 3, leads: 0 },
  approval: null,
  won: 0,
  handedOver: 0,
  refunded: 0,
  sums: [],
  invoices: [],
  ...more,
});
const paid = { currency: "NGN", hammer: 40_000, total: 44_300, paid: 44_300, owed: 0 } as const;
const owing = { currency: "NGN", hammer: 100_000, total: 110_750, paid: 20_000, owed: 90_750 } as const;
const answer: SaleBidders = {
  sale: { _id: "s1", title: "Saturday sale" },
  bidders: [
    bidder("ada", 1, { won: 2, handedOver: 1, sums: [paid] }),
    bidder("bola", 2, { won: 1, refunded: 1, sums: [owing] }),
    bidder("chidi", 3, { refunded: 1 }),
    bidder("dayo", 4, {}),
  ],
  sum: {
    won: 3,
    handedOver: 1,
    refunded: 2,
    sums: [{ currency: "NGN", hammer: 140_000, total: 155_050, paid: 64_300, owed: 90_750 }],
  },
  pagination: { current: 1, pages: 1, total: 4, limit: 50 },
};

beforeEach(() => useSession.getState().logIn({ ...testUser, role: "admin" }, "t"));
afterEach(cleanUp);

const open = async (body = answer) => {
  answerFetch({
    "GET /auth/profile": { body: { user: useSession.getState().user } },
    "GET /admin/sales/s1/bidders": { body },
  });
  renderAt("/admin/sales/s1/bidders", { "/admin/sales/:id/bidders": BiddersScreen });
  const table = within(await screen.findByRole("table", { name: "The bidders of the sale" }));
  const heads = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  const [, ...rows] = table.getAllByRole<HTMLTableRowElement>("row");
  /** The cells of each row that stand below these columns. A header may span several columns. */
  const below = (...names: string[]) =>
    rows.map((row) => {
      const cells = [...row.cells].flatMap((cell) => Array<HTMLTableCellElement>(cell.colSpan).fill(cell));
      expect(cells).toHaveLength(heads.length);
      return names.map((name) => {
        const own = cells[heads.indexOf(name)]?.cloneNode(true) as HTMLElement;
        own.querySelector("[aria-hidden]")?.remove();
        return own.textContent;
      });
    });
  return { table, heads, rows, below };
};

it("says how many lots each bidder won, of which some are handed over, and which were refunded", async () => {
  const { below } = await open();
  expect(below("Won", "Handed over")).toEqual([
    ["2 lots", "1 of 2"],
    ["1 lot, 1 refunded", "0 of 1"],
    ["1 refunded", "–"],
    ["Nothing", "–"],
    ["3 lots, 2 refunded", "1 of 3"],
  ]);
});

it("shows what was paid and is owed, and the sums of all bidders, on the right", async () => {
  const { table, rows, below } = await open();
  expect(below("Hammer total", "Total", "Paid in all", "Owed")).toEqual([
    ["₦40,000.00", "₦44,300.00", "₦44,300.00", "Nothing"],
    ["₦100,000.00", "₦110,750.00", "₦20,000.00", "₦90,750.00"],
    ["–", "–", "–", "–"],
    ["–", "–", "–", "–"],
    ["₦140,000.00", "₦155,050.00", "₦64,300.00", "₦90,750.00"],
  ]);
  expect(rows.at(-1)?.cells[0]?.textContent).toBe("Sum of 4 bidders");
  for (const head of ["Hammer total", "Total", "Paid in all", "Owed"])
    expect(table.getByRole("columnheader", { name: head }).className).toContain("xl:text-right");
});

it("has the sum below its columns also for staff who see neither bids nor approvals", async () => {
  const ofCashier = answer.bidders.map(({ bids: _, approval: __, ...bidder }) => bidder);
  const { heads, below } = await open({ ...answer, bidders: ofCashier });
  expect(heads.slice(0, 3)).toEqual(["No.", "Bidder", "Won"]);
  expect(below("Won").at(-1)).toEqual(["3 lots, 2 refunded"]);
});

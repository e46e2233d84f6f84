// @vitest-environment happy-dom
import type { SaleResult, SaleSum } from "@jara/shared/rest/sale-results";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../../app/render-for-test.tsx";
import { useSession } from "../../../store/session.ts";
import { settlement } from "../settlement-for-test.ts";
import { SaleResults } from "./sale-results.tsx";

vi.mock("../../../connection/connection.ts", () => ({
  serverNow: () => Date.now(),
  getConnection: () => ({ listen: () => () => {}, watchFeed: () => () => {}, state: "live", onState: () => () => {} }),
}));

const amounts = {
  hammer: 100_000,
  premium: 10_000,
  vat: 750,
  total: 110_750,
  deposit: 20_000,
  paid: 50_000,
  owed: 60_750,
};
const sold: SaleResult = {
  lot: "12A",
  auction: { _id: "a1", title: "Talking drum" },
  outcome: "Part paid, ₦50,000.00 of ₦110,750.00",
  seller: "Carol Obi",
  bought: { settlementId: "s1", buyer: settlement().buyer, number: 4, currency: "NGN", ...amounts },
};
const unsold: SaleResult = {
  lot: "13",
  auction: { _id: "a2", title: "Gong" },
  outcome: "Unsold, no bids",
  seller: "House",
  bought: null,
};
/** The reader has an interest in it. */
const hidden: SaleResult = { ...unsold, lot: "14", auction: { _id: "a3", title: "Flute" }, seller: "" };
const sum: SaleSum = { name: "Sum", currency: "NGN", ...amounts };

beforeEach(() => useSession.getState().logIn({ ...testUser, role: "admin" }, "t"));
afterEach(cleanUp);

const open = async () => {
  answerFetch({
    "GET /auth/profile": { body: { user: useSession.getState().user } },
    "GET /admin/sales/s1/results": {
      body: {
        sold: 1,
        results: [sold, unsold, hidden],
        sums: [sum],
        pagination: { current: 1, pages: 1, total: 3, limit: 50 },
      },
    },
  });
  renderAt("/admin/sales/s1", { "/admin/sales/:id": () => <SaleResults saleId="s1" /> });
  return within(await screen.findByRole("table", { name: "The results of the sale" }));
};
/** The text of each cell of a row, without the names that cards show. */
const cellsOf = (row: HTMLElement | undefined) =>
  [...(row?.children ?? [])].map((cell) => {
    const own = cell.cloneNode(true) as HTMLElement;
    for (const name of own.querySelectorAll("[aria-hidden]")) name.remove();
    return own.textContent;
  });

it("shows each lot in the columns of the PDF file, with the lot's number in its own", async () => {
  const table = await open();
  const heads = table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads.join()).toBe(
    "Lot,Title,Outcome,Hammer price,Premium, fee,VAT,Total,Deposit,Paid in all,Owed,Buyer,Seller",
  );
  const [, first, second, third] = table.getAllByRole("row");
  const cells = cellsOf(first);
  expect(cells).toHaveLength(heads.length);
  expect(cells.slice(0, 2)).toEqual(["Lot 12A", "Talking drum"]);
  expect(cells.slice(3, 10)).toEqual([
    "₦100,000.00",
    "₦10,000.00",
    "₦750.00",
    "₦110,750.00",
    "₦20,000.00",
    "₦50,000.00",
    "₦60,750.00",
  ]);
  expect(cells.at(-1)).toBe("Carol Obi");
  expect(cellsOf(second)).toEqual(["Lot 13", "Gong", "Unsold, no bids", ...Array(8).fill("–"), "House"]);
  expect(cellsOf(third).at(-1)).toBe("–");
});

it("has each sum below its column, on the right, and the head stays in sight", async () => {
  const table = await open();
  const heads = table.getAllByRole("columnheader");
  const last = table.getAllByRole<HTMLTableRowElement>("row").at(-1);
  const [name, ...cells] = last?.cells ?? [];
  expect([name?.textContent, name?.colSpan]).toEqual(["Sum", 3]);
  expect(cells).toHaveLength(heads.length - 3);
  const amountCells = cells.slice(0, 7);
  expect(amountCells.map((cell) => cell.firstChild?.textContent)).toEqual(
    heads.slice(3, 10).map(({ textContent }) => textContent),
  );
  for (const cell of [...amountCells, ...heads.slice(3, 10)]) expect(cell.className).toContain("xl:text-right");
  for (const head of heads) expect(head.className).toContain("xl:sticky");
});

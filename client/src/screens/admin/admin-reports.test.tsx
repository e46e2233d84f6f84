// @vitest-environment happy-dom
import type { Report, ReportFigures } from "@jara/shared/rest/reports";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerFetch, cleanUp, renderAt, testUser } from "../../app/render-for-test.tsx";
import { useSession } from "../../store/session.ts";
import { Component as ReportsScreen } from "./admin-reports.tsx";

vi.mock("../../connection/connection.ts", () => ({
  serverNow: () => Date.parse("2026-11-24T12:00:00.000Z"),
  getConnection: () => ({ listen: () => () => {}, watchFeed: () => () => {}, state: "live", onState: () => () => {} }),
}));
vi.mock("../../features/reports/bar-chart.tsx", () => ({
  default: ({ summary }: { summary: string }) => <p>{summary}</p>,
}));

const figures: ReportFigures = {
  lots: 4,
  sold: 3,
  sellThrough: 75,
  bids: 30,
  bidsPerLot: 7.5,
  bidders: 9,
  newBidders: 4,
  returningBidders: 5,
  hammer: { NGN: 250_000, USD: 50, ngn: 290_000 },
  fees: { NGN: 5_000, USD: 0, ngn: 5_000 },
  premium: { NGN: 0, USD: 0, ngn: 0 },
  vat: { NGN: 0, USD: 0, ngn: 0 },
  received: 180_000,
  reversed: 1_000,
  defaults: 1,
  penaltiesKept: 4_500,
  penaltiesReturned: 0,
  depositsTaken: 50_000,
  depositsReturned: 1_800,
  refunds: 8_167.5,
};
const none: ReportFigures = {
  ...figures,
  lots: 0,
  sold: 0,
  sellThrough: null,
  bids: 0,
  bidsPerLot: null,
  bidders: 0,
  newBidders: 0,
  returningBidders: 0,
  hammer: { NGN: 0, USD: 0, ngn: 0 },
  fees: { NGN: 0, USD: 0, ngn: 0 },
  premium: { NGN: 0, USD: 0, ngn: 0 },
  vat: { NGN: 0, USD: 0, ngn: 0 },
  received: 0,
  reversed: 0,
  defaults: 0,
  penaltiesKept: 0,
};
const report: Report = {
  from: "2026-11-16",
  to: "2026-11-24",
  by: "week",
  at: "2026-11-24T12:00:00.000Z",
  isPartial: true,
  left: 0,
  rows: [
    { key: "2026-11-16", title: null, ...figures },
    { key: "2026-11-23", title: null, ...none },
  ],
  total: figures,
};

const open = (answer: Report, search = "") => {
  const user = { ...testUser, role: "cashier" as const };
  useSession.getState().logIn(user, "t");
  const calls = answerFetch({
    "GET /auth/profile": { body: { user } },
    "GET /admin/reports": { body: answer },
  });
  renderAt(`/admin/reports${search}`, { "/admin/reports": ReportsScreen });
  return () => calls.filter(({ call }) => call === "GET /admin/reports").map((one) => one.search);
};

afterEach(cleanUp);

it("shows the sums, a row for each week, and says that some lots are left out", async () => {
  const asked = open(report);
  expect(await screen.findByText("These are not all lots")).toBeTruthy();
  expect([...new Set(asked())]).toEqual(["?from=2026-09-07&to=2026-11-24&by=week"]);
  const rowsOf = (name: string) =>
    within(screen.getByRole("region", { name }))
      .getAllByRole("row")
      .map((row) => row.textContent);
  const rows = rowsOf("Lots and bidders");
  expect(rows).toHaveLength(4);
  expect(rows[1]).toMatch(/^16 Nov 20264375%7\.59451$/);
  expect(rows[2]).toMatch(/^23 Nov 202600––000/);
  expect(rows[3]).toMatch(/^All4375%/);
  expect(rowsOf("Prices and payments")[1]).toMatch(
    /^16 Nov 2026₦290,000\.00with \$50\.00₦5,000\.00₦180,000\.00₦1,000\.00$/,
  );
  expect(rowsOf("Deposits, refunds and penalties")[1]).toMatch(/^16 Nov 2026₦50,000\.00₦1,800\.00₦8,167\.50₦4,500\.00/);
});

it("says each plot in words", async () => {
  open(report);
  expect(await screen.findByText(/^Sell-through\. Sold: first 75% \(16 Nov 2026\), highest 75%/)).toBeTruthy();
  expect(screen.getByText(/^Bidders\. New: first 4 .* Returning: first 5/)).toBeTruthy();
  expect(screen.getByText(/^Revenue in naira\. Hammer and fees: first ₦295,000\.00/)).toBeTruthy();
});

it("keeps the grouping in the address, and links each sale", async () => {
  const bySale: Report = {
    ...report,
    by: "sale",
    left: 3,
    rows: [
      { key: "s1", title: "November", closesAt: "2026-11-21T18:00:00.000Z", ...figures },
      { key: "", title: null, ...none },
    ],
  };
  const asked = open(bySale, "?from=2026-11-01&to=2026-11-24");
  fireEvent.click(await screen.findByRole("button", { name: "By sale" }));
  await waitFor(() => expect(asked().at(-1)).toBe("?from=2026-11-01&to=2026-11-24&by=sale"));
  expect(screen.getByRole("link", { name: "November, 21 Nov 2026" }).getAttribute("href")).toBe("/admin/sales/s1");
  expect(screen.getAllByRole("rowheader", { name: "No sale" })).toHaveLength(3);
  expect(screen.getByText(/^3 older sales are not listed/)).toBeTruthy();
});

it("says that there is nothing in the period", async () => {
  open({ ...report, isPartial: false, rows: [], total: none });
  expect(await screen.findByText("No lot ended on these days, and no payment came.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

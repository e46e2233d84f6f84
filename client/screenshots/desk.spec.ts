// The desk with something in every panel and on a quiet day, and a report of twelve weeks.
import { expect, test } from "../e2e/support/test.ts";
import { shootDesk } from "./shoot.ts";

const now = Date.now();
const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const lot = (title: string, currency = "NGN") => ({ _id: title, title, currency });
const drum = lot("Gangan talking drum with curved stick and shoulder strap");
const ada = { _id: "ada", username: "ada.okafor" };
const owed = (minutes: number) => ({
  _id: String(minutes),
  auction: drum,
  buyer: ada,
  remaining: 232_000,
  dueAt: inMinutes(minutes),
});
const ending = (minutes: number) => ({
  auction: drum,
  currentPrice: 45_000,
  bidCount: 12,
  reserveMet: minutes > 60,
  endTime: inMinutes(minutes),
  sale: { _id: "s", title: "November sale", lotNumber: minutes },
});
const desk = {
  at: inMinutes(0),
  isPartial: true,
  needsHand: 7,
  wantsMail: true,
  ending: { total: 23, rows: [3, 40, 90, 200, 300].map(ending) },
  toPay: { total: 9, overdue: 1, rows: [-5, 600, 3_000].map(owed) },
  buying: { total: 2, rows: [9, 42].map(owed) },
  stuck: {
    total: 2,
    rows: [
      { kind: "forfeit", _id: "f", auction: drum, person: ada, since: inMinutes(-90), problem: "The engine refused" },
      {
        kind: "transfer",
        _id: "t",
        auction: null,
        person: ada,
        since: inMinutes(-900),
        problem: "No answer of the bank",
      },
    ],
  },
  waiting: {
    total: 2,
    rows: [
      { kind: "withdrawal", _id: "w", person: ada, amountNgn: 20_000, since: inMinutes(-2_000) },
      { kind: "balance", _id: "b", person: ada, amountNgn: 800_000, since: inMinutes(-30) },
    ],
  },
  unsold: {
    total: 1,
    rows: [{ auction: drum, bidCount: 3, currentPrice: 30_000, reserveMet: false, endTime: inMinutes(-3_000) }],
  },
  mails: {
    total: 1,
    rows: [
      {
        _id: "m",
        kind: "outbid",
        to: "ada.with.a.very.long.address@people.example.ng",
        user: ada,
        failedAt: inMinutes(-70),
        problem: "550 5.1.1 The mailbox does not exist",
      },
    ],
  },
};

test("the desk", async ({ administrator, open }) => {
  const page = await open(administrator, "/admin/desk");
  await expect(page.getByRole("region", { name: /^Ending today/ })).toBeVisible();
  await shootDesk(page, "desk-demo");
  await page.route("**/api/admin/desk", (route) => route.fulfill({ json: desk }));
  await page.reload();
  await expect(page.getByText("7 things to do.")).toBeVisible();
  await shootDesk(page, "desk-busy");
});

const figuresOf = (n: number) => {
  const hammer = 3_200_000.5 * (1 + (n % 4));
  return {
    lots: 30 + n,
    sold: 20 + n,
    sellThrough: 55.5 + ((n * 7) % 40),
    bids: 200 + n,
    bidsPerLot: 4.25 + ((n * 3) % 9),
    bidders: 60 + n,
    newBidders: 12 + n,
    returningBidders: 48,
    hammer: { NGN: hammer, USD: 0, ngn: hammer },
    fees: { NGN: 42_000, USD: 0, ngn: 42_000 },
    received: 2_800_000 * (1 + (n % 3)),
    reversed: 0,
    defaults: n % 4,
    penaltiesKept: (n % 4) * 21_000.5,
    penaltiesReturned: 0,
  };
};
test("reports", async ({ administrator, open }) => {
  const page = await open(administrator, "/admin/desk");
  const rows = Array.from({ length: 12 }, (_, n) => ({
    key: new Date(Date.UTC(2026, 8, 7 + 7 * n)).toISOString().slice(0, 10),
    title: null,
    ...figuresOf(n),
  }));
  await page.route("**/api/admin/reports?*", (route) =>
    route.fulfill({
      json: {
        from: "2026-09-07",
        to: "2026-11-24",
        by: "week",
        at: inMinutes(0),
        isPartial: false,
        left: 0,
        rows,
        total: figuresOf(40),
      },
    }),
  );
  await page.goto("/admin/reports");
  await expect(page.getByRole("region", { name: "Sell-through" }).locator("canvas")).toBeVisible();
  await shootDesk(page, "reports-weeks");
});

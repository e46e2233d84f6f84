// Tests the week of docs/auction-house.md in real browsers: 40 lots are imported, put into a sale and published; people
// look and bid; the lots close in 20 steps of two; staff look into a complaint, book a payment and relist what did not
// sell. The other specs test each screen; this one tests whether the work passes from one to the next.
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
import { uniqueName } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

const LOTS = 40;
const CLOSE_TOGETHER = 2;
const DAY_MS = 24 * 3_600_000;
/** Bidding goes on for this long once the sale is published. A test cannot wait until Saturday. */
const UNTIL_EVENING_MS = 60_000;
const SPACING_SECONDS = 2;

test("an auction house's week, from the table of lots to the relisted ones", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  test.setTimeout(400_000);
  const stem = uniqueName("Week ");
  const titleOf = (n: number) => `${stem} lot ${String(n).padStart(2, "0")}`;
  const table = [
    // Without soft close, so that the bids of this minute move no end.
    "Lot number,Title,Description,Starting price,Increment,Soft close seconds",
    ...Array.from({ length: LOTS }, (_, n) => `${n + 1},${titleOf(n + 1)},From an estate in Ikeja,1000,100,off`),
  ].join("\n");
  const desk = await open(administrator, "/admin/imports");
  const dialog = desk.getByRole("dialog");

  await test.step("Monday: a pasted table becomes 40 drafts", async () => {
    await desk.getByLabel("Or paste a table").fill(table);
    await desk.getByRole("button", { name: "Check the table" }).click();
    await desk.getByRole("button", { name: `Make ${LOTS} drafts` }).click();
    await expect(desk.getByRole("heading", { name: `${LOTS} drafts made` })).toBeVisible({ timeout: 60_000 });
  });

  let sale: Sale | undefined;
  await test.step("Tuesday: they become a sale, which is published", async () => {
    await desk.getByRole("link", { name: "Choose for a sale" }).click();
    await desk.getByRole("button", { name: "Create a sale" }).click();
    await desk.getByLabel("Title").fill(`${stem} sale`);
    await desk.getByLabel(/^First lot closes/).fill(new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 16));
    await desk.getByRole("button", { name: "Create the draft" }).click();
    await desk.getByRole("button", { name: "Add the imported lots" }).click();
    await expect(desk.getByText(`${LOTS} lots added`)).toBeVisible();
    await expect(desk.getByRole("heading", { name: `In the sale (${LOTS})` })).toBeVisible();
    const id = new URL(desk.url()).pathname.split("/").at(-1);
    const drafted = (await api.call<{ sale: Sale }>("GET", `/api/sales/${id}`, administrator)).sale;
    const closing = { closing: "together", groupSize: CLOSE_TOGETHER, spacingSeconds: SPACING_SECONDS };
    const closesAt = new Date(Date.now() + UNTIL_EVENING_MS).toISOString();
    const body = { revision: drafted.revision, closesAt, ...closing };
    sale = (await api.call<{ sale: Sale }>("PUT", `/api/sales/${id}`, administrator, body)).sale;
    await desk.reload();
    await desk.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(desk.getByText(`Published: ${LOTS} lots.`)).toBeVisible();
  });
  const saleId = sale?._id ?? "";

  const [ada, bola, chidi] = await Promise.all(["ada", "bola", "chidi"].map((name) => api.member(name)));
  if (!ada || !bola || !chidi) throw new Error("three members");
  const found = await api.call<{ lots: { auction: Auction }[] }>("GET", `/api/sales/${saleId}/lots?limit=100`, null);
  const idOf = (n: number): string =>
    found.lots.find(({ auction }) => auction.title === titleOf(n))?.auction._id ?? `no ${titleOf(n)}`;

  await test.step("Wednesday to Friday: a phone reads the catalogue, and bids come on ten lots", async () => {
    const phone = await open(ada, `/sales/${saleId}`, { viewport: { width: 390, height: 844 } });
    const first = phone.getByRole("article", { name: titleOf(1) });
    await expect(first).toContainText("₦1,000");
    for (let n = 1; n <= 10; n += 1) await api.bid(ada, idOf(n), 2_000);
    for (let n = 1; n <= 5; n += 1) await api.bid(bola, idOf(n), 3_000);
    await expect(first).toContainText("₦3,000");
    await expect(api.bid(chidi, idOf(2), 1_500)).rejects.toThrow();
  });

  await test.step("Saturday: the console follows 20 closings of two lots each, in their order", async () => {
    await desk.goto(`/admin/sales/${saleId}/console`);
    const figures = desk.getByLabel("The sale so far");
    await expect(desk.getByText("No lot is open.")).toBeVisible({ timeout: 180_000 });
    await expect(figures).toContainText("Sold10");
    await expect(figures).toContainText("Unsold30");
    await expect(figures).toContainText("Sell-through25%");
    // Five at 3,000 and five at 2,000.
    await expect(figures).toContainText("₦25,000.00");
    const closed = await api.call<{ lots: { auction: Auction }[] }>("GET", `/api/sales/${saleId}/lots?limit=100`, null);
    const ends = closed.lots.map(({ auction }) => Date.parse(auction.endTime));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(new Set(ends).size).toBe(LOTS / CLOSE_TOGETHER);
  });

  await test.step("Sunday: the complaint of a bidder whose bid was refused", async () => {
    await desk.goto(`/admin/auctions/${idOf(2)}/history`);
    await desk.getByRole("link", { name: "Complaint", exact: true }).click();
    const choice = desk.getByLabel("Bidder");
    const named = await choice.locator("option", { hasText: chidi.user.username }).textContent();
    await choice.selectOption({ label: named ?? "" });
    const entries = desk.getByRole("main").getByRole("listitem");
    await expect(entries.filter({ hasText: "Refused bid of ₦1,500.00: too low" })).toContainText("UTC");
  });

  await test.step("Monday: a transfer is booked, and the lot is sold", async () => {
    await desk.goto(`/admin/settlements?q=${encodeURIComponent(titleOf(1))}`);
    const row = desk.getByRole("row").filter({ hasText: titleOf(1) });
    await row.getByRole("button", { name: /^Record payment/ }).click();
    await expect(dialog.getByLabel("Amount (₦)")).toHaveValue("2,400");
    await dialog.getByLabel(/^The bank's reference/).fill("GTB 1001");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await expect(row).toContainText("To be prepared for pickup");
  });

  await test.step("Monday: what did not sell is relisted", async () => {
    await desk.goto(`/admin/auctions?status=ended&limit=50&search=${encodeURIComponent(stem)}`);
    await desk.getByLabel("Select all on this page").check();
    const bar = desk.getByRole("region", { name: "Selected lots" });
    // The paid one is under "Sold" now.
    await expect(bar).toContainText(`${LOTS - 1} selected`);
    await bar.getByRole("button", { name: "Relist" }).click();
    await dialog.getByRole("button", { name: "Relist 30 lots" }).click();
    await expect(dialog).toContainText("30 of 30 done.", { timeout: 60_000 });
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await desk.goto(`/admin/auctions?status=draft&limit=50&search=${encodeURIComponent(stem)}`);
    await expect(desk.getByRole("heading", { name: "Auctions (30 total)" })).toBeVisible();
  });
});

// Tests the evidence of a lot in a real browser: its history shows a refused bid, staff say why they end the lot, and
// the page of a complaint shows everything that one bidder tried, and prints.
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("staff show what was refused and when, why they ended the lot, and one bidder's whole story", async ({
  administrator,
  api,
  open,
}) => {
  const title = uniqueName("Loom ");
  const lot = await api.createAuction(
    { title, description: "A loom of iroko wood.", startingPrice: 10_000 },
    administrator,
  );
  await api.call("PUT", `/api/auctions/${lot._id}`, administrator, { description: "A loom of mahogany wood." });
  const chidi = await api.member("chidi");
  await api.bid(chidi, lot._id, 12_000);
  await expect(api.bid(chidi, lot._id, 100)).rejects.toThrow();

  const page = await open(administrator, `/auction/${lot._id}`);
  const controls = page.getByRole("region", { name: "Auction controls" });
  await controls.getByRole("button", { name: "End now" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason (optional)").fill("The owner needs it back");
  await expectAccessible(page, "the question with a reason");
  await dialog.getByRole("button", { name: "End now" }).click();
  await expect(controls.getByRole("button", { name: "End now" })).toHaveCount(0);

  await controls.getByRole("link", { name: "History" }).click();
  await expect(page.getByText(/Refused bid of ₦100\.00: too low, at least ₦12,500\.00 was needed\./)).toBeVisible();
  await expect(page.getByText(/Reason: “The owner needs it back”/)).toBeVisible();
  await page.getByText("Description: what changed").click();
  await expect(page.locator("del")).toHaveText("iroko");
  await expect(page.locator("ins")).toHaveText("mahogany");
  await page.getByLabel("Show", { exact: true }).selectOption("refused");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page, "the refused attempts of a lot");

  await page.getByRole("link", { name: "Complaint", exact: true }).click();
  const choice = page.getByLabel("Bidder");
  const named = await choice.locator("option", { hasText: "chidi" }).textContent();
  await choice.selectOption({ label: named ?? "" });
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries.filter({ hasText: "Refused bid of ₦100.00" })).toContainText("UTC");
  await expect(entries.first()).toContainText("₦12,000.00");
  await expectAccessible(page, "a complaint");
  await page.setViewportSize({ width: 360, height: 740 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, "the page does not scroll sideways").toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(entries.first()).toBeVisible();
});

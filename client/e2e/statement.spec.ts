// Tests the statement and the receipts: from the profile to a month, a filter and the files. The address keeps what is
// shown.
import { readFile } from "node:fs/promises";
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("a user reads the balance's changes by month and kind, shares the address and saves files", async ({
  api,
  open,
}) => {
  const admin = await api.session("admin");
  const ngozi = await api.register(uniqueName("ngozi"));
  const edit = (action: string, balance: number) =>
    api.call("PUT", `/api/users/admin/balance/${ngozi.user._id}`, admin, { action, balance });
  await edit("add", 50_000);
  await edit("subtract", 12_500.5);

  const page = await open(ngozi, "/profile/money", { viewport: { width: 360, height: 740 } });
  await page.getByRole("link", { name: "Statement and receipts" }).click();
  await expect(page).toHaveURL(/\/profile\/statement$/);
  const table = page.getByRole("table", { name: "Changes of your balance, newest first" });
  await expect(table.getByRole("row").nth(1)).toContainText("Subtracted by our team");
  await expect(table.getByRole("row").nth(1)).toContainText("-₦12,500.50");
  await expect(table.getByRole("row").nth(1)).toContainText("₦37,499.50");
  const closing = page.getByText("Balance now").locator("..");
  await expect(closing).toContainText("₦37,499.50");
  await expectAccessible(page, "the statement on a phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // A change elsewhere appears without a reload.
  await edit("add", 1_000);
  await expect(closing).toContainText("₦38,499.50");

  await page.getByLabel("Show").selectOption("forfeits");
  await expect(page).toHaveURL(/month=20\d\d-\d\d&kind=forfeits$/);
  await expect(page.getByText(/^Nothing of this kind in /)).toBeVisible();
  await page.getByRole("button", { name: "Show every kind" }).click();
  await expect(table.getByRole("row")).toHaveCount(4);
  await page.goBack();
  await expect(page.getByLabel("Show")).toHaveValue("forfeits");
  await page.goto("/profile/statement?month=2020-01");
  await expect(page.getByText("Nothing happened in January 2020")).toBeVisible();
  await page.getByRole("button", { name: "Show all months" }).click();
  await expect(page).toHaveURL(/month=all$/);

  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("statement_start_now.csv");
  expect(await readFile(await csv.path(), "utf8")).toContain('"Subtracted by our team","","","","",12500.50');
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");

  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await expect(page).toHaveURL(/tab=receipts$/);
  await expect(page.getByText("You have no receipts yet")).toBeVisible();
  await page.goto("/profile/nothing");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

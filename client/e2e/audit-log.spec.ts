// Tests the audit log: an administrator finds who did what, from where, by filters that the address keeps, and
// downloads it.
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("an administrator filters the audit log, pages through it, goes back and downloads what is shown", async ({
  administrator,
  api,
  open,
}) => {
  const ada = await api.member("ada");
  const { username, _id } = ada.user;
  await api.call("PUT", `/api/users/admin/balance/${_id}`, administrator, {
    balance: 250,
    action: "add",
    reason: "=Paid in cash",
  });
  const lot = await api.createAuction({ title: `Bronze bell for ${username}` });
  const page = await open(administrator, "/admin/audit-log");
  const table = page.getByRole("table", { name: "Entries of the audit log, newest first" });

  await test.step("all entries, with links", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
    const made = table.getByRole("row").filter({ hasText: `Bronze bell for ${username}` });
    await expect(made).toContainText("Lot made");
    await expect(made.getByRole("link", { name: `Bronze bell for ${username}` })).toHaveAttribute(
      "href",
      `/auction/${lot._id}`,
    );
    await expectAccessible(page, "audit log");
  });

  await test.step("the filter is in the address", async () => {
    await page.getByLabel("To whom or lot").fill(username);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`subject=${username}`));
    const row = table.getByRole("row").filter({ hasText: "=Paid in cash" });
    await expect(row).toContainText("Balance changed");
    await expect(row).toContainText(administrator.user.username);
    await expect(row).toContainText(/127\.0\.x\.x|0:0:x/);
    await row.getByText("Details").click();
    await expect(row.getByText("25000", { exact: true })).toBeVisible();
  });

  await test.step("the file has the rows that are shown", async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^audit-log_\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text).toContain("=Paid in cash");
    expect(text).not.toContain("Bronze bell");
  });

  await test.step("an action applies at once, nothing found says so, and Back returns", async () => {
    await page.getByLabel("What").selectOption({ label: "Lot made" });
    await expect(page.getByText("No entry matches this filter")).toBeVisible();
    await page.goBack();
    await expect(table.getByRole("row").filter({ hasText: "=Paid in cash" })).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(table).toContainText(`Bronze bell for ${username}`);
    await expect(page.getByLabel("To whom or lot")).toHaveValue("");
  });

  await test.step("the file was recorded", async () => {
    await page.goto("/admin/audit-log?action=file+downloaded");
    await expect(table).toContainText("Downloaded a file: audit log");
  });

  await test.step("on a phone it is cards without a sideways scroll", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/admin/audit-log");
    await expect(table).toContainText("Lot made");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page, "audit log on a phone");
  });
});

test("only administrators see the audit log", { tag: "@long" }, async ({ api, open }) => {
  const page = await open(await api.member("eve"), "/admin/audit-log");
  await expect(page).toHaveURL(/\/$/);
});

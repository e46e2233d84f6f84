// Tests the administrators' page about one user: found by the phone number, suspended after a preview, and restored.
import type { Page } from "@playwright/test";
import { OWN_PASSWORD, type Session } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const show = (page: Page, part: string) =>
  page.getByRole("navigation", { name: /^About / }).getByRole("link", { name: part, exact: true });

const logIn = async (page: Page, { user }: Session) => {
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
};

test("an administrator suspends a user and voids their bids; the user is logged out, reads the reason, and is restored", async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/40[13]/);
  const [uche, rival] = await Promise.all([api.member("uche"), api.member("rival")]);
  const { username } = uche.user;
  const phone = `0803${String(Date.now()).slice(-7)}`;
  await api.call("PUT", "/api/users/profile", uche, { phone });
  const { _id } = await api.createAuction({ title: `Drum driven up by ${username}` });
  await api.bid(rival, _id, 11_000);
  await api.bid(uche, _id, 40_000);
  const victim = await open(uche, "/my-bids");
  await expect(victim.getByText("Live", { exact: true })).toBeVisible();

  const page = await open(administrator, "/admin");
  await test.step("the search finds the phone number in another notation", async () => {
    await page.getByRole("searchbox", { name: "Search users" }).fill(`+234 ${phone.slice(1, 4)} ${phone.slice(4)}`);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: username }).click();
    await expect(page.getByRole("heading", { level: 1, name: username })).toBeVisible();
    await expect(page.getByText(uche.user.email)).toBeVisible();
  });

  await test.step("notes, bids, money and sessions", async () => {
    await page.getByLabel("New note").fill("She called about the drum.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("list", { name: "Notes, newest first" })).toContainText("She called about the drum.");
    await expectAccessible(page, "overview");
    await show(page, "Bids").click();
    await expect(page.getByRole("list", { name: "Bids, newest first" })).toContainText("₦40,000.00");
    await show(page, "Money").click();
    await expect(page.getByRole("table", { name: `Ledger of ${username}, newest first` })).toContainText(
      "₦10,000,000.00",
    );
    await show(page, "Sessions").click();
    await expect(page.getByRole("list", { name: "Sessions, last used first" })).toBeVisible();
  });

  await test.step("the outcome is shown before", async () => {
    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Suspend ${username}?` });
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Please give a reason. The person reads it.");
    await dialog.getByLabel("Reason").fill("Bids with a friend on the same lots");
    await dialog.getByText("30 days").click();
    await dialog.getByLabel(/^Void all bids/).check();
    const outcome = dialog.getByRole("region", { name: "What becomes void" });
    await expect(outcome).toContainText("1 open auction, as they are now");
    await expect(outcome).toContainText("₦40,000.00 → ₦11,000.00");
    await expect(outcome).toContainText(`Leader: ${username} → ${rival.user.username}`);
    await expectAccessible(page, "suspend dialog");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(dialog).toBeHidden();
  });

  await expect(page.getByText(/^Suspended until \d+ \w+ 20\d\d/)).toBeVisible();
  await page.getByText("Bids voided on 1 of 1 open auction").click();
  await expectAccessible(page, "suspended");
  await expect(victim).toHaveURL(/\/login/);
  await logIn(victim, uche);
  await expect(victim.getByText(/The reason: “Bids with a friend on the same lots”/)).toBeVisible();
  await page.goto(`/auction/${_id}`);
  await expect(page.getByText("₦11,000.00").first()).toBeVisible();

  await test.step("restored, the user logs in again", async () => {
    await page.goto(`/admin/users/${uche.user._id}?show=history`);
    await expect(page.getByRole("list", { name: "History, newest first" })).toContainText(
      /Suspended until .*, bids on open auctions voided/,
    );
    await page.getByRole("button", { name: "Restore" }).click();
    const dialog = page.getByRole("dialog", { name: `Restore ${username}?` });
    await dialog.getByLabel("Reason").fill("It was her sister");
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByRole("button", { name: "Suspend", exact: true })).toBeVisible();
    await expect(page.getByRole("list", { name: "History, newest first" })).toContainText("Suspension lifted");
    await logIn(victim, uche);
    await expect(victim).not.toHaveURL(/\/login/);
  });
});

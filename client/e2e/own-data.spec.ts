// Tests the page about a person's own data: the file, the deletion of the account and its obstacles, keeping the
// account, and a new version of the terms.

import { legalVersions } from "@jara/shared/legal-versions";
import { OWN_PASSWORD } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

test("a person downloads their data, sees the obstacles to a deletion, asks for it, and keeps the account", async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/40[03]/);
  const ada = await api.member("ada");
  const page = await open(ada, "/profile/settings");
  await page.getByRole("link", { name: "Your data" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your data" })).toBeVisible();

  await test.step("the file", async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download my data" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^my-data_\d{4}-\d\d-\d\d\.zip$/);
  });

  await test.step("money in the balance stands against it, with the way to withdraw it", async () => {
    await expect(page.getByText("There is money in your balance")).toBeVisible();
    await expect(page.getByRole("link", { name: "Withdraw money" })).toHaveAttribute("href", "/profile/withdraw");
    await expect(page.getByRole("button", { name: "Delete my account" })).toHaveCount(0);
    await expectAccessible(page, "own data with obstacles");
  });

  await api.call("PUT", `/api/users/admin/balance/${ada.user._id}`, administrator, { balance: 0, action: "set" });
  await page.reload();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await test.step("the question says what happens, and wants the password", async () => {
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(dialog).toContainText("after 7 days");
    await expect(dialog).toContainText("receipts stay as they were written");
    await dialog.getByLabel("Your password", { exact: true }).fill("a wrong password");
    await dialog.getByRole("button", { name: "Delete in 7 days" }).click();
    await expect(dialog.getByText("This password is wrong.")).toBeVisible();
    await expectAccessible(page, "the question");
    await dialog.getByLabel("Your password", { exact: true }).fill(OWN_PASSWORD);
    await dialog.getByRole("button", { name: "Delete in 7 days" }).click();
  });

  await test.step("the account waits, on a phone too, and is kept", async () => {
    await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    const keep = page.getByRole("button", { name: "Keep my account" });
    await expect(keep).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await keep.scrollIntoViewIfNeeded();
    await expectAccessible(page, "own data, waiting");
    await keep.click();
    await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
  });
});

test("an account that waits for its deletion cannot bid, and the refusal says how to go on", { tag: "@long" }, async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/403/);
  const bola = await api.member("bola");
  const setBalance = (balance: number) =>
    api.call("PUT", `/api/users/admin/balance/${bola.user._id}`, administrator, { balance, action: "set" });
  await setBalance(0);
  await api.call("POST", "/api/users/deletion", bola, { password: OWN_PASSWORD });
  await setBalance(1_000_000);
  const lot = await api.createAuction({ title: "A stool from Benin" });
  const page = await open(bola, `/auction/${lot._id}`);
  await page.getByLabel("Your bid (₦)").fill("10500");
  await page.getByRole("form", { name: "Place Your Bid" }).getByRole("button", { name: "Place Bid" }).click();
  await expect(page.getByText(/You asked us to delete your account/).first()).toBeVisible();
});

test("a new version of the terms is shown once, and moves nothing", { tag: "@long" }, async ({ api, open }) => {
  const chidi = await api.member("chidi");
  const page = await open(null, "/");
  await page.route("**/api/users/consents", async (route) => {
    if (route.request().method() === "GET" && !accepted) {
      await route.fulfill({ json: { accepted: [], missing: [{ document: "terms", version: legalVersions.terms }] } });
    } else {
      accepted = true;
      await route.continue();
    }
  });
  let accepted = false;
  await page.goto("/login");
  await page.getByLabel("Email", { exact: true }).fill(chidi.user.email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  const notice = page.getByRole("region", { name: "New terms" });
  await expect(notice).toContainText("Our Terms have changed.");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page, "the new terms");

  await test.step("on a phone, the question covers no button of a lot's bar", async () => {
    const lot = await api.createAuction({ title: "A lot under new terms" });
    await page.goto(`/auction/${lot._id}`);
    await expect(notice).toBeInViewport();
    await page.getByRole("button", { name: "Bid", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  // A tap within the first second does nothing.
  await expect(async () => {
    if (await notice.isVisible()) await notice.getByRole("button", { name: "Continue" }).click();
    await expect(notice).toBeHidden({ timeout: 1000 });
  }).toPass();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(notice).toBeHidden();
});

test("the registration names the terms that it accepts, with links", { tag: "@long" }, async ({ open }) => {
  const page = await open(null, "/register");
  const form = page.locator("form");
  await expect(form.getByText("By creating an account you accept the Terms and the Privacy notice.")).toBeVisible();
  await expect(form.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "/terms");
  await expect(form.getByRole("link", { name: "Privacy notice" })).toHaveAttribute("href", "/privacy");
  await page.setViewportSize({ width: 360, height: 740 });
});

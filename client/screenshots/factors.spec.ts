// Two-step verification, passkeys, the question for a proof, and a person's own data, each in its states.
import { generateSync } from "otplib";
import { OWN_PASSWORD } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const passkey = (name: string, lastUsedAt: string | null) => ({
  _id: name,
  name,
  isSynced: true,
  createdAt: "2026-11-02T09:00:00.000Z",
  lastUsedAt,
});

test("two-step verification and passkeys", async ({ api, open, watch }) => {
  watch.expectErrors(/40[013] .*\/api\//);
  const member = await api.member("halima");
  const page = await open(member, "/profile/security");
  const panel = page.getByRole("region", { name: "Two-step verification" });
  await panel.getByRole("button", { name: "Set up" }).click();
  await expect(panel.getByRole("img", { name: /QR code/ })).toBeVisible();
  await shoot(page, "factors-set-up");
  const secret = ((await panel.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code from your authenticator app").fill(generateSync({ secret }));
  await panel.getByRole("button", { name: "Switch on" }).click();
  await expect(panel.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await shoot(page, "factors-recovery-codes");
  await panel.getByRole("checkbox", { name: "I have saved these codes" }).check();
  await panel.getByRole("button", { name: "Done" }).click();
  await page.route("**/api/auth/passkeys", (route) =>
    route.fulfill({
      json: { passkeys: [passkey("Phone", "2026-11-22T18:30:00.000Z"), passkey("Laptop at the shop", null)] },
    }),
  );
  await page.reload();
  await expect(panel.getByText("10 recovery codes are left")).toBeVisible();
  await shoot(page, "factors-on");

  const later = await open(null, "/login");
  await later.getByLabel("Email").fill(member.user.email);
  await later.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await later.getByRole("button", { name: "Login" }).click();
  await expect(later.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  await shoot(later, "factors-second-step");
});

test("the question for a proof", async ({ administrator, api, open, watch }) => {
  watch.expectErrors(/403 .*\/api\//);
  const member = await api.member("chuka");
  const page = await open(administrator, `/admin/users/${member.user._id}`);
  await page.route("**/suspend", (route) =>
    route.fulfill({ status: 403, json: { code: "PROOF_REQUIRED", message: "", methods: ["password"] } }),
  );
  await page.getByRole("button", { name: "Suspend" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Bids that were never meant");
  await dialog.getByRole("button", { name: /^Suspend/ }).click();
  await expect(page.getByRole("dialog", { name: "Confirm that it is you" })).toBeVisible();
  await shoot(page, "factors-question", "view");
});

test("a person's own data", async ({ administrator, api, open }) => {
  const member = await api.member("zainab");
  const page = await open(member, "/profile/privacy");
  await expect(page.getByText("There is money in your balance")).toBeVisible();
  await shoot(page, "own-data-obstacles");
  await api.call("PUT", `/api/users/admin/balance/${member.user._id}`, administrator, { balance: 0, action: "set" });
  await page.reload();
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog).toBeVisible();
  await shoot(page, "own-data-question", "view");
  await dialog.getByLabel("Your password", { exact: true }).fill(OWN_PASSWORD);
  await dialog.getByRole("button", { name: "Delete in 7 days" }).click();
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
  await shoot(page, "own-data-waiting");
});

// Forgotten password, the links of mails, and Sign-in and security with its states.
import { OWN_PASSWORD } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

test("the login, and the way to a new password", async ({ open, watch }) => {
  watch.expectErrors(/400 .*\/api\/auth\//);
  const page = await open(null, "/login");
  await page.getByLabel("Email").fill("ada@auction.test");
  await shoot(page, "security-login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await shoot(page, "security-forgot");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText("Still nothing? Write to")).toBeVisible();
  await shoot(page, "security-forgot-sent");

  await page.goto("/reset-password?token=made-up&email=ada%40auction.test");
  await page.getByLabel("New password").fill("horse");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await shoot(page, "security-reset");
  await page.getByLabel("New password").fill("quiet lantern over the lagoon");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();
  await shoot(page, "security-reset-broken");
  for (const what of ["confirm", "undo"]) {
    await page.goto(`/${what}-email-change?token=made-up`);
    await expect(page.getByRole("button", { name: /address$/ })).toBeVisible();
    await shoot(page, `security-${what}`);
  }
});

test("Sign-in and security", async ({ api, browser, server, open, watch }) => {
  watch.expectErrors(/40[03] .*\/api\/auth\//);
  const session = await api.member("zainab");
  for (const userAgent of [
    "Mozilla/5.0 (Linux; Android 14; SM-A156B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0",
  ]) {
    const device = await browser.newContext({ userAgent });
    const data = { email: session.user.email, password: OWN_PASSWORD };
    expect((await device.request.post(`${server.url}/api/auth/login`, { data })).ok()).toBe(true);
    await device.close();
  }
  const page = await open(session, "/profile/security");
  await expect(page.getByText("Now on this device")).toBeVisible();
  await shoot(page, "security-page");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: "Change address" }).click();
  await page.getByLabel("Current password").fill("wrong");
  await page.getByLabel("New password").fill("quiet lantern over the lagoon");
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByRole("alert")).toHaveText("This password is wrong.");
  await shoot(page, "security-forms");
  await page.getByLabel("New email address").fill("zainab.new@people.test");
  await page.getByLabel("Your password").fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Send link to new address" }).click();
  await expect(page.getByText("We have sent a link to")).toBeVisible();
  await page.route("**/api/auth/change-password", (route) =>
    route.fulfill({ status: 403, json: { code: "FORBIDDEN", message: "" } }),
  );
  await page.getByRole("button", { name: "Save new password" }).click();
  await expect(page.getByText("Your account has no password yet")).toBeVisible();
  await shoot(page, "security-outcomes");
  await page
    .getByRole("button", { name: /^Log out Firefox/ })
    .first()
    .click();
  await shoot(page, "security-question", "view");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await api.call(
    "DELETE",
    "/api/auth/sessions",
    await api.call("POST", "/api/auth/login", null, { email: session.user.email, password: OWN_PASSWORD }),
  );
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
  await expect(page.getByText(/^You were logged out because/)).toBeVisible();
  await shoot(page, "security-logged-out");
});

// Tests two-step verification in a browser: setting it up, logging in with a code and with a recovery code, the
// question for a proof in an administrator's action, and an administrator who must set it up first.
import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { type Api, OWN_PASSWORD, type Session } from "./support/api.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const PERIOD_S = 30;
const codeAt = (secret: string, stepsLater = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsLater * PERIOD_S });

interface Factor {
  secret: string;
  codes: string[];
}

/** Sets the app up by the API, in this session. */
const giveFactor = async (api: Api, session: Session): Promise<Factor> => {
  const { secret } = await api.call<{ secret: string }>("POST", "/api/auth/second-factor/totp", session);
  const { recoveryCodes: codes } = await api.call<{ recoveryCodes: string[] }>(
    "POST",
    "/api/auth/second-factor/totp/confirm",
    session,
    { code: codeAt(secret, -1) },
  );
  return { secret, codes };
};

const logIn = async (page: Page, email: string): Promise<void> => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
};
const enter = async (page: Page, label: string, code: string, button: string): Promise<void> => {
  await page.getByLabel(label).fill(code);
  await page.getByRole("button", { name: button }).click();
};
const APP_CODE = "Code from your authenticator app";

const phone = { width: 360, height: 800 };
const desk = { width: 1280, height: 800 };

/** Leaves the page at the size of a desk. */
const expectGoodOnBoth = async (page: Page, what: string): Promise<void> => {
  for (const [size, viewport] of Object.entries({ "360 px": phone, "1280 px": desk })) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page, `${what}, ${size}`);
  }
};

test("a person sets the app up, logs out and in with a code, and switches it off, on a phone and at a desk", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/40[13] .*\/api\/auth\/(login|second-factor)/, /400 .*\/api\/auth\/(login|second-factor)/);
  const ngozi = await api.member("ngozi");
  const page = await open(ngozi, "/profile/security", { viewport: phone });
  const panel = page.getByRole("region", { name: "Two-step verification" });
  await panel.getByRole("button", { name: "Set up" }).click();
  await expect(panel.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = ((await panel.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await expectGoodOnBoth(page, "the set-up");
  await enter(page, APP_CODE, "000000", "Switch on");
  await expect(panel.getByRole("alert")).toContainText("This code is wrong");
  await enter(page, APP_CODE, codeAt(secret, -1), "Switch on");
  const items = panel.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    panel.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/recovery-codes\.txt$/);
  await expectGoodOnBoth(page, "the recovery codes");
  await panel.getByRole("checkbox", { name: "I have saved these codes" }).check();
  await panel.getByRole("button", { name: "Done" }).click();
  await expect(panel).toContainText("10 recovery codes are left");

  const later = await open(null, "/login", { viewport: desk });
  await logIn(later, ngozi.user.email);
  await expect(later.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  await expect(later.getByLabel(APP_CODE)).toBeFocused();
  await expectGoodOnBoth(later, "the second step");
  await enter(later, APP_CODE, "000000", "Log in");
  await expect(later.getByRole("alert")).toContainText("This code is wrong");
  await later.getByRole("button", { name: "Back to login" }).click();
  await expect(later.getByRole("heading", { name: "Login" })).toBeVisible();
  await logIn(later, ngozi.user.email);
  await enter(later, APP_CODE, codeAt(secret), "Log in");
  await expect(later).toHaveURL(/\/$/);

  const lost = await open(null, "/login", { viewport: phone });
  await logIn(lost, ngozi.user.email);
  await lost.getByRole("button", { name: "Use a recovery code" }).click();
  await enter(lost, "Recovery code", codes[0]?.toLowerCase() ?? "", "Log in");
  await expect(lost).toHaveURL(/\/$/);
  await lost.goto("/profile/security");
  await expect(lost.getByText("9 recovery codes are left")).toBeVisible();
  await lost.getByRole("button", { name: "Switch off" }).click();
  await lost.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await expect(lost.getByRole("button", { name: "Set up" })).toBeVisible();
});

test("an old proof is asked for again in an administrator's action, which then goes on, on a phone and at a desk", {
  tag: "@long",
}, async ({ api, open, watch, administrator }) => {
  watch.expectErrors(/40[03] .*\/api\//);
  const member = await api.member("chuka");
  // The set-up in another session makes the proof of this one void.
  const elsewhere = await api.call<Session>("POST", "/api/auth/login", null, {
    email: administrator.user.email,
    password: OWN_PASSWORD,
  });
  const { secret } = await giveFactor(api, elsewhere);
  const page = await open(administrator, `/admin/users/${member.user._id}`, { viewport: phone });
  const suspend = async (): Promise<void> => {
    await page.getByRole("button", { name: "Suspend" }).first().click();
    await page.getByRole("dialog").getByLabel("Reason").fill("He asked for it");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Suspend/ })
      .click();
  };
  await suspend();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(question).toBeVisible();
  await expect(question.getByLabel(APP_CODE)).toBeFocused();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("you did not confirm that it is you")).toBeVisible();
  await page.setViewportSize(desk);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Suspend/ })
    .click();
  await question.getByLabel(APP_CODE).fill(codeAt(secret));
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText("Suspended").first()).toBeVisible();
});

test("an administrator without a second factor is led to its set-up where the site requires it", {
  tag: "@long",
}, async ({ browser }) => {
  const server = await AuctionServer.open({ REQUIRE_SECOND_FACTOR: "admins" });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await page.goto("/login");
    await page.getByLabel("Email").fill("admin@auction.test");
    await page.getByLabel("Password", { exact: true }).fill("admin1234");
    await page.getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/admin");
    await page.getByRole("link", { name: "Set it up now" }).click();
    await expect(page.getByText("Staff need two-step verification")).toBeVisible();
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    const panel = page.getByRole("region", { name: "Two-step verification" });
    const secret = ((await panel.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await enter(page, APP_CODE, codeAt(secret), "Switch on");
    await panel.getByRole("checkbox", { name: "I have saved these codes" }).check();
    await panel.getByRole("button", { name: "Done" }).click();
    await expect(panel.getByText("Staff of this site cannot switch it off.")).toBeVisible();
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Admin Panel" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Set it up now" })).toBeHidden();
  } finally {
    await context.close();
    await server.close();
  }
});

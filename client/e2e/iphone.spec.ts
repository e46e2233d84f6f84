// Tests push messages on an iPhone, which can show them only once the site is on its home screen: the page explains
// that, and asks the phone for no permission before.
import { devices, type Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const { userAgent, viewport, isMobile, hasTouch } = devices["iPhone 14"];
const iphone = { userAgent, viewport, isMobile, hasTouch };

/** Safari on an iPhone has no part of push messages in a tab. */
const asInATab = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ["PushManager", "Notification"]) Reflect.deleteProperty(window, name);
  });
/** A site that was opened from the home screen has them, and nobody was asked yet. Notes each question to the person. */
const asFromTheHomeScreen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Notification.requestPermission = async () => {
      document.documentElement.dataset.asked = "";
      return "default";
    };
  });

const preferences = "/notifications/preferences";
const words = /On an iPhone or iPad, first put the site on your home screen: tap Share, then “Add to Home Screen”\./;

test("says in a tab how to put the site on the home screen, and asks for no permission, also after the first bid", {
  tag: "@long",
}, async ({ api, open }) => {
  const ada = await api.member("ada");
  const { _id } = await api.createAuction({ title: uniqueName("Lamp on an iPhone ") });
  const page = await open(ada, "about:blank", iphone);
  await asInATab(page);
  await page.goto(preferences);
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole("switch", { name: /Tell me on this device/ })).toHaveCount(0);
  await expectAccessible(page, "push messages on an iPhone that are not possible yet");

  await page.goto(`/auction/${_id}`);
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(/^Your bid/).fill("10500");
  await sheet.getByRole("button", { name: "Place Bid" }).click();
  await expect(sheet.getByText(/You lead at/)).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Back to Auctions" }).click();
  // The hint of the home screen comes in place of the question about push messages.
  await expect(page.getByText("Tap Share, then “Add to Home Screen”.")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("offers push messages once it was opened from the home screen, and asks the phone only when they are switched on", {
  tag: "@long",
}, async ({ api, open }) => {
  const page = await open(await api.member("ada"), "about:blank", iphone);
  await asFromTheHomeScreen(page);
  await page.goto(preferences);
  const here = page.getByRole("switch", { name: /Tell me on this device/ });
  await expect(here).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-asked");
  await here.click();
  await expect(page.locator("html")).toHaveAttribute("data-asked");
});

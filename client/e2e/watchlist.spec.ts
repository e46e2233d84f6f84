// Tests the watchlist: the lots that a visitor watches stay through the log-in and are there on another device, and
// lots that are over come last.
import type { Page } from "@playwright/test";
import { OWN_PASSWORD, uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const card = (page: Page, title: string) => page.getByRole("article", { name: title });
const heart = (page: Page, title: string) => page.getByRole("button", { name: new RegExp(`atch(ing)? ${title}$`) });
const logInAt = async (page: Page, email: string) => {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
};

test("a lot that a visitor watches is still watched after the log-in, on every device, until it is taken off the list", async ({
  api,
  open,
}) => {
  const title = uniqueName("Amber comb ");
  const lot = await api.createAuction({ title });
  const ada = await api.member("ada");
  const page = await open(null, `/?search=${encodeURIComponent(title)}`);
  await heart(page, title).click();
  await expect(heart(page, title)).toHaveAttribute("aria-pressed", "true");
  await expect(card(page, title).getByText("Watching")).toBeVisible();
  await expect(page, "the card's link was not followed").toHaveURL(/search=/);
  await page.reload();
  await expect(card(page, title).getByText("Watching")).toBeVisible();

  await page.goto("/watchlist");
  await expect(page).toHaveTitle(/Watchlist/);
  await expect(card(page, title)).toBeVisible();
  await expectAccessible(page, "a visitor's watchlist");
  await page.getByRole("main").getByRole("link", { name: "Log in" }).click();
  await logInAt(page, ada.user.email);
  await expect(page).toHaveURL(/\/watchlist$/);
  await expect(card(page, title)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("watchlist"))).toBeNull();

  const desk = await open("admin", `/admin/auctions?search=${encodeURIComponent(title)}`);
  await expect(desk.getByText("on 1 watchlist")).toBeVisible();

  const phone = await open(ada, `/auction/${lot._id}`, { viewport: { width: 360, height: 740 } });
  const watch = heart(phone, title);
  await expect(watch).toHaveAttribute("aria-pressed", "true");
  await watch.click();
  await expect(watch).toHaveAttribute("aria-pressed", "false");
  await expect(watch).toHaveAccessibleName(`Watch ${title}`);
  await expect(heart(page, title), "the other device follows").toHaveAttribute("aria-pressed", "false");
  await phone.goto("/watchlist");
  await expect(phone.getByText("You watch no lots yet.")).toBeVisible();
  await expectAccessible(phone, "an empty watchlist");
  await page.reload();
  await expect(page.getByText("You watch no lots yet.")).toBeVisible();
});

test("the list is live, says how a lot ended, and leaves nothing in the browser after the log-out", async ({
  api,
  open,
  watch,
}) => {
  // A request that is under way at the log-out is refused.
  watch.expectErrors(/401 .*\/api\//);
  const [sold, running] = [uniqueName("Brass bell "), uniqueName("Brass gong ")];
  const [bell, gong] = [await api.createAuction({ title: sold }), await api.createAuction({ title: running })];
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  for (const { _id } of [bell, gong]) await api.call("PUT", `/api/watchlist/${_id}`, ada);
  const page = await open(ada, "/watchlist");
  await expect(card(page, running)).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await api.bid(bola, bell._id, 10_500);
  await expect(card(page, sold).getByText("₦10,500.00")).toBeVisible();
  await api.setStatus(bell._id, "ended");
  const ended = page.getByRole("region", { name: "Ended" });
  await expect(ended.getByRole("article", { name: sold })).toBeVisible();
  await expect(ended.getByRole("article", { name: running })).toHaveCount(0);
  await expect(ended.getByText("Somebody won it.")).toBeVisible();
  await page.reload();
  await expect(ended.getByText("Somebody won it.")).toBeVisible();
  await expectAccessible(page, "a watchlist with a lot that is over");

  // The heart can be tapped once more before the page is opened again.
  await heart(page, running).click();
  await expect(heart(page, running)).toHaveAttribute("aria-pressed", "false");
  await expect(card(page, running)).toBeVisible();
  await heart(page, running).click();
  await expect(heart(page, running)).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: "Logout" }).click();
  await page.goto("/watchlist");
  await expect(page.getByText("You watch no lots yet.")).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(bell._id);
  // The visitor's Home may have listed the other lot already.
  expect(kept).not.toContain(ada.user._id);
});

test("a heart that the server refuses changes back, with the reason", { tag: "@long" }, async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/400 .*\/api\/watchlist\//);
  const title = uniqueName("Clay pot ");
  await api.createAuction({ title });
  const page = await open(await api.member("ada"), `/?search=${encodeURIComponent(title)}`);
  const message = "You watch 500 lots, and there is no room for more. Stop watching one of them first.";
  await page.route("**/api/watchlist/*", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 400, json: { code: "INVALID", message } })
      : route.continue(),
  );
  await heart(page, title).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(heart(page, title)).toHaveAttribute("aria-pressed", "false");
});

test("a reader chooses reminders and sets a wish price, which stay; a visitor is told that reminders need an account", {
  tag: "@long",
}, async ({ api, open }) => {
  const title = uniqueName("Bronze bell ");
  const lot = await api.createAuction({ title });
  const page = await open(await api.member("ada"), `/auction/${lot._id}`, { viewport: { width: 390, height: 844 } });
  await heart(page, title).click();
  await expect(heart(page, title)).toHaveAttribute("aria-pressed", "true");
  await page.goto("/watchlist");
  await page.getByRole("button", { name: "Set reminders" }).click();
  const dialog = page.getByRole("dialog", { name: "Remind me of lots I watch" });
  await expect(dialog.getByRole("switch", { name: "1 hour before the end" })).toBeChecked();
  await dialog.getByRole("switch", { name: "24 hours before the end" }).click();
  await expect(dialog.getByRole("switch", { name: "24 hours before the end" })).toBeChecked();
  await expectAccessible(page, "the choice of reminders");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Remind me if still below a price for ${title}` }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("45000");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Reminder if still below ₦45,000.00")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Reminder if still below ₦45,000.00")).toBeVisible();
  await page.getByRole("button", { name: "Set reminders" }).click();
  await expect(dialog.getByRole("switch", { name: "24 hours before the end" })).toBeChecked();

  const visitor = await open(null, "/watchlist");
  await expect(visitor.getByText("Reminders need an account.")).toBeVisible();
});

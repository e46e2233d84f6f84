// Pictures of what brings people back: the watchlist, saved searches, the inbox and its preferences, the question about push
// messages, the hint to install, and the site without a connection.
import { uniqueName } from "../e2e/support/api.ts";
import { AuctionPage } from "../e2e/support/auction-page.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const WIDTHS = [360, 390, 1280];

test("watchlist, saved searches, inbox and preferences", async ({ api, open }) => {
  test.setTimeout(300_000);
  const word = uniqueName("gangan");
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  const pictures = await api.pictures(4);
  const before = await api.createAuction({ title: `Old ${word} drum`, media: pictures.slice(0, 1) });
  const page = await open(ada, `/?search=${word}`);
  await page.getByRole("button", { name: "Save this search" }).click();
  await shoot(page, "save-search", "view", WIDTHS);
  await page.getByRole("dialog").getByLabel("Name").fill("Talking drums in good condition");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Search saved")).toBeVisible();
  const found = [];
  for (const [n, picture] of pictures.slice(1).entries()) {
    found.push(await api.createAuction({ title: `${word} talking drum ${n + 1}`, media: [picture] }));
  }
  for (const { _id } of [before, ...found.slice(0, 2)])
    await api.call("PUT", `/api/watchlist/${_id}`, ada, { wishPrice: 25_000 });
  await api.bid(ada, before._id, 10_500);
  await api.bid(bola, before._id, 11_000);
  await page.goto("/saved-searches");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("3 new lots").first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  await shoot(page, "saved-searches", "view", WIDTHS);
  await page.getByRole("link", { name: "Talking drums in good condition" }).click();
  await expect(page.getByText("New", { exact: true }).first()).toBeVisible();
  await shoot(page, "saved-search-opened", "view", WIDTHS);
  await page.goto("/watchlist");
  await expect(page.getByRole("article")).toHaveCount(3);
  await shoot(page, "watchlist", "view", WIDTHS);
  await page.goto("/notifications");
  await expect(page.getByText("You have been outbid")).toBeVisible();
  await shoot(page, "inbox", "view", WIDTHS);
  await page.goto("/notifications/preferences");
  await expect(page.getByRole("heading", { name: "Quiet hours" })).toBeVisible();
  await shoot(page, "notification-preferences", "page", WIDTHS);
});

test("the question about push messages", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Talking drum", media: await api.pictures(1) });
  const page = await open(await api.member("chidi"), "/bidding-info", { serviceWorkers: "allow" });
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "default" }));
  await page.goto(`/auction/${_id}`);
  const lot = new AuctionPage(page);
  await lot.bid(10_500);
  await expect(lot.youLead).toBeVisible();
  await page.getByRole("button", { name: "Back to Auctions" }).click();
  await expect(page.getByRole("dialog", { name: "Get a message when you are outbid?" })).toBeVisible();
  await shoot(page, "push-question", "view", WIDTHS);
});

test("the hint to install", async ({ open }) => {
  const page = await open(null, "/", { serviceWorkers: "allow" });
  await page.evaluate(() => localStorage.setItem("visits", JSON.stringify({ count: 3, lastAt: 1 })));
  await page.reload();
  await page.evaluate(() =>
    window.dispatchEvent(
      Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: async () => ({}) }),
    ),
  );
  await expect(page.getByText("Put Jara on your home screen")).toBeVisible();
  await shoot(page, "install-hint", "view", WIDTHS);
});

test("without a connection", async ({ api, open, watch }) => {
  watch.expectErrors(/./);
  const { _id } = await api.createAuction({ title: "Calabash seen before", media: await api.pictures(1) });
  const page = await open(await api.member("dayo"), `/auction/${_id}`, { serviceWorkers: "allow" });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.context().setOffline(true);
  await page.goto(`/auction/${_id}`);
  await expect(page.getByText(/^as of/)).toBeVisible();
  await shoot(page, "offline-lot", "view", WIDTHS);
  await page.goto("/");
  await expect(page.getByText(/as of/).first()).toBeVisible();
  await shoot(page, "offline-home", "view", WIDTHS);
});

// Tests data saver: pictures load on tap, there are fewer price events, and nothing of the user's own is delayed.
import type { Page } from "@playwright/test";
import { type Api, uniqueName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expect, test } from "./support/test.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const picturesOf = (page: Page): string[] => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "image" && request.url().includes("/media/")) asked.push(request.url());
  });
  return asked;
};
const switchOn = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Data saver" }).click();
  await page.getByRole("switch", { name: "Save data on this device" }).check();
};

/** Other tests' lots have no pictures, and the newest lots come first. Returns the path of a search for these alone. */
const lotsWithPictures = async (api: Api): Promise<string> => {
  const word = uniqueName("camera");
  for (const [n, picture] of (await api.pictures(4)).entries()) {
    await api.createAuction({ title: `${word} ${n}`, media: [picture] });
  }
  return `/?search=${word}`;
};

test("pictures load when they are tapped, in the smallest size; the choice stays on the device", async ({
  api,
  open,
}) => {
  const page = await open(null, await lotsWithPictures(api), PHONE);
  await switchOn(page);
  await expect(page.getByText(/^Used on this visit: [\d.]+ [kM]B$/)).toBeVisible();
  await expect(page.getByText("Live prices").locator("..").locator("span").last()).toHaveText(/^[\d.]+ kB$/);
  await page.keyboard.press("Escape");

  const asked = picturesOf(page);
  await page.reload();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const first = page.getByRole("button", { name: "Show the picture" }).first();
  await expect(first).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  // The element that covers a card's badge has no background of its own.
  const badge = page.getByRole("article").first().getByText("No reserve");
  await badge.scrollIntoViewIfNeeded();
  const grounds = await badge.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const stack = document.elementsFromPoint(x + width / 2, y + height / 2);
    return stack.slice(0, stack.indexOf(element)).map((above) => getComputedStyle(above).backgroundColor);
  });
  expect(grounds.filter((colour) => colour !== "rgba(0, 0, 0, 0)")).toEqual([]);
  await first.click();
  await expect.poll(() => asked).toEqual([expect.stringMatching(/-480\.avif$/)]);

  await page.getByRole("button", { name: "Data saver" }).click();
  await page.getByRole("switch", { name: "Save data on this device" }).uncheck();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
});

test("the browser's own setting switches it on, and a choice made by hand goes first", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const path = await lotsWithPictures(api);
  const page = await open(null, "about:blank", { ...PHONE, extraHTTPHeaders: { "save-data": "on" } });
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const asked = picturesOf(page);
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Show the picture" }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Data saver" }).click();
  await page.getByRole("switch", { name: "Save data on this device" }).uncheck();
  await page.reload();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test("prices come merged and without their bids; the user's own answer and Outbid come too", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Radio for savers" });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const page = await open(adas, "/bidding-info");
  await switchOn(page);
  const prices: { currentPrice: number; bids?: unknown[] }[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const [, json] = /^42(\["auction:price",.*)$/s.exec(String(payload)) ?? [];
      if (json) prices.push(JSON.parse(json)[1]);
    }),
  );
  await page.goto(`/auction/${_id}`);
  const ada = new AuctionPage(page);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  for (let amount = 10_500; amount <= 15_000; amount += 500) await api.bid(bolas, _id, amount);
  // The first price comes at once, the last one when the interval is over.
  await ada.expectPrice("₦15,000.00");
  expect(prices.length).toBeLessThan(4);
  expect(prices.every((price) => !("bids" in price))).toBe(true);

  await ada.bid(15_500);
  await expect(ada.youLead).toBeVisible();
  await ada.expectPrice("₦15,500.00");
  await api.bid(bolas, _id, 16_000);
  await expect(ada.outbid).toBeVisible();
  await ada.expectPrice("₦16,000.00");

  await page.getByRole("button", { name: "Show the newest bids" }).click();
  await expect(ada.bids.first()).toContainText("₦16,000.00");
  await page.getByRole("button", { name: "Show the chart" }).click();
  await expect(page.getByRole("button", { name: "Show the chart" })).toHaveCount(0);
});

// Tests the staff's desk and the reports in a real browser.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// S520
test("the desk follows a lot from its last hour to its payment, and leads to it", async ({
  administrator,
  api,
  open,
}) => {
  const title = `Desk drum ${Date.now()}`;
  // In its last hour, and still today in Lagos, which is one hour ahead of UTC.
  const midnight = Math.ceil((Date.now() + HOUR_MS) / DAY_MS) * DAY_MS - HOUR_MS;
  const endTime = new Date(Math.min(Date.now() + 50 * 60_000, midnight - 1)).toISOString();
  const lot = await api.createAuction({ title, startingPrice: 1_000, bidIncrement: 100, endTime }, administrator);
  const bidder = await api.member("ada");
  const page = await open(administrator, "/");
  const desk = page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: /^Desk/ });
  await desk.click();
  await expect(page).toHaveURL(/\/admin\/desk$/);
  const ending = page.getByRole("region", { name: /^Ending today/ });
  await expect(ending.getByRole("link", { name: title })).toHaveAttribute("href", `/auction/${lot._id}`);
  await expect(ending.getByRole("listitem").filter({ hasText: title }).getByRole("timer")).toHaveText(/^\d+m \d+s$/);
  await expectAccessible(page, "the desk");

  await api.bid(bidder, lot._id, 5_000);
  await expect(ending.getByText(title)).toBeVisible();
  const toPay = page.getByRole("region", { name: /^To be paid/ });
  await api.endNow(lot._id);
  await expect(ending.getByText(title)).toHaveCount(0);
  // The panel shows the five wins that are due first. Tests beside this one may have won more.
  await toPay.getByRole("link", { name: "All open wins" }).click();
  await expect(page).toHaveURL(/\/admin\/settlements\?status=open&kind=win$/);
  await page.goto(`${page.url()}&q=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: title }).first().click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
});

/** The words of the staff's navigation that a number covers. */
const wordsUnderNumbers = (page: Page): Promise<string[]> =>
  page.getByRole("navigation", { name: "Administration" }).evaluate((navigation) => {
    const numbers = [...navigation.querySelectorAll("a > span")];
    const words: string[] = [];
    const texts = document.createTreeWalker(navigation, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (numbers.some((number) => number.contains(text))) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const word = range.getBoundingClientRect();
      const isUnder = numbers.some((number) => {
        const { left, right, top, bottom } = number.getBoundingClientRect();
        const [wide, high] = [
          Math.min(right, word.right) - Math.max(left, word.left),
          Math.min(bottom, word.bottom) - Math.max(top, word.top),
        ];
        return wide > 1 && high > 1;
      });
      if (isUnder) words.push(text.textContent ?? "");
    }
    return words;
  });

test("the desk's number moves no link of the navigation when it arrives", { tag: "@long" }, async ({
  administrator,
  open,
}) => {
  const page = await open(administrator, "/");
  let answer: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/admin/desk", async (route) => {
    await asked;
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), needsHand: 128, offers: { total: 128, rows: [] } },
    });
  });
  await page.goto("/admin/auctions");
  const links = page.getByRole("navigation", { name: "Administration" }).getByRole("link");
  await expect(links.first()).toHaveText("Desk");
  const places = () => links.evaluateAll((all) => all.map((link) => Math.round(link.getBoundingClientRect().left)));
  const before = await places();
  expect(before.length).toBeGreaterThan(5);
  answer();
  await expect(links.first()).toHaveText(/Desk\s*99\+ waiting/);
  expect(await places()).toEqual(before);
  for (const width of [1280, 1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 390) await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("link", { name: /^Offers/ })).toBeVisible();
    expect(await wordsUnderNumbers(page), `at ${width} px`).toEqual([]);
  }
});

// S521
test("the switch for emails about deadlines stays as it was set", { tag: "@long" }, async ({ administrator, open }) => {
  const page = await open(administrator, "/admin/desk");
  const mails = page.getByRole("switch", { name: "Email me about deadlines" });
  await expect(mails).toBeChecked();
  await mails.click();
  await expect(mails).not.toBeChecked();
  await page.reload();
  await expect(mails).not.toBeChecked();
});

test("a cataloguer's desk has lots and no money", { tag: "@long" }, async ({ api, administrator, open }) => {
  const person = await api.member("kemi");
  await api.call("PUT", `/api/users/admin/role/${person.user._id}`, administrator, { role: "cataloguer" });
  const page = await open(person, "/admin/desk");
  await expect(page.getByRole("region", { name: /^Ending today/ })).toBeVisible();
  await expect(page.getByRole("region", { name: /^(To be paid|Being bought|Waiting|Stuck|Emails)/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Reports" })).toHaveCount(0);
  await page.goto("/admin/reports");
  await expect(page.getByRole("heading", { name: "This page is not for your role" })).toBeVisible();
});

// S522
test("the reports have plots, a table and a file for the chosen days", async ({ administrator, open }) => {
  const page = await open(administrator, "/admin/desk");
  await page.getByRole("main").getByRole("link", { name: "Reports" }).click();
  await expect(page.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();
  const table = page.getByRole("region", { name: "Lots and bidders" });
  await expect(table.getByRole("row")).toHaveCount(14);
  await expect(page.getByRole("region", { name: "Sell-through" }).locator("canvas")).toBeVisible();
  await expectAccessible(page, "the reports");
  await page.getByRole("button", { name: "By sale" }).click();
  await expect(page).toHaveURL(/\?by=sale$/);
  await expect(table.getByRole("columnheader", { name: "Sale" })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^report_sale_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain('"sale","lots ended","sold","sell-through (%)"');
  expect(text.trim().split("\r\n").at(-1)).toMatch(/^"all",/);
});

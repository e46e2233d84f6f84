// Tests how staff share drafts and publish them: an unfinished lot of a colleague in Manage and beside a sale's drafts,
// what differs from the house's defaults before a publication, and lots that wait for the opening of their sale.
import type { Page } from "@playwright/test";
import { uniqueName } from "./support/api.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const DAY_MS = 24 * 3_600_000;
const lagos = (ms: number): string => new Date(ms + 3_600_000).toISOString().slice(0, 16);
const screens = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
const expectFits = async (page: Page) => {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width, "nothing is wider than the screen").toBeLessThanOrEqual(0);
};

for (const [name, options] of Object.entries(screens)) {
  test(`a colleague's unfinished lot is finished, put into a sale and waits for its opening, on a ${name}`, {
    tag: name === "desktop" ? "@long" : [],
  }, async ({ api, open, watch }) => {
    watch.expectErrors(/400 .*\/finish/);
    const [tola, bisi] = [await api.colleague("tola"), await api.colleague("bisi")];
    const title = uniqueName("Kettle ");
    const begun = await open(tola, "/create-auction", options);
    await begun.getByLabel("Title").fill(title);
    await begun.getByLabel("Description").fill("Whistles. Bought in 2019.");
    await begun.getByRole("button", { name: "Save as draft" }).click();
    await expect(begun.getByText("This lot is not finished. The starting price is missing.")).toBeVisible();

    const page = await open(bisi, `/admin/auctions?status=draft&search=${encodeURIComponent(title)}`, options);
    const unfinished = page.getByRole("region", { name: "Unfinished lots (1)" });
    await expect(unfinished).toContainText(`begun by ${tola.user.username}`);
    await expect(unfinished).toContainText("The starting price is missing.");
    await expectAccessible(page, "unfinished lots in Manage");
    await expectFits(page);
    await unfinished.getByRole("link", { name: `Continue ${title}` }).click();
    await page.getByLabel("Starting Price").fill("10000");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await expect(page.getByText("Saved as a draft")).toBeVisible();
    await page.goto(`/admin/auctions?status=draft&search=${encodeURIComponent(title)}`);
    await expect(page.getByRole("heading", { name: "Auctions (1 total)" })).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Unfinished lots/ })).toHaveCount(0);

    // A lot that another program made has no soft close.
    await api.createAuction({ title: `${title} lid`, startTime: new Date(Date.now() + DAY_MS).toISOString() }, bisi);
    await page.goto("/admin/sales");
    await page.getByRole("button", { name: "Create a sale" }).click();
    const sale = uniqueName("Kitchen ");
    await page.getByLabel("Title").fill(sale);
    await page.getByLabel(/^Bidding opens/).fill(lagos(Date.now() + DAY_MS));
    await page.getByLabel(/^First lot closes/).fill(lagos(Date.now() + 3 * DAY_MS));
    await page.getByRole("button", { name: "Create the draft" }).click();
    await page.getByLabel("Search drafts").fill(title);
    await page.getByRole("region", { name: "Drafts" }).getByRole("button", { name: "Search" }).click();
    for (const one of [title, `${title} lid`])
      await page.getByRole("button", { name: `Add ${one}`, exact: true }).click();
    await page.getByRole("button", { name: "Save lots" }).click();
    await expect(page.getByText("2 lots saved")).toBeVisible();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("1 lot has no soft close.")).toBeVisible();
    await expectAccessible(page, "the question before the publication of a sale");
    await expectFits(page);
    await dialog.getByRole("button", { name: "Use the house's defaults for these lots" }).click();
    await expect(dialog.getByText("1 lot has the house's defaults now.")).toBeVisible();
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("Published: 2 lots.")).toBeVisible();

    await page.goto(`/admin/auctions?search=${encodeURIComponent(title)}`);
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText(`2 lots belong to the sale “${sale}”, which opens`)).toBeVisible();
    await expectFits(page);
  });
}

// Tests the work of a person who writes lots: a draft that survives a reload, another device and a lost connection, the
// preview before it is published, a copy of a lot, and changes of its pictures afterwards.
import type { Auction } from "@jara/shared/auction";
import type { LotDraftContent } from "@jara/shared/rest/lot-drafts";
import type { Page } from "@playwright/test";
import { pictureFile } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

const screens = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;

const chooserOf = (page: Page) => page.getByLabel("Pictures and videos", { exact: true });
const tilesOf = (page: Page) => page.getByRole("list", { name: "Chosen pictures and videos" }).getByRole("listitem");
/** Before anything is typed, the form says "Saved as a draft as soon as you type". */
const saved = (page: Page) => expect(page.getByText(/^Saved(?! as)/).first()).toBeVisible();

for (const [name, options] of Object.entries(screens)) {
  test(`a lot is begun, goes on after a reload and elsewhere, is looked over and published, on a ${name}`, {
    tag: name === "desktop" ? "@long" : [],
  }, async ({ administrator, open, watch }) => {
    watch.expectErrors(/409 .*\/api\/lot-drafts/);
    const title = `Sewing machine on a ${name} ${Date.now()}`;
    const page = await open(administrator, "/create-auction", options);
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Starting Price").fill("10000");
    await page.getByRole("button", { name: "Use ₦500.00, which fits this price" }).click();
    await chooserOf(page).setInputFiles([
      await pictureFile(page, "front.jpg", 10),
      await pictureFile(page, "back.jpg", 90),
    ]);
    await expect(tilesOf(page).filter({ hasText: "Uploaded" })).toHaveCount(2);
    await expect(page).toHaveURL(/\/create-auction\?draft=[\w-]+$/);
    await saved(page);
    await page.reload();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByLabel("Bid Increment")).toHaveValue("500");
    await expect(tilesOf(page)).toHaveCount(2);

    // Another device is offered the draft. Its save refuses that of the first.
    const other = await open(administrator, "/create-auction", options);
    await expect(other.getByText("You have an unfinished lot")).toBeVisible();
    await other.getByRole("link", { name: "Continue" }).click();
    await expect(other.getByLabel("Title")).toHaveValue(title);
    await other.getByLabel("Description").fill("Works, with its table. Bought in 2019, used at home, serviced in May.");
    await saved(other);
    await other.goto("/my-auctions");
    await expect(other.getByRole("heading", { name: /^Unfinished lots/ })).toBeVisible();
    await page.getByLabel("Title").fill(`${title}, older`);
    await expect(page.getByText("Somebody else changed this draft, or you did in another tab")).toBeVisible();
    await page.getByRole("button", { name: "Show the other version" }).click();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByLabel("Description")).toHaveValue(/^Works, with its table/);

    await page.getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Check the lot before you publish it" });
    await expect(review.getByText("It has 2 pictures. The guide for sellers asks for at least 10.")).toBeVisible();
    await expect(review.getByText("It has no category, so filters do not find it.")).toBeVisible();
    await expect(review.getByText(/^Starts at once, ends .* WAT/)).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(width, "nothing is wider than the screen").toBeLessThanOrEqual(0);
    await review.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page).toHaveURL(/\/auction\/[\w-]+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await other.reload();
    await expect(other.getByRole("article", { name: title })).toBeVisible();
    await expect(other.getByRole("link", { name: `Continue ${title}` })).toHaveCount(0);
  });
}

test("the form saves text that was typed without a connection when the connection comes back, and says so", {
  tag: "@long",
}, async ({ administrator, open, watch }) => {
  watch.expectErrors(/ERR_|WebSocket|Failed to load/);
  const page = await open(administrator, "/create-auction");
  await page.getByLabel("Title").fill("Kettle");
  await saved(page);
  await page.context().setOffline(true);
  await page.getByLabel("Title").fill("Kettle, enamelled");
  await expect(page.getByText("Not saved, trying again")).toBeVisible();
  await page.context().setOffline(false);
  await saved(page);
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Kettle, enamelled");
});

test("a lot is duplicated from its page, and its pictures are added, moved and removed in the edit dialog", async ({
  administrator,
  api,
  open,
}) => {
  const lot = await api.createAuction({ title: "Copied lot", reservePrice: 15_000 }, administrator);
  const page = await open(administrator, `/auction/${lot._id}`);
  await page.getByRole("button", { name: "Duplicate Copied lot" }).click();
  await expect(page).toHaveURL(/\/create-auction\?draft=/);
  await expect(page.getByLabel("Title")).toHaveValue("Copied lot");
  await expect(page.getByLabel("Reserve Price (optional)")).toHaveValue("15,000");
  const id = new URL(page.url()).searchParams.get("draft");
  const { draft } = await api.call<{ draft: { content: LotDraftContent } }>(
    "GET",
    `/api/lot-drafts/${id}`,
    administrator,
  );
  expect(draft.content).toMatchObject({ startTime: "", endTime: "" });

  await page.goto(`/admin/auctions?edit=${lot._id}`);
  const dialog = page.getByRole("dialog", { name: "Edit Auction: Copied lot" });
  await expect(dialog.getByRole("heading", { name: "Media" })).toBeVisible();
  await chooserOf(page).setInputFiles([
    await pictureFile(page, "one.jpg", 10),
    await pictureFile(page, "two.jpg", 100),
    await pictureFile(page, "three.jpg", 200),
    { name: "IMG_1.HEIC", mimeType: "image/heic", buffer: Buffer.from("heic") },
  ]);
  await expect(dialog.getByText(/Settings → Camera → Formats → Most Compatible/)).toBeVisible();
  await expect(tilesOf(page).filter({ hasText: "Uploaded" })).toHaveCount(3);
  await dialog.getByRole("button", { name: "Make picture 3, three.jpg the cover" }).click();
  await dialog.getByRole("button", { name: "Remove picture 2, one.jpg" }).click();
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(dialog).toBeHidden();
  const read = await api.call<{ auction: Auction }>("GET", `/api/auctions/${lot._id}`, administrator);
  expect(read.auction.media.map(({ originalName }) => originalName)).toEqual(["three.jpg", "two.jpg"]);
  await page.goto(`/admin/auctions?edit=${lot._id}`);
  await expect(tilesOf(page)).toHaveCount(2);
});

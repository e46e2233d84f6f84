// Tests Create Auction and My Auctions: real files go through the form, others see the new lot at once, and wrong input
// is refused.
import type { Page } from "@playwright/test";
import { AuctionPage } from "./support/auction-page.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { dropOnPage, pictureFile, videoFile } from "./support/sample-files.ts";
import { expect, test } from "./support/test.ts";

class CreatePage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  get chooser() {
    return this.page.getByLabel("Pictures and videos", { exact: true });
  }
  get tiles() {
    return this.page.getByRole("list", { name: "Chosen pictures and videos" }).getByRole("listitem");
  }
  /** The names of the chosen files, in their order. */
  async order() {
    const labels = await this.tiles.evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label") ?? ""));
    return labels.map((label) => /^\w+ \d+, ([^,]+)/.exec(label)?.[1]);
  }
  async fillIn(title: string) {
    await this.page.getByLabel("Title").fill(title);
    await this.page.getByLabel("Description").fill("Made for the browser tests.");
    await this.page.getByLabel("Starting Price").fill("25000");
  }
  async create() {
    await this.page.getByRole("button", { name: "Create Auction" }).click();
  }
}

const uploadsOf = (page: Page): string[] => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/upload/single")) sent.push(request.method());
  });
  return sent;
};
const loads = (page: Page, selector: string) =>
  expect
    .poll(() => page.locator(selector).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

// S119
test("an administrator creates an auction with pictures and videos, and others see and play them at once", async ({
  administrator,
  open,
}) => {
  const home = await open(null, "/");
  await expect(home.getByText("Live", { exact: true })).toBeVisible();
  await markDocument(home);

  const page = await open(administrator, "/create-auction");
  const form = new CreatePage(page);
  await form.fillIn("Bronze bell, filmed");
  await page.getByLabel("Categories", { exact: true }).selectOption("collectibles");
  await page.getByLabel("Location").fill("  Benin City ");
  await page.getByLabel("Pickup notes").fill("Weekdays from 9:00.\nBring a van.");
  const [first, second, extra] = await Promise.all(
    ["first.jpg", "second.jpg", "extra.jpg"].map((name, index) => pictureFile(page, name, index * 120)),
  );
  if (!first || !second || !extra) throw new Error("no pictures");
  const webm = await videoFile(page, "ringing.webm", "video/webm");
  const mp4 = await videoFile(page, "hanging.mp4", "video/mp4");
  const uploads = uploadsOf(page);
  await form.chooser.setInputFiles([first, extra, webm, mp4]);
  await dropOnPage(page, second);
  await expect(form.tiles).toHaveCount(5);
  await expect(page.getByText("This one has 3 pictures and 2 videos.")).toBeVisible();
  // Previews come from the files themselves.
  await loads(page, "li[aria-label^='picture 1, first.jpg'] img");
  await expect
    .poll(() => page.locator("li[aria-label^='video 3'] video").evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBe(320);

  // By keyboard: the last goes forward three places, the focus with it; one is taken out again.
  const forward = page.getByRole("button", { name: /^Move picture \d, second\.jpg forward$/ });
  await forward.focus();
  for (let place = 4; place > 1; place -= 1) await page.keyboard.press("Enter");
  await expect(forward).toBeFocused();
  expect(await form.order()).toEqual(["first.jpg", "second.jpg", "extra.jpg", "ringing.webm", "hanging.mp4"]);
  await page.getByRole("button", { name: "Remove picture 3, extra.jpg" }).click();
  await page.getByRole("button", { name: "Make picture 2, second.jpg the cover" }).click();
  expect(await form.order()).toEqual(["second.jpg", "first.jpg", "ringing.webm", "hanging.mp4"]);
  await expect(form.tiles.first()).toContainText("Cover");
  // And by mouse.
  await form.tiles.nth(3).scrollIntoViewIfNeeded();
  // A busy machine can lose a movement of the mouse; a person would drag again.
  await expect(async () => {
    const order = ["second.jpg", "first.jpg", "hanging.mp4", "ringing.webm"];
    if (String(await form.order()) !== String(order)) await form.tiles.nth(3).dragTo(form.tiles.nth(2), { steps: 10 });
    expect(await form.order()).toEqual(order);
  }).toPass({ timeout: 20_000 });

  await form.create();
  await expect(page).toHaveURL(/\/auction\/[\w-]+$/);
  expect(uploads, "each file once, when it is chosen").toHaveLength(5);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bronze bell, filmed");

  await home.getByRole("button", { name: /new auction/ }).click();
  const card = home.getByRole("article", { name: "Bronze bell, filmed" });
  await expect(card).toBeVisible();
  await expectSameDocument(home);
  await card.getByRole("link", { name: "View Details" }).click();
  await expect(home.getByRole("definition").filter({ hasText: "Benin City" })).toBeVisible();
  await expect(home.getByRole("heading", { name: "Pickup notes" })).toBeVisible();
  await expect(home.getByText("Bring a van.")).toHaveText("Weekdays from 9:00.\nBring a van.");
  const gallery = "section[aria-label='Pictures']";
  await loads(home, `${gallery} img >> nth=0`);
  const shown = await home
    .locator(`${gallery} img`)
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(shown, "a size that fits, in the best format").toMatch(/\/media\/\w+-960\.avif$/);

  for (const number of [3, 4]) {
    await home.getByRole("button", { name: `Show video ${number} of Bronze bell, filmed` }).click();
    const video = home.getByLabel("Video of Bronze bell, filmed");
    await expect(video).toHaveAttribute("controls", "");
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true;
      return element.play();
    });
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.1);
  }
});

// S126
test("the form refuses files of a wrong type or size before it sends them, and shows the server's refusals at their file", {
  tag: "@long",
}, async ({ administrator, open, watch }) => {
  watch.expectErrors(/415 .*\/api\/upload\/single/);
  const page = await open(administrator, "/create-auction");
  const form = new CreatePage(page);
  await form.create();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await expect(page.getByLabel("Title")).toBeFocused();
  await form.fillIn("Bronze bell, refused");

  const uploads = uploadsOf(page);
  await form.chooser.setInputFiles([
    { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
    { name: "huge.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(15 * 1024 * 1024 + 1) },
    { name: "not-a-picture.jpg", mimeType: "image/jpeg", buffer: Buffer.from("only words") },
  ]);
  await expect(page.getByText("A picture can have at most 15 MB.")).toBeVisible();
  await expect(page.getByText(/^drawing\.svg: Only pictures/)).toBeVisible();
  expect(await form.order()).toEqual(["not-a-picture.jpg"]);
  await expect(form.tiles.first().getByRole("alert")).toContainText("Only pictures");
  expect(uploads, "the others are never sent").toHaveLength(1);

  await form.create();
  await expect(page.getByText(/^Not uploaded: not-a-picture\.jpg/)).toBeVisible();
  await expect(page).toHaveURL(/\/create-auction(\?|$)/);
  await page.getByRole("button", { name: /^Remove picture 1/ }).click();
  await form.create();
  await expect(page).toHaveURL(/\/auction\/[\w-]+$/);
});

// S445
test("a broken upload creates no auction, and a retry sends only the missing files", async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/ERR_(FAILED|CONNECTION)/);
  const page = await open(administrator, "/create-auction");
  const form = new CreatePage(page);
  const title = `Bronze bell, broken off ${Date.now()}`;
  await form.fillIn(title);
  const files = [await pictureFile(page, "there.jpg", 10), await pictureFile(page, "lost.jpg", 200)];
  const isLost = (body: Buffer | null) => body?.includes("lost.jpg") ?? false;
  await page.route("**/api/upload/single", (route) =>
    isLost(route.request().postDataBuffer()) ? route.abort() : route.continue(),
  );
  const uploads = uploadsOf(page);
  await form.chooser.setInputFiles(files);
  await expect(page.getByText("One file is not uploaded.")).toBeVisible();
  await form.create();
  await expect(page.getByText(/^Not uploaded: lost\.jpg/)).toBeVisible();
  await expect(page.getByText("Failed to upload files").first()).toBeVisible();
  await expect(form.tiles.nth(0)).toContainText("Uploaded");
  await expect(form.tiles.nth(1)).toContainText("Not uploaded");
  const found = async () => {
    const path = `/api/auctions?search=${encodeURIComponent(title)}`;
    const { total, relaxed } = await api.call<{ total: number; relaxed?: boolean }>("GET", path, null);
    return relaxed ? 0 : total;
  };
  expect(await found()).toBe(0);

  await page.unroute("**/api/upload/single");
  await form.create();
  await expect(page).toHaveURL(/\/auction\/[\w-]+$/);
  expect(uploads, "one file once, the other three times").toHaveLength(4);
  expect(await found()).toBe(1);
  await loads(page, "section[aria-label='Pictures'] img >> nth=0");
});

// S127
test("a lost answer does not create a second auction", { tag: "@long" }, async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/ERR_(FAILED|CONNECTION)/);
  const page = await open(administrator, "/create-auction");
  const form = new CreatePage(page);
  const title = `Bronze bell, answered once ${Date.now()}`;
  await form.fillIn(title);
  await page.route("**/api/auctions", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await form.create();
  await expect(page.getByText("Failed to create auction")).toBeVisible();
  await page.unroute("**/api/auctions");
  await form.create();
  await expect(page).toHaveURL(/\/auction\/[\w-]+$/);
  const found = await api.call<{ total: number }>("GET", `/api/auctions?search=${encodeURIComponent(title)}`, null);
  expect(found.total).toBe(1);
});

// S117
test("a user can stop an upload, and leaving it or a filled-in form asks for a confirmation", { tag: "@long" }, async ({
  administrator,
  open,
}) => {
  const page = await open(administrator, "/create-auction");
  const form = new CreatePage(page);
  await form.fillIn("Bronze bell, given up");
  await page.route("**/api/upload/single", () => new Promise<void>(() => {}));
  await form.chooser.setInputFiles(await pictureFile(page, "slow.jpg", 10));
  await form.create();
  await expect(page.getByRole("progressbar", { name: "Uploading all files" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Leave without creating the auction?" });
  await expect(question).toContainText("The upload stops");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Stop uploading" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByLabel("Title")).toHaveValue("Bronze bell, given up");

  let asked = 0;
  page.on("dialog", (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked, { message: "closing the tab is asked about" }).toBe(1);
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/$/);
});

// S113
test("only administrators can open both screens", { tag: "@long" }, async ({ open }) => {
  for (const reader of [null, "ada", "uche"] as const) {
    const page = await open(reader, "/create-auction");
    const expectRefused = async () => {
      await expect(page).toHaveURL(reader ? /\/$/ : /\/login$/);
      await expect(page.getByRole("link", { name: /^(Create Auction|My Auctions)$/ })).toHaveCount(0);
    };
    await expectRefused();
    await page.goto("/my-auctions");
    await expectRefused();
  }
});

// S133
test("My Auctions shows bids and new auctions live, and cancels an auction for everybody", { tag: "@long" }, async ({
  administrator,
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Bronze bell, in the list" }, administrator);
  const adas = await api.member("ada");
  const page = await open(administrator, "/my-auctions");
  const bell = page.getByRole("article", { name: "Bronze bell, in the list" });
  await expect(bell.getByText("₦10,000.00")).toBeVisible();
  await expect(page.getByRole("status").getByText("Live", { exact: true })).toBeVisible();
  await markDocument(page);
  await api.bid(adas, _id, 10_500);
  await expect(bell.getByText("₦10,500.00")).toBeVisible();
  await expect(bell.getByText("1 bid", { exact: true })).toBeVisible();
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  await api.createAuction({ title: "Bronze bell, for tomorrow", startTime }, administrator);
  await expect(page.getByRole("article", { name: "Bronze bell, for tomorrow" }).getByText(/^Starts /)).toBeVisible();

  const ada = new AuctionPage(await open(adas, `/auction/${_id}`));
  await expect(ada.youLead).toBeVisible();
  await bell.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel auction" }).click();
  await expect(bell.getByText("Cancelled").first()).toBeVisible();
  await ada.expectStatus("Cancelled");
  await expectSameDocument(page);
  await bell.getByRole("link", { name: "View" }).click();
  await expect(page).toHaveURL(new RegExp(`/auction/${_id}$`));
});

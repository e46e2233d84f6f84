// Create auction and My Auctions in every state.
import { pictureFile, videoFile } from "../e2e/support/sample-files.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shootDesk } from "./shoot.ts";

const neverAnswered = () => new Promise<void>(() => {});

test("shows Create Auction", async ({ open, watch }) => {
  watch.expectErrors(/4(15|09)/);
  const page = await open("admin", "/create-auction");
  await expect(page.getByRole("button", { name: "Create Auction" })).toBeVisible();
  await shootDesk(page, "create-auction");
  await page.getByRole("button", { name: "Create Auction" }).click();
  await expect(page.getByText("Please fill in all required fields")).toBeVisible();
  await shootDesk(page, "create-auction-mistakes");

  await page.getByLabel("Title").fill("Firman petrol generator, 3.5 kVA, key start, two sockets");
  await page
    .getByLabel("Description")
    .fill("Bought in September, used twice. Starts at the first turn.\nThe wheels are missing.");
  for (const category of ["electronics", "tools"])
    await page.getByLabel("Categories", { exact: true }).selectOption(category);
  await page.getByLabel("Location").fill("Surulere, Lagos");
  await page.getByLabel("Starting Price").fill("150000");
  await page.getByLabel("Bid Increment").fill("5000");
  await page.getByLabel("Buy It Now Price").fill("320000");
  await page.getByLabel("End Time").fill("2027-01-05T18:00");
  const pictures = [];
  for (let number = 1; number <= 5; number += 1)
    pictures.push(await pictureFile(page, `generator-${number}.jpg`, number * 55));
  await page
    .getByLabel("Pictures and videos", { exact: true })
    .setInputFiles([
      ...pictures,
      await videoFile(page, "running.webm", "video/webm"),
      { name: "not-a-picture.jpg", mimeType: "image/jpeg", buffer: Buffer.from("only words") },
      { name: "receipt.pdf", mimeType: "application/pdf", buffer: Buffer.from("pdf") },
    ]);
  await expect(page.getByText("0:01")).toBeVisible();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await expect(page.getByText("One file is not uploaded.")).toBeVisible();
  await shootDesk(page, "create-auction-filled");

  await page.route("**/api/upload/single", neverAnswered);
  await page.getByRole("button", { name: "Create Auction" }).click();
  await expect(page.getByRole("progressbar", { name: "Uploading all files" })).toBeVisible();
  await shootDesk(page, "create-auction-uploading");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await shootDesk(page, "create-auction-leaving", "view");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Stop uploading" }).click();
  await page.unroute("**/api/upload/single");
  await page.getByRole("button", { name: "Create Auction" }).click();
  await expect(page.getByText("Not uploaded", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Auction" })).toBeVisible();
  await shootDesk(page, "create-auction-refused");
  await page.getByRole("button", { name: /^Remove .*not-a-picture/ }).click();
  await page.route("**/api/lot-drafts/*", (route) =>
    route.fulfill({ status: 409, json: { code: "DRAFT_CHANGED", message: "Changed." } }),
  );
  await page.getByLabel("Reserve Price").fill("300000");
  await expect(page.getByText(/^This draft was changed/)).toBeVisible();
  await shootDesk(page, "create-auction-changed-elsewhere");
  await page.unroute("**/api/lot-drafts/*");
  await page.getByRole("button", { name: "Show the other version" }).click();
  await expect(page.getByRole("button", { name: "Create Auction" })).toBeVisible();
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("dialog", { name: /^Check the lot/ })).toBeVisible();
  await shootDesk(page, "create-auction-review", "view");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page).toHaveURL(/\/auction\//);
  await page.getByRole("button", { name: /^Show video/ }).click();
  await shootDesk(page, "auction-video");
});

test("shows unfinished lots and the pictures of a lot that is edited", async ({ api, open, watch }) => {
  // The page of a draft is not found without the session.
  watch.expectErrors(/404/);
  const page = await open("admin", "/create-auction");
  for (const title of ["Half a drum", "A kettle, enamelled, with its lid and a very long name that does not fit"]) {
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Start Time").fill("2027-01-05T18:00");
    await page
      .getByLabel("Pictures and videos", { exact: true })
      .setInputFiles([await pictureFile(page, "drum.jpg", title.length * 9)]);
    await expect(page.getByText("Uploaded")).toBeVisible();
    await page.getByRole("button", { name: "Save and next" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("");
  }
  await page.goto("/create-auction");
  await expect(page.getByText("You have an unfinished lot")).toBeVisible();
  await shootDesk(page, "create-auction-offer");
  await page.goto("/my-auctions");
  await expect(page.getByRole("heading", { name: "Unfinished lots (2)" })).toBeVisible();
  await shootDesk(page, "my-auctions-unfinished");
  const { _id } = await api.createAuction({ title: "Edited drum", startTime: "2027-01-05T18:00:00Z" });
  await page.goto(`/auction/${_id}`);
  await expect(page.getByText(/^Starts/)).toBeVisible();
  await shootDesk(page, "auction-draft");
  await page.goto(`/admin/auctions?edit=${_id}`);
  await page
    .getByLabel("Pictures and videos", { exact: true })
    .setInputFiles([await pictureFile(page, "front.jpg", 10), await pictureFile(page, "side.jpg", 80)]);
  await expect(page.getByText("Uploaded")).toHaveCount(2);
  // Without the other sections, because each width scrolls to another place.
  await page.evaluate(() => {
    for (const section of document.querySelectorAll<HTMLElement>("form[aria-label='Edit auction'] > section"))
      section.hidden = !section.textContent?.startsWith("Media");
  });
  await shootDesk(page, "edit-media", "view");
});

test("shows My Auctions", async ({ api, open, watch }) => {
  watch.expectErrors(/50[03]/);
  const page = await open("admin", "/bidding-info");
  await page.route("**/api/auctions/user/my-auctions?*", neverAnswered);
  await page.goto("/my-auctions");
  await expect(page.getByText("Loading your auctions...")).toBeVisible();
  await shootDesk(page, "my-auctions-loading");
  await page.unroute("**/api/auctions/user/my-auctions?*");
  await page.route("**/api/auctions/user/my-auctions?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/my-auctions");
  await expect(page.getByText("Failed to fetch your auctions")).toBeVisible();
  await shootDesk(page, "my-auctions-error");
  await page.unroute("**/api/auctions/user/my-auctions?*");
  await page.route("**/api/auctions/user/my-auctions?*", (route) => route.fulfill({ json: [] }));
  await page.goto("/my-auctions");
  await expect(page.getByText("You have not created any auctions yet.")).toBeVisible();
  await shootDesk(page, "my-auctions-empty");
  await page.unroute("**/api/auctions/user/my-auctions?*");
  await api.createAuction({ title: "For another day", startTime: new Date(Date.now() + 86_400_000).toISOString() });
  await page.goto("/my-auctions");
  await expect(page.getByRole("article").first()).toBeVisible();
  await shootDesk(page, "my-auctions");
  await page.route("**/cancel", (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole("button", { name: "Cancel", exact: true }).nth(1).click();
  await page.getByRole("button", { name: "Cancel auction" }).click();
  await expect(page.getByText("Failed to cancel auction")).toBeVisible();
  await shootDesk(page, "my-auctions-cancelling", "view");
});

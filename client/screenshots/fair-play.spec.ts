// Soft close, changed lots, suspended maxima, withdrawing, voided bids, conflicts of interest: every state of them.
import type { Api } from "../e2e/support/api.ts";
import { AuctionPage } from "../e2e/support/auction-page.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const MINUTE = 60_000;
const edit = (api: Api, id: string, change: object) => api.call("PUT", `/api/auctions/admin/${id}`, "admin", change);

test("shows a lot with soft close, and one that has just been extended", async ({ api, open }) => {
  const endTime = new Date(Date.now() + 2 * MINUTE).toISOString();
  const softClose = { windowSeconds: 300, capMinutes: 30 };
  const { _id } = await api.createAuction({ title: "Adire cloth, hand dyed", endTime, softClose });
  const bola = new AuctionPage(await open("bola", `/auction/${_id}`));
  await expect(bola.rail.getByText(/^A bid in the last 5 minutes/)).toBeVisible();
  await expect(bola.page.getByText("Live", { exact: true })).toBeVisible();
  await api.bid("ada", _id, 10_500);
  await expect(bola.rail.getByText(/^Ends \d+ .* later$/)).toBeVisible();
  await shoot(bola.page, "auction-extended", "view");
});

test("shows bidders a changed lot: the notice, the suspension, a refusal and the withdrawal", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/409/);
  const pictures = await api.pictures(3);
  const { _id } = await api.createAuction({
    title: "iPhone 16 Pro, 256 GB, sealed",
    description: "Unopened box with receipt. Battery and screen as new.",
    media: pictures,
  });
  await api.bid("bola", _id, 10_500);
  await api.setMaxBid("ada", _id, 50_000);
  const path = `/auction/${_id}`;
  const [ada, bola] = [new AuctionPage(await open("ada", path)), new AuctionPage(await open("bola", path))];
  const elsewhere = await open("ada", "/");
  await expect(elsewhere.getByText("Live", { exact: true })).toBeVisible();
  await expect(bola.outbid).toBeVisible();
  await edit(api, _id, {
    title: "iPhone 16 Pro (empty box)",
    description: "The box alone.",
    media: pictures.slice(1),
    bidIncrement: 250,
  });
  await expect(elsewhere.getByText(/^Your maximum on/)).toBeVisible();
  await shoot(elsewhere, "toast-suspended", "view");
  await ada.page
    .getByText(/^Changed \d+/)
    .first()
    .click();
  await expect(ada.page.getByRole("button", { name: "Confirm", exact: true })).toBeVisible();
  await shoot(ada.page, "auction-suspended");
  await ada.page.setViewportSize({ width: 360, height: 780 });
  await ada.page.getByRole("button", { name: "Review the change" }).click();
  await expect(ada.page.getByRole("dialog").getByText(/^Your maximum is suspended/)).toBeVisible();
  await ada.page.screenshot({ path: "../screenshots/auction-suspended-sheet.360.light.png" });

  await bola.page.setViewportSize({ width: 1280, height: 900 });
  await bola.bid(12_000);
  await expect(bola.bidForm.getByText("This lot has changed")).toBeVisible();
  await shoot(bola.page, "auction-lot-changed");
  await bola.page.setViewportSize({ width: 1280, height: 900 });
  await bola.page.getByRole("button", { name: "Withdraw my bids" }).click();
  await expect(bola.page.getByRole("dialog", { name: "Withdraw your bids?" })).toBeVisible();
  await shoot(bola.page, "withdraw-question", "view");
  await bola.page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(bola.page.getByText("Your bids on this lot are withdrawn")).toBeVisible();
  await shoot(bola.page, "auction-withdrawn-bids");

  const mine = await open("ada", "/my-max-bids");
  await expect(mine.getByText("Suspended: the lot changed")).toBeVisible();
  await shoot(mine, "my-auto-bids-suspended");
});

test("shows a void: the confirmation, the lot after it, My Bids, and all bids of an account", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Bronze plaque of the court of Benin" });
  await api.bid("ada", _id, 10_500);
  await api.setMaxBid("bola", _id, 15_000);
  await api.bid("emeka", _id, 90_000);
  const { _id: other } = await api.createAuction({ title: "Carved stool" });
  await api.bid("emeka", other, 10_500);
  const path = `/auction/${_id}`;
  const admin = new AuctionPage(await open("admin", path));
  const bola = new AuctionPage(await open("bola", path));
  await bola.expectPrice("₦90,000.00");
  await shoot(admin.page, "auction-admin-no-bids");
  await admin.controls.getByRole("button", { name: "Void bids" }).click();
  const dialog = admin.page.getByRole("dialog", { name: "Void somebody's bids" });
  await dialog.getByLabel("Bidder").selectOption({ index: 1 });
  await expect(dialog.getByRole("row", { name: "Price" })).toBeVisible();
  await dialog.getByLabel("Reason").selectOption("Other");
  await dialog.getByRole("button", { name: "Void 1 bid" }).click();
  await expect(dialog.getByText("Please give the reason in a sentence")).toBeVisible();
  await shoot(admin.page, "void-question", "view");
  await dialog.getByLabel("Reason").selectOption("Fraud");
  await dialog.getByRole("button", { name: "Void 1 bid" }).click();
  await expect(bola.page.getByText(/no longer count: fraud/)).toBeVisible();
  await expect(bola.bids.filter({ hasText: "no longer counts: fraud" })).toBeVisible();
  await shoot(bola.page, "auction-voided");
  const mine = await open("emeka", "/my-bids");
  await mine.getByText("Your bid", { exact: true }).first().click();
  await expect(mine.getByRole("listitem").filter({ hasText: "no longer counts: fraud" })).toBeVisible();
  await api.setStatus(other, "cancelled");
  await expect(mine.getByText("Cancelled: you pay nothing")).toBeVisible();
  await shoot(mine, "my-bids-voided");

  const third = await api.createAuction({ title: "Ivory bracelet, old" });
  await api.bid("emeka", third._id, 10_500);
  const users = await open("admin", "/admin?q=emeka");
  await users.getByRole("button", { name: "Void all bids of emeka" }).click();
  await expect(users.getByRole("dialog")).toBeVisible();
  await shoot(users, "void-all-question", "view");
  await users.getByRole("button", { name: "Void all bids", exact: true }).click();
  await expect(users.getByText(/lots? done$/)).toBeVisible();
  await shoot(users, "void-all-report", "view");
  await users.getByRole("button", { name: "Close", exact: true }).last().click();
  await shoot(users, "admin-panel-with-void");
});

test("shows soft close in the forms, and an edit that bidders must confirm", async ({ api, open }) => {
  const page = await open("admin", "/create-auction");
  await expect(page.getByLabel("Late bids")).toHaveValue("120");
  await page.getByLabel("Late bids").scrollIntoViewIfNeeded();
  await shoot(page, "create-auction-soft-close");
  const softClose = { windowSeconds: 95, capMinutes: 30 };
  const { _id } = await api.createAuction({ title: "Sewing machine, Butterfly", softClose });
  await page.goto(`/admin/auctions?edit=${_id}`);
  const dialog = page.getByRole("dialog", { name: /^Edit Auction/ });
  await expect(dialog.getByLabel("Late bids")).toHaveValue("95");
  await expect(dialog.getByLabel("Late bids")).toBeEditable();
  await dialog.getByLabel("Late bids").scrollIntoViewIfNeeded();
  await page.screenshot({ path: "../screenshots/edit-soft-close.1280.light.png" });
  await api.bid("ada", _id, 10_500);
  await expect(dialog.getByText("This can change only before the first bid.")).toBeVisible();
  await dialog.getByLabel("Title").fill("Sewing machine, broken");
  await dialog.getByRole("button", { name: "Update Auction" }).click();
  await expect(page.getByRole("dialog", { name: "Save these changes?" })).toBeVisible();
  await shoot(page, "edit-with-bids-question", "view");
});

test("shows the guide", async ({ open }) => {
  const page = await open(null, "/bidding-info");
  await expect(page.getByRole("heading", { name: "If a lot changes" })).toBeVisible();
  await shoot(page, "bidding-info");
});

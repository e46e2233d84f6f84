// Tests Buy It Now with several people looking: one buys, the rest see the pause, and all see the outcome.
import type { Page } from "@playwright/test";
import { maskedName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const PAUSED = "Auction Paused - temporarily paused for Buy It Now payment processing";

/** The parts of Buy It Now on the page, found by roles and words. */
const buyItNow = (page: Page) => {
  const card = page.getByRole("region", { name: "Buy It Now", exact: true });
  const dialog = page.getByRole("dialog");
  return {
    card,
    dialog,
    open: card.getByRole("button", { name: "Buy It Now" }),
    confirm: dialog.getByRole("button", { name: "Confirm Purchase" }),
    close: dialog.getByRole("button", { name: "I Understand - Close" }),
    due: page.getByRole("region", { name: /^Payment due by / }),
  };
};

// S071
test("a purchase goes through the dialog's steps, pauses the auction for everybody, offers the ways to pay, and ends in a sale", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Bronze leopard, at once", buyItNowPrice: 90_000 });
  const path = `/auction/${_id}`;
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(bolas, _id, 10_500);
  const [ada, bola, visitor] = await Promise.all([open(adas, path), open(bolas, path), open(null, path)]);
  const buyer = buyItNow(ada);
  const watchers = [bola, visitor];
  await expect(buyItNow(visitor).card.getByRole("link", { name: "Log in" })).toBeVisible();
  for (const page of [ada, bola, visitor]) {
    await expect(buyItNow(page).card).toContainText("₦94,500.00");
    await markDocument(page);
  }

  await test.step("confirmation: everything is said before anything is sent; Escape leaves it", async () => {
    await buyer.open.click();
    await expect(buyer.dialog.getByRole("heading", { name: "Buy It Now" })).toBeVisible();
    for (const part of [
      "₦90,000.00",
      "₦4,500.00",
      "₦94,500.00",
      "₦18,000.00",
      "₦76,500.00",
      "1 hour",
      "10% of the price",
      "₦9,000.00",
    ]) {
      await expect(buyer.dialog).toContainText(part);
    }
    await ada.keyboard.press("Escape");
    await expect(buyer.dialog).toBeHidden();
    await buyer.open.click();
  });

  await test.step("success: neither Escape nor a press beside it closes the instructions", async () => {
    await buyer.confirm.click();
    await expect(buyer.close).toBeVisible();
    for (let presses = 0; presses < 4; presses += 1) await ada.keyboard.press("Escape");
    await ada.mouse.click(5, 300);
    await expect(buyer.close).toBeVisible();
    await expect(buyer.dialog.getByText("₦76,500.00", { exact: true })).toBeVisible();
    await expect(buyer.dialog.getByRole("timer")).toHaveText(/^(59m \d+s|1h 0m 0s)$/);
    await expect(buyer.dialog.locator('a[href^="https://wa.me/"]')).toHaveAttribute("href", new RegExp(_id));
    await expect(buyer.dialog.locator('a[href^="mailto:"]')).toHaveAttribute("href", new RegExp(_id));
    await buyer.dialog.getByRole("button", { name: "Pay ₦76,500.00 now" }).click();
    await expect(buyer.dialog).toBeHidden();
    await expect(buyer.due).toContainText("₦76,500.00");
    await expect(buyer.due).toBeInViewport();
  });

  await test.step("everybody sees the pause and how long it lasts; nobody else the instructions", async () => {
    for (const page of watchers) {
      await expect(page.getByText(PAUSED)).toBeVisible();
      await expect(buyItNow(page).card.getByRole("timer")).toHaveText(/^5\dm \d+s$/);
      await expect(buyItNow(page).due).toHaveCount(0);
      await expect(page.locator('a[href^="https://wa.me/"][href*="text="]')).toHaveCount(0);
    }
    await new AuctionPage(bola).expectStatus("Paused");
    for (const page of [ada, ...watchers]) await expectSameDocument(page);
  });

  await test.step("what is due and the ways to pay are there after a reload", async () => {
    await ada.reload();
    await expect(buyer.due).toContainText("₦76,500.00");
    await expect(buyer.due.getByRole("timer")).toHaveText(/^5\dm \d+s$/);
    for (const way of ["Pay from balance", "Pay online"]) {
      await expect(buyer.due.getByRole("button", { name: way })).toBeEnabled();
    }
    await expect(buyer.due.locator(`a[href^="https://wa.me/"]`).last()).toBeVisible();
    await expect(ada.getByText(/^Reserved for you until \d\d:\d\d$/)).toBeVisible();
    await expect(ada.getByText("Nobody can bid while you pay.")).toBeVisible();
    await expect(buyer.card).toContainText(PAUSED);
    await expect(buyer.open).toHaveCount(0);
    await markDocument(ada);
  });

  await test.step("an admin confirms the payment: sold, to everybody, and who led has not won", async () => {
    await api.setStatus(_id, "sold");
    for (const page of [ada, bola, visitor]) await new AuctionPage(page).expectStatus("Sold");
    await expect(ada.getByText("Your payment is confirmed")).toBeVisible();
    await expect(buyer.due).toHaveCount(0);
    const ofVisitor = `Sold with Buy It Now to ${maskedName(adas)} for ₦90,000.00.`;
    await expect(visitor.getByText(ofVisitor)).toBeVisible();
    const ofBidder =
      "Sold for₦90,000.00 with Buy It NowYour last bid₦10,500.00Your moneyNothing was taken. ₦2,100.00 is free again.";
    await expect(new AuctionPage(bola).outcome).toHaveText(ofBidder);
    await expect(ada.getByText("You bought it: ₦94,500.00 paid.")).toBeVisible();
    await expect(new AuctionPage(ada).rail.getByText("₦90,000.00 + fee ₦4,500.00 = ₦94,500.00")).toBeVisible();
    for (const page of watchers) await expect(page.getByText(/You won/)).toHaveCount(0);
    for (const page of [ada, ...watchers]) await expectSameDocument(page);
  });
});

test("a double tap on Buy It Now opens the confirmation and buys nothing", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Bronze leopard, tapped twice", buyItNowPrice: 90_000 });
  const chidi = await open(await api.member("chidi"), `/auction/${_id}`, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const { open: opener, confirm, dialog } = buyItNow(chidi);
  await opener.click();
  await expect(confirm).toBeVisible();
  const target = await confirm.boundingBox();
  if (!target) throw new Error("the button has no place");
  await chidi.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const middle = target.y + target.height / 2;
  await opener.evaluate((button, y) => {
    const { top, height } = button.getBoundingClientRect();
    window.scrollBy({ top: top + height / 2 - y, behavior: "instant" });
  }, middle);
  await chidi.mouse.dblclick(target.x + target.width / 2, middle);
  await expect(confirm).toBeVisible();
  await expect(dialog).toContainText("You have 1 hour to pay the remaining");
  await new AuctionPage(chidi).expectStatus("Active");
  await confirm.click();
  await expect(buyItNow(chidi).close).toBeVisible();
});

test("a purchase from a phone's sheet keeps its instructions, and the sheet stays closed after the pause", {
  tag: "@long",
}, async ({ api, open }) => {
  const title = "Bronze leopard, bought on a phone";
  const { _id } = await api.createAuction({ title, buyItNowPrice: 90_000 });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const chidi = await open(await api.member("chidi"), `/auction/${_id}`, phone);
  const sheet = chidi.getByRole("dialog", { name: title });
  const { confirm, close, due } = buyItNow(chidi);
  await chidi.getByRole("button", { name: "Bid", exact: true }).click();
  await sheet.getByRole("button", { name: "Buy It Now" }).click();
  await confirm.click();
  await expect(close).toBeVisible();
  await new AuctionPage(chidi).expectStatus("Paused");
  await expect(sheet).toBeHidden();
  await chidi.keyboard.press("Escape");
  await expect(close).toBeVisible();
  await close.click();
  await expect(due).toContainText("₦76,500.00");

  await api.setStatus(_id, "active");
  await new AuctionPage(chidi).expectStatus("Active");
  await expect(chidi.getByRole("button", { name: "Bid", exact: true })).toBeVisible();
  await expect(sheet).toBeHidden();
});

// S279
test("a refusal leads back to the confirmation with the server's words", { tag: "@long" }, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Bronze leopard, too dear", buyItNowPrice: 5_000_000_000 });
  const { user } = await api.session("emeka");
  const emeka = await open("emeka", "about:blank");
  // A page that believes in a balance which is not there.
  await emeka.route("**/api/auth/profile", (route) =>
    route.fulfill({ json: { user: { ...user, balance: 2_000_000_000 } } }),
  );
  await emeka.goto(`/auction/${_id}`);
  const { open: opener, confirm, dialog } = buyItNow(emeka);
  await opener.click();
  await confirm.click();
  await expect(dialog.getByRole("alert")).toContainText(/^Insufficient balance\. You need at least ₦1,000,000,000\.00/);
  await expect(confirm).toBeEnabled();
  await emeka.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await new AuctionPage(emeka).expectStatus("Active");
});

// S437
test("a low balance and the last hour show a hint, and the dialog explains them", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const dear = await api.createAuction({ title: "Bronze leopard, out of reach", buyItNowPrice: 5_000_000_000 });
  const endTime = new Date(Date.now() + 50 * 60_000).toISOString();
  const late = await api.createAuction({ title: "Bronze leopard, nearly over", buyItNowPrice: 20_000, endTime });
  const page = await open("emeka", `/auction/${dear._id}`);
  const { card, open: opener, dialog, confirm } = buyItNow(page);
  await expect(card.getByText("Requires ₦1,000,000,000.00 balance (20% of Buy It Now price)")).toBeVisible();
  await opener.click();
  await expect(dialog.getByText(/^Insufficient balance\. You need at least ₦1,000,000,000\.00/)).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: /^Add ₦/ })).toBeVisible();
  await expectAccessible(page, "Buy It Now, too little balance");
  await page.goto(`/auction/${late._id}`);
  await expect(card.getByText("Not available when auction ends in 1 hour or less")).toBeVisible();
  await opener.click();
  await expect(dialog.getByText(/This auction ends in 0h \d+m\.$/)).toBeVisible();
  await expect(confirm).toBeDisabled();
});

test("the second buyer sees the purchase in the open dialog, and an administrator's resume voids it", {
  tag: "@long",
}, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Bronze leopard, wanted by two", buyItNowPrice: 90_000 });
  const path = `/auction/${_id}`;
  const buyer = await api.member("chidi");
  const [emeka, chidi] = await Promise.all([open("emeka", path), open(buyer, path)]);
  const second = buyItNow(emeka);
  await second.open.click();
  await expect(second.confirm).toBeEnabled();
  await api.call("POST", `/api/auctions/${_id}/buy-it-now`, buyer);
  await expect(buyItNow(chidi).due, "bought on another device, seen on this one").toBeVisible();
  await expect(second.confirm).toBeDisabled();
  await expect(second.dialog.getByText("This auction is no longer active.")).toBeVisible();
  await second.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(emeka.getByText(PAUSED)).toBeVisible();

  await api.setStatus(_id, "active");
  await expect(chidi.getByText("Your Buy It Now was cancelled")).toBeVisible();
  await expect(buyItNow(chidi).due).toHaveCount(0);
  for (const page of [emeka, chidi]) {
    await new AuctionPage(page).expectStatus("Active");
    await expect(page.getByText(PAUSED)).toHaveCount(0);
    await expect(buyItNow(page).open).toBeVisible();
  }
});

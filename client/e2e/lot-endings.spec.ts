// Tests what a lot says on a phone when it is over or stands still: to its winner, a loser and everybody.
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { expectNoSidewaysScroll } from "./support/layout-checks.ts";
import { expect, test } from "./support/test.ts";

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true };

test("a phone's bar leads the winner to the payment, and a loser reads that nothing was taken", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Carved stool, hammered down" });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(adas, _id, 10_500);
  await api.bid(bolas, _id, 12_000);
  const [ada, bola] = await Promise.all([open(adas, `/auction/${_id}`, phone), open(bolas, `/auction/${_id}`, phone)]);
  await expect(bola.getByRole("button", { name: "Your bid" })).toBeVisible();
  await api.endNow(_id);
  const pay = bola.getByRole("link", { name: "Pay ₦9,600.00" });
  await expect(pay).toBeInViewport();
  await pay.click();
  await expect(bola.getByRole("heading", { name: /^Payment due by/ })).toBeInViewport();
  await expect(pay, "beside the card it would lead nowhere").toBeHidden();
  await bola.evaluate(() => window.scrollTo(0, 0));
  await expect(pay).toBeInViewport();
  await expect(ada.getByText("You did not win.", { exact: true })).toBeVisible();
  const ofLoser = /^(Ended early.*)?Your last bid₦10,500\.00Your moneyNothing was taken\. Nothing is held\.$/;
  await expect(new AuctionPage(ada).outcome).toHaveText(ofLoser);
  for (const page of [ada, bola]) {
    await expectNoSidewaysScroll(page, "a lot that has ended, on a phone");
    await expectAccessible(page, "a lot that has ended, on a phone");
  }
  await bola.getByRole("button", { name: "Pay from balance" }).click();
  await bola.getByRole("dialog").getByRole("button", { name: "Pay ₦9,600.00" }).click();
  await expect(bola.getByText("Your payment is confirmed").first()).toBeVisible();
  await expect(pay).toHaveCount(0);
});

test("a phone shows why staff paused and cancelled a lot, and what had been bid on it, also after a reload", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Carved stool, cracked" });
  const bolas = await api.member("bola");
  await api.bid(bolas, _id, 12_000);
  const pages = await Promise.all([bolas, null].map((reader) => open(reader, `/auction/${_id}`, phone)));
  const say = (status: string, publicReason: string) =>
    api.call("PATCH", `/api/auctions/admin/${_id}/status`, "admin", { status, publicReason });
  await say("paused", "We look at the crack.");
  for (const page of pages) {
    const { rail } = new AuctionPage(page);
    await expect(rail.getByText("This auction is paused. Bidding opens again when it resumes.")).toBeVisible();
    await expect(rail.getByText("We look at the crack.")).toBeVisible();
  }
  await say("cancelled", "The leg has broken.");
  for (const page of pages) {
    await expect(page.getByText("The leg has broken.")).toBeVisible();
    await page.reload();
    const lot = new AuctionPage(page);
    await expect(lot.rail.getByText("1 bid, cancelled")).toBeVisible();
    await lot.expectPrice("₦12,000.00");
    await expect(page.getByText("The leg has broken.")).toBeVisible();
    await page.getByRole("heading", { name: "Bid history (1)" }).scrollIntoViewIfNeeded();
    await expect(lot.bids.first()).toContainText("no longer counts: auction cancelled");
  }
});

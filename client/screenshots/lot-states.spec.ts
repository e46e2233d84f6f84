// The auction page in the states that a bidder brings about or comes upon: questions, refusals, the gallery in full screen,
// no connection, a lot that is not open yet, and one that nobody bought.
import { AuctionPage } from "../e2e/support/auction-page.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const DAY = 24 * 60 * 60 * 1000;
const phones = [360, 768];
const desks = [1280];
const phone = { width: 360, height: 900 };

test("shows the questions about large amounts, and a bid that a maximum answers at once", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Petrol generator, 3.5 kVA", media: await api.pictures(2) });
  const [ada, bola] = await Promise.all([api.member("ada"), api.member("bola")]);
  await api.bid(bola, _id, 10_500);
  await api.setMaxBid(bola, _id, 30_000);
  const lot = new AuctionPage(await open(ada, `/auction/${_id}`));
  const { page } = lot;
  const placeBid = async (amount: string) => {
    await lot.amount.fill(amount);
    await lot.placeBid.click();
  };
  /** A phone asks in its sheet, so that each of the two has its own question. */
  const shootQuestion = async (name: string, at: readonly number[], no: string) => {
    await expect(page.getByRole("button", { name: no })).toBeVisible();
    await shoot(page, name, "view", at);
    await page.getByRole("button", { name: no }).click();
  };
  await placeBid("100000");
  await shootQuestion("auction-large-bid", desks, "Change amount");
  await lot.chooseAutoBid();
  await shoot(page, "auction-auto-bid-form", "view", desks);
  await lot.autoBid.getByLabel(/^(Your|New) maximum \(/).fill("900000");
  await lot.autoBid.getByRole("button", { name: "Set maximum" }).click();
  await shootQuestion("auction-large-maximum", desks, "Change amount");
  await page.setViewportSize(phone);
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await page.getByRole("tab", { name: "Bid now" }).click();
  await placeBid("100000");
  await shootQuestion("auction-large-bid", phones, "Change amount");
  await placeBid("12000");
  await expect(page.getByText(/outbid you at once/)).toBeVisible();
  await shoot(page, "auction-sheet-outbid", "view", phones);
  await page.keyboard.press("Escape");
  await shoot(page, "auction-outbid-at-once");
  await page.setViewportSize(phone);
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await page.getByRole("button", { name: "Bid another amount" }).click();
  await placeBid("40000");
  await page.getByRole("button", { name: /^Yes, bid / }).click();
  await expect(page.getByRole("dialog").getByText(/^You lead at/)).toBeVisible();
  await shoot(page, "auction-sheet-leading", "view", phones);
  await page.getByRole("button", { name: "Bid by hand" }).click();
  await placeBid("99000");
  await shootQuestion("auction-own-price", phones, "Keep my price");
});

test("shows a bid without enough money, on a phone too", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Sofa set, seven seats", startingPrice: 250_000 });
  const emeka = await api.member("emeka");
  await api.call("PUT", `/api/users/admin/balance/${emeka.user._id}`, "admin", { balance: 0, action: "set" });
  const page = await open(emeka, `/auction/${_id}`);
  await page.setViewportSize({ width: 360, height: 900 });
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await page.getByLabel(/^Your bid/).fill("258335");
  await expect(page.getByRole("button", { name: "Add ₦51,667.00" })).toBeVisible();
  await shoot(page, "auction-sheet-short", "view", phones);
});

test("shows the pictures in full screen", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Four views of a drum", media: await api.pictures(4) });
  const page = await open(null, `/auction/${_id}`);
  await page
    .getByRole("button", { name: /open in full screen$/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Pictures of Four views of a drum" }).getByText("1 / 4")).toBeVisible();
  await shoot(page, "auction-full-screen", "view");
});

test("shows a lot without a connection", async ({ api, open, watch }) => {
  watch.expectErrors(/net::ERR_|WebSocket/);
  const { _id } = await api.createAuction({ title: "Canoe, seen from a tunnel", media: await api.pictures(1) });
  const ada = await api.member("ada");
  await api.bid(ada, _id, 10_500);
  const page = await open(ada, `/auction/${_id}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/Bidding is disabled/).first()).toBeVisible();
  await shoot(page, "auction-offline", "view");
});

test("shows a lot that opens tomorrow, and ended ones that nobody bought, to staff, bidders and visitors", async ({
  administrator,
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/404 .*\/auction\//);
  const startTime = new Date(Date.now() + DAY).toISOString();
  const later = await api.createAuction({ title: "For another day", startTime, media: await api.pictures(1) });
  const staff = await open(administrator, `/auction/${later._id}`);
  await expect(staff.getByText("This auction is not open yet.")).toBeVisible();
  await shoot(staff, "auction-draft");
  const unsold = await api.createAuction({ title: "Reserve too high", reservePrice: 90_000 });
  const ada = await api.member("ada");
  await api.bid(ada, unsold._id, 10_500);
  await api.setStatus(unsold._id, "ended");
  const page = await open(ada, `/auction/${unsold._id}`);
  await expect(page.getByText("Reserve not met.").first()).toBeVisible();
  await shoot(page, "auction-unsold");
  const untouched = await api.createAuction({ title: "Nobody came", media: await api.pictures(1) });
  await api.setStatus(untouched._id, "ended");
  const visitor = await open(null, `/auction/${untouched._id}`);
  await expect(visitor.getByText("There were no bids.").first()).toBeVisible();
  await shoot(visitor, "auction-no-bids-ended");
});

test("shows the statement", async ({ api, open }) => {
  const ada = await api.member("ada");
  const { _id } = await api.createAuction({ title: "Carved ebony mask" });
  await api.bid(ada, _id, 10_500);
  await api.setStatus(_id, "ended");
  const page = await open(ada, "/profile/statement");
  await expect(page.getByRole("table")).toBeVisible();
  await shoot(page, "statement");
});

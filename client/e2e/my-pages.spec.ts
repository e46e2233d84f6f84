// Tests My Bids and My Auto-Bids: they show the reader's position on every auction, live.
import type { Page } from "@playwright/test";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

const lot = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });

// S083
test("My Bids groups bids by auction and shows Leading, the loss of the lead and Won! live", async ({ api, open }) => {
  const won = await api.createAuction({ title: "Jade frog" });
  const lost = await api.createAuction({ title: "Jade turtle" });
  const [dayo, emeka] = await Promise.all([api.member("dayo"), api.member("emeka")]);
  await api.bid(emeka, won._id, 10_500);
  await api.bid(dayo, won._id, 11_000);
  await api.bid(dayo, lost._id, 10_500);
  await api.bid(dayo, won._id, 12_000);

  const page = await open(dayo, "/my-bids");
  const frog = lot(page, "Jade frog");
  const turtle = lot(page, "Jade turtle");
  await expect(frog).toHaveCount(1);
  await expect(page).toHaveURL(/\?tab=active$/);
  await frog.getByText("Your 2 bids").click();
  await expect(frog.getByRole("listitem")).toContainText(["₦12,000.00", "₦11,000.00"]);
  await expect(turtle.getByText("Your bid", { exact: true })).toBeVisible();
  for (const held of [frog, turtle]) await expect(held.getByText("Leading")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await markDocument(page);

  await api.bid(emeka, lost._id, 11_000);
  await expect(turtle.getByText("Outbid")).toBeVisible();
  await expect(turtle.getByText("Leading")).toBeHidden();
  await expect(page.getByRole("link", { name: "Action needed 1" })).toBeVisible();
  await expect(turtle.getByRole("link", { name: "Bid ₦11,500.00" })).toBeVisible();
  await expect(turtle.getByText("₦11,000.00")).toBeVisible();
  await expect(frog.getByText("Leading")).toBeVisible();

  await api.setStatus(won._id, "ended");
  await api.setStatus(lost._id, "ended");
  await expect(frog.getByText("Won!")).toBeVisible();
  await expect(frog.getByText(/^Pay by/)).toBeVisible();
  await expect(turtle.getByText("Ended")).toBeVisible();
  await expect(turtle.getByText("Won!")).toBeHidden();
  await expect(turtle.getByText("Lost", { exact: true })).toBeVisible();
  await expect(frog.getByRole("link", { name: "Pay ₦9,600.00" })).toBeVisible();
  await page.getByRole("link", { name: /^Won/ }).click();
  await expect(turtle).toBeHidden();
  await expectSameDocument(page);

  await frog.getByRole("link", { name: "View Auction" }).click();
  await expect(page).toHaveURL(new RegExp(`/auction/${won._id}$`));
});

// S090
test("My Auto-Bids shows live that a maximum is reached and that the auction is over", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Coral necklace" });
  const [chidi, dayo] = await Promise.all([api.member("chidi"), api.member("dayo")]);
  await api.setMaxBid(chidi, _id, 12_000);
  const page = await open(chidi, "/my-max-bids");
  const coral = lot(page, "Coral necklace");
  const fact = (name: string) => coral.locator("div", { has: page.getByText(name, { exact: true }) }).last();
  await expect(fact("Your Max Bid")).toContainText("₦12,000.00");
  await expect(fact("Current Price")).toContainText("₦10,500.00");
  await expect(fact("Auto-Bids Placed")).toContainText("1");
  await expect(fact("Last Auto-Bid")).toContainText("₦10,500.00");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await markDocument(page);

  await api.bid(dayo, _id, 11_000);
  await expect(fact("Current Price")).toContainText("₦11,500.00");
  await expect(fact("Auto-Bids Placed")).toContainText("2");
  await expect(fact("Last Auto-Bid")).toContainText("₦11,500.00");
  await expect(coral.getByText("Max bid reached:")).toBeHidden();

  await api.bid(dayo, _id, 13_000);
  await expect(
    coral.getByText("Max bid reached: Your maximum bid amount has been reached or exceeded by the current price"),
  ).toBeVisible();

  await api.setStatus(_id, "ended");
  await expect(coral.getByText("This auction has ended. Auto-bidding is no longer active.")).toBeVisible();
  await expect(coral.getByRole("button", { name: /^Cancel/ })).toBeDisabled();
  await expectSameDocument(page);
});

test("Raise opens the field of the maximum on a phone, and Back to Auctions leads back from there", {
  tag: "@long",
}, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Coral ring" });
  const chidi = await api.member("chidi");
  await api.setMaxBid(chidi, _id, 12_000);
  const page = await open(chidi, "/my-max-bids", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await lot(page, "Coral ring").getByRole("link", { name: "Raise your maximum" }).click();
  const sheet = page.getByRole("dialog", { name: "Coral ring" });
  await expect(sheet.getByLabel("New maximum (₦)")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/auction/${_id}$`));
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Back to Auctions" }).click();
  await expect(page).toHaveURL(/\/my-max-bids$/);

  await page.goto(`/auction/${_id}?bid=next`);
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/auction/${_id}$`));
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Back to Auctions" }).click();
  await expect(page).toHaveURL(/\/$/);
});

// S263
test("a cancelled max bid leaves the list on this page and on the open auction page", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Ebony stool" });
  const chidi = await api.member("chidi");
  await api.setMaxBid(chidi, _id, 30_000);
  const page = await open(chidi, "/my-max-bids");
  const elsewhere = await open(chidi, `/auction/${_id}`);
  await elsewhere.getByRole("tab", { name: "Your maximum" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Auto-bidding Active" })).toBeVisible();
  const stool = lot(page, "Ebony stool");
  await stool.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(page.getByText("Max bid cancelled successfully!")).toBeVisible();
  await expect(stool).toBeHidden();
  await expect(elsewhere.getByRole("heading", { name: "Auto-bidding", exact: true })).toBeVisible();
  await expect(elsewhere.getByText("Leading", { exact: true })).toBeVisible();
});

// S084
test("a user without bids or max bids, and a visitor, see a message that explains it", { tag: "@long" }, async ({
  api,
  open,
}) => {
  const newcomer = await api.register(`kemi${Date.now()}`);
  const page = await open(newcomer, "/my-max-bids");
  await expect(page.getByText("No Active Auto-Bids")).toBeVisible();
  await page.goto("/my-bids");
  await expect(page.getByText("You have not placed any bids yet.")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Browse Auctions" }).click();
  await expect(page).toHaveURL(/\/$/);
  const visitor = await open(null, "/my-max-bids");
  await expect(visitor.getByText("Please log in to view your max bids.")).toBeVisible();
});

test("on a phone, the bid in My Bids leads to its question, which lies above the sheet", async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Jade crane" });
  const [ada, dayo] = await Promise.all([api.member("ada"), api.member("dayo")]);
  await api.setMaxBid(ada, _id, 12_000);
  await api.setMaxBid(dayo, _id, 20_000);
  const page = await open(ada, "/my-bids?tab=action", { viewport: { width: 360, height: 780 }, hasTouch: true });
  const bid = lot(page, "Jade crane").getByRole("link", { name: "Bid ₦13,000.00" });
  const question = page.getByRole("dialog", { name: "Is this amount right?" });
  await bid.tap();
  await question.getByRole("button", { name: "Change amount" }).tap();
  await expect(page.getByLabel("New maximum (₦)")).toHaveValue("13,000");
  await page.goBack();
  await bid.tap();
  await question.getByRole("button", { name: "Yes, bid ₦13,000.00" }).tap();
  await expect(page.getByText("₦13,000.00 was not enough: another bidder's maximum beat it at once.")).toBeVisible();
});

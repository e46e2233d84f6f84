// Tests the display currency: a user chooses it once, the browser keeps it, and it never changes what somebody pays in.
import type { Page } from "@playwright/test";
import { AuctionPage } from "./support/auction-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/test.ts";

const toggle = (page: Page) => page.getByRole("button", { name: /^Prices in / });
const card = (page: Page, title: string) => page.getByRole("article", { name: title });

// S022
test("the list shows naira or dollars as the user chooses, keeps the choice, and has dollars with naira beside them", async ({
  api,
  open,
}) => {
  await api.createAuction({ title: "Currency in naira", startingPrice: 1_000_000 });
  await api.createAuction({ title: "Currency in dollars", currency: "USD", startingPrice: 25, bidIncrement: 1 });
  const page = await open(null, "/?search=Currency+in");
  const naira = card(page, "Currency in naira");
  const dollars = card(page, "Currency in dollars");
  await expect(naira.getByText("₦1,000,000.00")).toBeVisible();
  await expect(dollars.getByText("$25.00", { exact: true })).toBeVisible();
  await expect(dollars.getByText(/^≈ ₦[\d,]+\.\d\d$/)).toBeVisible();
  await toggle(page).click();
  await expect(naira.getByText(/^≈ \$[\d,]+\.\d\d$/).first()).toBeVisible();
  await expect(naira.getByText("₦1,000,000.00")).toHaveCount(0);
  await expect(dollars.getByText("$25.00", { exact: true })).toBeVisible();
  await expect(dollars.getByText(/≈/)).toHaveCount(0);
  await expectAccessible(page, "Home in dollars");

  const rates: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/currency/rates") && rates.push(request.url()));
  await page.reload();
  await expect(naira.getByText(/^≈ \$[\d,]+\.\d\d$/).first()).toBeVisible();
  await naira.getByRole("link", { name: "View Details" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Currency in naira" })).toBeVisible();
  expect(rates, "asked for once in the life of a page").toHaveLength(1);
  await toggle(page).click();
  await new AuctionPage(page).expectPrice("₦1,000,000.00");
});

test("a user who commits money sees the auction's own currency first and the other currency beside it", {
  tag: "@long",
}, async ({ api, open }) => {
  const { _id } = await api.createAuction({ title: "Both currencies", buyItNowPrice: 900_000 });
  const ada = new AuctionPage(await open(await api.member("ada"), `/auction/${_id}`));
  await ada.expectPrice("₦10,000.00");
  await toggle(ada.page).click();
  await ada.expectPrice(`$${await about(ada.page, 10_000)}`);
  await expect(ada.rail.getByText("₦10,000.00", { exact: true }).first(), "the true price below it").toBeVisible();
  await expect(ada.bidForm).toContainText(/Minimum bid ₦10,500\.00 ≈ \$\d+\.\d\d/);
  const buyNow = ada.page.getByRole("region", { name: "Buy It Now", exact: true });
  await expect(buyNow).toContainText(/Total\s*₦945,000\.00\s*≈ \$/);

  await ada.amount.fill("105000");
  await expect(ada.bidForm).toContainText(/₦105,000\.00 ≈ \$/);
  await ada.placeBid.click();
  const question = ada.page.getByRole("dialog", { name: "Is this amount right?" });
  await expect(question.getByText("₦105,000.00", { exact: true })).toBeVisible();
  await expect(question.getByText(/^≈ \$[\d,]+\.\d\d$/)).toBeVisible();
  await expectAccessible(ada.page, "the second look, in dollars");
  await question.getByRole("button", { name: /^Yes, bid / }).click();
  await expect(ada.page.getByText("You lead at ₦105,000.00. You do not need to bid.")).toBeVisible();
  await expect(ada.bids.first()).toContainText(/≈ \$/);
});

/** Converts an amount in naira by the server's rates, and returns it as figures. */
const about = async (page: Page, amount: number): Promise<string> => {
  const { rates } = await page.evaluate<{ rates: { NGN_TO_USD: number } }>(async () => {
    const answer = await fetch("/api/currency/rates");
    return await answer.json();
  });
  return (Math.round(amount * rates.NGN_TO_USD * 100) / 100).toFixed(2);
};

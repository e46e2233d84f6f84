// The proof of a bid: its dialog, My Bids with proofs, and the lot's page after a bid.
import { AuctionPage } from "../e2e/support/auction-page.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

test("shows the proof of a bid on the lot's page, in My Bids and in its dialog", async ({ api, open, watch }) => {
  watch.expectErrors(/\/api\/(users\/proof|auctions)\//, /\/log\b/);
  const { _id } = await api.createAuction({
    title: "Toyota Corolla 2015, one owner, first body",
    startingPrice: 3_200_000,
    bidIncrement: 50_000,
    media: await api.pictures(1),
  });
  const dayo = await api.member("dayo");
  const page = await open(dayo, `/auction/${_id}`);
  const lot = new AuctionPage(page);
  await lot.bid(3_250_000);
  await page.getByText("Proof of your newest bid").click();
  await expect(page.getByRole("button", { name: /^Show proof/ })).toBeVisible();
  await shoot(page, "lot-with-proof");

  await api.bid(await api.member("emeka"), _id, 3_300_000);
  await page.goto("/my-bids?tab=action");
  await page.getByText("Your bid, with proof").click();
  await shoot(page, "my-bids-with-proof");
  await page.getByRole("button", { name: /^Show proof/ }).click();
  await expect(page.getByRole("img", { name: "QR code of the proof" })).toBeVisible();
  await shoot(page, "proof-of-a-bid", "view");
});

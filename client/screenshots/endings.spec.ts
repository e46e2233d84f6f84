// Pictures of how a lot ends, as each person sees it: bought, being bought, won, lost, unsold, paused and cancelled.
import type { Api, Session } from "../e2e/support/api.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const widths = [360, 1280];

/** A lot on which both have bid; the second one leads at ₦12,000.00. */
const contested = async (api: Api, [first, second]: readonly [Session, Session], title: string, more = {}) => {
  const { _id } = await api.createAuction({ title, media: await api.pictures(1), ...more });
  await api.bid(first, _id, 10_500);
  await api.bid(second, _id, 12_000);
  return _id;
};

test("shows a purchase to its buyer and to a rival", async ({ api, open }) => {
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  const id = await contested(api, [ada, bola], "Petrol generator, 3.5 kVA", { buyItNowPrice: 640_000 });
  const buyer = await open(ada, `/auction/${id}`);
  const rival = await open(bola, `/auction/${id}`);
  await buyer.getByRole("button", { name: "Buy It Now" }).first().click();
  await buyer.getByRole("button", { name: "Confirm Purchase" }).click();
  await expect(buyer.getByRole("button", { name: "I Understand - Close" })).toBeVisible();
  await shoot(buyer, "ending-bought-dialog", "view", widths);
  await buyer.getByRole("button", { name: "I Understand - Close" }).click();
  await expect(buyer.getByRole("dialog")).toBeHidden();
  await expect(buyer.getByRole("heading", { name: /^Payment due by/ })).toBeAttached();
  await shoot(buyer, "ending-bought", "view", widths);
  await expect(rival.getByText(/^Auction Paused/).first()).toBeAttached();
  await shoot(rival, "ending-being-bought", "view", widths);
  await api.setStatus(id, "sold");
  await expect(rival.getByText("You did not win.").first()).toBeVisible();
  await shoot(rival, "ending-sold-at-once", "view", widths);
  await rival.goto("/my-bids?tab=lost");
  await expect(rival.getByRole("article")).toBeVisible();
  await shoot(rival, "ending-my-bids-lost", "view", widths);
});

test("shows a win and a loss", async ({ api, open }) => {
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  const id = await contested(api, [ada, bola], "Standing fan");
  const [loser, winner, visitor] = [
    await open(ada, `/auction/${id}`),
    await open(bola, `/auction/${id}`),
    await open(null, `/auction/${id}`),
  ];
  await api.endNow(id);
  await expect(winner.getByText("You won this auction!").first()).toBeVisible();
  await expect(winner.getByRole("heading", { name: /^Payment due by/ })).toBeAttached();
  await shoot(winner, "ending-won", "view", widths);
  await shoot(loser, "ending-lost", "view", widths);
  await shoot(visitor, "ending-visitor", "view", widths);
  await api.setStatus(id, "sold");
  await expect(winner.getByText("Your payment is confirmed").first()).toBeVisible();
  await shoot(winner, "ending-paid", "view", widths);
});

test("shows a lot that stayed below its reserve", async ({ api, open }) => {
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  const id = await contested(api, [ada, bola], "Talking drum from Oyo", { reservePrice: 90_000 });
  const [second, leader] = [await open(ada, `/auction/${id}`), await open(bola, `/auction/${id}`)];
  await api.setStatus(id, "ended");
  await expect(leader.getByText(/reserve/i).first()).toBeVisible();
  await shoot(leader, "ending-unsold-leader", "view", widths);
  await shoot(second, "ending-unsold", "view", widths);
});

test("shows a lot that staff paused, and then cancelled", async ({ api, open }) => {
  const [ada, bola] = [await api.member("ada"), await api.member("bola")];
  const id = await contested(api, [ada, bola], "Butterfly sewing machine");
  const [bidder, visitor] = [await open(ada, `/auction/${id}`), await open(null, `/auction/${id}`)];
  const say = (status: string, publicReason: string) =>
    api
      .call("PATCH", `/api/auctions/admin/${id}/status`, "admin", { status, publicReason })
      .catch(() => api.setStatus(id, status as "paused"));
  await say("paused", "We are checking the year of manufacture with the seller.");
  await expect(bidder.getByText(/paused/i).first()).toBeVisible();
  await shoot(bidder, "ending-paused", "view", widths);
  await shoot(visitor, "ending-paused-visitor", "view", widths);
  await say("cancelled", "The seller has withdrawn the machine.");
  await expect(bidder.getByText(/cancelled/i).first()).toBeVisible();
  await shoot(bidder, "ending-cancelled", "page", widths);
  await bidder.goto("/my-bids?tab=lost");
  await expect(bidder.getByRole("article")).toBeVisible();
  await shoot(bidder, "ending-my-bids-cancelled", "view", widths);
});

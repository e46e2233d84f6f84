// The auction page, to everyone, in every state.
import { AuctionPage } from "../e2e/support/auction-page.ts";
import { expect, test } from "../e2e/support/test.ts";
import { shoot } from "./shoot.ts";

const HOUR = 60 * 60 * 1000;
/** The widths that have the bar and its sheet. */
const phones = [360, 768];

test("shows an open auction to a visitor, a leader, an outbid user, an unverified user and an administrator", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({
    title: "Toyota Corolla 2015, one owner, first body",
    description:
      "Clean title, duty paid. Air conditioning works, four new tyres. Inspection in Surulere by appointment.",
    startingPrice: 3_200_000,
    bidIncrement: 50_000,
    reservePrice: 4_000_000,
    buyItNowPrice: 5_500_000,
    categories: ["automobiles"],
    condition: "good",
    location: "Surulere, Lagos",
    media: await api.pictures(4),
  });
  const path = `/auction/${_id}`;
  const untouched = await open(null, path);
  await expect(untouched.getByText("No bids yet").first()).toBeVisible();
  await shoot(untouched, "auction-no-bids");
  for (const [person, amount] of [
    ["bola", 3_250_000],
    ["chidi", 3_300_000],
    ["bola", 3_400_000],
  ] as const) {
    await api.bid(person, _id, amount);
  }
  await api.setMaxBid("ada", _id, 3_900_000);

  const visitor = new AuctionPage(await open(null, path));
  await visitor.expectLeader("a***a");
  await shoot(visitor.page, "auction-visitor");
  const ada = new AuctionPage(await open("ada", path));
  await expect(ada.youLead).toBeVisible();
  await shoot(ada.page, "auction-leading");
  await ada.chooseAutoBid();
  await expect(ada.page.getByRole("heading", { name: "Auto-bidding Active" })).toBeVisible();
  await shoot(ada.page, "auction-auto-bid");
  const bola = new AuctionPage(await open("bola", path));
  await expect(bola.outbid).toBeVisible();
  await shoot(bola.page, "auction-outbid");
  const uche = new AuctionPage(await open("uche", path));
  await expect(uche.page.getByText("Email verification required").first()).toBeVisible();
  await shoot(uche.page, "auction-unverified");
  const admin = new AuctionPage(await open("admin", path));
  await expect(admin.controls).toBeVisible();
  await shoot(admin.page, "auction-admin");
});

test("shows an auction that is paused, resumed, ended with and without a winner, and cancelled", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({ title: "Sewing machine, Butterfly", media: await api.pictures(2) });
  await api.bid("bola", _id, 10_500);
  await api.bid("ada", _id, 11_500);
  const path = `/auction/${_id}`;
  const [ada, bola] = [new AuctionPage(await open("ada", path)), new AuctionPage(await open("bola", path))];
  await api.setStatus(_id, "paused");
  await ada.expectStatus("Paused");
  await shoot(ada.page, "auction-paused");
  await api.setStatus(_id, "active");
  await api.setStatus(_id, "ended");
  await expect(ada.rail.getByText("You won this auction!")).toBeVisible();
  await shoot(ada.page, "auction-won");
  await bola.expectStatus("Ended");
  await shoot(bola.page, "auction-ended");

  const cancelled = await api.createAuction({ title: "Upright freezer, 300 litres" });
  await api.setStatus(cancelled._id, "cancelled");
  const visitor = new AuctionPage(await open(null, `/auction/${cancelled._id}`));
  await visitor.expectStatus("Cancelled");
  await shoot(visitor.page, "auction-cancelled");
});

test("shows the last minutes, and a phone's sheet", async ({ api, open }) => {
  const endTime = new Date(Date.now() + HOUR / 2).toISOString();
  const { _id } = await api.createAuction({ title: "Ankara cloth, six yards", endTime, media: await api.pictures(1) });
  await api.bid("bola", _id, 10_500);
  const page = await open("ada", `/auction/${_id}`);
  await expect(new AuctionPage(page).timer).toBeVisible();
  await shoot(page, "auction-soon", "view");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Bid", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await shoot(page, "auction-sheet", "view", phones);
  await page.getByRole("tab", { name: "Your maximum" }).click();
  await expect(page.getByRole("button", { name: "Set maximum" })).toBeVisible();
  await shoot(page, "auction-sheet-auto-bid", "view", phones);
});

test("shows Buy It Now: the confirmation, the instructions, the wait for the payment and the sale", async ({
  api,
  open,
}) => {
  const { _id } = await api.createAuction({
    title: "Bronze leopard, lost-wax casting",
    buyItNowPrice: 90_000,
    media: await api.pictures(1),
  });
  const path = `/auction/${_id}`;
  await api.bid("bola", _id, 10_500);
  const [ada, bola] = [await open("ada", path), await open("bola", path)];
  await ada
    .getByRole("region", { name: "Buy It Now", exact: true })
    .getByRole("button", { name: "Buy It Now" })
    .click();
  await expect(ada.getByRole("button", { name: "Confirm Purchase" })).toBeEnabled();
  await shoot(ada, "buy-it-now-question", "view");
  await ada.getByRole("button", { name: "Confirm Purchase" }).click();
  await expect(ada.getByRole("button", { name: "I Understand - Close" })).toBeVisible();
  await shoot(ada, "buy-it-now-instructions", "view");
  await ada.getByRole("button", { name: "I Understand - Close" }).click();
  await expect(ada.getByRole("region", { name: /^Payment due by / })).toBeVisible();
  await shoot(ada, "buy-it-now-awaited-buyer");
  await new AuctionPage(bola).expectStatus("Paused");
  await shoot(bola, "buy-it-now-awaited-others");
  await api.setStatus(_id, "sold");
  await new AuctionPage(ada).expectStatus("Sold");
  await shoot(ada, "buy-it-now-sold-buyer");
  await new AuctionPage(bola).expectStatus("Sold");
  await shoot(bola, "buy-it-now-sold-others");
});

test("shows an auction while it loads, after a failure, and when it does not exist", async ({ api, open, watch }) => {
  watch.expectErrors(/404|500/);
  const page = await open(null, "/auction/nothing");
  await expect(page.getByRole("heading", { name: "Auction not found" })).toBeVisible();
  await shoot(page, "auction-not-found");
  const { _id } = await api.createAuction({ title: "Never to be seen" });
  // By a link, because a page opened by its address has the lot in it. The page asks over the socket as well: whichever
  // answers first.
  const openLot = async () => {
    await page.goto("/?search=never+to+be+seen");
    await page.getByRole("article", { name: "Never to be seen" }).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(_id));
  };
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.route("**/socket.io/**", () => new Promise<void>(() => {}));
  await page.route(`**/api/auctions/${_id}`, () => new Promise<void>(() => {}));
  await openLot();
  await shoot(page, "auction-loading");
  await page.unroute(`**/api/auctions/${_id}`);
  await page.route(`**/api/auctions/${_id}`, (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "Something went wrong on our side." } }),
  );
  await openLot();
  await expect(page.getByText("Failed to load auction details")).toBeVisible();
  await shoot(page, "auction-error");
});

// Tests what the page shows while the network or the server is away, and that it recovers without a reload.
import { maskedName } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { goOffline } from "./support/go-offline.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { expect, test } from "./support/test.ts";

/** Browsers log each failed connection; here they are what is tested. */
const noConnection = /net::ERR_|WebSocket connection to|WebSocket is closed/;

const CAUGHT_UP_MS = 30_000;

// S281
test("bidding is disabled while offline, and the bids of others and a new balance appear after the reconnect", async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(noConnection);
  const { _id } = await api.createAuction({ title: "Canoe, seen from a tunnel" });
  const [adas, bolas, chidis] = await Promise.all([api.member("ada"), api.member("bola"), api.member("chidi")]);
  await api.bid(adas, _id, 10_500);
  const ada = new AuctionPage(await open(adas, `/auction/${_id}`));
  await expect(ada.youLead).toBeVisible();
  await expect(ada.page.getByText("Live", { exact: true })).toBeVisible();
  await expect(ada.wayToBid).toBeEnabled();
  // Wait for the parts that load after the page, because one of them reads the account again.
  await ada.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/notifications")),
  );
  await markDocument(ada.page);

  const header = () => ada.page.evaluate(() => document.querySelector("header")?.getBoundingClientRect().height);
  const before = await header();
  await goOffline(ada.page);
  await expect(ada.page.getByText("Reconnecting… The price may have moved.")).toBeVisible();
  await expect(ada.page.getByText("Reconnecting…", { exact: true })).toBeVisible();
  expect(await header(), "the word moves nothing").toBe(before);
  await expect(ada.wayToBid).toBeDisabled();
  await expect(ada.page.getByText(/Bidding is disabled/).first()).toBeVisible();
  await expect(ada.rail.locator("number-flow-react").locator("..")).toHaveCSS("opacity", "0.6");

  await api.bid(bolas, _id, 11_000);
  await api.bid(chidis, _id, 11_500);
  await api.call("PUT", `/api/users/admin/balance/${adas.user._id}`, "admin", { balance: 345_678, action: "set" });
  await ada.expectPrice("₦10,500.00");
  await expect(ada.youLead).toBeVisible();

  await ada.page.context().setOffline(false);
  await expect(ada.outbid).toBeVisible({ timeout: CAUGHT_UP_MS });
  await ada.expectPrice("₦11,500.00");
  await ada.expectNewestBid(maskedName(chidis), "by hand", "₦11,500.00");
  await expect(ada.bids).toHaveCount(3);
  await expect(ada.page.getByText(/^Up to date again at/)).toBeVisible();
  await expect(ada.wayToBid).toBeEnabled();
  await expect(ada.rail.locator("number-flow-react").locator("..")).toHaveCSS("opacity", "1");
  // Each page reads its account at a random moment.
  const balance = ada.page.getByRole("navigation").getByText("₦345,678.00");
  await expect(balance, "read again").toBeVisible({ timeout: CAUGHT_UP_MS });
  await expectSameDocument(ada.page);
});

test("the page is live again and accepts bids after the server was killed and started again", async ({
  api,
  open,
  server,
  watch,
}) => {
  watch.expectErrors(noConnection);
  const { _id } = await api.createAuction({ title: "Talking drum through a restart" });
  const [adas, bolas, chidis] = await Promise.all([api.member("ada"), api.member("bola"), api.member("chidi")]);
  const pages = await Promise.all([open(adas, `/auction/${_id}`), open(bolas, `/auction/${_id}`)]);
  const [ada, bola] = pages.map((page) => new AuctionPage(page)) as [AuctionPage, AuctionPage];
  await ada.bid(10_500);
  await expect(ada.youLead).toBeVisible();
  await bola.expectLeader(maskedName(adas));
  for (const page of pages) await markDocument(page);

  // The worker's server: no other test uses it meanwhile.
  await server.kill();
  for (const { page, wayToBid } of [ada, bola]) {
    await expect(page.getByText("Reconnecting… The price may have moved.")).toBeVisible();
    await expect(wayToBid).toBeDisabled();
  }
  await server.start();
  // The bid comes before any browser has reconnected, so that they must catch up on its events.
  await api.bid(chidis, _id, 11_000);
  for (const screen of [ada, bola]) {
    await expect(screen.wayToBid).toBeEnabled({ timeout: CAUGHT_UP_MS });
    await screen.expectPrice("₦11,000.00");
    await screen.expectLeader(maskedName(chidis));
    await expect(screen.bids).toHaveCount(2);
  }
  await expect(ada.outbid).toBeVisible();

  await bola.bid(11_500);
  await expect(bola.youLead).toBeVisible();
  await ada.expectNewestBid(maskedName(bolas), "by hand", "₦11,500.00");
  for (const page of pages) await expectSameDocument(page);
});

test("a bid whose answer is lost with the connection is sent again and counts once", async ({ api, open, watch }) => {
  watch.expectErrors(noConnection);
  const { _id } = await api.createAuction({ title: "Sewing machine, one bid" });
  const page = await open(await api.member("ada"), "about:blank");
  const sent: string[] = [];
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    let bidPacket: string | undefined;
    socket.onMessage((message) => {
      const [, packet, data] = /^42(\d+)\["bid:place",(.*)\]$/.exec(String(message)) ?? [];
      if (data) {
        bidPacket = packet;
        sent.push(data);
      }
      server.send(message);
    });
    server.onMessage((message) => {
      const isBidAnswer = bidPacket !== undefined && String(message).startsWith(`43${bidPacket}[`);
      if (isBidAnswer && sent.length === 1) void socket.close();
      else socket.send(message);
    });
  });
  await page.goto(`/auction/${_id}`);
  const ada = new AuctionPage(page);
  await ada.bid(10_500);
  await expect(page.getByText("Bid placed successfully!")).toBeVisible({ timeout: CAUGHT_UP_MS });
  await expect(ada.youLead).toBeVisible();
  await expect(ada.bids).toHaveCount(1);
  expect(sent, "the same command, twice").toEqual([sent[0], sent[0]]);
});

test("shows the lots before it has the connection's code, and goes live when a later attempt loads that code", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(/net::ERR_FAILED .*\/socket-/);
  const { _id } = await api.createAuction({ title: "Raffia fan before its connection" });
  const page = await open(null, "about:blank");
  let attempts = 0;
  await page.route(/\/assets\/socket-/, (route) => {
    attempts += 1;
    return attempts <= 2 ? route.abort() : route.continue();
  });
  await page.goto("/");
  // The rails above the list may show the lot too.
  const card = page.getByRole("listitem").filter({ hasText: "Raffia fan before its connection" }).last();
  await expect(card).toContainText("₦10,000.00");
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: CAUGHT_UP_MS });
  expect(attempts).toBe(3);
  await api.bid(await api.member("ada"), _id, 10_500);
  await expect(card).toContainText("₦10,500.00");
});

test("the price chart shows its text when its code cannot be loaded, and bidding goes on", { tag: "@long" }, async ({
  api,
  open,
  watch,
}) => {
  watch.expectErrors(/net::ERR_FAILED .*\/price-chart/);
  const { _id } = await api.createAuction({ title: "Wall clock without its drawing" });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const page = await open(adas, "about:blank");
  await page.route(/\/assets\/price-chart/, (route) => route.abort());
  await page.goto(`/auction/${_id}`);
  const ada = new AuctionPage(page);
  await ada.bid(10_500);
  await expect(page.getByText(/^The price went from ₦10,000\.00 to ₦10,500\.00 since/)).toBeVisible();
  await api.bid(bolas, _id, 11_000);
  await ada.bid(11_500);
  await expect(ada.youLead).toBeVisible();
  await ada.expectPrice("₦11,500.00");
});

test("a page stays when the code of a small part fails to load, and the next press loads the part", {
  tag: "@long",
}, async ({ open, watch }) => {
  watch.expectErrors(/net::ERR_FAILED .*\/(data-saver-sheet|more-filters)/);
  const page = await open(null, "/");
  let isDown = true;
  await page.route(/\/assets\/(data-saver-sheet|more-filters)/, (route) => (isDown ? route.abort() : route.continue()));
  const heading = page.getByRole("heading", { name: "Every bid is public" });
  await page.getByRole("button", { name: "Data saver" }).click();
  await expect(page.getByText("This could not be opened. Check your connection and try again.")).toBeVisible();
  await page.getByRole("button", { name: "More Filters" }).click();
  await expect(page.getByText("The filters could not be loaded")).toBeVisible();
  await expect(heading).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByLabel("Currency")).toBeVisible();
  await page.getByRole("button", { name: "Data saver" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(heading).toBeVisible();
});

test("the countdown shows Closing at zero without a connection, and Ended only when the server reports the end", {
  tag: "@long",
}, async ({ api, open, watch }) => {
  watch.expectErrors(noConnection);
  const adas = await api.member("ada");
  const endTime = new Date(Date.now() + 20 * 60_000).toISOString();
  const { _id } = await api.createAuction({ title: "Clock that stops offline", endTime });
  await api.bid(adas, _id, 10_500);
  const page = await open(adas, "about:blank");
  await page.clock.install();
  await page.goto(`/auction/${_id}`);
  const ada = new AuctionPage(page);
  await expect(ada.youLead).toBeVisible();
  await expect(ada.page.getByText("Live", { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await page.clock.fastForward("21:00");
  await expect(ada.timer).toHaveText("Closing…");
  await ada.expectStatus("Active");
  await expect(page.getByText(/ended|won/i)).toHaveCount(0);

  await api.endNow(_id);
  await page.context().setOffline(false);
  await expect(ada.timer).toHaveText("Auction ended", { timeout: CAUGHT_UP_MS });
  await expect(ada.rail.getByText("You won this auction!")).toBeVisible();
});

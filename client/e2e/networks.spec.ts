// Tests bad networks between the page and the server: a connection that dies silently, and a network that answers with
// its own log-in page. The figures are in docs/networks.md.
import { Api } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { Link } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const noConnection = /net::ERR_|WebSocket connection to|WebSocket is closed|Failed to (load|fetch)|MIME type/;
const wifi = { kbitPerSecond: 20_000, roundTripMs: 20, loss: 0 };

let link: Link;
let server: AuctionServer;
test.beforeAll(async () => {
  link = await Link.open(wifi);
  server = await AuctionServer.open({ ALLOWED_ORIGINS: link.origin });
  link.leadTo(server.url);
});
test.afterAll(async () => {
  await link?.close();
  await server?.close();
});

/** A bidder's page on the lot, through the link. */
const openThroughLink = async (
  { browser, watch }: Pick<Parameters<Parameters<typeof test>[2]>[0], "browser" | "watch">,
  title: string,
) => {
  watch.expectErrors(noConnection);
  const api = new Api(server.url);
  const { _id } = await api.createAuction({ title });
  const [adas, bolas] = await Promise.all([api.member("ada"), api.member("bola")]);
  const localStorage = Object.entries({ token: adas.token, user: JSON.stringify(adas.user) });
  const context = await browser.newContext({
    storageState: {
      cookies: [],
      origins: [{ origin: link.origin, localStorage: localStorage.map(([name, value]) => ({ name, value })) }],
    },
  });
  const page = await context.newPage();
  await watch.watch(page);
  await page.clock.install();
  await page.goto(`${link.origin}/auction/${_id}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return { api, auctionId: _id, bolas, ada: new AuctionPage(page) };
};

test("a bid on a connection that died silently is sent again within seconds, and counts once", {
  tag: "@long",
}, async ({ browser, watch }) => {
  const { ada, api, auctionId, bolas } = await openThroughLink({ browser, watch }, "Lantern after a handover");
  await ada.openForm();
  await ada.amount.fill("10500");
  const { page } = ada;
  // From here on the page's time passes in steps, however slow the machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
  link.changeAddress();
  const newConnection = page.waitForEvent("websocket", { timeout: 60_000 });
  await ada.placeBid.click();
  // The page doubts the connection after 1.5 s without an answer, and gives it up 2 s later. Socket.IO's own pings
  // notice a dead connection after 10 to 20 s, and the page's watch on silence after at most 13 s.
  for (let ms = 0; ms < 8_000; ms += 500) await page.clock.runFor(500);
  await newConnection;
  await page.clock.resume();
  await expect(ada.youLead).toBeVisible({ timeout: 60_000 });
  await expect(ada.bids).toHaveCount(1);
  await api.bid(bolas, auctionId, 11_000);
  await ada.expectPrice("₦11,000.00");
  await ada.page.context().close();
});

test("the page says that the network answers with a log-in page, and is live again after the log-in", {
  tag: "@long",
}, async ({ browser, watch }) => {
  const { ada, api, auctionId, bolas } = await openThroughLink({ browser, watch }, "Lantern in a hotel");
  link.showPortal("page");
  link.dropConnections();
  await expect(ada.page.getByText("Your network asks you to log in")).toBeVisible({ timeout: 30_000 });
  await expect(ada.wayToBid).toBeDisabled();
  await api.bid(bolas, auctionId, 10_500);
  link.logIn();
  await expect(ada.page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(ada.page.getByText("Your network asks you to log in")).toHaveCount(0);
  await ada.expectPrice("₦10,500.00");
  await ada.page.context().close();
});

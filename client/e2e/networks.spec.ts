// Bad networks between the page and the server: a connection that dies silently, and a network that answers with its
// own log-in page. The figures are in docs/networks.md.
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
  server = await AuctionServer.open("pglite", { ALLOWED_ORIGINS: link.origin });
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
  await page.goto(`${link.origin}/auction/${_id}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return { api, auctionId: _id, bolas, ada: new AuctionPage(page) };
};

test("a bid on a connection that died silently is answered within seconds, and counts once", async ({
  browser,
  watch,
}) => {
  const { ada, api, auctionId, bolas } = await openThroughLink({ browser, watch }, "Lantern after a handover");
  await ada.openForm();
  await ada.amount.fill("10500");
  link.changeAddress();
  const pressedAt = performance.now();
  await ada.placeBid.click();
  await expect(ada.youLead).toBeVisible({ timeout: 20_000 });
  // In doubt after 1.5 s, given up 2 s later, and sent again on a new connection. A limit must tell this from Socket.IO's own
  // pings, which notice a dead connection after 10 to 20 s.
  expect(performance.now() - pressedAt).toBeLessThan(8_000);
  await expect(ada.bids).toHaveCount(1);
  await api.bid(bolas, auctionId, 11_000);
  await ada.expectPrice("₦11,000.00");
  await ada.page.context().close();
});

test("the page says that the network answers with a log-in page, and is live again after the log-in", async ({
  browser,
  watch,
}) => {
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

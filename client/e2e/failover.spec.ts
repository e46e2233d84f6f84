// Tests two bidders while the primary database is lost: a bid that no standby had is taken back by the failover, nobody
// ever saw it, and its bidder's page sends it again. `pnpm trust failover` tries the cluster itself
// (docs/high-availability.md).
import { Api } from "./support/api.ts";
import { AuctionPage } from "./support/auction-page.ts";
import { AuctionServer } from "./support/auction-server.ts";
import { expectSameDocument, markDocument } from "./support/page-watch.ts";
import { PrimaryAndStandby, postgresPrograms } from "./support/primary-and-standby.ts";
import { expect, signedIn, test } from "./support/test.ts";

const programs = postgresPrograms();
test.skip(programs === null, "PostgreSQL's server programs are not installed");

let databases: PrimaryAndStandby;
let server: AuctionServer;
test.beforeAll(async () => {
  databases = await PrimaryAndStandby.open(programs ?? "");
  server = await AuctionServer.open({ DATABASE_URL: databases.url });
});
test.afterAll(async () => {
  await server?.close();
  await databases?.close();
});

test("both screens are right after the primary was lost in the middle of a bid, which counts once", {
  tag: "@long",
}, async ({ browser, watch }) => {
  watch.expectErrors(/net::ERR_|Failed to (load|fetch)|50[03]/);
  const api = new Api(server.url);
  const { _id } = await api.createAuction({ title: "Drum of the lost primary" });
  const open = async (name: "ada" | "bola") => {
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: signedIn(server.url, await api.member(name)),
    });
    const page = await context.newPage();
    await watch.watch(page);
    await page.goto(`/auction/${_id}`);
    await markDocument(page);
    return new AuctionPage(page);
  };
  const [ada, bola] = await Promise.all([open("ada"), open("bola")]);
  const screens = [ada, bola];
  await ada.bid(10_500);
  for (const screen of screens) await screen.expectPrice("₦10,500.00");

  await test.step("bola bids on a primary whose standby has gone", async () => {
    await databases.stopStandby();
    await bola.bid(11_000);
    await expect.poll(() => databases.commitWaits()).toBe(true);
    // The old primary would show it to whoever reads it after its wait is cut short.
    for (const screen of screens) await screen.expectPrice("₦10,500.00");
    await expect(ada.youLead).toBeVisible();
  });

  await test.step("the primary is lost, and the standby takes its place", async () => {
    await databases.losePrimary();
    await ada.expectPrice("₦10,500.00");
    await databases.promote();
  });

  await test.step("bola's page has sent the bid again: it counts once, on both screens", async () => {
    await expect(bola.youLead).toBeVisible({ timeout: 60_000 });
    await expect(ada.outbid).toBeVisible();
    for (const screen of screens) {
      await screen.expectPrice("₦11,000.00");
      await expect(screen.bids).toHaveCount(2);
    }
  });

  await test.step("bidding goes on", async () => {
    await ada.bid(11_500);
    await expect(ada.youLead).toBeVisible();
    await bola.bid(12_000);
    await expect(bola.youLead).toBeVisible();
    for (const screen of screens) {
      await screen.expectPrice("₦12,000.00");
      await expect(screen.bids).toHaveCount(4);
      await expectSameDocument(screen.page);
      await screen.page.context().close();
    }
  });
  const { bids } = await api.call<{ bids: { amount: number }[] }>("GET", `/api/bids/auction/${_id}`, null);
  expect(bids.map(({ amount }) => amount)).toEqual([12_000, 11_500, 11_000, 10_500]);
});

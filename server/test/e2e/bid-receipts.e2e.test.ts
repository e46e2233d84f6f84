// Tests bid receipts over each transport: they are checked without the server's own code, and another node of the
// database gives the same.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { noteSigner } from "../../src/platform/signing/signed-note.ts";
import { checkBidReceipt } from "../support/check-bid-receipt.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { LOG_SEED, sharedServer, startTestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type Said, say, ways } from "../support/e2e-ways.ts";

const { vkey } = noteSigner("localhost:3000/bid-receipts", LOG_SEED);

/** Every command of these tests asks for its receipt. */
const ask: typeof say = (on, way, person, name, data) => say(on, way, person, name, { ...data, receipt: true });

const server = await sharedServer();

describeEndToEnd("bid receipts", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    [ada, bola] = [await makePerson(server, "adaeze"), await makePerson(server, "bolanle")];
  });

  it.each(ways)("come with the answer to each accepted command, over %s", async (way) => {
    const { _id: auctionId } = await openAuction(server, admin, { buyItNowPrice: 90_000 });
    const maximum = await ask(server, way, ada, "maxbid:set", { auctionId, maxAmount: 20_000, currency: "NGN" });
    const commandId = randomUUID();
    const placed = await ask(server, way, bola, "bid:place", { auctionId, amount: 15_000.5, commandId });
    const edit = { description: "A different text, so that bids may be withdrawn." };
    const { body } = await server.api("PUT", `/api/auctions/admin/${auctionId}`, { token: admin.token, body: edit });
    const { contentVersion } = body.auction;
    const { _id: maxBidId } = maximum.body.maxBid;
    const confirmed = await ask(server, way, ada, "maxbid:confirm", { maxBidId, contentVersion });
    const withdrawn = await ask(server, way, bola, "bid:withdraw", { auctionId });
    const cancelled = await ask(server, way, ada, "maxbid:cancel", { maxBidId });
    // A person may have only one open purchase.
    const buyer = await makePerson(server, `buyer ${way.replace("/", "")}`);
    const bought = await ask(server, way, buyer, "buy-it-now", { auctionId });

    const said = [maximum, placed, confirmed, withdrawn, cancelled, bought];
    const stated = said.map((one) => checkBidReceipt(one.body.receipt, vkey));
    expect(stated.map(({ type, user, amount }) => [type, user, amount])).toEqual([
      ["max-bid", ada.id, 2_000_000],
      ["bid", bola.id, 1_500_050],
      ["max-bid-confirmed", ada.id, 2_000_000],
      ["withdrawal", bola.id, undefined],
      ["max-bid-cancelled", ada.id, undefined],
      ["buy-it-now", buyer.id, 9_000_000],
    ]);
    const { bid, auction } = placed.body;
    expect(stated[1]).toMatchObject({
      auction: auctionId,
      command: commandId,
      at: bid.timestamp,
      version: auction.version,
      price: auction.currentPrice * 100,
      currency: "NGN",
      bid: Number(bid._id.split("-").at(-1)),
    });
    // The lot's text changed after the second command.
    expect(new Set(stated.slice(0, 2).map(({ lotHash }) => lotHash)).size).toBe(1);
    expect(stated[2]?.lotHash).not.toBe(stated[1]?.lotHash);
    expect(stated[2]?.contentVersion).toBe(contentVersion);
    const refused = await ask(server, way, bola, "bid:place", { auctionId, amount: 1 });
    expect([refused.ok, "receipt" in refused.body]).toEqual([false, false]);
  });

  it("are the same when a command is sent again, and state the same after a restart", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    const bid = { auctionId, amount: 2_000, commandId: randomUUID() };
    const first = await ask(server, "REST", ada, "bid:place", bid);
    await ask(server, "REST", bola, "bid:place", { auctionId, amount: 3_000 });
    for (const way of ways) expect(await ask(server, way, ada, "bid:place", bid)).toEqual(first);

    const another = await startTestServer({ at: { databaseUrl: server.server.database.url, drop: async () => {} } });
    try {
      const again = await ask(another, "/ws", ada, "bid:place", bid);
      expect(checkBidReceipt(again.body.receipt, vkey)).toEqual(checkBidReceipt(first.body.receipt, vkey));
    } finally {
      await another.close();
    }
  });

  it("are left out unless the command asks for one, so that a repeated command gets an equal answer", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    const bid = { auctionId, amount: 2_000, commandId: randomUUID() };
    const answers: Said[] = [];
    for (const way of ways) answers.push(await say(server, way, ada, "bid:place", bid));
    expect(Object.keys(answers[0]?.body).sort()).toEqual(["auction", "bid"]);
    expect(answers).toEqual(ways.map(() => answers[0]));
  });

  it("are not given by a site without a key, which bids all the same", async () => {
    const keyless = await startTestServer({ config: { log: null } });
    try {
      const seller = await makePerson(keyless, "seller", { role: "admin" });
      const bidder = await makePerson(keyless, "bidder");
      const { _id: auctionId } = await openAuction(keyless, seller);
      for (const [n, way] of ways.entries()) {
        const { ok, body } = await ask(keyless, way, bidder, "bid:place", { auctionId, amount: 2_000 + n * 1_000 });
        expect([ok, Object.keys(body).sort()]).toEqual([true, ["auction", "bid"]]);
      }
    } finally {
      await keyless.close();
    }
  });
});

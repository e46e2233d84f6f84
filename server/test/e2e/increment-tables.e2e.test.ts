// Tests increments that rise with the price, from outside: REST, both transports, copies, imports, and a change of the
// site's table while lots are open.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { foldEvent, foldSnapshot } from "@jara/shared/fold-auction";
import { usualIncrements } from "@jara/shared/increment-steps";
import { auctionAnswer } from "@jara/shared/rest/auctions";
import { usualSettings } from "@jara/shared/site-settings";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { leaders } from "../../../load/src/history/checks/bidding.ts";
import { content } from "../../../load/src/history/checks/content-versions.ts";
import { increments } from "../../../load/src/history/checks/increments.ts";
import { prices, replay } from "../../../load/src/history/checks/log.ts";
import { evidenceOf } from "../../../load/src/history/evidence.ts";
import { readStored } from "../../../load/src/history/stored.ts";
import { expectHistoryHolds } from "../support/check-history.ts";
import { HEAD, importsOn } from "../support/e2e-imports.ts";
import { connect, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const own = [
  [2_000, 100],
  [5_000, 250],
  [null, 1_000],
];

describeEndToEnd("increment tables", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  let bola: Person;
  /** Opened before the site has a table of its own. */
  let usual: Record<string, unknown>;
  beforeAll(async () => {
    server = await startTestServer({ because: "it sets the site's increment table" });
    admin = await makePerson(server, "admin", { role: "admin" });
    usual = { ...(await openAuction(server, admin, { incrementTable: true })) };
    [ada, bola] = [await makePerson(server, "adaeze"), await makePerson(server, "bola")];
  });
  afterAll(() => server?.close());
  const { applied, checked } = importsOn(() => ({ server, importer: admin }));

  const setTable = async (NGN: unknown): Promise<void> => {
    const settings = await server.api("GET", "/api/admin/settings", { token: admin.token });
    const now = settings.body.settings.find(({ section }: { section: string }) => section === "increments");
    const value = { ...usualSettings.increments, NGN };
    if (isDeepStrictEqual(now.value, value)) return;
    const body = { section: "increments", value, version: now.version, reason: "The board decided it" };
    const { status, text } = await server.api("PUT", "/api/admin/settings", { token: admin.token, body });
    if (status !== 200) throw new Error(text);
  };
  const lotOf = async (id: string) => {
    const { body } = await server.api("GET", `/api/auctions/${id}`, { token: admin.token });
    expectShape(auctionAnswer, body);
    return body.auction;
  };
  const bid = (person: Person, auctionId: string, amount: number) =>
    server.api("POST", "/api/bids", { token: person.token, body: { auctionId, amount } });
  /** The load tester's checker reads the rules in its own way. */
  const expectChecked = async (ids: readonly string[]): Promise<void> => {
    const history = { calls: [], watching: [], held: [], clock: null, since: null };
    const evidence = evidenceOf(history, await readStored(server.query, ids, []));
    for (const check of [increments, prices, replay, leaders, content]) {
      const { tried, violations } = check.run(evidence);
      expect(violations.map(({ what }) => what)).toEqual([]);
      if (check !== content) expect([check.promise, tried > 0]).toEqual([check.promise, true]);
    }
  };
  const put = (id: string, body: object) => server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body });

  it("are the usual ones before the site sets its own, and no field of other lots", async () => {
    expect(usual).toMatchObject({ incrementSteps: usualIncrements.NGN, bidIncrement: 100, minimumBid: 1_100 });
    expect(await openAuction(server, admin)).not.toHaveProperty("incrementSteps");
    expect(await openAuction(server, admin, { incrementTable: false, bidIncrement: 70 })).toMatchObject({
      bidIncrement: 70,
    });
  });

  // S543
  it("rise with the price, and a change of the site's table leaves open lots as they are", async () => {
    await setTable(own);
    const lot = await openAuction(server, admin, { incrementTable: true });
    await setTable([[null, 7]]);
    expect(lot).toMatchObject({ incrementSteps: own, bidIncrement: 100, minimumBid: 1_100 });
    expect((await bid(ada, lot._id, 1_099)).body).toMatchObject({ code: "BID_TOO_LOW", minimumBid: 1_100 });
    expect((await bid(ada, lot._id, 2_000)).body.auction.minimumBid).toBe(2_250);
    expect((await bid(bola, lot._id, 2_249)).body).toMatchObject({ code: "BID_TOO_LOW", minimumBid: 2_250 });
    expect((await bid(bola, lot._id, 5_000)).body.auction.minimumBid).toBe(6_000);
    expect(await lotOf(lot._id)).toMatchObject({ bidIncrement: 1_000, minimumBid: 6_000, incrementSteps: own });
    await expectChecked([lot._id]);
    // A lot that opens now has the new one.
    expect(await openAuction(server, admin, { incrementTable: true })).toMatchObject({ incrementSteps: [[null, 7]] });
    await expectHistoryHolds(server.server.database, lot._id);
  });

  it("are taken anew when a draft opens, by hand and by an edit", async () => {
    await setTable([[null, 7]]);
    const make = () => openAuction(server, admin, { incrementTable: true, startTime: "2035-01-01T09:00:00.000Z" });
    const drafts = [await make(), await make()];
    expect(drafts[0]).toMatchObject({ status: "draft", bidIncrement: 7 });
    await setTable(own);
    const [byHand, byEdit] = drafts.map(({ _id }) => _id) as [string, string];
    expect((await setStatus(server, admin, byHand, "active")).body.auction).toMatchObject({ incrementSteps: own });
    expect((await put(byEdit, { status: "active" })).body.auction).toMatchObject({ incrementSteps: own });
    for (const id of [byHand, byEdit]) await expectHistoryHolds(server.server.database, id);
    await bid(ada, byHand, 6_000);
    await expectChecked([byHand]);
    const { body } = await server.api("GET", `/api/auctions/admin/${byHand}/history`, { token: admin.token });
    expect(JSON.stringify(body)).toContain("of the house's increment table.");
  });

  it("are chosen and taken back before the first bid, and locked after it", async () => {
    await setTable(own);
    const lot = await openAuction(server, admin, { bidIncrement: 50 });
    expect((await put(lot._id, { incrementTable: true })).body.auction).toMatchObject({
      bidIncrement: 100,
      incrementSteps: own,
    });
    expect((await put(lot._id, { bidIncrement: 30 })).body).toMatchObject({ code: "INVALID" });
    expect((await put(lot._id, { bidIncrement: 30, incrementTable: false })).body.auction.bidIncrement).toBe(30);
    await bid(ada, lot._id, 2_000);
    expect((await put(lot._id, { incrementTable: true })).body).toMatchObject({ code: "AUCTION_HAS_BIDS" });
    for (const wrong of ["yes", 1, null]) expect((await put(lot._id, { incrementTable: wrong })).status).toBe(400);
    await expectHistoryHolds(server.server.database, lot._id);
  });

  it("come along when a lot is duplicated, published from its draft, and relisted", async () => {
    await setTable(own);
    const lot = await openAuction(server, admin, { incrementTable: true });
    const { token } = admin;
    const copied = await server.api("POST", `/api/auctions/${lot._id}/duplicate`, { token });
    const draft = await server.api("GET", `/api/lot-drafts/${copied.body.draft._id}`, { token });
    expect(draft.body.draft.content).toMatchObject({ incrementTable: true });
    await setStatus(server, admin, lot._id, "ended");
    const relisted = await server.api("POST", `/api/auctions/${lot._id}/relist`, { token });
    expect(relisted.body.auction).toMatchObject({ status: "draft", incrementSteps: own });
  });

  it("are a column of imports and of the export, which changes nothing when it is imported again", async () => {
    await setTable(own);
    const table = `${HEAD},Increment table,Increment\n1,Table drum,A lot,1000,yes,\n2,Plain drum,A lot,1000,no,75\n3,Odd drum,A lot,1000,maybe,`;
    const { rows } = await applied({ table });
    const [one, other, odd] = rows;
    expect(await lotOf(one?.auctionId ?? "")).toMatchObject({
      status: "draft",
      incrementSteps: own,
      bidIncrement: 100,
    });
    expect(await lotOf(other?.auctionId ?? "")).not.toHaveProperty("incrementSteps");
    expect(odd).toMatchObject({
      problems: [{ column: "Increment table", message: "“maybe” is neither yes nor no." }],
    });
    const file = await server.api("GET", "/api/admin/lots.csv?search=drum", { token: admin.token });
    expect(file.text).toMatch(/"Table drum","A lot",1000.00,"","yes",/);
    expect(file.text).toMatch(/"Plain drum","A lot",1000.00,75.00,"",/);
    const again = await checked({ table: file.text });
    expect(again.import.counts).toMatchObject({ create: 0, changed: 0 });
  });

  describe.each(transports)("over %s", (transport) => {
    it("are the minimum in every answer and event, also after a void", async () => {
      await setTable(own);
      const lot = await openAuction(server, admin, { incrementTable: true });
      const watcher = await connect(server, transport, { token: undefined });
      const bidder = await connect(server, transport, { token: ada.token });
      const rival = await connect(server, transport, { token: bola.token });
      const watched = await watcher.ask("auction:watch", { auctionId: lot._id });
      expect(watched).toMatchObject({ auction: { bidIncrement: 100, incrementSteps: own } });
      const max = { auctionId: lot._id, maxAmount: 9_000, currency: "NGN" as const };
      expect(await bidder.ask("maxbid:set", { ...max, commandId: randomUUID() })).toMatchObject({
        auction: { minimumBid: 1_200 },
      });
      const answer = await rival.ask("bid:place", { auctionId: lot._id, amount: 4_900, commandId: randomUUID() });
      // Answered by ₦4,900 + ₦250 = ₦5,150; the next bid is ₦1,000 more.
      expect(answer).toMatchObject({ auction: { currentPrice: 5_150, minimumBid: 6_150 } });
      expect(
        await rival.send("bid:place", { auctionId: lot._id, amount: 6_149, commandId: randomUUID() }),
      ).toMatchObject({
        error: { code: "BID_TOO_LOW", minimumBid: 6_150 },
      });
      const price = () => watcher.of("auction:price").at(-1);
      await vi.waitFor(() => expect(price()).toMatchObject({ currentPrice: 5_150, minimumBid: 6_150 }), 15_000);
      // A program that folds events has the increment too.
      let view = foldSnapshot(null, lot, null);
      for (const data of watcher.of("auction:price")) {
        const folded = foldEvent(view, { type: "auction:price", data } as never);
        if (folded.kind === "changed") view = folded.view;
      }
      expect(view.auction).toMatchObject({ currentPrice: 5_150, minimumBid: 6_150, bidIncrement: 1_000 });

      const voiding = { userId: bola.id, reason: "mistaken-amount", note: "" };
      await server.api("POST", `/api/auctions/${lot._id}/void-bids`, { token: admin.token, body: voiding });
      await vi.waitFor(
        () =>
          expect(watcher.of("auction:bids-voided").at(-1)).toMatchObject({ currentPrice: 1_100, minimumBid: 1_200 }),
        15_000,
      );
      expect(await lotOf(lot._id)).toMatchObject({ currentPrice: 1_100, bidIncrement: 100 });
      await expectHistoryHolds(server.server.database, lot._id);
      await expectChecked([lot._id]);
      for (const client of [watcher, bidder, rival]) client.close();
    });
  });
});

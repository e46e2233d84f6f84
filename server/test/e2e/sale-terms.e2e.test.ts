// Tests the terms of a sale from outside: if a sale asks for them, nobody can bid, set a maximum or buy on its lots
// before they have accepted the terms, on any transport. Also tests the picture of a sale, and lots that close in
// groups.
// Its servers are its own, because it shifts their clock.
import { randomUUID } from "node:crypto";
import { type Sale, saleTermsAnswer } from "@jara/shared/rest/sales";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { at, expectOrderHolds, SECOND, salesOn } from "../support/e2e-sales.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { picture } from "../support/sample-media.ts";
import { goTo } from "../support/shift-clock.ts";

describeEndToEnd("the terms of a sale", () => {
  let place: FreshDatabase;
  let server: TestServer;
  /** Another server over the same database. */
  let there: TestServer;
  let admin: Person;
  beforeAll(async () => {
    place = await makeDatabase();
    server = await startTestServer({ at: place });
    there = await startTestServer({ at: place });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    if (there !== server) await there?.close();
    await server?.close();
    await place?.drop();
  });

  const { makeSale, makeLots, setLots, act, publishedSale, endsOf, statusesOf } = salesOn(() => ({ server, admin }));
  const asking = { asksTerms: true, terms: "Collect within five days." };
  const bidder = () => makePerson(server, `ada-${randomUUID().slice(0, 8)}`);
  const edit = (sale: Pick<Sale, "_id" | "revision">, body: object, who = admin) =>
    server.api("PUT", `/api/sales/${sale._id}`, { token: who.token, body: { revision: sale.revision, ...body } });
  const accept = (who: Person, sale: Pick<Sale, "_id">, version: number) =>
    server.api("POST", `/api/sales/${sale._id}/accept-terms`, { token: who.token, body: { version } });
  const termsFor = async (sale: Pick<Sale, "_id">, who?: Person) => {
    const { body } = await server.api("GET", `/api/sales/${sale._id}/terms`, who ? { token: who.token } : {});
    expectShape(saleTermsAnswer, body);
    return body;
  };

  it.each(ways)("are accepted before a bid, a maximum and Buy It Now (%s)", async (way) => {
    const { sale, ids } = await publishedSale(1, asking, { buyItNowPrice: 90_000 });
    const [auctionId = ""] = ids;
    const ada = await bidder();
    const commandId = randomUUID();
    const tries = [
      () => say(server, way, ada, "bid:place", { auctionId, amount: 5_000, commandId }),
      () => say(server, way, ada, "maxbid:set", { auctionId, maxAmount: 9_000, currency: "NGN" }),
      () => say(server, way, ada, "buy-it-now", { auctionId }),
    ];
    for (const attempt of tries) {
      const refused = { code: "TERMS_NOT_ACCEPTED", saleId: sale._id };
      expect(await attempt()).toEqual({ ok: false, body: expect.objectContaining(refused) });
    }
    expect((await server.api("GET", `/api/auctions/${auctionId}`)).body.auction.bidCount).toBe(0);
    expect(await termsFor(sale, ada)).toMatchObject({ version: 1, terms: asking.terms, acceptedAt: null });
    const { status, body } = await accept(ada, sale, 1);
    expect([status, typeof body.acceptedAt]).toEqual([200, "string"]);
    // The refusal was not remembered: the same command goes on.
    for (const attempt of tries.slice(0, 2)) expect(await attempt()).toMatchObject({ ok: true });
    expect((await say(server, way, await bidder(), "bid:place", { auctionId, amount: 20_000 })).body.code).toBe(
      "TERMS_NOT_ACCEPTED",
    );
  });

  it("are accepted once for all lots of the sale, and twice is fine", async () => {
    const { sale, ids } = await publishedSale(2, asking);
    const ada = await bidder();
    const first = await accept(ada, sale, 1);
    const again = await accept(ada, sale, 1);
    expect(again.body).toEqual(first.body);
    for (const auctionId of ids)
      expect((await say(server, "REST", ada, "bid:place", { auctionId, amount: 5_000 })).ok).toBe(true);
    const [row] = await server.query<{ rows: number }>(
      "select count(*)::int as rows from sale_acceptances where sale_id = $1::text::uuid",
      [sale._id],
    );
    expect(row?.rows).toBe(1);
  });

  it("are accepted again after they changed, but a command that was answered keeps its answer", async () => {
    const { sale, ids } = await publishedSale(1, asking);
    const [auctionId = ""] = ids;
    const [ada, bola] = [await bidder(), await bidder()];
    await accept(ada, sale, 1);
    await accept(bola, sale, 1);
    const commandId = randomUUID();
    const placed = await say(server, "REST", ada, "bid:place", { auctionId, amount: 5_000, commandId });
    const maximum = { auctionId, maxAmount: 50_000, currency: "NGN" as const };
    expect((await say(server, "REST", bola, "maxbid:set", maximum)).ok).toBe(true);
    const { status, body } = await edit(sale, { terms: "Collect within two days." });
    expect([status, body.sale.termsVersion]).toEqual([200, 2]);
    expect((await edit(body.sale, { terms: "Collect within two days." })).body.sale.termsVersion).toBe(2);
    expect(await say(server, "REST", ada, "bid:place", { auctionId, amount: 5_000, commandId })).toEqual(placed);
    expect((await say(server, "REST", ada, "bid:place", { auctionId, amount: 20_000 })).body.code).toBe(
      "TERMS_NOT_ACCEPTED",
    );
    const outdated = await accept(ada, sale, 1);
    expect([outdated.status, outdated.body.code]).toEqual([409, "SALE_STATE"]);
    expect((await accept(ada, sale, 2)).status).toBe(200);
    // A maximum that was set under the former terms goes on bidding.
    const outbid = await say(server, "REST", ada, "bid:place", { auctionId, amount: 20_000 });
    expect([outbid.ok, outbid.body.auction.isLeading]).toEqual([true, false]);
  });

  describe("the terms of a published sale", () => {
    const words = { terms: "Collect within two days." };
    const HOUR = 3_600_000;

    it("can be changed only by staff who run auctions", async () => {
      const cataloguer = await makePerson(server, `cataloguer-${randomUUID().slice(0, 8)}`, { role: "cataloguer" });
      const manager = await makePerson(server, `manager-${randomUUID().slice(0, 8)}`, { role: "manager" });
      const draft = await makeSale(asking);
      expect((await edit(draft, words, cataloguer)).status).toBe(200);
      const { sale, ids } = await publishedSale(1, asking);
      const ada = await bidder();
      await accept(ada, sale, 1);
      const refused = await edit(sale, words, cataloguer);
      expect([refused.status, refused.body.code]).toEqual([403, "FORBIDDEN"]);
      expect(refused.body.message).toMatch(/only staff who run auctions can change its terms/);
      const bid = { auctionId: ids[0] ?? "", amount: 5_000 };
      expect((await say(server, "REST", ada, "bid:place", bid)).ok).toBe(true);
      const same = await edit(sale, { title: "Renamed", terms: asking.terms }, cataloguer);
      expect([same.status, same.body.sale.termsVersion]).toEqual([200, 1]);
      const changed = await edit(same.body.sale, words, manager);
      expect([changed.status, changed.body.sale.termsVersion]).toEqual([200, 2]);
    });

    it("cannot be changed by staff with an interest in a lot of the sale", async () => {
      const { sale, ids } = await publishedSale(2, asking);
      const [ada, bola] = [await bidder(), await bidder()];
      for (const who of [ada, bola]) await accept(who, sale, 1);
      const auctionId = ids[1] ?? "";
      const maximum = { auctionId, maxAmount: 9_000, currency: "NGN" as const };
      expect((await say(server, "REST", bola, "bid:place", { auctionId, amount: 5_000 })).ok).toBe(true);
      expect((await say(server, "REST", ada, "maxbid:set", maximum)).ok).toBe(true);
      for (const { id } of [ada, bola]) {
        await server.api("PUT", `/api/users/admin/role/${id}`, { token: admin.token, body: { role: "manager" } });
      }
      for (const who of [ada, bola]) {
        const refused = await edit(sale, words, who);
        expect([refused.status, refused.body.code]).toEqual([403, "CONFLICT_OF_INTEREST"]);
      }
      const renamed = await edit(sale, { title: "Renamed" }, ada);
      expect(renamed.status).toBe(200);
      expect((await edit(renamed.body.sale, words)).status).toBe(200);
    });

    it("cannot be changed while an open lot closes within two hours, unless the sale or that lot is paused", async () => {
      const now = await server.databaseNow();
      const { sale, ids } = await publishedSale(2, {
        ...asking,
        closing: "alone",
        spacingSeconds: 3 * 3_600,
        closesAt: at(now + 1.9 * HOUR),
      });
      const refused = await edit(sale, words);
      expect([refused.status, refused.body.code]).toEqual([409, "SALE_STATE"]);
      expect(refused.body.message).toMatch(/closes within two hours/);
      expect((await termsFor(sale)).version).toBe(1);
      const renamed = await edit(sale, { title: "Renamed" });
      expect(renamed.status).toBe(200);
      await setStatus(server, admin, ids[0] ?? "", "paused");
      const changed = await edit(renamed.body.sale, words);
      expect([changed.status, changed.body.sale.termsVersion]).toEqual([200, 2]);
      await setStatus(server, admin, ids[0] ?? "", "active");
      expect((await edit(changed.body.sale, { terms: "Others." })).body.code).toBe("SALE_STATE");
      const { sale: paused } = await act(sale, "pause");
      expect((await edit(paused, { terms: "Others." })).status).toBe(200);
    });

    it("can change while each open lot has more than two hours left", async () => {
      const now = await server.databaseNow();
      const { sale } = await publishedSale(1, { ...asking, closesAt: at(now + 2.1 * HOUR) });
      expect((await edit(sale, words)).status).toBe(200);
    });
  });

  it("hinder no lot of another sale, and no lot that stands alone", async () => {
    const ada = await bidder();
    const { sale, ids } = await publishedSale(1, { terms: asking.terms });
    const alone = await openAuction(server, admin);
    for (const auctionId of [ids[0] ?? "", alone._id, alone._id])
      expect((await say(server, "REST", ada, "maxbid:set", { auctionId, maxAmount: 9_000, currency: "NGN" })).ok).toBe(
        true,
      );
    const { status, body } = await accept(ada, sale, 1);
    expect([status, body.code]).toEqual([409, "SALE_STATE"]);
    expect(await termsFor(sale)).toMatchObject({ asksTerms: false, acceptedAt: null });
  });

  it("are asked for on a lot that took bids on its own before, on every server", async () => {
    const { _id: auctionId } = await openAuction(server, admin);
    for (const [node, amount] of [
      [server, 1_100],
      [there, 1_500],
    ] as const)
      expect((await say(node, "REST", await bidder(), "bid:place", { auctionId, amount })).ok).toBe(true);
    await setStatus(server, admin, auctionId, "draft");
    const sale = await makeSale(asking);
    expect((await setLots(sale, [auctionId])).status).toBe(200);
    await act(sale, "publish");
    for (const node of [server, there]) {
      const refused = await say(node, "REST", await bidder(), "bid:place", { auctionId, amount: 5_000 });
      expect(refused.body).toMatchObject({ code: "TERMS_NOT_ACCEPTED", saleId: sale._id });
    }
    const ada = await bidder();
    await accept(ada, sale, 1);
    expect((await say(there, "REST", ada, "bid:place", { auctionId, amount: 5_000 })).ok).toBe(true);
  });

  it("are not asked for in a draft of a sale, nor on a lot that was published on its own before the sale", async () => {
    const ids = await makeLots(2);
    const [alone = "", other = ""] = ids;
    const sale = await makeSale(asking);
    expect((await setLots(sale, ids)).status).toBe(200);
    await setStatus(server, admin, alone, "active");
    const bid = async (node: TestServer, auctionId: string, amount: number) =>
      (await say(node, "REST", await bidder(), "bid:place", { auctionId, amount })).body.code ?? "ok";
    expect(await bid(server, alone, 2_000)).toBe("ok");
    expect((await server.api("GET", `/api/sales/${sale._id}/terms`)).status).toBe(404);
    const end = await endsOf([alone]);
    const { action } = await act(sale, "publish");
    const reason = "This lot was published on its own before the sale, so it keeps its own times.";
    expect([action?.lots, action?.refused]).toEqual([1, [{ lotNumber: 1, auctionId: alone, reason }]]);
    expect(await endsOf([alone])).toEqual(end);
    for (const [node, amount] of [
      [server, 3_000],
      [there, 4_000],
    ] as const)
      expect([await bid(node, alone, amount), await bid(node, other, amount)]).toEqual(["ok", "TERMS_NOT_ACCEPTED"]);
    // It opens again, now in a published sale.
    await setStatus(server, admin, alone, "draft");
    await setStatus(server, admin, alone, "active");
    expect(await bid(there, alone, 5_000)).toBe("TERMS_NOT_ACCEPTED");
  });

  it("must be written to be asked for, and stay asked for once the sale is published", async () => {
    const closesAt = at((await server.databaseNow()) + 3_600_000);
    for (const terms of ["", "  "]) {
      const { status, body } = await server.api("POST", "/api/sales", {
        token: admin.token,
        body: { title: "A sale", closesAt, asksTerms: true, terms },
      });
      expect([status, body.issues?.[0].path]).toEqual([400, "terms"]);
    }
    const draft = await makeSale();
    expect((await edit(draft, { asksTerms: true })).body.issues[0].path).toBe("terms");
    const { sale } = await publishedSale(1, asking);
    expect((await edit(sale, { terms: " " })).status).toBe(400);
    expect((await edit(sale, { asksTerms: false })).body.code).toBe("SALE_STATE");
  });

  it("are refused for a lot's own reasons where it takes no bids", async () => {
    const { sale, ids } = await publishedSale(1, asking);
    await act(sale, "pause");
    const ada = await bidder();
    const paused = await say(server, "REST", ada, "bid:place", { auctionId: ids[0] ?? "", amount: 5_000 });
    expect(paused.body.code).toBe("AUCTION_PAUSED");
  });

  describe("the picture of a sale", () => {
    const upload = async (): Promise<string> => {
      const form = new FormData();
      const bytes = new Uint8Array(await picture(1_200, 400).jpeg().toBuffer());
      form.set("file", new Blob([bytes], { type: "image/jpeg" }), "hall.jpg");
      const answer = await fetch(`${server.address}/api/upload/single`, {
        method: "POST",
        body: form,
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(answer.ok).toBe(true);
      return ((await answer.json()) as { file: { url: string } }).file.url;
    };

    it("is an upload, and can be taken away", async () => {
      const url = await upload();
      const sale = await makeSale({ picture: url });
      expect(sale.picture).toBe(url);
      const { body } = await edit(sale, { picture: null });
      expect(body.sale.picture).toBeNull();
      for (const wrong of ["/media/none.webp", "javascript:alert(1)", "http://elsewhere.test/a.jpg"])
        expect((await edit(body.sale, { picture: wrong })).status, wrong).toBe(400);
    });
  });

  describe("lots that close in groups", () => {
    it("have one end for each group, and only such lots can have groups", async () => {
      const { ids, sale } = await publishedSale(5, { closing: "together", groupSize: 2, spacingSeconds: 600 });
      const first = Date.parse(sale.closesAt);
      expect((await endsOf(ids)).map((end) => (end - first) / SECOND)).toEqual([0, 0, 600, 600, 1_200]);
      const { status, body } = await server.api("POST", "/api/sales", {
        token: admin.token,
        body: { title: "A sale", closesAt: sale.closesAt, closing: "in-order", groupSize: 2 },
      });
      expect([status, body.issues?.[0].path]).toEqual([400, "groupSize"]);
    });

    it("are one group if no size is given: all end at one time, whatever the spacing, and no end moves without a bid", async () => {
      const closesAt = Math.round(await server.databaseNow()) + 60_000;
      const given = { closing: "together", spacingSeconds: 60, closesAt: at(closesAt) };
      const { ids } = await publishedSale(3, given);
      expect(await endsOf(ids)).toEqual(ids.map(() => closesAt));
      await goTo(server, closesAt);
      await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(ids.map(() => "ended")), { timeout: 45_000 });
      expect(await endsOf(ids)).toEqual(ids.map(() => closesAt));
    });

    it("hold each other open after a late bid, and no other group", async () => {
      const closesAt = Math.round(await server.databaseNow()) + 60_000;
      const ids = await makeLots(4, { softClose: { windowSeconds: 120, capMinutes: 5 } });
      const given = { closing: "together", groupSize: 2, spacingSeconds: 1, closesAt: at(closesAt) };
      const sale = await makeSale(given);
      await setLots(sale, ids);
      await act(sale, "publish");
      const ada = await bidder();
      expect((await say(server, "REST", ada, "bid:place", { auctionId: ids[0] ?? "", amount: 5_000 })).ok).toBe(true);
      await goTo(server, closesAt + SECOND);
      await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(["active", "active", "ended", "ended"]), {
        timeout: 45_000,
        interval: 100,
      });
      const [bidOn = 0, beside = 0] = await endsOf(ids);
      expect([bidOn > closesAt, beside]).toEqual([true, bidOn]);
      await goTo(server, bidOn);
      await vi.waitFor(async () => expect(await statusesOf(ids)).toEqual(ids.map(() => "ended")), {
        timeout: 45_000,
      });
      await expectOrderHolds(server, ids);
    });
  });
});

// Tests addenda and condition reports of lots from outside: their content, that nobody edits an addendum, and that both
// are changes of a lot with bids, of which its bidders are notified.
import { auctionAnswer } from "@jara/shared/rest/auctions";
import { beforeAll, expect, it } from "vitest";
import { connect, transports } from "../support/e2e-live.ts";
import { mailsTo } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const HOUR = 3_600_000;
const VIN = "JTDBR32E720123456";
let people = 0;

const server = await sharedServer();

describeEndToEnd("addenda and condition reports", () => {
  let admin: Person;
  let ada: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "ada");
  });

  const newLot = async (details = {}): Promise<string> => (await openAuction(server, admin, details))._id;
  const read = async (id: string) => (await server.api("GET", `/api/auctions/${id}`)).body.auction;
  const add = (id: string, text: string, headers = {}) =>
    server.api("POST", `/api/auctions/${id}/addenda`, { token: admin.token, body: { text }, headers });
  const edit = (id: string, body: object) => server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body });
  const changesOf = async (id: string) => (await server.api("GET", `/api/auctions/${id}/changes`)).body.changes;
  const bid = (who: Person, auctionId: string, amount: number, more = {}) =>
    server.api("POST", "/api/bids", { token: who.token, body: { auctionId, amount, ...more } });

  it("adds dated addenda, each after the others, that nobody can edit", async () => {
    const id = await newLot();
    expect(await read(id)).not.toHaveProperty("addenda");
    const { status, body } = await add(id, " The lid is missing. ");
    expect(status).toBe(201);
    expectShape(auctionAnswer, body);
    await add(id, "The lid was found.");
    const { addenda, contentVersion } = await read(id);
    expect(addenda.map(({ text }: { text: string }) => text)).toEqual(["The lid is missing.", "The lid was found."]);
    expect(Date.parse(addenda[0].at)).toBeLessThanOrEqual(Date.parse(addenda[1].at));
    expect(Math.abs(Date.parse(addenda[1].at) - (await server.databaseNow()))).toBeLessThan(60_000);
    expect(contentVersion, "nobody had bid").toBe(1);
    for (const body of [{ addenda: [] }, { addendum: "x" }]) expect((await edit(id, body)).status).toBe(400);
    expect((await edit(id, { title: "Another drum" })).body.auction.addenda).toEqual(addenda);
  });

  it("adds an addendum once, however often it is sent with the same key", async () => {
    const id = await newLot();
    const key = { "idempotency-key": `addendum-${id}` };
    const answers = await Promise.all([add(id, "The lid is missing.", key), add(id, "The lid is missing.", key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await read(id)).addenda).toHaveLength(1);
  });

  it("keeps two addenda of two people at the same moment", async () => {
    const id = await newLot();
    await Promise.all([add(id, "One."), add(id, "Two."), add(id, "Three.")]);
    expect((await read(id)).addenda).toHaveLength(3);
  });

  it.each(transports)("is a change of the lot once somebody has bid, over %s", async (transport) => {
    const bola = await makePerson(server, `bola-${++people}`);
    const id = await newLot({ endTime: new Date(Date.now() + HOUR).toISOString() });
    await server.api("POST", "/api/maxbids", {
      token: bola.token,
      body: { auctionId: id, maxAmount: 5_000, currency: "NGN" },
    });
    const watcher = await connect(server, transport);
    const bidder = await connect(server, transport, { token: bola.token });
    await watcher.ask("auction:watch", { auctionId: id });
    expect((await add(id, "The lid is missing.")).status).toBe(201);
    const event = await watcher.next("auction:updated");
    expect(event).toMatchObject({
      contentVersion: 2,
      changes: expect.arrayContaining([expect.objectContaining({ field: "addenda", before: [] })]),
    });
    expect(event.auction.addenda).toMatchObject([{ text: "The lid is missing." }]);
    expect(await bidder.next("maxbid:suspended")).toMatchObject({ auctionId: id, contentVersion: 2 });
    const lot = await read(id);
    expect(Date.parse(lot.endTime) - Date.parse(lot.addenda[0].at), "two hours are left").toBeGreaterThanOrEqual(
      2 * HOUR,
    );
    const [change] = await changesOf(id);
    expect(change).toMatchObject({ contentVersion: 2, at: lot.addenda[0].at });
    const [mail] = await mailsTo(server, bola.email, "lot-changed");
    expect(mail?.fields).toContain("an addendum");
    expect((await bid(ada, id, 9_000, { contentVersion: 1 })).body).toMatchObject({
      code: "LOT_CHANGED",
      changes: expect.arrayContaining([expect.objectContaining({ field: "addenda" })]),
    });
    const withdrawn = await server.api("POST", `/api/auctions/${id}/withdraw-bids`, { token: bola.token });
    expect(withdrawn.status).toBe(200);
    const { body } = await server.api("GET", `/api/auctions/admin/${id}/history`, { token: admin.token });
    expect(JSON.stringify(body)).toContain("added an addendum: “The lid is missing.”");
    watcher.close();
    bidder.close();
  });

  it("refuses an addendum on a lot that is over, an addendum too many, and words that are empty or too long", async () => {
    const id = await newLot();
    expect((await add(id, " ")).status).toBe(400);
    expect((await add(id, "x".repeat(1001))).status).toBe(400);
    for (let n = 0; n < 10; n += 1) expect((await add(id, `Note ${n}`)).status).toBe(201);
    expect((await add(id, "One more")).body.message).toMatch(/at most 10/);
    await setStatus(server, admin, id, "ended");
    expect((await add(id, "Late")).body.code).toBe("AUCTION_ENDED");
    expect(
      (await server.api("POST", "/api/auctions/nothing/addenda", { token: admin.token, body: { text: "x" } })).status,
    ).toBe(404);
  });

  it("keeps a condition report with the fields of the lot's categories alone", async () => {
    const report = { year: 2015, mileageKm: 120_000, vin: VIN.toLowerCase(), transmission: "automatic" };
    const id = await newLot({ categories: ["automobiles"], conditionReport: report });
    expect((await read(id)).conditionReport).toEqual({ ...report, vin: VIN });
    const refused: [string, object][] = [
      ["an unknown field", { conditionReport: { doors: 4 } }],
      ["a field of another category", { conditionReport: { storageGb: 128 } }],
      ["a wrong VIN", { conditionReport: { vin: "1234" } }],
      ["a VIN with an O", { conditionReport: { vin: "JTDBR32E72O123456" } }],
      ["no whole number", { conditionReport: { mileageKm: 1.5 } }],
      ["a text for a number", { conditionReport: { year: "2015" } }],
      ["an unknown choice", { conditionReport: { fuel: "water" } }],
      ["categories without these fields", { categories: ["furniture"] }],
    ];
    for (const [what, body] of refused) expect([what, (await edit(id, body)).status]).toEqual([what, 400]);
    expect((await read(id)).conditionReport).toEqual({ ...report, vin: VIN });
    const both = { categories: ["electronics"], conditionReport: { storageGb: 128, working: "yes" } };
    expect((await edit(id, both)).body.auction.conditionReport).toEqual(both.conditionReport);
    expect((await edit(id, { conditionReport: null })).body.auction).not.toHaveProperty("conditionReport");
    const other = {
      token: admin.token,
      body: { title: "Sofa", description: "Soft", startingPrice: 10, conditionReport: { vin: VIN } },
    };
    expect((await server.api("POST", "/api/auctions", other)).status).toBe(400);
  });

  it("makes a content version of a changed report, and none of the same report in another order", async () => {
    const id = await newLot({ categories: ["automobiles"], conditionReport: { year: 2015, mileageKm: 120_000 } });
    await bid(ada, id, 1_500);
    expect((await edit(id, { conditionReport: { mileageKm: 120_000, year: 2015 } })).body.auction.contentVersion).toBe(
      1,
    );
    expect((await edit(id, { conditionReport: { year: 2015, mileageKm: 180_000 } })).body.auction.contentVersion).toBe(
      2,
    );
    expect((await changesOf(id))[0].fields[0]).toEqual({
      field: "conditionReport",
      before: { year: 2015, mileageKm: 120_000 },
      after: { year: 2015, mileageKm: 180_000 },
    });
  });

  it("gives a relisted lot its addenda and report, and a duplicate its report to go on with", async () => {
    const id = await newLot({ categories: ["electronics"], conditionReport: { storageGb: 128, screen: "scratched" } });
    await add(id, "The charger is missing.");
    await setStatus(server, admin, id, "cancelled");
    const relisted = await server.api("POST", `/api/auctions/${id}/relist`, { token: admin.token });
    expect(relisted.body.auction).toMatchObject({
      status: "draft",
      addenda: [{ text: "The charger is missing." }],
      conditionReport: { storageGb: 128, screen: "scratched" },
    });
    const { body } = await server.api("POST", `/api/auctions/${id}/duplicate`, { token: admin.token });
    const draft = await server.api("GET", `/api/lot-drafts/${body.draft._id}`, { token: admin.token });
    expect(draft.body.draft.content.conditionReport).toEqual({ storageGb: "128", screen: "scratched" });
    const exported = await server.api("GET", "/api/admin/lots.csv", { token: admin.token });
    expect(exported.text).toContain("Storage: 128 GB; Screen: Scratched");
  });

  it("finds lots by their report: by words, and by year, mileage and storage", async () => {
    const word = `corolla${++people}`.toLowerCase();
    const make = (n: number, categories: string[], conditionReport?: object) =>
      newLot({ title: `${word} ${n}`, categories, ...(conditionReport && { conditionReport }) });
    const old = await make(1, ["automobiles"], { year: 2008, mileageKm: 240_000, vin: "1HGCM82633A004352" });
    const young = await make(2, ["automobiles"], { year: 2018, mileageKm: 60_000, fuel: "hybrid" });
    const phone = await make(3, ["electronics"], { year: 2020, storageGb: 256 });
    await make(4, ["automobiles"]);
    const find = async (query: string): Promise<string[]> => {
      const { status, body } = await server.api("GET", `/api/auctions?limit=100&${query}`);
      expect([query, status]).toEqual([query, 200]);
      return body.auctions
        .filter(({ title }: { title: string }) => title.startsWith(word))
        .map(({ _id }: { _id: string }) => _id);
    };
    for (const search of ["", `&search=${word}`]) {
      for (const sort of ["", "&sortBy=currentPrice"]) {
        const by = (query: string) => find(`${query}${search}${sort}`);
        expect((await by("yearFrom=2010")).toSorted()).toEqual([young, phone].toSorted());
        expect(await by("yearTo=2010")).toEqual([old]);
        expect(await by("category=automobiles&yearFrom=2000&mileageTo=100000")).toEqual([young]);
        expect(await by("storageFrom=128")).toEqual([phone]);
        expect(await by("storageFrom=512")).toEqual([]);
      }
    }
    expect(await find("search=1hgcm82633a004352")).toEqual([old]);
    expect(await find(`search=${word}%20hybrid`)).toEqual([young]);
    expect((await server.api("GET", "/api/auctions?yearFrom=soon")).status).toBe(400);
    const { body } = await server.api("GET", `/api/auctions/facets?search=${word}&yearFrom=2010`);
    expect(body.category).toEqual({ automobiles: 1, electronics: 1 });
    await edit(old, { conditionReport: { year: 2012 } });
    expect(await find(`search=${word}&yearTo=2012`)).toEqual([old]);
    expect(await find("search=1hgcm82633a004352")).toEqual([]);
  });
});

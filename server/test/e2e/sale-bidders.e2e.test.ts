// Tests the list of a sale's bidders: one number for each, what they lead, won and owe, and who sees what.
import { randomUUID } from "node:crypto";
import { saleBiddersAnswer } from "@jara/shared/rest/sale-bidders";
import { beforeAll, expect, it } from "vitest";
import { agreedLotOfSeller } from "../support/e2e-consigned.ts";
import { makePerson, type Person, setStatus } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { pdfText } from "../support/pdf-text.ts";

const server = await sharedServer();

describeEndToEnd("the bidders of a sale", () => {
  let admin: Person;
  let cashier: Person;
  let ada: Person;
  let bola: Person;
  let chidi: Person;
  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    cashier = await makePerson(server, "cashier", { role: "cashier" });
    ada = await makePerson(server, "ada");
    bola = await makePerson(server, "bola");
    chidi = await makePerson(server, "chidi");
    await server.query(
      "update users set phone = '+2348031234567', first_name = 'Ada', last_name = 'Obi' where id = $1::text::uuid",
      [ada.id],
    );
  });
  const { publishedSale, makeSale, setLots, act, makeLots } = salesOn(() => ({ server, admin }));
  const api = (method: string, path: string, body?: object, who = admin) =>
    server.api(method, `/api${path}`, { token: who.token, ...(body && { body }) });
  const bid = async (who: Person, auctionId = "", amount = 20_000) => {
    const { status, text } = await api("POST", "/bids", { auctionId, amount }, who);
    expect(status, text).toBe(201);
  };
  const list = async (saleId: string, query = "sortOrder=asc", who = admin) => {
    const { status, body, text } = await api("GET", `/admin/sales/${saleId}/bidders?${query}`, undefined, who);
    expect(status, text).toBe(200);
    expectShape(saleBiddersAnswer, body);
    return saleBiddersAnswer.parse(body).bidders;
  };
  const numbers = async (saleId: string) =>
    Object.fromEntries((await list(saleId)).map(({ user, number }) => [user._id, number]));

  it("have one number each from the first bid on, which stays after a void, and is on the labels", async () => {
    const { sale, ids } = await publishedSale(3);
    const [one = "", two, three] = ids;
    await bid(bola, one);
    await bid(ada, one, 30_000);
    await bid(chidi, two);
    const given = { [bola.id]: 1, [ada.id]: 2, [chidi.id]: 3 };
    expect(await numbers(sale._id)).toEqual(given);
    const voided = await api("POST", `/auctions/${one}/void-bids`, { userId: bola.id, reason: "fraud" });
    expect(voided.status, voided.text).toBe(200);
    await bid(ada, three);
    expect(await numbers(sale._id)).toEqual(given);
    const [first] = await list(sale._id);
    expect(first).toMatchObject({ user: { _id: bola.id }, bids: { lots: 0, leads: 0 }, won: 0, sums: [] });
    for (const id of ids) await setStatus(server, admin, id, "ended");
    const answer = await fetch(`${server.address}/api/admin/sales/${sale._id}/labels.pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const { text } = await pdfText(new Uint8Array(await answer.arrayBuffer()));
    expect(text.match(/Buyer \d+/g)).toEqual(["Buyer 2", "Buyer 3", "Buyer 2"]);
  });

  it("are listed with what they lead, won and owe, and nobody sees a maximum that has not bid", async () => {
    const { sale, ids } = await publishedSale(2);
    const [one = "", two = ""] = ids;
    await bid(ada, one);
    await bid(bola, two, 50_000);
    const waits = { auctionId: one, maxAmount: 20_001, currency: "NGN" };
    expect((await api("POST", "/maxbids", waits, chidi)).status).toBe(200);
    expect((await list(sale._id)).map(({ user, bids }) => [user._id, bids])).toEqual([
      [ada.id, { lots: 1, leads: 1 }],
      [bola.id, { lots: 1, leads: 1 }],
    ]);
    for (const id of ids) await setStatus(server, admin, id, "ended");
    const [ofAda] = await list(sale._id, `q=${ada.username}`);
    expect(ofAda).toMatchObject({
      user: { firstName: "Ada", phone: "+2348031234567" },
      bids: { lots: 1, leads: 0 },
      won: 1,
      handedOver: 0,
      refunded: 0,
      sums: [{ currency: "NGN", hammer: 20_000, total: 20_000, paid: 4000, owed: 16_000 }],
    });
    const found = async (query: string) => (await list(sale._id, query)).map(({ user }) => user._id);
    expect(await found("q=2")).toEqual([bola.id]);
    expect(await found("q=08031234567")).toEqual([ada.id]);
    expect(await found("q=ada%20obi")).toEqual([ada.id]);
    expect(await found("q=nobody-of-this-name")).toEqual([]);
    expect(await found("sortBy=hammer")).toEqual([bola.id, ada.id]);
    expect(await found("sortBy=owed&sortOrder=asc")).toEqual([ada.id, bola.id]);
    expect(await found("limit=1&page=2&sortOrder=asc")).toEqual([bola.id]);
    expect(await found("state=leading")).toEqual([]);
    const [settlement] = (await api("GET", `/settlements?sale=${sale._id}&buyer=${ada.id}`)).body.settlements;
    const paid = await api("POST", `/settlements/${settlement._id}/payments`, { method: "cash", amount: 16_000 });
    expect(paid.status, paid.text).toBe(200);
    expect(await found("state=owing")).toEqual([bola.id]);
    expect(await found("state=won&sortOrder=asc")).toEqual([ada.id, bola.id]);
    const csv = (await api("GET", `/admin/sales/${sale._id}/bidders.csv`)).text.split("\r\n");
    expect(csv[1]).toContain(`"1","${ada.username}","Ada Obi","'+2348031234567","${ada.email}"`);
    expect(csv[1]).toContain('"NGN",20000.00,20000.00,0.00,"1"');
    expect(csv[1]).toMatch(/,20000\.00,"0","0"$/);
    expect(csv).toHaveLength(4);
    const refund = await api("POST", `/settlements/${settlement._id}/refund`, { to: "balance", reason: "Damaged" });
    expect(refund.status, refund.text).toBe(200);
    const { bidders, sum } = (await api("GET", `/admin/sales/${sale._id}/bidders?sortOrder=asc&limit=1`)).body;
    expect(bidders).toMatchObject([{ user: { _id: ada.id }, won: 0, handedOver: 0, refunded: 1, sums: [] }]);
    expect(sum, "of all pages").toEqual({
      won: 1,
      handedOver: 0,
      refunded: 1,
      sums: [{ currency: "NGN", hammer: 50_000, total: 50_000, paid: 10_000, owed: 40_000 }],
    });
  });

  it("show a cashier the buyers alone, and approvals to those who decide them", async () => {
    const ids = await makeLots(2);
    const sale = await makeSale({ requirements: { phone: false, document: false, approval: true } });
    expect((await setLots(sale, ids)).status).toBe(200);
    await act(sale, "publish");
    for (const who of [ada, bola, chidi]) await api("POST", `/sales/${sale._id}/ask-approval`, undefined, who);
    for (const [who, limit] of [
      [ada, 100_000],
      [bola, null],
    ] as const) {
      const body = { status: "approved", limit, saleId: sale._id, revision: 1 };
      expect((await api("POST", `/admin/bidders/${who.id}/approval`, body)).status).toBe(200);
    }
    await bid(ada, ids[0]);
    await bid(bola, ids[1]);
    await setStatus(server, admin, ids[0] ?? "", "ended");
    const byId = new Map((await list(sale._id)).map((one) => [one.user._id, one]));
    expect(byId.get(ada.id)?.approval).toEqual({ status: "approved", limit: 100_000 });
    expect(byId.get(chidi.id)).toMatchObject({ number: null, approval: { status: "waiting", limit: null } });
    expect((await list(sale._id, "state=waiting")).map(({ user }) => user._id)).toEqual([chidi.id]);
    const seen = await list(sale._id, "sortOrder=asc", cashier);
    expect(seen.map(({ user, number }) => [user._id, number])).toEqual([[ada.id, 1]]);
    expect(seen[0]).not.toHaveProperty("bids");
    expect(seen[0]).not.toHaveProperty("approval");
    expect(seen[0]?.won).toBe(1);
    for (const who of [ada, await makePerson(server, "cataloguer", { role: "cataloguer" })]) {
      expect((await api("GET", `/admin/sales/${sale._id}/bidders`, undefined, who)).status).toBe(403);
      expect((await api("GET", `/admin/sales/${sale._id}/bidders.csv`, undefined, who)).status).toBe(403);
    }
    for (const id of [randomUUID(), "x"]) expect((await api("GET", `/admin/sales/${id}/bidders`)).status).toBe(404);
  });

  it("leave out what happens on a lot in which the reader has an interest", async () => {
    const manager = await makePerson(server, "manager");
    const ids = [await agreedLotOfSeller(server, admin, manager), ...(await makeLots(1))];
    const sale = await makeSale({ closesAt: inHours(3) });
    const { status, text } = await setLots(sale, ids);
    expect(status, text).toBe(200);
    await act({ _id: sale._id }, "publish");
    await bid(ada, ids[0]);
    await bid(bola, ids[1]);
    await server.query("update users set role = 'manager' where id = $1::text::uuid", [manager.id]);
    expect((await list(sale._id, "", manager)).map(({ user, number }) => [user._id, number])).toEqual([[bola.id, 2]]);
    for (const id of ids) await setStatus(server, admin, id, "ended");
    expect((await list(sale._id, "", manager)).map(({ user }) => user._id)).toEqual([bola.id]);
  });
});

// Tests the staff's table of auctions: every status, filters, orders, pages, full names, and that nobody else can read
// it.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import { adminAuctionsAnswer, type ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countLots } from "../../src/features/auctions/count-lots.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, sharedServer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { consign } from "../support/given-consignment.ts";

/** The calls by which both parts list auctions on their own server. */
const listing = (at: () => { server: TestServer; admin: Person }) => {
  const list = async (query: string) => {
    const { server, admin } = at();
    const { status, body } = await server.api("GET", `/api/auctions/admin/all?${query}`, { token: admin.token });
    expect(status).toBe(200);
    expectShape(adminAuctionsAnswer, body);
    return body;
  };
  const found = async (query: string): Promise<string[]> =>
    (await list(query)).auctions.map(({ title }: Auction) => title.split(" ")[0]);
  return { list, found };
};

describeEndToEnd("all auctions for administrators", () => {
  let server: TestServer;
  let admin: Person;
  const { list, found } = listing(() => ({ server, admin }));
  const statuses = ["draft", "active", "paused", "ended", "cancelled", "sold"];

  beforeAll(async () => {
    server = await startTestServer({ because: "it lists and counts all lots of the site" });
    admin = await makePerson(server, "admin", { role: "admin" });
    const ada = await makePerson(server, "adaeze");
    // Titles, prices and ends are each in another order.
    for (const [n, status] of statuses.entries()) {
      const { _id } = await openAuction(server, admin, {
        title: `${["Fan", "anvil", "Cup", "drum", "Bowl", "earring"][n]} 100%`,
        startingPrice: [300, 200, 600, 100, 500, 400][n] ?? 0,
        duration: [5, 3, 1, 6, 4, 2][n] ?? 1,
        reservePrice: 5000,
        location: n === 2 ? "Jos_north" : null,
      });
      if (n === 1) {
        await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 5100 } });
      }
      if (status !== "active") await setStatus(server, admin, _id, status);
    }
    const gone = await openAuction(server, admin, { title: "Deleted 100%" });
    await server.api("DELETE", `/api/auctions/${gone._id}`, { token: admin.token });
  });
  afterAll(() => server?.close());

  // S402
  it("list all but the deleted ones, newest first, with full names and reserves", async () => {
    const { auctions, pagination } = await list("");
    expect(auctions.map(({ status }: Auction) => status)).toEqual([...statuses].reverse());
    expect(pagination).toEqual({ current: 1, pages: 1, total: 6, limit: 20 });
    const bidOn = auctions.find(({ bidCount }: Auction) => bidCount > 0);
    expect(bidOn).toMatchObject({ leader: { username: "adaeze" }, reservePrice: 5000, reserveMet: true });
  });

  // S403
  it.each([
    ["sortBy=createdAt&sortOrder=asc", ["Fan", "anvil", "Cup", "drum", "Bowl", "earring"]],
    ["sortBy=title&sortOrder=asc", ["anvil", "Bowl", "Cup", "drum", "earring", "Fan"]],
    ["sortBy=startingPrice", ["Cup", "Bowl", "earring", "Fan", "anvil", "drum"]],
    ["sortBy=currentPrice", ["anvil", "Cup", "Bowl", "earring", "Fan", "drum"]],
    ["sortBy=endTime&sortOrder=asc", ["Cup", "earring", "anvil", "Bowl", "Fan", "drum"]],
    ["sortBy=title&sortOrder=asc&limit=2&page=2", ["Cup", "drum"]],
    ["sortBy=title&page=9", []],
    ["status=paused", ["Cup"]],
    ["status=ended&search=dru", ["drum"]],
    ["status=ended&search=cup", []],
    ["search=jos_", ["Cup"]],
    ["search=s%5C", []],
    ["search=deleted", []],
    ["search=100%25&sortBy=title&sortOrder=asc&limit=1", ["anvil"]],
  ])("can be filtered and sorted: %s", async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  // S404
  it("have the number of all pages", async () => {
    expect((await list("limit=4&page=2")).pagination).toEqual({ current: 2, pages: 2, total: 6, limit: 4 });
    expect((await list("status=draft&search=nothing")).pagination).toMatchObject({ total: 0, pages: 1 });
  });

  it.each(["status=closed", "sortBy=revision", "sortOrder=up", "page=0", "limit=x", `search=${"x".repeat(201)}`])(
    "refuse %s",
    async (query) => {
      const { body } = await server.api("GET", `/api/auctions/admin/all?${query}`, { token: admin.token });
      expect(body.code).toBe("INVALID");
    },
  );

  it("count the lots of each status that the search finds, whichever status is chosen", async () => {
    const kinds = { upcoming: 0, unsold: 0, awaitingPayment: 0 };
    const none = { draft: 0, active: 0, paused: 0, ended: 0, cancelled: 0, sold: 0, ...kinds };
    const each = { draft: 1, active: 1, paused: 1, ended: 1, cancelled: 1, sold: 1, ...kinds, unsold: 1 };
    expect((await list("")).counts).toEqual(each);
    expect((await list("status=draft")).counts).toEqual(each);
    expect((await list("status=draft&search=100%25")).counts).toEqual(each);
    expect((await list("status=draft&search=nothing")).counts).toEqual(none);
    expect((await list("status=sold&search=cup")).counts).toEqual({ ...none, paused: 1 });
    const [{ _id, status }] = (await list("status=ended")).auctions;
    expect((await list(`search=${_id}`)).counts).toEqual({ ...none, [status]: 1, unsold: 1 });
    const reader = { id: admin.id, seesNames: true };
    const { database: db } = server.server;
    // Too many to count.
    expect(await countLots(db, { search: "100%" }, reader, 6)).toBeNull();
    expect(await countLots(db, { search: "100%" }, reader, 7)).toEqual(each);
  });

  it.each([
    ["search=100%25+cup+jos_north", ["Cup"]],
    ["search=north+cup", ["Cup"]],
    ["search=%25", ["earring", "Bowl", "drum", "Cup", "anvil", "Fan"]],
    ["search=%22cup%22", ["Cup"]],
    ["search=%E2%80%9CC%C3%BA%CC%A3p%E2%80%9D", ["Cup"]],
    ["search=cups", ["Cup"]],
    ["search=%CC%80", []],
    ["search=%27%3Bdrop+table+users%3B--", []],
    ["search=%5C%5C", []],
    ["search=_", ["Cup"]],
  ])("find words in any order and take signs as they are: %s", async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it("fall back to similar or fewer words if no lot has all of them, and say so", async () => {
    const kinds = { upcoming: 0, unsold: 0, awaitingPayment: 0 };
    const one = { draft: 0, active: 0, paused: 1, ended: 0, cancelled: 0, sold: 0, ...kinds };
    expect(await list("search=cup+zeppelin")).toMatchObject({ searchedFor: "cup", relaxed: true, counts: one });
    expect(await found("search=cup+anvil")).toEqual(["Cup"]);
    // The similar words are those of listed lots.
    const corrected = await list("search=anvli");
    expect(corrected).toMatchObject({ searchedFor: "anvil" });
    expect(corrected).not.toHaveProperty("relaxed");
    expect(await list("search=cup")).not.toHaveProperty("searchedFor");
  });

  it("find a lot by its id and by the beginning of its id, in any status", async () => {
    const { auctions } = await list("");
    for (const { _id, title } of auctions) {
      const name = title.split(" ")[0];
      expect(await found(`search=${_id}`)).toEqual([name]);
      expect(await found(`search=${_id.slice(0, 13).toUpperCase()}`)).toEqual([name]);
      expect(await found(`search=${_id}+${name}`)).toEqual([name]);
      expect(await found(`search=${_id}+zeppelin`)).toEqual([]);
    }
    expect(await found("search=00000000-0000-4000-8000-000000000000")).toEqual([]);
    expect(await found("search=deadbeefdeadbeefdeadbeefdeadbeef12")).toEqual([]);
  });
});

const shared = await sharedServer();

describeEndToEnd("auctions that administrators find while lots come and go", () => {
  let admin: Person;
  const { list, found } = listing(() => ({ server: shared, admin }));
  beforeAll(async () => {
    admin = await makePerson(shared, "admin", { role: "admin" });
  });

  /** Ends a lot that the person has won. */
  const win = async (winner: Person, title: string) => {
    const { _id: auctionId } = await openAuction(shared, admin, { title });
    await shared.api("POST", "/api/bids", { token: winner.token, body: { auctionId, amount: 5100 } });
    await setStatus(shared, admin, auctionId, "ended");
  };

  const makeSale = async () => {
    const closesAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await shared.api("POST", "/api/sales", {
      token: admin.token,
      body: {
        title: "Estate",
        description: "",
        terms: "",
        viewings: [],
        opensAt: null,
        closesAt,
        spacingSeconds: 60,
        closing: "alone",
      },
    });
    return made.body.sale;
  };

  it("find a won lot by its winner's username for those who see names, and for nobody else", async () => {
    const won = await openAuction(shared, admin, { title: "Won harp" });
    const ada = await makePerson(shared, "chukwuemeka");
    const name = ada.username;
    await shared.api("POST", "/api/bids", { token: ada.token, body: { auctionId: won._id, amount: 5100 } });
    expect(await found(`search=${name}`)).toEqual([]);
    await setStatus(shared, admin, won._id, "ended");
    for (const query of [name, "HUKWU", "harp+chukwu", "chukwu+harp", "chukwu&status=ended"]) {
      expect([query, await found(`search=${query}`)]).toEqual([query, ["Won"]]);
    }
    expect(await found("search=chukwu+xkqjvw")).toEqual([]);
    expect(await found(`search=${name}&status=sold`)).toEqual([]);
    const cataloguer = await makePerson(shared, "cataloguer", { role: "cataloguer" });
    const asked = await shared.api("GET", `/api/auctions/admin/all?search=${name}`, { token: cataloguer.token });
    expect(asked.body.auctions).toEqual([]);
    // The winner who became an administrator does not find their own lot by the name.
    await shared.api("PUT", `/api/users/admin/role/${ada.id}`, { token: admin.token, body: { role: "admin" } });
    const own = await shared.api("GET", `/api/auctions/admin/all?search=${name}`, { token: ada.token });
    expect([own.status, own.body.auctions]).toEqual([200, []]);
    const byTitle = await shared.api("GET", "/api/auctions/admin/all?search=harp", { token: ada.token });
    expect(byTitle.body.auctions).toHaveLength(1);
  });

  it("find lots of a sale by their number, with the sale's name beside them", async () => {
    const lots = [];
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    for (const title of ["Lamp zamfara", "Stool zamfara"])
      lots.push((await openAuction(shared, admin, { title, startTime }))._id);
    const { _id, revision } = await makeSale();
    const body = { revision, auctionIds: lots };
    expect((await shared.api("PUT", `/api/sales/${_id}/lots`, { token: admin.token, body })).status).toBe(200);
    const { auctions } = await list("search=%232+stool+zamfara");
    expect(auctions.map(({ title, sale }: ManagedAuction) => [title, sale])).toEqual([
      ["Stool zamfara", { _id, title: "Estate", lotNumber: 2, isPublished: false, opensAt: null }],
    ]);
    expect(await found("search=2&status=draft")).toContain("Stool");
    expect(await found("upcoming=true&search=zamfara&sortBy=title&sortOrder=asc")).toEqual(["Lamp", "Stool"]);
    expect(await found("upcoming=true&search=lamp+zamfara")).toEqual(["Lamp"]);
    expect((await list("upcoming=true&search=zamfara")).pagination.total).toBe(2);
    expect((await list("search=zamfara")).counts).toMatchObject({ draft: 2, upcoming: 2 });
    expect((await list("search=lamp+zamfara")).counts).toMatchObject({ draft: 1, upcoming: 1 });
    expect((await list("search=%232+stool+zamfara")).counts).toMatchObject({ draft: 1, upcoming: 1 });
  });

  it("name the ended lots that nobody gets and those that await payment, in the list and in the counts", async () => {
    const word = `fife${randomUUID().slice(0, 8)}`;
    await win(await makePerson(shared, "fela"), `Won ${word}`);
    const unsold = await openAuction(shared, admin, { title: `Unsold ${word}` });
    await setStatus(shared, admin, unsold._id, "ended");
    const forfeited = `Waived ${word}`;
    await win(await makePerson(shared, "tony"), forfeited);
    const [row] = (await list(`search=${encodeURIComponent(forfeited)}`)).auctions;
    const waived = await shared.api("POST", `/api/settlements/${row.settlementId}/waive`, {
      token: admin.token,
      body: { note: "Lost in the post" },
    });
    expect(waived.status, waived.text).toBe(200);

    const order = `search=${word}&sortBy=title&sortOrder=asc`;
    expect(await found(`ended=unsold&${order}`)).toEqual(["Unsold", "Waived"]);
    expect(await found(`ended=awaiting-payment&${order}`)).toEqual(["Won"]);
    const { counts, pagination } = await list(`ended=unsold&${order}`);
    expect(counts).toMatchObject({ ended: 3, unsold: 2, awaitingPayment: 1, sold: 0 });
    expect(pagination.total).toBe(2);
    await shared.api(
      "POST",
      `/api/settlements/${(await list(`ended=awaiting-payment&${order}`)).auctions[0].settlementId}/payment-received`,
      {
        token: admin.token,
      },
    );
    expect(await found(`ended=awaiting-payment&${order}`)).toEqual([]);
    expect((await list(order)).counts).toMatchObject({ ended: 2, unsold: 2, awaitingPayment: 0, sold: 1 });
    // Without a search, the list and its tabs are counted in other ways.
    const { counts: all, pagination: page } = await list("ended=unsold&limit=1");
    expect(page.total).toBe(all.unsold);
    expect(all.unsold + all.awaitingPayment).toBe(all.ended);
  });

  it("can be narrowed to a sale and to a seller, together with a status, and count what they then find", async () => {
    const word = `oud${randomUUID().slice(0, 8)}`;
    const titles = ["In", "Out"].map((name) => `${name} ${word}`);
    const [inSale] = await Promise.all(
      titles.map((title) =>
        openAuction(shared, admin, { title, startTime: new Date(Date.now() + 3_600_000).toISOString() }),
      ),
    );
    const sale = await makeSale();
    const body = { auctionId: inSale?._id };
    expect((await shared.api("POST", `/api/sales/${sale._id}/lots`, { token: admin.token, body })).status).toBe(200);
    expect(await found(`sale=${sale._id}`)).toEqual(["In"]);
    expect(await found(`sale=${sale._id}&status=draft&search=${word}`)).toEqual(["In"]);
    expect(await found(`sale=${sale._id}&status=active`)).toEqual([]);
    const { counts, pagination } = await list(`sale=${sale._id}&status=active`);
    expect([counts, pagination.total]).toEqual([expect.objectContaining({ draft: 1, upcoming: 1, active: 0 }), 0]);
    for (const unknown of [randomUUID(), "no-such-sale"]) expect(await found(`sale=${unknown}`)).toEqual([]);

    const seller = await makePerson(shared, "seller");
    await consign(shared.server.database, { auctionId: inSale?._id ?? "", sellerId: seller.id, staffId: admin.id });
    const sellers = await shared.api("GET", "/api/auctions/admin/sellers", { token: admin.token });
    expect(sellers.body.sellers).toContainEqual({ _id: seller.id, username: seller.username });
    expect(await found(`seller=${seller.id}&sale=${sale._id}`)).toEqual(["In"]);
    expect(await found(`seller=${seller.id}&search=out`)).toEqual([]);
    expect((await list(`seller=${seller.id}`)).counts).toMatchObject({ draft: 1, ended: 0 });
    expect((await shared.api("GET", "/api/auctions/admin/sellers", { token: seller.token })).status).toBe(403);
  });

  it("show of a lot that was ended by hand when bidding ended, and keep that time once it is paid", async () => {
    const { _id, endTime } = await openAuction(shared, admin, { title: "Short kora", duration: 48 });
    const row = async () => (await list("search=kora")).auctions[0] as ManagedAuction;
    expect((await row()).endedAt).toBeNull();
    const ada = await makePerson(shared, "keita");
    await shared.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 5000 } });
    await setStatus(shared, admin, _id, "ended");
    const { endedAt } = await row();
    expect(Date.parse(endedAt ?? "")).toBeLessThan(Date.parse(endTime));
    expect(Date.parse(endedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    await setStatus(shared, admin, _id, "sold");
    expect((await row()).endedAt).toBe(endedAt);
    await setStatus(shared, admin, _id, "active");
    expect((await row()).endedAt).toBeNull();
  });

  it("name a lot's payment to those who see payments, and to nobody else", async () => {
    await win(await makePerson(shared, "musa"), "Won lyre");
    const won = await list("search=lyre");
    expect(won.auctions[0].settlementId).toMatch(/^[0-9a-f-]{36}$/);
    const cataloguer = await makePerson(shared, "cataloguer two", { role: "cataloguer" });
    const asked = await shared.api("GET", "/api/auctions/admin/all?search=lyre", { token: cataloguer.token });
    expect(asked.body.auctions[0]).not.toHaveProperty("settlementId");
  });
});

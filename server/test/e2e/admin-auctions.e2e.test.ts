// Administrators' table of auctions: every status, filters, orders, pages, full names; and for nobody else.
import type { Auction } from "@jara/shared/auction";
import { adminAuctionsAnswer } from "@jara/shared/rest/admin-auctions";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../support/e2e-database.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";

onEachDatabase("all auctions for administrators", (database) => {
  let server: TestServer;
  let admin: Person;
  const statuses = ["draft", "active", "paused", "ended", "cancelled", "sold"];

  beforeAll(async () => {
    server = await startTestServer({ database });
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

  const list = async (query: string) => {
    const { status, body } = await server.api("GET", `/api/auctions/admin/all?${query}`, { token: admin.token });
    expect(status).toBe(200);
    expectShape(adminAuctionsAnswer, body);
    return body;
  };
  const found = async (query: string): Promise<string[]> =>
    (await list(query)).auctions.map(({ title }: Auction) => title.split(" ")[0]);

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
});

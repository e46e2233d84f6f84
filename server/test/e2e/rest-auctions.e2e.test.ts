// Tests auctions over REST: the listing with its filters, one auction as each caller may see it, creating, status,
// cancelling.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import { ownCountsAnswer } from "@jara/shared/rest/admin-auctions";
import {
  auctionAnswer,
  auctionFacetsAnswer,
  auctionListAnswer,
  auctionsAnswer,
  type CreateAuctionBody,
} from "@jara/shared/rest/auctions";
import { beforeAll, describe, expect, it } from "vitest";
import { lot, makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiCall, expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const server = await sharedServer();

describeEndToEnd("auctions over REST", () => {
  let admin: Person;
  let ada: Person;

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
  });

  const get = (path: string, person?: Person) => server.api("GET", path, { token: person?.token });
  const create = (details: Partial<CreateAuctionBody> | object, call: ApiCall = {}) =>
    server.api("POST", "/api/auctions", { token: admin.token, body: { ...lot(), ...details }, ...call });
  const inHours = async (hours: number) => new Date((await server.databaseNow()) + hours * 3_600_000).toISOString();

  it("writes a title, a place and a reason as one line, however they are sent", async () => {
    const title = "Drum\r\nBEGIN:VEVENT\r\nUID:x\r\nSUMMARY:Pay here\r\nEND:VEVENT";
    const line = "Drum BEGIN:VEVENT UID:x SUMMARY:Pay here END:VEVENT";
    const made = await create({ title, location: "Yaba\u2028\u202eLagos\u0000", description: "One\r\ntwo\u0007\r" });
    expect(made.body.auction).toMatchObject({ title: line, location: "Yaba Lagos", description: "One\ntwo" });
    const path = `/api/auctions/admin/${made.body.auction._id}`;
    const call = { token: admin.token, body: { title: "Talking drum\nwith\u00a0beater", reason: "A\nB" } };
    const edited = await server.api("PUT", path, call);
    expect([edited.status, edited.body.auction.title]).toEqual([200, "Talking drum with beater"]);
  });

  describe("the listing", () => {
    /** All lots of these tests are found by this word; other tests' are not. */
    const word = "Zobo";
    const titles = async (query: string): Promise<string[]> => {
      const { status, body } = await get(`/api/auctions?search=${word}&sortBy=title&sortOrder=asc&${query}`);
      expect(status).toBe(200);
      expectShape(auctionListAnswer, body);
      return body.auctions.map((auction: Auction) => auction.title.replace(`${word} `, ""));
    };

    beforeAll(async () => {
      const one = (title: string, details: Partial<CreateAuctionBody>) =>
        openAuction(server, admin, { title: `${word} ${title}`, ...details });
      await one("cup", {
        startingPrice: 500,
        duration: 3,
        location: "Kano, 100% north",
        categories: ["tools"],
        condition: "fair",
      });
      await one("Bowl", { startingPrice: 20_000, duration: 1, reservePrice: 30_000, categories: ["furniture"] });
      await one("anvil", { startingPrice: 3000.5, duration: 2, buyItNowPrice: 9000, description: "Heavy IRON thing." });
      await one("dollar", { startingPrice: 700, duration: 4, currency: "USD" });
      await one("draft", { startTime: await inHours(1) });
      const { _id } = await one("paused", {});
      await setStatus(server, admin, _id, "paused");
    });

    // S240
    it("lists only active auctions, with their number", async () => {
      expect(await titles("")).toEqual(["anvil", "Bowl", "cup", "dollar"]);
      expect((await get(`/api/auctions?search=${word}`, admin)).body.total).toBe(4);
    });

    // S398
    it.each([
      ["Zobo iron", ["Zobo anvil"]],
      ["Zobo KANO", ["Zobo cup"]],
      ["Zobo 100%25", ["Zobo cup"]],
      ["Zobo %25", ["Zobo cup"]],
      ["_", []],
      ["no%00such", []],
    ])("finds a plain text in title, description and location, in any letter case: %s", async (search, found) => {
      const { body } = await get(`/api/auctions?search=${search}`);
      expect(body.auctions.map((auction: Auction) => auction.title)).toEqual(found);
    });

    // S337
    it.each([
      ["minPrice=700", ["anvil", "Bowl", "dollar"]],
      // The lot in dollars is worth ₦583,331.
      ["minPrice=700.01", ["anvil", "Bowl", "dollar"]],
      ["maxPrice=3000.5", ["anvil", "cup"]],
      ["minPrice=700.01&priceCurrency=USD", []],
      ["maxPrice=700&priceCurrency=USD&minPrice=20", ["Bowl", "dollar"]],
      ["maxPrice=700&currency=USD", ["dollar"]],
      ["category=tools,books", ["cup"]],
      ["category=tools&category=furniture", ["Bowl", "cup"]],
      ["condition=fair&location=kano", ["cup"]],
      ["location=lagos", []],
      ["minPrice=0&maxPrice=699.99", ["cup"]],
      ["currency=USD", ["dollar"]],
      ["hasReserve=true", ["Bowl"]],
      ["hasReserve=false", ["anvil", "cup", "dollar"]],
      ["hasBuyItNow=true", ["anvil"]],
      ["hasBuyItNow=false&currency=NGN", ["Bowl", "cup"]],
      ["minPrice=5000&maxPrice=100", []],
    ])("filters by %s", async (query, found) => expect(await titles(query)).toEqual(found));

    // S399
    it.each([
      ["", ["dollar", "anvil", "Bowl", "cup"]],
      ["sortOrder=asc", ["cup", "Bowl", "anvil", "dollar"]],
      ["sortBy=startingPrice", ["dollar", "Bowl", "anvil", "cup"]],
      ["sortBy=currentPrice&sortOrder=asc", ["cup", "anvil", "Bowl", "dollar"]],
      ["sortBy=endTime", ["dollar", "cup", "anvil", "Bowl"]],
      ["sortBy=endTime&sortOrder=asc", ["Bowl", "anvil", "cup", "dollar"]],
      ["sortBy=title&sortOrder=desc", ["dollar", "cup", "Bowl", "anvil"]],
    ])("sorts by creation with the newest first, or as requested: %s", async (query, order) => {
      const { body } = await get(`/api/auctions?search=${word}&${query}`);
      expect(body.auctions.map((auction: Auction) => auction.title.replace(`${word} `, ""))).toEqual(order);
    });

    it.each(["category=cars", "category=", "condition=fair,perfect", "location=paris", "priceCurrency=EUR"])(
      "refuses an unknown value of a filter: %s",
      async (query) => expect((await server.api("GET", `/api/auctions?${query}`)).status).toBe(400),
    );

    it("counts the lots of each category, condition and location under the other filters", async () => {
      const { body } = await get(`/api/auctions/facets?search=${word}&category=tools`);
      expectShape(auctionFacetsAnswer, body);
      expect(body).toMatchObject({
        category: { tools: 1, furniture: 1 },
        condition: { fair: 1 },
        location: { kano: 1 },
      });
      expect(body.condition).toEqual({ fair: 1 });
    });

    it("leaves words out if no lot has all of them, and says so", async () => {
      const { body } = await get("/api/auctions?search=zobo%20anvil%20zeppelin");
      expectShape(auctionListAnswer, body);
      expect(body).toMatchObject({ total: 1, searchedFor: "zobo anvil", relaxed: true });
      const { body: facets } = await get("/api/auctions/facets?search=zobo%20anvil%20zeppelin");
      expect(facets, "the filters count the same lots").toMatchObject({ condition: { good: 1 } });
    });

    it.each([
      ["ten thousand characters", "x".repeat(10_000), 400],
      ["two hundred characters that become thousands", "\ufdfa".repeat(200), 200],
      ["five hundred words", "z q ".repeat(250), 400],
      ["a hundred words", "z q j v w x y k f p b m ".repeat(8).slice(0, 200), 200],
      ["marks alone", "\u0300\u0323\u0301", 200],
      ["signs without width", "\u200b\u202e\ufeff", 200],
      ["patterns", "%_% \\ %%% _ \\%", 200],
      ["a regular expression", "(a+)+$ [z-a] .* \\y ^( {1,99999}", 200],
      ["operators of a text search", "!a & (b | c) <-> d:* 'e", 200],
      ["SQL", "'; drop table auctions; -- $1 $$", 200],
      ["emoji", "🗿👩‍👩‍👧‍👦🏽 🇳🇬", 200],
      ["lone surrogates", "\ud800 zobo \udfff", 200],
      ["a zero byte", "zo\u0000bo", 200],
    ])("answers a search of %s", async (_what, search, status) => {
      const query = new URLSearchParams({ search });
      for (const path of ["/api/auctions", "/api/auctions/facets"]) {
        expect((await get(`${path}?${query}`)).status).toBe(status);
      }
      for (const path of [
        "/api/auctions/admin/all?search",
        "/api/auctions/user/my-auctions?search",
        "/api/lot-drafts?search",
        "/api/settlements?q",
        "/api/users/admin/search?q",
      ]) {
        const answer = await get(`${path}=${query.toString().slice("search=".length)}`, admin);
        // The staff's searches refuse control characters.
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 400) expect(status === 400 || search.includes("\u0000")).toBe(true);
      }
    });

    it("tells a bidder, and nobody else, on which lots of the page somebody else has outbid them", async () => {
      const { _id } = await openAuction(server, admin, { title: "Kalimba", startingPrice: 1000 });
      const bid = (person: Person, amount: number) =>
        server.api("POST", "/api/bids", { token: person.token, body: { auctionId: _id, amount } });
      const bola = await makePerson(server, "bola");
      await bid(ada, 2000);
      await bid(bola, 3000);
      const outbidOf = async (person?: Person) => (await get("/api/auctions?search=kalimba", person)).body.outbid;
      expect([await outbidOf(ada), await outbidOf(bola), await outbidOf()]).toEqual([[_id], [], undefined]);
    });

    it("pages without a loss or repetition, and counts all in the total", async () => {
      expect(await titles("limit=3")).toEqual(["anvil", "Bowl", "cup"]);
      expect(await titles("limit=3&page=2")).toEqual(["dollar"]);
      expect(await titles("limit=3&page=3")).toEqual([]);
      expect((await get(`/api/auctions?search=${word}&limit=1&page=2`)).body.total).toBe(4);
    });
  });

  describe("one auction", () => {
    // S229
    it("is shown to all without the reserve's amount and with masked names, and to administrators with both", async () => {
      const { _id } = await openAuction(server, admin, { reservePrice: 5000, startingPrice: 1000 });
      await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: _id, amount: 1100 } });
      const asVisitor = (await get(`/api/auctions/${_id}`)).body;
      expectShape(auctionAnswer, asVisitor);
      expect(asVisitor.auction).toMatchObject({
        leader: { username: "a***e" },
        isLeading: false,
        hasReserve: true,
        reserveMet: false,
        minimumBid: 1200,
        seller: { _id: admin.id, username: admin.username },
      });
      expect(asVisitor.auction).not.toHaveProperty("reservePrice");
      const asLeader = (await get(`/api/auctions/${_id}`, ada)).body.auction;
      expect(asLeader).toEqual({ ...asVisitor.auction, isLeading: true, serverTime: asLeader.serverTime });
      expect((await get(`/api/auctions/${_id}`, admin)).body.auction).toMatchObject({
        leader: { username: ada.username },
        reservePrice: 5000,
      });
    });
  });

  describe("creating an auction", () => {
    // S227
    it("starts at once with the specification's defaults", async () => {
      const { title, description } = lot();
      const { status, body } = await server.api("POST", "/api/auctions", {
        token: admin.token,
        body: { title: `  ${title} `, description, startingPrice: 0.01 },
      });
      expect(status).toBe(201);
      expectShape(auctionAnswer, body);
      const { auction } = body;
      expect(auction).toMatchObject({
        title,
        status: "active",
        bidIncrement: 1,
        currency: "NGN",
        condition: "good",
        duration: 24,
        startingPrice: 0.01,
        currentPrice: 0.01,
        minimumBid: 1.01,
        bidCount: 0,
        version: 1,
        hasReserve: false,
        reserveMet: true,
        reservePrice: null,
        buyItNowPrice: null,
        location: null,
        media: [],
        imageUrl: null,
        categories: [],
        leader: null,
        winner: null,
      });
      expect(auction.startTime).toBe(auction.createdAt);
      expect(Date.parse(auction.endTime) - Date.parse(auction.startTime)).toBe(24 * 3_600_000);
    });

    // S225
    it("stores all given values, and adds the fee of Buy It Now", async () => {
      const given: CreateAuctionBody = {
        title: "Ankara cloth, 6 yards – ₦ & “quotes” \\ {brace}",
        description: 'Line one\nLine "two"\t✓ 🧵',
        startingPrice: 4500.25,
        buyItNowPrice: 10_000_000_000,
        reservePrice: 4500.25,
        bidIncrement: 0.01,
        currency: "USD",
        duration: 1.5,
        media: [
          { url: "https://cdn.test/film.mp4", type: "video", filename: "film.mp4", originalName: "Film.mp4" },
          { url: "https://cdn.test/cloth.jpg", type: "image" },
        ],
        categories: ["clothing", "home-garden"],
        condition: "like-new",
        location: "Balogun, Lagos",
      };
      const { body } = await create(given);
      expect(body.auction).toMatchObject({
        ...given,
        buyItNowFee: 500_000_000,
        totalAmount: 10_500_000_000,
        imageUrl: "https://cdn.test/cloth.jpg",
        reserveMet: true,
      });
      expect((await get(`/api/auctions/${body.auction._id}`, admin)).body.auction).toEqual({
        ...body.auction,
        serverTime: expect.any(String),
      });
    });

    // S345
    it("makes a draft for a start in the future, starts at once for a past one, and prefers an end time to a duration", async () => {
      const [startTime, endTime] = [await inHours(2), await inHours(7)];
      const scheduled = (await create({ startTime, duration: 3 })).body.auction;
      expect(scheduled).toMatchObject({ status: "draft", startTime, endTime: await later(startTime, 3), duration: 3 });
      const ending = (await create({ startTime, endTime, duration: 99 })).body.auction;
      expect(ending).toMatchObject({ status: "draft", startTime, endTime, duration: 5 });
      const past = (await create({ startTime: "2020-01-01T00:00:00+01:00", duration: 2 })).body.auction;
      expect(past).toMatchObject({ status: "active", startTime: past.createdAt, duration: 2 });
    });
    const later = async (iso: string, hours: number) => new Date(Date.parse(iso) + hours * 3_600_000).toISOString();

    // S344
    it("refuses contradictory values in the specification's words", async () => {
      const startTime = await inHours(2);
      const endFirst = "The end time must be in the future and after the start time";
      for (const [details, message] of [
        [{ buyItNowPrice: 1000 }, "Buy It Now price must be higher than starting price"],
        [{ reservePrice: 999.99 }, "Reserve price cannot be lower than starting price"],
        [{ endTime: await inHours(-1) }, endFirst],
        [{ startTime, endTime: await inHours(1) }, endFirst],
        [{ startTime, endTime: startTime }, endFirst],
        [{ categories: ["toys", "toys"] }, "Each category can be chosen only once"],
      ] as const) {
        const { status, body } = await create(details);
        expect([details, status, body.code, body.message]).toEqual([details, 400, "INVALID", message]);
        expect(body.issues).toHaveLength(1);
      }
    });

    it("makes one auction of a repeated request, also at the same moment, and refuses the key for another", async () => {
      const headers = { "idempotency-key": randomUUID() };
      const details = { title: "Once only" };
      const answers = await Promise.all([1, 2, 3, 4].map(() => create(details, { headers })));
      answers.push(await create(details, { headers }));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.auction._id)).size).toBe(1);
      const reused = await create({ title: "Something else" }, { headers });
      expect([reused.status, reused.body.code]).toEqual([409, "COMMAND_ID_REUSED"]);
      expect((await get("/api/auctions?search=Once%20only")).body.total).toBe(1);
    });
  });

  describe("an admin's own auctions", () => {
    // S401
    it("are listed newest first with drafts, and only for administrators", async () => {
      const seller = await makePerson(server, "seller", { role: "admin" });
      const first = await openAuction(server, seller, { title: "First" });
      const second = await openAuction(server, seller, { title: "Second", startTime: await inHours(1) });
      const { status, body } = await get("/api/auctions/user/my-auctions", seller);
      expect(status).toBe(200);
      expectShape(auctionsAnswer, body);
      expect(body.map((auction: Auction) => auction._id)).toEqual([second._id, first._id]);
      const found = async (query: string) =>
        (await get(`/api/auctions/user/my-auctions?${query}`, seller)).body.map(({ _id }: Auction) => _id);
      expect(await found("status=draft")).toEqual([second._id]);
      expect(await found("search=rst%20FI")).toEqual([first._id]);
      for (const none of ["search=first%20second", "search=%25", "search='", "status=sold&search=first"])
        expect(await found(none), none).toEqual([]);
      expect((await get("/api/auctions/user/my-auctions?status=none", seller)).status).toBe(400);
      const { body: counted } = await get("/api/auctions/user/my-auctions/counts", seller);
      expectShape(ownCountsAnswer, counted);
      expect(counted.counts).toEqual({ draft: 1, active: 1, paused: 0, ended: 0, cancelled: 0, sold: 0 });
      expect((await get("/api/auctions/user/my-auctions", ada)).status).toBe(403);
      expect((await get("/api/auctions/user/my-auctions")).status).toBe(401);
    });
  });

  describe("changing the status of an auction", () => {
    // S265
    it("answers the new auction, and setting the same status again changes nothing", async () => {
      const { _id } = await openAuction(server, admin);
      let version = 1;
      for (const status of ["paused", "active", "sold", "ended", "active", "cancelled", "draft", "active"]) {
        const answer = await setStatus(server, admin, _id, status);
        expect([status, answer.status]).toEqual([status, 200]);
        expectShape(auctionAnswer, answer.body);
        version += 1;
        expect(answer.body.auction).toMatchObject({ _id, status, version });
        expect((await setStatus(server, admin, _id, status)).body.auction.version).toBe(version);
      }
    });

    // S400
    it("cancels by its own call, once for one key, and refuses the key for another request", async () => {
      const { _id } = await openAuction(server, admin);
      const call = { token: admin.token, headers: { "idempotency-key": "cancel-once" } };
      for (let n = 0; n < 2; n++) {
        const { status, body } = await server.api("PATCH", `/api/auctions/${_id}/cancel`, call);
        expect(status).toBe(200);
        expectShape(auctionAnswer, body);
        expect(body.auction).toMatchObject({ status: "cancelled", version: 2 });
      }
      const other = await openAuction(server, admin);
      const reused = await server.api("PATCH", `/api/auctions/${other._id}/cancel`, call);
      expect([reused.status, reused.body.code]).toEqual([409, "COMMAND_ID_REUSED"]);
    });
  });
});

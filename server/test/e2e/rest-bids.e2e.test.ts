// Tests bids and maximum bids over REST: what each call answers, who sees which, and the effect of a repeated request.
//
import { randomUUID } from "node:crypto";
import type { Bid, MaxBid, MyBid } from "@jara/shared/auction";
import {
  bidListAnswer,
  highestBidAnswer,
  maxBidAnswer,
  maxBidsAnswer,
  myBidsAnswer,
  myMaxBidsAnswer,
  placeBidAnswer,
  setMaxBidAnswer,
} from "@jara/shared/rest/bids";
import { beforeAll, describe, expect, it } from "vitest";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const server = await sharedServer();

describeEndToEnd("bids over REST", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolanle");
  });

  const get = (path: string, person?: Person) => server.api("GET", path, { token: person?.token });
  const placeBid = (person: Person | undefined, auctionId: string, amount: number, key?: string) =>
    server.api("POST", "/api/bids", {
      token: person?.token,
      body: { auctionId, amount },
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    });
  const setMax = (person: Person | undefined, auctionId: string, maxAmount: number, currency = "NGN", key?: string) =>
    server.api("POST", "/api/maxbids", {
      token: person?.token,
      body: { auctionId, maxAmount, currency },
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    });
  const cancelMax = (person: Person | undefined, id: string) =>
    server.api("DELETE", `/api/maxbids/${id}`, { token: person?.token });
  const expectRefused = ({ status, body }: ApiAnswer, expectedStatus: number, error: object): void => {
    expect([status, body]).toEqual([expectedStatus, { message: expect.any(String), ...error }]);
  };

  describe("placing a bid", () => {
    // S410
    it("answers 201 with the bid and the new state of the auction", async () => {
      const { _id: auctionId, endTime } = await openAuction(server, admin);
      const { status, body } = await placeBid(ada, auctionId, 1234.56);
      expect(status).toBe(201);
      expectShape(placeBidAnswer, body);
      expect(body).toEqual({
        bid: { _id: `${auctionId}-1`, amount: 1234.56, timestamp: anyTime },
        auction: {
          _id: auctionId,
          version: 2,
          currentPrice: 1234.56,
          minimumBid: 1334.56,
          bidCount: 1,
          endTime,
          status: "active",
          isLeading: true,
        },
      });
      await setMax(bola, auctionId, 9000);
      const outbid = await placeBid(ada, auctionId, 2000);
      expect(outbid.body).toMatchObject({
        bid: { _id: `${auctionId}-3`, amount: 2000 },
        auction: { currentPrice: 2100, bidCount: 4, isLeading: false },
      });
    });

    // S296
    it("is taken with the id in capitals, and with the token behind several spaces", async () => {
      const { _id } = await openAuction(server, admin);
      const { status, body } = await server.api("POST", "/api/bids", {
        headers: { authorization: `bearer  ${ada.token}` },
        body: { auctionId: _id.toUpperCase(), amount: 1100 },
      });
      expect([status, body.auction?._id]).toEqual([201, _id]);
      expect((await get(`/api/bids/auction/${_id.toUpperCase()}/highest`)).body.bid.amount).toBe(1100);
    });

    it("names the rule that refuses the bid, and changes nothing", async () => {
      const uche = await makePerson(server, "uche", { isVerified: false });
      const poor = await makePerson(server, "poor", { balance: 199.99 });
      const { _id } = await openAuction(server, admin);
      expectRefused(await placeBid(undefined, _id, 1100), 401, {
        code: "UNAUTHENTICATED",
        message: "Please log in to continue.",
      });
      expectRefused(await placeBid(uche, _id, 1100), 403, {
        code: "EMAIL_NOT_VERIFIED",
        message: "Please verify your email address before bidding.",
      });
      expectRefused(await placeBid(admin, _id, 1100), 403, {
        code: "OWN_AUCTION",
        message: "You cannot bid on your own auction",
      });
      expectRefused(await placeBid(ada, _id, 1099.99), 400, {
        code: "BID_TOO_LOW",
        message: "Bid must be at least ₦1,100.00",
        minimumBid: 1100,
      });
      expectRefused(await placeBid(poor, _id, 1100), 403, {
        code: "INSUFFICIENT_BALANCE",
        message: "Insufficient balance. You need at least ₦220.00 (20% of your bid). Your current balance: ₦199.99",
        required: 220,
        balance: 199.99,
      });
      expectRefused(await placeBid(ada, randomUUID(), 1100), 404, { code: "NOT_FOUND", message: "Auction not found" });
      expect((await get(`/api/auctions/${_id}`)).body.auction).toMatchObject({ version: 1, bidCount: 0 });
    });

    // S270
    it("is refused at the end time and after it, before any clock has closed the auction", async () => {
      const { _id } = await openAuction(server, admin);
      await placeBid(ada, _id, 1100);
      await server.query(
        "update auctions set ends_at = clock_now(), revision = revision + 1, version = version + 1 where id = $1::text::uuid",
        [_id],
      );
      expectRefused(await placeBid(bola, _id, 5000), 409, { code: "AUCTION_ENDED" });
      expectRefused(await setMax(bola, _id, 5000), 409, { code: "AUCTION_ENDED" });
    });
  });

  describe("an auction's bids", () => {
    // S411
    it("come newest first in pages: masked for others, as You for the reader, in full for administrators", async () => {
      const { _id } = await openAuction(server, admin);
      expect((await get(`/api/bids/auction/${_id}`)).body).toEqual({ bids: [], total: 0 });
      expect((await get(`/api/bids/auction/${_id}/highest`)).body).toEqual({ bid: null });
      await placeBid(ada, _id, 1100);
      await setMax(bola, _id, 5000);
      await placeBid(ada, _id, 1500);
      const seenBy = async (person?: Person, query = ""): Promise<unknown[]> => {
        const { body } = await get(`/api/bids/auction/${_id}${query}`, person);
        expectShape(bidListAnswer, body);
        expect(body.total).toBe(4);
        return body.bids.map(({ amount, kind, bidder }: Bid) => [amount, kind, bidder.username]);
      };
      expect(await seenBy()).toEqual([
        [1600, "auto", "b***e"],
        [1500, "manual", "a***e"],
        [1200, "auto", "b***e"],
        [1100, "manual", "a***e"],
      ]);
      expect(await seenBy(ada, "?limit=3&page=2")).toEqual([[1100, "manual", "You"]]);
      expect(await seenBy(bola, "?limit=2")).toEqual([
        [1600, "auto", "You"],
        [1500, "manual", "a***e"],
      ]);
      expect(await seenBy(admin, "?limit=1")).toEqual([[1600, "auto", bola.username]]);
      expect(await seenBy(admin, "?page=9")).toEqual([]);

      const highest = (await get(`/api/bids/auction/${_id}/highest`, bola)).body;
      expectShape(highestBidAnswer, highest);
      expect(highest.bid).toEqual({
        _id: `${_id}-4`,
        amount: 1600,
        kind: "auto",
        bidder: { username: "You" },
        timestamp: anyTime,
      });
    });

    // S235
    it("come with their auctions, newest first, if one person's are requested", async () => {
      const person = await makePerson(server, "historian");
      const [first, second] = [await openAuction(server, admin), await openAuction(server, admin, { currency: "USD" })];
      await placeBid(person, first._id, 1100);
      await placeBid(person, second._id, 1100);
      await placeBid(person, first._id, 1300);
      await placeBid(ada, first._id, 1500);
      const { body } = await get("/api/bids/user/my-bids", person);
      expectShape(myBidsAnswer, body);
      expect(
        body.map((own: MyBid) => [own.amount, own.auction._id, own.auction.currentPrice, own.auction.isLeading]),
      ).toEqual([
        [1300, first._id, 1500, false],
        [1100, second._id, 1100, true],
        [1100, first._id, 1500, false],
      ]);
      expect((await get("/api/bids/user/my-bids")).status).toBe(401);
      expect((await get("/api/bids/user/my-bids", await makePerson(server, "newcomer"))).body).toEqual([]);
    });
  });

  describe("maximum bids", () => {
    // S236
    it("are set, replaced upwards and downwards, and returned to their owner", async () => {
      const { _id } = await openAuction(server, admin);
      const { status, body } = await setMax(ada, _id, 5000);
      expect(status).toBe(200);
      expectShape(setMaxBidAnswer, body);
      expect(body).toMatchObject({
        maxBid: { maxAmount: 5000, currency: "NGN", autoBidCount: 1, lastAutoBidAmount: 1100, auction: { _id } },
        auction: { version: 2, currentPrice: 1100, isLeading: true },
      });
      for (const amount of [9000, 2000]) {
        const again = await setMax(ada, _id, amount);
        expect(again.body.maxBid).toEqual({ ...body.maxBid, maxAmount: amount });
        expect(again.body.auction).toEqual(body.auction);
      }
      const own = await get(`/api/maxbids/auction/${_id}`, ada);
      expectShape(maxBidAnswer, own.body);
      expect(own.body.maxBid).toEqual({ ...body.maxBid, maxAmount: 2000 });
    });

    // S304
    it("name the rule that refuses them", async () => {
      const poor = await makePerson(server, "poor2", { balance: 400 });
      const { _id } = await openAuction(server, admin);
      expectRefused(await setMax(undefined, _id, 5000), 401, { code: "UNAUTHENTICATED" });
      expectRefused(await setMax(admin, _id, 5000), 403, { code: "OWN_AUCTION" });
      expectRefused(await setMax(ada, _id, 1000), 400, {
        code: "MAX_BID_TOO_LOW",
        message: "Max bid must be higher than current price of ₦1,000.00",
        currentPrice: 1000,
      });
      expectRefused(await setMax(ada, _id, 5000, "USD"), 400, {
        code: "WRONG_CURRENCY",
        message: "This auction is in NGN.",
      });
      // 20% of the maximum, where a bid by hand needs 20% of the price.
      expectRefused(await setMax(poor, _id, 2000.01), 403, {
        code: "INSUFFICIENT_BALANCE",
        required: 400.01,
        balance: 400,
        message: "Insufficient balance. You need at least ₦400.01 (20% of your max bid). Your current balance: ₦400.00",
      });
      expect((await setMax(poor, _id, 2000)).status).toBe(200);
      expectRefused(await setMax(ada, randomUUID(), 5000), 404, { code: "NOT_FOUND", message: "Auction not found" });
    });

    // S412
    it("are visible and cancellable only for their owner: others get 404", async () => {
      const { _id } = await openAuction(server, admin);
      const { body } = await setMax(ada, _id, 5000);
      const none = { code: "NOT_FOUND", message: "No max bid on this auction" };
      expectRefused(await get(`/api/maxbids/auction/${_id}`, bola), 404, none);
      expectRefused(await get(`/api/maxbids/auction/${randomUUID()}`, ada), 404, none);
      expect((await get(`/api/maxbids/auction/${_id}/all`, bola)).body).toEqual({ maxBids: [] });
      const notFound = { code: "NOT_FOUND", message: "Max bid not found" };
      for (const person of [bola, admin]) expectRefused(await cancelMax(person, body.maxBid._id), 404, notFound);
      for (const id of [randomUUID(), "nonsense"]) expectRefused(await cancelMax(ada, id), 404, notFound);
      expectRefused(await cancelMax(undefined, body.maxBid._id), 401, { code: "UNAUTHENTICATED" });
      const own = await get(`/api/maxbids/auction/${_id}/all`, ada);
      expectShape(maxBidsAnswer, own.body);
      expect(own.body.maxBids).toEqual([body.maxBid]);
    });

    // S242
    it("stay until they are cancelled once, their bids stay, and setting one again gives the same id", async () => {
      const person = await makePerson(server, "canceller");
      const [first, second] = [await openAuction(server, admin), await openAuction(server, admin)];
      const { maxBid } = (await setMax(person, first._id, 5000)).body;
      const other = (await setMax(person, second._id, 6000)).body.maxBid;
      const active = async (): Promise<string[]> => {
        const { body } = await get("/api/maxbids/user/active", person);
        expectShape(myMaxBidsAnswer, body);
        return body.maxBids.map(({ _id }: MaxBid) => _id).sort();
      };
      expect(await active()).toEqual([maxBid._id, other._id].sort());
      const cancelled = await cancelMax(person, maxBid._id);
      expect([cancelled.status, cancelled.body]).toEqual([200, { message: "Max bid cancelled successfully!" }]);
      expectRefused(await cancelMax(person, maxBid._id), 404, { code: "NOT_FOUND", message: "Max bid not found" });
      expect(await active()).toEqual([other._id]);
      expect((await get(`/api/auctions/${first._id}`, person)).body.auction).toMatchObject({
        currentPrice: 1100,
        isLeading: true,
        version: 2,
      });
      expect((await setMax(person, first._id, 7000)).body.maxBid._id).toBe(maxBid._id);
      expect((await get("/api/maxbids/user/active")).status).toBe(401);
    });

    it("are listed with the picture of their lot, and say who leads and who won", async () => {
      const person = await makePerson(server, "chidi-lists");
      const media = [{ url: "https://pictures.test/drum.webp", type: "image" as const }];
      const { _id } = await openAuction(server, admin, { media });
      await setMax(person, _id, 2000);
      const listed = async (): Promise<object> => {
        const { image, isLeading, isWon } = (await get("/api/maxbids/user/active", person)).body.maxBids[0];
        return { image, isLeading, isWon };
      };
      expect(await listed()).toEqual({ image: media[0]?.url, isLeading: true, isWon: false });
      await placeBid(bola, _id, 3000);
      expect(await listed()).toMatchObject({ isLeading: false, isWon: false });
      await placeBid(person, _id, 4000);
      await setStatus(server, admin, _id, "ended");
      expect(await listed(), "won by a bid above the maximum").toMatchObject({ isLeading: true, isWon: true });
    });

    it("are listed with the minimum next bid and the reserve that the lot's page has, and with the true end", async () => {
      const person = await makePerson(server, "chidi-reads");
      const { _id } = await openAuction(server, admin, { reservePrice: 4000 });
      await setMax(person, _id, 2000);
      const listed = async () => (await get("/api/maxbids/user/active", person)).body.maxBids[0];
      const lot = async () => (await get(`/api/auctions/${_id}`, person)).body.auction;
      for (const [amount, reserveMet] of [
        [3000, false],
        [4500, true],
      ] as const) {
        await placeBid(bola, _id, amount);
        const { minimumBid, hasReserve } = await lot();
        expect(minimumBid).toBe(amount + 100);
        expect(await listed()).toMatchObject({ minimumBid, hasReserve, reserveMet });
      }
      expect((await listed()).auction.endTime).toBe((await lot()).endTime);
      await setStatus(server, admin, _id, "ended");
      expect((await listed()).auction).toMatchObject({ status: "ended", endTime: (await lot()).endedAt });
    });
  });

  describe("a request sent again with its Idempotency-Key", () => {
    it("gets the first outcome, and has no second effect", async () => {
      const { _id } = await openAuction(server, admin);
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => placeBid(ada, _id, 1100, key)));
      answers.push(await placeBid(ada, _id, 1100, key));
      for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body]);
      expect((await get(`/api/auctions/${_id}`)).body.auction).toMatchObject({ bidCount: 1, version: 2 });

      const first = await setMax(ada, _id, 5000, "NGN", "max key");
      expect(first.status).toBe(400);
      const set = await setMax(ada, _id, 5000, "NGN", "max-key");
      await setMax(ada, _id, 3000);
      expect((await setMax(ada, _id, 5000, "NGN", "max-key")).body).toEqual(set.body);
      expect((await get(`/api/maxbids/auction/${_id}`, ada)).body.maxBid.maxAmount).toBe(3000);
    });

    it("is refused if the key belongs to another request, but another person's same key is separate", async () => {
      const { _id } = await openAuction(server, admin);
      const reused = { code: "COMMAND_ID_REUSED" };
      expect((await placeBid(ada, _id, 1100, "shared-key")).status).toBe(201);
      expectRefused(await placeBid(ada, _id, 1300, "shared-key"), 409, reused);
      expectRefused(await setMax(ada, _id, 1100, "NGN", "shared-key"), 409, reused);
      const create = { title: "x", description: "x", startingPrice: 1 };
      const headers = { "idempotency-key": "shared-key" };
      const creating = (body: object) => server.api("POST", "/api/auctions", { token: admin.token, body, headers });
      expect((await creating(create)).status).toBe(201);
      expectRefused(await creating({ ...create, title: "y" }), 409, reused);
      const cancelling = await server.api("PATCH", `/api/auctions/${_id}/cancel`, { token: admin.token, headers });
      expectRefused(cancelling, 409, reused);
      expect((await placeBid(bola, _id, 1300, "shared-key")).status).toBe(201);
    });
  });
});

// Tests Buy It Now from outside, over REST and both transports: the answer, the events for watchers and for the buyer,
// what the buyer alone sees, and deadlines that survive a restart. The file is long, because each file starts a server
//. So one file holds one subject.
import { randomUUID } from "node:crypto";
import { foldEvent, foldSnapshot } from "@jara/shared/fold-auction";
import { buyItNowAnswer, buyItNowStatusAnswer } from "@jara/shared/rest/buy-it-now";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { bid, connect, type LiveClient, settled, type Transport, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, expectShape, sharedServer, startTestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { makeDatabase } from "../support/fresh-database.ts";
import { logIsRead } from "../support/read-log.ts";
import { deadlineIn } from "../support/seed.ts";

const HOUR = 60 * 60 * 1000;
const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const CONTACT = { email: "help@jara.test", whatsapp: "+2348012345678" };

const server = await sharedServer();

describeEndToEnd("Buy It Now", () => {
  let admin: Person;
  let ada: Person;
  let bola: Person;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    bola = await makePerson(server, "bolanle");
  });
  let people = 0;
  // Each test makes its own people, because nobody may have two open purchases.
  beforeEach(async () => {
    ada = await makePerson(server, `adaeze-${++people}e`);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  const buyable = (details: object = {}) => openAuction(server, admin, { buyItNowPrice: 5000.5, ...details });
  const join = async (transport: Transport, person?: Person): Promise<LiveClient> => {
    const client = await connect(server, transport, { token: person?.token });
    open.push(client);
    return client;
  };
  const watching = async (transport: Transport, auctionId: string, person?: Person): Promise<LiveClient> => {
    const client = await join(transport, person);
    await client.ask("auctions:watch", {});
    await client.ask("auction:watch", { auctionId });
    await client.next("auction:countdown");
    client.forget();
    return client;
  };
  const buy = (person: Person | undefined, auctionId: string, key?: string) =>
    server.api("POST", `/api/auctions/${auctionId}/buy-it-now`, {
      token: person?.token,
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    });
  const statusOf = async (auctionId: string, person?: Person) => {
    const { status, body } = await server.api("GET", `/api/auctions/${auctionId}/buy-it-now-status`, {
      token: person?.token,
    });
    expect(status).toBe(200);
    expectShape(buyItNowStatusAnswer, body);
    return body;
  };
  const expectRefused = ({ status, body }: ApiAnswer, expectedStatus: number, error: object): void => {
    expect([status, body]).toEqual([expectedStatus, { message: expect.any(String), ...error }]);
  };
  /** Not the buyer's name, id or e-mail anywhere in what somebody was told. */
  const expectUnnamed = (person: Person, received: unknown): void => {
    const text = JSON.stringify(received);
    for (const secret of [person.id, person.username, person.email]) expect(text).not.toContain(secret);
  };

  it.each(ways)("is refused over %s at another price than the one that its buyer saw", async (way) => {
    const { _id: auctionId } = await buyable();
    const body = { buyItNowPrice: 6000 };
    expect((await server.api("PUT", `/api/auctions/${auctionId}`, { token: admin.token, body })).status).toBe(200);
    expect(await say(server, way, ada, "buy-it-now", { auctionId, price: 5000.5 })).toMatchObject({
      ok: false,
      body: {
        code: "LOT_CHANGED",
        contentVersion: 1,
        changes: [{ field: "buyItNowPrice", before: 5000.5, after: 6000 }],
      },
    });
    for (const price of [0, 6000.001, "6000"]) {
      const bad = await say(server, way, ada, "buy-it-now", { auctionId, price } as never);
      expect(bad).toMatchObject({ ok: false, body: { code: "INVALID", issues: [{ path: "price" }] } });
    }
    const commandId = randomUUID();
    const bought = await say(server, way, ada, "buy-it-now", { auctionId, price: 6000, commandId });
    expect(bought).toMatchObject({ ok: true, body: { auction: { buyItNowPrice: 6000 } } });
    expect(await say(server, way, ada, "buy-it-now", { auctionId, price: 6000, commandId })).toEqual(bought);
    // The price belongs to the command.
    for (const other of [{}, { price: 5000.5 }]) {
      const reused = await say(server, way, ada, "buy-it-now", { auctionId, ...other, commandId });
      expect(reused).toMatchObject({ ok: false, body: { code: "COMMAND_ID_REUSED" } });
    }
    await expectHistoryHolds(server.server.database, auctionId);
  });

  describe.each(transports)("over %s", (transport) => {
    // S238
    it("answers with total and ways to pay, and notifies watchers of the pause and the buyer of the purchase", async () => {
      const { _id: auctionId, title, endTime } = await buyable();
      const buyer = await watching(transport, auctionId, ada);
      const secondTab = await join(transport, ada);
      const visitor = await watching(transport, auctionId);
      const rival = await watching(transport, auctionId, bola);

      const before = await server.databaseNow();
      const answer = await buyer.ask("buy-it-now", { auctionId, commandId: randomUUID() });
      const { deadline } = answer.paymentInstructions;
      expect(answer).toEqual({
        auction: {
          _id: auctionId,
          title,
          status: "paused",
          version: 2,
          currency: "NGN",
          buyItNowPrice: 5000.5,
          buyItNowFee: 250.03,
          totalAmount: 5250.53,
          pausedUntil: deadline,
        },
        paymentInstructions: { deadline: anyTime, ...CONTACT },
      });
      const after = await server.databaseNow();
      expect(Date.parse(deadline)).toBeGreaterThanOrEqual(before + HOUR - 5);
      expect(Date.parse(deadline)).toBeLessThanOrEqual(after + HOUR + 5);

      for (const watcher of [visitor, rival, buyer]) {
        expect(await watcher.next("auction:paused")).toEqual({
          auctionId,
          version: 2,
          reason: "buy-it-now",
          pausedUntil: deadline,
          serverTime: anyTime,
        });
        // Those of the seconds before have the version before.
        const countdown = await watcher.next("auction:countdown", ({ version }) => version === 2);
        expect(countdown).toMatchObject({ status: "paused", endTime });
        // A bidder still gets what became of an earlier lot, from the reader of the log.
        const status = await watcher.next("auction:status", (event) => event.auctionId === auctionId);
        expect(status).toEqual({ auctionId, version: 2, status: "paused" });
      }
      for (const tab of [buyer, secondTab]) {
        expect(await tab.next("purchase:changed")).toEqual({ auctionId, status: "pending", deadline });
      }
      for (const other of [visitor, rival]) {
        await settled(other);
        expect(other.of("purchase:changed")).toEqual([]);
        expectUnnamed(ada, other.frames);
      }
    });

    it("answers the same command again alike without an effect, and refuses its id for another request", async () => {
      const { _id: auctionId } = await buyable();
      const { _id: another } = await buyable();
      const client = await join(transport, ada);
      const commandId = randomUUID();
      const first = await client.ask("buy-it-now", { auctionId, commandId });
      expect(await client.ask("buy-it-now", { auctionId, commandId })).toEqual(first);
      for (const reused of [
        await client.send("buy-it-now", { auctionId: another, commandId }),
        await bid(client, auctionId, 1100, commandId),
      ]) {
        expect(reused).toMatchObject({ ok: false, error: { code: "COMMAND_ID_REUSED" } });
      }
      const [count] = await server.query(
        "select count(*)::int as purchases from purchases where auction_id = $1::text::uuid",
        [auctionId],
      );
      expect(count).toEqual({ purchases: 1 });
      expect((await statusOf(another)).purchase).toBeNull();
    });

    it("is refused to visitors, in invalid frames, and to everybody else while the pause lasts", async () => {
      const { _id: auctionId } = await buyable();
      const send = async (client: LiveClient, data: object) => {
        const answer = await client.send("buy-it-now", data as { auctionId: string; commandId: string });
        return answer.ok ? "ok" : answer.error.code;
      };
      const commandId = randomUUID();
      const [visitor, rival, buyer] = [await join(transport), await join(transport, bola), await join(transport, ada)];
      expect(await send(visitor, { auctionId, commandId })).toBe("UNAUTHENTICATED");
      for (const data of [
        {},
        { auctionId },
        { commandId },
        { auctionId, commandId: "no" },
        { auctionId: 5, commandId },
        { auctionId, commandId, amount: 5 },
      ]) {
        expect(await send(rival, data)).toBe("INVALID");
      }
      expect(await send(rival, { auctionId: randomUUID(), commandId: randomUUID() })).toBe("NOT_FOUND");
      expect((await statusOf(auctionId)).purchase).toBeNull();
      expect(await send(buyer, { auctionId, commandId })).toBe("ok");
      expect(await send(rival, { auctionId, commandId: randomUUID() })).toBe("AUCTION_PAUSED");
      expect(await bid(rival, auctionId, 9000)).toMatchObject({ ok: false, error: { code: "AUCTION_PAUSED" } });
    });

    // S276
    it("continues for watchers after an unpaid deadline, and notifies the buyer of purchase and balance", async () => {
      const poor = await makePerson(server, `poor-${transport.length}`, { balance: 1000.1 });
      const { _id: auctionId, endTime } = await buyable();
      const buyer = await watching(transport, auctionId, poor);
      const visitor = await watching(transport, auctionId);
      await buyer.ask("buy-it-now", { auctionId, commandId: randomUUID() });
      await deadlineIn(server.server.database, auctionId, 0);

      const resumed = await visitor.next("auction:resumed");
      expect(resumed).toEqual({ auctionId, version: 3, endTime: anyTime, serverTime: anyTime });
      expect(Date.parse(resumed.endTime)).toBeGreaterThan(Date.parse(endTime));
      expect(await visitor.next("auction:status", ({ version }) => version === 3)).toMatchObject({ status: "active" });
      expect(await buyer.next("purchase:changed", ({ status }) => status !== "pending")).toMatchObject({
        auctionId,
        status: "forfeited",
      });
      // The deposit took all there was, 20% of 5,000.50. It went back, and 10% was kept.
      await buyer.next("balance:changed", ({ balance }) => balance === 500.05);
      expect(buyer.of("balance:changed")).toEqual([
        { balance: 0, available: 0 },
        { balance: 500.05, available: 500.05 },
      ]);
      const { body } = await server.api("GET", "/api/auth/profile", { token: poor.token });
      expect(body.user.balance).toBe(500.05);
      expect(await statusOf(auctionId, poor)).toMatchObject({
        available: false,
        reason: "forfeited-before",
        purchase: { status: "forfeited", mine: true },
      });
      await settled(visitor);
      expect([...visitor.of("purchase:changed"), ...visitor.of("balance:changed")]).toEqual([]);
      expectUnnamed(poor, visitor.frames);
      expect(await bid(await join(transport, bola), auctionId, 1100)).toMatchObject({ ok: true });
      await expectHistoryHolds(server.server.database, auctionId);
      await expectLedgerHolds(server.server.database, poor.id);
    });

    it("shows after the payment the masked winner at the Buy It Now price, also in a replay, and the full name to administrators", async () => {
      const { _id: auctionId } = await buyable();
      const rival = await watching(transport, auctionId, bola);
      const buyer = await watching(transport, auctionId, ada);
      const overseer = await watching(transport, auctionId, admin);
      await bid(rival, auctionId, 1100);
      await buyer.ask("buy-it-now", { auctionId, commandId: randomUUID() });
      await setStatus(server, admin, auctionId, "sold");

      const ended = {
        auctionId,
        version: 4,
        status: "sold",
        finalPrice: 5000.5,
        reserveMet: true,
        serverTime: anyTime,
      };
      expect(await rival.next("auction:ended")).toEqual({ ...ended, winner: { username: "a***e" } });
      expect(await overseer.next("auction:ended")).toEqual({ ...ended, winner: { username: ada.username } });
      expect(await buyer.next("purchase:changed", ({ status }) => status === "paid")).toMatchObject({ auctionId });
      await settled(rival);
      expectUnnamed(ada, rival.frames);

      const late = await join(transport);
      const watched = await late.ask("auction:watch", { auctionId, sinceVersion: 1 });
      expect(watched.events?.map(({ type }) => type)).toEqual(["auction:price", "auction:paused", "auction:ended"]);
      expectUnnamed(ada, watched);
      const { body } = await server.api("GET", `/api/auctions/${auctionId}`);
      let view = foldSnapshot(null, { ...body.auction, version: 1, status: "active" }, null);
      for (const frame of watched.events ?? []) {
        const folded = foldEvent(view, frame);
        if (folded.kind === "changed") view = folded.view;
      }
      expect(view.auction).toMatchObject({ version: 4, status: "sold", currentPrice: 5000.5, pausedUntil: null });
      expect(body.auction).toMatchObject({ status: "sold", currentPrice: 5000.5, winner: { username: "a***e" } });
    });

    it("is void if an administrator resumes the auction, and only the buyer is notified", async () => {
      const { _id: auctionId } = await buyable();
      const buyer = await watching(transport, auctionId, ada);
      const visitor = await watching(transport, auctionId);
      await buyer.ask("buy-it-now", { auctionId, commandId: randomUUID() });
      // A balance that has come back before it is sent is not sent.
      await buyer.next("balance:changed", ({ balance }) => balance < 100_000_000);
      await setStatus(server, admin, auctionId, "active");
      expect(await visitor.next("auction:resumed")).toMatchObject({ version: 3 });
      expect(await buyer.next("purchase:changed", ({ status }) => status === "void")).toMatchObject({ auctionId });
      // The deposit goes back.
      await buyer.next("balance:changed", ({ balance }) => balance === 100_000_000);
      await settled(visitor);
      expect([...visitor.of("purchase:changed"), ...visitor.of("balance:changed")]).toEqual([]);
      expect(await statusOf(auctionId, ada)).toMatchObject({
        available: true,
        purchase: { status: "void", mine: true },
      });
    });
  });

  describe("over REST", () => {
    // S239
    it.each([
      ["no body", {}],
      ["an empty object", { body: {} }],
    ])("accepts %s", async (_what, call) => {
      const { _id } = await buyable();
      const { status, body } = await server.api("POST", `/api/auctions/${_id}/buy-it-now`, {
        token: ada.token,
        ...call,
      });
      expect(status).toBe(200);
      expectShape(buyItNowAnswer, body);
      expect(body.paymentInstructions).toEqual({ deadline: body.auction.pausedUntil, ...CONTACT });
    });

    it.each(['{"amount":1}', '{"commandId":"x"}', "[]", "5", '"text"', "{"])("refuses %s", async (raw) => {
      const { _id } = await buyable();
      expect(await server.api("POST", `/api/auctions/${_id}/buy-it-now`, { token: ada.token, raw })).toMatchObject({
        status: 400,
        body: { code: "INVALID" },
      });
      expect((await statusOf(_id)).purchase).toBeNull();
    });

    it("repeats the first answer for the same Idempotency-Key, also on another server of the same database", async () => {
      const { _id } = await buyable();
      const key = randomUUID();
      const first = await buy(ada, _id, key);
      expect(first.status).toBe(200);
      expect((await buy(ada, _id, key)).body).toEqual(first.body);
      expectRefused(await buy(ada, (await buyable())._id, key), 409, { code: "COMMAND_ID_REUSED" });
      expect((await buy(ada, _id, "two words")).status).toBe(400);
    });

    // S308
    it("names the obstacle", async () => {
      const uche = await makePerson(server, "uche", { isVerified: false });
      const poor = await makePerson(server, "poor", { balance: 1000.09 });
      const { _id } = await buyable();
      expectRefused(await buy(undefined, _id), 401, { code: "UNAUTHENTICATED" });
      expectRefused(await buy(ada, randomUUID()), 404, { code: "NOT_FOUND", message: "Auction not found" });
      expectRefused(await buy(admin, _id), 403, { code: "OWN_AUCTION" });
      expectRefused(await buy(uche, _id), 403, { code: "EMAIL_NOT_VERIFIED" });
      expectRefused(await buy(poor, _id), 403, {
        code: "INSUFFICIENT_BALANCE",
        message:
          "Insufficient balance. You need at least ₦1,000.10 (20% of Buy It Now price) to use this feature. " +
          "Your current balance: ₦1,000.09",
        required: 1000.1,
        balance: 1000.09,
      });
      const { _id: plain } = await openAuction(server, admin);
      expectRefused(await buy(ada, plain), 409, { code: "BUY_IT_NOW_UNAVAILABLE", reason: "no-price" });
      const { _id: soon } = await buyable({ duration: 1 });
      expectRefused(await buy(ada, soon), 409, {
        code: "BUY_IT_NOW_UNAVAILABLE",
        reason: "ending-soon",
        message: expect.stringMatching(
          /^Buy It Now is not available when the auction ends in 1 hour or less\. This auction ends in 0h 5\dm\.$/,
        ),
      });
      await setStatus(server, admin, _id, "ended");
      expectRefused(await buy(ada, _id), 409, { code: "AUCTION_ENDED" });
      await setStatus(server, admin, _id, "draft");
      expectRefused(await buy(ada, _id), 404, { code: "NOT_FOUND", message: "Auction not found" });
    });
  });

  describe("its status", () => {
    // S380
    it("tells each caller whether they can buy, and the reason if not", async () => {
      const uche = await makePerson(server, "unverified-uche", { isVerified: false });
      const poor = await makePerson(server, "poor-too", { balance: 1 });
      const { _id } = await buyable();
      const open = { requiredBalance: 1000.1, purchase: null };
      expect(await statusOf(_id, ada)).toEqual({ available: true, reason: null, ...open });
      expect(await statusOf(_id)).toEqual({ available: false, reason: "signed-out", ...open });
      expect(await statusOf(_id, admin)).toEqual({ available: false, reason: "own-auction", ...open });
      expect(await statusOf(_id, uche)).toEqual({ available: false, reason: "email-not-verified", ...open });
      expect(await statusOf(_id, poor)).toEqual({ available: false, reason: "insufficient-balance", ...open });
      const { _id: soon } = await buyable({ duration: 1 });
      expect(await statusOf(soon, ada)).toMatchObject({ available: false, reason: "ending-soon" });
      const { _id: plain } = await openAuction(server, admin);
      expect(await statusOf(plain, ada)).toEqual({
        available: false,
        reason: "no-price",
        requiredBalance: null,
        purchase: null,
      });
    });

    // S409
    it("shows the purchase to everybody, the ways to pay only to the buyer, and the buyer's name to nobody", async () => {
      const { _id } = await buyable();
      const { body } = await buy(ada, _id);
      const { deadline } = body.paymentInstructions;
      const base = { available: false, reason: "not-active", requiredBalance: 1000.1 };
      expect(await statusOf(_id, ada)).toEqual({
        ...base,
        purchase: { status: "pending", deadline, mine: true, paymentInstructions: { deadline, ...CONTACT } },
      });
      for (const other of [undefined, bola, admin]) {
        const status = await statusOf(_id, other);
        expect(status).toEqual({ ...base, purchase: { status: "pending", deadline, mine: false } });
        expectUnnamed(ada, status);
      }
      for (const path of [`/api/auctions/${_id}`, `/api/bids/auction/${_id}`, "/api/auctions"]) {
        expectUnnamed(ada, (await server.api("GET", path, { token: bola.token })).body);
      }
      await setStatus(server, admin, _id, "sold");
      expect(await statusOf(_id, ada)).toEqual({ ...base, purchase: { status: "paid", deadline, mine: true } });
    });

    it("is not found for a draft or an unknown auction", async () => {
      const { _id } = await buyable();
      await setStatus(server, admin, _id, "draft");
      for (const id of [_id, randomUUID(), "no-uuid"]) {
        const { status } = await server.api("GET", `/api/auctions/${id}/buy-it-now-status`, { token: ada.token });
        expect(status).toBe(404);
      }
    });
  });

  it("counts towards the limit of bidding commands", async () => {
    const limited = await startTestServer({ config: { hasRateLimits: true } });
    try {
      const eager = await makePerson(limited, "eager");
      const path = `/api/auctions/${randomUUID()}/buy-it-now`;
      const answers = await Promise.all(
        Array.from({ length: 400 }, () => limited.api("POST", path, { token: eager.token })),
      );
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.body).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: expect.any(Number) });
      expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answers.some(({ status }) => status === 404)).toBe(true);
    } finally {
      await limited.close();
    }
  });

  // S277
  it("expires once at a deadline that passes while the server is stopped, as soon as it runs again", async () => {
    const place = await makeDatabase();
    try {
      const before = await startTestServer({ at: place });
      const seller = await makePerson(before, "seller", { role: "admin" });
      const buyer = await makePerson(before, "buyer", { balance: 2000 });
      const { _id: auctionId } = await openAuction(before, seller, { buyItNowPrice: 5000 });
      const path = `/api/auctions/${auctionId}/buy-it-now`;
      expect((await before.api("POST", path, { token: buyer.token })).status).toBe(200);
      await deadlineIn(before.server.database, auctionId, 50);
      await before.close();

      const after = await startTestServer({ at: place });
      const client = await connect(after, "/ws", {});
      open.push(client);
      // Either it is active again already, or it will be.
      const { auction } = await client.ask("auction:watch", { auctionId });
      if (auction.status !== "active") await client.next("auction:resumed");
      expect((await expectHistoryHolds(after.server.database, auctionId)).status).toBe("active");
      const { balanceMinor, entries } = await expectLedgerHolds(after.server.database, buyer.id);
      expect(balanceMinor).toBe(150_000);
      expect(entries.slice(1).map(({ cause, amountMinor }) => [cause, amountMinor])).toEqual([
        ["purchase-deposit", -100_000],
        ["deposit-return", 100_000],
        ["buy-it-now-forfeit", -50_000],
      ]);
      await logIsRead(after);
      const mails = await after.query(
        "select kind from outbox where auction_id = $1::text::uuid and kind <> 'receipt' order by created_at",
        [auctionId],
      );
      expect(mails.map(({ kind }) => kind)).toEqual(["buy-it-now", "buy-it-now-forfeited"]);
      await after.close();
    } finally {
      await place.drop();
    }
  });
});

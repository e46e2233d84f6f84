// Tests voids of bids (rule 15) from outside: the effect on price and leader, who is notified, who may void, and what
// cannot be voided. It is long, because each file starts a server, so one file holds one subject.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { biddersAnswer, voidAllBidsAnswer, voidBidsAnswer } from "@jara/shared/rest/voids";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectHistoryHolds } from "../support/check-history.ts";
import { connect, type LiveClient, settled, transports } from "../support/e2e-live.ts";
import { mailKindsTo } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say } from "../support/e2e-ways.ts";

const server = await sharedServer();

describeEndToEnd("voiding bids", () => {
  let admin: Person;
  let second: Person;
  let ada: Person;
  let bola: Person;
  let troll: Person;
  let lotId: string;
  let people = 0;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    second = await makePerson(server, "second", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolanle");
  });
  beforeEach(async () => {
    troll = await makePerson(server, `troll${++people}l`);
    lotId = (await openAuction(server, admin))._id;
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await expectHistoryHolds(server.server.database, lotId);
  });

  const bid = (person: Person, amount: number, auctionId = lotId) =>
    say(server, "REST", person, "bid:place", { auctionId, amount });
  const setMax = (person: Person, maxAmount: number, auctionId = lotId) =>
    say(server, "REST", person, "maxbid:set", { auctionId, maxAmount, currency: "NGN" });
  const voidBids = (userId: string, more: object = {}, by: Person = admin, key: string = randomUUID()) =>
    server.api("POST", `/api/auctions/${lotId}/void-bids`, {
      token: by.token,
      headers: { "idempotency-key": key },
      body: { userId, reason: "fraud", ...more },
    });
  const preview = (userId: string, by: Person = admin) =>
    server.api("GET", `/api/auctions/${lotId}/void-bids/preview?userId=${userId}`, { token: by.token });
  const lotNow = async (person?: Person) =>
    (await server.api("GET", `/api/auctions/${lotId}`, { token: person?.token })).body.auction;
  const codeOf = ({ status, body }: ApiAnswer) => [status, body.code];
  const kindsTo = (person: Person) => mailKindsTo(server, person.id, lotId);
  const join = async (transport: (typeof transports)[number], person?: Person): Promise<LiveClient> => {
    const client = await connect(server, transport, { token: person?.token });
    open.push(client);
    return client;
  };
  /** Ada's hidden maximum of 5,000, Bola's bid of 1,500, and 4,000 from somebody who does not mean it. */
  const contest = async (): Promise<void> => {
    await setMax(ada, 5000);
    await bid(bola, 1500);
    await bid(troll, 4000);
    expect(await lotNow()).toMatchObject({ currentPrice: 4100, leader: { username: "a***e" }, bidCount: 5 });
  };

  describe("an administrator", () => {
    it("begins at one of the person's bids, and the earlier ones stay, for everybody and in the mail", async () => {
      await bid(bola, 1100);
      await bid(troll, 1200);
      await bid(troll, 90_000);
      const query = (fromBid: number, who = troll) => `${who.id}&fromBid=${fromBid}`;
      const shown = await preview(query(3));
      expectShape(voidBidsAnswer, shown.body);
      expect(shown.body.effect).toMatchObject({ priceBefore: 90_000, priceAfter: 1200 });
      expect(shown.body.effect.leaderAfter).toEqual({ username: troll.username });
      // Nobody's bid, somebody else's bid, and a number that is none.
      for (const [who, fromBid] of [
        [troll, 9],
        [bola, 3],
      ] as const) {
        expect(codeOf(await preview(query(fromBid, who)))).toEqual([404, "NOT_FOUND"]);
        expect(codeOf(await voidBids(who.id, { fromBid }))).toEqual([404, "NOT_FOUND"]);
      }
      expect(codeOf(await voidBids(troll.id, { fromBid: 0 }))).toEqual([400, "INVALID"]);
      expect(codeOf(await voidBids(troll.id, { fromBid: 3 }, bola))).toEqual([403, "FORBIDDEN"]);

      const watcher = await join("socket.io");
      await watcher.ask("auction:watch", { auctionId: lotId });
      const key = randomUUID();
      const more = { fromBid: 3, reason: "mistaken-amount", note: "Three zeros too many" };
      const done = await voidBids(troll.id, more, admin, key);
      expect(done.status, done.text).toBe(200);
      expect(done.body.effect).toEqual(shown.body.effect);
      const event = await watcher.next("auction:bids-voided", ({ auctionId }) => auctionId === lotId);
      expect(event).toMatchObject({ fromBid: 3, currentPrice: 1200 });
      expect((await voidBids(troll.id, more, admin, key)).body.effect).toEqual(done.body.effect);
      expect(codeOf(await voidBids(troll.id, { ...more, fromBid: 2 }, admin, key))).toEqual([409, "COMMAND_ID_REUSED"]);
      expect(await lotNow()).toMatchObject({ currentPrice: 1200, bidCount: 2 });
      const { bids } = (await server.api("GET", `/api/bids/auction/${lotId}`)).body;
      expect(bids.map(({ amount, voided }: { amount: number; voided?: unknown }) => [amount, Boolean(voided)])).toEqual(
        [
          [90_000, true],
          [1200, false],
          [1100, false],
        ],
      );
      expect(await kindsTo(troll)).toContain("own-bids-voided");
      const [mail] = await server.query<{ data: object }>(
        "select data from outbox where user_id = $1::text::uuid and kind = 'own-bids-voided'",
        [troll.id],
      );
      expect(mail?.data).toMatchObject({ keepsEarlier: true, note: "Three zeros too many" });
      const history = await server.api("GET", `/api/auctions/admin/${lotId}/history`, { token: admin.token });
      expect(JSON.stringify(history.body)).toContain(`voided ${troll.username}'s bids from bid 3 on`);
      // A mistaken amount bars nobody.
      expect(await bid(bola, 1300)).toMatchObject({ ok: true });
      expect(await bid(troll, 1400)).toMatchObject({ ok: true });
    });

    it("can preview a void with the list of bidders, without changing anything", async () => {
      await contest();
      const bidders = await server.api("GET", `/api/auctions/${lotId}/bidders`, { token: admin.token });
      expectShape(biddersAnswer, bidders.body);
      expect(bidders.body.bidders).toEqual([
        { _id: ada.id, username: ada.username, bidCount: 3, highestBid: 4100, isLeading: true },
        { _id: troll.id, username: troll.username, bidCount: 1, highestBid: 4000, isLeading: false },
        { _id: bola.id, username: bola.username, bidCount: 1, highestBid: 1500, isLeading: false },
      ]);
      const before = await lotNow();
      const { status, body } = await preview(troll.id);
      expect(status).toBe(200);
      expectShape(voidBidsAnswer, body);
      expect(body.effect).toEqual({
        priceBefore: 4100,
        priceAfter: 1600,
        leaderBefore: { username: ada.username },
        leaderAfter: { username: ada.username },
      });
      expect({ ...(await lotNow()), serverTime: 0 }).toEqual({ ...before, serverTime: 0 });
      const done = await voidBids(troll.id);
      expectShape(voidBidsAnswer, done.body);
      expect(done.body.effect).toEqual(body.effect);
      expect(done.body.auction).toMatchObject({ currentPrice: 1600, minimumBid: 1700, bidCount: 3 });
    });

    it("gets the same answer for the same key again, and the void happens once", async () => {
      await contest();
      const key = randomUUID();
      const first = await voidBids(troll.id, {}, admin, key);
      const { version } = await lotNow();
      expect((await voidBids(troll.id, {}, admin, key)).body.effect).toEqual(first.body.effect);
      expect(codeOf(await voidBids(bola.id, {}, admin, key))).toEqual([409, "COMMAND_ID_REUSED"]);
      expect((await lotNow()).version).toBe(version);
    });

    it("voids once if two administrators do it at the same time", async () => {
      await contest();
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => voidBids(troll.id, {}, n % 2 ? admin : second)),
      );
      expect(answers.map(codeOf).sort()).toEqual([[200, undefined], ...Array(5).fill([404, "NOT_FOUND"])]);
      expect(await lotNow()).toMatchObject({ currentPrice: 1600, bidCount: 3 });
    });

    it("cannot void bids of a person without bids, their own bids, or those of a draft", async () => {
      await contest();
      expect(codeOf(await voidBids(randomUUID()))).toEqual([404, "NOT_FOUND"]);
      expect(codeOf(await voidBids(second.id))).toEqual([404, "NOT_FOUND"]);
      expect(codeOf(await voidBids(admin.id))).toEqual([403, "CONFLICT_OF_INTEREST"]);
      expect(codeOf(await preview(randomUUID()))).toEqual([404, "NOT_FOUND"]);
      await setStatus(server, admin, lotId, "draft");
      expect(codeOf(await voidBids(troll.id))).toEqual([409, "AUCTION_NOT_ACTIVE"]);
      expect(codeOf(await preview(troll.id))).toEqual([409, "AUCTION_NOT_ACTIVE"]);
      for (const path of ["void-bids", "void-bids/preview"]) {
        const method = path === "void-bids" ? "POST" : "GET";
        const url = `/api/auctions/${randomUUID()}/${path}${method === "GET" ? `?userId=${ada.id}` : ""}`;
        const body = method === "POST" ? { body: { userId: ada.id, reason: "fraud" } } : {};
        expect(codeOf(await server.api(method, url, { token: admin.token, ...body }))).toEqual([404, "NOT_FOUND"]);
      }
    });

    it("can void on a lot that is closing, with the same result in either order", async () => {
      await contest();
      const endsAt = (await server.databaseNow()) + 1_000;
      const body = { endTime: new Date(endsAt).toISOString() };
      expect((await server.api("PUT", `/api/auctions/${lotId}`, { token: admin.token, body })).status).toBe(200);
      /** Tries again while the void is UNAVAILABLE: between the end time and the recorded end. */
      const voidedInTheEnd = async (userId: string): Promise<ApiAnswer> => {
        const answer = await voidBids(userId);
        return answer.status === 503 ? await voidedInTheEnd(userId) : answer;
      };
      const first = voidedInTheEnd(troll.id);
      await sleep(endsAt - 10 - (await server.databaseNow()));
      for (const { status } of await Promise.all([first, voidedInTheEnd(bola.id)])) expect(status).toBe(200);
      await expect.poll(async () => (await lotNow()).status).toBe("ended");
      expect(await lotNow(admin)).toMatchObject({
        status: "ended",
        winner: { username: ada.username },
        currentPrice: 1100,
      });
    });
  });

  // S333
  it.each(transports)(
    "publishes the void to watchers, the listing, bidders and the voided bidder over %s",
    async (transport) => {
      await contest();
      const [visitor, listing, desk] = [await join(transport), await join(transport), await join(transport, second)];
      const [rival, voided] = [await join(transport, bola), await join(transport, troll)];
      await listing.ask("auctions:watch", {});
      for (const client of [visitor, desk]) await client.ask("auction:watch", { auctionId: lotId });
      await desk.ask("admin:watch", {});
      for (const client of open) {
        await settled(client);
        client.forget();
      }
      const { body } = await voidBids(troll.id, { reason: "other", note: "Their little brother did it." });
      const seen = {
        auctionId: lotId,
        version: body.auction.version,
        reason: "other",
        currentPrice: 1600,
        minimumBid: 1700,
        bidCount: 3,
        reserveMet: true,
        serverTime: expect.any(String),
      };
      const masked = { ...seen, bidder: { username: "t***l" }, leader: { username: "a***e" } };
      for (const client of [visitor, rival, voided])
        expect(await client.next("auction:bids-voided", ({ auctionId }) => auctionId === lotId)).toEqual(masked);
      expect(await desk.next("auction:bids-voided", ({ bidder }) => bidder.username === troll.username)).toEqual({
        ...seen,
        bidder: { username: troll.username },
        leader: { username: ada.username },
      });
      await listing.next("auction:price", ({ currentPrice }) => currentPrice === 1600);
      const received = JSON.stringify(open.filter((client) => client !== desk).map(({ frames }) => frames));
      // The note is between administrators and the person.
      for (const secret of [troll.username, troll.id, "little brother"]) expect(received).not.toContain(secret);
      expect((await kindsTo(troll)).at(-1)).toBe("own-bids-voided");
      for (const person of [ada, bola])
        expect((await kindsTo(person)).filter((kind) => kind === "bids-voided")).toHaveLength(1);
      expect(await kindsTo(troll)).not.toContain("bids-voided");
    },
  );

  it("marks the bids as void in the lists of bids, with the reason, and they do not count", async () => {
    await contest();
    await voidBids(troll.id);
    const { body: list } = await server.api("GET", `/api/bids/auction/${lotId}`, { token: troll.token });
    const struck = list.bids.filter(({ voided }: { voided?: object }) => voided);
    expect(list.total).toBe(list.bids.length);
    expect(struck).toContainEqual(
      expect.objectContaining({
        amount: 4000,
        bidder: { username: "You" },
        voided: { reason: "fraud", at: expect.any(String) },
      }),
    );
    expect(struck).toContainEqual(
      expect.objectContaining({
        amount: 4100,
        bidder: { username: "a***e" },
        voided: expect.objectContaining({ reason: "recalculated" }),
      }),
    );
    const { body: highest } = await server.api("GET", `/api/bids/auction/${lotId}/highest`);
    expect(highest.bid).toMatchObject({ amount: 1600, bidder: { username: "a***e" } });
    expect(highest.bid).not.toHaveProperty("voided");
    const { body: mine } = await server.api("GET", "/api/bids/user/my-bids", { token: troll.token });
    expect(mine).toMatchObject([{ amount: 4000, voided: { reason: "fraud" }, auction: { currentPrice: 1600 } }]);
    const { body: history } = await server.api("GET", `/api/auctions/admin/${lotId}/history`, { token: admin.token });
    expect(history.entries[0]).toMatchObject({ type: "BidsVoided", actor: { username: admin.username } });
    expect(history.entries[0].summary).toContain(troll.username);
  });

  it("gets no preview for a person with only a hidden maximum, so that nobody can look for maxima", async () => {
    await setMax(ada, 5000);
    await setMax(troll, 1150);
    expect(codeOf(await preview(troll.id))).toEqual([404, "NOT_FOUND"]);
    expect((await preview(troll.id)).body).toEqual((await preview(bola.id)).body);
    const { body } = await server.api("GET", `/api/auctions/${lotId}/bidders`, { token: admin.token });
    expect(body.bidders.map(({ _id }: { _id: string }) => _id)).toEqual([ada.id]);
  });

  it("removes the maximum too, and a lot without other bids is back at the starting price", async () => {
    await setMax(troll, 8000);
    const owner = await join("/ws", troll);
    await voidBids(troll.id);
    await owner.next("maxbid:removed");
    expect(await lotNow()).toMatchObject({ currentPrice: 1000, minimumBid: 1100, bidCount: 0, leader: null });
    expect((await server.api("GET", `/api/maxbids/auction/${lotId}`, { token: troll.token })).status).toBe(404);
    expect((await bid(bola, 1100)).body.auction).toMatchObject({ isLeading: true, currentPrice: 1100 });
  });

  describe("a void after the end", () => {
    const owed = async (person: Person) =>
      (await server.api("GET", `/api/auctions/${lotId}/win`, { token: person.token })).body.win;

    it("leaves the lot without a winner if the winner is voided, and withdraws the demand for payment", async () => {
      await bid(bola, 1100);
      await bid(troll, 1500);
      await setStatus(server, admin, lotId, "ended");
      expect((await voidBids(troll.id)).status).toBe(200);
      expect(await lotNow(admin)).toMatchObject({ status: "ended", winner: null });
      expect((await owed(troll)).status).toBe("void");
      expect(await owed(bola)).toBeNull();
      expect(
        (await kindsTo(troll))
          .filter((kind) => kind !== "receipt")
          .slice(-2)
          .sort(),
      ).toEqual(["own-bids-voided", "payment-withdrawn"]);
      expect(await kindsTo(bola)).not.toContain("won");
    });

    // S334
    it("lowers what the winner owes if a shill had raised the price", async () => {
      await setMax(ada, 5000);
      await bid(bola, 1500);
      await bid(troll, 4000);
      await setStatus(server, admin, lotId, "ended");
      expect((await owed(ada)).price).toBe(4100);
      await voidBids(troll.id);
      expect(await lotNow(admin)).toMatchObject({
        status: "ended",
        winner: { username: ada.username },
        currentPrice: 1600,
      });
      expect(await owed(ada)).toMatchObject({ status: "open", price: 1600 });
      expect(
        (await kindsTo(ada))
          .filter((kind) => kind !== "receipt")
          .slice(-2)
          .sort(),
      ).toEqual(["bids-voided", "win-lowered"]);
    });
  });

  it("can void all bids of an account on every open lot, and reports each lot", async () => {
    const other = (await openAuction(server, admin, { title: "Another" }))._id;
    const over = (await openAuction(server, admin, { title: "Over" }))._id;
    for (const auctionId of [lotId, other, over]) {
      await bid(ada, 1100, auctionId);
      await bid(troll, 1500, auctionId);
    }
    await setStatus(server, admin, other, "paused");
    await setStatus(server, admin, over, "ended");
    const voidAll = (by: Person, of: Person, body: object = { reason: "suspended" }) =>
      server.api("POST", `/api/admin/users/${of.id}/void-bids`, { token: by.token, body });
    const { status, body } = await voidAll(admin, troll);
    expect(status).toBe(200);
    expectShape(voidAllBidsAnswer, body);
    expect(body.lots.map(({ auctionId, ok }: { auctionId: string; ok: boolean }) => [auctionId, ok]).sort()).toEqual(
      [lotId, other].sort().map((id) => [id, true]),
    );
    expect(body.lots[0].effect).toMatchObject({
      priceBefore: 1500,
      priceAfter: 1100,
      leaderAfter: { username: ada.username },
    });
    expect((await voidAll(admin, troll)).body).toEqual({ lots: [] });
    expect(codeOf(await voidAll(admin, admin))).toEqual([403, "CONFLICT_OF_INTEREST"]);
    expect((await server.api("GET", `/api/auctions/${over}`)).body.auction.currentPrice).toBe(1500);
    for (const id of [other, over]) await expectHistoryHolds(server.server.database, id);
  });

  it("shows staff nothing of a maximum without bids until the lot is over: by a void of one lot, of all lots, or by a suspension", async () => {
    await bid(ada, 1100);
    const seen: unknown[] = [];
    for (const [hides, act] of [
      [false, "void"],
      [true, "void"],
      [false, "suspend"],
      [true, "suspend"],
    ] as const) {
      const person = await makePerson(server, `hidden-${++people}`);
      if (hides) expect((await setMax(person, 1150)).ok).toBe(true);
      const get = async (path: string) => {
        const { body } = await server.api("GET", path, { token: admin.token });
        return JSON.parse(JSON.stringify(body).replaceAll(person.id, "them").replaceAll(person.username, "their name"));
      };
      const one = await voidBids(person.id, { reason: "suspended" });
      const body = act === "void" ? { reason: "fraud" } : { reason: "Shill bids", until: null, voidBids: true };
      const path = act === "void" ? "void-bids" : "suspend";
      const all = await server.api("POST", `/api/admin/users/${person.id}/${path}`, { token: admin.token, body });
      const [left] = await server.query("select id from max_bids where user_id = $1::text::uuid and not cancelled", [
        person.id,
      ]);
      expect(left).toBeUndefined();
      const audit = await get(`/api/admin/audit-log?subject=${person.id}`);
      seen.push([
        one.status,
        one.text,
        all.status,
        act === "void" ? all.text : all.body.suspension.lots,
        audit.entries.map(({ action, details }: { action: string; details: object }) => [
          action,
          { ...details, suspension: null },
        ]),
        await get(`/api/auctions/admin/${lotId}/complaint?userId=${person.id}`),
        (await get(`/api/auctions/admin/${lotId}/history?limit=50`)).pagination,
        (await lotNow()).version,
      ]);
    }
    expect([seen[1], seen[3]]).toEqual([seen[0], seen[2]]);
    await setStatus(server, admin, lotId, "ended");
    const { body } = await server.api("GET", `/api/admin/audit-log?subject=${lotId}&action=bids%20voided`, {
      token: admin.token,
    });
    expect(body.entries.map(({ details }: { details: object }) => details)).toMatchObject([
      { reason: "suspended", bids: 0 },
      { reason: "fraud", bids: 0 },
    ]);
  });

  it("leaves lots in which the administrator has an interest to another administrator", async () => {
    const promoted = await makePerson(server, `promoted-${people}`);
    await bid(promoted, 1100);
    await bid(troll, 1500);
    await server.api("PUT", `/api/users/admin/role/${promoted.id}`, { token: admin.token, body: { role: "admin" } });
    expect(codeOf(await voidBids(troll.id, {}, promoted))).toEqual([403, "CONFLICT_OF_INTEREST"]);
    expect(codeOf(await preview(troll.id, promoted))).toEqual([403, "CONFLICT_OF_INTEREST"]);
    const { body } = await server.api("POST", `/api/admin/users/${troll.id}/void-bids`, {
      token: promoted.token,
      body: { reason: "fraud" },
    });
    expect(body.lots).toMatchObject([{ auctionId: lotId, ok: false, effect: null }]);
    expect((await lotNow()).currentPrice).toBe(1500);
  });
});

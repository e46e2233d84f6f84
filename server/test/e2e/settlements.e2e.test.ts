// Tests settlements from outside: what staff see of wins and purchases, and how they confirm or waive a payment.
import { randomUUID } from "node:crypto";
import type { Auction } from "@jara/shared/auction";
import {
  type Settlement,
  settlementAnswer,
  settlementDetailsAnswer,
  settlementsAnswer,
} from "@jara/shared/rest/settlements";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { connect, type LiveClient } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, expectShape, sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const server = await sharedServer();

describeEndToEnd("Settlements", () => {
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
    ada = await makePerson(server, `adaeze-${++people}`);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  const list = async (query = "", person: Person = admin): Promise<{ settlements: Settlement[]; total: number }> => {
    const { status, body } = await server.api("GET", `/api/settlements${query}`, { token: person.token });
    expect(status).toBe(200);
    expectShape(settlementsAnswer, body);
    return { settlements: body.settlements, total: body.pagination.total };
  };
  /** Stands in the titles of this file's lots. */
  const word = `Lot${randomUUID().slice(0, 8)}`;
  const listOfFile = (query = "") => list(`?q=${word}&limit=100${query}`);
  const ofAuction = async ({ title }: Pick<Auction, "title">): Promise<Settlement[]> =>
    (await list(`?q=${encodeURIComponent(title)}&limit=100`)).settlements;
  const post = (path: string, body?: object, key: string = randomUUID(), person: Person = admin): Promise<ApiAnswer> =>
    server.api("POST", `/api/settlements/${path}`, {
      token: person.token,
      headers: { "idempotency-key": key },
      ...(body && { body }),
    });
  const settlementIn = ({ status, body }: ApiAnswer): Settlement => {
    expect([status, body]).toEqual([200, expect.anything()]);
    expectShape(settlementAnswer, body);
    return body.settlement;
  };
  const statusOf = async (auctionId: string): Promise<Auction> =>
    (await server.api("GET", `/api/auctions/${auctionId}`, { token: admin.token })).body.auction;
  const bid = async (person: Person, auctionId: string, amount: number): Promise<void> => {
    const answer = await server.api("POST", "/api/bids", { token: person.token, body: { auctionId, amount } });
    expect(answer.status).toBe(201);
  };
  const newTitle = () => `${word} ${randomUUID()}`;
  /** An auction that the person won at the price. */
  const won = async (person: Person, price = 1500.5): Promise<{ auction: Auction; settlement: Settlement }> => {
    const auction = await openAuction(server, admin, { title: newTitle() });
    await bid(person, auction._id, price);
    await setStatus(server, admin, auction._id, "ended");
    const [settlement] = await ofAuction(auction);
    if (!settlement) throw new Error("no settlement");
    return { auction, settlement };
  };
  const bought = async (person: Person): Promise<{ auction: Auction; settlement: Settlement }> => {
    const auction = await openAuction(server, admin, { title: newTitle(), buyItNowPrice: 5000.5 });
    await bid(bola, auction._id, 1200);
    const answer = await server.api("POST", `/api/auctions/${auction._id}/buy-it-now`, { token: person.token });
    expect(answer.status).toBe(200);
    const [settlement] = await ofAuction(auction);
    if (!settlement) throw new Error("no purchase");
    return { auction, settlement };
  };
  const balanceOf = async (person: Person): Promise<number> =>
    (await expectLedgerHolds(server.server.database, person.id)).balanceMinor;
  const actionsOn = (auctionId: string) =>
    server.query<{ actorId: string; action: string; userId: string; details: unknown }>(
      `select actor_id as "actorId", action, user_id as "userId", details from admin_actions
       where auction_id = $1::text::uuid and action not like 'lot %' order by at`,
      [auctionId],
    );
  const parsed = (json: unknown): unknown => (typeof json === "string" ? JSON.parse(json) : json);

  describe("the list", () => {
    it("shows for a win and for a purchase amount, debtor, deadline and penalty", async () => {
      const win = await won(ada);
      expect(win.settlement).toEqual({
        _id: expect.any(String),
        kind: "win",
        status: "open",
        auction: {
          _id: win.auction._id,
          title: win.auction.title,
          status: "ended",
          currency: "NGN",
          isRelisted: false,
        },
        sale: null,
        buyer: { _id: ada.id, username: ada.username, email: ada.email, firstName: null, lastName: null, phone: null },
        price: 1500.5,
        fee: 0,
        premium: 0,
        vat: 0,
        total: 1500.5,
        deposit: 300.1,
        depositNgn: 300.1,
        paid: 0,
        remaining: 1200.4,
        remainingNgn: 1200.4,
        penalty: 150.05,
        penaltyNgn: null,
        reference: expect.stringMatching(/^JARA(-[0-9A-F]{4}){3}$/),
        dueAt: anyTime,
        createdAt: anyTime,
        pickup: null,
        pardonedAt: null,
        closedAt: null,
        closedBy: null,
        note: null,
        stuck: null,
      });
      const purchase = await bought(ada);
      expect(purchase.settlement).toMatchObject({
        kind: "buy-it-now",
        status: "open",
        auction: { status: "paused" },
        price: 5000.5,
        fee: 250.03,
        total: 5250.53,
        deposit: 1000.1,
        depositNgn: 1000.1,
        remaining: 4250.43,
        penalty: 500.05,
        closedBy: null,
      });
      const one = await server.api("GET", `/api/settlements/${purchase.settlement._id}`, { token: admin.token });
      expectShape(settlementDetailsAnswer, one.body);
      expect(one.body.settlement).toEqual(purchase.settlement);
      expect((await server.api("GET", `/api/settlements/${randomUUID()}`, { token: admin.token })).status).toBe(404);
    });

    it("has open ones first by urgency, then the newest closed ones, a page at a time", async () => {
      const first = await won(ada);
      const second = await bought(bola);
      const third = await won(bola);
      settlementIn(await post(`${first.settlement._id}/waive`, {}));
      settlementIn(await post(`${third.settlement._id}/payment-received`));

      const { settlements, total } = await listOfFile();
      expect(total).toBe(settlements.length);
      const openOnes = settlements.filter(({ closedAt }) => closedAt === null);
      expect(settlements.slice(0, openOnes.length)).toEqual(openOnes);
      const due = openOnes.map(({ dueAt }) => dueAt);
      expect(due).toEqual([...due].sort());
      const closed = settlements.slice(openOnes.length).map(({ closedAt }) => closedAt);
      expect(closed).toEqual([...closed].sort().reverse());
      expect(settlements[openOnes.length]?._id).toBe(third.settlement._id);
      expect(openOnes.some(({ _id }) => _id === second.settlement._id)).toBe(true);

      const pages = [];
      for (let page = 1; pages.length < total; page++) {
        const { settlements: some } = await list(`?q=${word}&limit=2&page=${page}`);
        pages.push(...some);
        expect(some.length).toBeGreaterThan(0);
      }
      expect(pages).toEqual(settlements);
    });

    it("filters by status, kind and text, and reads % literally", async () => {
      await won(bola);
      const waived = await bought(ada);
      settlementIn(await post(`${waived.settlement._id}/waive`, {}));
      const { settlements: all } = await listOfFile();
      for (const status of ["open", "paid", "waived", "forfeited", "void"] as const) {
        for (const kind of ["win", "buy-it-now"] as const) {
          const fitting = all.filter((one) => one.status === status && one.kind === kind);
          expect(await listOfFile(`&status=${status}&kind=${kind}`)).toEqual({
            settlements: fitting,
            total: fitting.length,
          });
        }
      }
      const mine = all.filter(({ buyer }) => buyer._id === bola.id);
      expect((await list(`?q=${bola.username.toUpperCase()}@people&limit=100`)).settlements).toEqual(mine);
      expect(mine.length).toBeGreaterThan(0);
      const [first] = all;
      const titled = all.filter(({ auction }) => auction.title === first?.auction.title);
      const backwards = first?.auction.title.split(" ").reverse().join(" ").replaceAll("e", "é") ?? "";
      expect((await list(`?q=${encodeURIComponent(backwards)}&limit=100`)).settlements).toEqual(titled);
      expect((await list(`?q=${word}%20%25&limit=100`)).total).toBe(0);
      expect((await server.api("GET", "/api/settlements?status=late", { token: admin.token })).status).toBe(400);
    });
  });

  describe("the action “payment received”", () => {
    // S464
    it("closes a win as paid and sells the auction, once, and records its author", async () => {
      const { auction, settlement } = await won(ada);
      const key = randomUUID();
      const paid = settlementIn(await post(`${settlement._id}/payment-received`, undefined, key));
      expect(paid).toEqual({
        ...settlement,
        status: "paid",
        auction: { ...settlement.auction, status: "sold" },
        paid: 1200.4,
        remaining: 0,
        remainingNgn: 0,
        pickup: { status: "waiting", place: null, hours: null, readyAt: null, handedOverAt: null },
        closedAt: anyTime,
        closedBy: { _id: admin.id, username: admin.username },
      });
      expect(settlementIn(await post(`${settlement._id}/payment-received`, undefined, key))).toEqual(paid);
      expect((await post(`${settlement._id}/waive`, {}, key)).body.code).toBe("COMMAND_ID_REUSED");
      expect(await expectHistoryHolds(server.server.database, auction._id)).toMatchObject({
        status: "sold",
        winner: { id: ada.id },
        settlement: { id: settlement._id, status: "paid" },
      });
      const actions = await actionsOn(auction._id);
      const rest = { method: "outside", amountMinor: 120_040, ngnMinor: 120_040, reference: null, note: null };
      expect(actions.map((one) => ({ ...one, details: parsed(one.details) }))).toEqual([
        {
          actorId: admin.id,
          action: "payment booked",
          userId: ada.id,
          details: { settlementId: settlement._id, ...rest },
        },
        {
          actorId: admin.id,
          action: "payment paid",
          userId: ada.id,
          details: { settlementId: settlement._id, note: null },
        },
      ]);
    });

    // S465
    it("is refused with the outcome for an end that was undone, and the newer settlement stays open", async () => {
      const { auction, settlement } = await won(ada);
      const endTime = new Date((await server.databaseNow()) + 3_600_000).toISOString();
      const reopened = await server.api("PUT", `/api/auctions/admin/${auction._id}`, {
        token: admin.token,
        body: { endTime, status: "active" },
      });
      expect(reopened.status).toBe(200);
      await bid(bola, auction._id, 2000);
      await setStatus(server, admin, auction._id, "ended");

      const both = await ofAuction(auction);
      expect(both.map(({ status, buyer }) => [status, buyer._id])).toEqual([
        ["open", bola.id],
        ["void", ada.id],
      ]);
      for (const [path, body] of [
        ["payment-received", undefined],
        ["waive", {}],
      ] as const) {
        const refused = await post(`${settlement._id}/${path}`, body);
        expect([refused.status, refused.body]).toEqual([
          409,
          {
            code: "SETTLEMENT_CLOSED",
            status: "void",
            message: expect.stringContaining(`This payment is void by ${admin.username} on `),
          },
        ]);
      }
      expect(await ofAuction(auction)).toEqual(both);
      expect((await statusOf(auction._id)).status).toBe("ended");
    });

    it("has one effect if two administrators send it at once, and the other one is told", async () => {
      const other = await makePerson(server, `other-${randomUUID().slice(0, 8)}`, { role: "admin" });
      const { auction, settlement } = await won(bola);
      const answers = await Promise.all([
        post(`${settlement._id}/payment-received`),
        post(`${settlement._id}/waive`, { note: "Let it be" }, randomUUID(), other),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.message).toSatisfy((message: string) =>
        [`confirmed by ${admin.username}`, `waived by ${other.username}`].some((how) =>
          message.startsWith(`This payment was already ${how} on `),
        ),
      );
      await expectHistoryHolds(server.server.database, auction._id);
      const closings = (await actionsOn(auction._id)).filter(({ action }) => action !== "payment booked");
      expect(closings).toHaveLength(1);
    });
  });

  describe("the action “waive”", () => {
    // S466
    it("returns the deposit of a win, the auction stays ended, and the history names author and reason", async () => {
      const rich = await balanceOf(ada);
      const { auction, settlement } = await won(ada);
      const seen = await statusOf(auction._id);
      expect(await balanceOf(ada)).toBe(rich - 30_010);
      const waived = settlementIn(await post(`${settlement._id}/waive`, { note: "  Water damage in our store " }));
      expect(waived).toEqual({
        ...settlement,
        status: "waived",
        deposit: 0,
        depositNgn: 0,
        remaining: 0,
        remainingNgn: 0,
        note: "Water damage in our store",
        closedAt: anyTime,
        closedBy: { _id: admin.id, username: admin.username },
      });
      expect(await balanceOf(ada)).toBe(rich);
      const { entries } = await expectLedgerHolds(server.server.database, ada.id);
      expect(entries.slice(1).map(({ cause }) => cause)).toEqual(["win-deposit", "deposit-return"]);
      // Other people see only that nobody has the lot any more.
      expect({ ...(await statusOf(auction._id)), serverTime: "" }).toEqual({ ...seen, winner: null, serverTime: "" });
      await expectHistoryHolds(server.server.database, auction._id);
      const history = async () =>
        (await server.api("GET", `/api/auctions/admin/${auction._id}/history`, { token: admin.token })).body.entries;
      const expected = {
        actor: { id: admin.id, username: admin.username },
        summary: `${admin.username} waived ${ada.username}'s payment of ₦1,500.50 without penalty: “Water damage in our store”.`,
        type: "SettlementWaived",
        version: null,
      };
      expect((await history())[0]).toMatchObject(expected);
      expect(await actionsOn(auction._id)).toMatchObject([{ action: "payment waived", actorId: admin.id }]);

      // It is told of an auction that is open again, too.
      const endTime = new Date((await server.databaseNow()) + 3_600_000).toISOString();
      const body = { endTime, status: "active" };
      await server.api("PUT", `/api/auctions/admin/${auction._id}`, { token: admin.token, body });
      expect(await history()).toContainEqual(expect.objectContaining({ ...expected, revision: null }));
    });

    it("accepts a note of 500 characters and no unknown field", async () => {
      const { settlement } = await won(ada);
      expect((await post(`${settlement._id}/waive`, { note: "x".repeat(501) })).status).toBe(400);
      expect((await post(`${settlement._id}/waive`, { why: "x" })).status).toBe(400);
      expect((await post(`${settlement._id}/payment-received`, { note: "x" })).status).toBe(400);
      expect((await post("no-such-id/waive", {})).status).toBe(404);
      expect(settlementIn(await post(`${settlement._id}/waive`, { note: "x".repeat(500) })).note).toHaveLength(500);
    });
  });

  describe("an administrator's status on an auction", () => {
    it.each([
      ["sold", "paid"],
      ["cancelled", "void"],
      ["draft", "void"],
      ["paused", "void"],
    ])("%s leaves the settlement %s, and administrators are notified", async (status, becomes) => {
      const { auction, settlement } = await won(bola);
      const feed = await connect(server, "socket.io", { token: admin.token });
      open.push(feed);
      await feed.ask("admin:watch", {});
      await setStatus(server, admin, auction._id, status);
      const heard = await feed.next("settlement:changed", (data) => data.settlement._id === settlement._id);
      expect(heard.settlement).toMatchObject({ status: becomes, closedBy: { username: admin.username } });
      expect(await ofAuction(auction)).toEqual([heard.settlement]);
      await expectHistoryHolds(server.server.database, auction._id);
    });
  });
});

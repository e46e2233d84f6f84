// Tests conflicts of interest from outside: administrators do not bid unless the site allows it, and an administrator
// with an interest in an auction has no more rights there than everybody. It is long, because each file starts a server
//, so one file holds one subject.
import { randomUUID } from "node:crypto";
import type { PushFrame } from "@jara/shared/live-commands";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import { startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { connect, type LiveClient, settled, type Transport, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { type ApiAnswer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { say, ways } from "../support/e2e-ways.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const RESERVE = 7_654_321;
const codeOf = ({ status, body }: ApiAnswer) => [status, body?.code];
const conflict = [403, "CONFLICT_OF_INTEREST"];
/** The reserve's amount or somebody's full name. */
const privileges = /7654321|7,654,321|reservePrice|bolanle/;

/** The administrators' feed has accounts by their full names, too: those are not about an auction. */
const aboutLot = ({ frames }: LiveClient, auctionId: string): PushFrame[] =>
  frames.filter(({ data }) => JSON.stringify(data).includes(auctionId));

describeEndToEnd("conflicts of interest", () => {
  const open: LiveClient[] = [];
  let admin: Person;
  let bola: Person;
  let people = 0;
  let server: TestServer;
  const prepare = async (staffMayBid: boolean): Promise<void> => {
    server = await startTestServer({ config: { staffMayBid } });
    admin = await makePerson(server, "admin", { role: "admin" });
    bola = await makePerson(server, "bolanle");
  };
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  const lotWithReserve = async (details: object = {}) =>
    (await openAuction(server, admin, { reservePrice: RESERVE, title: `Lot ${randomUUID()}`, ...details }))._id;
  const get = (path: string, person: Person) => server.api("GET", path, { token: person.token });
  const join = async (transport: Transport, person: Person): Promise<LiveClient> => {
    const client = await connect(server, transport, { token: person.token });
    open.push(client);
    return client;
  };
  const promote = (person: Person) =>
    server.api("PUT", `/api/users/admin/role/${person.id}`, { token: admin.token, body: { role: "admin" } });
  const ofLot = (body: unknown, id: string): string => {
    const lists = Object.values(body as object).find(Array.isArray) ?? (Array.isArray(body) ? body : []);
    return JSON.stringify(
      lists.filter((one: { _id: string; auction?: { _id: string } }) => one._id === id || one.auction?._id === id),
    );
  };

  /** Everything that an administrator could use on the auction; the person has an interest in it. */
  const expectOrdinary = async (person: Person, id: string): Promise<void> => {
    const auction = await get(`/api/auctions/${id}`, person);
    expect(auction.text).not.toMatch(privileges);
    for (const path of [
      `/api/bids/auction/${id}`,
      `/api/bids/auction/${id}/highest`,
      `/api/maxbids/auction/${id}/all`,
    ]) {
      const answer = await get(path, person);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(privileges);
    }
    for (const path of ["/api/auctions?limit=100", "/api/auctions/admin/all?limit=100", "/api/bids/user/my-bids"]) {
      const { status, body } = await get(path, person);
      expect(status).toBe(200);
      expect(ofLot(body, id)).not.toMatch(privileges);
    }
    const url = `/api/auctions/${id}`;
    for (const [method, path, body] of [
      ["GET", `/api/auctions/admin/${id}/history`],
      ["GET", `/api/auctions/admin/${id}/history.csv`],
      ["GET", `${url}/bidders`],
      ["GET", `${url}/void-bids/preview?userId=${bola.id}`],
      ["POST", `${url}/void-bids`, { userId: bola.id, reason: "fraud" }],
      ["PUT", url, { title: "Mine" }],
      ["PUT", `/api/auctions/admin/${id}`, { endTime: "2031-01-01T00:00:00Z" }],
      ["PATCH", `/api/auctions/admin/${id}/status`, { status: "ended" }],
      ["PATCH", `${url}/cancel`],
      ["DELETE", url],
    ] as const) {
      const answer = await server.api(method, path, { token: person.token, ...(body && { body }) });
      expect([path, ...codeOf(answer)]).toEqual([path, ...conflict]);
    }
    // Another administrator still can.
    expect((await get(`/api/auctions/${id}`, admin)).body.auction.reservePrice).toBe(RESERVE);
    expect((await get(`/api/auctions/admin/${id}/history`, admin)).status).toBe(200);
  };

  describe("on a site whose administrators may not bid", () => {
    beforeAll(() => prepare(false));
    afterAll(() => server?.close());

    // S375
    it.each(ways)("its bids, maxima and purchases are refused over %s", async (way) => {
      const id = await lotWithReserve({ buyItNowPrice: 9_000_000 });
      const other = await makePerson(server, `other-${++people}`, { role: "admin" });
      for (const answer of [
        await say(server, way, other, "bid:place", { auctionId: id, amount: 1100 }),
        await say(server, way, other, "maxbid:set", { auctionId: id, maxAmount: 5000, currency: "NGN" }),
        await say(server, way, other, "buy-it-now", { auctionId: id }),
      ]) {
        expect(answer).toMatchObject({ ok: false, body: { code: "CONFLICT_OF_INTEREST" } });
      }
      expect((await get(`/api/auctions/${id}/buy-it-now-status`, other)).body).toMatchObject({
        available: false,
        reason: "conflict-of-interest",
      });
    });

    it("refuses staff who change their own balance", async () => {
      const put = (of: Person, by: Person) =>
        server.api("PUT", `/api/users/admin/balance/${of.id}`, {
          token: by.token,
          body: { balance: 5, action: "add" },
        });
      const other = await makePerson(server, `other-${++people}`, { role: "admin", balance: 10 });
      expect(codeOf(await put(other, other))).toEqual(conflict);
      expect(
        codeOf(
          await server.api("PUT", `/api/users/admin/balance/${other.id.toUpperCase()}`, {
            token: other.token,
            body: { balance: 5, action: "add" },
          }),
        ),
      ).toEqual(conflict);
      expect((await put(other, admin)).body.user.balance).toBe(15);
    });

    it.each([
      [
        "a bid that leads",
        async (person: Person, id: string) => say(server, "REST", person, "bid:place", { auctionId: id, amount: 1200 }),
      ],
      [
        "a bid that was outbid",
        async (person: Person, id: string) => {
          await say(server, "REST", person, "bid:place", { auctionId: id, amount: 1200 });
          return say(server, "REST", bola, "bid:place", { auctionId: id, amount: 1300 });
        },
      ],
      [
        "a maximum that cannot bid",
        async (person: Person, id: string) =>
          say(server, "REST", person, "maxbid:set", { auctionId: id, maxAmount: 1150, currency: "NGN" }),
      ],
    ])("a promoted person with %s gets no privilege on that auction", async (_what, act) => {
      const id = await lotWithReserve();
      await say(server, "REST", bola, "bid:place", { auctionId: id, amount: 1100 });
      const person = await makePerson(server, `riser-${++people}`);
      expect((await act(person, id)).ok).toBe(true);
      await promote(person);
      await expectOrdinary(person, id);
    });

    // S378
    it.each(transports)(
      "a leader who is promoted while watching sees no more than before, over %s",
      async (transport) => {
        const [id, foreign] = [await lotWithReserve(), await lotWithReserve()];
        await say(server, "REST", bola, "bid:place", { auctionId: id, amount: 1100 });
        const person = await makePerson(server, `leader-${++people}`);
        await say(server, "REST", person, "bid:place", { auctionId: id, amount: 1200 });
        const client = await join(transport, person);
        for (const auctionId of [id, foreign]) await client.ask("auction:watch", { auctionId });
        await promote(person);
        await client.next("user:changed", ({ role }) => role === "admin");
        await client.next("auction:resync", ({ auctionId }) => auctionId === foreign);
        const again = await client.ask("auction:watch", { auctionId: id });
        expect(JSON.stringify(again)).not.toMatch(privileges);
        expect((await client.ask("auction:watch", { auctionId: foreign })).auction.reservePrice).toBe(RESERVE);
        await client.ask("admin:watch", {});
        client.forget();
        await say(server, "REST", bola, "bid:place", { auctionId: id, amount: 1500 });
        expect(await client.next("auction:price", (data) => "bids" in data)).toMatchObject({
          leader: { username: "b***e" },
        });
        await server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body: { location: "Lagos" } });
        // The administrators' feed has it too, without reserve and names.
        await client.next("auction:updated", ({ auctionId }) => auctionId === id);
        await settled(client);
        expect(JSON.stringify(aboutLot(client, id))).not.toMatch(privileges);
        await say(server, "REST", bola, "bid:place", { auctionId: foreign, amount: 1500 });
        await client.next(
          "auction:price",
          ({ auctionId, leader }) => auctionId === foreign && leader?.username === "bolanle",
        );
      },
    );

    // S379
    it("a winner who was promoted can do nothing with the own debt, and does not see it in the list", async () => {
      const id = (await openAuction(server, admin, { title: `Won ${randomUUID()}` }))._id;
      const person = await makePerson(server, `winner-${++people}`);
      await say(server, "REST", person, "bid:place", { auctionId: id, amount: 1200 });
      await setStatus(server, admin, id, "ended");
      await promote(person);
      const own = (await get("/api/settlements?limit=100", admin)).body.settlements.find(
        ({ auction }: { auction: { _id: string } }) => auction._id === id,
      );
      for (const call of ["payment-received", "waive", "retry"]) {
        const answer = await server.api("POST", `/api/settlements/${own._id}/${call}`, { token: person.token });
        expect([call, ...codeOf(answer)]).toEqual([call, ...conflict]);
      }
      expect(codeOf(await get(`/api/settlements/${own._id}`, person))).toEqual(conflict);
      const list = await get("/api/settlements?limit=100", person);
      expect(list.body.settlements.length).toBe(list.body.pagination.total);
      expect(list.text).not.toContain(id);
      expect(
        (await get(`/api/settlements?q=${encodeURIComponent(own.auction.title)}`, person)).body.pagination.total,
      ).toBe(0);
      expect((await get(`/api/auctions/${id}/win`, person)).body.win).toMatchObject({ status: "open" });
      expect(
        (await server.api("POST", `/api/settlements/${own._id}/payment-received`, { token: admin.token })).status,
      ).toBe(200);
    });
  });

  describe("on a site whose administrators may bid", () => {
    let staff: Person;
    beforeAll(() => prepare(true));
    beforeEach(async () => {
      staff = await makePerson(server, `staff-${++people}`, { role: "admin" });
      // As old as most accounts: a new one is looked at each second, whatever was told of it.
      await server.query("update users set created_at = now() - interval '1 day' where id = $1::text::uuid", [
        staff.id,
      ]);
    });
    afterAll(() => server?.close());

    it.each([
      [
        "voiding all bids",
        async (id: string, by: Person) => {
          const body = { reason: "fraud" };
          return (await server.api("POST", `/api/admin/users/${id}/void-bids`, { token: by.token, body })).body.lots;
        },
      ],
      [
        "a suspension",
        async (id: string, by: Person) => {
          const body = { reason: "Shill bids", until: null, voidBids: true };
          const { body: answer } = await server.api("POST", `/api/admin/users/${id}/suspend`, {
            token: by.token,
            body,
          });
          return answer.suspension.lots;
        },
      ],
    ])("an administrator who leads learns of no rival's maximum from %s", async (_what, act) => {
      const [mine, foreign] = [await lotWithReserve(), await lotWithReserve()];
      await say(server, "REST", staff, "bid:place", { auctionId: mine, amount: 1200 });
      const answers: unknown[] = [];
      for (const hides of [false, true]) {
        const rival = await makePerson(server, `rival-${++people}`);
        await say(server, "REST", rival, "maxbid:set", { auctionId: foreign, maxAmount: 1050, currency: "NGN" });
        if (hides) {
          const maximum = { auctionId: mine, maxAmount: 1250, currency: "NGN" as const };
          expect((await say(server, "REST", rival, "maxbid:set", maximum)).ok).toBe(true);
        }
        const lots: { auctionId: string }[] = await act(rival.id, staff);
        // The maximum is voided on the lot in which the administrator has no interest, but no answer names that lot.
        expect(lots).toEqual([]);
        const left = await server.query(
          "select auction_id from max_bids where user_id = $1::text::uuid and not cancelled",
          [rival.id],
        );
        expect(left).toEqual(hides ? [{ auction_id: mine }] : []);
        answers.push(lots);
      }
      expect(answers[1]).toEqual(answers[0]);
      // A lot on which the person has bids is reported, and the void is refused.
      const bidding = await makePerson(server, `bidding-${++people}`);
      await say(server, "REST", bidding, "bid:place", { auctionId: mine, amount: 1300 });
      expect(await act(bidding.id, staff)).toMatchObject([{ auctionId: mine, effect: null }]);
    });

    // S376
    it.each(ways)(
      "bids of administrators are accepted over %s, and then they are ordinary users of that auction",
      async (way) => {
        const id = await lotWithReserve();
        await say(server, "REST", bola, "bid:place", { auctionId: id, amount: 1100 });
        expect((await get(`/api/auctions/${id}`, staff)).body.auction.reservePrice).toBe(RESERVE);
        expect((await say(server, way, staff, "bid:place", { auctionId: id, amount: 1200 })).ok).toBe(true);
        await expectOrdinary(staff, id);
      },
    );

    it("a repeated command does not give administrators an answer that they may no longer see", async () => {
      const id = await lotWithReserve();
      const headers = { "idempotency-key": randomUUID() };
      const edit = { token: staff.token, headers, body: { location: "Lagos" } };
      expect((await server.api("PUT", `/api/auctions/${id}`, edit)).body.auction.reservePrice).toBe(RESERVE);
      await say(server, "REST", staff, "bid:place", { auctionId: id, amount: 1200 });
      const again = await server.api("PUT", `/api/auctions/${id}`, edit);
      expect(again.status).toBe(200);
      expect(again.text).not.toMatch(privileges);
    });

    it.each(transports)(
      "the first bid or maximum ends their privileges on the auction while they watch, over %s",
      async (transport) => {
        const [id, foreign] = [await lotWithReserve(), await lotWithReserve()];
        await say(server, "REST", bola, "bid:place", { auctionId: id, amount: 1100 });
        const clients = [await join(transport, staff), await join("/ws", staff)];
        for (const client of clients) {
          await client.ask("admin:watch", {});
          for (const auctionId of [id, foreign]) await client.ask("auction:watch", { auctionId });
          await settled(client);
          client.forget();
        }
        // A hidden maximum is an interest too; it changes nothing public.
        await say(server, "REST", staff, "maxbid:set", { auctionId: id, maxAmount: 1150, currency: "NGN" });
        for (const client of clients) await client.next("auction:resync", ({ auctionId }) => auctionId === id);
        const watched = await clients[0]?.ask("auction:watch", { auctionId: id });
        expect(JSON.stringify(watched)).not.toMatch(privileges);
        await say(server, "REST", bola, "bid:place", { auctionId: id, amount: 1500 });
        await server.api("PUT", `/api/auctions/${id}`, { token: admin.token, body: { location: "Lagos" } });
        await setStatus(server, admin, id, "paused");
        for (const client of clients) {
          await client.next("auction:price", ({ leader }) => leader?.username === "b***e");
          await client.next("auction:paused");
          await settled(client);
          const received = aboutLot(client, id);
          expect(received.length).toBeGreaterThan(3);
          expect(JSON.stringify(received)).not.toMatch(privileges);
          client.forget();
        }
        await say(server, "REST", bola, "bid:place", { auctionId: foreign, amount: 1500 });
        for (const client of clients)
          await client.next("auction:price", ({ leader }) => leader?.username === "bolanle");
      },
    );

    it("an administrator who was outbid does not learn the winner from people's ledgers and receipts", async () => {
      const id = (await openAuction(server, admin, { title: `Lost ${randomUUID()}` }))._id;
      const elsewhere = (await openAuction(server, admin, { title: `Foreign ${randomUUID()}` }))._id;
      const winner = await makePerson(server, `bolanle-${++people}`, { balance: 50_000 });
      await say(server, "REST", staff, "bid:place", { auctionId: id, amount: 1200 });
      for (const auctionId of [id, elsewhere]) {
        await say(server, "REST", winner, "bid:place", { auctionId, amount: 2000 });
        await setStatus(server, admin, auctionId, "ended");
        await setStatus(server, admin, auctionId, "sold");
      }
      await numberReceipts(server.server.database);
      for (const [path, list] of [
        [`/api/users/admin/${winner.id}/ledger`, "entries"],
        [`/api/admin/users/${winner.id}/receipts`, "receipts"],
      ] as const) {
        const [all, seen] = [await get(path, admin), await get(path, staff)];
        expect([path, all.text.includes(id), all.text.includes(elsewhere)]).toEqual([path, true, true]);
        expect([path, seen.text.includes(id), seen.text.includes(elsewhere)]).toEqual([path, false, true]);
        const left = all.body[list].filter((one: object) => !JSON.stringify(one).includes(id));
        expect([path, seen.body[list], seen.body.pagination.total]).toEqual([path, left, left.length]);
      }
      // One's own receipts are always complete.
      expect((await get("/api/users/receipts", winner)).text).toContain(id);
    });

    it("an administrator who buys the auction does not see the own purchase in the list of payments", async () => {
      const id = (await openAuction(server, admin, { buyItNowPrice: 5000, title: `Bought ${randomUUID()}` }))._id;
      const desk = await join("/ws", staff);
      await desk.ask("admin:watch", {});
      expect((await say(server, "REST", staff, "buy-it-now", { auctionId: id })).ok).toBe(true);
      expect((await get("/api/settlements?limit=100", staff)).text).not.toContain(id);
      const { body } = await get("/api/settlements?limit=100", admin);
      const [own] = body.settlements.filter(({ auction }: { auction: { _id: string } }) => auction._id === id);
      expect(
        codeOf(await server.api("POST", `/api/settlements/${own._id}/payment-received`, { token: staff.token })),
      ).toEqual(conflict);
      await desk.next("purchase:changed", ({ auctionId }) => auctionId === id);
      await settled(desk);
      expect(desk.of("settlement:changed")).toEqual([]);
    });
  });
});

describe.skipIf(!canHaveNodes())("conflicts of interest at two nodes", () => {
  it("a bid at one node ends an administrator's privileges at the other node where they watch", async () => {
    const nodes = await startServersTogether(2, { staffMayBid: true });
    try {
      const [here, there = here] = nodes.servers;
      const seller = await makePerson(here, "seller", { role: "admin" });
      const staff = await makePerson(here, "staff", { role: "admin" });
      const bolanle = await makePerson(here, "bolanle");
      const { _id: auctionId } = await openAuction(here, seller, { reservePrice: RESERVE });
      const client = await connect(there, "/ws", { token: staff.token });
      await client.ask("admin:watch", {});
      expect((await client.ask("auction:watch", { auctionId })).auction.reservePrice).toBe(RESERVE);
      await say(here, "REST", staff, "maxbid:set", { auctionId, maxAmount: 1050, currency: "NGN" });
      await client.next("auction:resync");
      client.forget();
      await say(here, "REST", bolanle, "bid:place", { auctionId, amount: 1100 });
      await client.next("auction:price", (data) => "bids" in data);
      await here.api("PUT", `/api/auctions/${auctionId}`, { token: seller.token, body: { location: "Lagos" } });
      await client.next("auction:updated");
      await settled(client);
      expect(JSON.stringify(aboutLot(client, auctionId))).not.toMatch(privileges);
      client.close();
    } finally {
      await nodes.close();
    }
  });
});

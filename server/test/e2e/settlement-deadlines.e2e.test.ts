// Tests from outside the deadline of a settlement and the holidays that move it: the notifications, the penalty,
// forfeits that wait for an administrator, and that a restart loses nothing. The file is long, because each file starts
// a server. So one file holds one subject.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { holidayAnswer, holidaysAnswer, type Settlement, settlementDetailsAnswer } from "@jara/shared/rest/settlements";
import { ledgerAnswer } from "@jara/shared/rest/users";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { settlementDueAt } from "../../src/auction/settlement/settlement-due.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { connect, type LiveClient } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { logIsRead } from "../support/read-log.ts";
import { dueIn } from "../support/seed.ts";

const LAGOS = 60 * 60 * 1000;
const lagosDate = (iso: string): string => new Date(Date.parse(iso) + LAGOS).toISOString().slice(0, 10);

describeEndToEnd("deadlines of settlements", () => {
  let at: FreshDatabase;
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  const open: LiveClient[] = [];

  beforeAll(async () => {
    at = await makeDatabase();
    server = await startTestServer({ at });
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  let people = 0;
  // Each test makes its own people, because nobody may bid after two unpaid wins.
  beforeEach(async () => {
    ada = await makePerson(server, `adaeze-${++people}`);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    await server?.close();
    await at?.drop();
  });

  const won = async (node: TestServer, price = 2000): Promise<Settlement> => {
    const title = `Lot ${randomUUID()}`;
    const { _id: auctionId } = await openAuction(node, admin, { title });
    const bid = await node.api("POST", "/api/bids", { token: ada.token, body: { auctionId, amount: price } });
    expect(bid.status).toBe(201);
    await setStatus(node, admin, auctionId, "ended");
    const { body } = await node.api("GET", `/api/settlements?q=${encodeURIComponent(title)}`, { token: admin.token });
    return body.settlements[0];
  };
  const settlementOf = async (id: string): Promise<Settlement> => {
    const { status, body } = await server.api("GET", `/api/settlements/${id}`, { token: admin.token });
    expect(status).toBe(200);
    expectShape(settlementDetailsAnswer, body);
    return body.settlement;
  };
  const feedOfAdmins = async (): Promise<LiveClient> => {
    const feed = await connect(server, "/ws", { token: admin.token });
    open.push(feed);
    await feed.ask("admin:watch", {});
    return feed;
  };
  const retry = (id: string) =>
    server.api("POST", `/api/settlements/${id}/retry`, {
      token: admin.token,
      headers: { "idempotency-key": randomUUID() },
    });

  describe("a win that is unpaid at its deadline", () => {
    // S462
    it("is forfeited with effect on balance, ledger, mail and history, and administrators are notified", async () => {
      const settlement = await won(server, 2000.05);
      const before = (await expectLedgerHolds(server.server.database, ada.id)).balanceMinor;
      const feed = await feedOfAdmins();
      const winner = await connect(server, "socket.io", { token: ada.token });
      open.push(winner);
      await dueIn(server.server.database, settlement.auction._id, -1);
      await server.shiftClock(1_000);

      const heard = await feed.next("settlement:changed", (data) => data.settlement._id === settlement._id);
      expect(heard.settlement).toMatchObject({ status: "forfeited", closedBy: null, note: null, penaltyNgn: 200.01 });
      expect(await settlementOf(settlement._id)).toEqual(heard.settlement);
      // The deposit of 400.01 goes back, and the penalty is taken.
      const after = (before + 40_001 - 20_001) / 100;
      expect(await winner.next("balance:changed")).toEqual({ balance: after, available: after });

      const ledger = await server.api("GET", `/api/users/admin/${ada.id}/ledger`, { token: admin.token });
      expectShape(ledgerAnswer, ledger.body);
      const ofLot = { actor: null, auctionId: settlement.auction._id };
      expect(ledger.body.entries.slice(0, 2)).toMatchObject([
        { amount: -200.01, balance: after, cause: "win-forfeit", ...ofLot },
        { amount: 400.01, balance: (before + 40_001) / 100, cause: "deposit-return", ...ofLot },
      ]);
      await logIsRead(server);
      const mails = await server.query<{ kind: string; data: unknown }>(
        "select kind, data from outbox where auction_id = $1::text::uuid and kind like '%forfeit%'",
        [settlement.auction._id],
      );
      expect(mails.map(({ kind: of }) => of)).toEqual(["win-forfeited"]);
      const history = await server.api("GET", `/api/auctions/admin/${settlement.auction._id}/history`, {
        token: admin.token,
      });
      expect(history.body.entries[0]).toMatchObject({
        actor: null,
        summary: `${ada.username} did not pay the winning bid of ₦2,000.05 in time: ₦200.01 was taken off the balance.`,
      });
      await expectHistoryHolds(server.server.database, settlement.auction._id);
      // Too late for a word on it.
      const late = await server.api("POST", `/api/settlements/${settlement._id}/payment-received`, {
        token: admin.token,
      });
      expect([late.status, late.body.message]).toEqual([
        409,
        expect.stringMatching(/^This payment was forfeited on .* Lagos time\.$/),
      ]);
    });

    // S463
    it("is forfeited also if its deadline passed while no server ran", async () => {
      const settlement = await won(server);
      const before = (await expectLedgerHolds(server.server.database, ada.id)).balanceMinor;
      await server.close();
      const database = await openDatabase({ url: at.databaseUrl }, null);
      await dueIn(database, settlement.auction._id, -1);
      await database.close();
      server = await startTestServer({ at });
      while ((await settlementOf(settlement._id)).status === "open") await sleep(50);
      expect((await settlementOf(settlement._id)).status).toBe("forfeited");
      expect((await expectLedgerHolds(server.server.database, ada.id)).balanceMinor).toBe(before + 20_000);
    });

    it("is stuck if it cannot be forfeited: administrators are notified, and their retry forfeits it after the repair", async () => {
      const settlement = await won(server);
      const { _id: id } = settlement;
      expect(await retry(id).then(({ status, body }) => [status, body.message])).toEqual([
        409,
        "This payment's forfeit is not stuck: there is nothing to try again.",
      ]);
      await server.query(
        `alter table ledger_entries add constraint poison check (auction_id is distinct from '${settlement.auction._id}') not valid`,
      );
      const feed = await feedOfAdmins();
      await dueIn(server.server.database, settlement.auction._id, -1);
      await server.shiftClock(1_000);
      while (!(await settlementOf(id)).stuck) {
        // The waits between its attempts are over at once.
        await server.shiftClock(60_000);
        await sleep(50);
      }
      const heard = await feed.next("settlement:changed", (data) => data.settlement.stuck !== null);
      expect(heard.settlement).toMatchObject({
        _id: id,
        status: "open",
        stuck: { attempts: 5, lastError: expect.stringContaining("poison") },
      });
      await server.query("alter table ledger_entries drop constraint poison");
      const { status, body } = await retry(id);
      expect([status, body.settlement?.stuck]).toEqual([200, null]);
      await feed.next("settlement:changed", (data) => data.settlement.status === "forfeited");
      expect((await settlementOf(id)).stuck).toBeNull();
      expect((await retry(id)).status).toBe(409);
    });
  });

  describe("public holidays", () => {
    // The clock has moved on, so the first administrator would have to prove again who they are.
    beforeAll(async () => {
      admin = await makePerson(server, "admin of holidays", { role: "admin" });
    });
    const put = (date: string, name: unknown, node = server, seen?: string | null) =>
      node.api("PUT", `/api/admin/holidays/${date}`, {
        token: admin.token,
        body: { name, ...(seen !== undefined && { seen }) },
      });
    const remove = (date: string) => server.api("DELETE", `/api/admin/holidays/${date}`, { token: admin.token });
    const all = async () => {
      const { status, body } = await server.api("GET", "/api/admin/holidays", { token: admin.token });
      expect(status).toBe(200);
      expectShape(holidaysAnswer, body);
      return body.holidays as { date: string; name: string }[];
    };

    it("exist for three years, earliest first", async () => {
      const holidays = await all();
      expect(holidays.map(({ date }) => date)).toEqual(holidays.map(({ date }) => date).sort());
      for (const year of [2026, 2027, 2028]) {
        const names = holidays.filter(({ date }) => date.startsWith(`${year}`)).map(({ name }) => name);
        for (const name of ["New Year's Day", "Workers' Day", "Democracy Day", "Independence Day", "Christmas Day"]) {
          expect(names).toContain(name);
        }
        for (const name of ["Boxing Day", "Good Friday", "Easter Monday", "Eid al-Maulud (expected)"]) {
          expect(names).toContain(name);
        }
        expect(names.filter((name) => name.startsWith("Eid al-"))).toHaveLength(5);
      }
      // Easter Sunday is 5 April 2026, 28 March 2027 and 16 April 2028.
      const fridays = holidays.filter(({ name }) => name === "Good Friday").map(({ date }) => date);
      expect(fridays).toEqual(["2026-04-03", "2027-03-26", "2028-04-14"]);
    });

    it("can be added, renamed and deleted, and their authors are recorded", async () => {
      const added = await put("2029-05-29", "  A day for voting ");
      expect([added.status, added.body]).toEqual([200, { holiday: { date: "2029-05-29", name: "A day for voting" } }]);
      expectShape(holidayAnswer, added.body);
      expect((await put("2029-05-29", "Inauguration Day")).status).toBe(200);
      expect(await all()).toContainEqual({ date: "2029-05-29", name: "Inauguration Day" });
      expect((await remove("2029-05-29")).status).toBe(200);
      expect((await all()).some(({ date }) => date === "2029-05-29")).toBe(false);
      expect((await remove("2029-05-29")).status).toBe(404);
      const actions = await server.query<{ actorId: string; action: string; name: string }>(
        `select actor_id as "actorId", action, details ->> 'name' as name from admin_actions
         where details ->> 'date' = '2029-05-29' order by at`,
      );
      expect(actions).toEqual([
        { actorId: admin.id, action: "holiday set", name: "A day for voting" },
        { actorId: admin.id, action: "holiday set", name: "Inauguration Day" },
        { actorId: admin.id, action: "holiday removed", name: "Inauguration Day" },
      ]);
    });

    it("keep the name that somebody else has given since the caller looked", async () => {
      const refused = async (...asked: Parameters<typeof put>) => {
        const { status, body } = await put(...asked);
        return [status, body.code, body.changes?.[0]?.after];
      };
      expect((await put("2029-06-01", "Eid", server, null)).status).toBe(200);
      expect(await refused("2029-06-01", "Sallah", server, null)).toEqual([409, "VALUE_CHANGED", "Eid"]);
      expect((await put("2029-06-01", "Eid al-Kabir", server, "Eid")).status).toBe(200);
      expect(await refused("2029-06-01", "Sallah", server, "Eid")).toEqual([409, "VALUE_CHANGED", "Eid al-Kabir"]);
      // The name that is wanted is there already.
      expect((await put("2029-06-01", "Eid al-Kabir", server, null)).status).toBe(200);
      expect((await remove("2029-06-01")).status).toBe(200);
      expect(await refused("2029-06-01", "Sallah", server, "Eid al-Kabir")).toEqual([409, "VALUE_CHANGED", null]);
      expect((await all()).some(({ date }) => date === "2029-06-01")).toBe(false);
      const both = await Promise.all(["One", "Two"].map((name) => put("2029-06-02", name, server, null)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it("must be dates with names", async () => {
      for (const [date, name] of [
        ["2026-02-30", "No day"],
        ["tomorrow", "No day"],
        ["2026-2-3", "No day"],
        ["2029-01-01", " "],
        ["2029-01-01", "x".repeat(101)],
        ["2029-01-01", 7],
      ] as const) {
        expect((await put(date, name)).status, `${date} ${name}`).toBe(400);
      }
      expect((await remove("2026-02-30")).status).toBe(400);
    });

    // S459
    it("move deadlines that are set later at any node, and not the existing ones", async () => {
      const other = await startTestServer({ at });
      try {
        const first = await won(other);
        const day = lagosDate(first.dueAt);
        expect((await put(day, "Declared this morning")).status).toBe(200);
        const second = await won(other);
        expect(lagosDate(second.dueAt) > day).toBe(true);
        expect((await settlementOf(first._id)).dueAt).toBe(first.dueAt);
        expect((await remove(day)).status).toBe(200);
        const third = await won(other);
        const days = new Set((await all()).map(({ date }) => date));
        const expected = new Date(settlementDueAt(Date.parse(third.createdAt), days, 3)).toISOString();
        expect(lagosDate(third.dueAt)).toBe(lagosDate(expected));
        expect((await settlementOf(second._id)).dueAt).toBe(second.dueAt);
      } finally {
        if (other !== server) await other.close();
      }
    });
  });
});

// Tests the staff's calls on settlements: payments, deadlines, reversals, handovers and pardons, each with the people
// who may not make it, and each made twice.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import type { Person } from "../support/e2e-people.ts";
import type { TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { deadlineIn } from "../support/seed.ts";

const RICH = 100_000_000;
const DAY = 24 * 60 * 60 * 1000;

describeEndToEnd("The settlement desk", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  let bola: Person;
  beforeEachWithSettlements((world) => {
    ({ server, steps, ada, bola } = world);
  });

  const reason = "The bank was closed";
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();
  const holds = async (auctionId: string, ...people: Person[]) => {
    await expectHistoryHolds(server.server.database, auctionId);
    for (const { id } of people) await expectLedgerHolds(server.server.database, id);
  };

  describe("every call", () => {
    const calls = [
      ["payments", () => ({ method: "cash", amount: 100 })],
      ["extend", () => ({ dueAt: later(10 * DAY), reason })],
      ["reverse", () => ({ reason })],
      ["refund", () => ({ to: "balance", reason })],
      ["second-chance", () => ({})],
      ["ready", () => ({ place: "12 Allen Avenue", hours: "9 to 16" })],
      ["handed-over", () => ({ code: "123456" })],
      ["pardon", () => ({ reason })],
    ] as const;

    it("is refused for unknown ids and to administrators with an interest", async () => {
      const auction = await steps.newLot();
      await steps.bid(ada, auction._id, 1500);
      const interested = await steps.interestedIn(auction._id, 1800);
      await steps.bid(ada, auction._id, 2000);
      await server.api("PATCH", `/api/auctions/admin/${auction._id}/status`, {
        token: steps.admin.token,
        body: { status: "ended" },
      });
      const settlement = await steps.newestOf(auction);
      for (const [path, body] of calls) {
        const call = `settlements/${settlement._id}/${path}`;
        expect([path, ...(await steps.refused(steps.post(call, body(), { person: interested })))]).toEqual([
          path,
          403,
          "CONFLICT_OF_INTEREST",
        ]);
        const unknown = `settlements/${randomUUID()}/${path}`;
        expect([path, ...(await steps.refused(steps.post(unknown, body())))]).toEqual([path, 404, "NOT_FOUND"]);
      }
      expect((await steps.detailsOf(settlement._id)).settlement).toEqual(settlement);
      await holds(auction._id, ada, interested);
    });
  });

  describe("payments", () => {
    it("book a part by transfer once for each key, and leave the rest due", async () => {
      const { auction, settlement } = await steps.won([[ada, 10_000]]);
      expect(settlement).toMatchObject({ deposit: 2000, remaining: 8000, paid: 0 });
      const path = `settlements/${settlement._id}/payments`;
      const key = randomUUID();
      const transfer = `GTB ${randomUUID()}`;
      const body = { method: "transfer", amount: 3000.5, reference: ` ${transfer} `, note: "First part" };
      const { settlement: after } = await steps.done(steps.post(path, body, { key }));
      expect(after).toMatchObject({ status: "open", paid: 3000.5, remaining: 4999.5 });
      await steps.done(steps.post(path, body, { key }));
      const { settlement: now, payments, actions } = await steps.detailsOf(settlement._id);
      expect(now).toEqual(after);
      expect(payments).toEqual([
        {
          _id: expect.any(String),
          amount: 3000.5,
          amountNgn: 3000.5,
          method: "transfer",
          reference: transfer,
          note: "First part",
          bookedBy: { _id: steps.admin.id, username: steps.admin.username },
          at: expect.any(String),
          reversed: null,
        },
      ]);
      expect(actions).toMatchObject([{ action: "payment booked", reason: "First part", by: { _id: steps.admin.id } }]);
      expect(await steps.refused(steps.post(path, { ...body, amount: 1 }, { key }))).toEqual([
        409,
        "COMMAND_ID_REUSED",
      ]);
      expect(await steps.balanceOf(ada)).toBe(RICH - 2000);
      await holds(auction._id, ada);
    });

    it("refuse a transfer that was booked for the same lot or another one, until that is confirmed or the first is reversed", async () => {
      const [one, two] = [await steps.won([[ada, 10_000]]), await steps.won([[ada, 10_000]])];
      const pathOf = ({ settlement }: typeof one, call = "payments") => `settlements/${settlement._id}/${call}`;
      const body = (reference: string) => ({ method: "transfer", amount: 1000, reference });
      const [name, key] = [`FBN ${randomUUID()}`, randomUUID()];
      await steps.done(steps.post(pathOf(one), body(name), { key }));
      // However it is written: people leave spaces and hyphens out.
      const written = ` ${name.toLowerCase().replaceAll("-", " ")} `;
      for (const reference of [name, written, name.replaceAll(/[ -]/g, "")]) {
        expect(await steps.refused(steps.post(pathOf(one), body(reference)))).toEqual([409, "SAME_TRANSFER"]);
      }
      await steps.done(steps.post(pathOf(one), { ...body(name), isAnother: true }));
      const refused = await steps.post(pathOf(two), body(written));
      expect([refused.status, refused.body.code]).toEqual([409, "ALREADY_EXISTS"]);
      expect(refused.body.message).toContain(`₦1,000.00 for “${one.auction.title}”`);
      expect((await steps.detailsOf(two.settlement._id)).payments).toEqual([]);
      for (const other of [{ ...body(name), method: "cash" }, body(`${name}1`), { method: "transfer", amount: 1 }]) {
        await steps.done(steps.post(pathOf(two), other));
      }
      const split = { ...body(name), isSplit: true };
      const splitKey = randomUUID();
      for (let times = 0; times < 2; times++) await steps.done(steps.post(pathOf(two), split, { key: splitKey }));
      // The first booking, sent again, is answered and not booked again.
      await steps.done(steps.post(pathOf(one), body(name), { key }));
      expect((await steps.detailsOf(one.settlement._id)).payments).toHaveLength(2);
      expect((await steps.detailsOf(two.settlement._id)).payments).toHaveLength(4);
      for (const { settlement } of [one, two])
        await steps.done(steps.post(`settlements/${settlement._id}/reverse`, { reason }));
      const three = await steps.won([[ada, 10_000]]);
      await steps.done(steps.post(pathOf(three), body(name)));
      await holds(three.auction._id, ada);
    });

    it("book a transfer for one of two lots, if two administrators send it for both at the same moment", async () => {
      const lots = [await steps.won([[ada, 10_000]]), await steps.won([[ada, 10_000]])];
      for (let round = 0; round < 5; round++) {
        const body = { method: "transfer", amount: 100, reference: `UBA ${randomUUID()}` };
        const answers = await Promise.all(
          lots.map(({ settlement }) => steps.post(`settlements/${settlement._id}/payments`, body)),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(answers.flatMap(({ body: { code } }) => code ?? [])).toEqual(["ALREADY_EXISTS"]);
      }
      expect(await server.query("select 1 from job_leases where job like 'transfer %'")).toEqual([]);
    });

    it("book a transfer once, if two administrators send it for one lot at the same moment", async () => {
      const { settlement } = await steps.won([[ada, 10_000]]);
      const other = await steps.newPerson("other", { role: "admin" });
      for (let round = 0; round < 5; round++) {
        const body = { method: "transfer", amount: 100, reference: `UBA ${randomUUID()}` };
        const answers = await Promise.all(
          [steps.admin, other].map((person) => steps.post(`settlements/${settlement._id}/payments`, body, { person })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(answers.flatMap(({ body: { code } }) => code ?? [])).toEqual(["SAME_TRANSFER"]);
      }
      expect((await steps.detailsOf(settlement._id)).payments).toHaveLength(5);
      expect(await server.query("select 1 from job_leases where job like 'transfer %'")).toEqual([]);
    });

    it("refuse an amount, method or reference that is not one, and book nothing", async () => {
      const { settlement } = await steps.won([[ada, 10_000]]);
      const path = `settlements/${settlement._id}/payments`;
      for (const body of [
        ...[0, -5, 10.005, 10_000_000_001, "100"].map((amount) => ({ method: "transfer", amount })),
        { method: "cash" },
        { method: "cheque", amount: 100 },
        { method: { toString: "x" }, amount: 100 },
        { method: "balance", amount: 100 },
        { method: "cash", amount: 100, reference: "x".repeat(101) },
      ]) {
        expect([body, (await steps.post(path, body)).status]).toEqual([body, 400]);
      }
      expect((await steps.detailsOf(settlement._id)).payments).toEqual([]);
    });

    it("for a lot in dollars are recorded in dollars with their value in naira", async () => {
      const { settlement } = await steps.won([[ada, 100]], { currency: "USD", startingPrice: 10, bidIncrement: 1 });
      const path = `settlements/${settlement._id}/payments`;
      await steps.done(steps.post(path, { method: "transfer", amount: 12.5 }));
      const { payments } = await steps.detailsOf(settlement._id);
      expect(payments[0]).toMatchObject({ amount: 12.5, amountNgn: Math.floor(1250 * 833.33) / 100 });
    });
  });

  describe("an extension", () => {
    it("moves the deadline of a win or a purchase once, with the reason", async () => {
      for (const { auction, settlement } of [await steps.won([[ada, 2000]]), await steps.bought(bola)]) {
        const dueAt = later(20 * DAY);
        const key = randomUUID();
        const path = `settlements/${settlement._id}/extend`;
        for (let times = 0; times < 2; times++) {
          const { settlement: after } = await steps.done(steps.post(path, { dueAt, reason }, { key }));
          expect(after).toEqual({ ...settlement, dueAt });
        }
        const { actions } = await steps.detailsOf(settlement._id);
        expect(actions).toMatchObject([{ action: "payment extended", reason, by: { _id: steps.admin.id } }]);
        await holds(auction._id, ada, bola);
      }
    });

    it("is refused without a reason, and to a time that is earlier, past or too far", async () => {
      const { settlement } = await steps.won([[ada, 2000]]);
      const path = `settlements/${settlement._id}/extend`;
      const bad = [
        { dueAt: later(-DAY), reason },
        { dueAt: settlement.dueAt, reason },
        { dueAt: later(181 * DAY), reason },
        { dueAt: "tomorrow", reason },
        { dueAt: later(20 * DAY) },
        { dueAt: later(20 * DAY), reason: "  " },
        { dueAt: later(20 * DAY), reason: "x".repeat(501) },
      ];
      for (const body of bad) expect([body, (await steps.post(path, body)).status]).toEqual([body, 400]);
      expect((await steps.detailsOf(settlement._id)).settlement).toEqual(settlement);
      await steps.done(steps.post(`settlements/${settlement._id}/waive`, {}));
      expect(await steps.refused(steps.post(path, { dueAt: later(20 * DAY), reason }))).toEqual([
        409,
        "SETTLEMENT_CLOSED",
      ]);
    });
  });

  describe("a reversal", () => {
    it("makes a paid settlement due again, marks its payment as reversed, and returns the money", async () => {
      const { auction, settlement } = await steps.won([[ada, 10_000]]);
      const { _id: id } = settlement;
      await steps.done(steps.post(`settlements/${id}/payments`, { method: "cash", amount: 3000 }));
      await steps.done(steps.post(`settlements/${id}/payments`, { method: "balance" }, { person: ada }));
      const key = randomUUID();
      for (let times = 0; times < 2; times++) {
        const { settlement: after } = await steps.done(steps.post(`settlements/${id}/reverse`, { reason }, { key }));
        expect(after).toMatchObject({ _id: id, status: "open", deposit: 2000, paid: 0, remaining: 8000 });
        expect(after.auction.status).toBe("ended");
      }
      const { payments, actions } = await steps.detailsOf(id);
      const reversed = { reason, by: { _id: steps.admin.id } };
      expect(payments).toMatchObject([
        { method: "balance", amount: 5000, reversed },
        { method: "cash", amount: 3000, reversed },
      ]);
      expect(actions[0]).toMatchObject({ action: "payment reversed", reason });
      const [returned] = await server.query<{ ngn: number }>(
        `select coalesce(sum(amount_minor), 0)::float8 / 100 as ngn from ledger_entries
         where settlement_id = $1::text::uuid and cause = 'payment-return'`,
        [id],
      );
      // Only what was taken from the balance, or booked, comes back: the deposit stays with the settlement.
      expect(await steps.balanceOf(ada)).toBe(RICH - 2000 - 5000 + (returned?.ngn ?? 0));
      const open = await server.query("select id from settlements where auction_id = $1::text::uuid", [auction._id]);
      expect(open).toHaveLength(1);
      await holds(auction._id, ada);
    });

    it("a forfeited purchase: it bars its buyer from Buy It Now until its penalty is given back", async () => {
      const { auction, settlement } = await steps.bought(ada);
      await deadlineIn(server.server.database, auction._id, -1);
      await steps.until(settlement._id, "forfeited");
      const lot = await steps.newLot({ buyItNowPrice: 5000 });
      const status = async () => {
        const { body } = await server.api("GET", `/api/auctions/${lot._id}/buy-it-now-status`, { token: ada.token });
        return [body.available, body.reason];
      };
      const buy = () => server.api("POST", `/api/auctions/${lot._id}/buy-it-now`, { token: ada.token });
      expect(await status()).toEqual([false, "forfeited-before"]);
      expect(await steps.refused(buy())).toEqual([409, "BUY_IT_NOW_UNAVAILABLE"]);
      await steps.done(steps.post(`settlements/${settlement._id}/reverse`, { reason }));
      expect(await status()).toEqual([true, null]);
      await steps.done(buy());
      // Another forfeit counts again.
      await deadlineIn(server.server.database, lot._id, -1);
      await steps.until((await steps.newestOf(lot))._id, "forfeited");
      expect(await status()).toEqual([false, "forfeited-before"]);
      await holds(auction._id, ada);
    });

    it("is refused once the lot was handed over, also as a change of the auction's status", async () => {
      const { auction, settlement } = await steps.won([[ada, 10_000]]);
      const path = (call: string) => `settlements/${settlement._id}/${call}`;
      await steps.done(steps.post(path("payments"), { method: "balance" }, { person: ada }));
      await steps.done(steps.post(path("ready"), { place: "12 Allen Avenue", hours: "9 to 16" }));
      const { body } = await server.api("GET", `/api/auctions/${auction._id}/win`, { token: ada.token });
      await steps.done(steps.post(path("handed-over"), { code: body.win.pickup.code }));
      const message = "The lot was handed over to its buyer, so its sale can no longer be taken back.";
      const { token } = steps.admin;
      const status = { token, body: { status: "ended" } };
      for (const answer of [
        await steps.post(path("reverse"), { reason }),
        await server.api("PATCH", `/api/auctions/admin/${auction._id}/status`, status),
        await server.api("PUT", `/api/auctions/${auction._id}`, status),
      ]) {
        expect([answer.status, answer.body.code, answer.body.message]).toEqual([409, "SETTLEMENT_CLOSED", message]);
      }
      expect(await steps.balanceOf(ada)).toBe(RICH - 10_000);
      await holds(auction._id, ada);
    });

    it("is refused without a reason, and if there is nothing to reverse", async () => {
      const { settlement } = await steps.won([[ada, 2000]]);
      const path = `settlements/${settlement._id}/reverse`;
      expect(await steps.refused(steps.post(path, { reason }))).toEqual([409, "SETTLEMENT_CLOSED"]);
      expect((await steps.post(path, {})).status).toBe(400);
      expect((await steps.post(path, { reason: "" })).status).toBe(400);
    });
  });

  describe("the handover", () => {
    const place = { place: "12 Allen Avenue, Ikeja", hours: "Monday to Friday, 9:00 to 16:00" };

    it("makes a paid lot ready with place and hours, and then hands it over with the buyer's code", async () => {
      const { auction, settlement } = await steps.won([[ada, 10_000]]);
      const path = (call: string) => `settlements/${settlement._id}/${call}`;
      expect(await steps.refused(steps.post(path("ready"), place))).toEqual([409, "SETTLEMENT_CLOSED"]);
      await steps.done(steps.post(path("payment-received")));
      expect(await steps.refused(steps.post(path("handed-over"), { code: "000000" }))).toEqual([
        409,
        "SETTLEMENT_CLOSED",
      ]);

      const first = await steps.done(steps.post(path("ready"), place));
      expect(first.settlement.pickup).toMatchObject({ status: "ready", ...place, handedOverAt: null });
      const again = await steps.done(steps.post(path("ready"), { ...place, hours: "Saturdays" }));
      expect(again.settlement.pickup).toEqual({ ...first.settlement.pickup, hours: "Saturdays" });

      const { body } = await server.api("GET", `/api/auctions/${auction._id}/win`, { token: ada.token });
      const { code } = body.win.pickup;
      expect(code).toMatch(/^\d{6}$/);
      const wrong = code === "111111" ? "222222" : "111111";
      for (const bad of ["12345", "abcdef", "1234567"]) {
        expect((await steps.post(path("handed-over"), { code: bad })).status).toBe(400);
      }
      expect(await steps.refused(steps.post(path("handed-over"), { code: wrong }))).toEqual([409, "SETTLEMENT_CLOSED"]);
      for (let times = 0; times < 2; times++) {
        const { settlement: after } = await steps.done(steps.post(path("handed-over"), { code }));
        expect(after.pickup).toMatchObject({ status: "handed-over", handedOverAt: expect.any(String) });
      }
      expect(await steps.refused(steps.post(path("ready"), place))).toEqual([409, "SETTLEMENT_CLOSED"]);
      const { actions } = await steps.detailsOf(settlement._id);
      const handover = actions.filter(({ action }) => action.startsWith("lot "));
      expect(handover).toMatchObject([
        { action: "lot handed over", by: { _id: steps.admin.id } },
        { action: "lot ready" },
        { action: "lot ready" },
      ]);
      // Only the buyer can read the code.
      const { text } = await server.api("GET", `/api/settlements/${settlement._id}`, { token: steps.admin.token });
      expect(text).not.toContain(`"${code}"`);
    });

    it("keeps the place that somebody else has set since the caller looked, and names it", async () => {
      const { settlement } = await steps.won([[ada, 10_000]]);
      const path = (call: string) => `settlements/${settlement._id}/${call}`;
      await steps.done(steps.post(path("payment-received")));
      await steps.done(steps.post(path("ready"), { ...place, seen: null }));
      const other = { place: "Wuse Market, Abuja", hours: "Saturdays" };
      const late = await steps.post(path("ready"), { ...other, seen: null });
      expect([late.status, late.body.code, late.body.changes]).toEqual([
        409,
        "VALUE_CHANGED",
        [
          { field: "place", before: null, after: place.place },
          { field: "hours", before: null, after: place.hours },
        ],
      ]);
      expect((await steps.detailsOf(settlement._id)).settlement.pickup).toMatchObject(place);
      await steps.done(steps.post(path("ready"), { ...place, seen: null }));
      const now = await steps.done(steps.post(path("ready"), { ...other, seen: place }));
      expect(now.settlement.pickup).toMatchObject(other);
    });

    it("takes no code for a while after five, and records the wrong ones", async () => {
      const { auction, settlement } = await steps.won([[ada, 10_000]]);
      const path = (call: string) => `settlements/${settlement._id}/${call}`;
      await steps.done(steps.post(path("payment-received")));
      await steps.done(steps.post(path("ready"), place));
      const { body } = await server.api("GET", `/api/auctions/${auction._id}/win`, { token: ada.token });
      const { code } = body.win.pickup;
      const wrong = code === "111111" ? "222222" : "111111";
      for (let times = 0; times < 5; times++) {
        expect((await steps.post(path("handed-over"), { code: wrong })).status).toBe(409);
      }
      const sixth = await steps.post(path("handed-over"), { code });
      expect([sixth.status, sixth.body.code]).toEqual([429, "RATE_LIMITED"]);
      expect(sixth.body.retryAfterMs).toBeGreaterThan(0);
      const { actions } = await steps.detailsOf(settlement._id);
      expect(actions.filter(({ action }) => action === "wrong handover code")).toHaveLength(5);
      // The window has passed.
      await server.query("delete from login_failures where key = $1", [`handover of ${settlement.buyer._id} `]);
      await steps.done(steps.post(path("handed-over"), { code }));
    });
  });

  describe("a pardon", () => {
    it("lifts once, for a forfeited win, the suspension that two unpaid wins cause", async () => {
      const first = await steps.forfeited([[ada, 1500]]);
      await steps.forfeited([[ada, 1600]]);
      const record = async () => {
        const path = `/api/admin/users/${ada.id}/payer-record`;
        return await steps.done(server.api("GET", path, { token: steps.admin.token }));
      };
      expect((await record()).record).toEqual({
        open: 0,
        paid: 0,
        unpaid: 2,
        pardoned: 0,
        waived: 0,
        maxUnpaidWins: 2,
        isBiddingSuspended: true,
      });
      expect((await record()).settlements).toHaveLength(2);
      const { _id: auctionId } = await steps.newLot();
      const call = { token: ada.token, body: { auctionId, amount: 1500 } };
      expect((await server.api("POST", "/api/bids", call)).status).toBe(403);

      for (let times = 0; times < 2; times++) {
        const path = `settlements/${first.settlement._id}/pardon`;
        const { settlement } = await steps.done(steps.post(path, { reason: "Illness" }));
        expect(settlement).toMatchObject({ status: "forfeited", pardonedAt: expect.any(String) });
      }
      expect((await record()).record).toMatchObject({ unpaid: 1, pardoned: 1, isBiddingSuspended: false });
      const { actions } = await steps.detailsOf(first.settlement._id);
      expect(actions).toMatchObject([{ action: "unpaid win pardoned", reason: "Illness" }]);
      await steps.bid(ada, auctionId, 1500);
    });

    it("is refused for an open win and for a purchase", async () => {
      const open = await steps.won([[ada, 1500]]);
      const purchase = await steps.bought(bola);
      for (const { settlement } of [open, purchase]) {
        const path = `settlements/${settlement._id}/pardon`;
        expect(await steps.refused(steps.post(path, { reason }))).toEqual([409, "SETTLEMENT_CLOSED"]);
        expect((await steps.post(path, {})).status).toBe(400);
      }
    });
  });

  describe("the list", () => {
    // S481
    it("finds a settlement by its whole reference, in any case", async () => {
      const { settlement } = await steps.won([[ada, 1500]]);
      const purchase = await steps.bought(bola);
      const find = async (q: string) =>
        (await steps.done(server.api("GET", `/api/settlements?q=${q}`, { token: steps.admin.token }))).settlements.map(
          ({ _id }: { _id: string }) => _id,
        );
      expect(settlement.reference).toMatch(/^JARA-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/);
      expect(await find(settlement.reference)).toEqual([settlement._id]);
      expect(await find(`%20${purchase.settlement.reference.toLowerCase()}%20`)).toEqual([purchase.settlement._id]);
      expect(await find(settlement.reference.slice(0, -1))).toEqual([]);
      expect(await find(`${settlement.reference}&status=paid`)).toEqual([]);
    });
  });
});

// Tests online payments for lots that were won or bought, with a stand-in for Paystack and in the sandbox: each counts
// once, whatever reports it and however often, and what is no longer due goes to the balance. It is long, because each
// file starts a server, so one file holds one subject.
import { randomUUID } from "node:crypto";
import type { Receipt } from "@jara/shared/rest/receipts";
import { payAnswer } from "@jara/shared/rest/settlements";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { connect, settled } from "../support/e2e-live.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, sharedServer, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FakePaystack, PAYSTACK_KEY, startFakePaystack } from "../support/fake-paystack.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { boughtBy, type Owned, pay, winOf, wonBy } from "../support/given-wins.ts";

describeEndToEnd("Paying online", () => {
  let database: FreshDatabase;
  let paystack: FakePaystack;
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  let people = 0;

  const startServer = () =>
    startTestServer({
      at: database,
      config: { paystack: { secretKey: PAYSTACK_KEY, url: paystack.url } },
    });
  beforeAll(async () => {
    paystack = await startFakePaystack();
    database = await makeDatabase();
    server = await startServer();
    admin = await makePerson(server, "admin", { role: "admin" });
  });
  afterAll(async () => {
    await server?.close();
    await database?.drop();
    await paystack?.close();
  });
  const BALANCE = 100_000_000;
  beforeEach(async () => {
    paystack.mood = "well";
    ada = await makePerson(server, `ada-${++people}`);
  });
  afterEach(() => expectLedgerHolds(server.server.database, ada.id));

  const won = (price?: number, details = {}) => wonBy(server, admin, ada, price, details);
  const online = (person: Person, { win }: Pick<Owned, "win">, key?: string) =>
    pay(server, person, win._id, { method: "online" }, key);
  const started = async (owned: Owned, key?: string): Promise<string> => {
    const { status, body, text } = await online(ada, owned, key);
    expect([status, text]).toEqual([200, expect.anything()]);
    expectShape(payAnswer, body);
    return body.reference;
  };
  const look = (reference: string, person = ada) =>
    server.api("GET", `/api/payments/top-ups/${reference}`, { token: person.token });
  const owes = ({ auction }: Owned) => winOf(server, ada, auction._id);
  /** Returns the entries of the balance after the deposit. */
  const movedSince = async () => {
    const { entries } = await expectLedgerHolds(server.server.database, ada.id);
    return entries.slice(2).map(({ cause, amountMinor }) => [cause, amountMinor / 100]);
  };
  const expectPaid = async (owned: Owned): Promise<void> => {
    expect(await owes(owned)).toMatchObject({
      status: "paid",
      remaining: 0,
      paid: owned.win.remaining,
      payments: [{ amount: owned.win.remaining, method: "online" }],
    });
    expect(await movedSince()).toEqual([]);
    expect(await expectHistoryHolds(server.server.database, owned.auction._id)).toMatchObject({ status: "sold" });
  };
  const statusOf = async (reference: string) =>
    (await server.query("select status from top_ups where reference = $1", [reference]))[0]?.status;
  const adminCall = async (path: string, body?: object): Promise<void> => {
    const answer = await server.api("POST", path, { token: admin.token, ...(body && { body }) });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  };

  describe("starting a payment", () => {
    it("asks Paystack for the remaining amount, and returns the payer to the auction", async () => {
      const owned = await won();
      const reference = await started(owned);
      expect(reference).toMatch(/^payment-[0-9a-f]{32}$/);
      expect(paystack.payments.get(reference)).toMatchObject({
        amount: 120_040,
        email: ada.email,
        callbackUrl: `http://localhost:3000/auction/${owned.auction._id}?payment=${reference}`,
      });
      expect((await look(reference)).body).toMatchObject({ reference, status: "pending", amount: 1200.4 });
      // It is no top-up.
      const listed = await server.api("GET", "/api/payments/top-ups", { token: ada.token });
      expect(listed.body.topUps).toEqual([]);
      expect(await owes(owned)).toEqual(owned.win);
    });

    it("gives the same payment for the same key, also after it is paid, and another one for another key", async () => {
      const owned = await won();
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => online(ada, owned, key)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      const other = await won();
      expect((await online(ada, other, key)).body.code).toBe("COMMAND_ID_REUSED");
      const reference: string = answers[0]?.body.reference;
      expect(await started(owned)).not.toBe(reference);
      paystack.becomes(reference, { status: "success" });
      await paystack.webhook(server, reference);
      expect((await online(ada, owned, key)).text).toBe(answers[0]?.text);
      const late = await online(ada, owned);
      expect([late.status, late.body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
    });

    it("reports that Paystack is away, and accepts the same command again", async () => {
      const owned = await won();
      const key = randomUUID();
      paystack.mood = "down";
      expect(await online(ada, owned, key).then(({ status, body }) => [status, body.code])).toEqual([
        503,
        "UNAVAILABLE",
      ]);
      paystack.mood = "well";
      const reference = await started(owned, key);
      paystack.becomes(reference, { status: "success" });
      await paystack.webhook(server, reference);
      await expectPaid(owned);
    });
  });

  describe("a completed payment", () => {
    it("counts once by the webhook, however often it comes, and the payer is notified", async () => {
      const owned = await won();
      const client = await connect(server, "/ws", { token: ada.token });
      const reference = await started(owned);
      paystack.becomes(reference, { status: "success" });
      for (let i = 0; i < 3; i++) expect(await paystack.webhook(server, reference)).toBe(200);
      expect(await client.next("win:changed", ({ status }) => status === "paid")).toMatchObject({ remaining: 0 });
      await settled(client);
      expect(client.of("balance:changed")).toEqual([]);
      client.close();
      await expectPaid(owned);
      const { body } = await look(reference);
      expect(body).toMatchObject({ status: "paid", amount: 1200.4, balance: BALANCE - 300.1, surplus: null });
    });

    it("counts when the payer returns to the page, if no webhook came", async () => {
      const owned = await won();
      const reference = await started(owned);
      paystack.becomes(reference, { status: "success" });
      // It is nobody else's to look at.
      const bola = await makePerson(server, `bola-${people}`);
      expect((await look(reference, bola)).status).toBe(404);
      expect((await look(reference)).body).toMatchObject({ reference, status: "paid" });
      await expectPaid(owned);
    });

    it("counts once if webhook and return come at once", async () => {
      for (let round = 0; round < 5; round++) {
        ada = await makePerson(server, `ada-${++people}`);
        const owned = await won();
        const reference = await started(owned);
        paystack.becomes(reference, { status: "success" });
        await Promise.all([
          paystack.webhook(server, reference),
          look(reference),
          paystack.webhook(server, reference),
          look(reference),
        ]);
        await expectPaid(owned);
      }
    });

    it("counts by the sweep if neither came, also if the server was stopped meanwhile", async () => {
      const owned = await won();
      const reference = await started(owned);
      paystack.becomes(reference, { status: "success" });
      await server.query(
        "update top_ups set created_at = created_at - interval '3 minutes', checked_at = null where reference = $1",
        [reference],
      );
      await server.close();
      server = await startServer();
      await expect.poll(() => statusOf(reference)).toBe("paid");
      await expectPaid(owned);
    });

    it("counts towards a purchase", async () => {
      const owned = await boughtBy(server, admin, ada);
      const reference = await started(owned);
      expect(paystack.payments.get(reference)?.amount).toBe(425_043);
      paystack.becomes(reference, { status: "success" });
      await paystack.webhook(server, reference);
      await expectPaid(owned);
    });

    it("counts in dollars as much as when it was started", async () => {
      const owned = await won(1100, { currency: "USD" });
      const reference = await started(owned);
      expect(paystack.payments.get(reference)?.amount).toBe(Math.round(owned.win.remainingNgn * 100));
      paystack.becomes(reference, { status: "success" });
      await paystack.webhook(server, reference);
      expect(owned.win.remaining).toBe(880);
      await expectPaid(owned);
    });

    it("counts at the rate of its arrival if it comes more than 15 minutes after the start", async () => {
      const owned = await won(1100, { currency: "USD" });
      const { body } = await online(ada, owned);
      const { reference, promise } = body;
      expect(promise).toMatchObject({ amount: 880, amountNgn: owned.win.remainingNgn });
      expect((await owes(owned))?.heldRate?.until).toBe(promise.until);
      const minutes = (Date.parse(promise.until) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(10);
      expect(minutes).toBeLessThan(16);
      // As if the link had been made when a dollar was half as dear, and had waited.
      await server.query(
        `update top_ups set worth_minor = worth_minor * 2, worth_until = now() - interval '1 second' where reference = $1`,
        [reference],
      );
      paystack.becomes(reference, { status: "success" });
      await paystack.webhook(server, reference);
      await expectPaid(owned);
    });

    it("has one rate for all links of a debt while a promise holds, and the present one afterwards", async () => {
      const owned = await won(1100, { currency: "USD" });
      const first = (await online(ada, owned)).body;
      // As if it had been made at another rate.
      await server.query(
        `update top_ups set quoted_usd_to_ngn = quoted_usd_to_ngn / 2, worth_until = now() + interval '5 minutes'
         where reference = $1`,
        [first.reference],
      );
      const [second, third] = [(await online(ada, owned)).body, (await online(ada, owned)).body];
      expect(second.promise.amountNgn).toBe(first.promise.amountNgn / 2);
      expect(third.promise).toEqual(second.promise);
      expect((await owes(owned))?.heldRate).toMatchObject({ until: second.promise.until });
      await server.query(
        "update top_ups set worth_until = now() - interval '1 second' where settlement_id = $1::text::uuid",
        [owned.win._id],
      );
      const fourth = (await online(ada, owned)).body;
      expect(fourth.promise.amountNgn).toBe(first.promise.amountNgn);
      expect((await won(1100)).win.heldRate).toBeUndefined();
    });

    it.each([
      ["a smaller amount", { amount: 120_039 }],
      ["a larger amount", { amount: 120_041 }],
      ["another currency", { currency: "USD" }],
    ])("does not count with %s", async (_what, change) => {
      const owned = await won();
      const reference = await started(owned);
      paystack.becomes(reference, { status: "success", ...change });
      expect(await paystack.webhook(server, reference)).toBe(200);
      expect(await statusOf(reference)).toBe("failed");
      expect(await owes(owned)).toEqual(owned.win);
      expect(await movedSince()).toEqual([]);
    });
  });

  it.each([
    ["towards its settlement", false],
    ["to the balance", true],
  ])("is not booked again if an earlier version booked it %s, under the reference as the id", async (_where, late) => {
    const owned = await won();
    const reference = await started(owned);
    if (late) await adminCall(`/api/settlements/${owned.win._id}/payment-received`);
    paystack.becomes(reference, { status: "success" });
    expect(await paystack.webhook(server, reference)).toBe(200);
    const moved = await movedSince();
    const [booked] = await server.query(
      `update commands set command_id = $1 where fingerprint like 'CreditOnlinePayment % ' || $1 || ' %'
        returning user_id as "userId"`,
      [reference],
    );
    expect(booked?.userId).toBe(ada.id);
    // A report that read the row before it was paid: the engine alone prevents the second booking.
    await server.query("update top_ups set status = 'pending', closed_at = null where reference = $1", [reference]);
    await server.close();
    server = await startServer();
    for (let i = 0; i < 2; i++) expect(await paystack.webhook(server, reference)).toBe(200);
    expect(await movedSince()).toEqual(moved);
    expect((await owes(owned))?.payments).toHaveLength(1);
    await server.query("update top_ups set status = 'paid', closed_at = now() where reference = $1", [reference]);
    await expectHistoryHolds(server.server.database, owned.auction._id);
  });

  describe("a payment that is no longer due", () => {
    const refundReasons = async () => {
      const rows = await server.query(
        "select facts->>'reason' as reason from receipts where user_id = $1::text::uuid and kind = 'refund'",
        [ada.id],
      );
      return rows.map(({ reason }) => reason);
    };

    it("goes wholly to the balance if a purchase was paid from the balance meanwhile", async () => {
      const owned = await boughtBy(server, admin, ada);
      const reference = await started(owned);
      expect((await pay(server, ada, owned.win._id, { method: "balance" })).status).toBe(200);
      paystack.becomes(reference, { status: "success" });
      expect(await paystack.webhook(server, reference)).toBe(200);
      const surplus = { amount: 4250.43, reason: "already-paid" };
      expect((await look(reference)).body).toMatchObject({ status: "paid", surplus });
      expect(await refundReasons()).toEqual(["You had already paid."]);
      // The payments on the receipts, less the returned ones, add up to the price.
      const documents = async () => {
        const { body } = await server.api("GET", "/api/users/receipts", { token: ada.token });
        return body.receipts as Receipt[];
      };
      await expect.poll(async () => (await documents()).length).toBe(3);
      const listed = await documents();
      const kinds = listed.map(({ kind, method, isReturned, amount }) => ({ kind, method, isReturned, amount }));
      expect(kinds).toEqual([
        { kind: "refund", method: "balance", isReturned: true, amount: 4250.43 },
        { kind: "payment", method: "balance", isReturned: undefined, amount: 4250.43 },
        { kind: "payment", method: "deposit", isReturned: undefined, amount: 1000.1 },
      ]);
      const [facts] = await server.query(
        `select facts->>'cameBy' as way, facts->>'reference' as reference from receipts where id = $1::text::uuid`,
        [listed[0]?._id ?? ""],
      );
      expect(facts).toEqual({ way: "online", reference });
      // The bell says why, and where the money is.
      await expect
        .poll(async () => (await server.api("GET", "/api/notifications", { token: ada.token })).body.notifications)
        .toContainEqual(
          expect.objectContaining({
            title: "₦4,250.43 is back in your balance",
            text: expect.stringMatching(/^“.+”: You had already paid\. Receipt and refund R-\d{4}-\d{6}\.$/),
          }),
        );
    });

    it("goes to the balance above what is due if a part was paid meanwhile", async () => {
      const owned = await won();
      const reference = await started(owned);
      await adminCall(`/api/settlements/${owned.win._id}/payments`, { method: "transfer", amount: 1000.4 });
      paystack.becomes(reference, { status: "success" });
      expect(await paystack.webhook(server, reference)).toBe(200);
      const surplus = { amount: 1000.4, reason: "more-than-due" };
      expect((await look(reference)).body).toMatchObject({ status: "paid", surplus });
      expect(await refundReasons()).toEqual(["More came than was due."]);
    });

    it("goes wholly to the balance, once, if the settlement was closed meanwhile", async () => {
      const owned = await won();
      const reference = await started(owned);
      await adminCall(`/api/settlements/${owned.win._id}/payment-received`);
      paystack.becomes(reference, { status: "success" });
      for (let i = 0; i < 2; i++) expect(await paystack.webhook(server, reference)).toBe(200);
      expect((await look(reference)).body).toMatchObject({
        status: "paid",
        balance: BALANCE + 900.3,
        surplus: { amount: 1200.4, reason: "already-paid" },
      });
      expect(await refundReasons()).toEqual(["You had already paid."]);
      expect(await movedSince()).toEqual([["payment-surplus", 1200.4]]);
      expect(await owes(owned)).toMatchObject({ status: "paid", payments: [{ method: "outside", amount: 1200.4 }] });
      await expectHistoryHolds(server.server.database, owned.auction._id);
    });

    it("goes wholly to the balance if the lot of a purchase was deleted meanwhile", async () => {
      const owned = await boughtBy(server, admin, ada);
      const reference = await started(owned);
      const path = `/api/auctions/${owned.auction._id}`;
      expect((await server.api("DELETE", path, { token: admin.token })).status).toBe(200);
      paystack.becomes(reference, { status: "success" });
      expect(await paystack.webhook(server, reference)).toBe(200);
      const surplus = { amount: 4250.43, reason: "no-longer-due" };
      expect((await look(reference)).body).toMatchObject({ status: "paid", surplus });
      expect((await movedSince()).map(([cause]) => cause)).toEqual(["deposit-return", "payment-surplus"]);
      const refunds = await server.query(
        `select facts->>'currency' as currency, facts->>'priceMinor' as price, facts->>'feeMinor' as fee,
           facts->>'amountMinor' as amount, facts->>'ngnMinor' as naira
         from receipts where user_id = $1::text::uuid and kind = 'refund' and facts->>'method' = 'balance'`,
        [ada.id],
      );
      expect(refunds).toEqual([{ currency: "NGN", price: "500050", fee: "25003", amount: "425043", naira: "425043" }]);
    });
  });

  it("is split into parts above ₦10,000,000, to the kobo", async () => {
    // The product of this rest and of a part is not exact in a double.
    const owned = await won(57_646_075.27);
    expect(owned.win.remaining).toBe(46_116_860.21);
    const parts: number[] = [];
    for (let due = owned.win.remaining; due > 0; due = (await owes(owned))?.remaining ?? 0) {
      const reference = await started(owned);
      parts.push((paystack.payments.get(reference)?.amount ?? 0) / 100);
      paystack.becomes(reference, { status: "success" });
      await paystack.webhook(server, reference);
    }
    expect(parts).toEqual([10_000_000, 10_000_000, 10_000_000, 10_000_000, 6_116_860.21]);
    expect(await owes(owned)).toMatchObject({ status: "paid", remaining: 0, paid: owned.win.remaining });
    expect(await movedSince()).toEqual([]);
    await expectHistoryHolds(server.server.database, owned.auction._id);
  });

  it("works in the sandbox from start to end", async () => {
    const sandbox = await sharedServer();
    const boss = await makePerson(sandbox, "boss", { role: "admin" });
    const chidi = await makePerson(sandbox, "chidi");
    const { auction, win } = await wonBy(sandbox, boss, chidi);
    const { body } = await pay(sandbox, chidi, win._id, { method: "online" });
    const press = (outcome: string) =>
      fetch(`${sandbox.address}${new URL(body.authorizationUrl).pathname}`, {
        method: "POST",
        body: new URLSearchParams({ outcome }),
        redirect: "manual",
      });
    expect((await press("fail")).status).toBe(303);
    expect(await winOf(sandbox, chidi, auction._id)).toEqual(win);
    const { status, headers } = await press("pay");
    const back = `http://localhost:3000/auction/${auction._id}?payment=${body.reference}`;
    expect([status, headers.get("location")]).toEqual([
      303,
      `${back}&trxref=${body.reference}&reference=${body.reference}`,
    ]);
    expect(await winOf(sandbox, chidi, auction._id)).toMatchObject({ status: "paid", remaining: 0 });
    await expectHistoryHolds(sandbox.server.database, auction._id);
  });
});

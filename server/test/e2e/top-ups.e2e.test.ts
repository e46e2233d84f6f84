// Tests adding money to one's balance, with a fake Paystack: a payment is credited once, whatever reports it and
// however often, and is not credited if it was not paid as agreed. It is long, because each file starts a server, so
// one file holds one subject.
import { randomUUID } from "node:crypto";
import { topUpAnswer, topUpStatusAnswer, topUpsAnswer } from "@jara/shared/rest/top-ups";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { connect, settled } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FakePaystack, PAYSTACK_KEY, startFakePaystack } from "../support/fake-paystack.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";

const anyTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describeEndToEnd("top-ups", () => {
  let database: FreshDatabase;
  let paystack: FakePaystack;
  let server: TestServer;
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
  });
  afterAll(async () => {
    await server?.close();
    await database?.drop();
    await paystack?.close();
  });
  beforeEach(async () => {
    paystack.mood = "well";
    paystack.verified.splice(0);
    ada = await makePerson(server, `ada-${++people}`, { balance: 0 });
  });
  afterEach(async () => {
    const rows = await server.query(
      `select u.username, u.balance_minor, sum(l.amount_minor)::bigint as ledger from users u
       join ledger_entries l on l.user_id = u.id group by u.id having u.balance_minor <> sum(l.amount_minor)`,
    );
    expect(rows, "balances that are not the sum of their ledger").toEqual([]);
  });

  const start = (person: Person, amount: number, key?: string, at = server) =>
    at.api("POST", "/api/payments/top-ups", {
      token: person.token,
      body: { amount },
      ...(key !== undefined && { headers: { "idempotency-key": key } }),
    });
  const started = async (person: Person, amount: number): Promise<string> => {
    const { status, body, text } = await start(person, amount);
    if (status !== 201) throw new Error(`no top-up: ${status} ${text}`);
    return body.reference;
  };
  const look = (person: Person, reference: string, at = server) =>
    at.api("GET", `/api/payments/top-ups/${reference}`, { token: person.token });
  const balanceOf = async (person: Person): Promise<number> =>
    (await server.api("GET", "/api/users/profile", { token: person.token })).body.user.balance;
  const ledgerOf = (person: Person) =>
    server.query(
      `select amount_minor::int as amount, balance_after_minor::int as after, cause, reference, actor_id::text as actor
       from ledger_entries where user_id = $1::text::uuid and cause <> 'test'`,
      [person.id],
    );
  /** As if it had been started so long ago, and nobody had asked since. */
  const age = (reference: string, hours: number) =>
    server.query(
      `update top_ups set created_at = created_at - $2::text::float8 * interval '1 hour', checked_at = null
       where reference = $1`,
      [reference, hours],
    );
  const mayAskAgain = (reference: string) =>
    server.query("update top_ups set checked_at = null where reference = $1", [reference]);

  describe("starting a top-up", () => {
    it("asks Paystack for the amount in kobo and answers the address of the payment page", async () => {
      const { status, body } = await start(ada, 2500.5);
      expect(status).toBe(201);
      expectShape(topUpAnswer, body);
      const { reference } = body;
      expect(body.authorizationUrl).toBe(`https://checkout.paystack.test/${reference}`);
      expect(paystack.payments.get(reference)).toMatchObject({
        amount: 250_050,
        email: ada.email,
        callbackUrl: `http://localhost:3000/profile?topUp=${reference}`,
      });
      const state = await look(ada, reference);
      expectShape(topUpStatusAnswer, state.body);
      expect(state.body).toEqual({ reference, status: "pending", amount: 2500.5, balance: 0, surplus: null });
    });

    it("accepts amounts from 100.00 to 10,000,000.00", async () => {
      expect((await start(ada, 99.99)).body).toMatchObject({
        code: "INVALID",
        message: "The smallest top-up is ₦100.00",
      });
      expect((await start(ada, 10_000_000.01)).body).toMatchObject({
        code: "INVALID",
        message: "The largest top-up is ₦10,000,000.00",
      });
      expect((await start(ada, 10_000_000)).status).toBe(201);
    });

    it("answers the same reference for the same command, one after the other and at once", async () => {
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3, 4].map(() => start(ada, 700, key)));
      answers.push(await start(ada, 700, key));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect((await start(ada, 701, key)).body.code).toBe("COMMAND_ID_REUSED");
      const bola = await makePerson(server, `bola-${people}`, { balance: 0 });
      expect((await start(bola, 700, key)).body.reference).not.toBe(answers[0]?.body.reference);
      expect((await start(ada, 700)).body.reference).not.toBe(answers[0]?.body.reference);
    });

    it.each(["down", "broken", "refusing"] as const)(
      "reports that Paystack is %s, credits nothing, and accepts the same command again",
      async (mood) => {
        paystack.mood = mood;
        const key = randomUUID();
        const { status, body } = await start(ada, 500, key);
        expect([status, body]).toEqual([
          503,
          { code: "UNAVAILABLE", message: expect.stringMatching(/^The payment service .* No money has moved\./) },
        ]);
        const [topUp] = (await server.api("GET", "/api/payments/top-ups", { token: ada.token })).body.topUps;
        expect(topUp).toMatchObject({ amount: 500, status: "failed" });
        paystack.mood = "well";
        const again = await start(ada, 500, key);
        expect([again.status, again.body.reference]).toEqual([201, topUp.reference]);
        expect((await look(ada, topUp.reference)).body.status).toBe("pending");
      },
    );

    it("opens one payment if two nodes get the same command at once", async () => {
      const other = await startServer();
      try {
        for (let round = 0; round < 5; round++) {
          const key = randomUUID();
          const answers = await Promise.all([server, other, server, other].map((at) => start(ada, 700, key, at)));
          const taken = answers.filter(({ status }) => status === 201);
          expect(taken.length).toBeGreaterThan(0);
          // A node that came second before the first had written where to pay: it says so, and knows when asked again.
          expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
          for (const at of [server, other]) taken.push(await start(ada, 700, key, at));
          expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
          expect((await look(ada, taken[0]?.body.reference)).body.status).toBe("pending");
        }
      } finally {
        if (other !== server) await other.close();
      }
    });

    it("lists the caller's own top-ups, the newest 20 first", async () => {
      const bola = await makePerson(server, `bola-${people}`, { balance: 0 });
      await started(bola, 100);
      const references: string[] = [];
      for (let i = 0; i < 21; i++) references.unshift(await started(ada, 100 + i));
      const { body } = await server.api("GET", "/api/payments/top-ups", { token: ada.token });
      expectShape(topUpsAnswer, body);
      expect(body.topUps.map(({ reference }: { reference: string }) => reference)).toEqual(references.slice(0, 20));
      expect(body.topUps[0]).toEqual({ reference: references[0], status: "pending", amount: 120, createdAt: anyTime });
      expect((await server.api("GET", "/api/payments/top-ups")).status).toBe(401);
    });
  });

  describe("the webhook", () => {
    // S008
    it("credits the payment with its ledger entry once, however often the webhook comes", async () => {
      const reference = await started(ada, 1500);
      paystack.becomes(reference, { status: "success" });
      for (let i = 0; i < 3; i++) expect(await paystack.webhook(server, reference)).toBe(200);
      expect(await balanceOf(ada)).toBe(1500);
      expect(await ledgerOf(ada)).toEqual([
        { amount: 150_000, after: 150_000, cause: "top-up", reference, actor: ada.id },
      ]);
      expect((await look(ada, reference)).body).toEqual({
        reference,
        status: "paid",
        amount: 1500,
        balance: 1500,
        surplus: null,
      });
      expect(paystack.verified.filter((one) => one === reference)).toEqual([]);
      expect(await started(ada, 250).then((second) => pay(second))).toBe(200);
      expect(await balanceOf(ada)).toBe(1750);
    });

    const pay = (reference: string) => {
      paystack.becomes(reference, { status: "success" });
      return paystack.webhook(server, reference);
    };

    it("does not credit a sandbox payment from before the site had a key, and the sweep abandons it", async () => {
      const reference = await started(ada, 1500);
      await server.query("update top_ups set is_sandbox = true where reference = $1", [reference]);
      paystack.becomes(reference, { status: "success" });
      expect((await look(ada, reference)).body).toMatchObject({ status: "pending", balance: 0 });
      await age(reference, 25);
      await server.close();
      server = await startServer();
      await expect.poll(async () => (await look(ada, reference)).body.status).toBe("failed");
      await paystack.webhook(server, reference);
      expect((await look(ada, reference)).body).toMatchObject({ status: "failed", balance: 0 });
      expect(await ledgerOf(ada)).toEqual([]);
    });

    it("answers 200 to events about other things, and does nothing", async () => {
      const reference = await started(ada, 1500);
      const data = { reference, status: "success", amount: 150_000, currency: "NGN" };
      for (const body of [
        { event: "charge.success", data: { ...data, reference: `topup-${"0".repeat(32)}` } },
        { event: "charge.success", data: { ...data, reference: "order\u0000'; --" } },
        { event: "charge.success", data: { ...data, status: "failed" } },
        { event: "charge.success", data: { ...data, amount: "150000" } },
        { event: "charge.success", data: null },
        { event: "charge.failed", data },
        { event: "transfer.success", data },
        { event: 5 },
        [],
        null,
      ]) {
        expect(await paystack.webhook(server, reference, { body: JSON.stringify(body) })).toBe(200);
      }
      for (const body of ["", "{", "not json"]) {
        expect(await paystack.webhook(server, reference, { body })).toBe(200);
      }
      expect((await look(ada, reference)).body).toMatchObject({ status: "pending", balance: 0 });
    });
  });

  describe("asking for the status", () => {
    it("credits a payment that Paystack reports as paid, though no webhook came", async () => {
      const reference = await started(ada, 320);
      paystack.becomes(reference, { status: "success" });
      expect((await look(ada, reference)).body).toEqual({
        reference,
        status: "paid",
        amount: 320,
        balance: 320,
        surplus: null,
      });
      expect(await paystack.webhook(server, reference)).toBe(200);
      expect(await look(ada, reference)).toMatchObject({ body: { status: "paid", balance: 320 } });
      expect(paystack.verified.filter((one) => one === reference)).toEqual([reference]);
    });

    it("tells the payer who waits, by an event, that it was paid or failed, though no webhook came", async () => {
      const bola = await makePerson(server, `bola-${people}`);
      const [hers, others] = [
        await connect(server, "socket.io", { token: ada.token }),
        await connect(server, "socket.io", { token: bola.token }),
      ];
      for (const status of ["success", "failed"]) {
        const reference = await started(ada, 320);
        expect((await look(ada, reference)).body.status).toBe("pending");
        paystack.becomes(reference, { status });
        await mayAskAgain(reference);
        hers.forget();
        await hers.next("list:changed", ({ list }) => list === "own-top-ups");
      }
      expect(others.of("list:changed")).toEqual([]);
      for (const client of [hers, others]) client.close();
    });

    it("does not ask Paystack on every call", async () => {
      const reference = await started(ada, 320);
      await Promise.all([1, 2, 3, 4, 5].map(() => look(ada, reference)));
      expect(paystack.verified.filter((one) => one === reference)).toEqual([reference]);
      await mayAskAgain(reference);
      await look(ada, reference);
      expect(paystack.verified.filter((one) => one === reference)).toEqual([reference, reference]);
    });

    it.each(["failed", "reversed"])("reports that it %s, and still credits a later success", async (status) => {
      const reference = await started(ada, 320);
      paystack.becomes(reference, { status });
      expect((await look(ada, reference)).body).toMatchObject({ status: "failed", balance: 0 });
      paystack.becomes(reference, { status: "success" });
      await paystack.webhook(server, reference);
      expect((await look(ada, reference)).body).toMatchObject({ status: "paid", balance: 320 });
    });

    it.each([{ amount: 31_999 }, { amount: 32_001 }, { currency: "GHS" }])("does not credit %o", async (change) => {
      const reference = await started(ada, 320);
      paystack.becomes(reference, { status: "success", ...change });
      expect((await look(ada, reference)).body).toMatchObject({ status: "failed", balance: 0 });
    });

    it.each(["down", "broken"] as const)("answers while Paystack is %s, and credits afterwards", async (mood) => {
      const reference = await started(ada, 320);
      paystack.becomes(reference, { status: "success" });
      paystack.mood = mood;
      expect(await look(ada, reference)).toMatchObject({ status: 200, body: { status: "pending", balance: 0 } });
      paystack.mood = "well";
      await mayAskAgain(reference);
      expect((await look(ada, reference)).body).toMatchObject({ status: "paid", balance: 320 });
    });
  });

  it("does not delay other people's reads while Paystack is silent and six people look at their top-ups", async () => {
    const six = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const person = await makePerson(server, `six-${++people}`, { balance: 0 });
        return { person, reference: await started(person, 500) };
      }),
    );
    paystack.mood = "silent";
    let answered = 0;
    const looks = six.map(({ person, reference }) =>
      look(person, reference).finally(() => {
        answered += 1;
      }),
    );
    const references = six.map(({ reference }) => reference);
    await vi.waitFor(() => expect(paystack.verified).toEqual(expect.arrayContaining(references)), { timeout: 45_000 });
    expect((await server.api("GET", "/api/auctions")).status).toBe(200);
    expect(answered).toBe(0);
    // paystack.test.ts has the end of the wait.
    paystack.hangUp();
    for (const { status, body } of await Promise.all(looks)) expect([status, body.status]).toEqual([200, "pending"]);
  });

  it("notifies every connection of the owner once, at once, and nobody else", async () => {
    const bola = await makePerson(server, `bola-${people}`, { balance: 0 });
    const boss = await makePerson(server, `boss-${people}`, { role: "admin" });
    const own = [
      await connect(server, "socket.io", { token: ada.token }),
      await connect(server, "/ws", { token: ada.token }),
    ];
    const others = [
      await connect(server, "socket.io", { token: bola.token }),
      await connect(server, "/ws", { token: boss.token }),
      await connect(server, "socket.io"),
    ];
    await others[1]?.ask("admin:watch", {});
    const reference = await started(ada, 640.25);
    paystack.becomes(reference, { status: "success" });
    await Promise.all([paystack.webhook(server, reference), look(ada, reference), paystack.webhook(server, reference)]);
    for (const client of own)
      expect(await client.next("balance:changed")).toEqual({ balance: 640.25, available: 640.25 });
    for (const client of [...own, ...others]) {
      await settled(client);
      expect(client.of("balance:changed")).toHaveLength(own.includes(client) ? 1 : 0);
      client.close();
    }
  });

  it("lets its owner bid at once, also at another node", async () => {
    const other = await startServer();
    const boss = await makePerson(server, `boss-${people}`, { role: "admin" });
    try {
      const { _id: auctionId } = await openAuction(server, boss);
      const bid = (at: TestServer, amount: number) =>
        at.api("POST", "/api/bids", { token: ada.token, body: { auctionId, amount } });
      for (const at of [server, other]) {
        expect((await bid(at, 1100)).body).toMatchObject({ code: "INSUFFICIENT_BALANCE", required: 220, balance: 0 });
      }
      const reference = await started(ada, 1000);
      paystack.becomes(reference, { status: "success" });
      expect(await paystack.webhook(server, reference)).toBe(200);
      expect((await bid(other, 1100)).status).toBe(201);
      expect((await bid(server, 1200)).status).toBe(201);
    } finally {
      if (other !== server) await other.close();
    }
  });

  describe("the sweep", () => {
    const statusesOf = (references: readonly string[]) =>
      Promise.all(
        references.map(
          async (reference) =>
            (await server.query("select status from top_ups where reference = $1", [reference]))[0]?.status,
        ),
      );

    it("credits payments whose payer left and whose webhook was lost, and abandons unpaid ones after a day", async () => {
      const references = [
        await started(ada, 100),
        await started(ada, 200),
        await started(ada, 400),
        await started(ada, 800),
        await started(ada, 1600),
      ];
      const [paid, fresh, open, old, oldAndPaid] = references as [string, string, string, string, string];
      for (const reference of [paid, fresh, oldAndPaid]) paystack.becomes(reference, { status: "success" });
      await age(paid, 0.05);
      await age(open, 23);
      await age(old, 25);
      await age(oldAndPaid, 25);

      await server.close();
      const others = await Promise.all([startServer(), startServer()]);
      server = await startServer();
      await expect.poll(() => statusesOf(references)).toEqual(["paid", "pending", "pending", "failed", "paid"]);
      await expect.poll(() => paystack.verified).toContain(open);
      for (const other of others) await other.close();
      const asked = paystack.verified.filter((reference) => references.includes(reference));
      expect(asked.sort(), "each asked about once, whatever the number of nodes").toEqual(
        [paid, open, old, oldAndPaid].sort(),
      );
      expect(await balanceOf(ada)).toBe(1700);

      paystack.becomes(old, { status: "success" });
      expect(await paystack.webhook(server, old)).toBe(200);
      expect(await balanceOf(ada)).toBe(2500);
    });

    it("asks less often as a payment gets older, and a last time after a day", async () => {
      const [tooSoon, due, last] = [await started(ada, 100), await started(ada, 200), await started(ada, 400)];
      const checked = (reference: string, hours: number, hoursAgo: number) =>
        server.query(
          `update top_ups set created_at = created_at - $2::text::float8 * interval '1 hour',
             checked_at = clock_timestamp() - $3::text::float8 * interval '1 hour' where reference = $1`,
          [reference, hours, hoursAgo],
        );
      await checked(tooSoon, 8.5, 1);
      await checked(due, 8, 1.1);
      await checked(last, 24.5, 1);
      await server.close();
      server = await startServer();
      // The oldest first: had the first been due, it would have been asked about before the second.
      await expect.poll(() => paystack.verified).toContain(due);
      const asked = paystack.verified.filter((reference) => [tooSoon, due, last].includes(reference));
      expect(asked.sort()).toEqual([due, last].sort());
      await expect.poll(() => statusesOf([tooSoon, due, last])).toEqual(["pending", "pending", "failed"]);
    });

    it("abandons nothing while Paystack cannot be reached", async () => {
      const old = await started(ada, 800);
      await age(old, 30);
      paystack.mood = "down";
      await server.close();
      server = await startServer();
      await expect.poll(() => paystack.verified).toContain(old);
      await server.close();
      server = await startServer();
      expect(await statusesOf([old])).toEqual(["pending"]);
    });
  });
});

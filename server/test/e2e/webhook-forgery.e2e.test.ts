// Tests webhooks that Paystack did not send, or sent before, over two nodes where there are two, and checks the ledger
// after each kind. Money comes only from what Paystack signed, once, and goes to its owner.
import { createHash, createHmac, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startServersTogether } from "../support/e2e-in-process-nodes.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { type FakePaystack, PAYSTACK_KEY, signed, startFakePaystack } from "../support/fake-paystack.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

const HOOK = "/api/payments/paystack/webhook";
const AMOUNT = 1_500;

describe("webhooks", () => {
  let paystack: FakePaystack;
  let servers: readonly TestServer[] = [];
  let close: () => Promise<void> = async () => {};
  let people = 0;
  beforeAll(async () => {
    paystack = await startFakePaystack();
    const config = { paystack: { secretKey: PAYSTACK_KEY, url: paystack.url } };
    if (canHaveNodes()) {
      const nodes = await startServersTogether(2, config);
      servers = nodes.servers;
      close = nodes.close;
    } else {
      const server = await startTestServer({ config });
      servers = [server];
      close = server.close;
    }
  });
  afterAll(async () => {
    await close();
    await paystack?.close();
  });

  const at = (n: number): TestServer => {
    const server = servers[n % servers.length];
    if (!server) throw new Error("no server");
    return server;
  };
  const send = async (
    n: number,
    raw: string | Uint8Array<ArrayBuffer>,
    signature: string | null,
    headers: Record<string, string> = {},
  ) => {
    const all = { ...headers, ...(signature !== null && { "x-paystack-signature": signature }) };
    return (await at(n).api("POST", HOOK, { raw, headers: all })).status;
  };
  const somebody = () => makePerson(at(0), `payer-${++people}`, { balance: 0 });
  const started = async (person: Person, amount = AMOUNT): Promise<string> => {
    const { status, body, text } = await at(0).api("POST", "/api/payments/top-ups", {
      token: person.token,
      body: { amount },
    });
    if (status !== 201) throw new Error(`no top-up: ${status} ${text}`);
    return body.reference;
  };
  const paidBody = (reference: string, change: object = {}): string =>
    JSON.stringify({
      event: "charge.success",
      data: {
        id: 4_099_260_516,
        domain: "test",
        status: "success",
        reference,
        amount: AMOUNT * 100,
        currency: "NGN",
        ...change,
      },
    });
  const balanceOf = async ({ id }: Person): Promise<number> => {
    const [row] = await at(0).query<{ balance: number }>(
      "select balance_minor::float8 as balance from users where id = $1::text::uuid",
      [id],
    );
    return row?.balance ?? Number.NaN;
  };
  /** Expects every user's balance to be the sum of their ledger. */
  const ledgerHolds = async (): Promise<void> => {
    const wrong = await at(0).query(
      `select u.username from users u left join ledger_entries l on l.user_id = u.id
       group by u.id having u.balance_minor <> coalesce(sum(l.amount_minor), 0)
       union all
       select 'twice ' || reference from ledger_entries where cause = 'top-up' group by reference having count(*) > 1
       union all
       select 'unpaid ' || l.reference from ledger_entries l join top_ups t on t.reference = l.reference
       where l.cause = 'top-up' and (t.status <> 'paid' or t.amount_minor <> l.amount_minor or t.user_id <> l.user_id)`,
    );
    expect(wrong).toEqual([]);
  };
  afterEach(ledgerHolds);

  it("are refused if they are forged, each signature with each body", async () => {
    const ada = await somebody();
    const reference = await started(ada);
    const real = paidBody(reference);
    const right = signed(real);
    const parsed = JSON.parse(real) as { event: string; data: object };
    const signatures: [string, (body: string) => string | null][] = [
      ["none", () => null],
      ["empty", () => ""],
      ["zeros", () => "0".repeat(128)],
      ["of another secret", (body) => signed(body, "sk_test_of_somebody_else_altogether")],
      ["of an empty secret", (body) => createHmac("sha512", "").update(body).digest("hex")],
      ["of the secret without its first letter", (body) => signed(body, PAYSTACK_KEY.slice(1))],
      ["of the secret in capitals", (body) => signed(body, PAYSTACK_KEY.toUpperCase())],
      ["of another body", () => signed('{"event":"charge.success"}')],
      ["of nothing", () => signed("")],
      ["SHA-256", (body) => createHmac("sha256", PAYSTACK_KEY).update(body).digest("hex")],
      [
        "a hash of secret and body",
        (body) =>
          createHash("sha512")
            .update(PAYSTACK_KEY + body)
            .digest("hex"),
      ],
      ["a hash of the body", (body) => createHash("sha512").update(body).digest("hex")],
      ["right, in capitals", (body) => signed(body).toUpperCase()],
      ["right, in base64", (body) => Buffer.from(signed(body), "hex").toString("base64")],
      ["right, with its algorithm before it", (body) => `sha512=${signed(body)}`],
      ["right, without its last letter", (body) => signed(body).slice(0, -1)],
      ["right, with a letter more", (body) => `${signed(body)}0`],
      ["right, twice", (body) => `${signed(body)}, ${signed(body)}`],
      ["right, quoted", (body) => `"${signed(body)}"`],
      [
        "right, with one letter changed",
        (body) => `${signed(body).startsWith("a") ? "b" : "a"}${signed(body).slice(1)}`,
      ],
    ];
    let tried = 0;
    const taken: string[] = [];
    for (const [what, sign] of signatures) {
      for (const body of [real, paidBody(reference, { amount: 1 }), "", "[]"]) {
        if (sign(body) === signed(body)) continue;
        tried += 1;
        const status = await send(tried, body, sign(body));
        if (status !== 401) taken.push(`${what}: ${status}`);
      }
    }
    // The right signature, of a body that is not quite this one.
    const changed: [string, string | Uint8Array<ArrayBuffer>, Record<string, string>?][] = [
      ["written again with spaces", JSON.stringify(parsed, null, 2)],
      ["written again in another order", JSON.stringify({ data: parsed.data, event: parsed.event })],
      ["the amount twice", real.replace('"amount":', '"amount":1,"amount":')],
      ["the event twice", real.replace("{", '{"event":"charge.failed",')],
      ["a field more", real.replace("{", '{"x":1,')],
      ["a line more", `${real}\n`],
      ["a space before", ` ${real}`],
      ["a byte order mark", `\ufeff${real}`],
      ["a NUL behind", `${real}\0`],
      ["the letters escaped", real.replace("charge", "\\u0063harge")],
      ["packed", new Uint8Array(gzipSync(real)), { "content-encoding": "gzip" }],
      ["said to be packed", real, { "content-encoding": "gzip" }],
      ["another letter case", real.toUpperCase()],
      ["cut short", real.slice(0, -1)],
      ["as a form", `data=${encodeURIComponent(real)}`, { "content-type": "application/x-www-form-urlencoded" }],
    ];
    for (const [what, body, headers] of changed) {
      tried += 1;
      const status = await send(tried, body, right, headers);
      // A body that is or claims to be compressed is refused before its signature is looked at.
      if (status !== (headers?.["content-encoding"] ? 415 : 401)) taken.push(`${what}: ${status}`);
      if ((await balanceOf(ada)) !== 0) taken.push(`${what}: credited`);
    }
    process.stdout.write(`  forged webhooks: ${tried} tried, ${taken.length} bad\n`);
    expect(taken).toEqual([]);
  });

  it("credit a payment once if fifty come at once at all nodes, beside the payer's own calls", async () => {
    let sent = 0;
    const ada = await somebody();
    for (let round = 1; round <= 5; round++) {
      const reference = await started(ada);
      paystack.becomes(reference, { status: "success" });
      const body = paidBody(reference);
      const statuses = await Promise.all([
        ...Array.from({ length: 50 }, (_, n) => send(n, body, signed(body))),
        ...[0, 1].map(
          async (n) => (await at(n).api("GET", `/api/payments/top-ups/${reference}`, { token: ada.token })).status,
        ),
      ]);
      sent += 50;
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await balanceOf(ada)).toBe(round * AMOUNT * 100);
      // And later, when everybody has forgotten.
      expect(await send(round, body, signed(body))).toBe(200);
      expect(await balanceOf(ada)).toBe(round * AMOUNT * 100);
    }
    process.stdout.write(`  a real webhook sent again: ${sent} tried, 0 bad\n`);
  });

  it("signed by Paystack with another amount, currency, state, reference or owner credit nobody else and nothing else", async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const changes: object[] = [
      ...[1, AMOUNT, AMOUNT * 100 - 1, AMOUNT * 100 + 1, -AMOUNT * 100, 0, 1e15, 2 ** 53].map((amount) => ({ amount })),
      ...[`${AMOUNT * 100}`, null, true, [AMOUNT * 100], { $gt: 0 }, AMOUNT * 100 + 0.5].map((amount) => ({ amount })),
      ...["USD", "ngn", "NGN ", "", null, ["NGN"]].map((currency) => ({ currency })),
      ...["failed", "abandoned", "reversed", "pending", "ongoing", "SUCCESS", "success ", "", null, true].map(
        (status) => ({ status }),
      ),
    ];
    let tried = 0;
    for (const change of changes) {
      const reference = await started(ada);
      const body = paidBody(reference, change);
      expect([change, await send(++tried, body, signed(body))]).toEqual([change, 200]);
      expect([change, await balanceOf(ada)]).toEqual([change, 0]);
    }
    const reference = await started(ada);
    for (const other of [
      reference.toUpperCase(),
      ` ${reference}`,
      `${reference} `,
      `${reference}\u0000`,
      `${reference}\n`,
      reference.slice(0, -1),
      `${reference}0`,
      `topup-${"0".repeat(32)}`,
      "",
      null,
      [reference],
      { reference },
      `${reference}' or ''='`,
      reference.replace("t", "ｔ"),
    ]) {
      const body = paidBody(reference, { reference: other });
      expect([other, await send(++tried, body, signed(body))]).toEqual([other, 200]);
    }
    for (const event of [
      "charge.failed",
      "charge.pending",
      "transfer.success",
      "refund.processed",
      "CHARGE.SUCCESS",
      "charge.success ",
      null,
      ["charge.success"],
    ]) {
      const body = paidBody(reference).replace('"charge.success"', JSON.stringify(event));
      expect([event, await send(++tried, body, signed(body))]).toEqual([event, 200]);
    }
    expect(await balanceOf(ada)).toBe(0);
    // The payment belongs to its own payer, whichever other person the webhook also names.
    const named = paidBody(reference, {
      customer: { email: eve.email },
      metadata: { userId: eve.id, user_id: eve.id, reference: "x" },
    });
    expect(await send(++tried, named, signed(named))).toBe(200);
    expect([await balanceOf(ada), await balanceOf(eve)]).toEqual([AMOUNT * 100, 0]);
    const foreign = await at(0).api("GET", `/api/payments/top-ups/${reference}`, { token: eve.token });
    expect([foreign.status, foreign.body.code]).toEqual([404, "NOT_FOUND"]);
    process.stdout.write(`  signed webhooks of something else: ${tried} tried, 0 bad\n`);
  });

  it("are not caused by a client: nobody's page, key or command makes a payment", async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const reference = await started(ada);
    paystack.becomes(reference, { status: "success" });
    // Paystack would say yes; but it is not eve's to ask.
    for (let n = 0; n < 4; n++) await at(n).api("GET", `/api/payments/top-ups/${reference}`, { token: eve.token });
    expect(await balanceOf(eve)).toBe(0);
    const key = randomUUID();
    const body = { amount: AMOUNT };
    const mine = await at(0).api("POST", "/api/payments/top-ups", {
      token: eve.token,
      body,
      headers: { "idempotency-key": key },
    });
    const same = await at(1).api("POST", "/api/payments/top-ups", {
      token: ada.token,
      body,
      headers: { "idempotency-key": key },
    });
    expect(mine.body.reference).not.toBe(same.body.reference);
    expect([await balanceOf(ada), await balanceOf(eve)]).toEqual([0, 0]);
  });
});

// Tests invoices from outside: one for each buyer and sale, with numbers without gaps, and one payment for all of its lots,
// whose parts are booked together or not at all. It is long, because each file starts a server, so one file holds one subject.
import { randomUUID } from "node:crypto";
import { usualPercents } from "@jara/shared/payment-rules";
import { approvalAnswer } from "@jara/shared/rest/approvals";
import { type Invoice, invoicesAnswer, payInvoiceAnswer } from "@jara/shared/rest/invoices";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { makePerson, type Person, setStatus } from "../support/e2e-people.ts";
import { salesOn } from "../support/e2e-sales.ts";
import { expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FakePaystack, PAYSTACK_KEY, startFakePaystack } from "../support/fake-paystack.ts";
import { boughtBy, wonBy } from "../support/given-wins.ts";
import { loseAnswer } from "../support/lose-answer.ts";
import { pdfText } from "../support/pdf-text.ts";
import { dueIn } from "../support/seed.ts";

/** Bookings above it wait for a second person. */
const BOUND = 1_000_000;

describeEndToEnd("invoices", () => {
  let paystack: FakePaystack;
  let server: TestServer;
  let admin: Person;
  let other: Person;
  let ada: Person;
  let bola: Person;
  let people = 0;
  beforeAll(async () => {
    paystack = await startFakePaystack();
    const config = { paystack: { secretKey: PAYSTACK_KEY, url: paystack.url }, secondPersonAboveMinor: BOUND * 100 };
    server = await startTestServer({ config });
    admin = await makePerson(server, "admin", { role: "admin", isSettled: true });
    other = await makePerson(server, "manager", { role: "manager", isSettled: true });
  });
  beforeEach(async () => {
    people += 1;
    [ada, bola] = [await makePerson(server, `ada-${people}`), await makePerson(server, `bola-${people}`)];
  });
  afterAll(async () => {
    await server?.close();
    await paystack?.close();
  });

  const { makeLots, makeSale, publishedSale, setLots } = salesOn(() => ({ server, admin }));
  const api = (method: string, path: string, who: Person, body?: object, key: string = randomUUID()) =>
    server.api(method, `/api${path}`, {
      token: who.token,
      headers: { "idempotency-key": key },
      ...(body && { body }),
    });
  const listOf = async (who: Person): Promise<Invoice[]> => {
    const { body } = await api("GET", "/users/invoices", who);
    expectShape(invoicesAnswer, body);
    return body.invoices;
  };
  const invoiceOf = async (who: Person): Promise<Invoice> => {
    const [invoice, ...others] = await listOf(who);
    if (!invoice || others.length > 0) throw new Error("not one invoice");
    return invoice;
  };
  const fileAt = async (who: Person, path: string) => {
    const answer = await fetch(`${server.address}/api${path}`, { headers: { authorization: `Bearer ${who.token}` } });
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  const fileOf = (who: Person, { _id }: Pick<Invoice, "_id">) => fileAt(who, `/users/invoices/${_id}.pdf`);
  const pay = async (who: Person, { _id }: Invoice, body: object, key?: string) => {
    const answer = await api("POST", `/invoices/${_id}/payments`, who, body, key);
    if (answer.status === 200) expectShape(payInvoiceAnswer, answer.body);
    return answer;
  };
  /** A sale that is over, of which the person won every lot at this price. */
  const soldTo = async (who: Person, lots: number, price = 20_000, lot: object = {}) => {
    const { sale, ids } = await publishedSale(lots, {}, lot);
    for (const id of ids) {
      expect((await api("POST", "/bids", who, { auctionId: id, amount: price })).status).toBe(201);
      await setStatus(server, admin, id, "ended");
    }
    return { sale, ids };
  };
  const change = async (section: string, value: object) => {
    const { settings } = (await api("GET", "/admin/settings", admin)).body;
    const { version } = settings.find((one: { section: string }) => one.section === section);
    const { status, text } = await api("PUT", "/admin/settings", admin, { section, version, value, reason: "A test" });
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  const balanceOf = async (who: Person): Promise<number> =>
    (await expectLedgerHolds(server.server.database, who.id)).balanceMinor / 100;
  const partsOf = (who: Person) =>
    server.query<{ payment: string; at: string; amount: number; reference: string | null; method: string }>(
      `select invoice_payment_id as payment, created_at::text as at, amount_minor::float8 / 100 as amount, reference, method
       from payments where payer_id = $1::text::uuid order by reference, id`,
      [who.id],
    );
  /** The parts of one payment, which has so many, all booked at one moment. */
  const expectBookedAsOne = async (who: Person, count: number) => {
    const parts = await partsOf(who);
    expect(parts).toHaveLength(count);
    expect(new Set(parts.map(({ payment, at }) => `${payment} ${at}`)).size).toBe(1);
    expect(parts[0]?.payment).not.toBeNull();
    return parts;
  };
  const expectHistories = async (ids: readonly string[]) => {
    for (const id of ids) await expectHistoryHolds(server.server.database, id);
  };

  describe("an invoice", () => {
    it("has all lots of the buyer in the sale; lots without a sale have one for their day", async () => {
      const { sale, ids } = await soldTo(ada, 2);
      const alone = await wonBy(server, admin, ada, 1500.5);
      const bought = await boughtBy(server, admin, ada);
      const invoices = await listOf(ada);
      const [ofSale, ofDay] = [invoices.find((one) => one.sale), invoices.find((one) => one.day)];
      expect(invoices).toHaveLength(2);
      expect(ofSale).toMatchObject({
        sale: { _id: sale._id, title: sale.title },
        day: null,
        currency: "NGN",
        total: 40_000,
        paid: 8_000,
        remaining: 32_000,
        remainingNgn: 32_000,
      });
      expect(ofSale?.lots.map(({ lot, auction }) => [lot, auction._id])).toEqual([
        ["1", ids[0]],
        ["2", ids[1]],
      ]);
      expect(ofDay?.lots.map(({ auction, fee }) => [auction._id, fee])).toEqual([
        [alone.auction._id, 0],
        [bought.auction._id, 250.03],
      ]);
      expect(ofDay?.total).toBe(1500.5 + 5250.53);
      // The list is the same when it is asked for again.
      expect(await listOf(ada)).toEqual(invoices);
      expect(await listOf(bola)).toEqual([]);
    });

    it("has a number without gaps, also if many are made at once, and a later lot joins it", async () => {
      const buyers = await Promise.all([1, 2, 3, 4].map((n) => makePerson(server, `buyer-${people}-${n}`)));
      for (const buyer of buyers) await wonBy(server, admin, buyer);
      await Promise.all([...buyers, ...buyers].map((buyer) => api("GET", "/users/invoices", buyer)));
      const numbers = await server.query<{ number: number }>("select number from invoices order by number");
      expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, n) => n + 1));
      const [first] = buyers;
      if (!first) throw new Error("nobody");
      const before = await invoiceOf(first);
      expect(before.number).toMatch(/^I-\d{4}-\d{6}$/);
      await wonBy(server, admin, first, 2000);
      expect(await invoiceOf(first)).toMatchObject({ _id: before._id, number: before.number, total: 3500.5 });
    });

    it("never changes again once nothing is due on it: a later lot starts another one", async () => {
      await soldTo(ada, 1);
      const paid = (await pay(ada, await invoiceOf(ada), { method: "balance" })).body.invoice;
      await wonBy(server, admin, ada);
      const [ofDay] = (await listOf(ada)).filter((one) => one.day);
      await pay(ada, ofDay as Invoice, { method: "balance" });
      const settled = await listOf(ada);
      expect(settled.map(({ remaining, lots }) => [remaining, lots.length])).toEqual([
        [0, 1],
        [0, 1],
      ]);
      expect(settled).toContainEqual(paid);
      const later = await wonBy(server, admin, ada, 2000);
      const [started, ...before] = await listOf(ada);
      expect(started?.lots.map(({ auction }) => auction._id)).toEqual([later.auction._id]);
      expect(before).toEqual(settled);
      // An invoice on which something is due goes on growing.
      await wonBy(server, admin, ada, 3000);
      expect((await listOf(ada)).map(({ lots }) => lots.length)).toEqual([2, 1, 1]);
    });

    it("keeps its lines and total: what is no longer asked for is credited", async () => {
      await soldTo(ada, 2);
      const issued = await invoiceOf(ada);
      expect(issued).toMatchObject({ total: 40_000, credited: 0, dueAt: expect.any(String) });
      const [unpaid, refunded] = issued.lots;
      await dueIn(server.server.database, unpaid?.auction._id ?? "", -1);
      await vi.waitFor(async () => expect((await invoiceOf(ada)).lots[0]?.status).toBe("forfeited"), 10_000);
      expect(await invoiceOf(ada)).toMatchObject({ total: 40_000, credited: 20_000, paid: 4_000, remaining: 16_000 });
      await pay(ada, issued, { method: "balance" });
      const refund = { to: "balance", reason: "It was broken" };
      expect((await api("POST", `/settlements/${refunded?._id}/refund`, admin, refund)).status).toBe(200);
      const kept = await invoiceOf(ada);
      expect(kept).toMatchObject({ total: 40_000, credited: 40_000, paid: 0, remaining: 0, dueAt: null });
      expect(kept.lots.map(({ price, total, credited }) => [price, total, credited])).toEqual([
        [20_000, 20_000, 20_000],
        [20_000, 20_000, 20_000],
      ]);
      // Each payment and the refund have their papers, which the invoice names.
      const text = await vi.waitFor(
        async () => {
          const { body } = await api("GET", "/users/receipts", ada);
          const numbers: string[] = body.receipts.map(({ number }: { number: string }) => number);
          const note = numbers.find((number) => number.startsWith("C-")) ?? expect.fail();
          const page = (await pdfText((await fileOf(ada, kept)).bytes)).text;
          expect(page).toContain(`Refunded, see credit note ${note}: Lot 2 -₦20,000.00`);
          return page;
        },
        { timeout: 45_000, interval: 100 },
      );
      for (const words of [
        "Not paid in time, not sold: Lot 1",
        "Total ₦40,000.00",
        "Deposit R-",
        "From the balance R-",
      ])
        expect(text).toContain(words);
      expect(text).not.toContain("How to pay");
    });

    it("keeps its total when a void lowers the price", async () => {
      const { ids } = await publishedSale(1, {}, {});
      const [auctionId = ""] = ids;
      for (const [who, amount] of [
        [bola, 12_000],
        [ada, 20_000],
      ] as const) {
        expect((await api("POST", "/bids", who, { auctionId, amount })).status).toBe(201);
      }
      await setStatus(server, admin, auctionId, "ended");
      const { _id, lots } = await invoiceOf(ada);
      await server.query("update settlements set amount_minor = 1500000 where id = $1::text::uuid", [
        lots[0]?._id ?? "",
      ]);
      expect(await invoiceOf(ada)).toMatchObject({
        _id,
        total: 20_000,
        credited: 5_000,
        paid: 4_000,
        remaining: 11_000,
      });
    });

    it("is a file with the house of its time, the buyer and the sums, for the buyer and for staff", async () => {
      const set = (house: object) => change("house", house);
      await set({ name: "Jara Auctions Ltd", address: "12 Marina Road\nLagos", taxNumber: "12345678-0001" });
      const { sale } = await soldTo(ada, 2);
      const { _id, number } = await invoiceOf(ada);
      await set({ name: "Another Name Ltd", address: "", taxNumber: "" });
      const file = (who: Person) => fileOf(who, { _id });
      const own = await file(ada);
      const { text, pages } = await pdfText(own.bytes);
      expect(pages).toBe(1);
      for (const words of [
        number,
        sale.title.slice(0, 20),
        "Jara Auctions Ltd",
        "12 Marina Road",
        "12345678-0001",
        ada.email,
      ])
        expect(text).toContain(words);
      for (const words of [
        "Hammer prices ₦40,000.00",
        "Total ₦40,000.00",
        "Deposit, already taken ₦8,000.00",
        "Still to pay ₦32,000.00",
      ])
        expect(text).toContain(words);
      for (const words of ["Due by", "How to pay", "/purchases"]) expect(text).toContain(words);
      expect(text).not.toContain("Another Name");
      expect((await file(admin)).status).toBe(200);
      const stranger = await makePerson(server, `stranger-${people}`);
      expect((await file(stranger)).status).toBe(404);
      const listed = await api("GET", `/admin/users/${ada.id}/invoices`, admin);
      expect(listed.body.invoices.map((one: Invoice) => one.number)).toEqual([number]);
    });
  });

  describe("one payment for all lots", () => {
    it("takes everything from the balance in one commit, and once for one command", async () => {
      const { ids } = await soldTo(ada, 3);
      const invoice = await invoiceOf(ada);
      const before = await balanceOf(ada);
      const key = randomUUID();
      const answers = await Promise.all(
        [1, 2, 3].map(() => pay(ada, invoice, { method: "balance", seen: 48_000 }, key)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await pay(ada, invoice, { method: "balance" }, key)).body.invoice).toMatchObject({ remaining: 0 });
      expect(await balanceOf(ada)).toBe(before - 48_000);
      await expectBookedAsOne(ada, 3);
      const paid = await invoiceOf(ada);
      expect(paid).toMatchObject({ total: 60_000, paid: 60_000, remaining: 0 });
      expect(paid.lots.map(({ status }) => status)).toEqual(["paid", "paid", "paid"]);
      await expectHistories(ids);
      const again = await pay(ada, invoice, { method: "balance" });
      expect([again.status, again.body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
      expect((await pay(ada, invoice, { method: "online" }, key)).body.code).toBe("COMMAND_ID_REUSED");
    });

    it("is carried out once when its answer was lost", async () => {
      const { ids } = await soldTo(ada, 2);
      const invoice = await invoiceOf(ada);
      const before = await balanceOf(ada);
      const isLost = loseAnswer(server, "PaymentReceived");
      const key = randomUUID();
      expect((await pay(ada, invoice, { method: "balance" }, key)).status).toBe(503);
      expect(isLost()).toBe(true);
      expect((await pay(ada, invoice, { method: "balance" }, key)).status).toBe(200);
      expect(await balanceOf(ada)).toBe(before - 32_000);
      await expectBookedAsOne(ada, 2);
      await expectHistories(ids);
    });

    it("is made once if two come at once, also beside a payment for one of the lots", async () => {
      const { ids } = await soldTo(ada, 2);
      const invoice = await invoiceOf(ada);
      const before = await balanceOf(ada);
      const one = () => pay(ada, invoice, { method: "balance" });
      const answers = await Promise.all([
        one(),
        api("POST", `/settlements/${invoice.lots[1]?._id}/payments`, ada, { method: "balance" }),
        one(),
      ]);
      // The lot alone may be first; then a payment for all that began before it is refused as a whole.
      expect(answers.map(({ status }) => status)).toContain(200);
      for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe("SETTLEMENT_CLOSED");
      await pay(ada, invoice, { method: "balance" });
      expect(await balanceOf(ada)).toBe(before - 32_000);
      expect(await partsOf(ada)).toHaveLength(2);
      await expectHistories(ids);
    });

    it("books nothing if the balance is enough for some of the lots only, or another amount is due than was seen", async () => {
      const poor = await makePerson(server, `poor-${people}`, { balance: 30_000 });
      const { ids } = await soldTo(poor, 2);
      const invoice = await invoiceOf(poor);
      const refused = await pay(poor, invoice, { method: "balance" });
      expect([refused.status, refused.body]).toEqual([
        403,
        expect.objectContaining({ code: "INSUFFICIENT_BALANCE", required: 32_000, balance: 22_000 }),
      ]);
      expect(await partsOf(poor)).toEqual([]);
      expect((await pay(poor, invoice, { method: "balance", seen: 16_000 })).body.code).toBe("VALUE_CHANGED");
      expect(await balanceOf(poor)).toBe(22_000);
      await expectHistories(ids);
    });

    it("is the buyer's alone: for everybody else there is no such invoice", async () => {
      await soldTo(ada, 2);
      const invoice = await invoiceOf(ada);
      for (const method of ["balance", "online"]) {
        expect((await pay(bola, invoice, { method })).status).toBe(404);
      }
      expect((await pay(bola, invoice, { method: "cash", amount: 32_000 })).status).toBe(403);
      expect((await pay(ada, { ...invoice, _id: randomUUID() }, { method: "balance" })).status).toBe(404);
      expect((await invoiceOf(ada)).remaining).toBe(32_000);
    });

    it("comes online once, whoever reports it; a lot that was waived meanwhile gives its part to the balance", async () => {
      const { ids } = await soldTo(ada, 3);
      const invoice = await invoiceOf(ada);
      const key = randomUUID();
      const started = await pay(ada, invoice, { method: "online" }, key);
      expect([started.status, started.body.reference]).toEqual([200, expect.stringMatching(/^payment-/)]);
      expect((await pay(ada, invoice, { method: "online" }, key)).text).toBe(started.text);
      const { reference } = started.body;
      expect(paystack.payments.get(reference)).toMatchObject({
        amount: 4_800_000,
        callbackUrl: `http://localhost:3000/purchases?payment=${reference}`,
      });
      const [waived] = invoice.lots;
      const waive = await api("POST", `/settlements/${waived?._id}/waive`, admin, { note: "A mistake" });
      expect([waive.status, waive.text]).toEqual([200, expect.anything()]);
      const before = await balanceOf(ada);
      paystack.becomes(reference, { status: "success" });
      await Promise.all([1, 2].map(() => paystack.webhook(server, reference)));
      await paystack.webhook(server, reference);
      expect(await balanceOf(ada)).toBe(before + 16_000);
      const parts = await expectBookedAsOne(ada, 2);
      expect(parts.map((part) => part.reference)).toEqual([`${reference}/2`, `${reference}/3`]);
      expect(await invoiceOf(ada)).toMatchObject({ total: 60_000, credited: 20_000, paid: 40_000, remaining: 0 });
      const look = await api("GET", `/payments/top-ups/${reference}`, ada);
      const surplus = { amount: 16_000, reason: "more-than-due" };
      expect(look.body).toMatchObject({ status: "paid", amount: 48_000, surplus });
      expect((await api("GET", "/payments/top-ups", ada)).body.topUps).toEqual([]);
      await expectHistories(ids);
    });

    it("takes naira for lots in dollars, each at the rate that was promised for it, which further links share", async () => {
      const { ids } = await soldTo(ada, 2, 1_100, { currency: "USD" });
      const invoice = await invoiceOf(ada);
      const [first, second] = invoice.lots;
      const linkOf = async (lot = first) =>
        (await api("POST", `/settlements/${lot?._id}/payments`, ada, { method: "online" })).body;
      const link = await linkOf();
      // As if the link for the first lot had been made when a dollar was half as dear.
      await server.query(
        "update top_ups set quoted_usd_to_ngn = quoted_usd_to_ngn / 2, worth_until = clock_now() + interval '5 minutes' where reference = $1",
        [link.reference],
      );
      const started = await pay(ada, invoice, { method: "online", seen: 1_760 });
      const amountNgn = link.promise.amountNgn * 1.5;
      expect(started.body.promise).toMatchObject({ amount: 1_760, amountNgn });
      expect(Date.parse(started.body.promise.until) - Date.now()).toBeLessThan(6 * 60_000);
      const { reference } = started.body;
      expect(paystack.payments.get(reference)?.amount).toBe(Math.round(amountNgn * 100));
      // The same of the invoice's promise for the second lot.
      await server.query(
        `update invoice_payments set parts = jsonb_set(parts, '{1,promise,usdToNgn}',
           to_jsonb((parts #>> '{1,promise,usdToNgn}')::float8 / 2)) where invoice_id = $1::text::uuid`,
        [invoice._id],
      );
      expect((await linkOf(second)).promise.amountNgn).toBe(link.promise.amountNgn / 2);
      const before = await balanceOf(ada);
      paystack.becomes(reference, { status: "success" });
      for (let i = 0; i < 2; i += 1) expect(await paystack.webhook(server, reference)).toBe(200);
      expect(await balanceOf(ada)).toBe(before);
      const parts = await expectBookedAsOne(ada, 2);
      expect(parts.map(({ amount }) => amount)).toEqual([880, 880]);
      expect(await invoiceOf(ada)).toMatchObject({ currency: "USD", paid: 2_200, remaining: 0 });
      await expectHistories(ids);
    });

    it("is reversed lot by lot: one lot is due again, the invoice says so, and the parts of the others stay", async () => {
      const { ids } = await soldTo(ada, 3);
      const invoice = await invoiceOf(ada);
      const paid = await pay(admin, invoice, { method: "transfer", amount: 48_100, reference: `GTB ${randomUUID()}` });
      expect([paid.status, paid.text]).toEqual([200, expect.anything()]);
      const detailsOf = async (n: number) => (await api("GET", `/settlements/${invoice.lots[n]?._id}`, admin)).body;
      const [payment] = (await detailsOf(2)).payments;
      expect(payment).toMatchObject({ amount: 16_000, surplusNgn: 100, together: { lots: 3, ngn: 48_100 } });
      const [part] = (await detailsOf(0)).payments;
      const others: { _id: string; amountNgn: number; surplusNgn?: number }[] = part.together.others;
      expect(others).toHaveLength(2);
      for (const { _id, amountNgn, surplusNgn } of others)
        expect([amountNgn, surplusNgn]).toEqual(_id === payment._id ? [16_100, 100] : [16_000, undefined]);
      const before = await balanceOf(ada);
      const body = { reason: "It did not come", payments: [payment._id] };
      const { status, text } = await api("POST", `/settlements/${invoice.lots[2]?._id}/reverse`, admin, body);
      expect([status, text]).toEqual([200, expect.anything()]);
      expect((await detailsOf(2)).settlement).toMatchObject({ status: "open", remaining: 16_000, paid: 0 });
      for (const n of [0, 1]) expect((await detailsOf(n)).settlement).toMatchObject({ status: "paid", paid: 16_000 });
      expect(await balanceOf(ada)).toBe(before - 100);
      expect(await invoiceOf(ada)).toMatchObject({ total: 60_000, paid: 44_000, remaining: 16_000 });
      await expectHistories(ids);
    });

    it("is refused as a whole if a lot can no longer be paid", async () => {
      const { ids } = await soldTo(ada, 2);
      const invoice = await invoiceOf(ada);
      const key = randomUUID();
      const before = await balanceOf(ada);
      // The first try records what it covers, and has no answer.
      await server.query(
        `insert into invoice_payments (id, invoice_id, asked_by, command_id, method, amount_minor, parts, created_at)
         select gen_random_uuid(), $1::text::uuid, $2::text::uuid, $3, 'balance', 3200000, $4::text::jsonb, now()`,
        [
          invoice._id,
          ada.id,
          key,
          JSON.stringify(
            invoice.lots.map(({ _id, auction }) => ({
              settlementId: _id,
              auctionId: auction._id,
              amountMinor: 1_600_000,
            })),
          ),
        ],
      );
      await api("POST", `/settlements/${invoice.lots[0]?._id}/waive`, admin, { note: "A mistake" });
      const refunded = await balanceOf(ada);
      expect(refunded).toBe(before + 4_000);
      for (const _ of [1, 2]) {
        const refused = await pay(ada, invoice, { method: "balance" }, key);
        expect([refused.status, refused.body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
      }
      expect(await partsOf(ada)).toEqual([]);
      expect((await pay(ada, invoice, { method: "balance", seen: 16_000 })).status).toBe(200);
      expect(await balanceOf(ada)).toBe(refunded - 16_000);
      await expectHistories(ids);
    });
  });

  describe("staff who confirm one transfer for all lots", () => {
    it("book a part of what is due over the lots that are due first, to the kobo and once", async () => {
      const { ids } = await soldTo(ada, 3);
      const [, , last] = (await invoiceOf(ada)).lots;
      // The last lot is due before the others.
      await server.query("update settlements set due_at = due_at - interval '1 hour' where id = $1::text::uuid", [
        last?._id ?? "",
      ]);
      const before = await balanceOf(ada);
      const key = randomUUID();
      const body = { method: "cash", amount: 20_000.01 };
      for (const _ of [1, 2]) expect((await pay(admin, await invoiceOf(ada), body, key)).status).toBe(200);
      expect((await pay(admin, await invoiceOf(ada), { ...body, amount: 20_000 }, key)).body.code).toBe(
        "COMMAND_ID_REUSED",
      );
      const parts = await expectBookedAsOne(ada, 2);
      expect(parts.map(({ amount, method }) => [amount, method]).sort()).toEqual([
        [16_000, "cash"],
        [4_000.01, "cash"],
      ]);
      const invoice = await invoiceOf(ada);
      expect(invoice).toMatchObject({ total: 60_000, paid: 32_000.01, remaining: 27_999.99 });
      expect(invoice.lots.map(({ status, remaining }) => [status, remaining])).toEqual([
        ["open", 11_999.99],
        ["open", 16_000],
        ["paid", 0],
      ]);
      expect(await balanceOf(ada)).toBe(before);
      // The rest, with a little more.
      expect((await pay(admin, invoice, { method: "cash", amount: 28_000 })).body.invoice.remaining).toBe(0);
      expect(await balanceOf(ada)).toBe(before + 0.01);
      await expectHistories(ids);
    });

    it("book it once; what is more goes to the balance", async () => {
      const { ids } = await soldTo(ada, 2);
      const invoice = await invoiceOf(ada);
      const before = await balanceOf(ada);
      const key = randomUUID();
      const body = { method: "transfer", amount: 33_000, reference: `GTB ${randomUUID()}`, note: "All lots" };
      for (const _ of [1, 2]) expect((await pay(admin, invoice, body, key)).body.invoice.remaining).toBe(0);
      expect(await balanceOf(ada)).toBe(before + 1_000);
      const parts = await expectBookedAsOne(ada, 2);
      for (const part of parts)
        expect(part).toMatchObject({ method: "transfer", reference: body.reference, amount: 16_000 });
      const { payments } = (await api("GET", "/admin/takings?limit=1", other)).body;
      const { sale, number } = invoice;
      const named = { paymentId: parts[0]?.payment, sale, invoice: number };
      expect(payments).toMatchObject([
        { ...named, lot: "1" },
        { ...named, lot: "2" },
      ]);
      const receipts = await vi.waitFor(async () => {
        const { receipts: all } = (await api("GET", "/users/receipts", ada)).body;
        expect(all.filter(({ kind }: { kind: string }) => kind === "refund")).toHaveLength(1);
        return (all as { _id: string; number: string; kind: string }[]).slice(0, 3);
      }, 45_000);
      const [first, second] = receipts.flatMap(({ kind, number }) => (kind === "payment" ? number : [])).sort();
      const refund = receipts.find(({ kind }) => kind === "refund")?.number;
      for (const { _id } of receipts) {
        const { bytes } = await fileAt(ada, `/users/receipts/${_id}.pdf`);
        const { text } = await pdfText(bytes);
        expect(text).toContain(`Part of a payment of ₦33,000.00 by bank transfer ${body.reference}`);
        expect(text).toContain(`${first} and ${second}`);
        expect(text).toContain("₦33,000.00 came; ₦1,000.00 of it is in your balance");
        expect(text).toContain(refund);
      }
      const { text } = await pdfText((await fileOf(ada, invoice)).bytes);
      // The reference is longer than its column.
      const received = "₦33,000.00 received: ₦32,000.00 for this invoice, ₦1,000.00 to the balance";
      expect(text.replaceAll(/\s/g, "")).toContain(`${body.reference}. ${received}`.replaceAll(" ", ""));
      expect(text).toContain("1, 2");
      for (const words of [first, second, "Hammer price VAT", "Deposit, already taken ₦8,000.00 Paid ₦32,000.00"])
        expect(text).toContain(words);
      await soldTo(bola, 1);
      const twice = await pay(admin, await invoiceOf(bola), { ...body, amount: 16_000 });
      expect([twice.status, twice.body.code]).toEqual([409, "ALREADY_EXISTS"]);
      await expectHistories(ids);
    });

    it("wait for a second person above the bound, by the sum of all lots", async () => {
      const { ids } = await soldTo(ada, 2, 800_000);
      const invoice = await invoiceOf(ada);
      const body = { method: "transfer", amount: 1_280_000, reference: `GTB ${randomUUID()}` };
      const asked = await pay(admin, invoice, body);
      expect(asked.status).toBe(202);
      expectShape(approvalAnswer, asked.body);
      expect(asked.body.approval).toMatchObject({ amountNgn: 1_280_000, reason: `Invoice ${invoice.number}, 2 lots.` });
      expect(await partsOf(ada)).toEqual([]);
      const { _id } = asked.body.approval;
      for (const _ of [1, 2]) expect((await api("POST", `/admin/approvals/${_id}/approve`, other)).status).toBe(200);
      await expectBookedAsOne(ada, 2);
      expect((await invoiceOf(ada)).remaining).toBe(0);
      await expectHistories(ids);
    });
  });

  it("have the premium and the VAT of each lot, which the printed catalogue names before the sale", async () => {
    await change("lot-rules", { ...usualPercents, premiumPercent: 10, vatPercent: 7.5 });
    onTestFinished(() => change("lot-rules", usualPercents));
    const ids = await makeLots(1);
    const draft = await makeSale();
    expect((await setLots(draft, ids)).status).toBe(200);
    const catalogue = await fetch(`${server.address}/api/sales/${draft._id}/catalogue.pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const { text } = await pdfText(new Uint8Array(await catalogue.arrayBuffer()));
    expect(text).toContain("A buyer's premium of 10% and VAT of 7.5% on it are added");
    await soldTo(ada, 2);
    const invoice = await invoiceOf(ada);
    expect(invoice.lots.map(({ price, premium, vat, total }) => [price, premium, vat, total])).toEqual([
      [20_000, 2_000, 150, 22_150],
      [20_000, 2_000, 150, 22_150],
    ]);
    expect(invoice).toMatchObject({ total: 44_300, paid: 8_000, remaining: 36_300 });
    expect((await pay(ada, invoice, { method: "balance", seen: 36_300 })).status).toBe(200);
    await expectBookedAsOne(ada, 2);
  });
});

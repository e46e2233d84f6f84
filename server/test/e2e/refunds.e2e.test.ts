// Tests "Refund and cancel the sale" over REST: where the money goes, that it goes once, who may do it, what the buyer is
// told, and what the lot is afterwards.
import { randomUUID } from "node:crypto";
import { toMinor } from "@jara/shared/money";
import type { Invoice } from "@jara/shared/rest/invoices";
import { settlementAnswer } from "@jara/shared/rest/settlements";
import type { Takings } from "@jara/shared/rest/takings";
import { expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { expectShape, type TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { logIsRead } from "../support/read-log.ts";

describeEndToEnd("a refund of a sold lot", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  let bola: Person;
  beforeEachWithSettlements((world) => {
    ({ server, steps, ada, bola } = world);
  });

  const reason = "The lot was damaged in our store";
  const balanceOf = async ({ id }: Person): Promise<number> => {
    const [row] = await server.query("select balance_minor from users where id = $1::text::uuid", [id]);
    return Number(row?.balance_minor) / 100;
  };
  const account = async ({ id }: Person, usable = "now() - interval '1 day'"): Promise<void> => {
    await server.query(
      `insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox, created_at,
         usable_at)
       values ($1::text::uuid, $2::text::uuid, '057', 'Zenith Bank', '0123456789', 'OKAFOR ADA', true,
         now() - interval '2 days', ${usable})`,
      [randomUUID(), id],
    );
  };
  const paid = async (price = 2000) => {
    const before = await balanceOf(ada);
    const { auction, settlement } = await steps.won([
      [bola, price - 500],
      [ada, price],
    ]);
    const payment = { method: "transfer", amount: settlement.remaining, reference: randomUUID() };
    await steps.done(steps.post(`settlements/${settlement._id}/payments`, payment));
    return { before, auction, settlement, path: `settlements/${settlement._id}/refund` };
  };
  const holds = async (auctionId: string) => {
    await expectHistoryHolds(server.server.database, auctionId);
    await expectLedgerHolds(server.server.database, ada.id);
  };
  const takingsOf = async (): Promise<Takings> =>
    await steps.done(server.api("GET", "/api/admin/takings", { token: steps.admin.token }));
  const mailsAbout = async (auctionId: string) => {
    await logIsRead(server);
    return await server.query(
      "select data from outbox where kind = 'payment-withdrawn' and auction_id = $1::text::uuid",
      [auctionId],
    );
  };

  it("gives everything back to the balance once, whoever asks how often", async () => {
    const { before, auction, settlement, path } = await paid();
    const key = randomUUID();
    const ask = (of: string = randomUUID()) => steps.post(path, { to: "balance", reason }, { key: of });
    const answers = await Promise.all([ask(key), ask(key), ask()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200, 409]));
    expect(await balanceOf(ada)).toBe(before + settlement.remaining);
    const again = await ask();
    expect([again.status, again.body.code, again.body.status]).toEqual([409, "SETTLEMENT_CLOSED", "refunded"]);
    expect(again.body.message).toContain("was already refunded by");
    const details = await steps.detailsOf(settlement._id);
    expect(details.settlement).toMatchObject({
      status: "refunded",
      note: reason,
      remaining: 0,
      refund: { to: "balance", amountNgn: 2000 },
      auction: { status: "ended" },
    });
    expect(await mailsAbout(auction._id)).toMatchObject([{ data: { why: "refunded", note: reason, returned: 2000 } }]);
    const notes = await server.query(
      "select facts, corrects_id from receipts where kind = 'credit-note' and settlement_id = $1::text::uuid",
      [settlement._id],
    );
    expect(notes).toMatchObject([{ facts: { ngnMinor: 200_000, reason }, corrects_id: expect.any(String) }]);
    await holds(auction._id);
  });

  it("leaves the lot unsold, without a winner, and lets staff relist it", async () => {
    const { auction, path } = await paid();
    expectShape(settlementAnswer, await steps.done(steps.post(path, { to: "balance", reason })));
    const shown = await server.api("GET", `/api/auctions/${auction._id}`);
    expect(shown.body.auction).toMatchObject({ status: "ended", winner: null });
    const { auctions } = await steps.done(
      server.api("GET", `/api/auctions/admin/all?search=${auction._id}`, { token: steps.admin.token }),
    );
    expect(auctions).toMatchObject([{ _id: auction._id, outcome: "refunded" }]);
    const relisted = await steps.post(`auctions/${auction._id}/relist`);
    expect(relisted.status).toBe(201);
    const sold = await server.api("PATCH", `/api/auctions/admin/${auction._id}/status`, {
      token: steps.admin.token,
      body: { status: "sold" },
    });
    expect(sold.status).toBe(409);
  });

  it("goes to the buyer's own bank account by a withdrawal that waits for its approval", async () => {
    const { before, auction, settlement, path } = await paid();
    const without = await steps.post(path, { to: "transfer", reason });
    expect([without.status, without.body.code]).toEqual([400, "INVALID"]);
    expect(without.body.message).toContain("no bank account that can be used yet");
    await account(ada, "now() + interval '1 hour'");
    expect((await steps.post(path, { to: "transfer", reason })).status).toBe(400);
    await server.query("update bank_accounts set usable_at = clock_now() where user_id = $1::text::uuid", [ada.id]);
    const { settlement: refunded } = await steps.done(steps.post(path, { to: "transfer", reason }));
    expect(refunded).toMatchObject({ status: "refunded", refund: { to: "transfer", amountNgn: 2000 } });
    expect(await balanceOf(ada)).toBe(before - 2000 + settlement.remaining);
    const rows = await server.query(
      `select w.amount_minor::float8 as amount, w.status, e.amount_minor::float8 as entry from withdrawals w
       left join ledger_entries e on e.reference = w.reference where w.user_id = $1::text::uuid`,
      [ada.id],
    );
    expect(rows).toEqual([{ amount: 200_000, status: "requested", entry: -200_000 }]);
    expect(await mailsAbout(auction._id)).toMatchObject([{ data: { sent: 2000 } }]);
    await holds(auction._id);
  });

  it("is paid out in cash in the same change, once, and the takings and the till of the day have it", async () => {
    const { before, auction, settlement, path } = await paid();
    const key = randomUUID();
    const ask = (of: string) => steps.post(path, { to: "cash", reason }, { key: of });
    const till = async () => {
      const day = await server.query<{ day: string }>(
        "select (clock_now() at time zone 'Africa/Lagos')::date::text as day",
      );
      const { open } = await steps.done(
        server.api("GET", `/api/admin/day-closes/${day[0]?.day}`, { token: steps.admin.token }),
      );
      return open.till.find(({ method }: { method: string }) => method === "cash");
    };
    const cashBefore = await till();
    const answers = await Promise.all([ask(key), ask(key), ask(randomUUID())]);
    expect(answers.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200, 409]));
    expect(await balanceOf(ada)).toBe(before + settlement.remaining - 2000);
    const rows = await server.query(
      `select amount_minor::float8 as amount, method, actor_id as actor from ledger_entries
       where cause = 'refund-in-cash' and settlement_id = $1::text::uuid`,
      [settlement._id],
    );
    expect(rows).toEqual([{ amount: -200_000, method: "cash", actor: steps.admin.id }]);
    const details = await steps.detailsOf(settlement._id);
    expect(details.settlement).toMatchObject({ status: "refunded", refund: { to: "cash", amountNgn: 2000 } });
    const cash = await till();
    const kobo = (now: number, earlier: number) => toMinor(now) - toMinor(earlier);
    expect([kobo(cash.outNgn, cashBefore.outNgn), kobo(cash.inNgn, cashBefore.inNgn)]).toEqual([200_000, 0]);
    const takings = await takingsOf();
    expect(takings.edits).toContainEqual(
      expect.objectContaining({ method: "cash", amountNgn: -2000, note: "The lot was damaged in our store" }),
    );
    expect(await mailsAbout(auction._id)).toMatchObject([{ data: { returned: 2000, inCash: 2000 } }]);
    await holds(auction._id);
  });

  it("is a row of the takings and of their file, in cash and by transfer, with its lot, invoice and credit note", async () => {
    const refundedBy = (takings: Takings, of: string) =>
      takings.outgoing?.find(({ method }) => method === of)?.refundedNgn ?? 0;
    const rowOf = ({ others = [] }: Takings, id: string, ofKind: string) =>
      others.find(({ kind, lot }) => kind === ofKind && lot?.settlementId === id);
    const fileOf = async () =>
      (await server.api("GET", "/api/admin/takings.csv", { token: steps.admin.token })).text.trimEnd().split("\r\n");
    const before = await takingsOf();

    const cash = await paid();
    const invoiceOf = async (id: string): Promise<Invoice> =>
      (await steps.done(server.api("GET", "/api/users/invoices", { token: ada.token }))).invoices.find(
        ({ lots }: Invoice) => lots.some(({ _id }) => _id === id),
      );
    const invoice = await invoiceOf(cash.settlement._id);
    await steps.done(steps.post(cash.path, { to: "cash", reason }));
    const noteOf = async (id: string): Promise<string> => {
      const read = async () => (await steps.detailsOf(id)).settlement.refund?.creditNote ?? null;
      await expect.poll(read, { timeout: 45_000 }).toMatch(/^C-/);
      return (await read()) ?? "";
    };
    const note = await noteOf(cash.settlement._id);
    const { lots } = await invoiceOf(cash.settlement._id);
    expect(lots.find(({ _id }) => _id === cash.settlement._id)).toMatchObject({ status: "refunded", creditNote: note });
    const after = await takingsOf();
    expect(rowOf(after, cash.settlement._id, "refund")).toMatchObject({
      method: "cash",
      outNgn: 2000,
      note: reason,
      lot: { title: cash.auction.title, invoice: invoice.number, creditNote: note },
    });
    expect(refundedBy(after, "cash") - refundedBy(before, "cash")).toBe(2000);
    const [heads = "", ...lines] = await fileOf();
    expect(heads).toMatch(/"credit note"$/);
    const [line, ...others] = lines.filter((one) => one.endsWith(`"${note}"`));
    expect(others).toEqual([]);
    for (const words of ['"refund"', `"${cash.auction._id}"`, `"${invoice.number}"`]) expect(line).toContain(words);

    await account(ada);
    const sent = await paid();
    await steps.done(steps.post(sent.path, { to: "transfer", reason }));
    await server.query(
      "update withdrawals set status = 'paid', closed_at = clock_now() where user_id = $1::text::uuid and status = 'requested'",
      [ada.id],
    );
    const sentNote = await noteOf(sent.settlement._id);
    const last = await takingsOf();
    expect(rowOf(last, sent.settlement._id, "withdrawal")).toMatchObject({
      method: "online",
      outNgn: 2000,
      note: reason,
      lot: { title: sent.auction.title, creditNote: sentNote },
    });
    expect(refundedBy(last, "online") - refundedBy(before, "online")).toBe(2000);
    expect(refundedBy(last, "cash")).toBe(refundedBy(after, "cash"));
  });

  it("is paid out in cash by staff who may change balances alone", async () => {
    const cashier = await makePerson(server, `cashier-${randomUUID().slice(0, 8)}`, {
      role: "cashier",
      isSettled: true,
    });
    const { path } = await paid();
    const ask = (to: string) => server.api("POST", `/api/${path}`, { token: cashier.token, body: { to, reason } });
    expect((await ask("cash")).status).toBe(403);
    expect((await ask("balance")).status).toBe(200);
  });

  it("is possible after the handover, and refused before the payment", async () => {
    const open = await steps.won([[ada, 1500]]);
    const early = await steps.post(`settlements/${open.settlement._id}/refund`, { to: "balance", reason });
    expect([early.status, early.body.code]).toEqual([409, "SETTLEMENT_CLOSED"]);
    expect(early.body.message).toContain("Waive");
    const { auction, settlement, path } = await paid();
    await steps.done(steps.post(`settlements/${settlement._id}/ready`, { place: "12 Allen Avenue", hours: "9 to 16" }));
    await server.query("update settlements set handed_over_at = now() where id = $1::text::uuid", [settlement._id]);
    await steps.done(steps.post(path, { to: "balance", reason }));
    await holds(auction._id);
  });

  it("makes a purchase by Buy It Now void", async () => {
    const before = await balanceOf(ada);
    const auction = await steps.newLot({ buyItNowPrice: 2000 });
    const buying = await server.api("POST", `/api/auctions/${auction._id}/buy-it-now`, {
      token: ada.token,
      headers: { "idempotency-key": randomUUID() },
    });
    expect(buying.status).toBe(200);
    const { _id } = await steps.newestOf(auction);
    await steps.done(steps.post(`settlements/${_id}/payment-received`));
    await steps.done(steps.post(`settlements/${_id}/refund`, { to: "balance", reason }));
    const { settlement } = await steps.detailsOf(_id);
    expect(settlement).toMatchObject({ status: "refunded", kind: "buy-it-now", auction: { status: "ended" } });
    // Staff had confirmed the rest without a method, and it is refunded too.
    expect(await balanceOf(ada)).toBe(before + settlement.total - settlement.price * 0.2);
    await holds(auction._id);
  });
});

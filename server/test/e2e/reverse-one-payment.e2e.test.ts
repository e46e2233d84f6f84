// Tests the reversal of one of several payments of a lot: the settlement, the balance, the documents, the mail and the
// history checker's books follow to the kobo, and nobody takes a payment back twice or one of another lot.
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { checkHistory, findingOf } from "../../../load/src/history/check-history.ts";
import { readStored } from "../../../load/src/history/stored.ts";
import { expectHistoryHolds, expectLedgerHolds } from "../support/check-history.ts";
import type { Person } from "../support/e2e-people.ts";
import type { TestServer } from "../support/e2e-server.ts";
import { beforeEachWithSettlements, type SettlementSteps } from "../support/e2e-settlements.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const RICH = 100_000_000;
const DAY = 24 * 60 * 60 * 1000;
const promises = new Set(["payments", "deposits", "receipts", "totals"]);

describeEndToEnd("The reversal of one of several payments", () => {
  let server: TestServer;
  let steps: SettlementSteps;
  let ada: Person;
  let bola: Person;
  beforeEachWithSettlements((world) => {
    ({ server, steps, ada, bola } = world);
  });

  const reason = "It was booked for the wrong lot";
  const book = (id: string, method: "transfer" | "cash", amount: number, reference?: string) =>
    steps.done(steps.post(`settlements/${id}/payments`, { method, amount, ...(reference && { reference }) }));
  /** Those that count, the oldest first. */
  const countingOf = async (id: string) =>
    (await steps.detailsOf(id)).payments.filter(({ reversed }) => !reversed).toReversed();
  const reverse = (id: string, payments: readonly string[], key: string = randomUUID()) =>
    steps.post(`settlements/${id}/reverse`, { reason, payments }, { key });
  const holds = async (auctionId: string, person: Person) => {
    const { database } = server.server;
    await expectHistoryHolds(database, auctionId);
    await expectLedgerHolds(database, person.id);
    const history = { calls: [], watching: [], held: [], clock: null, since: null, takesDeposits: true };
    const { violations } = checkHistory(history, await readStored(server.query, [auctionId], [person.id]));
    expect(violations.filter(({ promise }) => promises.has(promise)).map(findingOf)).toEqual([]);
  };
  /** The newest credit notes of the lot, with the receipt that each corrects. */
  const notesOf = (id: string) =>
    server.query(
      `select n.facts->>'method' as method, n.facts->>'reference' as reference,
         (n.facts->>'amountMinor')::float8 / 100 as amount, (r.facts->>'amountMinor')::float8 / 100 as corrects, r.kind
       from receipts n left join receipts r on r.id = n.corrects_id
       where n.settlement_id = $1::text::uuid and n.kind = 'credit-note' order by n.created_at, n.facts->>'method' desc`,
      [id],
    );

  it("leaves the other payments of an open settlement, once for each key, and names the payment in its credit note", async () => {
    const { auction, settlement } = await steps.won([[ada, 10_000]]);
    const { _id: id } = settlement;
    const reference = `GTB ${randomUUID()}`;
    await book(id, "cash", 1000);
    await book(id, "transfer", 2000.5, reference);
    await book(id, "cash", 300);
    const [cash, transfer] = await countingOf(id);
    const before = await steps.balanceOf(ada);
    const key = randomUUID();
    for (let times = 0; times < 2; times++) {
      const { settlement: after } = await steps.done(reverse(id, [transfer?._id ?? ""], key));
      expect(after).toMatchObject({ status: "open", dueAt: settlement.dueAt, paid: 1300, remaining: 6700 });
    }
    expect(await steps.refused(reverse(id, [cash?._id ?? ""], key))).toEqual([409, "COMMAND_ID_REUSED"]);
    const { payments, actions } = await steps.detailsOf(id);
    expect(payments.map(({ amount, reversed }) => [amount, reversed?.reason ?? null])).toEqual([
      [300, null],
      [2000.5, reason],
      [1000, null],
    ]);
    expect(actions.filter(({ action }) => action === "payment reversed")).toHaveLength(1);
    expect(await steps.balanceOf(ada)).toBe(before);
    expect(await notesOf(id)).toEqual([
      { method: "transfer", reference, amount: 2000.5, corrects: 2000.5, kind: "payment" },
    ]);
    // Its transfer can be booked again, here or elsewhere.
    await book(id, "transfer", 2000.5, reference);
    await holds(auction._id, ada);
  });

  it("makes a sold lot due again with what the others paid, and takes what came above what was due from the balance", async () => {
    const { auction, settlement } = await steps.won([[ada, 10_000]]);
    const { _id: id } = settlement;
    await book(id, "cash", 3000);
    await book(id, "transfer", 6000.25);
    expect(await steps.balanceOf(ada)).toBe(RICH - 2000 + 1000.25);
    const [cash, transfer] = await countingOf(id);
    expect(transfer).toMatchObject({ amount: 5000, surplusNgn: 1000.25 });
    const received = () =>
      server.query("select data from outbox where kind = 'payment-received' and auction_id = $1::text::uuid", [
        auction._id,
      ]);
    const payment = { method: "transfer", amount: 5000, surplus: 1000.25, reference: null };
    await expect.poll(received).toMatchObject([{ data: { price: 10_000, total: 10_000, deposit: 2000, payment } }]);
    // The dialog names the deadline that the reversal then gives: here the old one, or the days begin anew.
    const { dueAgainAt = "" } = await steps.detailsOf(id);
    const { settlement: after } = await steps.done(reverse(id, [transfer?._id ?? ""]));
    expect(after).toMatchObject({ status: "open", paid: 3000, remaining: 5000, deposit: 2000, pickup: null });
    expect(after.auction.status).toBe("ended");
    const moved = Date.parse(after.dueAt) - Date.parse(dueAgainAt);
    expect(moved).toBeGreaterThanOrEqual(0);
    // A weekend may begin between the two.
    expect(moved % DAY).toBeLessThan(5 * 60 * 1000);
    expect((await steps.detailsOf(id)).dueAgainAt).toBeUndefined();
    expect(await steps.balanceOf(ada)).toBe(RICH - 2000);
    expect(await notesOf(id)).toEqual([
      { method: "transfer", reference: null, amount: 5000, corrects: 5000, kind: "payment" },
      { method: "balance", reference: null, amount: 1000.25, corrects: 1000.25, kind: "refund" },
    ]);
    const mails = () =>
      server.query("select data from outbox where kind = 'payment-reversed' and auction_id = $1::text::uuid", [
        auction._id,
      ]);
    await expect.poll(mails).toMatchObject([
      {
        data: {
          amount: 5000,
          taken: 1000.25,
          remaining: 5000,
          alone: { kept: 3000, payments: [{ method: "transfer", amount: 5000, surplus: 1000.25, reference: null }] },
        },
      },
    ]);
    await steps.done(steps.post(`settlements/${id}/payments`, { method: "balance" }, { person: ada }));
    expect((await steps.detailsOf(id)).settlement).toMatchObject({ status: "paid", paid: 8000 });
    expect(await steps.refused(reverse(id, [cash?._id ?? "", (await countingOf(id))[1]?._id ?? ""]))).toEqual([
      200,
      undefined,
    ]);
    expect((await steps.detailsOf(id)).settlement).toMatchObject({ status: "open", paid: 0, remaining: 8000 });
    await holds(auction._id, ada);
  });

  /** One transfer for three lots of Ada's: the parts of it by settlement, as the dialog of the first one has them. */
  const paidTogether = async (more = 0) => {
    const lots = [];
    for (const price of [10_000, 20_000, 30_000]) lots.push(await steps.won([[ada, price]]));
    const [first, ...others] = lots as [(typeof lots)[number], ...typeof lots];
    const { invoices } = await steps.done(server.api("GET", "/api/users/invoices", { token: ada.token }));
    const amount = invoices[0].remaining + more;
    const body = { method: "transfer", amount, reference: `GTB ${randomUUID()}` };
    await steps.done(steps.post(`invoices/${invoices[0]._id}/payments`, body));
    const [own] = await countingOf(first.settlement._id);
    expect(own?.together).toMatchObject({ lots: 3, ngn: amount });
    return { first, others, own: own?._id ?? "", parts: (own?.together?.others ?? []).map(({ _id }) => _id) };
  };
  const reverseWhole = (id: string, payment: string, others: readonly string[], key: string = randomUUID()) =>
    steps.post(`settlements/${id}/reverse`, { reason, payments: [payment], others }, { key });
  const stateOf = async (id: string) => {
    const { status, paid, remaining } = (await steps.detailsOf(id)).settlement;
    return { status, paid, remaining };
  };

  it("takes back one transfer for several lots as a whole, in one change, once for each key", async () => {
    const { first, others, own, parts } = await paidTogether(500);
    const before = await steps.balanceOf(ada);
    const key = randomUUID();
    for (let times = 0; times < 2; times++) {
      const { settlement } = await steps.done(reverseWhole(first.settlement._id, own, parts, key));
      expect(settlement).toMatchObject({ status: "open", paid: 0, remaining: 8000 });
    }
    expect(await stateOf(others[0]?.settlement._id ?? "")).toEqual({ status: "open", paid: 0, remaining: 16_000 });
    expect(await stateOf(others[1]?.settlement._id ?? "")).toEqual({ status: "open", paid: 0, remaining: 24_000 });
    expect(await steps.balanceOf(ada)).toBe(before - 500);
    const [{ moments }] = (await server.query<{ moments: number }>(
      "select count(distinct reversed_at)::int as moments from payments where payer_id = $1::text::uuid",
      [ada.id],
    )) as [{ moments: number }];
    expect(moments).toBe(1);
    for (const { auction, settlement } of [first, ...others]) {
      expect((await notesOf(settlement._id)).filter(({ kind }) => kind === "payment")).toHaveLength(1);
      await holds(auction._id, ada);
    }
  });

  it("takes back nothing of it if one lot was handed over or one part is none of it, and leaves out what was taken back", async () => {
    const { first, others, own, parts } = await paidTogether();
    const [second, third] = others.map(({ settlement }) => settlement._id) as [string, string];
    const elsewhere = await steps.won([[ada, 10_000]]);
    await book(elsewhere.settlement._id, "cash", 100);
    const [cash] = await countingOf(elsewhere.settlement._id);
    for (const wrong of [[cash?._id ?? ""], [own], [randomUUID()], []])
      expect((await reverseWhole(first.settlement._id, own, wrong)).status).toBe(400);
    expect((await steps.post(`settlements/${first.settlement._id}/reverse`, { reason, others: parts })).status).toBe(
      400,
    );
    await server.query("update settlements set handed_over_at = now() where id = $1::text::uuid", [third]);
    const refused = await reverseWhole(first.settlement._id, own, parts);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/nothing was reversed\. The lot was handed over/),
    ]);
    for (const id of [first.settlement._id, second, third]) expect((await stateOf(id)).status).toBe("paid");
    await server.query("update settlements set handed_over_at = null where id = $1::text::uuid", [third]);
    const [part] = await countingOf(second);
    await steps.done(reverse(second, [part?._id ?? ""]));
    const [left] = await countingOf(first.settlement._id);
    expect(left?.together).toMatchObject({ lots: 3, others: [{ lot: null }] });
    const rest = (left?.together?.others ?? []).map(({ _id }) => _id);
    await steps.done(reverseWhole(first.settlement._id, own, rest));
    for (const id of [first.settlement._id, second, third]) expect((await stateOf(id)).status).toBe("open");
  });

  it("pauses the lot of a purchase again, and counts dollars as they were booked", async () => {
    const bought = await steps.bought(bola);
    await book(bought.settlement._id, "cash", 1000);
    await steps.done(steps.post(`settlements/${bought.settlement._id}/payment-received`));
    const [cash] = await countingOf(bought.settlement._id);
    const { settlement: due } = await steps.done(reverse(bought.settlement._id, [cash?._id ?? ""]));
    expect(due).toMatchObject({ status: "open", remaining: 1000, auction: { status: "paused" } });
    await holds(bought.auction._id, bola);

    const dollars = { currency: "USD", startingPrice: 10, bidIncrement: 1 } as const;
    const { auction, settlement } = await steps.won([[ada, 100]], dollars);
    await steps.done(steps.post(`settlements/${settlement._id}/payments`, { method: "cash", amountNgn: 10_000.01 }));
    await book(settlement._id, "transfer", 12.5);
    const [naira] = await countingOf(settlement._id);
    const { settlement: after } = await steps.done(reverse(settlement._id, [naira?._id ?? ""]));
    expect(after).toMatchObject({ status: "open", paid: 12.5, remaining: 67.5 });
    await holds(auction._id, ada);
  });

  it("refuses a payment of another lot, one that was taken back, and one that the buyer made on the site", async () => {
    const [one, two] = [await steps.won([[ada, 10_000]]), await steps.won([[ada, 10_000]])];
    const [id, otherId] = [one.settlement._id, two.settlement._id];
    await book(id, "cash", 1000);
    await book(id, "cash", 500);
    await book(otherId, "cash", 700);
    const [[first], [elsewhere]] = [await countingOf(id), await countingOf(otherId)];
    const paid = (await steps.detailsOf(id)).settlement;
    for (const payments of [[elsewhere?._id ?? ""], [randomUUID()], [first?._id ?? "", elsewhere?._id ?? ""], []]) {
      expect((await reverse(id, payments)).status).toBe(400);
    }
    for (const payments of [["x"], "all", null]) {
      expect((await steps.post(`settlements/${id}/reverse`, { reason, payments })).status).toBe(400);
    }
    expect((await steps.detailsOf(id)).settlement).toEqual(paid);
    // Two of the staff take the same payment back at the same moment.
    const both = await Promise.all([1, 2].map(() => reverse(id, [first?._id ?? ""])));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await steps.detailsOf(id)).settlement).toMatchObject({ paid: 500 });
    await steps.done(steps.post(`settlements/${id}/payments`, { method: "balance" }, { person: ada }));
    const [, balance] = await countingOf(id);
    const refused = await reverse(id, [balance?._id ?? ""]);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("made on the site")]);
    await holds(one.auction._id, ada);
  });
});

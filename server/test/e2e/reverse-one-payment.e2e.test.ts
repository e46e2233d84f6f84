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

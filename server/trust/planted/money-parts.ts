// The parts of the trial about money: deposits, payments of each kind, reversals, undone sales, forfeits, second
// chances, and a price that falls after it was paid.
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction } from "@jara/shared/auction";
import type { SocketAsked } from "../../../load/src/observer.ts";
import { consign } from "../../test/support/given-consignment.ts";
import { forfeited, MODEST, SELLER, type TrialCalls } from "./bidding-parts.ts";

const bid = (amount: number): SocketAsked => ({ command: "bid:place", amount });
const set = (amount: number): SocketAsked => ({ command: "maxbid:set", amount, currency: "NGN" });
/** An administrator who is not the seller's account is not needed: sellers are administrators. */
const ADMIN = SELLER;

/**
 * A win is paid from the balance, taken back, paid in parts with more than is due, and undone; the second win of the same
 * lot is waived; the third one is paid and refunded, which two members of the staff ask for.
 */
export const paying = async ({ ask, setStatus, money, settlementOf }: TrialCalls, { _id }: Auction): Promise<void> => {
  await ask(0, 0, _id, bid(2_000));
  await setStatus(_id, "ended");
  const settlementId = await settlementOf(_id);
  await money(0, _id, { command: "payment:balance", settlementId });
  await money(ADMIN, _id, { command: "payment:reverse", settlementId });
  await money(ADMIN, _id, { command: "payment:book", settlementId, method: "transfer", paid: 500 });
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString();
  await money(ADMIN, _id, { command: "payment:extend", settlementId, until });
  await money(ADMIN, _id, { command: "payment:book", settlementId, method: "cash", paid: 5_000 });
  await setStatus(_id, "active");
  await ask(1, 0, _id, bid(2_500));
  await setStatus(_id, "ended");
  const second = await settlementOf(_id);
  await money(ADMIN, _id, { command: "payment:book", settlementId: second, method: "transfer", paid: 700 });
  await money(ADMIN, _id, { command: "payment:close", settlementId: second, as: "waived" });
  await setStatus(_id, "active");
  await ask(0, 0, _id, bid(2_900));
  await setStatus(_id, "ended");
  const third = await settlementOf(_id);
  await money(ADMIN, _id, { command: "payment:book", settlementId: third, method: "transfer", paid: 4_000 });
  const refund = { command: "payment:refund", settlementId: third, to: "balance" } as const;
  await Promise.all([money(ADMIN, _id, refund), money(ADMIN, _id, refund)]);
};

/**
 * Two dollar lots are won. One is paid online within the time of the promised rate, the other by a link that was made
 * when a dollar was half as dear, and that waited.
 */
export const payingOnline = async (calls: TrialCalls, lots: readonly Auction[]): Promise<void> => {
  const { ask, setStatus, rest, settlementOf, payAtSandbox, database } = calls;
  for (const [n, { _id }] of lots.entries()) {
    await ask(n, 0, _id, bid(1_100));
    await setStatus(_id, "ended");
    const settlementId = await settlementOf(_id);
    await rest(n, "POST", `/api/settlements/${settlementId}/payments`, { method: "online" });
    if (n > 0) {
      await database.query(
        `update top_ups set worth_minor = worth_minor * 2, worth_until = now() - interval '10 minutes'
         where settlement_id = $1::text::uuid`,
        [settlementId],
      );
    }
    await payAtSandbox(settlementId);
  }
};

/** Two lots of one person are paid with one online payment. */
export const payingTogether = async (calls: TrialCalls, lots: readonly Auction[]): Promise<void> => {
  const { ask, setStatus, rest, settlementOf, payAtSandbox, userIdOf, database } = calls;
  const settlementIds: string[] = [];
  for (const { _id } of lots) {
    await ask(3, 0, _id, bid(1_300));
    await setStatus(_id, "ended");
    settlementIds.push(await settlementOf(_id));
  }
  // An invoice of these lots alone, because the person may win others meanwhile.
  const [invoice] = await database.query<{ id: string }>(
    `with made as (
       insert into invoices (id, buyer_id, day, currency, year, number, buyer, house_version, created_at)
       values (gen_random_uuid(), $1::text::uuid, '2020-01-01', 'NGN', 2020, 1, '{}', 0, now()) returning id
     ), listed as (
       insert into invoice_lots (settlement_id, invoice_id, auction_id)
       select s.id, made.id, s.auction_id from settlements s cross join made
       where s.id = any(string_to_array($2::text, ',')::uuid[])
       -- The server may have made one already.
       on conflict (settlement_id) do update set invoice_id = excluded.invoice_id
     )
     select id from made`,
    [userIdOf(3), settlementIds.join()],
  );
  if (!invoice) throw new Error("no invoice");
  await rest(3, "POST", `/api/invoices/${invoice.id}/payments`, { method: "online" });
  await payAtSandbox(invoice.id);
};

/** A win is paid in part and forfeited, the runner-up accepts the lot and pays. */
export const secondChance = async (calls: TrialCalls, { _id }: Auction): Promise<void> => {
  const { ask, setStatus, money, settlementOf, database } = calls;
  await ask(0, 0, _id, bid(1_500));
  await ask(1, 1, _id, bid(2_000));
  await ask(2, 0, _id, bid(3_000));
  await setStatus(_id, "ended");
  const settlementId = await settlementOf(_id);
  await money(ADMIN, _id, { command: "payment:book", settlementId, method: "transfer", paid: 300 });
  await forfeited(calls, _id);
  await money(ADMIN, _id, { command: "offer:make", settlementId });
  const [offer] = await database.query<{ id: string; person: string }>(
    "select id, person_id as person from second_chances where auction_id = $1::text::uuid and status = 'open'",
    [_id],
  );
  if (!offer) return;
  const who = [0, 1, 2].find((one) => calls.userIdOf(one) === offer.person) ?? 1;
  await money(who, _id, { command: "offer:answer", offerId: offer.id, answer: "accept" });
  await money(who, _id, { command: "payment:balance", settlementId: await settlementOf(_id) });
};

/** A forfeit is taken back, and the same settlement is paid. */
export const pardoned = async (calls: TrialCalls, { _id }: Auction): Promise<void> => {
  const { ask, setStatus, money, settlementOf } = calls;
  await ask(3, 0, _id, bid(4_000));
  await setStatus(_id, "ended");
  const settlementId = await settlementOf(_id);
  await forfeited(calls, _id);
  await money(ADMIN, _id, { command: "payment:reverse", settlementId });
  await money(3, _id, { command: "payment:balance", settlementId });
};

/** The bids of somebody who drove the price are voided after the winner paid most of it. */
export const lowered = async (
  { ask, setStatus, money, settlementOf, voidBids }: TrialCalls,
  { _id }: Auction,
): Promise<void> => {
  await ask(0, 0, _id, bid(1_100));
  await ask(1, 1, _id, set(5_000));
  await ask(2, 0, _id, bid(3_000));
  await setStatus(_id, "ended");
  const settlementId = await settlementOf(_id);
  await money(ADMIN, _id, { command: "payment:book", settlementId, method: "transfer", paid: 2_400 });
  await voidBids(_id, 2);
};

/** Of three payments, the last of which was above what was due, staff take the last one back alone, and the buyer pays. */
export const correcting = async (
  { ask, setStatus, money, settlementOf, database }: TrialCalls,
  { _id }: Auction,
): Promise<void> => {
  await ask(2, 0, _id, bid(3_000));
  await setStatus(_id, "ended");
  const settlementId = await settlementOf(_id);
  for (const paid of [400, 500, 2_000]) {
    await money(ADMIN, _id, { command: "payment:book", settlementId, method: "cash", paid });
  }
  const [last] = await database.query<{ id: string }>(
    "select id from payments where settlement_id = $1::text::uuid order by created_at desc limit 1",
    [settlementId],
  );
  if (!last) return;
  await money(ADMIN, _id, { command: "payment:reverse", settlementId, payments: [last.id] });
  await money(2, _id, { command: "payment:balance", settlementId });
};

/** A purchase is paid, taken back, and paid again. */
export const buying = async ({ ask, money, settlementOf }: TrialCalls, { _id }: Auction): Promise<void> => {
  await ask(4, 0, _id, { command: "buy-it-now" });
  const settlementId = await settlementOf(_id);
  await money(4, _id, { command: "payment:balance", settlementId });
  await money(ADMIN, _id, { command: "payment:reverse", settlementId });
  await money(ADMIN, _id, { command: "payment:close", settlementId, as: "paid" });
};

/** Somebody wins two lots at the same time whose balance is enough for one deposit only. */
/** Nearly the whole balance on one lot, through one node, and then on another, through a node that knew the person before. */
export const reserving = async ({ ask }: TrialCalls, [one, two]: readonly [Auction, Auction]): Promise<void> => {
  await ask(MODEST, 1, two._id, bid(1_100));
  await Promise.all([ask(MODEST, 0, one._id, bid(40_000)), ask(MODEST, 1, two._id, bid(40_000))]);
};

export const poorWinner = async ({ ask, setStatus }: TrialCalls, lots: readonly Auction[]): Promise<void> => {
  for (const { _id } of lots) await ask(MODEST, 0, _id, bid(40_000));
  await sleep(20);
  await Promise.all(lots.map(({ _id }) => setStatus(_id, "ended")));
};

/** A bidder who also sells. */
const SELLS = 3;
/** The job that pays sellers has this long. With a fault it may never do it, and the checks show that. */
const SETTLED_WITHIN_MS = 4_000;

/** Two lots of a seller are won, paid and handed over. The second one is refunded. */
export const selling = async (calls: TrialCalls, lots: readonly Auction[]): Promise<void> => {
  const { money } = calls;
  for (const [n, { _id }] of lots.entries()) {
    const settlementId = await soldAndHandedOver(calls, _id);
    await hasEntries(calls, settlementId, 3);
    if (n === 0) continue;
    await money(ADMIN, _id, { command: "payment:refund", settlementId, to: "balance" });
    await hasEntries(calls, settlementId, 6);
  }
};

const soldAndHandedOver = async (calls: TrialCalls, auctionId: string): Promise<string> => {
  const { ask, setStatus, money, rest, settlementOf, database } = calls;
  await consign(database, { auctionId, sellerId: calls.userIdOf(SELLS), staffId: calls.userIdOf(ADMIN) });
  await ask(0, 0, auctionId, bid(2_000));
  await setStatus(auctionId, "ended");
  const settlementId = await settlementOf(auctionId);
  // A job that pays too early does so meanwhile.
  await sleep(300);
  await money(ADMIN, auctionId, { command: "payment:close", settlementId, as: "paid" });
  await rest(ADMIN, "POST", `/api/settlements/${settlementId}/ready`, { place: "12 Marina", hours: "9 to 5" });
  const [row] = await database.query<{ code: string }>(
    "select pickup_code as code from settlements where id = $1::text::uuid",
    [settlementId],
  );
  await rest(ADMIN, "POST", `/api/settlements/${settlementId}/handed-over`, { code: row?.code });
  return settlementId;
};

/** Waits for so many entries of the seller, or until the time is over. */
const hasEntries = async ({ database }: TrialCalls, settlementId: string, least: number): Promise<void> => {
  for (const until = performance.now() + SETTLED_WITHIN_MS; performance.now() < until; await sleep(50)) {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from ledger_entries where settlement_id = $1::text::uuid
         and cause in ('sale-proceeds', 'commission', 'seller-charge')`,
      [settlementId],
    );
    if ((row?.n ?? 0) >= least) return;
  }
};

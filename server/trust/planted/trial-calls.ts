// Sets up the trial's people with their balances, and makes the calls for the parts of the trial.
import { randomUUID } from "node:crypto";
import type { AuctionStatus } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import type { Recorder } from "../../../load/src/history/recorder.ts";
import { readClock } from "../../../load/src/history/stored.ts";
import { askOverRest } from "../../../load/src/money-calls.ts";
import type { MoneyAsked, Outcome } from "../../../load/src/observer.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { carryOut } from "../round/concurrent-admins.ts";
import { makePeople, type RoundParticipants, type RoundPerson } from "../round/participants.ts";
import { changeStatus, type Seller } from "../round/seller.ts";
import { MODEST, POOR, SELLER, STAFF, type TrialCalls } from "./bidding-parts.ts";

/** The trial's people: the seller can pay, two bidders cannot pay everything, and one is an administrator. */
export const preparePeople = async (database: Database): Promise<RoundParticipants> => {
  const people = await makePeople(database, SELLER);
  const { bidders, seller } = people;
  await giveBalance(database, seller.id, 1_000_000_00, "given");
  await giveBalance(database, bidders[POOR]?.id ?? "", -999_999_999_900, "taken");
  await giveBalance(database, bidders[MODEST]?.id ?? "", -999_999_000_000, "taken");
  await database.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
    bidders[STAFF]?.id ?? "",
  ]);
  return people;
};

const giveBalance = async (database: Database, userId: string, amountMinor: number, cause: string): Promise<void> => {
  await database.query(
    `with given as (
       update users set balance_minor = balance_minor + $2::text::bigint, revision = revision + 1
       where id = $1::text::uuid returning balance_minor
     )
     insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
     select gen_random_uuid(), $1::text::uuid, $2::text::bigint, balance_minor, $3, clock_timestamp() from given`,
    [userId, amountMinor, cause],
  );
};

interface TrialCallsOptions {
  /** The address of the node that answers REST calls. */
  readonly address: string;
  readonly database: Database;
  /** The bidders, and the seller behind them. */
  readonly people: readonly RoundPerson[];
  readonly seller: RoundPerson;
  /** The seller's calls. */
  readonly admin: Seller;
  readonly recorder: Recorder;
  readonly ask: TrialCalls["ask"];
  /** Called with the id of each further lot that a part publishes. */
  readonly onPublished: (auctionId: string) => void;
}

export const trialCallsOf = (options: TrialCallsOptions): TrialCalls => {
  const { address, database, people, seller, admin, recorder, ask, onPublished } = options;
  const setStatus = async (auctionId: string, status: AuctionStatus): Promise<void> => {
    await changeStatus({ seller: admin, sellerId: seller.id, recorder }, auctionId, status);
  };
  const edit = async (auctionId: string, terms: UpdateAuctionBody): Promise<void> => {
    await carryOut(address, seller, recorder, auctionId, { command: "auction:edit", edit: terms });
  };
  const userIdOf = (who: number): string => people[who]?.id ?? "";
  const voidBids = async (auctionId: string, who: number): Promise<void> => {
    const change = { command: "auction:void", bidderId: userIdOf(who), reason: "mistaken-amount" } as const;
    await carryOut(address, seller, recorder, auctionId, change);
  };
  const money = (who: number, auctionId: string, asked: MoneyAsked): Promise<Outcome> => {
    const { id: userId, token } = people[who] as RoundPerson;
    return askOverRest({ address: address, userId, token }, recorder, auctionId, asked);
  };
  const settlementOf = async (auctionId: string): Promise<string> => {
    const [row] = await database.query<{ id: string }>(
      `select id from (
         select id, created_at from settlements where auction_id = $1::text::uuid
         union all select id, created_at from purchases where auction_id = $1::text::uuid
       ) owed order by created_at desc limit 1`,
      [auctionId],
    );
    return row?.id ?? randomUUID();
  };
  const rest: TrialCalls["rest"] = async (who, method, path, body) => {
    const headers = { authorization: `Bearer ${people[who]?.token}`, "content-type": "application/json" };
    const response = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  };
  const payAtSandbox: TrialCalls["payAtSandbox"] = async (id) => {
    const [row] = await database.query<{ reference: string }>(
      `select reference from top_ups where settlement_id = $1::text::uuid
         or invoice_payment_id in (select id from invoice_payments where invoice_id = $1::text::uuid)`,
      [id],
    );
    const response = await fetch(`${address}/sandbox/paystack/${row?.reference}`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ outcome: "pay" }),
    });
    if (response.status !== 303) throw new Error(`the sandbox answered ${response.status}`);
  };
  return {
    ask,
    edit,
    setStatus,
    voidBids,
    money,
    rest,
    payAtSandbox,
    settlementOf,
    userIdOf,
    database,
    publish: async (details) => onPublished((await admin.create(randomUUID(), details))._id),
    now: async () => (await readClock(database.query.bind(database))).offsetMs + performance.now(),
  };
};

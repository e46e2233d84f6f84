// The parts of the trial of planted faults that are about bids, purchases, edits and forfeits. Each part is a series of
// steps on one auction. Also the people of the trial, and the calls that all parts make.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { CreateAuctionBody, UpdateAuctionBody } from "@jara/shared/rest/auctions";
import type { MoneyAsked, Outcome, SocketAsked } from "../../../load/src/observer.ts";
import type { Watcher } from "../../../load/src/watcher.ts";
import { maxBidIdOf } from "../../src/engine/max-bid-id.ts";
import type { Database } from "../../src/platform/database/database.ts";

export const BIDDERS = 5;
/** Other people: one who cannot pay for anything, one who can pay for a little, an administrator, and the seller. */
export const POOR = 5;
export const MODEST = 6;
export const STAFF = 7;
export const SELLER = 8;
/** The site's setting. */
export const MAX_UNPAID_WINS = 2;
const BURSTS = 12;
/** One in this many statements that write a log fails, during the time of failures. */
const FAILS_EVERY = 5;
const FORFEITED_WITHIN_MS = 20_000;
const LOCKED_MS = 600;
const ENDS_AFTER_MS = 800;

/** The calls that the parts of the trial make. `who` is the position of a person among the trial's people. */
export interface TrialCalls {
  ask(who: number, node: number, auctionId: string, asked: SocketAsked, commandId?: string): Promise<Outcome>;
  setStatus(auctionId: string, status: AuctionStatus): Promise<void>;
  edit(auctionId: string, terms: UpdateAuctionBody): Promise<void>;
  voidBids(auctionId: string, who: number): Promise<void>;
  /** Over REST. */
  money(who: number, auctionId: string, asked: MoneyAsked): Promise<Outcome>;
  /** Any other call, with the person's token. Throws if it is refused. */
  rest(who: number, method: string, path: string, body: object): Promise<void>;
  /** Pays the online payment of this settlement, or of this invoice, at the sandbox. */
  payAtSandbox(id: string): Promise<void>;
  /** Puts up a further lot, which no watcher of the trial watches. */
  publish(details: Partial<CreateAuctionBody>): Promise<void>;
  /** The id of the auction's newest settlement or purchase. */
  settlementOf(auctionId: string): Promise<string>;
  /** The database's clock, epoch ms. */
  now(): Promise<number>;
  userIdOf(who: number): string;
  readonly database: Database;
}

/** All bidders at once through both nodes, in bursts, while some of the statements fail. */
export const quarrel = async ({ ask, database }: TrialCalls, { _id, currentPrice }: Auction): Promise<void> => {
  let price = currentPrice;
  const learn = (outcome: Outcome): void => {
    if (outcome.kind === "refused") price = Math.max(price, (outcome.error.minimumBid ?? 0) - 100);
    if (outcome.kind === "accepted" && "auction" in outcome.answer && "currentPrice" in outcome.answer.auction) {
      price = Math.max(price, outcome.answer.auction.currentPrice);
    }
  };
  for (let burst = 0; burst < BURSTS; burst++) {
    if (burst === 2) await makeStatementsFail(database);
    if (burst === 7) await database.query("drop trigger if exists planted_failure on auction_events");
    const asked = Array.from({ length: BIDDERS }, async (_, who) => {
      const asking: SocketAsked =
        (burst + who) % 4 === 3
          ? { command: "maxbid:set", amount: price + 100 * (2 + ((burst * 7 + who * 3) % 5)), currency: "NGN" }
          : { command: "bid:place", amount: price + 100 * (1 + who) };
      learn(await ask(who, (burst + who) % 2, _id, asking));
    });
    await Promise.all(asked);
  }
};

const makeStatementsFail = async ({ query }: Database): Promise<void> => {
  await query("create sequence if not exists planted_failures");
  await query(`create or replace function planted_failure() returns trigger language plpgsql as $$
    begin
      if nextval('planted_failures') % ${FAILS_EVERY} = 0 then 
        raise exception 'a planted failure' using errcode = 'serialization_failure';
      end if;
      return null;
    end $$`);
  await query(`create or replace trigger planted_failure before insert on auction_events
    for each statement execute function planted_failure()`);
};

/**
 * Two bidders set the same maximum, one after the other; then two of them tie again at a higher maximum, and the leader
 * raises theirs.
 */
export const tie = async ({ ask }: TrialCalls, { _id }: Auction): Promise<void> => {
  const set = (amount: number): SocketAsked => ({ command: "maxbid:set", amount, currency: "NGN" });
  await ask(1, 0, _id, set(5000));
  await ask(2, 1, _id, set(5000));
  await ask(3, 0, _id, { command: "bid:place", amount: 5200 });
  await ask(2, 1, _id, set(9000));
  await ask(4, 0, _id, set(9000));
  // By the leader, so that nobody else may see it.
  await ask(2, 0, _id, set(9500));
  await ask(3, 1, _id, { command: "bid:place", amount: 9900 });
};

/** The lot is bought, a bid is placed during the pause for the payment, and the lot is released again. */
export const buy = async ({ ask, setStatus }: TrialCalls, { _id }: Auction): Promise<void> => {
  await Promise.all([1, 2].map((who) => ask(who, who % 2, _id, { command: "buy-it-now" })));
  await ask(3, 0, _id, { command: "bid:place", amount: 1500 });
  await ask(4, 1, _id, { command: "maxbid:set", amount: 2000, currency: "NGN" });
  await setStatus(_id, "active");
  await setStatus(_id, "paused");
  await ask(3, 1, _id, { command: "bid:place", amount: 2500 });
};

/** Bids by the seller, by an administrator, by a bidder who cannot pay, and by one who cannot pay that much. */
export const outsiders = async ({ ask }: TrialCalls, { _id }: Auction): Promise<void> => {
  await ask(SELLER, 0, _id, { command: "bid:place", amount: 500_000 });
  await ask(STAFF, 1, _id, { command: "bid:place", amount: 550_000 });
  await ask(POOR, 1, _id, { command: "bid:place", amount: 600_000 });
};

/** The current price is within a small balance, but the bid is not. */
export const beyondMeans = async ({ ask }: TrialCalls, { _id }: Auction): Promise<void> => {
  await ask(MODEST, 0, _id, { command: "bid:place", amount: 700_000 });
};

/** One node has the auction cached, the other writes it; then the first gets a bid that is too low. */
export const stale = async ({ ask }: TrialCalls, { _id }: Auction): Promise<void> => {
  const bid = (amount: number): SocketAsked => ({ command: "bid:place", amount });
  await ask(0, 1, _id, bid(1100));
  for (const amount of [1300, 1500, 1700]) await ask(1, 0, _id, bid(amount));
  await ask(2, 1, _id, bid(1000));
};

/** Edits and status changes while the watchers are disconnected. */
export const gaps = async (
  { edit, setStatus }: TrialCalls,
  { _id }: Auction,
  watchers: readonly Watcher[],
): Promise<void> => {
  for (const [index, status] of (["paused", "active", "draft", "active"] as const).entries()) {
    for (const watcher of watchers) watcher.line.drop();
    await edit(_id, { title: `Drum ${index}` });
    await setStatus(_id, status);
  }
};

/** The same command through both nodes at once, and again after it was answered. */
export const twice = async ({ ask, userIdOf }: TrialCalls, { _id }: Auction): Promise<void> => {
  const all: readonly SocketAsked[] = [
    { command: "bid:place", amount: 20_000 },
    { command: "maxbid:set", amount: 30_000, currency: "NGN" },
    { command: "maxbid:cancel", maxBidId: maxBidIdOf(_id, userIdOf(0)) },
  ];
  for (const asked of all) {
    const commandId = randomUUID();
    await Promise.all([0, 1].map((node) => ask(0, node, _id, asked, commandId)));
    await ask(0, 0, _id, asked, commandId);
    await ask(0, 1, _id, asked, commandId);
  }
};

/** A bid that is outbid and then sent again through the other node, where it would be refused now. */
export const overtaken = async ({ ask }: TrialCalls, { _id }: Auction): Promise<void> => {
  const commandId = randomUUID();
  const asked = { command: "bid:place", amount: 40_000 } as const;
  await ask(0, 0, _id, asked, commandId);
  await ask(1, 0, _id, { command: "bid:place", amount: 50_000 });
  await ask(0, 1, _id, asked, commandId);
};

/** Bids that wait for a row which another connection keeps locked until the auction is over. */
export const lockedAcross = async ({ ask, edit, database, now }: TrialCalls, { _id: auctionId }: Auction) => {
  await ask(0, 0, auctionId, { command: "bid:place", amount: 1100 });
  const endsAt = Math.ceil(await now()) + ENDS_AFTER_MS;
  await edit(auctionId, { endTime: new Date(endsAt).toISOString() });
  await sleep(Math.max(0, endsAt - LOCKED_MS / 2 - (await now())));
  const locking = database.query<{ from: number; until: number }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "from", pg_sleep(${LOCKED_MS / 1000}),
       (extract(epoch from clock_timestamp()) * 1000)::float8 as "until"
     from (select id from auctions where id = $1::text::uuid for update) held`,
    [auctionId],
  );
  await sleep(LOCKED_MS / 6);
  await Promise.all(
    [1, 2].map((who) => ask(who, who % 2, auctionId, { command: "bid:place", amount: 1200 + who * 100 })),
  );
  const [held] = await locking;
  if (!held) throw new Error("the auction was not locked");
  // Wait until the clock has closed it.
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await database.query<{ status: string }>("select status from auctions where id = $1::text::uuid", [
      auctionId,
    ]);
    if (row?.status !== "active") break;
    await sleep(20);
  }
  return { auctionId, from: held.from, until: held.until };
};

/** A won auction that is not paid. */
export const forfeitOf = async (calls: TrialCalls, { _id }: Auction): Promise<void> => {
  await calls.ask(0, 0, _id, { command: "bid:place", amount: 1100 });
  await calls.setStatus(_id, "ended");
  await forfeited(calls, _id);
};

/**
 * Waits for the forfeit of the open settlement. Its due date is moved into the past, in the log and in the table; a node
 * that did not close the auction reads it and forfeits.
 */
export const forfeited = async ({ database }: TrialCalls, auctionId: string): Promise<void> => {
  await database.query(
    `with due as (
       update settlements set due_at = date_trunc('milliseconds', created_at) + interval '1 millisecond'
       where auction_id = $1::text::uuid and status = 'open' returning due_at, created_at
     )
     update auction_events e set events = jsonb_set(e.events::jsonb, '{0,dueAt}',
       to_jsonb((extract(epoch from due.due_at) * 1000)::bigint))::json
     from due where e.auction_id = $1::text::uuid and e.events->0->>'type' = 'AuctionEnded' and e.at = due.created_at`,
    [auctionId],
  );
  const until = performance.now() + FORFEITED_WITHIN_MS;
  while (performance.now() < until) {
    const rows = await database.query("select from settlements where auction_id = $1::text::uuid and status = 'open'", [
      auctionId,
    ]);
    if (rows.length === 0) return;
    // A node that knows the old date does nothing, and the job leaves it alone for a while.
    await database.query(
      "update settlements set next_attempt_at = null, attempts = 0 where auction_id = $1::text::uuid and status = 'open'",
      [auctionId],
    );
    await sleep(200);
  }
  throw new Error("a settlement was not forfeited");
};

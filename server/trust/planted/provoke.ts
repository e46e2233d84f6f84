// What brings planted faults to light, in one go and in a few seconds: two nodes that write the same auctions, statements
// that fail, commands sent through both nodes at once, ties, a row locked across its auction's end, a forfeit. On a
// server without a fault the history of it all holds.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { UpdateAuctionBody } from "@jara/shared/rest";
import { Bidder } from "../../../load/src/bidder.ts";
import { type CheckedHistory, checkHistory } from "../../../load/src/history/check-history.ts";
import { createRecorder } from "../../../load/src/history/recorder.ts";
import { readClock, readStored } from "../../../load/src/history/stored.ts";
import { carriers, type Observer, type Outcome, observers, type SocketAsked } from "../../../load/src/observer.ts";
import { Watcher } from "../../../load/src/watcher.ts";
import { maxBidIdOf } from "../../src/engine/max-bid-id.ts";
import type { Database } from "../../src/store/database.ts";
import { makePeople, type RoundPerson } from "../round/field.ts";
import { carryOut } from "../round/restless.ts";
import { sellerAt } from "../round/seller.ts";

const BIDDERS = 5;
/** Who cannot pay for anything; beside the others. */
const POOR = BIDDERS;
const WATCHERS = 6;
const BURSTS = 12;
/** Of statements that write a log, in the time in which they fail. */
const FAILS_EVERY = 5;
const ANSWERED_WITHIN_MS = 8_000;
const ARRIVED_WITHIN_MS = 2_000;
const FORFEITED_WITHIN_MS = 6_000;
/** Time enough for the parts before it. */
const ENDS_AFTER_MS = 1_800;
const LOCKED_MS = 600;

export const parts = ["quarrel", "tie", "buy", "outsiders", "stale", "gaps", "twice", "end", "forfeit"] as const;
export type Part = (typeof parts)[number];

export interface Place {
  /** Of its nodes. */
  readonly addresses: readonly string[];
  readonly database: Database;
}

export const provoke = async (
  { addresses, database }: Place,
  wanted: readonly Part[] = parts,
): Promise<CheckedHistory> => {
  const query = database.query.bind(database);
  const people = await makePeople(database, BIDDERS + 1);
  const { bidders: persons, seller } = people;
  await giveBalance(database, seller.id, 1_000_000_00, "given");
  await giveBalance(database, persons[POOR]?.id ?? "", -999_999_999_900, "taken");

  const recorder = createRecorder();
  recorder.clock(await readClock(query));
  const outcomes = new Map<string, (outcome: Outcome) => void>();
  const settled: Observer["settled"] = ({ commandId }, outcome) => {
    outcomes.get(commandId)?.(outcome);
    outcomes.delete(commandId);
  };
  const observer = observers([recorder, { settled }]);
  const counts = {
    lines: { opened: 0, lost: 0, reconnected: 0, refusals: new Map<string, number>() },
    deliveries: { gaps: 0, resyncs: 0, repeats: 0, replays: 0, snapshots: 0 },
  };
  const carrierOf = (index: number) => carriers[index % carriers.length] ?? "websocket";
  /** Everybody has a connection to each of the nodes. */
  const all = [...persons, seller];
  const lines = all.map(({ token }, index) =>
    addresses.map((address, node) => new Bidder(carrierOf(index + node), address, token, counts.lines, observer)),
  );
  const watchers = Array.from({ length: WATCHERS }, (_, index) => {
    const person = index % 3 === 2 ? persons[index % 2] : undefined;
    const as = person ? { userId: person.id, token: person.token } : null;
    const address = addresses[index % addresses.length] ?? "";
    return new Watcher(index, carrierOf(Math.floor(index / 2)), address, counts, observer, as);
  });

  const ask = (who: number, node: number, auctionId: string, asked: SocketAsked, commandId = randomUUID()) => {
    const person = all[who] as RoundPerson;
    const bidder = lines[who]?.[node % addresses.length] as Bidder;
    const invocation = { ...asked, commandId, bidder: who, userId: person.id, auctionId, dueAt: performance.now() };
    return new Promise<Outcome>((resolve) => {
      const known = outcomes.get(commandId);
      const late = setTimeout(() => resolve({ kind: "unknown" }), ANSWERED_WITHIN_MS);
      outcomes.set(commandId, (outcome) => {
        clearTimeout(late);
        known?.(outcome);
        resolve(outcome);
      });
      bidder.submit({ ...invocation, carrier: bidder.line.carrier });
    });
  };
  const admin = sellerAt(addresses[0] ?? "", seller.token);
  const setStatus = async (auctionId: string, status: AuctionStatus): Promise<void> => {
    const invocation = recorder.call({ command: "auction:status", status, userId: seller.id, auctionId });
    const again = (): void => recorder.resent(invocation, performance.now());
    const outcome = await admin.setStatus(invocation.commandId, auctionId, status, again);
    recorder.settled(invocation, outcome, performance.now());
  };

  try {
    const now = async (): Promise<number> => (await readClock(query)).offsetMs + performance.now();
    const endsAt = Math.ceil(await now()) + ENDS_AFTER_MS;
    const dayLater = new Date(endsAt + 86_400_000).toISOString();
    const [hot, tied, bought, known, edited, won, ending] = await Promise.all([
      admin.create(randomUUID(), { endTime: dayLater }),
      admin.create(randomUUID(), { endTime: dayLater }),
      admin.create(randomUUID(), { endTime: dayLater, buyItNowPrice: 90_000 }),
      admin.create(randomUUID(), { endTime: dayLater }),
      admin.create(randomUUID(), { endTime: dayLater }),
      admin.create(randomUUID(), { endTime: dayLater }),
      admin.create(randomUUID(), { endTime: new Date(endsAt).toISOString(), reservePrice: 50_000 }),
    ]);
    const auctionIds = [hot, tied, bought, known, edited, won, ending].map(({ _id }) => _id);
    await Promise.all([...lines.flat(), ...watchers].map(({ line }) => line.open()));
    await Promise.all(watchers.map((watcher) => watcher.watch(auctionIds, () => false)));

    const edit = async (auctionId: string, terms: UpdateAuctionBody): Promise<void> => {
      await carryOut(addresses[0] ?? "", seller, recorder, auctionId, { command: "auction:edit", edit: terms });
    };
    const scene: Scene = { ask, edit, setStatus, userIdOf: (who) => all[who]?.id ?? "", database };
    const when = (part: Part, run: () => Promise<unknown>): Promise<unknown> =>
      wanted.includes(part) ? run() : Promise.resolve();
    const forfeiting = when("forfeit", () => forfeitOf(scene, won));
    await Promise.all([
      when("quarrel", () => quarrel(scene, hot)),
      when("tie", () => tie(scene, tied)),
      when("buy", () => buy(scene, bought)),
      when("outsiders", () => outsiders(scene, hot)),
      when("stale", () => stale(scene, known)),
      when("gaps", () => gaps(scene, edited, watchers)),
    ]);
    await when("twice", () => twice(scene, tied));
    // While a row is locked from outside, a node can write nothing.
    await when("end", async () => recorder.held(await lockedAcross(scene, ending, endsAt, now)));
    await forfeiting;
    for (const bidder of lines.flat()) bidder.giveUp();
    await arrived(database, watchers, auctionIds);
    const stored = await readStored(
      query,
      auctionIds,
      all.map(({ id }) => id),
    );
    return checkHistory(recorder.history(), stored);
  } finally {
    for (const { line } of [...lines.flat(), ...watchers]) line.close();
  }
};

interface Scene {
  ask(who: number, node: number, auctionId: string, asked: SocketAsked, commandId?: string): Promise<Outcome>;
  setStatus(auctionId: string, status: AuctionStatus): Promise<void>;
  edit(auctionId: string, terms: UpdateAuctionBody): Promise<void>;
  userIdOf(who: number): string;
  readonly database: Database;
}

/** Everybody at once through both nodes, burst after burst, some of the statements failing. */
const quarrel = async ({ ask, database }: Scene, { _id, currentPrice }: Auction): Promise<void> => {
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
      if nextval('planted_failures') % ${FAILS_EVERY} = 0 then raise exception 'a planted failure'; end if;
      return null;
    end $$`);
  await query(`create or replace trigger planted_failure before insert on auction_events
    for each statement execute function planted_failure()`);
};

/** The same maximum, one after the other; a cancelled one, and one that is raised again. */
const tie = async ({ ask }: Scene, { _id }: Auction): Promise<void> => {
  const set = (amount: number): SocketAsked => ({ command: "maxbid:set", amount, currency: "NGN" });
  await ask(1, 0, _id, set(5000));
  await ask(2, 1, _id, set(5000));
  await ask(3, 0, _id, { command: "bid:place", amount: 5200 });
  await ask(2, 1, _id, set(9000));
  await ask(4, 0, _id, set(9000));
  // By who leads: nobody else may see it.
  await ask(2, 0, _id, set(9500));
  await ask(3, 1, _id, { command: "bid:place", amount: 9900 });
};

/** Bought, bid on while it stands still, let go again. */
const buy = async ({ ask, setStatus }: Scene, { _id }: Auction): Promise<void> => {
  await Promise.all([1, 2].map((who) => ask(who, who % 2, _id, { command: "buy-it-now" })));
  await ask(3, 0, _id, { command: "bid:place", amount: 1500 });
  await ask(4, 1, _id, { command: "maxbid:set", amount: 2000, currency: "NGN" });
  await setStatus(_id, "active");
  await setStatus(_id, "paused");
  await ask(3, 1, _id, { command: "bid:place", amount: 2500 });
};

/** The seller, and one who cannot pay. */
const outsiders = async ({ ask }: Scene, { _id }: Auction): Promise<void> => {
  await ask(BIDDERS + 1, 0, _id, { command: "bid:place", amount: 500_000 });
  await ask(POOR, 1, _id, { command: "bid:place", amount: 600_000 });
};

/** One node knows the auction, the other writes it; then the first is asked for too little. */
const stale = async ({ ask }: Scene, { _id }: Auction): Promise<void> => {
  const bid = (amount: number): SocketAsked => ({ command: "bid:place", amount });
  await ask(0, 1, _id, bid(1100));
  for (const amount of [1300, 1500, 1700]) await ask(1, 0, _id, bid(amount));
  await ask(2, 1, _id, bid(1000));
};

/** Edits and turns of its life, while those who watch are away. */
const gaps = async ({ edit, setStatus }: Scene, { _id }: Auction, watchers: readonly Watcher[]): Promise<void> => {
  for (const [index, status] of (["paused", "active", "draft", "active"] as const).entries()) {
    for (const watcher of watchers) watcher.line.drop();
    await edit(_id, { title: `Drum ${index}` });
    await setStatus(_id, status);
  }
};

/** The same command through both nodes at once, and again when it is answered. */
const twice = async ({ ask, userIdOf }: Scene, { _id }: Auction): Promise<void> => {
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

/** Bids that wait for a row which somebody else has locked until its auction is over. */
const lockedAcross = async (
  { ask, database }: Scene,
  { _id: auctionId }: Auction,
  endsAt: number,
  now: () => Promise<number>,
) => {
  await ask(0, 0, auctionId, { command: "bid:place", amount: 1100 });
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
  // Until the clock has closed it.
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await database.query<{ status: string }>("select status from auctions where id = $1::text::uuid", [
      auctionId,
    ]);
    if (row?.status !== "active") break;
    await sleep(20);
  }
  return { auctionId, from: held.from, until: held.until };
};

/** Won, and not paid: the days until it is due pass at once, in the log and in the table alike. */
const forfeitOf = async ({ ask, setStatus, database }: Scene, { _id }: Auction): Promise<void> => {
  await ask(0, 0, _id, { command: "bid:place", amount: 1100 });
  await setStatus(_id, "ended");
  await database.query(
    `with due as (
       update settlements set due_at = date_trunc('milliseconds', clock_timestamp()) - interval '1 second'
       where auction_id = $1::text::uuid returning due_at
     )
     update auction_events e set events = jsonb_set(e.events::jsonb, '{0,dueAt}',
       to_jsonb((extract(epoch from due.due_at) * 1000)::bigint))::json
     from due where e.auction_id = $1::text::uuid and e.events->0->>'type' = 'AuctionEnded'`,
    [_id],
  );
  const until = performance.now() + FORFEITED_WITHIN_MS;
  while (performance.now() < until) {
    const rows = await database.query(
      "select from settlements where auction_id = $1::text::uuid and status <> 'open'",
      [_id],
    );
    if (rows.length > 0) return;
    await sleep(50);
  }
};

/** Every watcher has what the database has, or it has been long enough. */
const arrived = async (database: Database, watchers: readonly Watcher[], ids: readonly string[]): Promise<void> => {
  const until = performance.now() + ARRIVED_WITHIN_MS;
  while (performance.now() < until) {
    const rows = await database.query<{ id: string; version: number }>(
      "select id, version from auctions where id = any(string_to_array($1::text, ',')::uuid[])",
      [ids.join(",")],
    );
    if (rows.every(({ id, version }) => watchers.every((watcher) => watcher.versionOf(id) >= version))) return;
    await sleep(20);
  }
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

// Tests several nodes over one PostgreSQL database, each with its own engine and pool, on the same auctions at the same
// time: no gap, no loss, nothing twice. The same is tested while the database's connections are killed.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  bidsOf,
  expectHistoryHolds,
  expectLedgerHolds,
  logOf,
  storedAuction,
} from "../../test/support/check-history.ts";
import {
  aBid,
  aCancel,
  aClose,
  aMaxBid,
  anExpiry,
  aPurchase,
  aStatus,
  codeOf,
  type GivenEngine,
  givenEngine,
} from "../../test/support/given-engine.ts";
import {
  databaseNow,
  deadlineIn,
  dueIn,
  endIn,
  RICH,
  seedAuction,
  seedPeople,
  seedUsers,
} from "../../test/support/seed.ts";
import { type TestDatabase, withDatabase } from "../../test/support/with-database.ts";
import type { ForfeitSettlement, UserCommand } from "../auction/commands.ts";
import type { Person } from "../auction/state.ts";
import { loadOutcomes } from "./commit/engine-store.ts";
import type { Answered } from "./outcome.ts";

const HOUR = 60 * 60 * 1000;

/** Acts like a client: sends a command again under the same id until its result is known. */
const persist = async (node: GivenEngine, command: UserCommand): Promise<Answered> => {
  for (;;) {
    const answer = await node.engine.submit(command);
    if (codeOf(answer) !== "UNAVAILABLE") return answer;
    await sleep(20);
  }
};

const givenNodes = async (test: TestDatabase, count: number): Promise<GivenEngine[]> =>
  Promise.all(Array.from({ length: count }, async () => givenEngine(await test.openAnother())));

const seedBidders = async (test: TestDatabase, count: number): Promise<Person[]> =>
  Object.values(
    await seedUsers(test.database, Object.fromEntries(Array.from({ length: count }, (_, i) => [`b${i}`, {}]))),
  );

/** Bids, maxima and cancellations around a price that rises by about an increment every `perStep` commands. */
const hotCommands = (
  auction: { id: string },
  bidders: readonly Person[],
  count: number,
  perStep: number,
): UserCommand[] =>
  Array.from({ length: count }, (_, i) => {
    const bidder = bidders[Math.floor(Math.random() * bidders.length)] as Person;
    const amountMinor = 1000 + 100 * (Math.floor(i / perStep) + Math.floor(Math.random() * 4));
    const kind = Math.random();
    if (kind < 0.7) return aBid(auction, bidder, amountMinor);
    return kind < 0.9 ? aMaxBid(auction, bidder, amountMinor + 150) : aCancel(auction, bidder);
  });

/** Sends in waves, so that commands of all nodes collide. */
const sendInWaves = async (
  count: number,
  wave: number,
  send: (index: number) => Promise<Answered>,
): Promise<Answered[]> => {
  const answers: Answered[] = [];
  for (let from = 0; from < count; from += wave) {
    const indexes = Array.from({ length: Math.min(wave, count - from) }, (_, i) => from + i);
    answers.push(...(await Promise.all(indexes.map(send))));
  }
  return answers;
};

/**
 * Checks that every accepted answer equals the stored one, that no refused command is stored, and that every accepted
 * bid is stored once.
 */
const expectAnswersHold = async (
  test: TestDatabase,
  auctionId: string,
  commands: readonly UserCommand[],
  answers: readonly Answered[],
): Promise<void> => {
  const keys = commands.map(({ userId, commandId }) => ({ userId, commandId }));
  const remembered = await loadOutcomes(test.database, keys);
  const outcomes = new Map(remembered.map(({ commandId, outcome }) => [commandId, outcome]));
  const bids = new Map((await bidsOf(test.database, auctionId)).map((bid) => [`${auctionId}-${bid.number}`, bid]));
  const acceptedIds = new Set<string>();
  for (const [i, command] of commands.entries()) {
    const outcome = (answers[i] as Answered).outcome;
    expect(outcomes.get(command.commandId)).toEqual(outcome.ok ? outcome : undefined);
    if (command.type !== "PlaceBid" || !outcome.ok || outcome.data.of !== "PlaceBid") continue;
    const { _id } = outcome.data.bid;
    acceptedIds.add(_id);
    expect(bids.get(_id)).toMatchObject({ bidderId: command.userId, amountMinor: command.amountMinor, kind: "manual" });
  }
  const manual = [...bids.values()].filter(({ kind }) => kind === "manual");
  expect(acceptedIds.size).toBe(manual.length);
};

describe("several nodes over one database", () => {
  const test = withDatabase();

  /** This many people bid without a pause, each on its own node. Returns each answer as it came. */
  const bidWithoutPause = async (nodes: readonly GivenEngine[], people: number, each: number): Promise<Answered[]> => {
    const { admin } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin);
    const bidders = await seedBidders(test, people);
    let amountMinor = 1000;
    const answers: Answered[] = [];
    await Promise.all(
      bidders.map(async (bidder, i) => {
        const { engine } = nodes[i % nodes.length] as GivenEngine;
        for (let n = 0; n < each; n++) {
          amountMinor += 100;
          answers.push(await engine.submit(aBid(auction, bidder, amountMinor)));
        }
      }),
    );
    await expectHistoryHolds(test.database, auction.id);
    return answers;
  };

  it("three nodes that never pause take turns, and no command gets an unknown outcome", async () => {
    const nodes = await givenNodes(test, 3);
    const answers = await bidWithoutPause(nodes, 90, 60);
    const codes = new Set(answers.map(codeOf));
    expect([...codes].sort()).toEqual(["BID_TOO_LOW", "ok"]);
    // The node that wrote last has the newest state first. Still every other node must get its share.
    for (const { committed } of nodes) expect(committed.length).toBeGreaterThan(100);
  });

  it("a node that stops while it holds the advisory lock delays nobody for long", async () => {
    const stopped = postgres(test.url, { max: 1 });
    onTestFinished(() => stopped.end());
    await stopped`select pg_advisory_lock(7264002)`;
    const answers = await bidWithoutPause(await givenNodes(test, 2), 20, 20);
    expect(answers.filter((answer) => codeOf(answer) === "ok").length).toBeGreaterThan(100);
    expect(answers).toHaveLength(400);
  });

  it.each([
    [2, 3000],
    [3, 3000],
  ])(
    "%i nodes carry out %i commands on one hot auction without a gap, a loss or a repetition",
    async (nodeCount, commandCount) => {
      const { admin } = await seedPeople(test.database);
      const auction = await seedAuction(test.database, admin, { reserveMinor: 30_000 });
      const nodes = await givenNodes(test, nodeCount);
      const commands = hotCommands(auction, await seedBidders(test, 20), commandCount, 3);
      const answers = await sendInWaves(commandCount, 50 * nodeCount, (i) =>
        persist(nodes[i % nodeCount] as GivenEngine, commands[i] as UserCommand),
      );
      const accepted = answers.filter((answer) => codeOf(answer) === "ok").length;
      expect(accepted).toBeGreaterThan(commandCount / 20);
      expect(accepted).toBeLessThan(commandCount);

      const stored = await expectHistoryHolds(test.database, auction.id);
      await expectAnswersHold(test, auction.id, commands, answers);
      // Each change is published only by the node that made it, and every node made some.
      const published = nodes.map(({ committed }) => committed.map(({ after }) => after.revision));
      expect(published.flat().sort((a, b) => a - b)).toEqual(
        Array.from({ length: stored.revision - 1 }, (_, i) => i + 2),
      );
      for (const revisions of published) expect(revisions.length).toBeGreaterThan(0);
      for (const { errors } of nodes) expect(errors).toEqual([]);
    },
  );

  it("the same command through two nodes at once has one effect and one answer, accepted or refused", async () => {
    const { admin } = await seedPeople(test.database);
    const bidders = await seedBidders(test, 10);
    const [one, other] = (await givenNodes(test, 2)) as [GivenEngine, GivenEngine];
    for (let round = 0; round < 15; round++) {
      const auction = await seedAuction(test.database, admin);
      const commands = [
        ...bidders.map((bidder, i) => aBid(auction, bidder, 1100 + 50 * i)),
        aMaxBid(auction, bidders[0] as Person, 3000),
        aStatus(auction, admin, "paused"),
      ];
      const [first, second] = await Promise.all(
        [one, other].map((node) => Promise.all(commands.map((command) => persist(node, command)))),
      );
      // Each node refuses by its current state, so prices in refusals may differ; a command that one node accepts is
      // refused by none.
      const done = (answers: unknown) => (answers as Answered[]).map((one) => (one.outcome.ok ? one : "refused"));
      expect(done(second)).toEqual(done(first));
      expect(done(first)).toContainEqual(expect.objectContaining({ outcome: expect.objectContaining({ ok: true }) }));
      await expectHistoryHolds(test.database, auction.id);
      await expectAnswersHold(test, auction.id, commands, first as Answered[]);
    }
  });

  it("the same refused command through two nodes at once gets the same answer and leaves no row", async () => {
    const { admin, ada } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin);
    const [one, other] = (await givenNodes(test, 2)) as [GivenEngine, GivenEngine];
    for (let round = 0; round < 30; round++) {
      const command = aBid(auction, ada, 1);
      const [first, second] = await Promise.all([persist(one, command), persist(other, command)]);
      expect(codeOf(first as Answered)).toBe("BID_TOO_LOW");
      expect(second?.outcome).toEqual(first?.outcome);
    }
    expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({ revision: 1 });
    const [kept] = await test.database.query("select count(*)::int as n from commands where user_id = $1::text::uuid", [
      ada.id,
    ]);
    expect(kept).toEqual({ n: 0 });
    expect([...one.errors, ...other.errors]).toEqual([]);
  });

  it("two nodes carry out one of two bodies under one id, and the other body gets COMMAND_ID_REUSED", async () => {
    const { admin, ada } = await seedPeople(test.database);
    const [one, other] = (await givenNodes(test, 2)) as [GivenEngine, GivenEngine];
    for (let round = 0; round < 20; round++) {
      const [here, there] = [await seedAuction(test.database, admin), await seedAuction(test.database, admin)];
      const id = randomUUID();
      const answers = await Promise.all([
        persist(one, aBid(here, ada, 1100, id)),
        persist(other, aBid(there, ada, 1100, id)),
      ]);
      expect(answers.map(codeOf).sort()).toEqual(["COMMAND_ID_REUSED", "ok"]);
      const [a, b] = [
        await expectHistoryHolds(test.database, here.id),
        await expectHistoryHolds(test.database, there.id),
      ];
      expect(a.bidCount + b.bidCount).toBe(1);
    }
  });

  it("two nodes close 200 auctions at once, each once and with one settlement", async () => {
    const { admin, ada, bola } = await seedPeople(test.database);
    const [one, other] = (await givenNodes(test, 2)) as [GivenEngine, GivenEngine];
    const auctions = await Promise.all(Array.from({ length: 200 }, () => seedAuction(test.database, admin)));
    const bids = await Promise.all(
      auctions.map((auction, i) => persist(i % 2 ? one : other, aBid(auction, i % 3 ? ada : bola, 1100))),
    );
    const maxima = await Promise.all(auctions.map((auction) => persist(one, aMaxBid(auction, bola, 5000))));
    expect(new Set([...bids, ...maxima].map(codeOf))).toEqual(new Set(["ok"]));
    await Promise.all(auctions.map(({ id }) => endIn(test.database, id, 0)));
    await Promise.all([one, other].flatMap((node) => auctions.map((auction) => node.engine.submit(aClose(auction)))));

    for (const { id } of auctions) {
      const stored = await expectHistoryHolds(test.database, id);
      expect(stored.status).toBe("ended");
      expect(stored.winner).toEqual(stored.leader);
      const ends = (await logOf(test.database, id)).flatMap(({ events }) =>
        events.filter(({ type }) => type === "AuctionEnded"),
      );
      expect(ends).toHaveLength(1);
    }
    const [settlements] = await test.database.query<{ count: number; auctions: number }>(
      `select count(*)::int as count, count(distinct auction_id)::int as auctions from settlements
       where auction_id = any($1::text::uuid[]) and status = 'open'`,
      [`{${auctions.map(({ id }) => id).join(",")}}`],
    );
    expect(settlements).toEqual({ count: 200, auctions: 200 });
    const published = [one, other].flatMap(({ committed }) =>
      committed.filter(({ after }) => after.status === "ended"),
    );
    expect(published).toHaveLength(200);
  });

  it("the result of an auction has every accepted bid if bids and the close come through two nodes at the end", async () => {
    const { admin, ada } = await seedPeople(test.database);
    const [one, other] = (await givenNodes(test, 2)) as [GivenEngine, GivenEngine];
    for (let round = 0; round < 10; round++) {
      const auction = await seedAuction(test.database, admin, { durationMs: 200 });
      let isClosed = false;
      const closing = (async () => {
        while (!isClosed) {
          await other.engine.submit(aClose(auction));
          isClosed = other.committed.some(({ after }) => after.id === auction.id);
        }
      })();
      const answers: Answered[] = [];
      for (let amountMinor = 1100; answers.at(-1)?.outcome.ok !== false; amountMinor += 100) {
        answers.push(await persist(one, aBid(auction, ada, amountMinor)));
      }
      await closing;
      expect(codeOf(answers.at(-1) as Answered)).toBe("AUCTION_ENDED");
      const accepted = answers.slice(0, -1);
      for (const { at } of accepted) expect(at).toBeLessThan(auction.endsAt);
      const stored = await expectHistoryHolds(test.database, auction.id);
      expect(stored).toMatchObject({ status: "ended", bidCount: accepted.length });
      expect(stored.winner).toEqual(accepted.length > 0 ? ada : null);
    }
  });

  it("a bid that waits for the auction's row until after the end is refused, because the clock is read under the lock", async () => {
    const { admin, ada } = await seedPeople(test.database);
    const [node] = (await givenNodes(test, 1)) as [GivenEngine];
    const holder = postgres(test.url, { max: 1, fetch_types: false, onnotice: () => {} });
    onTestFinished(() => holder.end());
    const auction = await seedAuction(test.database, admin, { durationMs: 500 });
    await holder.unsafe("begin");
    await holder.unsafe(`select 1 from auctions where id = '${auction.id}' for update`);
    const answer = node.engine.submit(aBid(auction, ada, 1100));
    while ((await databaseNow(test.database)) <= auction.endsAt) await sleep(20);
    await holder.unsafe("commit");
    expect(codeOf(await answer)).toBe("AUCTION_ENDED");
    expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({ bidCount: 0 });
  });

  it("a purchase that waits for the auction's row until the last hour has begun is refused", async () => {
    const { admin, ada } = await seedPeople(test.database);
    const [node] = (await givenNodes(test, 1)) as [GivenEngine];
    const holder = postgres(test.url, { max: 1, fetch_types: false, onnotice: () => {} });
    onTestFinished(() => holder.end());
    const auction = await seedAuction(test.database, admin, { buyItNowMinor: 5000, durationMs: HOUR + 500 });
    await holder.unsafe("begin");
    await holder.unsafe(`select 1 from auctions where id = '${auction.id}' for update`);
    const answer = node.engine.submit(aPurchase(auction, ada));
    while ((await databaseNow(test.database)) <= auction.endsAt - HOUR) await sleep(20);
    await holder.unsafe("commit");
    expect((await answer).outcome).toMatchObject({
      error: { code: "BUY_IT_NOW_UNAVAILABLE", reason: "ending-soon" },
    });
    expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({ revision: 1, status: "active" });
  });

  it("three nodes with purchases among bids and maxima leave one buyer an auction and no bid after the purchase", async () => {
    const { admin } = await seedPeople(test.database);
    const bidders = await seedBidders(test, 12);
    const nodes = await givenNodes(test, 3);
    for (let round = 0; round < 8; round++) {
      const auction = await seedAuction(test.database, admin, { buyItNowMinor: 9000, durationMs: 2 * HOUR });
      const commands = hotCommands(auction, bidders, 90, 3);
      for (const [i, bidder] of bidders.entries()) commands.splice(20 + i * 4, 0, aPurchase(auction, bidder));
      const answers = await sendInWaves(commands.length, 30, (i) =>
        persist(nodes[i % 3] as GivenEngine, commands[i] as UserCommand),
      );
      const bought = answers.filter((answer, i) => commands[i]?.type === "BuyItNow" && codeOf(answer) === "ok");
      expect(bought).toHaveLength(1);
      const stored = await expectHistoryHolds(test.database, auction.id);
      await expectAnswersHold(test, auction.id, commands, answers);
      expect(stored).toMatchObject({ status: "paused", pauseReason: "buy-it-now" });
      const pausedAt = bought[0]?.at ?? Number.NaN;
      for (const { at } of await bidsOf(test.database, auction.id)) expect(at).toBeLessThanOrEqual(pausedAt);
    }
  });

  it("two nodes forfeit 95 wins and 5 purchases of five people at once, each once, and the balances add up", async () => {
    const { admin } = await seedPeople(test.database);
    const buyers = await seedBidders(test, 5);
    const [one, other] = (await givenNodes(test, 2)) as [GivenEngine, GivenEngine];
    const auctions = await Promise.all(
      Array.from({ length: 100 }, () =>
        seedAuction(test.database, admin, { buyItNowMinor: 5000, durationMs: 2 * HOUR }),
      ),
    );
    // A person has at most one open purchase, so the other debts are wins of the same amount.
    const bought = auctions.slice(0, 5);
    const taken = await Promise.all(
      auctions.map((auction, i) => {
        const [node, person] = [i % 2 ? one : other, buyers[i % 5] as Person];
        return persist(node, i < 5 ? aPurchase(auction, person) : aBid(auction, person, 5000));
      }),
    );
    expect(new Set(taken.map(codeOf))).toEqual(new Set(["ok"]));
    await Promise.all(bought.map(({ id }) => deadlineIn(test.database, id, 0)));
    const ended = await Promise.all(auctions.slice(5).map((auction) => persist(one, aStatus(auction, admin, "ended"))));
    expect(new Set(ended.map(codeOf))).toEqual(new Set(["ok"]));
    const forfeits = new Map<string, ForfeitSettlement>();
    for (const { id: auctionId } of auctions.slice(5)) {
      await dueIn(test.database, auctionId, -1);
      const settlementId = (await storedAuction(test.database, auctionId)).settlement?.id ?? "none";
      forfeits.set(auctionId, { type: "ForfeitSettlement", auctionId, settlementId });
    }
    // Acts like the close clock: retries what failed because two nodes were in each other's way.
    const expire = async (node: GivenEngine, auction: { id: string }): Promise<void> => {
      const command = forfeits.get(auction.id) ?? anExpiry(auction);
      while (codeOf(await node.engine.submit(command)) !== "ok") await sleep(20);
    };
    // Nodes that read the moved due times from the database.
    const [third, fourth] = (await givenNodes(test, 2)) as [GivenEngine, GivenEngine];
    await Promise.all([
      ...auctions.map((auction) => expire(third, auction)),
      ...[...auctions].reverse().map((auction) => expire(fourth, auction)),
    ]);
    for (const { id } of auctions) {
      const [status, settlement] = forfeits.has(id) ? ["ended", { status: "forfeited" }] : ["active", null];
      expect(await expectHistoryHolds(test.database, id)).toMatchObject({ status, purchase: null, settlement });
    }
    for (const { id } of buyers) {
      const { balanceMinor, entries } = await expectLedgerHolds(test.database, id);
      // Each debt has three entries: the deposit, its return and the penalty.
      expect([balanceMinor, entries.length]).toEqual([RICH - 20 * 500, 1 + 20 * 3]);
    }
    expect([one, other, third, fourth].flatMap(({ errors }) => errors)).toEqual([]);
  });

  it("connections that are killed under load lose and double nothing if clients send again until they get an answer", async () => {
    const { admin } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin);
    const nodes = await givenNodes(test, 2);
    const commands = hotCommands(auction, await seedBidders(test, 10), 1200, 3);
    // The progress of the load triggers this, not a timer, because a fast machine finishes before a timer fires.
    const kills: Promise<number>[] = [];
    const kill = async (): Promise<number> => {
      const rows = await test.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%auctions%'
         order by random() limit 1`,
      );
      return rows.length;
    };
    const answers = await sendInWaves(commands.length, 40, (i) => {
      if (i % 100 === 50) kills.push(kill());
      return persist(nodes[i % 2] as GivenEngine, commands[i] as UserCommand);
    });
    const killed = (await Promise.all(kills)).reduce((sum, count) => sum + count, 0);
    expect(killed).toBeGreaterThan(5);
    await expectHistoryHolds(test.database, auction.id);
    await expectAnswersHold(test, auction.id, commands, answers);
  });
});

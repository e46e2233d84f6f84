// `BALANCE_RULE=hold` with several nodes over one PostgreSQL database: people bid on many auctions through all nodes at
// once, nobody binds more than their balance, and voids meanwhile leave what the others' commands give.
import { setTimeout as sleep } from "node:timers/promises";
import { fallbackRates, toMinor } from "@jara/shared/money";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkHistory, findingOf } from "../../../load/src/history/check-history.ts";
import { readStored } from "../../../load/src/history/stored.ts";
import { expectHistoryHolds } from "../../test/support/check-history.ts";
import {
  aBid,
  aCancel,
  aMaxBid,
  anEdit,
  aStatus,
  aVoid,
  codeOf,
  type GivenEngine,
  givenEngine,
} from "../../test/support/given-engine.ts";
import { seedAuction, seedPeople, seedUsers } from "../../test/support/seed.ts";
import { type TestDatabase, withDatabase } from "../../test/support/with-database.ts";
import type { AuctionState, Person } from "../auction/state.ts";
import type { Answered } from "./outcome.ts";
import { reservedOfAll } from "./reads/reservations.ts";

const BALANCE = 20_000;
const ROUNDS = 40;

const givenNodes = (test: TestDatabase, count: number): Promise<GivenEngine[]> =>
  Promise.all(Array.from({ length: count }, async () => givenEngine(await test.openAnother(), { reserves: true })));

const notePrice = (prices: Map<string, number>, { id }: AuctionState, { outcome }: Answered): void => {
  if (!outcome.ok || !("auction" in outcome.data) || !("currentPrice" in outcome.data.auction)) return;
  prices.set(id, toMinor(outcome.data.auction.currentPrice));
};

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

describe("bids that reserve money, on several nodes", () => {
  const test = withDatabase();

  /**
   * Call at the end of a test. A connection may report its deadlocks late, but at the latest when it closes, so this closes
   * all connections of the nodes first. They connect again.
   */
  const deadlocks = async (): Promise<number> => {
    const admin = postgres(test.url, { max: 1, fetch_types: false, onnotice: () => {} });
    onTestFinished(() => admin.end());
    const ofNodes = admin`from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
    const [now] = await admin<{ at: string }[]>`select clock_timestamp()::text as at`;
    await admin`select pg_terminate_backend(pid) ${ofNodes}`;
    // A connection that closes by itself at this moment cannot be closed, so the result of the call says nothing.
    const remaining = () => admin`select pid ${ofNodes} and backend_start <= ${now?.at ?? ""}::timestamptz`;
    while ((await remaining()).length > 0) await sleep(10);
    const [row] = await admin<{ deadlocks: number }[]>`
      select deadlocks::float8 as deadlocks from pg_stat_database where datname = current_database()`;
    return row?.deadlocks ?? Number.NaN;
  };

  /** A bid, a maximum or a cancellation near the auction's price, which nobody needs to know exactly. */
  const anyCommand = (auction: AuctionState, person: Person, prices: Map<string, number>) => {
    const price = prices.get(auction.id) ?? auction.priceMinor;
    const kind = Math.random();
    if (kind < 0.1) return aCancel(auction, person);
    const amount = price + 100 + Math.floor(Math.random() * 4000);
    return kind < 0.7 ? aBid(auction, person, amount) : aMaxBid(auction, person, amount + 8000);
  };

  /** These promises of the history checker, held against the logs of the auctions. */
  const checkedPromises = async (auctions: readonly AuctionState[], people: readonly Person[], names: string[]) => {
    const stored = await readStored(
      (text, params) => test.database.query(text, params),
      auctions.map(({ id }) => id),
      people.map(({ id }) => id),
      "committed",
    );
    const history = { calls: [], watching: [], held: [], clock: null, since: null, reservesMoney: true };
    return checkHistory(history, stored).promises.filter(({ promise }) => names.includes(promise));
  };

  it("three nodes let nobody bind more than the balance on 40 auctions, without a deadlock or an unanswered command", async () => {
    const { admin } = await seedPeople(test.database);
    const people = Object.values(
      await seedUsers(
        test.database,
        Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, { balanceMinor: BALANCE }])),
      ),
    );
    const auctions = await Promise.all(Array.from({ length: 40 }, () => seedAuction(test.database, admin)));
    const nodes = await givenNodes(test, 3);
    const prices = new Map<string, number>();
    const codes: string[] = [];
    // Everybody bids through every node at once, without waiting for the others.
    await Promise.all(
      people.flatMap((person) =>
        nodes.map(async ({ engine }) => {
          for (let round = 0; round < ROUNDS; round++) {
            const auction = oneOf(auctions);
            const answer = await engine.submit(anyCommand(auction, person, prices));
            codes.push(codeOf(answer));
            notePrice(prices, auction, answer);
          }
        }),
      ),
    );
    const count = (wanted: string): number => codes.filter((code) => code === wanted).length;
    expect(codes).toHaveLength(people.length * nodes.length * ROUNDS);
    expect(count("UNAVAILABLE") + count("INTERNAL")).toBe(0);
    expect(count("ok")).toBeGreaterThan(200);
    expect(count("INSUFFICIENT_BALANCE")).toBeGreaterThan(200);
    for (const { id } of auctions) await expectHistoryHolds(test.database, id);
    const [reserving] = await checkedPromises(auctions, people, ["reserved"]);
    expect(reserving?.violations.map(findingOf)).toEqual([]);
    expect(reserving?.tried).toBeGreaterThan(200);
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);

    // Afterwards exactly the rest of each balance can be bid, by whichever node.
    const reserved = await reservedOfAll(
      test.database,
      people.map(({ id }) => id),
      fallbackRates,
    );
    for (const [i, person] of people.entries()) {
      const fresh = await seedAuction(test.database, admin, { startingPriceMinor: 1, incrementMinor: 1 });
      const rest = 5 * (BALANCE - (reserved.get(person.id) ?? Number.NaN));
      const { engine } = nodes[i % 3] as GivenEngine;
      expect(codeOf(await engine.submit(aBid(fresh, person, Math.max(rest + 1, 2))))).toBe("INSUFFICIENT_BALANCE");
      if (rest >= 2) expect(codeOf(await engine.submit(aBid(fresh, person, rest)))).toBe("ok");
    }
    expect(await deadlocks()).toBe(0);
  });

  it("voids on two nodes leave what the others' commands give, while people bid and have too little money", async () => {
    const { admin } = await seedPeople(test.database);
    const poor = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`poor${i}`, { balanceMinor: BALANCE / 4 }]));
    const people = Object.values(await seedUsers(test.database, poor));
    const auctions = await Promise.all(Array.from({ length: 6 }, () => seedAuction(test.database, admin)));
    const nodes = await givenNodes(test, 2);
    const prices = new Map<string, number>();
    const codes: string[] = [];
    const bidding = people.map(async (person) => {
      for (let round = 0; round < ROUNDS; round++) {
        const auction = oneOf(auctions);
        const answer = await oneOf(nodes).engine.submit(anyCommand(auction, person, prices));
        codes.push(codeOf(answer));
        notePrice(prices, auction, answer);
      }
    });
    // The administrator stops once nobody bids any more, and then voids bids on lots that have ended.
    const administering = async (): Promise<void> => {
      let isOver = false;
      const over = Promise.all(bidding).then(() => {
        isOver = true;
      });
      while (!isOver) {
        const auction = oneOf(auctions);
        const { engine } = oneOf(nodes);
        await engine.submit(aVoid(auction, admin, oneOf(people), "mistaken-amount"));
        if (Math.random() < 0.2) await engine.submit(anEdit(auction, admin, { title: `Lot ${Math.random()}` }));
        await sleep(5);
      }
      await over;
      for (const auction of auctions) {
        await nodes[0]?.engine.submit(aStatus(auction, admin, "ended"));
        for (const person of people) await oneOf(nodes).engine.submit(aVoid(auction, admin, person));
      }
    };
    await administering();
    expect(codes.filter((code) => code === "INSUFFICIENT_BALANCE").length).toBeGreaterThan(50);
    for (const { id } of auctions) await expectHistoryHolds(test.database, id);
    const checked = await checkedPromises(auctions, people, ["voids", "reserved", "leaders", "replay"]);
    expect(checked.flatMap(({ violations }) => violations.map(findingOf))).toEqual([]);
    expect(checked.find(({ promise }) => promise === "voids")?.tried).toBeGreaterThan(20);
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);
  });

  it("people who bid on the same auctions in opposite orders never deadlock", async () => {
    const { admin, ada, bola, chidi, dayo } = await seedPeople(test.database);
    const nodes = await givenNodes(test, 3);
    for (let round = 0; round < 40; round++) {
      const lots = await Promise.all(Array.from({ length: 4 }, () => seedAuction(test.database, admin)));
      const people = [ada, bola, chidi, dayo];
      const answers = await Promise.all(
        nodes.flatMap(({ engine }, n) =>
          lots.map((lot, i) => engine.submit(aBid(lot, people[(i + n) % 4] as Person, 1100 + 100 * n))),
        ),
      );
      expect(answers.map(codeOf).filter((code) => code !== "ok" && code !== "BID_TOO_LOW")).toEqual([]);
    }
    expect(nodes.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await deadlocks()).toBe(0);
  });
});

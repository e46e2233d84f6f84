// Tests the clock that starts and closes auctions: each at its moment, once, and only if the database's clock agrees.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectHistoryHolds, expectLedgerHolds, logOf, storedAuction } from "../../test/support/check-history.ts";
import { aBid, aPurchase, aStatus, codeOf, type GivenEngine, givenEngine } from "../../test/support/given-engine.ts";
import { databaseNow, deadlineIn, endIn, seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import { DatabaseClock } from "../platform/database/database-clock.ts";
import { silentLog } from "../platform/jobs/guard-rows.ts";
import { createWakes } from "../platform/jobs/wake.ts";
import { startCloseClock } from "./close-clock.ts";
import { createEngineStore } from "./commit/engine-store.ts";
import { recordFailedCommands } from "./failed-commands.ts";
import type { EngineStore } from "./ports.ts";

const test = withDatabase();

const givenClock = (
  { engine, clock }: GivenEngine,
  wrap = (store: EngineStore) => store,
  recovered: (auctionId: string) => void = () => {},
) => {
  const warnings: string[] = [];
  const store = wrap(createEngineStore(test.database, new DatabaseClock()));
  let reads = 0;
  const wakes = createWakes();
  const closeClock = startCloseClock({
    engine,
    store: {
      ...store,
      due: async (withinMs) => {
        const due = await store.due(withinMs);
        if (withinMs > 0) setImmediate(() => (reads += 1));
        return due;
      },
    },
    clock,
    wakes,
    recovered,
    log: { warn: (_details, message) => void warnings.push(message) },
  });
  onTestFinished(() => closeClock.stop());
  /** Resolves when the clock has read for the first time what will be due, and has set its timers. */
  const read = async (): Promise<void> => {
    while (reads === 0) await sleep(5);
  };
  return { closeClock, wake: wakes.wake, warnings, read };
};

const becomes = async (auctionId: string, status: string): Promise<void> => {
  while ((await storedAuction(test.database, auctionId)).status !== status) await sleep(20);
};

/** The types of the events since the auction was created, with the time of each. */
const historyOf = async (auctionId: string) =>
  (await logOf(test.database, auctionId))
    .slice(1)
    .flatMap(({ events, at }) => events.map(({ type }) => ({ type, at })));

describe("the close clock", () => {
  it("closes an auction once at its end by the database's clock, and not before", async () => {
    const { admin, ada } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin);
    const given = await givenEngine(test.database);
    expect(codeOf(await given.engine.submit(aBid(auction, ada, 1100)))).toBe("ok");
    const endsAt = await endIn(test.database, auction.id, 400);
    givenClock(given);
    givenClock(given);
    await becomes(auction.id, "ended");
    expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({ winner: ada });
    const [, end, ...more] = await historyOf(auction.id);
    expect(end?.type).toBe("AuctionEnded");
    expect(end?.at).toBeGreaterThanOrEqual(endsAt);
    expect(more).toEqual([]);
  });

  it("starts a scheduled draft at its start time, and closes it at its end", async () => {
    const { admin } = await seedPeople(test.database);
    const startsAt = (await databaseNow(test.database)) + 400;
    const auction = await seedAuction(test.database, admin, { status: "draft", startsAt, endsAt: startsAt + 400 });
    givenClock(await givenEngine(test.database));
    await becomes(auction.id, "ended");
    const history = await historyOf(auction.id);
    expect(history.map(({ type }) => type)).toEqual(["AuctionStarted", "AuctionEnded"]);
    expect(history[0]?.at).toBeGreaterThanOrEqual(startsAt);
  });

  it("closes auctions that ended while no server ran", async () => {
    const { admin } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin, { endsAt: (await databaseNow(test.database)) - 60_000 });
    givenClock(await givenEngine(test.database));
    await becomes(auction.id, "ended");
    expect((await historyOf(auction.id)).map(({ type }) => type)).toEqual(["AuctionEnded"]);
  });

  it.each([-700, 700])("closes at the end and not before on a node whose clock is %i ms wrong", async (skewMs) => {
    const { admin } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin, { durationMs: 600 });
    givenClock(await givenEngine(test.database, { skewMs }));
    await becomes(auction.id, "ended");
    const history = await historyOf(auction.id);
    expect(history.map(({ type }) => type)).toEqual(["AuctionEnded"]);
    expect(history[0]?.at).toBeGreaterThanOrEqual(auction.endsAt);
  });

  it("leaves a paused auction alone, and closes it once it has resumed", async () => {
    const { admin } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin);
    const given = await givenEngine(test.database);
    expect(codeOf(await given.engine.submit(aStatus(auction, admin, "paused")))).toBe("ok");
    const endsAt = await endIn(test.database, auction.id, 200);
    // The clock has passed the paused auction's time once it closes an auction that ends later.
    const later = await seedAuction(test.database, admin, { endsAt: endsAt + 100 });
    // Another node's clock, which last saw the auction before its end was moved.
    const another = await givenEngine(test.database);
    givenClock(another);
    await becomes(later.id, "ended");
    expect((await storedAuction(test.database, auction.id)).status).toBe("paused");
    await another.engine.submit(aStatus(auction, admin, "active"));
    await becomes(auction.id, "ended");
    const types = (await historyOf(auction.id)).map(({ type }) => type);
    expect(types).toEqual(["AuctionPaused", "AuctionResumed", "AuctionEnded"]);
  });

  describe("the clock and the lots of a sale", () => {
    /** The auctions, in the order of the catalogue. */
    const inSale = async (closing: string, admin: string, ids: readonly string[]): Promise<void> => {
      await test.database.query(
        `with sale as (
           insert into sales (id, title, description, terms, viewings, status, closes_at, spacing_seconds, closing,
             created_by, created_at, updated_at, revision)
           values (gen_random_uuid(), 'Sale', '', '', '[]', 'published', now(), 0, $1, $2::text::uuid, now(), now(), 1)
           returning id
         )
         insert into sale_lots (auction_id, sale_id, lot_number)
         select l.id, sale.id, l.place from sale,
           unnest(string_to_array($3::text, ',')::uuid[]) with ordinality as l(id, place)`,
        [closing, admin, ids.join(",")],
      );
    };
    const endOf = async (auctionId: string): Promise<number> =>
      (await historyOf(auctionId)).find(({ type }) => type === "AuctionEnded")?.at ?? Number.NaN;

    it.each(["in-order", "together"])("holds a lot open while an earlier one ends later (%s)", async (closing) => {
      const { admin } = await seedPeople(test.database);
      const [first, second] = [await seedAuction(test.database, admin), await seedAuction(test.database, admin)];
      await inSale(closing, admin.id, [first.id, second.id]);
      const engine = await givenEngine(test.database);
      // Set only now, because on a busy machine the lines above may take longer than the first lot lasts.
      await endIn(test.database, first.id, 800);
      await endIn(test.database, second.id, 1_000);
      const { read } = givenClock(engine);
      // From then on the clock knows both ends.
      await read();
      const movedTo = await endIn(test.database, first.id, 1_500);
      await becomes(second.id, "ended");
      expect((await storedAuction(test.database, first.id)).status).toBe("ended");
      for (const { id } of [first, second]) expect(await endOf(id)).toBeGreaterThanOrEqual(movedTo);
    });

    it.each([
      ["each lot closes alone", "alone", 0],
      ["the lot that ends later comes after it", "in-order", 1],
    ] as const)("closes a lot at its own end if %s", async (_if, closing, place) => {
      const { admin } = await seedPeople(test.database);
      const [early, late] = [
        await seedAuction(test.database, admin, { durationMs: 300 }),
        await seedAuction(test.database, admin, { durationMs: 60_000 }),
      ];
      await inSale(closing, admin.id, place === 0 ? [late.id, early.id] : [early.id, late.id]);
      givenClock(await givenEngine(test.database));
      await becomes(early.id, "ended");
      expect((await storedAuction(test.database, late.id)).status).toBe("active");
    });

    it("starts no lot of a sale that was paused after the clock had read the start", async () => {
      const { admin } = await seedPeople(test.database);
      const [held, alone] = [
        await seedAuction(test.database, admin, { status: "draft" }),
        await seedAuction(test.database, admin, { status: "draft" }),
      ];
      await inSale("alone", admin.id, [held.id]);
      const given = await givenEngine(test.database);
      await test.database.query(
        `update auctions set starts_at = clock_now() + case id when $1::text::uuid then interval '0.8 s' else interval '1 s' end
         where id in ($1::text::uuid, $2::text::uuid)`,
        [held.id, alone.id],
      );
      const { read } = givenClock(given);
      // From then on the clock knows the start.
      await read();
      await test.database.query("update sales set paused_at = clock_timestamp()", []);
      await becomes(alone.id, "active");
      expect((await storedAuction(test.database, held.id)).status).toBe("draft");
      await test.database.query("update sales set paused_at = null", []);
      await becomes(held.id, "active");
    });

    it("reads once what is due for all lots that end at one moment", async () => {
      const { admin } = await seedPeople(test.database);
      const endsAt = (await databaseNow(test.database)) + 1_000;
      const lots = await Promise.all(Array.from({ length: 30 }, () => seedAuction(test.database, admin, { endsAt })));
      await inSale(
        "together",
        admin.id,
        lots.map(({ id }) => id),
      );
      let reads = 0;
      givenClock(await givenEngine(test.database), (store) => ({
        ...store,
        due: (withinMs) => {
          if (withinMs === 0) reads += 1;
          return store.due(withinMs);
        },
      }));
      for (const { id } of lots) await becomes(id, "ended");
      for (const { id } of lots) expect(await endOf(id)).toBeGreaterThanOrEqual(endsAt);
      expect(reads).toBeGreaterThan(0);
      expect(reads).toBeLessThan(10);
    });
  });

  it("logs a failed sweep, and the next sweep closes the auction", async () => {
    const { admin } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin, { endsAt: (await databaseNow(test.database)) - 1 });
    let failures = 1;
    const { warnings } = givenClock(await givenEngine(test.database), (store) => ({
      ...store,
      due: (withinMs) => (failures-- > 0 ? Promise.reject(new Error("connection lost")) : store.due(withinMs)),
    }));
    await becomes(auction.id, "ended");
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ["during its first sweep", false],
    ["when the moment of the end is set", true],
  ])("closes nothing after it was stopped %s", async (_when, isSet) => {
    const { admin } = await seedPeople(test.database);
    const given = await givenEngine(test.database);
    const auction = await seedAuction(test.database, admin, { durationMs: 600 });
    const later = await seedAuction(test.database, admin, { endsAt: auction.endsAt + 100 });
    let sweeps = 0;
    // The clock's own sweep stops it, so that its timer has not fired yet, however slow the machine is.
    const { closeClock, wake } = givenClock(given, (store) => ({
      ...store,
      due: async (withinMs) => {
        const due = await store.due(withinMs);
        sweeps += 1;
        if (isSet) setImmediate(() => closeClock.stop());
        else closeClock.stop();
        return due;
      },
    }));
    while (sweeps === 0) await sleep(5);
    await sleep(0);
    wake("lot-times");
    // A second clock, which knows only the later auction, shows that the stopped clock had enough time.
    givenClock(given, (store) => ({
      ...store,
      due: async (withinMs) => (await store.due(withinMs)).filter(({ auctionId }) => auctionId === later.id),
    }));
    await becomes(later.id, "ended");
    expect((await storedAuction(test.database, auction.id)).status).toBe("active");
    expect(sweeps).toBe(1);
  });

  it("closes the others beside a lot that cannot be closed, tries that one later, and forgets its failure then", async () => {
    const { database } = test;
    const { admin } = await seedPeople(database);
    const failures = recordFailedCommands(database, silentLog);
    const given = await givenEngine(database, { failedAlone: failures.failed });
    const lots = [];
    for (let n = 0; n < 3; n++) lots.push(await seedAuction(database, admin, { durationMs: 600 }));
    const bad = lots[1]?.id ?? "";
    await database.query(`create function unclosable() returns trigger language plpgsql as
      $$ begin raise exception 'it cannot be closed'; end $$`);
    await database.query(`create trigger unclosable before update on auctions for each row
      when (new.id = '${bad}' and new.status = 'ended') execute function unclosable()`);
    givenClock(given, undefined, failures.recovered);
    for (const { id } of lots) if (id !== bad) await becomes(id, "ended");
    const failure = async () =>
      (
        await database.query<{ reason: string; attempts: number }>(
          "select reason, attempts from set_aside_rows where loop = 'lot-times' and key = $1",
          [bad],
        )
      )[0];
    while (!(await failure())) await sleep(20);
    expect(await failure()).toEqual({ reason: "it cannot be closed", attempts: expect.any(Number) });

    const retryIn = (time: string) =>
      database.query(`update set_aside_rows set retry_at = now() + interval '${time}' where key = $1`, [bad]);
    const store = createEngineStore(database, new DatabaseClock());
    await retryIn("1 hour");
    expect(await store.due(0)).toEqual([]);
    await database.query("drop trigger unclosable on auctions");
    await retryIn("-1 second");
    await becomes(bad, "ended");
    while (await failure()) await sleep(20);
    await expectHistoryHolds(database, bad);
  });

  it("expires a purchase once at its deadline, whether or not it was running when the purchase was made", async () => {
    const { admin, ada } = await seedPeople(test.database);
    const nodes = [await givenEngine(test.database), await givenEngine(test.database)] as const;
    const auction = await seedAuction(test.database, admin, { buyItNowMinor: 5000, durationMs: 7_200_000 });
    expect(codeOf(await nodes[0].engine.submit(aPurchase(auction, ada)))).toBe("ok");
    const deadlineAt = await deadlineIn(test.database, auction.id, 400);
    for (const node of nodes) givenClock(node);
    await becomes(auction.id, "active");
    await expectHistoryHolds(test.database, auction.id);
    const history = await historyOf(auction.id);
    expect(history.map(({ type }) => type)).toEqual([
      "BuyItNowStarted",
      "AuctionPaused",
      "PurchaseForfeited",
      "AuctionResumed",
    ]);
    expect(history[2]?.at).toBeGreaterThanOrEqual(deadlineAt);
    const { entries } = await expectLedgerHolds(test.database, ada.id);
    expect(entries.slice(1).map(({ amountMinor }) => amountMinor)).toEqual([-1000, 1000, -500]);
  });
});

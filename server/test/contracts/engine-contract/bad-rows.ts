// Tests commits that a row makes fail: the other commands of the batch are executed, whatever makes the one fail, and the
// failing one gets an error.
import { describe, expect, it, onTestFinished } from "vitest";
import type { Command } from "../../../src/auction/commands.ts";
import type { AuctionState } from "../../../src/auction/state.ts";
import type { EngineStore } from "../../../src/engine/ports.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { expectHistoryHolds } from "../../support/check-history.ts";
import { aBid, aMaxBid, codeOf, givenEngine } from "../../support/given-engine.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const LOTS = 40;
const BAD = 17;

/** Makes each insert into the table fail whose row has this property, until the returned function is called. */
const refuse = async (database: Database, table: string, row: string): Promise<() => Promise<void>> => {
  await database.query(`create or replace function refused_row() returns trigger language plpgsql as
    $$ begin raise exception 'the poisoned row' using errcode = 'check_violation'; end $$`);
  await database.query(`create trigger refused_row before insert on ${table} for each row when (${row})
    execute function refused_row()`);
  let isGone = false;
  const end = async (): Promise<void> => {
    if (!isGone) await database.query(`drop trigger refused_row on ${table}`);
    isGone = true;
  };
  onTestFinished(end);
  return end;
};

/** An engine that counts its statements and remembers the commands that failed alone. */
const watched = async (database: Database) => {
  const sizes: number[] = [];
  const failed: [command: Command, error: unknown][] = [];
  const given = await givenEngine(database, {
    failedAlone: (command, error) => void failed.push([command, error]),
    wrapStore: (store: EngineStore): EngineStore => ({
      ...store,
      prepare: (batch) => {
        sizes.push(batch.commands.length);
        return store.prepare(batch);
      },
    }),
  });
  return { ...given, failed, sizes };
};

const lotsOf = async ({ database }: TestDatabase) => {
  const { admin, ada, bola } = await seedPeople(database);
  const lots: AuctionState[] = [];
  for (let n = 0; n < LOTS; n++) lots.push(await seedAuction(database, admin));
  return { lots, bad: lots[BAD] as AuctionState, ada, bola };
};

export const badRows = (test: TestDatabase) =>
  describe("a batch that a row makes fail", () => {
    it("is divided until the bad auction is alone; all others commit, and the next batch is not disturbed", async () => {
      const { database } = test;
      const { lots, bad, ada, bola } = await lotsOf(test);
      const { engine, failed, sizes, unknown } = await watched(database);
      const cure = await refuse(database, "auction_events", `new.auction_id = '${bad.id}'`);
      const codes = (await Promise.all(lots.map((lot) => engine.submit(aBid(lot, ada, 1100))))).map(codeOf);
      expect(codes).toEqual(lots.map(({ id }) => (id === bad.id ? "UNAVAILABLE" : "ok")));
      expect(failed.map(([{ type, auctionId }, error]) => [type, auctionId, (error as Error).message])).toEqual([
        ["PlaceBid", bad.id, "the poisoned row"],
      ]);
      // All of them, and the halves of each failing batch: of 40, 20, 10, 5, 3 and 2 lots.
      expect(sizes.length).toBeLessThanOrEqual(13);
      expect(unknown).toEqual([]);
      for (const lot of lots) {
        expect(await expectHistoryHolds(database, lot.id)).toMatchObject({ bidCount: lot === bad ? 0 : 1 });
      }

      sizes.length = 0;
      const again = (await Promise.all(lots.map((lot) => engine.submit(aBid(lot, bola, 1200))))).map(codeOf);
      expect(again).toEqual(codes);
      expect(sizes).toEqual([LOTS - 1, 1]);
      await cure();
      expect(codeOf(await engine.submit(aBid(bad, ada, 1100)))).toBe("ok");
      await expectHistoryHolds(database, bad.id);
    });

    it("executes the other commands on the same auction, in their order", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const lot = await seedAuction(database, admin);
      const { engine, failed } = await watched(database);
      await refuse(database, "bids", "new.amount_minor = 1500");
      const answers = await Promise.all([
        engine.submit(aBid(lot, ada, 1100)),
        engine.submit(aMaxBid(lot, ada, 1300)),
        engine.submit(aBid(lot, bola, 1500)),
        engine.submit(aBid(lot, bola, 1600)),
        engine.submit(aBid(lot, ada, 1700)),
      ]);
      expect(answers.map(codeOf)).toEqual(["ok", "ok", "UNAVAILABLE", "ok", "ok"]);
      expect(failed).toHaveLength(1);
      expect(await expectHistoryHolds(database, lot.id)).toMatchObject({ priceMinor: 1700, leader: { id: ada.id } });
    });

    it("is divided too if a row is there already, which no command explains", async () => {
      const { database } = test;
      const { lots, bad, ada } = await lotsOf(test);
      const { engine, failed, sizes } = await watched(database);
      await database.query(
        `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
         values ($1::text::uuid, 1, $2::text::uuid, 1100, 'manual', clock_now())`,
        [bad.id, ada.id],
      );
      const codes = (await Promise.all(lots.map((lot) => engine.submit(aBid(lot, ada, 1100))))).map(codeOf);
      expect(codes.filter((code) => code === "ok")).toHaveLength(LOTS - 1);
      expect(codes[BAD]).toBe("UNAVAILABLE");
      expect(failed).toHaveLength(1);
      expect(sizes.length).toBeLessThanOrEqual(13);
    });

    it("is divided too if a command cannot be decided, of which nothing was sent", async () => {
      const { database } = test;
      const { lots, bad, ada } = await lotsOf(test);
      const { engine, failed, unknown } = await watched(database);
      const undecidable = ({ id }: AuctionState): boolean => {
        if (id === bad.id) throw new TypeError("a mistake in the program");
        return true;
      };
      const codes = (await Promise.all(lots.map((lot) => engine.submit(aBid(lot, ada, 1100), undecidable)))).map(
        codeOf,
      );
      expect(codes).toEqual(lots.map((lot) => (lot === bad ? "UNAVAILABLE" : "ok")));
      expect(failed).toHaveLength(1);
      expect(unknown).toEqual([]);
    });

    it("is not divided if the database is away, because no auction is bad", async () => {
      const { lots, ada } = await lotsOf(test);
      const away = Object.assign(new Error("connection lost"), { code: "ECONNRESET" });
      const failed: Command[] = [];
      let writes = 0;
      const { engine } = await givenEngine(test.database, {
        failedAlone: (command) => void failed.push(command),
        wrapStore: (store) => ({
          ...store,
          prepare: () => () => {
            writes += 1;
            return Promise.reject(away);
          },
        }),
      });
      const codes = (await Promise.all(lots.map((lot) => engine.submit(aBid(lot, ada, 1100))))).map(codeOf);
      expect(new Set(codes)).toEqual(new Set(["UNAVAILABLE"]));
      expect([writes, failed]).toEqual([1, []]);
    });
  });

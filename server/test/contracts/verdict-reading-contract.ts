// Tests what the nightly check reads of the public log: the entries of the day, those of the lots that changed, and a
// part of the older ones; and that it finds what was changed there.
import { beforeEach, describe, expect, it } from "vitest";
import type { Query } from "../../../load/src/history/query.ts";
import { checkDay } from "../../../load/src/verdict/check-day.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import { readKeys } from "../../src/features/public-log/keys.ts";
import { makeVerdict } from "../../src/features/public-log/verdicts/nightly-verdict.ts";
import { createRunCheck } from "../../src/features/public-log/verdicts/run-check.ts";
import { newestVerdict } from "../../src/features/public-log/verdicts/stored-verdicts.ts";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import { aBid, aStatus, codeOf, givenEngine } from "../support/given-engine.ts";
import { LOG_KEYS, sequence } from "../support/given-log.ts";
import { seedAuction, seedPeople } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

/** The program has the lowest priority, so beside other tests it waits. */
const SLOW_MS = 240_000;
const DAY_MS = 24 * 3_600_000;
/** No lot has a change on this day, whatever day it is: all are found by their entries in the log. */
const DAY = { from: Date.parse("2024-02-28T00:00:00Z"), until: Date.parse("2024-02-29T00:00:00Z") };
const BIDS = 1_500;
const READ_AGAIN = 512;

export const verdictReadingContract = (test: TestDatabase): void => {
  describe("the check after an earlier verdict", { timeout: SLOW_MS }, () => {
    let people: Awaited<ReturnType<typeof seedPeople>>;
    /** It has many entries, and does not change after the first verdict. */
    let long: AuctionState;
    /** It has a few entries before the first verdict, and one more after it. */
    let lot: AuctionState;
    let fresh: AuctionState;
    let before = 0;
    let keys: readonly string[] = [];

    const prepare = async (): Promise<void> => {
      const { database } = test;
      people = await seedPeople(database);
      const { admin, ada, bola } = people;
      const { engine } = await givenEngine(database);
      [long, lot] = [await seedAuction(database, admin), await seedAuction(database, admin)];
      const bids = Array.from({ length: BIDS }, (_, n) => aBid(long, n % 2 ? ada : bola, 2_000 + n * 100));
      const outcomes = await Promise.all(bids.map((bid) => engine.submit(bid)));
      expect(new Set(outcomes.map(codeOf))).toEqual(new Set(["ok"]));
      for (const command of [aBid(lot, ada, 4_000), aBid(lot, bola, 5_000), aStatus(lot, admin, "ended")]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      await numberReceipts(database);
      await sequence(database);
      const made = await makeVerdict(
        {
          database,
          keys: LOG_KEYS,
          site: "https://auctions.test",
          log: { warn: console.warn, error: () => {} },
          runCheck: createRunCheck(test.url),
          againAfterMs: 10,
          clock: { now: () => Date.now() + 2 * DAY_MS },
        },
        new AbortController().signal,
      );
      expect(made).toBe(true);
      expect(await newestVerdict(database)).toMatchObject({ number: 1, result: "good" });
      [{ size: before } = { size: 0 }] = await database.query<{ size: number }>("select size::int from log_heads");
      expect(before).toBeGreaterThan(BIDS);

      fresh = await seedAuction(database, admin);
      expect(codeOf(await engine.submit(aBid(fresh, ada, 4_000)))).toBe("ok");
      expect(codeOf(await engine.submit(aStatus(lot, admin, "sold")))).toBe("ok");
      await numberReceipts(database);
      await sequence(database);
      const { keys: log, verdictKeys } = await readKeys(database);
      keys = [...log, ...verdictKeys].map(({ vkey }) => vkey);
    };
    let prepared: Promise<void> | undefined;
    /** Once for all tests: none of them leaves a change behind. */
    beforeEach(async () => {
      prepared ??= prepare();
      await prepared;
    }, SLOW_MS);

    /** The check on a later day, and how many entries it read. */
    const check = async (later = 0) => {
      let read = 0;
      const query: Query = async <R extends Record<string, unknown>>(text: string, params: readonly string[] = []) => {
        const rows = await test.database.query<R>(text, [...params]);
        if (/\bentry from log_leaves\b/.test(text)) read += rows.length;
        return rows;
      };
      const day = { from: DAY.from + later * DAY_MS, until: DAY.until + later * DAY_MS };
      const task = { ...day, name: "auctions.test/log/1/verdict", keys, againAfterMs: 10 };
      const answer = await checkDay(query, task, READ_AGAIN);
      return { answer, read, faults: answer.faults.map(({ sentence }) => sentence) };
    };
    const changed = expect.stringMatching(
      /^The past was changed: entry \d+ of auctions\.test\/log\/1 is not the one that the house signed\.$/,
    );
    /** Changes entries of the log for as long as `run` takes. */
    const edited = async (id: string, from: string, to: string, run: () => Promise<void>): Promise<void> => {
      const edit = (one: string, other: string) =>
        test.database.query("update log_leaves set entry = replace(entry, $2, $3) where auction_id = $1::text::uuid", [
          id,
          one,
          other,
        ]);
      await edit(from, to);
      try {
        await run();
      } finally {
        await edit(to, from);
      }
    };

    it("reads the new entries, those of the lots that changed, and a part of the older ones", async () => {
      const { answer, read } = await check();
      expect(answer).toMatchObject({ entries: 3, lots: 2, bids: 1, faults: [], broken: [], isPartial: false });
      const [{ count = 0 } = {}] = await test.database.query<{ count: number }>(
        "select count(*)::int as count from log_leaves where auction_id in ($1::text::uuid, $2::text::uuid)",
        [lot.id, fresh.id],
      );
      const [{ from, to, again } = { from: null, to: null, again: { from: 0, to: 0 } }] = answer.logs;
      expect([from?.size, to?.size]).toEqual([before, before + 3]);
      expect(again.to - again.from).toBeLessThanOrEqual(READ_AGAIN);
      expect(read).toBe(3 + count + (again.to - again.from));
    });

    it("finds an old entry that was edited on the day on which its part is read again, and on no other", async () => {
      await edited(long.id, '"number":700,', '"number":700000,', async () => {
        const found: string[] = [];
        for (let later = 0; later < Math.ceil(before / READ_AGAIN); later++) found.push(...(await check(later)).faults);
        expect(found).toEqual([changed]);
      });
    });

    it("finds an old entry of a lot that changed on each day", async () => {
      await edited(lot.id, '"amount":4000,', '"amount":4001,', async () => {
        for (let later = 0; later < Math.ceil(before / READ_AGAIN); later++) {
          expect((await check(later)).faults).toContainEqual(changed);
        }
      });
    });

    it("finds new entries that the house did not sign, and entries that are missing", async () => {
      await edited(fresh.id, '"amount":4000,', '"amount":4001,', async () => {
        expect((await check()).faults).toContainEqual(
          expect.stringContaining("The entries of auctions.test/log/1 are not those that the house signed"),
        );
      });
      const move = (id: string, by: number) =>
        test.database.query(
          "update log_leaves set index = index + $2::text::int where auction_id = $1::text::uuid and version = 2",
          [id, String(by)],
        );
      for (const id of [fresh.id, lot.id]) {
        await move(id, 1_000_000);
        expect((await check()).faults.join("\n")).toMatch(/Entries of .* are missing in the database|is missing/);
        await move(id, -1_000_000);
      }
      expect((await check()).faults).toEqual([]);
    });

    it("reads the whole log if the stored hashes do not lead to what was signed", async () => {
      const at = "log = 1 and index = $1::text::bigint - 1";
      const [{ hash = "" } = {}] = await test.database.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from log_leaves where ${at}`,
        [String(before)],
      );
      const setHash = (to: string) =>
        test.database.query(`update log_leaves set hash = decode($2, 'hex') where ${at}`, [String(before), to]);
      await setHash("ab".repeat(32));
      const { faults, read } = await check();
      await setHash(hash);
      // The entries themselves are as they were signed.
      expect(faults).toEqual([
        `The stored hashes of the first ${before} entries of auctions.test/log/1 do not lead to the root that the house signed.`,
      ]);
      expect(read).toBeGreaterThanOrEqual(before + 3);
    });
  });
};

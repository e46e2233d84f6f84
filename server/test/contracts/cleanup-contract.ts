// Tests what the cleanup removes and what it must never remove: commands after 48 hours, uploads in no auction after
// 24. It is long because both walks through the database are tried with races and killed nodes.
import { randomBytes, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { PAGES_AT_ONCE, ROWS_AT_ONCE, removeExpiredCommands } from "../../src/engine/commit/delete-expired-commands.ts";
import { createCommandExpiry } from "../../src/engine/commit/expire-commands.ts";
import { createMediaCheck } from "../../src/features/media/media-check.ts";
import { filesOf } from "../../src/features/media/media-name.ts";
import { createOrphanRemoval } from "../../src/features/media/remove-orphans.ts";
import type { MediaStorage } from "../../src/features/media/storage/media-storage.ts";
import { noteUpload, takeOrphans, touchUploads } from "../../src/features/media/upload-queries.ts";
import { aroundStatements, type Database } from "../../src/platform/database/database.ts";
import { endLease, holdLease } from "../../src/platform/jobs/job-leases.ts";
import { expectHistoryHolds } from "../support/check-history.ts";
import { aBid, aMaxBid, anEdit, codeOf, givenEngine } from "../support/given-engine.ts";
import { seedAuction, seedPeople } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

const always = (): boolean => false;

const expiry = (database: Database, given: { node?: string; removed?: (rows: number) => void } = {}) =>
  createCommandExpiry({ database, pauseMs: 0, node: given.node ?? randomUUID(), removed: given.removed ?? (() => {}) });

/** One walk, as a node makes it that starts and ends. */
const expire = async (...given: Parameters<typeof expiry>): Promise<void> => {
  const job = expiry(...given);
  await job.run(always);
  await job.end();
};

/** Writes `count` commands of one user, accepted `age` ago. Returns the user. */
const seedCommands = async (database: Database, count: number, age: string, userId = randomUUID()): Promise<string> => {
  await database.query(
    `insert into commands (user_id, command_id, fingerprint, outcome, created_at)
     select $1::text::uuid, gen_random_uuid()::text, 'test', '{"ok":true,"data":{"of":"CancelMaxBid"}}',
       clock_timestamp() - $3::text::interval
     from generate_series(1, $2::text::int)`,
    [userId, count, age],
  );
  return userId;
};

const left = async (database: Database, userId: string): Promise<number> => {
  const [row] = await database.query<{ n: number }>(
    "select count(*)::int as n from commands where user_id = $1::text::uuid",
    [userId],
  );
  return row?.n ?? -1;
};

const age = (database: Database, commandIds: readonly string[], by: string) =>
  database.query(
    `update commands set created_at = clock_timestamp() - $2::text::interval
     where command_id in (select unnest($1::text::text[]))`,
    [`{${commandIds.join(",")}}`, by],
  );

/** Counts what it answers to statements of the walk. */
const counting = (database: Database) => {
  let walked = 0;
  const counted = aroundStatements(database, (run, text) => {
    if (/delete from "?commands/.test(text)) walked += 1;
    return run();
  });
  return { database: counted, walked: () => walked };
};

export const commandExpiry = (test: TestDatabase) =>
  describe("commands older than 48 hours", () => {
    beforeEach(async () => {
      await test.database.query("delete from commands");
    });

    it("are removed in portions wherever they are among younger ones, which all stay", async () => {
      const { database } = test;
      const [old, young] = [randomUUID(), randomUUID()];
      for (let i = 0; i < 8; i++) {
        await seedCommands(database, 900, "48 hours 1 second", old);
        await seedCommands(database, 300, "47 hours 59 minutes", young);
      }
      const portions: number[] = [];
      await expire(database, { removed: (rows) => void portions.push(rows) });
      expect(await left(database, old)).toBe(0);
      expect(await left(database, young)).toBe(2_400);
      expect(Math.max(...portions)).toBeLessThanOrEqual(ROWS_AT_ONCE);
      expect(portions.reduce((sum, rows) => sum + rows)).toBeGreaterThanOrEqual(7_200);
    });

    it("are looked for only in pages that may have some", async () => {
      const { database } = test;
      await seedCommands(database, 20_000, "1 hour");
      const { database: counted, walked } = counting(database);
      const job = expiry(counted);
      await job.run(always);
      const first = walked();
      expect(first).toBeGreaterThan(2);
      await job.run(always);
      expect(walked()).toBe(first);
      // The next rows lie where nothing was yet, or are younger than all rows that were there.
      const old = await seedCommands(database, 20_000, "49 hours");
      await job.run(always);
      expect(walked()).toBeGreaterThan(first);
      expect(await left(database, old)).toBeLessThan(20_000);
      // Another node begins at the beginning, as this one would after a restart.
      await job.end();
      await expire(database);
      expect(await left(database, old)).toBe(0);
    });

    it("have a limit that is exact: a bid sent again after 47 hours and 59 minutes gets its first answer", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const before = await givenEngine(database);
      const commands = [aBid(auction, ada, 1100), aMaxBid(auction, bola, 9000), aBid(auction, ada, 2000)];
      const first = [];
      for (const command of commands) first.push(await before.engine.submit(command));
      expect(first.map(codeOf)).toEqual(["ok", "ok", "ok"]);
      await age(
        database,
        commands.map(({ commandId }) => commandId),
        "47 hours 59 minutes",
      );
      const old = await seedCommands(database, 3_000, "49 hours");
      const after = await givenEngine(database);
      const removing = expire(database);
      for (const [i, command] of commands.entries()) {
        const again = await after.engine.submit(command);
        expect(again.outcome).toEqual(first[i]?.outcome);
      }
      await removing;
      expect(await left(database, old)).toBe(0);
      expect(await left(database, ada.id)).toBe(2);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 4 });
    });

    it("stay in the log, so that the auction still replays to its row", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const commands = [aBid(auction, ada, 1100), aMaxBid(auction, bola, 9000), aBid(auction, ada, 2000)];
      for (const command of commands) await engine.submit(command);
      await age(
        database,
        commands.map(({ commandId }) => commandId),
        "49 hours",
      );
      await expire(database);
      expect(await left(database, ada.id)).toBe(0);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 4, bidCount: 4 });
    });

    it("are removed by one node at a time, and another node takes over from a killed one", async () => {
      const { database } = test;
      const [one, other] = [randomUUID(), randomUUID()];
      const lease = { job: "expire-commands", forMs: 60_000 };
      const old = await seedCommands(database, 2_000, "49 hours");
      expect(await holdLease(database, { ...lease, holder: one })).toBe(true);
      await expire(database, { node: other });
      expect(await left(database, old)).toBe(2_000);
      await database.query("update job_leases set until = clock_timestamp() - interval '1 second'");
      await expiry(database, { node: other }).run(always);
      expect(await left(database, old)).toBe(0);
      expect(await holdLease(database, { ...lease, holder: one })).toBe(false);
      await endLease(database, { ...lease, holder: one });
      expect(await holdLease(database, { ...lease, holder: one })).toBe(false);
      await endLease(database, { ...lease, holder: other });
      expect(await holdLease(database, { ...lease, holder: one })).toBe(true);
      await endLease(database, { ...lease, holder: one });
    });

    it("are removed once each if two statements cover the same pages at once", async () => {
      const { database } = test;
      const another = await test.openAnother();
      const old = await seedCommands(database, 1_500, "49 hours");
      let removed = 0;
      for (let round = 0; round < 200 && (await left(database, old)) > 0; round++) {
        for (let from = 0; from < 20 * PAGES_AT_ONCE; from += PAGES_AT_ONCE) {
          const both = await Promise.all([database, another].map((one) => removeExpiredCommands(one, from)));
          removed += both.reduce((sum, one) => sum + one.removed, 0);
        }
      }
      expect(await left(database, old)).toBe(0);
      expect(removed).toBe(1_500);
    });

    it("stay if the job is stopped, which ends before its next statement", async () => {
      const { database } = test;
      const old = await seedCommands(database, 3_000, "49 hours");
      let portions = 0;
      const removed = (): void => {
        portions += 1;
      };
      const job = expiry(database, { removed });
      await job.run(() => portions >= 2);
      expect(portions).toBe(2);
      await job.end();
      await expire(database);
      expect(await left(database, old)).toBe(0);
    });
  });

/** A storage in memory, which can be told to be away. */
const memoryStorage = () => {
  const files = new Set<string>();
  const state = { isAway: false };
  const storage: MediaStorage = {
    put: async (name) => void files.add(name),
    get: async () => null,
    size: async (name) => (files.has(name) ? 1 : null),
    remove: async (name) => {
      if (state.isAway) throw new Error("away");
      files.delete(name);
    },
  };
  return { files, storage, state };
};

const newName = (extension = "webp"): string => `${randomBytes(16).toString("hex")}.${extension}`;
const mediaOf = (name: string) => [{ url: `/media/${name}`, type: "image" as const }];

export const orphanRemoval = (test: TestDatabase, folder: () => string) =>
  describe("uploads in no auction", () => {
    beforeEach(async () => {
      await test.database.query("delete from uploads");
    });
    const given = () => {
      const { database } = test;
      const { files, storage, state } = memoryStorage();
      const upload = async (uploadedAgo: string, name = newName()): Promise<string> => {
        await noteUpload(database, name, "00".repeat(32));
        for (const file of filesOf(name)) files.add(file);
        await database.query(
          "update uploads set created_at = created_at - $2::text::interval, touched_at = touched_at - $2::text::interval where name = $1",
          [name, uploadedAgo],
        );
        return name;
      };
      const removal = () =>
        createOrphanRemoval({ database, storage, folder: folder(), node: randomUUID(), removed: () => {} });
      const sweep = async (): Promise<void> => {
        const job = removal();
        await job.run(always).finally(() => job.end());
      };
      const isWhole = (name: string): boolean => filesOf(name).every((file) => files.has(file));
      const check = createMediaCheck(storage, null, (names) => touchUploads(database, names));
      return { database, files, state, upload, sweep, isWhole, check };
    };

    it("are removed with all their sizes after 24 hours, and not a minute before", async () => {
      const { database, files, upload, sweep, isWhole } = given();
      const young = await upload("23 hours 59 minutes");
      for (let i = 0; i < 45; i++) await upload("24 hours 1 minute");
      await upload("25 hours", newName("mp4"));
      // This upload is older than the table, so nothing is known of it and it stays.
      const unknown = newName();
      files.add(unknown);
      await sweep();
      expect([...files].sort()).toEqual([...filesOf(young), unknown].sort());
      expect(isWhole(young)).toBe(true);
      expect(await database.query("select name from uploads where used_at is null")).toEqual([{ name: young }]);
    });

    it("stay for ever once an auction named them, also after an edit removed them from it", async () => {
      const { database, upload, sweep, isWhole } = given();
      const { admin } = await seedPeople(database);
      const [first, second, third] = [await upload("30 hours"), await upload("30 hours"), await upload("30 hours")];
      const auction = await seedAuction(database, admin, { media: mediaOf(first) });
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(anEdit(auction, admin, { media: mediaOf(second) })))).toBe("ok");
      // A change that is refused uses nothing.
      expect(codeOf(await engine.submit(anEdit(auction, { id: randomUUID() }, { media: mediaOf(third) })))).not.toBe(
        "ok",
      );
      await sweep();
      expect([first, second, third].map(isWhole)).toEqual([true, true, false]);
    });

    it("stay if a request has just named them for an auction, and cannot be named while they are removed", async () => {
      const { database, upload, sweep, isWhole, check } = given();
      const { admin } = await seedPeople(database);
      const [kept, gone] = [await upload("30 hours"), await upload("30 hours")];
      expect(await check(mediaOf(kept))).toEqual([]);
      // Marked, and its files still there.
      expect(await takeOrphans(database)).toContain(gone);
      expect(isWhole(gone)).toBe(true);
      expect(await check(mediaOf(gone))).toMatchObject([{ path: "media.0.url", message: "names no upload" }]);
      await sweep();
      expect(isWhole(kept)).toBe(true);
      await seedAuction(database, admin, { media: mediaOf(kept) });
      await database.query("update uploads set touched_at = touched_at - interval '30 hours' where name = $1", [kept]);
      await sweep();
      expect(isWhole(kept)).toBe(true);
    });

    it("that are removed while an auction names them either stay or the auction is refused", async () => {
      const { database, upload, sweep, isWhole, check } = given();
      const { admin } = await seedPeople(database);
      let made = 0;
      for (let round = 0; round < 30; round++) {
        const name = await upload("30 hours");
        const create = async (): Promise<boolean> => {
          for (let i = 0; i < round % 4; i++) await new Promise((next) => setImmediate(next));
          if ((await check(mediaOf(name))).length > 0) return false;
          await seedAuction(database, admin, { media: mediaOf(name) });
          return true;
        };
        const [isMade] = await Promise.all([create(), sweep(), sweep()]);
        await sweep();
        expect([round, isWhole(name)]).toEqual([round, isMade]);
        made += Number(isMade);
      }
      expect(made).toBeGreaterThan(0);
    });

    it("are removed later if their removal failed or its node was killed", async () => {
      const { database, upload, sweep, files, state } = given();
      const name = await upload("30 hours");
      state.isAway = true;
      await expect(sweep()).rejects.toThrow("away");
      state.isAway = false;
      await sweep();
      expect(files.size).toBeGreaterThan(0);
      await database.query("update uploads set removing_at = removing_at - interval '1 hour' where name = $1", [name]);
      await sweep();
      expect(files.size).toBe(0);
    });
  });

// Tests soft close at the database: the end is the commit's own time plus the window, the same in row, log, answer and
// event.
import { describe, expect, it } from "vitest";
import { endAt } from "../../../src/auction/soft-close.ts";
import { toPlacedBid, toSetMaxBid } from "../../../src/engine/answers.ts";
import type { Answered } from "../../../src/engine/outcome.ts";
import { expectHistoryHolds, storedAuction } from "../../support/check-history.ts";
import { aBid, aClose, aMaxBid, anEdit, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { databaseNow, endIn, seedAuction, seedPeople } from "../../support/seed.ts";
import { shiftClock } from "../../support/shift-clock.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Every bid is within the window: the auction lasts one hour. */
const always = { softClose: { windowSeconds: 2 * 3600, capMinutes: 24 * 60 } } as const;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The end that a bid's or a maximum's answer names. */
const endOf = (answered: Answered): string => {
  const answer = answered.outcome.ok && answered.outcome.data.of === "PlaceBid" ? toPlacedBid : toSetMaxBid;
  const body = answer(answered);
  return "auction" in body ? body.auction.endTime : body.code;
};

export const softCloses = (test: TestDatabase) =>
  describe("soft close", () => {
    it("moves the end to exactly the bid's time plus the window, in row, log, answer and event", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, always);
      const { engine, committed } = await givenEngine(database);
      for (const command of [aBid(auction, ada, 1100), aMaxBid(auction, bola, 5000), aBid(auction, ada, 2000)]) {
        const answered = await engine.submit(command);
        expect(codeOf(answered)).toBe("ok");
        const endsAt = (answered.at ?? 0) + 2 * HOUR;
        expect(endOf(answered)).toBe(iso(endsAt));
        const change = committed.at(-1);
        expect(change?.events.at(-1)).toMatchObject({ type: "AuctionExtended", endsAt });
        expect(change?.after).toMatchObject({ endsAt, extendedFrom: auction.endsAt });
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ endsAt, extendedFrom: auction.endsAt });
      }
    });

    it("answers a repeated command with the same end, also after a restart and after the end has moved on", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, always);
      const { engine } = await givenEngine(database);
      const commands = [aBid(auction, ada, 1100), aMaxBid(auction, bola, 5000), aBid(auction, ada, 2000)];
      const first: Answered[] = [];
      for (const command of commands) first.push(await engine.submit(command));
      const restarted = await givenEngine(await test.openAnother());
      for (const node of [engine, restarted.engine]) {
        for (const [i, command] of commands.entries()) {
          const again = await node.submit(command);
          expect(again).toEqual(first[i]);
          expect(endOf(again)).toBe(iso((first[i]?.at ?? 0) + 2 * HOUR));
        }
      }
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 4 });
    });

    it("moves the end once for a batch of bids, and names the same end to each of them", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, always);
      const { engine, committed } = await givenEngine(database);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => engine.submit(aBid(auction, i % 2 ? ada : bola, 1100 + i * 100))),
      );
      expect(new Set(answers.map(codeOf))).toEqual(new Set(["ok"]));
      const { endsAt } = await expectHistoryHolds(database, auction.id);
      for (const answered of answers) expect(endOf(answered)).toBe(iso((answered.at ?? 0) + 2 * HOUR));
      expect(endsAt).toBe((answers.at(-1)?.at ?? 0) + 2 * HOUR);
      for (const { before, after } of committed) expect(after.endsAt).toBeGreaterThanOrEqual(before.endsAt);
    });

    it.each([-30_000, 30_000])("uses the database's clock on a node whose clock is %i ms wrong", async (skewMs) => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const now = await databaseNow(database);
      const softClose = { windowSeconds: 40, capMinutes: 60 };
      // Within the window by the database's clock; the slow node's has it outside, the fast node's past the end.
      const within = await seedAuction(database, admin, { softClose, endsAt: now + 25_000 });
      // Outside it by the database's clock; the fast node's has it within.
      const outside = await seedAuction(database, admin, { softClose, endsAt: now + 65_000 });
      const { engine } = await givenEngine(database, { skewMs });
      const late = await engine.submit(aBid(within, ada, 1100));
      expect(endOf(late)).toBe(iso((late.at ?? 0) + 40_000));
      const early = await givenEngine(database, { skewMs });
      expect(endOf(await early.engine.submit(aBid(outside, bola, 1100)))).toBe(iso(outside.endsAt));
      expect(await expectHistoryHolds(database, within.id)).toMatchObject({ endsAt: (late.at ?? 0) + 40_000 });
      expect(await expectHistoryHolds(database, outside.id)).toMatchObject({ endsAt: outside.endsAt });
    });

    it("keeps the auction open until the new end, and closes it then", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const softClose = { windowSeconds: 60, capMinutes: 1 };
      const auction = await seedAuction(database, admin, { softClose });
      const scheduled = await endIn(database, auction.id, 50_000);
      const { engine } = await givenEngine(database);
      const answered = await engine.submit(aBid(auction, ada, 1100));
      const endsAt = (answered.at ?? 0) + MINUTE;
      expect(endOf(answered)).toBe(iso(endsAt));
      await shiftClock(database, scheduled - (await databaseNow(database)));
      const another = await givenEngine(database);
      await Promise.all([engine.submit(aClose(auction)), another.engine.submit(aClose(auction))]);
      expect(await storedAuction(database, auction.id)).toMatchObject({ status: "active", endsAt });
      await shiftClock(database, endsAt - (await databaseNow(database)));
      await Promise.all([engine.submit(aClose(auction)), another.engine.submit(aClose(auction))]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "ended", winner: ada, endsAt });
    });

    it("moves the end with each bid on two nodes at once, and both nodes know the last end", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, always);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())];
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          nodes[i % 2]?.engine.submit(aBid(auction, i % 2 ? ada : bola, 1100 + i * 100)),
        ),
      );
      for (const answered of answers) {
        if (answered?.outcome.ok) expect(endOf(answered)).toBe(iso((answered.at ?? 0) + 2 * HOUR));
      }
      expect(answers.filter((answered) => answered?.outcome.ok).length).toBeGreaterThan(0);
      await expectHistoryHolds(database, auction.id);
    });

    it("moves its cap with a pause, and starts anew from an end that an administrator sets", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const softClose = { windowSeconds: 2 * 3600, capMinutes: 120 };
      const auction = await seedAuction(database, admin, { softClose });
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      await engine.submit(aStatus(auction, admin, "paused"));
      const paused = await storedAuction(database, auction.id);
      await engine.submit(aStatus(auction, admin, "active"));
      const resumed = await expectHistoryHolds(database, auction.id);
      const length = resumed.endsAt - paused.endsAt;
      expect(resumed.extendedFrom).toBe(auction.endsAt + length);
      const endsAt = auction.endsAt + HOUR / 2;
      expect(codeOf(await engine.submit(anEdit(auction, admin, { endsAt })))).toBe("ok");
      expect(await storedAuction(database, auction.id)).toMatchObject({ endsAt, extendedFrom: null });
      const answered = await engine.submit(aBid(auction, bola, 1200));
      const endsBy = { windowMs: 2 * HOUR, latestMs: endsAt + 2 * HOUR, earliestMs: endsAt };
      const moved = endAt(endsBy, answered.at ?? 0);
      expect(endOf(answered)).toBe(iso(moved));
      // The statement computes the stored end in SQL.
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ extendedFrom: endsAt, endsAt: moved });
    });
  });

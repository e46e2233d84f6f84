// Tests the end, the pause and the clock: the database's clock decides, and each event happens once.
import { describe, expect, it } from "vitest";
import type { AuctionEvent } from "../../../src/auction/events.ts";
import { settlementDueAt } from "../../../src/auction/settlement/settlement-due.ts";
import { createEngineStore } from "../../../src/engine/commit/engine-store.ts";
import { DatabaseClock } from "../../../src/platform/database/database-clock.ts";
import { expectHistoryHolds, logOf, storedAuction } from "../../support/check-history.ts";
import { aBid, aCancel, aClose, aMaxBid, anEdit, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { databaseNow, endIn, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const HOUR = 60 * 60 * 1000;

const settlementsOf = (test: TestDatabase, auctionId: string) =>
  test.database.query<{ winnerId: string; amountMinor: number; status: string; dueAt: number }>(
    `select winner_id as "winnerId", amount_minor::float8 as "amountMinor", status,
       (extract(epoch from due_at) * 1000)::float8 as "dueAt"
     from settlements where auction_id = $1::text::uuid order by created_at`,
    [auctionId],
  );

const isPast = async (test: TestDatabase, at: number): Promise<void> => {
  while ((await databaseNow(test.database)) < at) await new Promise((resolve) => setTimeout(resolve, 20));
};

const eventOf = async <T extends AuctionEvent["type"]>(test: TestDatabase, auctionId: string, type: T) => {
  const events = (await logOf(test.database, auctionId)).flatMap((row) => row.events.map((event) => ({ event, row })));
  return events.filter(({ event }) => event.type === type) as {
    event: Extract<AuctionEvent, { type: T }>;
    row: (typeof events)[number]["row"];
  }[];
};

export const closing = (test: TestDatabase) =>
  describe("the end", () => {
    it("comes once, with the leader as winner and a settlement over the price, due after three business days", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { reserveMinor: 1500 });
      const { engine, committed } = await givenEngine(database);
      expect(codeOf(await engine.submit(aMaxBid(auction, ada, 5000)))).toBe("ok");
      const endsAt = await endIn(database, auction.id, 0);
      await Promise.all(Array.from({ length: 5 }, () => engine.submit(aClose(auction))));
      await engine.submit(aClose(auction));

      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "ended", winner: ada });
      const ends = await eventOf(test, auction.id, "AuctionEnded");
      expect(ends).toHaveLength(1);
      expect(ends[0]?.row.actorId).toBeNull();
      expect(ends[0]?.row.at).toBeGreaterThanOrEqual(endsAt);
      expect(committed.filter(({ after }) => after.status === "ended")).toHaveLength(1);
      const holidays = await createEngineStore(database, new DatabaseClock()).loadHolidays();
      expect(await settlementsOf(test, auction.id)).toEqual([
        {
          winnerId: ada.id,
          amountMinor: 1500,
          status: "open",
          dueAt: settlementDueAt(ends[0]?.event.endedAt ?? 0, holidays, 3),
        },
      ]);
    });

    it("has neither winner nor settlement if the reserve is not met or there are no bids", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { reserveMinor: 5001 });
      const unbid = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aMaxBid(auction, ada, 5000)))).toBe("ok");
      await Promise.all([endIn(database, auction.id, 0), endIn(database, unbid.id, 0)]);
      await Promise.all([engine.submit(aClose(auction)), engine.submit(aClose(unbid))]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({
        status: "ended",
        winner: null,
        leader: ada,
      });
      expect(await expectHistoryHolds(database, unbid.id)).toMatchObject({ status: "ended", winner: null });
      expect([...(await settlementsOf(test, auction.id)), ...(await settlementsOf(test, unbid.id))]).toEqual([]);
    });

    it("refuses bids and cancelling from its time on, before anything has closed the auction", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aMaxBid(auction, ada, 5000)))).toBe("ok");
      await endIn(database, auction.id, 0);
      const late = [aBid(auction, ada, 9000), aMaxBid(auction, ada, 9000), aCancel(auction, ada)];
      const codes = await Promise.all(late.map((command) => engine.submit(command)));
      expect(codes.map(codeOf)).toEqual(Array(3).fill("AUCTION_ENDED"));
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "active", bidCount: 1 });
    });

    it("is followed by an administrator's status: sold pays, reopening voids, and the next end opens a new settlement", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      await engine.submit(aStatus(auction, admin, "ended"));
      await engine.submit(aStatus(auction, admin, "active"));
      await engine.submit(aBid(auction, bola, 1200));
      await engine.submit(aStatus(auction, admin, "ended"));
      const opened = await settlementsOf(test, auction.id);
      expect(opened.map(({ winnerId, status }) => [winnerId, status])).toEqual([
        [ada.id, "void"],
        [bola.id, "open"],
      ]);
      await engine.submit(aStatus(auction, admin, "sold"));
      expect((await settlementsOf(test, auction.id)).map(({ status }) => status)).toEqual(["void", "paid"]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "sold", winner: bola });
    });
  });

export const clocks = (test: TestDatabase) =>
  describe("a node whose clock is wrong", () => {
    it.each([-30_000, 30_000])(
      "accepts no bid after the end by the database's clock with its own clock off by %i ms",
      async (skewMs) => {
        const { database } = test;
        const { admin, ada } = await seedPeople(database);
        const auction = await seedAuction(database, admin, { endsAt: (await databaseNow(database)) - 1 });
        const { engine } = await givenEngine(database, { skewMs });
        expect(codeOf(await engine.submit(aBid(auction, ada, 1100)))).toBe("AUCTION_ENDED");
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 0 });
      },
    );

    it.each([-30_000, -3000, 3000, 30_000])(
      "dates an edit within a second of its commit with its own clock off by %i ms",
      async (skewMs) => {
        const { database } = test;
        const { admin, ada } = await seedPeople(database);
        const auction = await seedAuction(database, admin, { durationMs: HOUR });
        const { engine, committed } = await givenEngine(database, { skewMs });
        await engine.submit(aBid(auction, ada, 1100));
        expect(codeOf(await engine.submit(anEdit(auction, admin, { title: "Another" })))).toBe("ok");
        const { contentChangedAt, updatedAt, endsAt } = await expectHistoryHolds(database, auction.id);
        expect(Math.abs((contentChangedAt ?? 0) - updatedAt)).toBeLessThanOrEqual(1000);
        expect(endsAt).toBe((contentChangedAt ?? 0) + 2 * HOUR);
        expect(committed).toHaveLength(2);
      },
    );

    it("accepts a bid just before its lot's soft close during constant bids on another lot that is dated ahead", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const softClose = { windowSeconds: 60, capMinutes: 30 };
      const lot = await seedAuction(database, admin, { durationMs: 64_000, softClose });
      const ahead = await seedAuction(database, admin, { durationMs: HOUR });
      await database.query(
        "update auctions set changed_at = clock_now() + interval '8 seconds' where id = $1::text::uuid",
        [ahead.id],
      );
      const { engine } = await givenEngine(database);
      let amount = 1000;
      let isOver = false;
      const bidOnAhead = async (): Promise<void> => {
        while (!isOver) {
          amount += 100;
          await engine.submit(aBid(ahead, bola, amount));
        }
      };
      const others = [bidOnAhead(), bidOnAhead(), bidOnAhead(), bidOnAhead()];
      const code = codeOf(await engine.submit(aBid(lot, ada, 1100)));
      isOver = true;
      await Promise.all(others);
      expect(code).toBe("ok");
      expect(await expectHistoryHolds(database, lot.id)).toMatchObject({ bidCount: 1, endsAt: lot.endsAt });
      await expectHistoryHolds(database, ahead.id);
    });

    it.each([-30_000, 30_000])("refuses no bid before the end with its own clock off by %i ms", async (skewMs) => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { endsAt: (await databaseNow(database)) + 20_000 });
      const { engine } = await givenEngine(database, { skewMs });
      expect(codeOf(await engine.submit(aBid(auction, ada, 1100)))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 1 });
    });

    it.each([-30_000, 30_000])(
      "does nothing wrong with its own clock off by %i ms and no measurement",
      async (skewMs) => {
        const { database } = test;
        const { admin, ada } = await seedPeople(database);
        const now = await databaseNow(database);
        const over = await seedAuction(database, admin, { endsAt: now - 1 });
        const open = await seedAuction(database, admin, { endsAt: now + 20_000 });
        // An earlier test may have shifted the database's clock.
        const shiftMs = now - Date.now();
        const { engine } = await givenEngine(database, { clock: { now: () => Date.now() + shiftMs + skewMs } });
        const codes = await Promise.all([
          engine.submit(aBid(over, ada, 1100)),
          engine.submit(aBid(open, ada, 1100)),
          engine.submit(aClose(open)),
        ]);
        // If its clock is late, it decides for the time that a missed commit returned. If its clock is ahead, it
        // regards the open auction as over, and each commit misses. So it must neither accept nor refuse the bid there.
        expect(codes.slice(0, 2).map(codeOf)).toEqual(
          skewMs < 0 ? ["AUCTION_ENDED", "ok"] : ["AUCTION_ENDED", "UNAVAILABLE"],
        );
        expect(await expectHistoryHolds(database, over.id)).toMatchObject({ bidCount: 0, status: "active" });
        const left = await expectHistoryHolds(database, open.id);
        expect(left).toMatchObject({ bidCount: skewMs < 0 ? 1 : 0, status: "active" });
      },
    );

    it.each([-30_000, 30_000])(
      "closes nothing early and everything due with its own clock off by %i ms",
      async (skewMs) => {
        const { database } = test;
        const { admin } = await seedPeople(database);
        const now = await databaseNow(database);
        const over = await seedAuction(database, admin, { endsAt: now - 1 });
        const open = await seedAuction(database, admin, { endsAt: now + 20_000 });
        const { engine } = await givenEngine(database, { skewMs });
        await Promise.all([engine.submit(aClose(open)), engine.submit(aClose(over))]);
        expect((await storedAuction(database, open.id)).status).toBe("active");
        expect((await storedAuction(database, over.id)).status).toBe("ended");
      },
    );
  });

export const pausing = (test: TestDatabase) =>
  describe("a pause", () => {
    it("refuses bids and moves the end by its own length, so that nobody loses bidding time", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aStatus(auction, admin, "paused")))).toBe("ok");
      const paused = await storedAuction(database, auction.id);
      expect(paused).toMatchObject({
        status: "paused",
        pauseReason: "admin",
        pausedUntil: null,
        endsAt: auction.endsAt,
      });
      expect(codeOf(await engine.submit(aBid(auction, ada, 1100)))).toBe("AUCTION_PAUSED");
      await isPast(test, (paused.pausedAt ?? 0) + 60);
      expect(codeOf(await engine.submit(aStatus(auction, admin, "active")))).toBe("ok");

      const resumed = await expectHistoryHolds(database, auction.id);
      expect(resumed).toMatchObject({ status: "active", pausedAt: null, pauseReason: null });
      expect(resumed.endsAt - auction.endsAt).toBeGreaterThanOrEqual(60);
      const [resume] = await eventOf(test, auction.id, "AuctionResumed");
      expect(resumed.endsAt).toBe(resume?.event.endsAt);
      expect(codeOf(await engine.submit(aBid(auction, ada, 1100)))).toBe("ok");
    });

    it("freezes the remaining time, so that the auction does not close meanwhile", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aStatus(auction, admin, "paused"));
      const endsAt = await endIn(database, auction.id, 100);
      await isPast(test, endsAt);
      await engine.submit(aClose(auction));
      expect(codeOf(await engine.submit(aBid(auction, ada, 1100)))).toBe("AUCTION_PAUSED");
      expect((await expectHistoryHolds(database, auction.id)).status).toBe("paused");
    });

    it("refuses a bid right after it, and a bid right after the resume is accepted", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const answers = await Promise.all(
        [
          aBid(auction, ada, 1100),
          aStatus(auction, admin, "paused"),
          aBid(auction, ada, 1200),
          aStatus(auction, admin, "active"),
          aBid(auction, ada, 1300),
        ].map((command) => engine.submit(command)),
      );
      expect(answers.map(codeOf)).toEqual(["ok", "ok", "AUCTION_PAUSED", "ok", "ok"]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 2, revision: 5, version: 5 });
    });
  });

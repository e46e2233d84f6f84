// Tests that an accepted command is committed in every table, and that nothing is answered or published before that.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { UserCommand } from "../../../src/auction/commands.ts";
import { fingerprintOf } from "../../../src/engine/outcome.ts";
import type { EngineStore } from "../../../src/engine/ports.ts";
import { bidsOf, expectHistoryHolds, logOf, storedAuction } from "../../support/check-history.ts";
import { aBid, aCancel, aMaxBid, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const commits = (test: TestDatabase) =>
  describe("an accepted command", () => {
    it("is stored in the auction's row, its bids, its maxima, its log and the commands when it is answered", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);

      const max = aMaxBid(auction, ada, 5000);
      const maxAnswer = await engine.submit(max);
      expect(maxAnswer.outcome).toMatchObject({
        ok: true,
        data: {
          maxBid: { _id: max.maxBidId, maxAmount: 50, autoBidCount: 1 },
          auction: { version: 2, isLeading: true },
        },
      });
      const bid = aBid(auction, bola, 2000);
      const bidAnswer = await engine.submit(bid);
      expect(bidAnswer.outcome).toEqual({
        ok: true,
        data: {
          of: "PlaceBid",
          bid: { _id: `${auction.id}-2`, amount: 20 },
          auction: {
            _id: auction.id,
            version: 3,
            currentPrice: 21,
            minimumBid: 22,
            bidCount: 3,
            endTime: new Date(auction.endsAt).toISOString(),
            status: "active",
            isLeading: false,
          },
        },
      });

      expect(await bidsOf(database, auction.id)).toEqual([
        { number: 1, bidderId: ada.id, amountMinor: 1100, kind: "auto", at: maxAnswer.at },
        { number: 2, bidderId: bola.id, amountMinor: 2000, kind: "manual", at: bidAnswer.at },
        { number: 3, bidderId: ada.id, amountMinor: 2100, kind: "auto", at: bidAnswer.at },
      ]);
      expect(await storedAuction(database, auction.id)).toMatchObject({
        priceMinor: 2100,
        leader: ada,
        bidCount: 3,
        version: 3,
        revision: 3,
        updatedAt: bidAnswer.at,
      });
      expect((await logOf(database, auction.id)).map(({ actorId, at }) => ({ actorId, at })).slice(1)).toEqual([
        { actorId: ada.id, at: maxAnswer.at },
        { actorId: bola.id, at: bidAnswer.at },
      ]);
      expect(
        await database.query(
          `select command_id as id, fingerprint, (extract(epoch from created_at) * 1000)::float8 as at from stored_outcomes
           where user_id = any($1::text::uuid[]) order by created_at, command_id`,
          [`{${ada.id},${bola.id}}`],
        ),
      ).toEqual([
        { id: max.commandId, fingerprint: `SetMaxBid ${auction.id} 5000 NGN`, at: maxAnswer.at },
        { id: bid.commandId, fingerprint: `PlaceBid ${auction.id} 2000`, at: bidAnswer.at },
      ]);
      await expectHistoryHolds(database, auction.id);
    });

    it("is read back with the fingerprint that the engine makes of it, also where the view builds the fingerprint", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const commands = [aBid(auction, ada, 1100), aMaxBid(auction, ada, 5000)];
      for (const command of commands) expect(codeOf(await engine.submit(command))).toBe("ok");
      const read = await database.query<{ isStored: boolean; fingerprint: string }>(
        `select commands.fingerprint is not null as "isStored", stored_outcomes.fingerprint
         from commands join stored_outcomes using (user_id, command_id)
         where commands.user_id = $1::text::uuid order by commands.created_at`,
        [ada.id],
      );
      expect(read).toEqual([
        { isStored: false, fingerprint: fingerprintOf(commands[0] as UserCommand) },
        { isStored: true, fingerprint: fingerprintOf(commands[1] as UserCommand) },
      ]);
    });

    it("is neither answered nor published before its commit", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      let written = (): void => {};
      const isWritten = new Promise<void>((resolve) => {
        written = resolve;
      });
      let release = (): void => {};
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const hold = (store: EngineStore): EngineStore => ({
        ...store,
        prepare: (batch) => async () => {
          const result = await store.prepare(batch)();
          written();
          await isReleased;
          return result;
        },
      });
      const { engine, committed } = await givenEngine(database, { wrapStore: hold });
      let isAnswered = false;
      const answer = engine.submit(aBid(auction, ada, 1100)).finally(() => {
        isAnswered = true;
      });
      await isWritten;
      // The bid is committed, and a read has come back from the database since.
      expect((await storedAuction(database, auction.id)).priceMinor).toBe(1100);
      expect({ isAnswered, published: committed.length }).toEqual({ isAnswered: false, published: 0 });
      release();
      expect(codeOf(await answer)).toBe("ok");
      expect(committed.map(({ events }) => events.map(({ type }) => type))).toEqual([["BidPlaced"]]);
    });

    it("changes and publishes nothing if it is refused", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, committed } = await givenEngine(database);
      expect(codeOf(await engine.submit(aBid(auction, ada, 1099)))).toBe("BID_TOO_LOW");
      expect(await expectHistoryHolds(database, auction.id)).toEqual(auction);
      expect(committed).toEqual([]);
    });

    it("is refused for an unknown auction or user, and its ids may be any text", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const id of [randomUUID(), "no-uuid", "", `{"${auction.id}"}`, "\u00e9'; drop table bids"]) {
        expect(codeOf(await engine.submit(aBid({ id }, ada, 5000)))).toBe("NOT_FOUND");
        expect(codeOf(await engine.submit(aBid(auction, { id }, 5000)))).toBe("UNAUTHENTICATED");
      }
      expect(codeOf(await engine.submit(aBid(auction, ada, 5000)))).toBe("ok");
    });

    it("is refused if the auction was deleted from the database", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aBid(auction, ada, 1099)))).toBe("BID_TOO_LOW");
      await database.query("delete from auctions where id = $1::text::uuid", [auction.id]);
      expect(codeOf(await engine.submit(aBid(auction, ada, 5000)))).toBe("NOT_FOUND");
    });
  });

export const logs = (test: TestDatabase) =>
  describe("the log", () => {
    it("has no gap and replays to the stored row and maxima, over every kind of change, in batches and alone", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi, dayo } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { reserveMinor: 30_000 });
      const { engine } = await givenEngine(database);
      const rounds = [
        [
          aMaxBid(auction, ada, 1050),
          aMaxBid(auction, ada, 9000),
          aMaxBid(auction, bola, 8000),
          aBid(auction, chidi, 8500),
        ],
        [aCancel(auction, ada), aMaxBid(auction, ada, 9500), aCancel(auction, ada), aMaxBid(auction, ada, 9600)],
        // Set, raised by an auto-bid and cancelled within one batch.
        [aMaxBid(auction, dayo, 12_000), aBid(auction, bola, 11_000), aCancel(auction, dayo), aCancel(auction, bola)],
        [aStatus(auction, admin, "paused"), aBid(auction, bola, 20_000), aStatus(auction, admin, "active")],
        [aMaxBid(auction, chidi, 40_000), aBid(auction, bola, 35_000)],
        [aStatus(auction, admin, "ended"), aBid(auction, bola, 90_000), aStatus(auction, admin, "active")],
        [aBid(auction, bola, 50_000), aStatus(auction, admin, "cancelled"), aStatus(auction, admin, "draft")],
        [aStatus(auction, admin, "active"), aMaxBid(auction, ada, 70_000), aStatus(auction, admin, "sold")],
      ];
      for (const round of rounds) {
        await Promise.all(round.map((command) => engine.submit(command)));
        await expectHistoryHolds(database, auction.id);
      }
      const stored = await storedAuction(database, auction.id);
      // Cancelling voided every bid and maximum before: Chidi's of 40,000 did not come back to life.
      expect(stored).toMatchObject({ status: "sold", winner: ada, leader: ada, priceMinor: 30_000, bidCount: 1 });
      expect([...stored.maxBids.keys()]).toEqual([ada.id]);
      expect(stored.voidedBidCount).toBeGreaterThan(10);
      expect((await logOf(database, auction.id)).some((row) => row.version === null)).toBe(true);
    });

    it("increases only the revision, and neither version nor updatedAt, for a change that only its author sees", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const { at } = await engine.submit(aMaxBid(auction, ada, 5000));
      for (const command of [aMaxBid(auction, ada, 6000), aMaxBid(auction, ada, 4000), aCancel(auction, ada)]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ version: 2, revision: 5, updatedAt: at });
    });

    it("keeps each auction's order of arrival with many auctions in one batch", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auctions = await Promise.all(Array.from({ length: 20 }, () => seedAuction(database, admin)));
      const { engine } = await givenEngine(database);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => 1100 + i * 100).flatMap((amountMinor) =>
          auctions.map((auction, a) =>
            engine.submit(aBid(auction, (amountMinor / 100 + a) % 2 ? ada : bola, amountMinor)),
          ),
        ),
      );
      expect(new Set(answers.map(codeOf))).toEqual(new Set(["ok"]));
      for (const { id } of auctions) {
        expect(await expectHistoryHolds(database, id)).toMatchObject({ priceMinor: 2000, bidCount: 10, version: 11 });
      }
    });
  });

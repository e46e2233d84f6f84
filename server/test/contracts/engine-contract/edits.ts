// Tests an administrator's edits: they are in the row, the log and every table at once, and are decided in order with
// bids.
import { asMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { bidsOf, expectHistoryHolds, logOf, storedAuction } from "../../support/check-history.ts";
import { aBid, aConfirm, aMaxBid, anEdit, aRemoval, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { databaseNow, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const HOUR = 60 * 60 * 1000;

export const edits = (test: TestDatabase) =>
  describe("an edit", () => {
    it("is stored with every term, published once, and replays, and the log names its author", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { reserveMinor: 2000, buyItNowMinor: 9000 });
      const { engine, committed } = await givenEngine(database);
      const edit = {
        title: 'A “new” title \\ {with} "quotes"',
        description: "Two\nlines\tand ₦",
        categories: ["toys", "books"] as const,
        condition: "poor" as const,
        location: "Kano, north",
        media: [{ url: "/media/2.mp4", type: "video" as const, originalName: "2, two.mp4" }],
        currency: "USD" as const,
        startingPriceMinor: asMinor(1500),
        incrementMinor: asMinor(250),
        reserveMinor: null,
        buyItNowMinor: null,
        endsAt: auction.endsAt + HOUR,
      };
      const command = anEdit(auction, admin, edit);
      expect(codeOf(await engine.submit(command))).toBe("ok");
      expect(codeOf(await engine.submit(command))).toBe("ok");
      const { title, description, categories, condition, location, media, ...terms } = edit;
      const lot = { title, description, categories, condition, location, media };
      const after = await expectHistoryHolds(database, auction.id);
      expect(after).toMatchObject({ lot, ...terms, priceMinor: 1500, version: 2, revision: 2 });
      expect((await logOf(database, auction.id)).at(-1)?.actorId).toBe(admin.id);
      expect(committed).toHaveLength(1);

      // And back: null and empty are values too.
      const back = anEdit(auction, admin, { categories: [], location: null, media: [], reserveMinor: asMinor(1500) });
      expect(codeOf(await engine.submit(back))).toBe("ok");
      const emptied = { categories: [], location: null, media: [] };
      const last = await expectHistoryHolds(database, auction.id);
      expect(last).toMatchObject({ lot: emptied, reserveMinor: 1500, currency: "USD", endsAt: edit.endsAt });
    });

    it("suspends maxima if it lowers the increment, and each bids in the commit in which its owner confirms it", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [aMaxBid(auction, ada, 5000), aMaxBid(auction, bola, 1150)]) await engine.submit(command);
      const answers = [
        engine.submit(anEdit(auction, admin, { incrementMinor: asMinor(50) })),
        engine.submit(aBid(auction, bola, 1250)),
        engine.submit(aConfirm(auction, ada, 1)),
        engine.submit(aConfirm(auction, ada, 2)),
      ];
      expect((await Promise.all(answers)).map(codeOf)).toEqual(["ok", "ok", "LOT_CHANGED", "ok"]);
      const after = await expectHistoryHolds(database, auction.id);
      expect(after).toMatchObject({ priceMinor: 1300, leader: ada, incrementMinor: 50, contentVersion: 2, version: 5 });
      expect((await bidsOf(database, auction.id)).map(({ amountMinor }) => amountMinor)).toEqual([1100, 1250, 1300]);
    });

    it("lets a maximum bid in the same commit if it lowers the reserve", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { reserveMinor: 6000 });
      const { engine } = await givenEngine(database);
      await engine.submit(aMaxBid(auction, ada, 5000));
      const lowered = engine.submit(anEdit(auction, admin, { reserveMinor: asMinor(5000) }));
      const bid = engine.submit(aBid(auction, ada, 5100));
      expect((await Promise.all([lowered, bid])).map(codeOf)).toEqual(["ok", "ok"]);
      const after = await expectHistoryHolds(database, auction.id);
      // The reserve's amount is secret, so lowering it makes no content version.
      expect(after).toMatchObject({ priceMinor: 5100, leader: ada, contentVersion: 1, version: 4 });
      expect((await bidsOf(database, auction.id)).map(({ amountMinor }) => amountMinor)).toEqual([1100, 5000, 5100]);
    });

    it("closes the auction with its winner and the settlement if it moves the end into the past", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      const before = await databaseNow(database);
      const closing = engine.submit(anEdit(auction, admin, { endsAt: before - HOUR }));
      const late = engine.submit(aBid(auction, ada, 2000));
      expect([codeOf(await closing), codeOf(await late)]).toEqual(["ok", "AUCTION_ENDED"]);
      const after = await expectHistoryHolds(database, auction.id);
      expect(after).toMatchObject({ status: "ended", winner: ada, priceMinor: 1100 });
      expect(after.endsAt).toBeGreaterThan(before - HOUR);
      const settlements = await database.query(
        "select winner_id, amount_minor::int as amount from settlements where auction_id = $1::text::uuid",
        [auction.id],
      );
      expect(settlements).toEqual([{ winner_id: ada.id, amount: 1100 }]);
    });

    it("sets the end during a pause, also for another node", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const endsAt = auction.endsAt + 5 * HOUR;
      await engine.submit(aStatus(auction, admin, "paused"));
      await engine.submit(anEdit(auction, admin, { endsAt }));
      expect(await storedAuction(database, auction.id)).toMatchObject({ status: "paused", endsAt, isEndSet: true });
      const another = await givenEngine(database);
      expect(codeOf(await another.engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({
        status: "active",
        endsAt,
        isEndSet: false,
      });
    });

    it("and a first bid at the same moment have one order, and both nodes know it", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      for (let round = 0; round < 5; round++) {
        const auction = await seedAuction(database, admin);
        const [one, two] = [await givenEngine(database), await givenEngine(database)];
        const answers = await Promise.all([
          one.engine.submit(anEdit(auction, admin, { startingPriceMinor: asMinor(5000) })),
          two.engine.submit(aBid(auction, ada, 1100)),
        ]);
        expect([
          ["ok", "BID_TOO_LOW"],
          ["AUCTION_HAS_BIDS", "ok"],
        ]).toContainEqual(answers.map(codeOf));
        await expectHistoryHolds(database, auction.id);
      }
    });

    it("that deletes an auction keeps its log, and a first bid at the same moment comes before it or is refused", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      for (let round = 0; round < 5; round++) {
        const auction = await seedAuction(database, admin);
        const [one, two] = [await givenEngine(database), await givenEngine(database)];
        const removal = aRemoval(auction, admin);
        const answers = await Promise.all([one.engine.submit(removal), two.engine.submit(aBid(auction, ada, 1100))]);
        expect([
          ["ok", "NOT_FOUND"],
          ["AUCTION_HAS_BIDS", "ok"],
        ]).toContainEqual(answers.map(codeOf));
        // Sent again, to a node that knows nothing: the first answer.
        const third = await givenEngine(database);
        expect(codeOf(await third.engine.submit(removal))).toBe(answers.map(codeOf)[0]);
        await expectHistoryHolds(database, auction.id);
      }
    });
  });

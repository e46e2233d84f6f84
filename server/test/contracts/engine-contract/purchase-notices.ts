// Tests the notices to the bidders of a lot that somebody buys with Buy It Now: that it was sold, and that the sale was
// taken back.
import { describe, expect, it } from "vitest";
import { expectHistoryHolds } from "../../support/check-history.ts";
import {
  aBid,
  aMaxBid,
  anExpiry,
  aPayFromBalance,
  aPurchase,
  aReversal,
  aVoid,
  codeOf,
  givenEngine,
} from "../../support/given-engine.ts";
import { mailsAbout } from "../../support/mails-about.ts";
import { deadlineIn, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const HOUR = 60 * 60 * 1000;

export const purchaseNotices = (test: TestDatabase) =>
  describe("bidders of a lot that is bought", () => {
    const given = async () => {
      const { database } = test;
      const people = await seedPeople(database);
      const { admin, ada, bola, chidi } = people;
      const auction = await seedAuction(database, admin, { buyItNowMinor: 5000, durationMs: 4 * HOUR });
      const node = await givenEngine(database);
      // Bola has only a hidden maximum, and Ada, the buyer, has a bid too.
      for (const command of [aBid(auction, ada, 1100), aBid(auction, chidi, 1200)]) await node.engine.submit(command);
      await node.engine.submit(aMaxBid(auction, bola, 1250));
      const purchase = aPurchase(auction, ada);
      expect(codeOf(await node.engine.submit(purchase))).toBe("ok");
      const mailedPeople = async (kind: string) =>
        (await mailsAbout(database, auction, kind)).map(({ userId }) => userId).sort();
      return { ...people, ...node, database, auction, purchase, mailedPeople };
    };

    it("are notified of the sale once it is paid, also those who have only a maximum; the buyer gets a mail of their own", async () => {
      const { database, engine, auction, ada, bola, chidi, purchase, mailedPeople } = await given();
      expect(await mailedPeople("lot-sold")).toEqual([]);
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, purchase.purchaseId)))).toBe("ok");
      const others = [bola.id, chidi.id].sort();
      expect(await mailedPeople("lot-sold")).toEqual(others);
      expect((await mailsAbout(database, auction, "lot-sold"))[0]?.data).toEqual({
        auctionId: auction.id,
        title: auction.lot.title,
        currency: "NGN",
        price: 50,
      });
      expect(await mailedPeople("payment-received")).toEqual([ada.id]);
      const inbox = await database.query(
        `select user_id as "userId", kind from notifications where auction_id = $1::text::uuid and about = 'lot-sold'
         order by user_id`,
        [auction.id],
      );
      expect(inbox).toEqual(others.map((userId) => ({ userId, kind: "lot-changed" })));
      await expectHistoryHolds(database, auction.id);
    });

    it("are notified that their bids count again when the sale is taken back, with the new deadline of its buyer", async () => {
      const { database, engine, auction, admin, ada, bola, chidi, purchase, mailedPeople } = await given();
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, purchase.purchaseId)))).toBe("ok");
      expect(codeOf(await engine.submit(aVoid(auction, admin, chidi)))).toBe("ok");
      expect(codeOf(await engine.submit(aReversal(auction, admin, purchase.purchaseId)))).toBe("ok");
      // Chidi's bids were voided, so none of them counts again.
      expect(await mailedPeople("lot-sale-undone")).toEqual([bola.id]);
      const { pausedUntil } = await expectHistoryHolds(database, auction.id);
      expect((await mailsAbout(database, auction, "lot-sale-undone"))[0]?.data).toEqual({
        auctionId: auction.id,
        title: auction.lot.title,
        deadline: new Date(pausedUntil ?? 0).toISOString(),
      });
      expect(await mailedPeople("payment-reversed")).toEqual([ada.id]);
      // The unread notification of the sale is no longer true.
      const inbox = await database.query(
        `select about, count from notifications where auction_id = $1::text::uuid and user_id = $2::text::uuid
         and kind = 'lot-changed'`,
        [auction.id, bola.id],
      );
      expect(inbox).toEqual([{ about: "lot-sale-undone", count: 2 }]);
    });

    it("are not notified of a purchase that is not paid, because their bids counted all the time", async () => {
      const { database, auction, mailedPeople } = await given();
      await deadlineIn(database, auction.id, -1);
      const { engine } = await givenEngine(database);
      await engine.submit(anExpiry(auction));
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "active" });
      for (const kind of ["lot-sold", "lot-sale-undone"]) expect(await mailedPeople(kind)).toEqual([]);
    });
  });

// Tests a lot that is cancelled or put back to draft: it loses its bids and maxima in the same commit, its bidders are
// notified, and it starts anew when it opens again.
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, recordedBidsOf } from "../../support/check-history.ts";
import { settlementsOf } from "../../support/check-settlements.ts";
import {
  aBid,
  aCancel,
  aForfeit,
  aMaxBid,
  aPayFromBalance,
  aPayment,
  aPurchase,
  aRemoval,
  aStatus,
  aVoid,
  codeOf,
  givenEngine,
} from "../../support/given-engine.ts";
import { mailsAbout } from "../../support/mails-about.ts";
import { dueIn, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";
import { givenWin } from "./given-win.ts";

export const startsAnew = (test: TestDatabase) =>
  describe("a lot that is cancelled or put back to draft", () => {
    const standingMaxima = (auctionId: string) =>
      test.database.query("select id from max_bids where auction_id = $1::text::uuid and not cancelled", [auctionId]);

    it.each(["cancelled", "draft"] as const)(
      "has void bids and maxima in the same commit, every bidder is notified, and none comes back: %s",
      async (status) => {
        const { database } = test;
        const { admin, ada, bola, chidi } = await seedPeople(database);
        const auction = await seedAuction(database, admin);
        const { engine } = await givenEngine(database);
        for (const command of [aMaxBid(auction, ada, 5000), aBid(auction, bola, 2000)]) await engine.submit(command);
        const publicReason = "It is damaged";
        const { at } = await engine.submit({ ...aStatus(auction, admin, status), publicReason });
        const after = await expectHistoryHolds(database, auction.id);
        expect(after).toMatchObject({ status, priceMinor: 1000, leader: null, bidCount: 0, voidedBidCount: 3 });
        const rows = await recordedBidsOf(database, auction.id);
        expect(rows.map(({ voidReason, voidedAt }) => [voidReason, voidedAt])).toEqual(Array(3).fill([status, at]));
        expect(await standingMaxima(auction.id)).toEqual([]);
        const kind = status === "draft" ? "lot-withdrawn" : "lot-cancelled";
        const bidders = [ada, bola].map(({ id }) => id).sort();
        const mails = await mailsAbout(database, auction, kind);
        expect(mails.map(({ userId }) => userId).sort()).toEqual(bidders);
        // Only the page of a cancelled lot shows the reason.
        const note = status === "cancelled" ? publicReason : undefined;
        expect(mails.map(({ data }) => data.note)).toEqual([note, note]);
        expect(codeOf(await engine.submit(aVoid(auction, admin, bola)))).toBe("AUCTION_NOT_ACTIVE");

        // Opened again by a node that knows nothing but the database.
        const other = await givenEngine(await test.openAnother());
        expect(codeOf(await other.engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
        expect(codeOf(await other.engine.submit(aCancel(auction, ada)))).toBe("NOT_FOUND");
        expect(codeOf(await other.engine.submit(aBid(auction, chidi, 1100)))).toBe("ok");
        const opened = await expectHistoryHolds(database, auction.id);
        expect(opened).toMatchObject({ status: "active", priceMinor: 1100, leader: chidi, bidCount: 1 });
        expect((await recordedBidsOf(database, auction.id)).at(-1)).toMatchObject({ number: 4, voidReason: null });
        // A new maximum of Ada's has a new place in time and no auto-bids.
        expect(codeOf(await other.engine.submit(aMaxBid(auction, ada, 3000)))).toBe("ok");
        const last = await expectHistoryHolds(database, auction.id);
        expect(last.maxBids.get(ada.id)).toMatchObject({ amountMinor: 3000, autoBidCount: 1, lastAutoBidMinor: 1200 });
      },
    );

    it("withdraws after its end the mail that asked for money, and voids the settlement", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [aBid(auction, bola, 1100), aBid(auction, ada, 1200)]) await engine.submit(command);
      await engine.submit(aStatus(auction, admin, "ended"));
      await engine.submit({ ...aStatus(auction, admin, "cancelled"), publicReason: "It is damaged" });
      expect(await settlementsOf(database, auction.id)).toMatchObject([{ winnerId: ada.id, status: "void" }]);
      expect(await mailsAbout(database, auction, "payment-withdrawn")).toMatchObject([
        { userId: ada.id, data: { why: "cancelled", note: "It is damaged" } },
      ]);
      // Everybody hears of it once: the winner by the mail about the money.
      expect((await mailsAbout(database, auction, "lot-cancelled")).map(({ userId }) => userId)).toEqual([bola.id]);
      await expectHistoryHolds(database, auction.id);
    });

    it("notifies the buyer of a Buy It Now in progress that nothing is due", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { buyItNowMinor: 5000, durationMs: 7_200_000 });
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, bola, 1100));
      await engine.submit(aPurchase(auction, ada));
      await engine.submit(aStatus(auction, admin, "draft"));
      expect(await mailsAbout(database, auction, "payment-withdrawn")).toMatchObject([
        { userId: ada.id, data: { why: "withdrawn" } },
      ]);
      expect((await mailsAbout(database, auction, "lot-withdrawn")).map(({ userId }) => userId)).toEqual([bola.id]);
      await expectHistoryHolds(database, auction.id);
    });

    it("cannot be deleted, because its voided bids stay in its history", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      await engine.submit(aStatus(auction, admin, "cancelled"));
      expect(codeOf(await engine.submit(aRemoval(auction, admin)))).toBe("AUCTION_HAS_BIDS");
    });
  });

export const winsUndone = (test: TestDatabase) =>
  describe("an administrator's status on a win", () => {
    it("notifies every bidder that the lot is open again, and the winner that nothing is due, if it undoes the win", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [aBid(auction, bola, 1100), aBid(auction, ada, 1200)]) await engine.submit(command);
      await engine.submit(aStatus(auction, admin, "ended"));
      await engine.submit(aStatus(auction, admin, "active"));
      expect(await mailsAbout(database, auction, "payment-withdrawn")).toMatchObject([
        { userId: ada.id, data: { why: "reopened" } },
      ]);
      expect((await mailsAbout(database, auction, "lot-reopened")).map(({ userId }) => userId)).toEqual([bola.id]);
      // Bids and maxima stand.
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ priceMinor: 1200, leader: ada });
    });

    it("names what went back to the winner, and whether they had paid, and no end if bidding is paused", async () => {
      const { database, engine, auction, admin, ada, bola, id } = await givenWin(test, 100_000);
      await engine.submit(aStatus(auction, admin, "paused"));
      const lot = { auctionId: auction.id, title: auction.lot.title };
      expect(await mailsAbout(database, auction, "payment-withdrawn")).toMatchObject([
        { userId: ada.id, data: { ...lot, why: "other", isPaid: false, returned: 10 } },
      ]);
      expect(await mailsAbout(database, auction, "lot-reopened")).toMatchObject([
        { userId: bola.id, data: { ...lot, endTime: null } },
      ]);
      await engine.submit(aStatus(auction, admin, "ended"));
      const again = (await expectHistoryHolds(database, auction.id)).settlement?.id ?? id;
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, again)))).toBe("ok");
      await engine.submit(aStatus(auction, admin, "cancelled"));
      expect((await mailsAbout(database, auction, "payment-withdrawn")).map(({ data }) => data)).toContainEqual({
        ...lot,
        why: "cancelled",
        isPaid: true,
        returned: 50,
      });
    });

    it.each(
      (["forfeited", "waived"] as const).flatMap((as) =>
        (["active", "paused", "cancelled", "draft"] as const).map((status) => ({ as, status })),
      ),
    )("notifies the person whose win was $as like every other bidder when it is set to $status", async (given) => {
      const { database, auction, admin, ada, bola, id } = await givenWin(test, 100_000);
      await dueIn(database, auction.id, -1);
      // This node reads the new due date.
      const { engine } = await givenEngine(database);
      const closed = given.as === "waived" ? aPayment(auction, admin, id, "waived") : aForfeit(auction, id);
      await engine.submit(closed);
      expect(await settlementsOf(database, auction.id)).toMatchObject([{ status: given.as }]);
      expect(codeOf(await engine.submit(aStatus(auction, admin, given.status)))).toBe("ok");
      const kind =
        given.status === "draft" ? "lot-withdrawn" : given.status === "cancelled" ? "lot-cancelled" : "lot-reopened";
      const both = [ada.id, bola.id].sort();
      expect((await mailsAbout(database, auction, kind)).map(({ userId }) => userId).sort()).toEqual(both);
      // The mail about the forfeit or the waiver said already that there is nothing to pay.
      expect(await mailsAbout(database, auction, "payment-withdrawn")).toEqual([]);
      await expectHistoryHolds(database, auction.id);
    });

    it.each([
      ["paid", "payment-received"],
      ["waived", "payment-waived"],
    ] as const)("notifies the debtor of %s, for a win and for a purchase", async (as, kind) => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const won = await seedAuction(database, admin);
      const bought = await seedAuction(database, admin, { buyItNowMinor: 5000, durationMs: 7_200_000 });
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(won, ada, 1200));
      await engine.submit(aStatus(won, admin, "ended"));
      const { settlement } = await expectHistoryHolds(database, won.id);
      const purchase = aPurchase(bought, ada);
      await engine.submit(purchase);
      expect(codeOf(await engine.submit(aPayment(won, admin, settlement?.id ?? "", as)))).toBe("ok");
      expect(codeOf(await engine.submit(aPayment(bought, admin, purchase.purchaseId, as)))).toBe("ok");
      expect(await mailsAbout(database, won, kind)).toMatchObject([{ userId: ada.id, data: { price: 12 } }]);
      expect(await mailsAbout(database, bought, kind)).toMatchObject([{ userId: ada.id, data: { price: 50 } }]);
      for (const { id } of [won, bought]) await expectHistoryHolds(database, id);
    });
  });

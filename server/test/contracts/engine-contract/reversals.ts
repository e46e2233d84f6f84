// Tests which columns of a debt's row are kept and which are cleared when the debt is paid, reversed, forfeited, waived
// or void. Also tests second chances. It is long because it compares whole rows after each of these changes.
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds, storedAuction } from "../../support/check-history.ts";
import { purchasesOf, settlementsOf } from "../../support/check-settlements.ts";
import {
  aBid,
  aBooking,
  aForfeit,
  aMaxBid,
  anAnswer,
  anEdit,
  anExpiry,
  anExtension,
  anOffer,
  aPayFromBalance,
  aPayment,
  aPurchase,
  aReversal,
  aStatus,
  aVoid,
  aWithdrawal,
  codeOf,
  givenEngine,
} from "../../support/given-engine.ts";
import { databaseNow, deadlineIn, dueIn, endIn, seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";
import { givenWin } from "./given-win.ts";

const HOUR = 60 * 60 * 1000;
const buyable = { buyItNowMinor: 5000, durationMs: 4 * HOUR } as const;

const rowOf = async ({ database }: TestDatabase, table: "settlements" | "purchases", id: string) => {
  const [row] = await database.query<Record<string, unknown>>(
    `select status, closed_by as "closedBy", note, penalty_minor::float8 as penalty, pickup_code as code,
       ready_at is not null as "isReady", pickup_place as place, pickup_hours as hours,
       handed_over_at is not null as "isHandedOver", handed_over_by as "handedOverBy", attempts,
       next_attempt_at is not null as "hasNext", stuck_at is not null as "isStuck", closed_at is not null as "isClosed"
     from ${table} where id = $1::text::uuid`,
    [id],
  );
  return row ?? {};
};

/** As the preparation of the pickup and the forfeiting job leave it. */
const useUp = async ({ database }: TestDatabase, table: "settlements" | "purchases", id: string) => {
  await database.query(
    `update ${table} set ready_at = clock_now(), pickup_place = 'Hall B', pickup_hours = '9 to 5', attempts = 5,
       next_attempt_at = clock_now(), stuck_at = clock_now() where id = $1::text::uuid`,
    [id],
  );
};

const handOver = async ({ database }: TestDatabase, table: "settlements" | "purchases", id: string, by: string) => {
  await database.query(
    `update ${table} set ready_at = clock_now(), handed_over_at = clock_now(),
       handed_over_by = $2::text::uuid where id = $1::text::uuid`,
    [id, by],
  );
};

const anew = {
  code: null,
  isReady: false,
  place: null,
  hours: null,
  isHandedOver: false,
  handedOverBy: null,
  closedBy: null,
  penalty: null,
  attempts: 0,
  hasNext: false,
  isStuck: false,
  isClosed: false,
};

export const reversals = (test: TestDatabase) =>
  describe("the row of a debt", () => {
    it("has a pickup code once it is paid, and loses all data of the handover once it is due again", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 20_000);
      expect(await rowOf(test, "settlements", id)).toMatchObject({ status: "open", ...anew });
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, id)))).toBe("ok");
      const paid = await rowOf(test, "settlements", id);
      expect(paid).toMatchObject({
        status: "paid",
        isClosed: true,
        closedBy: null,
        code: expect.stringMatching(/^\d{6}$/),
      });
      await useUp(test, "settlements", id);
      expect(codeOf(await engine.submit(aReversal(auction, admin, id)))).toBe("ok");
      expect(await rowOf(test, "settlements", id)).toMatchObject({ status: "open", ...anew });
      await expectHistoryHolds(database, auction.id);
      // Paid again by an administrator's word, it has another code and says who closed it.
      expect(codeOf(await engine.submit(aPayment(auction, admin, id)))).toBe("ok");
      expect(await rowOf(test, "settlements", id)).toMatchObject({
        status: "paid",
        closedBy: admin.id,
        isReady: false,
      });
      await expectHistoryHolds(database, auction.id);
    });

    it("stays paid by its deposit when booked money that a void had refunded is taken from the balance", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      for (const method of ["transfer", "outside"] as const) {
        const auction = await seedAuction(database, admin);
        const { engine } = await givenEngine(database);
        for (const command of [aBid(auction, chidi, 1100), aMaxBid(auction, ada, 9000), aBid(auction, bola, 8000)]) {
          expect(codeOf(await engine.submit(command))).toBe("ok");
        }
        expect(codeOf(await engine.submit(aStatus(auction, admin, "ended")))).toBe("ok");
        const [{ id = "" } = {}] = await settlementsOf(database, auction.id);
        const before = (await expectLedgerHolds(database, ada.id)).balanceMinor;
        const payment = method === "outside" ? aPayment(auction, admin, id) : aBooking(auction, admin, id, 6480);
        expect(codeOf(await engine.submit(payment))).toBe("ok");
        expect(codeOf(await engine.submit(aVoid(auction, admin, bola)))).toBe("ok");
        expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(before + 6900);
        await handOver(test, "settlements", id, admin.id);
        const row = await rowOf(test, "settlements", id);
        expect(codeOf(await engine.submit(aReversal(auction, admin, id)))).toBe("ok");
        // The void had returned 4.20 of the deposit too, and this refund stays.
        expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(before + 420);
        expect(await rowOf(test, "settlements", id)).toEqual(row);
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "sold" });
        const [paid] = await database.query(
          "select method, reversed_by as by from payments where settlement_id = $1::text::uuid",
          [id],
        );
        expect(paid).toEqual({ method, by: admin.id });
        expect(codeOf(await engine.submit(aReversal(auction, admin, id)))).toBe("SETTLEMENT_CLOSED");
      }
    });

    it("stays as it is when its lot was handed over, whichever way an administrator takes the sale back", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 20_000);
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, id)))).toBe("ok");
      await handOver(test, "settlements", id, admin.id);
      const before = await rowOf(test, "settlements", id);
      expect(codeOf(await engine.submit(aReversal(auction, admin, id)))).toBe("SETTLEMENT_CLOSED");
      expect(codeOf(await engine.submit(aStatus(auction, admin, "ended")))).toBe("SETTLEMENT_CLOSED");
      expect(await rowOf(test, "settlements", id)).toEqual(before);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(15_000);

      const lot = await seedAuction(database, admin, buyable);
      const purchase = aPurchase(lot, ada);
      expect(codeOf(await engine.submit(purchase))).toBe("ok");
      expect(codeOf(await engine.submit(aPayFromBalance(lot, ada, purchase.purchaseId)))).toBe("ok");
      await handOver(test, "purchases", purchase.purchaseId, admin.id);
      expect(codeOf(await engine.submit(aReversal(lot, admin, purchase.purchaseId)))).toBe("SETTLEMENT_CLOSED");
      expect(codeOf(await engine.submit(aStatus(lot, admin, "ended")))).toBe("SETTLEMENT_CLOSED");
      expect(await rowOf(test, "purchases", purchase.purchaseId)).toMatchObject({ status: "paid", isHandedOver: true });
    });

    it("is not reversed by a node that decided before the lot was handed over", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 20_000);
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, id)))).toBe("ok");
      let asked = 0;
      const late = await givenEngine(database, {
        wrapStore: (store) => ({
          ...store,
          loadHandedOver: async (ids) => {
            const known = await store.loadHandedOver(ids);
            asked += 1;
            if (asked === 1) await handOver(test, "settlements", id, admin.id);
            return known;
          },
        }),
      });
      expect(codeOf(await late.engine.submit(aReversal(auction, admin, id)))).toBe("SETTLEMENT_CLOSED");
      expect(asked).toBe(2);
      expect(await rowOf(test, "settlements", id)).toMatchObject({ status: "paid", isHandedOver: true });
    });

    it("keeps code, handover and closer of a paid win when a void lowers its price", async () => {
      const { database, engine, admin, ada, bola, auction, id } = await givenWin(test, 20_000);
      expect(codeOf(await engine.submit(aPayment(auction, admin, id)))).toBe("ok");
      await useUp(test, "settlements", id);
      await handOver(test, "settlements", id, admin.id);
      const before = await rowOf(test, "settlements", id);
      expect(codeOf(await engine.submit(aVoid(auction, admin, bola)))).toBe("ok");
      expect(await rowOf(test, "settlements", id)).toEqual(before);
      await expectHistoryHolds(database, auction.id);
      await expectLedgerHolds(database, ada.id);
    });

    it("names who waived it and why, or who undid the end, and has no handover when it is void", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 20_000);
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, id)))).toBe("ok");
      await useUp(test, "settlements", id);
      await handOver(test, "settlements", id, admin.id);
      expect(codeOf(await engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
      const { code, isReady, place, hours, isHandedOver, handedOverBy } = anew;
      expect(await rowOf(test, "settlements", id)).toMatchObject({
        status: "void",
        closedBy: admin.id,
        isClosed: true,
        code,
        isReady,
        place,
        hours,
        isHandedOver,
        handedOverBy,
      });
      expect(codeOf(await engine.submit(aStatus(auction, admin, "ended")))).toBe("ok");
      const again = (await expectHistoryHolds(database, auction.id)).settlement?.id ?? "none";
      const waiver = { ...aPayment(auction, admin, again, "waived"), note: "A flood" };
      expect(codeOf(await engine.submit(waiver))).toBe("ok");
      expect(await rowOf(test, "settlements", again)).toMatchObject({
        status: "waived",
        closedBy: admin.id,
        note: "A flood",
        penalty: null,
        code: null,
        isClosed: true,
      });
      await expectHistoryHolds(database, auction.id);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(20_000);
    });

    it("has the penalty of a forfeit until it is reversed, also if the job had given up", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 1200);
      await engine.close();
      await dueIn(database, auction.id, -1);
      await useUp(test, "settlements", id);
      const node = await givenEngine(database);
      await node.engine.submit(aForfeit(auction, id));
      expect(await rowOf(test, "settlements", id)).toMatchObject({
        status: "forfeited",
        penalty: 500,
        closedBy: null,
        isClosed: true,
        isReady: false,
        attempts: 5,
      });
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(700);
      expect(codeOf(await node.engine.submit(aReversal(auction, admin, id)))).toBe("ok");
      expect(await rowOf(test, "settlements", id)).toMatchObject({ status: "open", ...anew });
      const { settlement } = await expectHistoryHolds(database, auction.id);
      expect(settlement).toMatchObject({ status: "open", depositMinor: 1000 });
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(200);
    });

    it("can exist for a purchase that is due again beside the buyer's newer one, and both can be paid", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { ada } = await seedUsers(database, { ada: { balanceMinor: 20_000 } });
      const lots = [
        await seedAuction(database, admin, buyable),
        await seedAuction(database, admin, buyable),
        await seedAuction(database, admin, buyable),
      ] as const;
      const { engine } = await givenEngine(database);
      const [first, second] = [aPurchase(lots[0], ada), aPurchase(lots[1], ada)];
      expect(codeOf(await engine.submit(first))).toBe("ok");
      expect(codeOf(await engine.submit(aPayFromBalance(lots[0], ada, first.purchaseId)))).toBe("ok");
      await useUp(test, "purchases", first.purchaseId);
      expect(codeOf(await engine.submit(second))).toBe("ok");
      expect(codeOf(await engine.submit(aReversal(lots[0], admin, first.purchaseId)))).toBe("ok");
      expect(await rowOf(test, "purchases", first.purchaseId)).toMatchObject({ status: "pending", ...anew });
      expect(codeOf(await engine.submit(aPurchase(lots[2], ada)))).toBe("BUY_IT_NOW_OPEN");
      const later = (await databaseNow(database)) + 3 * HOUR;
      expect(codeOf(await engine.submit(anExtension(lots[0], admin, first.purchaseId, later)))).toBe("ok");
      for (const [lot, { purchaseId }] of [
        [lots[0], first],
        [lots[1], second],
      ] as const) {
        expect(codeOf(await engine.submit(aPayFromBalance(lot, ada, purchaseId)))).toBe("ok");
        expect(await expectHistoryHolds(database, lot.id)).toMatchObject({ status: "sold", winner: ada });
      }
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(20_000 - 2 * 5250);
    });

    it("leaves two hours and a new day to withdraw if the bought lot changed while it was sold", async () => {
      const { database } = test;
      const { admin, bola } = await seedPeople(database);
      const { ada } = await seedUsers(database, { ada: { balanceMinor: 20_000 } });
      const auction = await seedAuction(database, admin, { buyItNowMinor: 5000, durationMs: 1.5 * HOUR });
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aBid(auction, bola, 1100)))).toBe("ok");
      const purchase = aPurchase(auction, ada);
      for (const command of [purchase, aPayFromBalance(auction, ada, purchase.purchaseId)]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      expect(codeOf(await engine.submit(anEdit(auction, admin, { title: "An empty box" })))).toBe("ok");
      const sold = await expectHistoryHolds(database, auction.id);
      expect(codeOf(await engine.submit(aReversal(auction, admin, purchase.purchaseId)))).toBe("ok");
      const { pausedAt, endsAt, contentChangedAt, ...reopened } = await expectHistoryHolds(database, auction.id);
      expect(reopened).toMatchObject({ status: "paused", isEndSet: false, contentVersion: 2 });
      expect(endsAt - (pausedAt ?? 0)).toBe(2 * HOUR);
      expect(contentChangedAt).toBeGreaterThan(sold.contentChangedAt ?? 0);
      // Another node reads the same, and lets the bidder withdraw.
      await engine.close();
      await deadlineIn(database, auction.id, -1);
      const other = await givenEngine(await test.openAnother());
      await other.engine.submit(anExpiry(auction));
      const resumed = await expectHistoryHolds(database, auction.id);
      expect(resumed.endsAt - resumed.updatedAt).toBeGreaterThan(2 * HOUR - 60_000);
      expect(codeOf(await other.engine.submit(aWithdrawal(auction, bola)))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
    });

    it("keeps the penalty of a forfeited purchase when the penalty is returned to the balance, once", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { ada } = await seedUsers(database, { ada: { balanceMinor: 5000 } });
      const auction = await seedAuction(database, admin, buyable);
      const first = await givenEngine(database);
      const { purchaseId, ...rest } = aPurchase(auction, ada);
      expect(codeOf(await first.engine.submit({ ...rest, purchaseId }))).toBe("ok");
      await deadlineIn(database, auction.id, -1);
      const { engine } = await givenEngine(database);
      await engine.submit(anExpiry(auction));
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(4500);
      for (const code of ["ok", "SETTLEMENT_CLOSED"]) {
        expect(codeOf(await engine.submit(aReversal(auction, admin, purchaseId)))).toBe(code);
      }
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(5000);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "active", forfeitedPurchases: 0 });
      expect(await purchasesOf(database, auction.id)).toMatchObject([{ status: "forfeited", penaltyMinor: 500 }]);
    });

    it("belongs to its own debt if one person has an earlier win and a purchase", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 20_000);
      expect(codeOf(await engine.submit(aPayment(auction, admin, id, "waived")))).toBe("ok");
      await database.query(`update auctions set buy_it_now_minor = 9000 where id = $1::text::uuid`, [auction.id]);
      await database.query(
        `update auction_events set events = jsonb_set(events::jsonb, '{0,buyItNowMinor}', '9000')
         where auction_id = $1::text::uuid and revision = 1`,
        [auction.id],
      );
      await endIn(database, auction.id, 4 * HOUR);
      const node = await givenEngine(database);
      expect(codeOf(await node.engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
      const purchase = aPurchase(auction, ada);
      expect(codeOf(await node.engine.submit(purchase))).toBe("ok");
      expect(codeOf(await node.engine.submit(aPayFromBalance(auction, ada, purchase.purchaseId)))).toBe("ok");
      expect(await storedAuction(database, auction.id)).toMatchObject({
        status: "sold",
        winner: ada,
        settlement: null,
      });
      expect(await settlementsOf(database, auction.id)).toMatchObject([{ status: "waived" }]);
    });
  });

export const secondChances = (test: TestDatabase) =>
  describe("a second chance", () => {
    it("is stored at each step of offer, acceptance and payment, and another node can continue it", async () => {
      const { database, engine, admin, bola, auction, id } = await givenWin(test, 1000);
      await engine.close();
      await dueIn(database, auction.id, -1);
      const one = await givenEngine(database);
      await one.engine.submit(aForfeit(auction, id));
      const offer = anOffer(auction, admin, id);
      expect(codeOf(await one.engine.submit(offer))).toBe("ok");
      expect((await expectHistoryHolds(database, auction.id)).secondChance).toMatchObject({
        id: offer.offerId,
        person: bola,
        priceMinor: 1100,
      });
      const two = await givenEngine(await test.openAnother());
      const answers = await Promise.all([
        two.engine.submit(anAnswer(auction, bola, offer.offerId, "accept")),
        one.engine.submit(anAnswer(auction, bola, offer.offerId, "decline")),
      ]);
      expect(answers.map(codeOf).sort()).toEqual(["NOT_FOUND", "ok"]);
      const { settlement, winner } = await expectHistoryHolds(database, auction.id);
      if (winner?.id !== bola.id) return expect(settlement).toMatchObject({ id, status: "forfeited" });
      expect(settlement).toMatchObject({ status: "open", amountMinor: 1100, depositMinor: 220 });
      const pay = aPayFromBalance(auction, bola, settlement?.id ?? "");
      expect(codeOf(await (await givenEngine(database)).engine.submit(pay))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "sold", winner: bola });
    });

    it("expires by the database's clock, and is withdrawn when the lot is opened again", async () => {
      const { database, engine, admin, auction, id } = await givenWin(test, 1000);
      await engine.close();
      await dueIn(database, auction.id, -1);
      const node = await givenEngine(database);
      await node.engine.submit(aForfeit(auction, id));
      expect(codeOf(await node.engine.submit(anOffer(auction, admin, id)))).toBe("ok");
      await node.engine.submit({ type: "ExpireSecondChance", auctionId: auction.id });
      expect((await expectHistoryHolds(database, auction.id)).secondChance).not.toBeNull();
      expect(codeOf(await node.engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
      expect((await expectHistoryHolds(database, auction.id)).secondChance).toBeNull();
    });
  });

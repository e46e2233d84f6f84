// Tests that a buyer has at most one open purchase, whatever the number of nodes, and the limits after a forfeit: two
// for each lot, and a wait of thirty days for the buyer.
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, expectLedgerHolds } from "../../support/check-history.ts";
import { purchasesOf } from "../../support/check-settlements.ts";
import { aBid, anExpiry, aPayment, aPurchase, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { deadlineIn, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const buyable = { buyItNowMinor: 5000, durationMs: 4 * 60 * 60 * 1000 } as const;

export const onePurchase = (test: TestDatabase) =>
  describe("one open purchase a buyer", () => {
    it("is the first of two in a batch: the second is refused, and nobody else's command is delayed", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const [one, two] = [await seedAuction(database, admin, buyable), await seedAuction(database, admin, buyable)];
      const { engine } = await givenEngine(database);
      const answers = await Promise.all(
        [aPurchase(one, ada), aPurchase(two, ada), aBid(two, bola, 1100)].map((command) => engine.submit(command)),
      );
      expect(answers.map(codeOf)).toEqual(["ok", "BUY_IT_NOW_OPEN", "ok"]);
      expect(await expectHistoryHolds(database, two.id)).toMatchObject({ status: "active", bidCount: 1 });
    });

    it("is exactly one if two nodes get one each at once, and every bid of both batches is carried out", async () => {
      const { database } = test;
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 12; round++) {
        const { admin, ada, bola, chidi } = await seedPeople(database);
        const lots = [
          await seedAuction(database, admin, buyable),
          await seedAuction(database, admin, buyable),
        ] as const;
        const others = [await seedAuction(database, admin), await seedAuction(database, admin)] as const;
        const buys = ([0, 1] as const).map((i) => nodes[i].engine.submit(aPurchase(lots[i], ada)));
        const bids = ([0, 1] as const).flatMap((i) =>
          [bola, chidi].map((person, n) => nodes[i].engine.submit(aBid(others[i], person, 1100 + n * 100))),
        );
        const codes = (await Promise.all(buys)).map(codeOf).sort();
        expect(codes).toEqual(["BUY_IT_NOW_OPEN", "ok"]);
        expect((await Promise.all(bids)).map(codeOf)).toEqual(["ok", "ok", "ok", "ok"]);
        for (const { id } of [...lots, ...others]) await expectHistoryHolds(database, id);
        const rows = [...(await purchasesOf(database, lots[0].id)), ...(await purchasesOf(database, lots[1].id))];
        expect(rows).toHaveLength(1);
      }
    });

    it.each(["paid", "waived", "voided"] as const)("can be followed by another one once it is %s", async (how) => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const [one, two] = [await seedAuction(database, admin, buyable), await seedAuction(database, admin, buyable)];
      const { engine } = await givenEngine(database);
      const other = await givenEngine(await test.openAnother());
      const purchase = aPurchase(one, ada);
      expect(codeOf(await engine.submit(purchase))).toBe("ok");
      // This node knows the account without the purchase's end.
      expect(codeOf(await other.engine.submit(aPurchase(two, ada)))).toBe("BUY_IT_NOW_OPEN");
      const end = how === "voided" ? aStatus(one, admin, "active") : aPayment(one, admin, purchase.purchaseId, how);
      expect(codeOf(await engine.submit(end))).toBe("ok");
      expect(codeOf(await other.engine.submit(aPurchase(two, ada)))).toBe("ok");
      for (const { id } of [one, two]) await expectHistoryHolds(database, id);
    });

    it("keeps its buyer from buying anything for 30 days on any node if it is forfeited", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const [one, two] = [await seedAuction(database, admin, buyable), await seedAuction(database, admin, buyable)];
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      expect(codeOf(await nodes[0].engine.submit(aPurchase(one, ada)))).toBe("ok");
      expect(codeOf(await nodes[1].engine.submit(aPurchase(two, ada)))).toBe("BUY_IT_NOW_OPEN");
      await deadlineIn(database, one.id, -1);
      await nodes[0].engine.submit(anExpiry(one));
      for (const { engine } of nodes) {
        expect((await engine.submit(aPurchase(two, ada))).outcome).toMatchObject({
          error: { code: "BUY_IT_NOW_UNAVAILABLE", reason: "forfeited-before" },
        });
      }
      const age = (interval: string) =>
        database.query(
          `with older as (
             update purchases set created_at = created_at - interval '${interval}', closed_at = clock_now() - interval '${interval}'
             where auction_id = $1::text::uuid
           ) update users set revision = revision + 1 where id = $2::text::uuid`,
          [one.id, ada.id],
        );
      await age("29 days 23 hours 59 minutes");
      expect(codeOf(await nodes[0].engine.submit(aPurchase(two, ada)))).toBe("BUY_IT_NOW_UNAVAILABLE");
      await age("30 days");
      expect(codeOf(await nodes[0].engine.submit(aPurchase(two, ada)))).toBe("ok");
      const causes = (await expectLedgerHolds(database, ada.id)).entries.slice(1).map(({ cause }) => cause);
      expect(causes.sort()).toEqual(["buy-it-now-forfeit", "deposit-return", "purchase-deposit", "purchase-deposit"]);
    });

    it("ends Buy It Now of the lot for everybody after two forfeits, and the lot still takes bids", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin, buyable);
      const { engine } = await givenEngine(database);
      for (const [i, person] of [ada, bola].entries()) {
        expect(codeOf(await engine.submit(aPurchase(auction, person)))).toBe("ok");
        await deadlineIn(database, auction.id, -1);
        await engine.submit(anExpiry(auction));
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ forfeitedPurchases: i + 1 });
      }
      const another = await givenEngine(database);
      for (const node of [engine, another.engine]) {
        expect((await node.submit(aPurchase(auction, chidi))).outcome).toMatchObject({
          error: { code: "BUY_IT_NOW_UNAVAILABLE", reason: "forfeited-before" },
        });
      }
      expect(codeOf(await engine.submit(aBid(auction, chidi, 1100)))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
    });
  });

// Tests voids and withdrawals in the database: one commit has the bids that are struck out and recorded anew, maxima,
// settlements and mails; and two nodes may void, bid or close at once. It is long because it has voids during bidding,
// after the end and by the bidder, with their races.
import { asMinor } from "@jara/shared/money";
import { describe, expect, it, vi } from "vitest";
import { toVoided, toWithdrawn } from "../../../src/engine/answers.ts";
import type { EngineStore } from "../../../src/engine/ports.ts";
import { goneBiddersOn } from "../../../src/engine/reads/gone-bidders.ts";
import { expectHistoryHolds, expectLedgerHolds, recordedBidsOf, storedAuction } from "../../support/check-history.ts";
import { settlementsOf } from "../../support/check-settlements.ts";
import {
  aBid,
  aClose,
  aMaxBid,
  anEdit,
  aStatus,
  aVoid,
  aWithdrawal,
  codeOf,
  givenEngine,
} from "../../support/given-engine.ts";
import { mailsAbout } from "../../support/mails-about.ts";
import { endIn, RICH, seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const voids = (test: TestDatabase) =>
  describe("a void", () => {
    it("voids the bids and their consequences, and restores price, leader and maxima, in one commit", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, committed } = await givenEngine(database);
      const commands = [aMaxBid(auction, ada, 5000), aMaxBid(auction, bola, 4000), aBid(auction, chidi, 4800)];
      const times = [];
      for (const command of commands) times.push((await engine.submit(command)).at);
      expect(await storedAuction(database, auction.id)).toMatchObject({ priceMinor: 4900, bidCount: 5 });
      committed.length = 0;
      const command = aVoid(auction, admin, chidi, "fraud", "A shill");
      const answered = await engine.submit(command);
      expect(toVoided(answered)).toEqual({
        priceBefore: 49,
        priceAfter: 41,
        leaderBefore: { username: ada.username },
        leaderAfter: { username: ada.username },
      });
      const after = await expectHistoryHolds(database, auction.id);
      expect(after).toMatchObject({ priceMinor: 4100, leader: ada, bidCount: 3, voidedBidCount: 2, version: 5 });
      expect(after.barredIds).toEqual(new Set([chidi.id]));
      const rows = await recordedBidsOf(database, auction.id);
      const voidedAt = answered.at;
      expect(rows.map((row) => [row.number, row.bidderId, row.amountMinor, row.voidReason, row.voidedAt])).toEqual([
        [1, ada.id, 1100, null, null],
        [2, bola.id, 4000, null, null],
        [3, ada.id, 4100, null, null],
        [4, chidi.id, 4800, "fraud", voidedAt],
        [5, ada.id, 4900, "recalculated", voidedAt],
      ]);
      expect(committed.map(({ events }) => events.map(({ type }) => type))).toEqual([["BidsVoided", "MaximaRestated"]]);
      // Everybody who has bid is told; the voided bidder by a mail of their own.
      expect((await mailsAbout(database, auction, "bids-voided")).map(({ userId }) => userId).sort()).toEqual(
        [ada.id, bola.id].sort(),
      );
      expect(await mailsAbout(database, auction, "own-bids-voided")).toMatchObject([
        { userId: chidi.id, data: { reason: "fraud", note: "A shill", title: auction.lot.title } },
      ]);

      expect(await engine.submit(command)).toEqual(answered);
      const restarted = await givenEngine(await test.openAnother());
      expect(await restarted.engine.submit(command)).toEqual(answered);
      expect(codeOf(await restarted.engine.submit(aVoid(auction, admin, chidi)))).toBe("NOT_FOUND");
      expect(codeOf(await restarted.engine.submit(aBid(auction, chidi, 9000)))).toBe("FORBIDDEN");
      expect(codeOf(await restarted.engine.submit(aMaxBid(auction, chidi, 9000)))).toBe("FORBIDDEN");
      // The next bid's number follows on the voided ones.
      expect(codeOf(await restarted.engine.submit(aBid(auction, bola, 4200)))).toBe("ok");
      expect((await recordedBidsOf(database, auction.id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      await expectHistoryHolds(database, auction.id);
    });

    it("records auto-bids that the voided bids had prevented, at the time of their own command", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, bola, 1100));
      const { at } = await engine.submit(aMaxBid(auction, ada, 1150));
      expect(codeOf(await engine.submit(aVoid(auction, admin, bola, "mistaken-amount")))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ priceMinor: 1100, leader: ada });
      expect(await recordedBidsOf(database, auction.id)).toMatchObject([
        { number: 1, bidderId: bola.id, voidReason: "mistaken-amount" },
        { number: 2, bidderId: ada.id, amountMinor: 1100, kind: "auto", at, voidReason: null },
      ]);
      const [maximum] = await database.query<{ count: number; last: number }>(
        `select auto_bid_count as count, last_auto_bid_minor::int as last from max_bids
         where auction_id = $1::text::uuid and user_id = $2::text::uuid`,
        [auction.id, ada.id],
      );
      expect(maximum).toEqual({ count: 1, last: 1100 });
      // A mistaken amount bars nobody.
      expect(codeOf(await engine.submit(aBid(auction, bola, 1200)))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
    });

    it("leaves a maximum without bids alone on one lot, and cancels it in secret on all lots", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      await engine.submit(aMaxBid(auction, bola, 1150));
      const nobody = await engine.submit(aVoid(auction, admin, { id: "nobody" }));
      expect((await engine.submit(aVoid(auction, admin, bola))).outcome).toEqual(nobody.outcome);
      const { version } = await storedAuction(database, auction.id);
      const command = { ...aVoid(auction, admin, bola, "fraud", "A shill"), includesHidden: true };
      const answered = await engine.submit(command);
      expect(toVoided(answered)).toMatchObject({ priceBefore: 11, priceAfter: 11 });
      const after = await expectHistoryHolds(database, auction.id);
      expect([after.version, after.maxBids.size, after.barredIds]).toEqual([version, 0, new Set([bola.id])]);
      expect(await mailsAbout(database, auction, "bids-voided")).toEqual([]);
      expect(await mailsAbout(database, auction, "own-bids-voided")).toMatchObject([
        { userId: bola.id, data: { reason: "fraud", note: "A shill" } },
      ]);
      const restarted = await givenEngine(await test.openAnother());
      expect(await restarted.engine.submit(command)).toEqual(answered);
      expect(codeOf(await restarted.engine.submit(aMaxBid(auction, bola, 1500)))).toBe("FORBIDDEN");
    });

    it("is refused for nobody, for any text as an id, for oneself, and from anybody but administrators", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      for (const id of [bola.id, "", "no-uuid", "'; drop table bids"]) {
        expect(codeOf(await engine.submit(aVoid(auction, admin, { id })))).toBe("NOT_FOUND");
      }
      expect(codeOf(await engine.submit(aVoid(auction, admin, admin)))).toBe("CONFLICT_OF_INTEREST");
      expect(codeOf(await engine.submit(aVoid(auction, bola, ada)))).toBe("FORBIDDEN");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 1, revision: 2 });
    });

    it("has one effect if two administrators void one person on two nodes at once", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const { other } = await seedUsers(database, { other: { role: "admin" } });
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 8; round++) {
        const auction = await seedAuction(database, admin);
        for (const command of [aMaxBid(auction, ada, 5000), aBid(auction, bola, 2000)]) {
          await nodes[0].engine.submit(command);
        }
        const answers = await Promise.all([
          nodes[0].engine.submit(aVoid(auction, admin, bola)),
          nodes[1].engine.submit(aVoid(auction, other, bola)),
          nodes[1].engine.submit(aVoid(auction, other, bola)),
        ]);
        expect(answers.map(codeOf).sort()).toEqual(["NOT_FOUND", "NOT_FOUND", "ok"]);
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ priceMinor: 1100, bidCount: 1 });
        expect(await mailsAbout(database, auction, "own-bids-voided")).toHaveLength(1);
      }
    });

    it("leaves no bids of two people who are voided on two nodes at once", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const { other } = await seedUsers(database, { other: { role: "admin" } });
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 6; round++) {
        const auction = await seedAuction(database, admin);
        for (const command of [aMaxBid(auction, ada, 5000), aBid(auction, bola, 2000), aBid(auction, chidi, 3000)]) {
          await nodes[0].engine.submit(command);
        }
        const answers = await Promise.all([
          nodes[0].engine.submit(aVoid(auction, admin, bola)),
          nodes[1].engine.submit(aVoid(auction, other, chidi)),
        ]);
        expect(answers.map(codeOf)).toEqual(["ok", "ok"]);
        const after = await expectHistoryHolds(database, auction.id);
        expect(after).toMatchObject({ priceMinor: 1100, leader: ada, bidCount: 1, voidedBidCount: 4 });
      }
    });

    it("keeps every accepted bid in the history beside bids on another node, and counts none of the voided person's", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 5; round++) {
        const auction = await seedAuction(database, admin);
        for (const command of [aMaxBid(auction, ada, 3000), aBid(auction, bola, 2000)]) {
          await nodes[0].engine.submit(command);
        }
        const bids = [chidi, bola, chidi, bola].map((person, i) =>
          nodes[i % 2 ? 0 : 1].engine.submit(aBid(auction, person, 4000 + i * 100)),
        );
        const voided = nodes[0].engine.submit(aVoid(auction, admin, bola));
        expect(codeOf(await voided)).toBe("ok");
        await Promise.all(bids);
        await expectHistoryHolds(database, auction.id);
        const rows = await recordedBidsOf(database, auction.id);
        expect(rows.filter(({ bidderId, voidReason }) => bidderId === bola.id && voidReason === null)).toEqual([]);
        expect(codeOf(await nodes[1].engine.submit(aBid(auction, bola, 9000)))).toBe("FORBIDDEN");
      }
    });

    it("comes before or after a close at the same moment, and the voided person has won in neither case", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 8; round++) {
        const auction = await seedAuction(database, admin);
        for (const command of [aBid(auction, ada, 1100), aBid(auction, bola, 9000)])
          await nodes[0].engine.submit(command);
        await endIn(database, auction.id, 0);
        // Between the end time and the recorded end a void is asked to try again.
        const void_ = async (): ReturnType<(typeof nodes)[0]["engine"]["submit"]> => {
          const outcome = await nodes[0].engine.submit(aVoid(auction, admin, bola));
          return codeOf(outcome) === "UNAVAILABLE" ? await void_() : outcome;
        };
        const close = () => nodes[1].engine.submit(aClose(auction));
        const answers = await Promise.all(round % 2 ? [void_(), close()] : [close(), void_()]);
        expect(answers.map(codeOf)).toEqual(["ok", "ok"]);
        const after = await expectHistoryHolds(database, auction.id);
        expect(after).toMatchObject({ priceMinor: 1100, leader: ada, bidCount: 1 });
        expect(after.winner?.id).not.toBe(bola.id);
        const settlements = await settlementsOf(database, auction.id);
        // Before the close Ada won; after it nobody becomes the winner who was not.
        if (after.winner) expect(settlements).toMatchObject([{ winnerId: ada.id, amountMinor: 1100, status: "open" }]);
        else if (after.status === "ended") expect(settlements).toMatchObject([{ winnerId: bola.id, status: "void" }]);
        else expect(settlements).toEqual([]);
      }
    });
  });

export const voidsAfterTheEnd = (test: TestDatabase) =>
  describe("a void after the end", () => {
    const givenEnded = async (isSold: boolean) => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [aMaxBid(auction, ada, 5000), aBid(auction, bola, 4000)]) await engine.submit(command);
      await engine.submit(aStatus(auction, admin, "ended"));
      if (isSold) await engine.submit(aStatus(auction, admin, "sold"));
      return { database, admin, ada, bola, auction, engine };
    };

    it.each([false, true])("lowers what the winner owes if a shill is voided (paid already: %s)", async (isSold) => {
      const { database, admin, ada, bola, auction, engine } = await givenEnded(isSold);
      const status = isSold ? "paid" : "open";
      expect(await settlementsOf(database, auction.id)).toMatchObject([{ amountMinor: 4100, status }]);
      expect(codeOf(await engine.submit(aVoid(auction, admin, bola)))).toBe("ok");
      expect(await settlementsOf(database, auction.id)).toMatchObject([
        { winnerId: ada.id, amountMinor: 1100, status },
      ]);
      const after = await expectHistoryHolds(database, auction.id);
      expect(after).toMatchObject({ status: isSold ? "sold" : "ended", winner: ada, priceMinor: 1100 });
      const lowered = await mailsAbout(database, auction, "win-lowered");
      // Once paid, what was paid above the lower price goes back to the balance.
      const data = { finalPrice: 11, currency: "NGN", returned: isSold ? 30 : 0 };
      expect(lowered).toMatchObject([{ userId: ada.id, data }]);
      const { balanceMinor } = await expectLedgerHolds(database, ada.id);
      expect(balanceMinor).toBe(RICH - 820 + (isSold ? 3000 : 0));
    });

    it.each([false, true])(
      "leaves the lot without a winner if the winner is voided (paid already: %s)",
      async (isSold) => {
        const { database, admin, ada, bola, auction, engine } = await givenEnded(isSold);
        expect(codeOf(await engine.submit(aVoid(auction, admin, ada, "suspended")))).toBe("ok");
        const after = await expectHistoryHolds(database, auction.id);
        expect(after).toMatchObject({
          status: "ended",
          winner: null,
          settlement: null,
          leader: bola,
          priceMinor: 4000,
        });
        expect(await settlementsOf(database, auction.id)).toMatchObject([{ winnerId: ada.id, status: "void" }]);
        const kinds = (await mailsAbout(database, auction)).flatMap(({ kind, userId }) =>
          userId === ada.id ? kind : [],
        );
        expect(kinds).toContain("own-bids-voided");
        if (!isSold) expect(kinds).toContain("payment-withdrawn");
        expect(codeOf(await engine.submit(aBid(auction, ada, 9000)))).toBe("AUCTION_ENDED");
      },
    );

    it("does not change what the winner of an earlier end has paid", async () => {
      const { database, admin, ada, bola, auction, engine } = await givenEnded(true);
      const { chidi } = await seedUsers(database, { chidi: {} });
      expect(codeOf(await engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
      expect(codeOf(await engine.submit(aBid(auction, chidi, 9000)))).toBe("ok");
      for (const status of ["ended", "sold"] as const) {
        expect(codeOf(await engine.submit(aStatus(auction, admin, status)))).toBe("ok");
      }
      // Reopening gave the payment back.
      const paid = { winnerId: ada.id, amountMinor: 4100, status: "void" };
      expect(await settlementsOf(database, auction.id)).toMatchObject([paid, { winnerId: chidi.id, status: "paid" }]);
      expect(codeOf(await engine.submit(aVoid(auction, admin, bola)))).toBe("ok");
      expect(await settlementsOf(database, auction.id)).toMatchObject([paid, { amountMinor: 9000, status: "paid" }]);
      expect(codeOf(await engine.submit(aVoid(auction, admin, chidi)))).toBe("ok");
      expect(await settlementsOf(database, auction.id)).toMatchObject([paid, { status: "void" }]);
      await expectHistoryHolds(database, auction.id);
    });

    it("is refused 90 days after the end by the database's log", async () => {
      const { database, admin, bola, auction, engine } = await givenEnded(false);
      await database.query(`update auction_events set at = at - interval '91 days' where auction_id = $1::text::uuid`, [
        auction.id,
      ]);
      expect(codeOf(await engine.submit(aVoid(auction, admin, bola)))).toBe("AUCTION_ENDED");
    });
  });

export const goneBidders = (test: TestDatabase) =>
  describe("people whose account is suspended", () => {
    it("are found by a bid or a maximum that counts, or by a bid by hand that a void passed over", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const { troll, early } = await seedUsers(database, { troll: {}, early: {} });
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [
        aBid(auction, early, 1100),
        aVoid(auction, admin, early),
        aBid(auction, troll, 1190),
        aMaxBid(auction, bola, 1280),
        aMaxBid(auction, chidi, 1289),
        anEdit(auction, admin, { incrementMinor: asMinor(10) }),
        aBid(auction, ada, 1200),
        aVoid(auction, admin, troll),
      ]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      expect(await goneBiddersOn(database, auction.id)).toEqual([]);
      for (const { id } of [ada, bola, troll, early]) {
        await database.query("update users set banned_at = clock_now() where id = $1::text::uuid", [id]);
      }
      expect(await goneBiddersOn(database, auction.id)).toEqual([
        { ...ada, isPassedOver: true },
        { ...bola, isPassedOver: false },
      ]);
    });
  });

export const withdrawals = (test: TestDatabase) =>
  describe("a withdrawal after a change of the lot", () => {
    it("voids one's own bids, notifies the others, and allows a new bid", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [aBid(auction, ada, 1100), aBid(auction, bola, 2000)]) await engine.submit(command);
      expect(codeOf(await engine.submit(aWithdrawal(auction, bola)))).toBe("FORBIDDEN");
      await engine.submit(anEdit(auction, admin, { title: "(empty box)" }));
      const command = aWithdrawal(auction, bola);
      const answered = await engine.submit(command);
      expect(toWithdrawn(answered)).toMatchObject({ auction: { currentPrice: 11, bidCount: 1, isLeading: false } });
      expect(await engine.submit(command)).toEqual(answered);
      expect(codeOf(await engine.submit(aWithdrawal(auction, bola)))).toBe("NOT_FOUND");
      expect(await mailsAbout(database, auction, "bids-voided")).toMatchObject([
        { userId: ada.id, data: { isWithdrawn: true } },
      ]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ leader: ada, barredIds: new Set() });
      expect(codeOf(await engine.submit(aBid(auction, bola, 1200)))).toBe("ok");
      // Bola has bid on the lot as it reads now.
      expect(codeOf(await engine.submit(aWithdrawal(auction, bola)))).toBe("FORBIDDEN");
      expect(codeOf(await engine.submit(aWithdrawal(auction, ada)))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
    });

    it("reads no log for somebody who has no bid on the lot", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const loadLog = vi.fn<(id: string) => void>();
      const wrapStore = (store: EngineStore): EngineStore => ({
        ...store,
        loadLog: (id) => {
          loadLog(id);
          return store.loadLog(id);
        },
      });
      const { engine } = await givenEngine(database, { wrapStore });
      await engine.submit(aBid(auction, ada, 1100));
      await engine.submit(anEdit(auction, admin, { title: "(empty box)" }));
      expect(codeOf(await engine.submit(aWithdrawal(auction, bola)))).toBe("NOT_FOUND");
      expect(loadLog).toHaveBeenCalledTimes(0);
      expect(codeOf(await engine.submit(aWithdrawal(auction, ada)))).toBe("ok");
      expect(loadLog).toHaveBeenCalledTimes(1);
    });

    it("includes a bid by hand that a void passed over, and changes nothing else", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const { troll } = await seedUsers(database, { troll: {} });
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [
        aBid(auction, troll, 1190),
        aMaxBid(auction, bola, 1280),
        aMaxBid(auction, chidi, 1289),
        anEdit(auction, admin, { incrementMinor: asMinor(10) }),
        aBid(auction, ada, 1200),
        aVoid(auction, admin, troll),
        anEdit(auction, admin, { title: "(empty box)" }),
      ]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      const before = await expectHistoryHolds(database, auction.id);
      expect(before).toMatchObject({ priceMinor: 1289, leader: chidi });
      expect(codeOf(await engine.submit(aWithdrawal(auction, troll)))).toBe("NOT_FOUND");
      const answered = await engine.submit(aWithdrawal(auction, ada));
      expect(toWithdrawn(answered)).toMatchObject({ auction: { currentPrice: 12.89, bidCount: 3, isLeading: false } });
      expect(codeOf(await engine.submit(aWithdrawal(auction, ada)))).toBe("NOT_FOUND");
      const after = await expectHistoryHolds(database, auction.id);
      const { priceMinor, leader, bidCount, voidedBidCount, maxBids } = before;
      expect(after).toMatchObject({ priceMinor, leader, bidCount, voidedBidCount, maxBids });
      for (const who of [chidi, bola]) await engine.submit(aVoid(auction, admin, who));
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ priceMinor: 1000, leader: null });
    });

    it("is possible for a day after a lot that changed while it was ended opens again", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [aBid(auction, bola, 1100), aBid(auction, ada, 5000)]) await engine.submit(command);
      await engine.submit(aStatus(auction, admin, "ended"));
      await engine.submit(anEdit(auction, admin, { description: "Broken" }));
      const edited = await storedAuction(database, auction.id);
      const { at } = await engine.submit(aStatus(auction, admin, "active"));
      const reopened = await expectHistoryHolds(database, auction.id);
      expect(reopened.contentChangedAt).toBeGreaterThan(edited?.contentChangedAt ?? Number.MAX_VALUE);
      expect(reopened.contentChangedAt).toBeLessThanOrEqual(at ?? 0);
      expect(codeOf(await engine.submit(aWithdrawal(auction, ada)))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ leader: bola });
    });

    it("has one effect together with a void of the same person on another node at once", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 6; round++) {
        const auction = await seedAuction(database, admin);
        for (const command of [aBid(auction, ada, 1100), aBid(auction, bola, 2000)])
          await nodes[0].engine.submit(command);
        await nodes[0].engine.submit(anEdit(auction, admin, { title: "(empty box)" }));
        const answers = await Promise.all([
          nodes[0].engine.submit(aWithdrawal(auction, bola)),
          nodes[1].engine.submit(aVoid(auction, admin, bola)),
        ]);
        expect(answers.map(codeOf).sort()).toEqual(["NOT_FOUND", "ok"]);
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ leader: ada, bidCount: 1 });
      }
    });
  });

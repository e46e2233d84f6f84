// Tests Buy It Now at the database: a purchase and what ends it, races of which exactly one side wins, deadlines by the
// database's clock, and forfeits that change balance and ledger alike. It is long because each end of a purchase is
// tried with its races.
import { describe, expect, it } from "vitest";
import type { ForfeitSettlement, UserCommand } from "../../../src/auction/commands.ts";
import { expectHistoryHolds, expectLedgerHolds, storedAuction } from "../../support/check-history.ts";
import { purchasesOf } from "../../support/check-settlements.ts";
import { aBid, aClose, anExpiry, aPurchase, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { databaseNow, deadlineIn, dueIn, endIn, RICH, seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** Buy It Now at 50.00, two hours left. */
const buyable = { buyItNowMinor: 5000, durationMs: 2 * HOUR } as const;

export const buying = (test: TestDatabase) =>
  describe("Buy It Now", () => {
    it("is stored in the auction's row, its purchases, its log and the commands when it is answered", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, buyable);
      // The node's clock is wrong until the commit of the bid corrects it.
      const { engine } = await givenEngine(database, { skewMs: -HOUR });
      const before = await databaseNow(database);
      expect(codeOf(await engine.submit(aBid(auction, bola, 1100)))).toBe("ok");
      const command = aPurchase(auction, ada);
      const answered = await engine.submit(command);
      const stored = await expectHistoryHolds(database, auction.id);
      const deadlineAt = stored.pausedUntil ?? Number.NaN;
      expect(answered.outcome).toEqual({
        ok: true,
        data: {
          of: "BuyItNow",
          auction: {
            _id: auction.id,
            title: auction.lot.title,
            status: "paused",
            version: 3,
            currency: "NGN",
            buyItNowPrice: 50,
            buyItNowFee: 2.5,
            totalAmount: 52.5,
            pausedUntil: new Date(deadlineAt).toISOString(),
          },
        },
      });
      expect(deadlineAt - HOUR).toBe(stored.pausedAt);
      // The node measures the database's clock, so it is wrong by less than the time that a commit takes.
      expect(stored.pausedAt).toBeGreaterThan(before - MINUTE);
      expect(stored.pausedAt).toBeLessThan((answered.at ?? 0) + MINUTE);
      expect(stored).toMatchObject({ status: "paused", pauseReason: "buy-it-now", priceMinor: 1100, leader: bola });
      const [purchase] = await purchasesOf(database, auction.id);
      expect(purchase).toMatchObject({ id: command.purchaseId, buyerId: ada.id, status: "pending", deadlineAt });
      // The deposit of 20% is taken by the same statement.
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(RICH - 1000);
    });

    it("has one effect and the same answer for a repeated command, before and after a restart", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, buyable);
      const { engine } = await givenEngine(database);
      const command = aPurchase(auction, ada);
      const first = await engine.submit(command);
      expect(codeOf(first)).toBe("ok");
      // As a client's second try would come: with a new purchase's id.
      expect(await engine.submit(aPurchase(auction, ada, command.commandId))).toEqual(first);
      const restarted = await givenEngine(database);
      expect(await restarted.engine.submit(aPurchase(auction, ada, command.commandId))).toEqual(first);
      expect(await purchasesOf(database, auction.id)).toHaveLength(1);
      const another = await seedAuction(database, admin, buyable);
      const reused = await engine.submit(aPurchase(another, ada, command.commandId));
      expect(codeOf(reused)).toBe("COMMAND_ID_REUSED");
      expect(await purchasesOf(database, another.id)).toEqual([]);
    });

    it.each(["purchase first", "bid first"])(
      "and a bid in one batch, %s, are both decided on the state before them",
      async (order) => {
        const { database } = test;
        const { admin, ada, bola } = await seedPeople(database);
        const auction = await seedAuction(database, admin, buyable);
        const { engine } = await givenEngine(database);
        const commands: UserCommand[] = [aPurchase(auction, ada), aBid(auction, bola, 1100)];
        if (order === "bid first") commands.reverse();
        const answers = await Promise.all(commands.map((command) => engine.submit(command)));
        expect(answers.map(codeOf)).toEqual(order === "bid first" ? ["ok", "ok"] : ["ok", "AUCTION_PAUSED"]);
        const bidCount = order === "bid first" ? 1 : 0;
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "paused", bidCount });
      },
    );

    it("sells to exactly one of many people at once over two nodes, and the others find the auction paused", async () => {
      const { database } = test;
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())];
      for (let round = 0; round < 10; round++) {
        // New people each time: whoever has bought cannot buy again before it is paid.
        const { admin, ada, bola, chidi, dayo } = await seedPeople(database);
        const auction = await seedAuction(database, admin, buyable);
        const answers = await Promise.all(
          [ada, bola, chidi, dayo].map((person, i) => nodes[i % 2]?.engine.submit(aPurchase(auction, person))),
        );
        const codes = answers.map((answer) => answer && codeOf(answer)).sort();
        expect(codes).toEqual(["AUCTION_PAUSED", "AUCTION_PAUSED", "AUCTION_PAUSED", "ok"]);
        await expectHistoryHolds(database, auction.id);
        expect(await purchasesOf(database, auction.id)).toHaveLength(1);
      }
    });

    it("is refused if the last hour begins between decision and commit, because the clock under the lock counts", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, buyable);
      const { engine } = await givenEngine(database);
      // Known to the engine with two hours left; the stored end is moved behind its back.
      expect(codeOf(await engine.submit(aBid(auction, ada, 1)))).toBe("BID_TOO_LOW");
      await endIn(database, auction.id, HOUR);
      expect((await engine.submit(aPurchase(auction, ada))).outcome).toMatchObject({
        error: { code: "BUY_IT_NOW_UNAVAILABLE", reason: "ending-soon" },
      });
      expect(await purchasesOf(database, auction.id)).toEqual([]);
      expect(await storedAuction(database, auction.id)).toMatchObject({ status: "active", revision: 1 });
    });

    it.each([-30_000, 30_000])("ends at the same last hour on a node whose clock is %i ms wrong", async (skewMs) => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const now = await databaseNow(database);
      const open = await seedAuction(database, admin, { ...buyable, endsAt: now + HOUR + 20_000 });
      const soon = await seedAuction(database, admin, { ...buyable, endsAt: now + HOUR });
      const { engine } = await givenEngine(database, { skewMs });
      const codes = await Promise.all([open, soon].map((auction) => engine.submit(aPurchase(auction, ada))));
      expect(codes.map(codeOf)).toEqual(["ok", "BUY_IT_NOW_UNAVAILABLE"]);
    });

    it("does not buy an auction that is closing, and a paused auction is not closed", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, buyable);
      const { engine } = await givenEngine(database);
      const answers = await Promise.all(
        [aBid(auction, bola, 1100), aStatus(auction, admin, "ended"), aPurchase(auction, ada)].map((command) =>
          engine.submit(command),
        ),
      );
      expect(answers.map(codeOf)).toEqual(["ok", "ok", "AUCTION_ENDED"]);
      const bought = await seedAuction(database, admin, buyable);
      await Promise.all([engine.submit(aPurchase(bought, ada)), engine.submit(aClose(bought))]);
      await endIn(database, bought.id, 0);
      await engine.submit(aClose(bought));
      expect(await storedAuction(database, bought.id)).toMatchObject({ status: "paused" });
    });
  });

export const purchases = (test: TestDatabase) =>
  describe("a purchase", () => {
    const givenPurchase = async (over: { currency?: "USD" } = {}) => {
      const { database } = test;
      const { admin, bola } = await seedPeople(database);
      const { ada } = await seedUsers(database, { ada: { balanceMinor: 900_000 } });
      const auction = await seedAuction(database, admin, { ...buyable, ...over });
      const node = await givenEngine(database);
      expect(codeOf(await node.engine.submit(aBid(auction, bola, 1100)))).toBe("ok");
      expect(codeOf(await node.engine.submit(aPurchase(auction, ada)))).toBe("ok");
      return { ...node, database, admin, ada, bola, auction };
    };

    it("is forfeited once at its unpaid deadline, by a node that knows only the database", async () => {
      const { database, ada, bola, auction, engine } = await givenPurchase();
      await engine.close();
      const paused = await storedAuction(database, auction.id);
      await deadlineIn(database, auction.id, -1);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())];
      await Promise.all([0, 1, 0, 1].map((i) => nodes[i]?.engine.submit(anExpiry(auction))));

      const stored = await expectHistoryHolds(database, auction.id);
      expect(stored).toMatchObject({
        status: "active",
        purchase: null,
        pausedAt: null,
        leader: bola,
        priceMinor: 1100,
      });
      expect(stored.endsAt).toBeGreaterThan(auction.endsAt);
      expect(stored.endsAt).toBeLessThanOrEqual(
        auction.endsAt + (await databaseNow(database)) - (paused.pausedAt ?? 0),
      );
      const { balanceMinor, entries } = await expectLedgerHolds(database, ada.id);
      expect(balanceMinor).toBe(900_000 - 500);
      expect(entries.slice(1)).toMatchObject([
        { amountMinor: -1000, balanceAfterMinor: 899_000, cause: "purchase-deposit", auctionId: auction.id },
        { amountMinor: 1000, balanceAfterMinor: 900_000, cause: "deposit-return", auctionId: auction.id },
        { amountMinor: -500, balanceAfterMinor: 899_500, cause: "buy-it-now-forfeit", auctionId: auction.id },
      ]);
      expect(nodes.flatMap(({ balances }) => balances)).toEqual([[ada.id, 899_500]]);
      // Open again, but not for who forfeited it.
      const again = (nodes[0] as (typeof nodes)[0]).engine;
      expect((await again.submit(aPurchase(auction, ada))).outcome).toMatchObject({
        error: { code: "BUY_IT_NOW_UNAVAILABLE", reason: "forfeited-before" },
      });
      expect(codeOf(await again.submit(aPurchase(auction, bola)))).toBe("ok");
    });

    it("is not forfeited before its deadline", async () => {
      const { database, ada, auction, engine } = await givenPurchase();
      await engine.submit(anExpiry(auction));
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "paused" });
      expect((await expectLedgerHolds(database, ada.id)).entries).toHaveLength(2);
    });

    it.each([-30_000, 30_000])(
      "is judged by the database's clock on a node whose clock is %i ms wrong",
      async (skewMs) => {
        const { database, auction, engine } = await givenPurchase();
        await engine.close();
        await deadlineIn(database, auction.id, 20_000);
        const early = await givenEngine(database, { skewMs });
        await early.engine.submit(anExpiry(auction));
        expect(await storedAuction(database, auction.id)).toMatchObject({ status: "paused" });
        await deadlineIn(database, auction.id, 0);
        const late = await givenEngine(database, { skewMs });
        await late.engine.submit(anExpiry(auction));
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "active" });
      },
    );

    it("in dollars costs naira at the engine's rate when it is forfeited", async () => {
      const { database, ada, auction, engine } = await givenPurchase({ currency: "USD" });
      await deadlineIn(database, auction.id, -1);
      await engine.submit(anExpiry(auction));
      // 10% of $50.00 at 833.33.
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(900_000 - 416_665);
    });

    it("is forfeited in one batch with others of the same person, and each has an entry, also below zero", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { ada, bola } = await seedUsers(database, { ada: { balanceMinor: 1000 }, bola: { balanceMinor: 2000 } });
      const { engine } = await givenEngine(database);
      // A buyer has one open purchase at most, so two of the three are wins.
      const won = await Promise.all([1, 2].map(() => seedAuction(database, admin, buyable)));
      const bought = await seedAuction(database, admin, buyable);
      const mine = [...won, bought];
      const other = await seedAuction(database, admin, { ...buyable, buyItNowMinor: 8000 });
      const forfeits: ForfeitSettlement[] = [];
      for (const auction of won) expect(codeOf(await engine.submit(aBid(auction, ada, 5000)))).toBe("ok");
      // The purchase takes the whole balance as its deposit, so the two wins have none.
      expect(codeOf(await engine.submit(aPurchase(bought, ada)))).toBe("ok");
      for (const auction of won) {
        expect(codeOf(await engine.submit(aStatus(auction, admin, "ended")))).toBe("ok");
        await dueIn(database, auction.id, -1);
        const { settlement } = await storedAuction(database, auction.id);
        forfeits.push({ type: "ForfeitSettlement", auctionId: auction.id, settlementId: settlement?.id ?? "" });
      }
      expect(codeOf(await engine.submit(aPurchase(other, bola)))).toBe("ok");
      for (const { id } of [bought, other]) await deadlineIn(database, id, -1);
      const expiries = [bought, other].map(anExpiry);
      // A node that reads the moved due times from the database.
      const another = await givenEngine(database);
      await Promise.all([...forfeits, ...expiries].map((command) => another.engine.submit(command)));

      const ledger = await expectLedgerHolds(database, ada.id);
      expect(ledger.balanceMinor).toBe(-500);
      const amounts = ledger.entries.map(({ amountMinor }) => amountMinor);
      expect(amounts.slice(0, 2)).toEqual([1000, -1000]);
      expect(amounts.slice(2).sort((one, next) => one - next)).toEqual([-500, -500, -500, 1000]);
      expect(new Set(ledger.entries.slice(1).map(({ auctionId }) => auctionId))).toEqual(
        new Set(mine.map(({ id }) => id)),
      );
      expect((await expectLedgerHolds(database, bola.id)).balanceMinor).toBe(1200);
      expect(new Map(another.balances)).toEqual(
        new Map([
          [ada.id, -500],
          [bola.id, 1200],
        ]),
      );
      for (const { id } of [...mine, other]) await expectHistoryHolds(database, id);
      // The new balance is what the next decision rests on.
      expect(codeOf(await engine.submit(aBid(other, ada, 1100)))).toBe("INSUFFICIENT_BALANCE");
    });

    it("keeps a balance right that another statement changes at the same time", async () => {
      const { database, ada, auction, engine } = await givenPurchase();
      await deadlineIn(database, auction.id, -1);
      const topUp = (amountMinor: number) =>
        database.query(
          `with credited as (
             update users set balance_minor = balance_minor + $2::text::bigint, revision = revision + 1
             where id = $1::text::uuid returning balance_minor
           )
           insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
           select gen_random_uuid(), $1::text::uuid, $2::text::bigint, balance_minor, 'test', clock_now() from credited`,
          [ada.id, amountMinor],
        );
      await Promise.all([topUp(1), topUp(20), engine.submit(anExpiry(auction)), topUp(300), topUp(4000)]);
      const [user] = await database.query<{ balance: number; sum: number }>(
        `select balance_minor::float8 as balance, (select sum(amount_minor)::float8 from ledger_entries
           where user_id = users.id) as sum from users where id = $1::text::uuid`,
        [ada.id],
      );
      expect(user).toEqual({ balance: 900_000 + 4321 - 500, sum: 900_000 + 4321 - 500 });
    });

    it("makes its buyer the winner when it is paid, without a settlement, and the bids count again when that is undone", async () => {
      const { database, admin, ada, bola, auction, engine } = await givenPurchase();
      expect(codeOf(await engine.submit(aStatus(auction, admin, "sold")))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({
        status: "sold",
        winner: ada,
        leader: bola,
        priceMinor: 5000,
      });
      const settlements = () =>
        database.query(`select winner_id as "winnerId", amount_minor::float8 as amount from settlements
          where auction_id = '${auction.id}'`);
      expect(await settlements()).toEqual([]);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(900_000 - 1000);

      // By a node that has read the paid purchase from the database.
      const other = await givenEngine(database);
      expect(codeOf(await other.engine.submit(aStatus(auction, admin, "ended")))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({
        status: "ended",
        winner: bola,
        priceMinor: 1100,
        purchase: null,
      });
      expect(await settlements()).toEqual([{ winnerId: bola.id, amount: 1100 }]);
      expect(await purchasesOf(database, auction.id)).toMatchObject([{ status: "void" }]);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(900_000);
    });

    it.each(["active", "ended", "cancelled", "draft"] as const)(
      "becomes void without a penalty when an administrator sets the auction %s, and nothing is due any more",
      async (status) => {
        const { database, admin, ada, auction, engine } = await givenPurchase();
        expect(codeOf(await engine.submit(aStatus(auction, admin, status)))).toBe("ok");
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status, purchase: null });
        expect(await purchasesOf(database, auction.id)).toMatchObject([{ status: "void" }]);
        await engine.submit(anExpiry(auction));
        const { entries } = await expectLedgerHolds(database, ada.id);
        expect(entries.map(({ cause }) => cause).slice(1)).toEqual(["purchase-deposit", "deposit-return"]);
      },
    );

    it("is either paid or forfeited if confirmation and deadline come at once over two nodes", async () => {
      const { database } = test;
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
      for (let round = 0; round < 12; round++) {
        const { admin, ada, auction } = await givenPurchase();
        await deadlineIn(database, auction.id, -1);
        const sell = () => nodes[0].engine.submit(aStatus(auction, admin, "sold"));
        const expire = () => nodes[1].engine.submit(anExpiry(auction));
        await Promise.all(round % 2 ? [sell(), expire()] : [expire(), sell()]);
        const { status, winner } = await expectHistoryHolds(database, auction.id);
        const { entries } = await expectLedgerHolds(database, ada.id);
        const [purchase] = await purchasesOf(database, auction.id);
        // Expired first, the admin's word sells an auction that nobody has won by buying.
        expect(status).toBe("sold");
        expect([purchase?.status, entries.length]).toEqual(winner?.id === ada.id ? ["paid", 2] : ["forfeited", 4]);
      }
    });
  });

// Tests `BALANCE_RULE=hold`: bids on several auctions do not use the same money, in one batch, in two batches, on two
// nodes.
import { randomUUID } from "node:crypto";
import { fallbackRates } from "@jara/shared/money";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Person } from "../../../src/auction/state.ts";
import { maxBidIdOf } from "../../../src/engine/max-bid-id.ts";
import type { Answered } from "../../../src/engine/outcome.ts";
import { reservedOf, reservedOfAll } from "../../../src/engine/reads/reservations.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { expectHistoryHolds, expectLedgerHolds } from "../../support/check-history.ts";
import {
  aBid,
  aCancel,
  aForfeit,
  aMaxBid,
  anEdit,
  aPurchase,
  aReversal,
  aStatus,
  aVoid,
  codeOf,
  type EngineGiven,
  givenEngine,
} from "../../support/given-engine.ts";
import { dueIn, seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const hold: EngineGiven = { reserves: true };
const POOR = "INSUFFICIENT_BALANCE";

/** 1,000.00 naira: a bid of 5,000.00 binds all of it. */
const BALANCE = 100_000;
const ALL = 5 * BALANCE;

const givenMarket = async (database: Database, count = 2) => {
  const { admin } = await seedPeople(database);
  const { ada, bola } = await seedUsers(database, { ada: { balanceMinor: BALANCE }, bola: { balanceMinor: BALANCE } });
  const lots = await Promise.all(Array.from({ length: count }, () => seedAuction(database, admin)));
  const [one, two] = lots as [(typeof lots)[number], (typeof lots)[number]];
  return { admin, ada, bola, one, two, lots };
};

const reserved = async (database: Database, { id }: Person): Promise<number | undefined> =>
  (await reservedOfAll(database, [id], fallbackRates)).get(id);

const refusalOf = ({ outcome }: Answered) => (outcome.ok ? null : outcome.error);

export const holds = (test: TestDatabase) =>
  describe("bids that reserve money", () => {
    it("refuse a second bid with the same money, in one batch and in the next one", async () => {
      const { database } = test;
      const { ada, one, two, lots } = await givenMarket(database, 3);
      const { engine } = await givenEngine(database, hold);
      const answers = await Promise.all([one, two].map((lot) => engine.submit(aBid(lot, ada, ALL))));
      expect(answers.map(codeOf)).toEqual(["ok", POOR]);
      const third = await engine.submit(aBid(lots[2] ?? one, ada, ALL));
      expect(refusalOf(third)).toMatchObject({ code: POOR, required: 1000, balance: 0 });
      expect(refusalOf(third)?.message).toBe(
        "Insufficient balance. You need at least ₦1,000.00 (20% of your bid). You have ₦0.00 available: ₦1,000.00 of " +
          "your balance of ₦1,000.00 is bound by your bids and maximums on other open auctions.",
      );
      expect(await reserved(database, ada)).toBe(BALANCE);
    });

    it("are both accepted with `check`, and no hold is written", async () => {
      const { database } = test;
      const { ada, one, two } = await givenMarket(database);
      const { engine } = await givenEngine(database);
      const answers = await Promise.all([one, two].map((lot) => engine.submit(aBid(lot, ada, ALL))));
      expect(answers.map(codeOf)).toEqual(["ok", "ok"]);
      expect(await database.query("select 1 from holds where user_id = $1::text::uuid", [ada.id])).toEqual([]);
    });

    it("count what the batch in flight binds if the next batch is decided ahead", async () => {
      const { database } = test;
      const { ada, bola, one, two, lots } = await givenMarket(database, 3);
      const [, , three = one] = lots;
      const { engine } = await givenEngine(database, hold);
      // A batch is decided ahead only if the engine knows everything that it needs.
      for (const lot of lots) {
        for (const person of [ada, bola]) expect(codeOf(await engine.submit(aBid(lot, person, 1)))).toBe("BID_TOO_LOW");
      }
      const others = () => Array.from({ length: 499 }, () => aBid(one, bola, 1));
      const commands = [
        aBid(one, ada, ALL / 2),
        ...others(),
        aBid(two, ada, ALL / 2),
        ...others(),
        aBid(three, ada, 1100),
        ...others(),
      ];
      const answers = await Promise.all(commands.map((command) => engine.submit(command)));
      const own = answers.filter((_, i) => commands[i]?.userId === ada.id);
      expect(own.map(codeOf)).toEqual(["ok", "ok", POOR]);
      expect(new Set(answers.filter((one) => !own.includes(one)).map(codeOf))).toEqual(new Set(["BID_TOO_LOW"]));
      expect(await reserved(database, ada)).toBe(BALANCE);
    });

    it("are accepted once if two come at the same moment on two nodes", async () => {
      const { database } = test;
      const nodes = [await givenEngine(database, hold), await givenEngine(await test.openAnother(), hold)] as const;
      for (let round = 0; round < 15; round++) {
        const { ada, one, two } = await givenMarket(database);
        // Half of the rounds: both nodes know the account already.
        if (round % 2) for (const { engine } of nodes) await engine.submit(aBid(one, ada, 1));
        const answers = await Promise.all([
          nodes[0].engine.submit(round % 3 ? aBid(one, ada, ALL) : aMaxBid(one, ada, ALL)),
          nodes[1].engine.submit(aBid(two, ada, ALL)),
        ]);
        expect(answers.map(codeOf).sort()).toEqual([POOR, "ok"]);
        expect(await reserved(database, ada)).toBe(BALANCE);
      }
    });

    it("include a maximum, which reserves 20% of itself at any price until it is cancelled", async () => {
      const { database } = test;
      const { ada, one, two } = await givenMarket(database);
      const { engine } = await givenEngine(database, hold);
      expect(codeOf(await engine.submit(aMaxBid(one, ada, ALL)))).toBe("ok");
      expect(codeOf(await engine.submit(aBid(two, ada, 1100)))).toBe(POOR);
      expect(codeOf(await engine.submit(aCancel(one, ada)))).toBe("ok");
      // Ada still leads, at the price.
      expect(await reserved(database, ada)).toBe(220);
      expect(codeOf(await engine.submit(aBid(two, ada, ALL - 1100)))).toBe("ok");
      expect(await reserved(database, ada)).toBe(BALANCE);
    });

    it("reserve only the difference if a person raises the own bid or maximum", async () => {
      const { database } = test;
      const { ada, one, two } = await givenMarket(database);
      const { engine } = await givenEngine(database, hold);
      for (const amount of [ALL / 2, ALL - 100, ALL]) {
        expect(codeOf(await engine.submit(aBid(one, ada, amount)))).toBe("ok");
      }
      expect(codeOf(await engine.submit(aBid(one, ada, ALL + 100)))).toBe(POOR);
      expect(codeOf(await engine.submit(aBid(two, ada, 1100)))).toBe(POOR);
    });

    it("free the money in the commit in which a person is outbid, also on another node", async () => {
      const { database } = test;
      const { ada, bola, one, two, lots } = await givenMarket(database, 3);
      const [here, there] = [await givenEngine(database, hold), await givenEngine(await test.openAnother(), hold)];
      expect(codeOf(await here.engine.submit(aBid(one, ada, ALL - 100)))).toBe("ok");
      expect(codeOf(await here.engine.submit(aBid(two, ada, ALL)))).toBe(POOR);
      expect(codeOf(await there.engine.submit(aBid(one, bola, ALL)))).toBe("ok");
      // The first node did not commit the bid that freed the money, and must not refuse by what it remembers.
      expect(codeOf(await here.engine.submit(aBid(two, ada, ALL)))).toBe("ok");
      expect(codeOf(await there.engine.submit(aBid(lots[2] ?? one, ada, 1100)))).toBe(POOR);
    });

    it("are answered in order, and money that a bid frees counts in the next batch before the answer", async () => {
      const { database } = test;
      const { ada, bola, one, two } = await givenMarket(database);
      const { engine } = await givenEngine(database, hold);
      expect(codeOf(await engine.submit(aBid(one, ada, ALL - 100)))).toBe("ok");
      const answers = await Promise.all([
        engine.submit(aBid(one, bola, ALL)),
        engine.submit(aMaxBid(two, ada, ALL)),
        engine.submit(aCancel(two, ada)),
      ]);
      expect(answers.map(codeOf)).toEqual(["ok", "ok", "ok"]);
      expect((await expectHistoryHolds(database, two.id)).maxBids.size).toBe(0);
    });

    it("are not checked for a later auto-bid, or for a lead that returns after a void", async () => {
      const { database } = test;
      const { admin, ada, bola, one, two } = await givenMarket(database);
      const { engine } = await givenEngine(database, hold);
      expect(codeOf(await engine.submit(aMaxBid(one, ada, ALL)))).toBe("ok");
      expect(codeOf(await engine.submit(aBid(one, bola, ALL / 2)))).toBe("ok");
      expect((await expectHistoryHolds(database, one.id)).leader).toEqual(ada);
      // Ada leads on `two`, is outbid, binds the money elsewhere, and leads again by a void.
      const { chidi } = await seedUsers(database, { chidi: { balanceMinor: BALANCE } });
      expect(codeOf(await engine.submit(aBid(two, chidi, ALL - 100)))).toBe("ok");
      expect(codeOf(await engine.submit(aBid(two, bola, ALL)))).toBe("ok");
      const other = await givenEngine(await test.openAnother(), hold);
      const third = await seedAuction(database, admin);
      expect(codeOf(await other.engine.submit(aBid(third, chidi, ALL)))).toBe("ok");
      expect(codeOf(await engine.submit(aVoid(two, admin, bola, "mistaken-amount")))).toBe("ok");
      expect((await expectHistoryHolds(database, two.id)).leader).toEqual(chidi);
      expect(await reserved(database, chidi)).toBe(2 * BALANCE - 20);
      for (const node of [engine, other.engine]) {
        expect(refusalOf(await node.submit(aBid(third, chidi, ALL + 100)))).toMatchObject({ code: POOR, balance: 0.2 });
      }
    });

    it("keep the money bound during a pause, and free it when the auction ends or is cancelled", async () => {
      const { database } = test;
      const { admin, ada, lots } = await givenMarket(database, 4);
      const { engine } = await givenEngine(database, hold);
      const [one, two, three, last] = lots;
      if (!one || !two || !three || !last) throw new Error("four lots");
      expect(codeOf(await engine.submit(aMaxBid(one, ada, ALL)))).toBe("ok");
      expect(codeOf(await engine.submit(aStatus(one, admin, "cancelled")))).toBe("ok");
      expect(codeOf(await engine.submit(aMaxBid(two, ada, ALL)))).toBe("ok");
      expect(codeOf(await engine.submit(aStatus(two, admin, "paused")))).toBe("ok");
      expect(codeOf(await engine.submit(aMaxBid(three, ada, ALL)))).toBe(POOR);
      expect(codeOf(await engine.submit(aStatus(two, admin, "ended")))).toBe("ok");
      expect((await expectHistoryHolds(database, two.id)).winner).toEqual(ada);
      // 20% of the price was taken as the deposit, and the rest of what the maximum bound is free again.
      expect(await reserved(database, ada)).toBe(0);
      expect(codeOf(await engine.submit(aMaxBid(three, ada, ALL - 1100)))).toBe("ok");
      expect(codeOf(await engine.submit(aMaxBid(last, ada, 1100)))).toBe(POOR);
    });

    it("keep their money from a deposit that is taken after another auction's end", async () => {
      const { database } = test;
      const { admin, ada, one } = await givenMarket(database);
      const below = await seedAuction(database, admin, { reserveMinor: ALL });
      const [here, there] = [await givenEngine(database, hold), await givenEngine(database, hold)];
      expect(codeOf(await here.engine.submit(aBid(below, ada, 5000)))).toBe("ok");
      expect(codeOf(await here.engine.submit(aStatus(below, admin, "ended")))).toBe("ok");
      expect(codeOf(await there.engine.submit(aBid(one, ada, ALL)))).toBe("ok");
      const sale = { type: "SellToHighestBidder", auctionId: below.id, userId: admin.id } as const;
      expect(codeOf(await here.engine.submit({ ...sale, commandId: randomUUID() }))).toBe("ok");
      const { settlement } = await expectHistoryHolds(database, below.id);
      expect(settlement).toMatchObject({ status: "open", amountMinor: 5000, depositMinor: 0 });

      const id = settlement?.id ?? "";
      await here.engine.close();
      await there.engine.close();
      await dueIn(database, below.id, -1);
      const { engine } = await givenEngine(database, hold);
      await engine.submit(aForfeit(below, id));
      expect(codeOf(await engine.submit(aReversal(below, admin, id)))).toBe("ok");
      expect((await expectHistoryHolds(database, below.id)).settlement).toMatchObject({
        status: "open",
        depositMinor: 0,
      });
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(BALANCE);
    });

    it("share no money with Buy It Now on two nodes at once", async () => {
      const { database } = test;
      const nodes = [await givenEngine(database, hold), await givenEngine(await test.openAnother(), hold)] as const;
      for (let round = 0; round < 10; round++) {
        const { admin, ada, one } = await givenMarket(database);
        const lot = await seedAuction(database, admin, { buyItNowMinor: ALL, durationMs: 2 * 60 * 60 * 1000 });
        const answers = await Promise.all([
          nodes[0].engine.submit(aPurchase(lot, ada)),
          nodes[1].engine.submit(aBid(one, ada, ALL)),
        ]);
        expect(answers.map(codeOf).sort()).toEqual([POOR, "ok"]);
      }
    });

    it("reserve dollars at the present rate, rounded up for each auction, in code and statement alike", async () => {
      const { database } = test;
      const { admin, ada, one } = await givenMarket(database);
      const dollars = await seedAuction(database, admin, { currency: "USD", startingPriceMinor: 1, incrementMinor: 1 });
      const { engine } = await givenEngine(database, hold);
      const maximum = { ...aMaxBid(dollars, ada, 7), currency: "USD" } as const;
      expect(maximum.maxBidId).toBe(maxBidIdOf(dollars.id, ada.id));
      expect(codeOf(await engine.submit(maximum))).toBe("ok");
      expect(codeOf(await engine.submit(aBid(one, ada, 1103)))).toBe("ok");
      const kobo = Math.ceil((7 * fallbackRates.USD_TO_NGN) / 5) + Math.ceil(1103 / 5);
      expect(await reserved(database, ada)).toBe(kobo);
      const [row] = await database.db.execute<{ kobo: number }>(
        sql`select ${reservedOf(ada.id, fallbackRates.USD_TO_NGN)} as kobo`,
      );
      expect(Number(row?.kobo)).toBe(kobo);
    });

    it("include a maximum that a change of the lot suspends, because confirming it checks no balance", async () => {
      const { database } = test;
      const { admin, ada, one, two } = await givenMarket(database);
      const { engine } = await givenEngine(database, hold);
      expect(codeOf(await engine.submit(aMaxBid(one, ada, ALL)))).toBe("ok");
      expect(codeOf(await engine.submit(anEdit(one, admin, { title: "Another title" })))).toBe("ok");
      expect(codeOf(await engine.submit(aBid(two, ada, 1100)))).toBe(POOR);
    });
  });

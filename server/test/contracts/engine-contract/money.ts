// Tests money at the database: deposits, payments, reversals and second chances are written once, with the change that
// causes them, and no balance is spent twice. It is long because each kind of payment is tried with its races.
import { describe, expect, it } from "vitest";
import type { Person } from "../../../src/auction/state.ts";
import type { EngineStore, Miss } from "../../../src/engine/ports.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { expectHistoryHolds, expectLedgerHolds } from "../../support/check-history.ts";
import {
  aBid,
  aBooking,
  aClose,
  aCredit,
  aForfeit,
  anExpiry,
  aPayFromBalance,
  aPayment,
  aPurchase,
  aReversal,
  aStatus,
  aVoid,
  codeOf,
  givenEngine,
} from "../../support/given-engine.ts";
import { deadlineIn, dueIn, endIn, seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";
import { givenWin } from "./given-win.ts";

const HOUR = 60 * 60 * 1000;
const buyable = { buyItNowMinor: 5000, durationMs: 4 * HOUR } as const;

const causesOf = (entries: readonly { cause: string }[]): string[] => entries.slice(1).map(({ cause }) => cause);

export const deposits = (test: TestDatabase) =>
  describe("the deposit of a win", () => {
    it("is taken once by the closing statement, however many nodes close", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { ada } = await seedUsers(database, { ada: { balanceMinor: 1500 } });
      const auction = await seedAuction(database, admin);
      const first = await givenEngine(database);
      expect(codeOf(await first.engine.submit(aBid(auction, ada, 5000)))).toBe("ok");
      await endIn(database, auction.id, -1);
      const nodes = [first, await givenEngine(await test.openAnother()), await givenEngine(await test.openAnother())];
      await Promise.all([...nodes, ...nodes].map(({ engine }) => engine.submit(aClose(auction))));
      const { settlement } = await expectHistoryHolds(database, auction.id);
      expect(settlement).toMatchObject({ status: "open", depositMinor: 1000 });
      const { balanceMinor, entries } = await expectLedgerHolds(database, ada.id);
      expect([balanceMinor, causesOf(entries)]).toEqual([500, ["win-deposit"]]);
      expect(nodes.flatMap(({ balances }) => balances)).toEqual([[ada.id, 500]]);
    });

    it.each([1, 2])(
      "is taken for many wins that end together from one shared balance, over %i nodes",
      async (count) => {
        const { database } = test;
        const { admin } = await seedPeople(database);
        const { ada } = await seedUsers(database, { ada: { balanceMinor: 4500 } });
        const auctions = await Promise.all(Array.from({ length: 8 }, () => seedAuction(database, admin)));
        const seen = await givenEngine(database);
        for (const auction of auctions) {
          expect(codeOf(await seen.engine.submit(aBid(auction, ada, 5000)))).toBe("ok");
          await endIn(database, auction.id, -1);
        }
        const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
        const node = (i: number) => (count === 1 || i % 2 === 0 ? nodes[0] : nodes[1]).engine;
        await Promise.all(auctions.map((auction, i) => node(i).submit(aClose(auction))));
        const taken: number[] = [];
        for (const { id } of auctions)
          taken.push((await expectHistoryHolds(database, id)).settlement?.depositMinor ?? -1);
        // 1000 each, as long as there is money.
        expect(taken.sort((one, other) => other - one)).toEqual([1000, 1000, 1000, 1000, 500, 0, 0, 0]);
        expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(0);
      },
    );

    it("is decided again if another win of the same person was decided on an outdated auction", async () => {
      const { database } = test;
      const { admin, bola } = await seedPeople(database);
      const { ada } = await seedUsers(database, { ada: { balanceMinor: 1200 } });
      const [one, two, others] = [
        await seedAuction(database, admin),
        await seedAuction(database, admin),
        await seedAuction(database, admin),
      ];
      const misses: Miss[][] = [];
      const spying = (store: EngineStore): EngineStore => ({
        ...store,
        prepare: (batch) => {
          const write = store.prepare(batch);
          return async () => {
            const result = await write();
            misses.push([one, two, others].flatMap(({ id }) => result.misses.get(id) ?? []));
            return result;
          };
        },
      });
      const node = await givenEngine(database, { wrapStore: spying });
      const nodes = { other: await givenEngine(await test.openAnother()) };
      for (const auction of [one, two]) await node.engine.submit(aBid(auction, ada, 5000));
      await node.engine.submit(aBid(others, bola, 5000));
      // The first node does not know that Bola leads the first auction now.
      expect(codeOf(await nodes.other.engine.submit(aBid(one, bola, 6000)))).toBe("ok");
      misses.length = 0;
      await Promise.all([one, two, others].map((auction) => node.engine.submit(aStatus(auction, admin, "ended"))));
      // The auctions of other people do not wait for it.
      expect(misses[0]).toEqual(["stale", "facts"]);
      expect((await expectHistoryHolds(database, one.id)).winner).toEqual(bola);
      expect((await expectHistoryHolds(database, two.id)).settlement).toMatchObject({ depositMinor: 1000 });
      await expectHistoryHolds(database, others.id);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(200);
    });

    it("misses also along a chain of people, because each decision used the money of the one before", async () => {
      const { database } = test;
      const { admin, chidi } = await seedPeople(database);
      const { ada, bola } = await seedUsers(database, { ada: { balanceMinor: 1000 }, bola: { balanceMinor: 1000 } });
      const first = await seedAuction(database, admin);
      const middle = await seedAuction(database, admin, buyable);
      const last = await seedAuction(database, admin);
      const node = await givenEngine(database);
      for (const [auction, person] of [
        [first, ada],
        [middle, ada],
        [last, bola],
      ] as const) {
        expect(codeOf(await node.engine.submit(aBid(auction, person, 4900)))).toBe("ok");
      }
      // Bola's deposit of 10.00 comes back when the purchase is void.
      expect(codeOf(await node.engine.submit(aPurchase(middle, bola)))).toBe("ok");
      const other = await givenEngine(await test.openAnother());
      expect(codeOf(await other.engine.submit(aBid(first, chidi, 6000)))).toBe("ok");
      await Promise.all([first, middle, last].map((auction) => node.engine.submit(aStatus(auction, admin, "ended"))));
      for (const { id } of [first, middle, last]) await expectHistoryHolds(database, id);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(20);
      expect((await expectLedgerHolds(database, bola.id)).balanceMinor).toBe(20);
    });
  });

/** Each entry after the opening one: its cause, and the name of the person whose command made it; null for the clock. */
const actorsOf = async (
  database: Database,
  of: Pick<Person, "id">,
  people: Readonly<Record<string, Pick<Person, "id">>>,
) => {
  const { entries } = await expectLedgerHolds(database, of.id);
  const nameOf = (id: string | null) => Object.keys(people).find((name) => people[name]?.id === id) ?? id;
  return entries.slice(1).map(({ cause, actorId }) => [cause, nameOf(actorId)]);
};

export const actors = (test: TestDatabase) =>
  describe("the actor of a ledger entry", () => {
    it("is the payer for a payment, and the administrator for a reversal, a waiver and what changing the status moves", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 20_000);
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, id)))).toBe("ok");
      expect(codeOf(await engine.submit(aReversal(auction, admin, id)))).toBe("ok");
      expect(codeOf(await engine.submit(aCredit(auction, ada, id, 9000, "payment-a")))).toBe("ok");
      expect(codeOf(await engine.submit(aStatus(auction, admin, "active")))).toBe("ok");
      expect(await actorsOf(database, ada, { admin, ada })).toEqual([
        // An administrator ended the auction.
        ["win-deposit", "admin"],
        ["payment", "ada"],
        ["payment-return", "admin"],
        ["payment-surplus", "ada"],
        ["deposit-return", "admin"],
        ["payment-return", "admin"],
      ]);
    });

    it("is the administrator for a surplus that was booked and for voided bids", async () => {
      const { database, engine, admin, ada, bola, auction, id } = await givenWin(test, 20_000);
      expect(codeOf(await engine.submit(aBooking(auction, admin, id, 9000)))).toBe("ok");
      expect(codeOf(await engine.submit(aVoid(auction, admin, ada)))).toBe("ok");
      expect(await actorsOf(database, ada, { admin, ada, bola })).toEqual([
        ["win-deposit", "admin"],
        ["payment-surplus", "admin"],
        ["deposit-return", "admin"],
        ["payment-return", "admin"],
      ]);
    });

    it("is the buyer for the deposit of a purchase, and nobody for a close and a forfeit by the clock", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { ada } = await seedUsers(database, { ada: { balanceMinor: 20_000 } });
      const { engine } = await givenEngine(database);
      const bought = await seedAuction(database, admin, buyable);
      expect(codeOf(await engine.submit(aPurchase(bought, ada)))).toBe("ok");
      await deadlineIn(database, bought.id, -1);
      expect(codeOf(await engine.submit(anExpiry(bought)))).toBe("ok");
      const won = await seedAuction(database, admin);
      expect(codeOf(await engine.submit(aBid(won, ada, 5000)))).toBe("ok");
      await endIn(database, won.id, -1);
      expect(codeOf(await engine.submit(aClose(won)))).toBe("ok");
      expect(await actorsOf(database, ada, { admin, ada })).toEqual([
        ["purchase-deposit", "ada"],
        ["deposit-return", null],
        ["buy-it-now-forfeit", null],
        ["win-deposit", null],
      ]);
    });
  });

export const payments = (test: TestDatabase) =>
  describe("a payment", () => {
    it("from the balance counts once: the same id gets the same answer, and another id finds it closed", async () => {
      const { database, engine, ada, auction, id } = await givenWin(test, 20_000);
      const command = aPayFromBalance(auction, ada, id);
      const other = await givenEngine(await test.openAnother());
      const answers = await Promise.all([
        ...[command, command, aPayFromBalance(auction, ada, id)].map((one) => engine.submit(one)),
        ...[command, aPayFromBalance(auction, ada, id)].map((one) => other.engine.submit(one)),
      ]);
      const codes = answers.map(codeOf);
      const paid = codes.filter((code) => code === "ok").length;
      // The winner is the repeated command (thrice) or one of the two others.
      expect([1, 3]).toContain(paid);
      expect(codes.filter((code) => code === "SETTLEMENT_CLOSED")).toHaveLength(5 - paid);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "sold" });
      const { balanceMinor, entries } = await expectLedgerHolds(database, ada.id);
      expect([balanceMinor, causesOf(entries)]).toEqual([15_000, ["win-deposit", "payment"]]);
    });

    it("from the balance is refused if another node has spent the balance", async () => {
      const { database, engine, ada, auction, id } = await givenWin(test, 6000);
      const elsewhere = await seedAuction(database, (await seedPeople(database)).admin, buyable);
      const other = await givenEngine(await test.openAnother());
      expect(codeOf(await other.engine.submit(aPurchase(elsewhere, ada)))).toBe("ok");
      expect(codeOf(await engine.submit(aPayFromBalance(auction, ada, id)))).toBe("ok");
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(0);
      const again = await givenWin(test, 5999);
      const lot = await seedAuction(database, again.admin, buyable);
      expect(codeOf(await other.engine.submit(aPurchase(lot, again.ada)))).toBe("ok");
      expect(codeOf(await again.engine.submit(aPayFromBalance(again.auction, again.ada, again.id)))).toBe(
        "INSUFFICIENT_BALANCE",
      );
      expect((await expectLedgerHolds(database, again.ada.id)).balanceMinor).toBe(3999);
    });

    it.each(["forfeit", "waiver"])(
      "and a %s at the same moment over two nodes: exactly one of them takes effect",
      async (against) => {
        for (let round = 0; round < 6; round++) {
          const { database, engine, admin, ada, auction, id } = await givenWin(test, 20_000);
          await engine.close();
          await dueIn(database, auction.id, -1);
          const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())] as const;
          const pay = () => nodes[0].engine.submit(aPayFromBalance(auction, ada, id));
          const close = () =>
            nodes[1].engine.submit(
              against === "forfeit" ? aForfeit(auction, id) : aPayment(auction, admin, id, "waived"),
            );
          const both = round % 2 ? [pay(), close()] : [close(), pay()];
          const codes = (await Promise.all(both)).map(codeOf);
          const { status, settlement } = await expectHistoryHolds(database, auction.id);
          const { balanceMinor } = await expectLedgerHolds(database, ada.id);
          const isPaid = settlement?.status === "paid";
          expect(status).toBe(isPaid ? "sold" : "ended");
          expect(balanceMinor).toBe(isPaid ? 15_000 : against === "forfeit" ? 19_500 : 20_000);
          expect(codes.filter((code) => code === "SETTLEMENT_CLOSED")).toHaveLength(
            isPaid && against === "forfeit" ? 0 : 1,
          );
        }
      },
    );

    it("online is credited once, also by two nodes at once and again days later", async () => {
      const { database, engine, ada, auction, id } = await givenWin(test, 1000);
      const other = await givenEngine(await test.openAnother());
      const command = aCredit(auction, ada, id, 4000, `ref-${id}`);
      const answers = await Promise.all([engine, other.engine, engine].map((one) => one.submit(command)));
      expect(answers.map(codeOf)).toEqual(["ok", "ok", "ok"]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "sold" });
      // The stored outcome is gone after 48 hours, and the service reports the payment once more.
      await database.query("delete from commands where command_id = $1::text", [command.commandId]);
      let writes = 0;
      const counting = (store: EngineStore): EngineStore => ({
        ...store,
        prepare: (batch) => {
          const write = store.prepare(batch);
          return () => {
            writes += 1;
            return write();
          };
        },
      });
      for (const node of [await givenEngine(database, { wrapStore: counting }), other]) {
        const bystander = await seedAuction(database, (await seedPeople(database)).admin);
        const { bola } = await seedPeople(database);
        const both = await Promise.all([node.engine.submit(command), node.engine.submit(aBid(bystander, bola, 1100))]);
        expect(both.map(codeOf)).toEqual(["ok", "ok"]);
      }
      expect(writes).toBeLessThan(5);
      await expectHistoryHolds(database, auction.id);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(0);
    });

    it("online that went to the balance is credited once, also days later", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 1000);
      expect(codeOf(await engine.submit(aPayment(auction, admin, id, "waived")))).toBe("ok");
      const command = aCredit(auction, ada, id, 4000, `ref-${id}`);
      expect(codeOf(await engine.submit(command))).toBe("ok");
      await database.query("delete from commands where command_id = $1::text", [command.commandId]);
      const other = await givenEngine(await test.openAnother());
      expect(codeOf(await other.engine.submit(command))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
      const { balanceMinor, entries } = await expectLedgerHolds(database, ada.id);
      expect([balanceMinor, causesOf(entries)]).toEqual([5000, ["win-deposit", "deposit-return", "payment-surplus"]]);
    });

    it("in parts by transfer is booked until nothing remains, and the surplus goes to the balance", async () => {
      const { database, engine, admin, ada, auction, id } = await givenWin(test, 1000);
      const first = aBooking(auction, admin, id, 1500);
      expect(codeOf(await engine.submit(first))).toBe("ok");
      expect(codeOf(await engine.submit(first))).toBe("ok");
      expect((await expectHistoryHolds(database, auction.id)).settlement).toMatchObject({ paidMinor: 1500 });
      expect(codeOf(await engine.submit(aBooking(auction, admin, id, 3000)))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "sold" });
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(500);
    });
  });

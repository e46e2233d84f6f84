// Tests lots whose increments rise with the price: what a commit stores of them, which table they take, and the answers
// to repeated commands.

import { describe, expect, it } from "vitest";
import type { UserCommand } from "../../../src/auction/commands.ts";
import type { AuctionState, Person } from "../../../src/auction/state.ts";
import type { Outcome } from "../../../src/engine/outcome.ts";
import { bidsOf, expectHistoryHolds } from "../../support/check-history.ts";
import { aBid, aMaxBid, anEdit, aStatus, aVoid, codeOf, givenEngine } from "../../support/given-engine.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const minimumIn = (outcome: Outcome): number | null =>
  outcome.ok && outcome.data.of === "PlaceBid" ? outcome.data.auction.minimumBid : null;

/** In major units, as the settings have it. */
const own = [
  [20, 1],
  [50, 2.5],
  [null, 10],
];
const inMinor = [
  [2_000, 100],
  [5_000, 250],
  [null, 1_000],
];

export const incrementTables = (test: TestDatabase) =>
  describe("increments that rise with the price", () => {
    const setTable = async (admin: Person, naira: unknown): Promise<number> => {
      const [row] = await test.database.query<{ version: number }>(
        `insert into setting_versions (section, version, value, source, changed_by, changed_at, reason)
         select 'increments', coalesce(max(version), 0) + 1, $1::text::jsonb, 'staff', $2::text::uuid, clock_now(), 'A test'
         from setting_versions where section = 'increments' returning version`,
        [JSON.stringify({ NGN: naira, USD: [[null, 0.5]] }), admin.id],
      );
      return row?.version ?? Number.NaN;
    };
    it("are the site's of the moment at which the lot is made, and stay", async () => {
      const { admin, ada, bola } = await seedPeople(test.database);
      const version = await setTable(admin, own);
      const auction = await seedAuction(test.database, admin, { incrementTable: true });
      expect(auction.increments).toEqual({ version, steps: inMinor });
      await setTable(admin, [[null, 7]]);
      const { engine } = await givenEngine(test.database);
      const minimumOf = async (person: Person, amount: number) => {
        const { outcome } = await engine.submit(aBid(auction, person, amount));
        return outcome.ok ? minimumIn(outcome) : outcome.error.minimumBid;
      };
      expect(await minimumOf(ada, 1_099)).toBe(11);
      expect(await minimumOf(ada, 1_999)).toBe(20.99);
      expect(await minimumOf(bola, 2_099)).toBe(23.49);
      expect(await minimumOf(ada, 2_348)).toBe(23.49);
      expect(await minimumOf(ada, 5_000)).toBe(60);
      await engine.submit(anEdit(auction, admin, { title: "Another" }));
      expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({
        increments: { version, steps: inMinor },
        incrementMinor: 1_000,
        priceMinor: 5_000,
      });
    });

    it("hold for bids that one statement decides together, beside a lot with one increment", async () => {
      const { admin, ada, bola, chidi } = await seedPeople(test.database);
      await setTable(admin, own);
      const auction = await seedAuction(test.database, admin, { incrementTable: true });
      const plain = await seedAuction(test.database, admin);
      const { engine } = await givenEngine(test.database);
      const codes = await Promise.all(
        [
          aBid(auction, ada, 1_950),
          aBid(plain, ada, 1_950),
          aBid(auction, bola, 2_050),
          aBid(auction, ada, 2_299),
          aBid(auction, ada, 2_300),
          aBid(plain, bola, 2_050),
          aMaxBid(auction, chidi, 9_000),
          aMaxBid(auction, bola, 4_999),
          aBid(auction, ada, 5_248),
          aBid(auction, ada, 6_300),
        ].map(async (command) => codeOf(await engine.submit(command))),
      );
      expect(codes).toEqual(["ok", "ok", "ok", "BID_TOO_LOW", "ok", "ok", "ok", "ok", "BID_TOO_LOW", "ok"]);
      expect((await bidsOf(test.database, auction.id)).map(({ amountMinor }) => amountMinor)).toEqual([
        1_950, 2_050, 2_300, 2_550, 4_999, 5_249, 6_300, 7_300,
      ]);
      for (const { id } of [auction, plain]) await expectHistoryHolds(test.database, id);
    });

    it("are in the stored answer of each bid, as it was then", async () => {
      const { admin, ada, bola } = await seedPeople(test.database);
      await setTable(admin, own);
      const auction = await seedAuction(test.database, admin, { incrementTable: true });
      const before = await givenEngine(test.database);
      const commands: UserCommand[] = [1_900, 2_000, 4_000, 5_000, 6_000].map((amount, n) =>
        aBid(auction, n % 2 === 0 ? ada : bola, amount),
      );
      const answers = [];
      for (const command of commands) answers.push((await before.engine.submit(command)).outcome);
      expect(answers.map(minimumIn)).toEqual([20, 22.5, 42.5, 60, 70]);
      await before.engine.close();
      const { engine } = await givenEngine(test.database);
      for (const [n, command] of commands.entries()) {
        expect((await engine.submit(command)).outcome).toEqual(answers[n]);
      }
    });

    it("are those in force when a draft opens, though the node knew an older table", async () => {
      const { admin } = await seedPeople(test.database);
      const old = await setTable(admin, [[null, 7]]);
      const draft = await seedAuction(test.database, admin, { incrementTable: true, status: "draft" });
      expect(draft.increments).toMatchObject({ version: old });
      const version = await setTable(admin, own);
      let reads = 0;
      const { engine } = await givenEngine(test.database, {
        wrapStore: (store) => ({
          ...store,
          loadIncrements: async () => {
            const found = await store.loadIncrements();
            reads += 1;
            return reads === 1 ? { version: old, table: { NGN: [[null, 7]], USD: [[null, 0.5]] } } : found;
          },
        }),
      });
      expect(codeOf(await engine.submit(aStatus(draft, admin, "active")))).toBe("ok");
      expect(reads).toBeGreaterThan(1);
      expect(await expectHistoryHolds(test.database, draft.id)).toMatchObject({
        status: "active",
        increments: { version, steps: inMinor },
        incrementMinor: 100,
      });
    });

    it("fall with the price when bids are voided, and the rest is what it would have been", async () => {
      const { admin, ada, bola, chidi } = await seedPeople(test.database);
      await setTable(admin, own);
      const auction = await seedAuction(test.database, admin, { incrementTable: true });
      const { engine } = await givenEngine(test.database);
      for (const command of [
        aMaxBid(auction, ada, 4_000),
        aMaxBid(auction, bola, 3_000),
        aBid(auction, chidi, 6_000),
      ]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      expect(codeOf(await engine.submit(aVoid(auction, admin, chidi)))).toBe("ok");
      expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({
        priceMinor: 3_250,
        incrementMinor: 250,
        leader: ada,
      });
      expect(codeOf(await engine.submit(aVoid(auction, admin, bola)))).toBe("ok");
      expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({
        priceMinor: 1_100,
        incrementMinor: 100,
        leader: ada,
      });
    });

    it("are in the notification of being outbid", async () => {
      const { admin, ada, bola } = await seedPeople(test.database);
      await setTable(admin, own);
      const auction: AuctionState = await seedAuction(test.database, admin, { incrementTable: true });
      const { engine, readLog } = await givenEngine(test.database);
      for (const [n, amount] of [1_900, 2_000, 4_000, 5_000].entries()) {
        await engine.submit(aBid(auction, n % 2 === 0 ? ada : bola, amount));
      }
      await readLog();
      const rows = await test.database.query(
        "select user_id as id, data from notifications where auction_id = $1::text::uuid",
        [auction.id],
      );
      expect(rows).toMatchObject([{ id: ada.id, data: { currentPrice: 50, minimumBid: 60 } }]);
    });
  });

// Tests the commitment to who sells a lot in the public log: whom it stands for, what joins it to others, and what is kept
// of it.
import { describe, expect, it } from "vitest";
import { tableRules } from "../../src/features/own-data/table-rules.ts";
import { readHead } from "../../src/features/public-log/heads.ts";
import { saleInLog } from "../../src/features/public-log/queries.ts";
import { restartLog } from "../../src/features/public-log/restart-log.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { aBid, aStatus, codeOf, givenEngine } from "../support/given-engine.ts";
import {
  aSequencer,
  commitmentTo,
  expectLogHolds,
  LOG_KEYS,
  leavesOf,
  reserveCommitmentTo,
  sellerCommitmentTo,
  sequence,
} from "../support/given-log.ts";
import { seedAuction, seedPeople } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const saleOf = async (database: Database, auctionId: string) =>
  await saleInLog(database, (await readHead(database))?.log ?? 1, auctionId);

/** Returns what the seller gets, in the proof's format. */
const opened = async (database: Database, auctionId: string) => {
  const sale = await saleOf(database, auctionId);
  return (
    sale && {
      seller: sale.sellerId,
      commitment: sellerCommitmentTo(auctionId, sale.sellerId ?? "house", hex(sale.salt)),
      reserve: sale.reserve && reserveCommitmentTo(auctionId, sale.reserve.amountMinor, hex(sale.reserve.salt)),
    }
  );
};

/** The commitments of each opening of the lot. */
const sellersOf = async (database: Database, auctionId: string): Promise<string[]> =>
  (await leavesOf(database, auctionId))
    .flatMap(({ facts }) => facts)
    .flatMap(({ type, seller }) => (type === "opened" ? [seller] : []));

/** Deletes the salts, as the deletion of an account does. */
const deleteAccount = async (database: Database, person: { id: string; username: string }): Promise<void> => {
  const rule = tableRules.log_lots;
  if (rule?.is !== "pseudonymised") throw new Error("the salts of a deleted seller stay");
  await database.query("update users set deleted_at = clock_now() where id = $1::text::uuid", [person.id]);
  await rule.carryOut(database.db, { ...person, email: "" });
};

export const logSellers = (test: TestDatabase) =>
  describe("who sells a lot", () => {
    it("is a commitment that its seller can open, with the reserve, and the house for its own lots", async () => {
      const { database } = test;
      const { admin, dayo } = await seedPeople(database);
      const own = await seedAuction(database, admin, { reserveMinor: 5_000 });
      const consigned = await seedAuction(database, admin, { consignedBy: dayo });
      expect(await opened(database, consigned.id)).toBeNull();
      await sequence(database);
      for (const [lot, seller] of [
        [own, null],
        [consigned, dayo.id],
      ] as const) {
        const [leaf] = await leavesOf(database, lot.id);
        const { seller: commitment, reserve } = leaf?.facts[0] ?? {};
        expect(await opened(database, lot.id)).toEqual({ seller, commitment, reserve });
        for (const secret of [admin.id, dayo.id, admin.username, dayo.username, "house"]) {
          expect(leaf?.entry).not.toContain(secret);
        }
      }
    });

    it("joins neither two lots of a seller nor the seller and the bidder", async () => {
      const { database } = test;
      const { admin, ada, dayo } = await seedPeople(database);
      const lots = [
        await seedAuction(database, admin, { consignedBy: dayo }),
        await seedAuction(database, admin, { consignedBy: dayo }),
        await seedAuction(database, admin),
        await seedAuction(database, admin),
      ];
      await sequence(database);
      const all: string[] = [];
      const salts: string[] = [];
      for (const { id } of lots) {
        all.push(...(await sellersOf(database, id)));
        salts.push(hex((await saleOf(database, id))?.salt ?? new Uint8Array()));
      }
      expect(new Set(all).size).toBe(4);
      expect(new Set(salts).size).toBe(4);
      // A seller's salt opens no bid, neither of the seller elsewhere nor of anybody.
      const [first, , elsewhere] = lots;
      if (!first || !elsewhere) throw new Error("no lots");
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aBid(elsewhere, dayo, 1_500)))).toBe("ok");
      expect(codeOf(await engine.submit(aBid(first, ada, 1_500)))).toBe("ok");
      await sequence(database);
      const bidders = await Promise.all(
        [elsewhere, first].map(async ({ id }) => (await leavesOf(database, id)).at(-1)?.facts[0].bidder),
      );
      for (const { id } of lots) {
        for (const salt of salts)
          for (const who of [ada, dayo]) expect(bidders).not.toContain(commitmentTo(id, who.id, salt));
      }
    });

    it("stays the same when the lot opens again, while the reserve is sealed anew", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const lot = await seedAuction(database, admin, { reserveMinor: 5_000 });
      const { engine } = await givenEngine(database);
      const sequencer = aSequencer(database);
      await sequencer.run(async () => true);
      for (const status of ["draft", "active"] as const) {
        expect(codeOf(await engine.submit(aStatus(lot, admin, status)))).toBe("ok");
        await sequencer.run(async () => true);
      }
      const [first, again, ...more] = await sellersOf(database, lot.id);
      expect([first, more]).toEqual([again, []]);
      const sale = await opened(database, lot.id);
      const [a, , b] = (await leavesOf(database, lot.id)).map(({ facts }) => facts[0].reserve);
      expect(a).not.toBe(b);
      expect(sale).toEqual({ seller: null, commitment: first, reserve: b });
    });

    it("is said once, with the salt of the leaf, by several sequencers at once", async () => {
      const { database } = test;
      const { admin, dayo } = await seedPeople(database);
      const lots = await Promise.all(
        Array.from({ length: 12 }, () => seedAuction(database, admin, { consignedBy: dayo })),
      );
      const sequencers = [aSequencer(database), aSequencer(database), aSequencer(database)];
      await Promise.all(sequencers.map((one) => one.run(async () => true)));
      await sequence(database);
      await expectLogHolds(database);
      for (const { id } of lots) {
        const sellers = await sellersOf(database, id);
        expect(sellers).toHaveLength(1);
        expect(await opened(database, id)).toMatchObject({ seller: dayo.id, commitment: sellers[0] });
      }
    });

    it("can be opened by nobody once the seller's account is deleted, and later leaves bring nothing back", async () => {
      const { database } = test;
      const { admin, dayo } = await seedPeople(database);
      const own = await seedAuction(database, admin);
      const lot = await seedAuction(database, admin, { consignedBy: dayo });
      const { engine } = await givenEngine(database);
      await sequence(database);
      expect(codeOf(await engine.submit(aStatus(lot, admin, "ended")))).toBe("ok");
      await deleteAccount(database, dayo);
      await sequence(database);
      const [commitment] = await sellersOf(database, lot.id);
      expect(await leavesOf(database, lot.id)).toHaveLength(2);
      expect(await opened(database, lot.id)).toBeNull();
      expect(await opened(database, own.id)).not.toBeNull();
      const rows = await database.query(
        "select seller_commitment, seller_salt from log_lots where auction_id = $1::text::uuid",
        [lot.id],
      );
      expect(rows).toEqual([{ seller_commitment: commitment, seller_salt: null }]);

      // A log that begins anew names the seller again, by a commitment whose salt is kept nowhere.
      await restartLog(database, LOG_KEYS, { published: null, reason: "a test", at: Date.now() });
      await sequence(database);
      const [anew] = await sellersOf(database, lot.id);
      expect(anew).toMatch(/^[0-9a-f]{64}$/);
      expect(anew).not.toBe(commitment);
      expect(await opened(database, lot.id)).toBeNull();
      expect(await opened(database, own.id)).toMatchObject({ seller: null });
    });

    it("is not in a log whose lot opened before sellers were in it, until it opens again", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const lot = await seedAuction(database, admin);
      await sequence(database);
      await database.query(
        "update log_lots set seller_commitment = null, seller_salt = null where auction_id = $1::text::uuid",
        [lot.id],
      );
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aBid(lot, ada, 1_500)))).toBe("ok");
      await sequence(database);
      expect(await opened(database, lot.id)).toBeNull();
      for (const status of ["draft", "active"] as const) {
        expect(codeOf(await engine.submit(aStatus(lot, admin, status)))).toBe("ok");
      }
      await sequence(database);
      const [, again] = await sellersOf(database, lot.id);
      expect(await opened(database, lot.id)).toMatchObject({ seller: null, commitment: again });
    });
  });

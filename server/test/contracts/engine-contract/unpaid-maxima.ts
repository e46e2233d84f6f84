// Tests rule 18 at the database: once somebody has too many unpaid wins, no maximum of theirs bids on any node, and each
// is suspended once.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AuctionState, Person } from "../../../src/auction/state.ts";
import { startSuspensionOfMaxima } from "../../../src/features/bids/suspension-of-maxima.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { expectHistoryHolds, storedAuction } from "../../support/check-history.ts";
import {
  aBid,
  aConfirm,
  aForfeit,
  aMaxBid,
  anEdit,
  aStatus,
  codeOf,
  type GivenEngine,
  givenEngine,
} from "../../support/given-engine.ts";
import { readLotMails } from "../../support/mails-about.ts";
import { dueIn, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const bound = { maxUnpaidWins: 2 };

/** Ada wins so many lots, each at 20.00, and does not pay. */
const forfeit = async (database: Database, { engine }: GivenEngine, admin: Person, ada: Person, count: number) => {
  for (let n = 0; n < count; n++) {
    const lot = await seedAuction(database, admin);
    expect(codeOf(await engine.submit(aBid(lot, ada, 2000)))).toBe("ok");
    expect(codeOf(await engine.submit(aStatus(lot, admin, "ended")))).toBe("ok");
    const id = (await storedAuction(database, lot.id)).settlement?.id ?? "none";
    await dueIn(database, lot.id, -1);
    engine.evictAuction(lot.id);
    expect(codeOf(await engine.submit(aForfeit(lot, id)))).toBe("ok");
    await expectHistoryHolds(database, lot.id);
  }
};

const suspensionsIn = ({ committed }: GivenEngine): number =>
  committed.flatMap(({ events }) => events).filter(({ type }) => type === "MaxBidSuspended").length;

const versionOfMaximum = async (database: Database, { id }: AuctionState, person: Person) =>
  (await storedAuction(database, id)).maxBids.get(person.id)?.contentVersion;

export const unpaidMaxima = (test: TestDatabase) =>
  describe("the maxima of somebody with too many unpaid wins", () => {
    it("do not bid on a node that does not know of the forfeit yet", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const [node, other] = [await givenEngine(database, bound), await givenEngine(await test.openAnother(), bound)];
      const lots = [await seedAuction(database, admin), await seedAuction(database, admin)] as const;
      for (const lot of lots) {
        // The other node caches the lot, and what it knows of Ada.
        expect(codeOf(await other.engine.submit(aMaxBid(lot, ada, 9000)))).toBe("ok");
      }
      await forfeit(database, node, admin, ada, 2);
      expect(codeOf(await other.engine.submit(aBid(lots[0], bola, 1500)))).toBe("ok");
      expect(codeOf(await other.engine.submit(aMaxBid(lots[1], bola, 3000)))).toBe("ok");
      for (const lot of lots) {
        expect(await expectHistoryHolds(database, lot.id)).toMatchObject({ leader: { id: bola.id } });
        expect(await versionOfMaximum(database, lot, ada)).toBe(0);
      }
      // The next contest has nothing to suspend, and an edit that lets maxima bid does not wake it.
      expect(codeOf(await other.engine.submit(aBid(lots[0], bola, 2000)))).toBe("ok");
      const lower = anEdit(lots[0], admin, { incrementMinor: 50 as never });
      expect(codeOf(await node.engine.submit(lower))).toBe("ok");
      expect(suspensionsIn(other) + suspensionsIn(node)).toBe(2);
      expect((await expectHistoryHolds(database, lots[0].id)).leader?.id).toBe(bola.id);
      expect(codeOf(await other.engine.submit(aConfirm(lots[0], ada, 2)))).toBe("FORBIDDEN");
    });

    it("bid again after a pardon, also on a node that does not know of the pardon yet", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const [node, other] = [await givenEngine(database, bound), await givenEngine(await test.openAnother(), bound)];
      const lot = await seedAuction(database, admin);
      await forfeit(database, node, admin, ada, 2);
      // The other node caches that Ada may not bid.
      expect(codeOf(await other.engine.submit(aBid(lot, ada, 1100)))).toBe("FORBIDDEN");
      await database.query("update settlements set pardoned_at = clock_now() where winner_id = $1::text::uuid", [
        ada.id,
      ]);
      await database.query("update users set revision = revision + 1 where id = $1::text::uuid", [ada.id]);
      node.engine.evictUser(ada.id);
      expect(codeOf(await node.engine.submit(aMaxBid(lot, ada, 9000)))).toBe("ok");
      expect(codeOf(await other.engine.submit(aBid(lot, bola, 1500)))).toBe("ok");
      expect(await expectHistoryHolds(database, lot.id)).toMatchObject({ leader: { id: ada.id } });
      expect(suspensionsIn(other)).toBe(0);
    });

    it("are suspended on all open lots, each once, also if two nodes do it at once and one of them stops", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const nodes = [await givenEngine(database, bound), await givenEngine(await test.openAnother(), bound)] as const;
      const lots = await Promise.all(Array.from({ length: 5 }, () => seedAuction(database, admin)));
      for (const lot of lots) expect(codeOf(await nodes[0].engine.submit(aMaxBid(lot, ada, 9000)))).toBe("ok");
      const [over, paused] = lots as [AuctionState, AuctionState];
      expect(codeOf(await nodes[0].engine.submit(aMaxBid(over, bola, 9500)))).toBe("ok");
      expect(codeOf(await nodes[0].engine.submit(aStatus(over, admin, "ended")))).toBe("ok");
      expect(codeOf(await nodes[0].engine.submit(aStatus(paused, admin, "paused")))).toBe("ok");
      await forfeit(database, nodes[1], admin, ada, 1);
      const start = (node: GivenEngine) => {
        const job = startSuspensionOfMaxima({
          database,
          engine: node.engine,
          maxUnpaidWins: 2,
          log: { warn: () => {} },
        });
        onTestFinished(() => job.stop());
        return job;
      };
      const first = start(nodes[0]);
      await first.stop();
      expect(suspensionsIn(nodes[0])).toBe(0);
      await forfeit(database, nodes[1], admin, ada, 1);
      const jobs = nodes.map(start);
      const open = lots.slice(1);
      const areDone = async () =>
        (await Promise.all(open.map((lot) => versionOfMaximum(database, lot, ada)))).every((v) => v === 0);
      while (!(await areDone())) await sleep(20);
      for (const job of jobs) await job.stop();
      expect(suspensionsIn(nodes[0]) + suspensionsIn(nodes[1])).toBe(4);
      expect(await versionOfMaximum(database, over, ada)).toBe(1);
      for (const lot of lots) await expectHistoryHolds(database, lot.id);
      await readLotMails(database);
      const mails = await database.db.execute<{ count: number }>(
        `select count(*)::int as count from outbox where kind = 'maxbid-suspended' and user_id = '${ada.id}'`,
      );
      expect(mails[0]?.count).toBe(4);
    });
  });

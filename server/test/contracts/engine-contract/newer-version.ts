// Tests the engine on auctions whose log has an event of a newer version of the program. Both versions run at once
// while servers are replaced.
import { describe, expect, it } from "vitest";
import { createEngineStore } from "../../../src/engine/commit/engine-store.ts";
import { previewVoid } from "../../../src/engine/reads/void-preview.ts";
import { DatabaseClock } from "../../../src/platform/database/database-clock.ts";
import { logOf, recordedBidsOf, storedAuction } from "../../support/check-history.ts";
import { aBid, anEdit, aStatus, aVoid, aWithdrawal, codeOf, givenEngine } from "../../support/given-engine.ts";
import { changeByNewerVersion } from "../../support/newer-version.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const newerVersions = (test: TestDatabase) =>
  describe("an auction that a newer version changed", () => {
    it("refuses commands that need its log as UNAVAILABLE, and takes all others, also on other auctions at once", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const [auction, other] = [await seedAuction(database, admin), await seedAuction(database, admin)];
      const { engine, clock } = await givenEngine(database);
      for (const command of [aBid(auction, ada, 1100), aBid(auction, bola, 1500), aBid(other, ada, 1100)]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      await engine.submit(anEdit(auction, admin, { title: "(empty box)" }));
      await changeByNewerVersion(database, auction.id, false);
      const commands = [aVoid(auction, admin, bola), aWithdrawal(auction, ada), aVoid(other, admin, ada)];
      const answers = await Promise.all(
        [...commands, aBid(other, bola, 1300)].map((command) => engine.submit(command)),
      );
      expect(answers.map(codeOf)).toEqual(["UNAVAILABLE", "UNAVAILABLE", "ok", "ok"]);
      expect(answers[0]?.outcome).toMatchObject({ error: { message: expect.stringContaining("newer version") } });
      expect(codeOf(await engine.submit(commands[0] ?? expect.fail()))).toBe("UNAVAILABLE");
      expect(codeOf(await engine.submit(aBid(auction, ada, 1700)))).toBe("ok");
      expect(codeOf(await engine.submit(aStatus(auction, admin, "paused")))).toBe("ok");
      const preview = await previewVoid(
        { engineStore: createEngineStore(database, new DatabaseClock()), clock, engine },
        auction.id,
        { bidderId: bola.id },
      );
      expect(preview?.effect).toMatchObject({ code: "UNAVAILABLE" });
      expect((await recordedBidsOf(database, auction.id)).map(({ voidedAt }) => voidedAt)).toEqual([null, null, null]);
      expect(await storedAuction(database, auction.id)).toMatchObject({ status: "paused", priceMinor: 1700 });
      expect((await logOf(database, auction.id)).map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    });
  });

// Tests conflicts of interest at the database: a person with an interest in an auction cannot use an administrator's
// command on it, whatever an engine has cached.
import { describe, expect, it } from "vitest";
import type { UserCommand } from "../../../src/auction/commands.ts";
import type { AuctionState, Person } from "../../../src/auction/state.ts";
import { expectHistoryHolds, storedAuction } from "../../support/check-history.ts";
import {
  aBid,
  aMaxBid,
  anEdit,
  aPayment,
  aPurchase,
  aRemoval,
  aStatus,
  aVoid,
  codeOf,
  givenEngine,
} from "../../support/given-engine.ts";
import { seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const staffCommands = (auction: AuctionState, admin: Person, other: Person): UserCommand[] => [
  anEdit(auction, admin, { title: "Mine" }),
  aStatus(auction, admin, "ended"),
  aStatus(auction, admin, "cancelled"),
  aRemoval(auction, admin),
  aVoid(auction, admin, other),
  aPayment(auction, admin, "00000000-0000-4000-8000-000000000000", "waived"),
];

export const interests = (test: TestDatabase) =>
  describe("a conflict of interest", () => {
    const promote = (user: Person) =>
      test.database.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [
        user.id,
      ]);

    it("keeps administrators from bidding, setting maxima and buying, unless the site allows it", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { chief } = await seedUsers(database, { chief: { role: "admin" } });
      const auction = await seedAuction(database, admin, { buyItNowMinor: 5000, durationMs: 7_200_000 });
      const strict = await givenEngine(database);
      const commands = () => [aBid(auction, chief, 1100), aMaxBid(auction, chief, 2000), aPurchase(auction, chief)];
      for (const command of commands()) {
        expect(codeOf(await strict.engine.submit(command))).toBe("CONFLICT_OF_INTEREST");
      }
      const lax = await givenEngine(database, { staffMayBid: true });
      for (const command of commands()) expect(codeOf(await lax.engine.submit(command))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
    });

    it.each(["leads", "was outbid", "has a maximum that cannot bid", "has won", "is buying"])(
      "refuses every administrator's command of a person who %s and was promoted since",
      async (how) => {
        const { database } = test;
        const { admin, ada, bola } = await seedPeople(database);
        const auction = await seedAuction(database, admin, { buyItNowMinor: 5000, durationMs: 7_200_000 });
        const { engine } = await givenEngine(database);
        await engine.submit(aBid(auction, bola, 1100));
        if (how === "has a maximum that cannot bid") await engine.submit(aMaxBid(auction, ada, 1150));
        else if (how === "is buying") await engine.submit(aPurchase(auction, ada));
        else await engine.submit(aBid(auction, ada, 1200));
        if (how === "was outbid") await engine.submit(aBid(auction, bola, 1300));
        if (how === "has won") await engine.submit(aStatus(auction, admin, "ended"));
        const before = await storedAuction(database, auction.id);
        await promote(ada);
        const another = await givenEngine(await test.openAnother());
        for (const node of [engine, another.engine]) {
          for (const command of staffCommands(auction, ada, bola)) {
            expect([command.type, codeOf(await node.submit(command))]).toEqual([command.type, "CONFLICT_OF_INTEREST"]);
          }
          expect(codeOf(await node.submit(aVoid(auction, ada, ada)))).toBe("CONFLICT_OF_INTEREST");
        }
        expect(await expectHistoryHolds(database, auction.id)).toEqual(before);
        // On another auction there is none.
        const other = await seedAuction(database, admin);
        expect(codeOf(await engine.submit(aStatus(other, ada, "paused")))).toBe("ok");
      },
    );

    it("ends when the person's bids are void", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (const command of [aBid(auction, ada, 1100), aBid(auction, bola, 1200)]) await engine.submit(command);
      await promote(ada);
      expect(codeOf(await engine.submit(aStatus(auction, ada, "paused")))).toBe("CONFLICT_OF_INTEREST");
      expect(codeOf(await engine.submit(aVoid(auction, admin, ada)))).toBe("ok");
      expect(codeOf(await engine.submit(aStatus(auction, ada, "paused")))).toBe("ok");
      await expectHistoryHolds(database, auction.id);
    });

    it("is decided on the stored row, with a bid and a command of one administrator in one batch", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { chief } = await seedUsers(database, { chief: { role: "admin" } });
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database, { staffMayBid: true });
      const answers = await Promise.all(
        [aBid(auction, chief, 1100), aStatus(auction, chief, "ended"), aBid(auction, chief, 1200)].map((command) =>
          engine.submit(command),
        ),
      );
      expect(answers.map(codeOf)).toEqual(["ok", "CONFLICT_OF_INTEREST", "ok"]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "active", bidCount: 2 });
    });

    it("is decided on the stored row, with an administrator's bid on one node and command on another", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const { chief } = await seedUsers(database, { chief: { role: "admin" } });
      const given = { staffMayBid: true };
      const nodes = [await givenEngine(database, given), await givenEngine(await test.openAnother(), given)] as const;
      for (let round = 0; round < 8; round++) {
        const auction = await seedAuction(database, admin);
        // Both know the auction.
        for (const { engine } of nodes) await engine.submit(aBid(auction, ada, 1));
        const answers = await Promise.all([
          nodes[0].engine.submit(aBid(auction, chief, 1100)),
          nodes[1].engine.submit(aStatus(auction, chief, "paused")),
        ]);
        expect([
          ["ok", "CONFLICT_OF_INTEREST"],
          ["AUCTION_PAUSED", "ok"],
        ]).toContainEqual(answers.map(codeOf));
        await expectHistoryHolds(database, auction.id);
      }
    });
  });

// Tests that each notice to a seller is written exactly once: the reader is killed at every statement, its cursor is set
// back.
import { describe, expect, it } from "vitest";
import { consign } from "../../test/support/given-consignment.ts";
import { aBid, aStatus, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { killAtEachStatement, momentsOfKills } from "../../test/support/kill-readers.ts";
import { readUpToNow } from "../../test/support/read-log.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import { sellerNoticeReader } from "./seller-notices.ts";

describe("the reader that writes the notices to sellers", () => {
  const test = withDatabase();
  const told: string[] = [];
  const reader = sellerNoticeReader(
    (userIds) => void told.push(...userIds),
    () => Promise.resolve(new Map()),
  );

  /** Chidi's lot, which Ada has won, and which was cancelled then. */
  const undone = async () => {
    const { admin, ada, chidi } = await seedPeople(test.database);
    const lot = await seedAuction(test.database, admin);
    await consign(test.database, { auctionId: lot.id, sellerId: chidi.id, staffId: admin.id });
    const { engine } = await givenEngine(test.database);
    for (const command of [aBid(lot, ada, 1100), aStatus(lot, admin, "ended"), aStatus(lot, admin, "cancelled")]) {
      expect(codeOf(await engine.submit(command))).toBe("ok");
    }
    return { lot, seller: chidi };
  };
  /** In the order of the log, each mail with the number of its notifications. */
  const written = ({ lot, seller }: Awaited<ReturnType<typeof undone>>) =>
    test.database.query(
      `select data ->> 'what' as what,
         (select sum(count)::int from notifications where id = outbox.id) as notified
       from outbox where kind = 'own-lot' and auction_id = $1::text::uuid and user_id = $2::text::uuid
       order by log_revision`,
      [lot.id, seller.id],
    );
  const once = [
    { what: "sold", notified: 1 },
    { what: "undone", notified: 1 },
  ];

  it.each(momentsOfKills)("writes everything once if it is killed at any statement, %s", async (moment) => {
    await readUpToNow(test.database, reader);
    await killAtEachStatement(test.database, reader, moment, async () => {
      const given = await undone();
      return async (name) => expect(await written(given), name).toEqual(once);
    });
  });

  it("writes nothing twice if its cursor is set back, and reports only what is new", async () => {
    const given = await undone();
    await readUpToNow(test.database, reader);
    await test.database.query("update notifications set read_at = clock_now() where read_at is null");
    await test.database.query("update log_cursors set position = 0");
    told.length = 0;
    await readUpToNow(test.database, reader);
    expect(await written(given)).toEqual(once);
    expect(told).toEqual([]);
  });
});

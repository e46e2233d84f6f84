// Tests that a lot is not sold and relisted at the same moment, on several nodes over one PostgreSQL database.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { expectHistoryHolds } from "../../test/support/check-history.ts";
import { aBid, aStatus, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { UserCommand } from "../auction/commands.ts";
import { createAuction, fromOldLot } from "../features/auctions/create-auction.ts";

/**
 * Writes the rows that a relisting writes, and commits them while the statement of `begin` waits for the old lot's row.
 */
const whileRelisting = async <T>(url: string, old: string, copy: string, begin: () => Promise<T>): Promise<T> => {
  const holder = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await holder.unsafe("begin");
    await holder.unsafe("update auctions set revision = revision where id = $1::text::uuid", [old]);
    await holder.unsafe("insert into relistings values ($1::text::uuid, $2::text::uuid)", [copy, old]);
    const begun = begin();
    const waits = async () =>
      (await holder.unsafe("select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid"))
        .length > 0;
    while (!(await waits())) await sleep(5);
    await holder.unsafe("commit");
    return await begun;
  } finally {
    await holder.end();
  }
};

describe("a lot that is relisted at this moment", () => {
  const test = withDatabase();
  const given = async () => {
    const { admin, ada } = await seedPeople(test.database);
    const auction = await seedAuction(test.database, admin, { reserveMinor: 9000 });
    const { engine } = await givenEngine(test.database);
    for (const command of [aBid(auction, ada, 5000), aStatus(auction, admin, "ended")])
      expect(codeOf(await engine.submit(command))).toBe("ok");
    const sale: UserCommand = {
      type: "SellToHighestBidder",
      auctionId: auction.id,
      userId: admin.id,
      commandId: randomUUID(),
    };
    const copy = await seedAuction(test.database, admin, { status: "draft", startsAt: null });
    return { admin, auction, engine, sale, copy };
  };

  it("is not sold by a statement that began before the copy was committed", async () => {
    const { auction, engine, sale, copy } = await given();
    const answer = await whileRelisting(test.url, auction.id, copy.id, () => engine.submit(sale));
    expect(codeOf(answer)).toBe("AUCTION_NOT_ACTIVE");
    expect(await expectHistoryHolds(test.database, auction.id)).toMatchObject({ status: "ended", settlement: null });
  });

  it("is not sold by a node that decided before it was relisted", async () => {
    const { admin, auction, sale, copy } = await given();
    let asked = 0;
    const late = await givenEngine(test.database, {
      wrapStore: (store) => ({
        ...store,
        loadRelisted: async (ids) => {
          const known = (await store.loadRelisted?.(ids)) ?? [];
          asked += 1;
          if (asked === 1)
            await test.database.query("insert into relistings values ($1::text::uuid, $2::text::uuid)", [
              copy.id,
              auction.id,
            ]);
          return known;
        },
      }),
    });
    expect(codeOf(await late.engine.submit(sale))).toBe("AUCTION_NOT_ACTIVE");
    expect(codeOf(await late.engine.submit(aStatus(auction, admin, "active")))).toBe("AUCTION_NOT_ACTIVE");
    expect(asked).toBe(3);
  });

  it("gets no second copy from a statement that began before the first was committed", async () => {
    const { admin, auction, copy } = await given();
    const state = await expectHistoryHolds(test.database, auction.id);
    const again: Parameters<typeof createAuction>[1] = {
      auctionId: randomUUID(),
      seller: admin,
      lot: state.lot,
      currency: state.currency,
      softClose: null,
      startingPriceMinor: state.startingPriceMinor,
      incrementMinor: state.incrementMinor,
      reserveMinor: null,
      buyItNowMinor: null,
      status: "draft",
      startsAt: "by hand",
      endsAt: null,
      durationMs: 3_600_000,
    };
    const key = { commandId: randomUUID(), fingerprint: "again" };
    const made = await whileRelisting(test.url, auction.id, copy.id, () =>
      createAuction(test.database, again, key, fromOldLot(state, again.auctionId, "lots:edit")),
    );
    expect(made).toBeNull();
    const copies = await test.database.query<{ id: string }>(
      "select auction_id::text as id from relistings where relisted_from = $1::text::uuid",
      [auction.id],
    );
    expect(copies).toEqual([{ id: copy.id }]);
  });
});

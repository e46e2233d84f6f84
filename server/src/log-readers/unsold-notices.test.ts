// Tests that the leader of a lot that ended below its reserve, and the bidders of a lot that is listed again, are
// notified once.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aBid, aStatus, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { readUpToNow } from "../../test/support/read-log.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { AuctionState, Person } from "../auction/state.ts";
import { bidNoticeReaders } from "./bid-notices.ts";

const changed = new Set<string>();
const [reader] = bidNoticeReaders((userIds) => {
  for (const id of userIds) changed.add(id);
});

describe("the notices about a lot that was not sold", () => {
  const test = withDatabase();

  /** Bola led before Chidi and Ada, and the lot has ended below its reserve. */
  const unsold = async () => {
    const { admin, ada, bola, chidi } = await seedPeople(test.database);
    const lot = await seedAuction(test.database, admin, { reserveMinor: 900_000 });
    const { engine } = await givenEngine(test.database);
    const all = async (...commands: Parameters<typeof engine.submit>[0][]) => {
      for (const command of commands) expect(codeOf(await engine.submit(command))).toBe("ok");
    };
    await all(aBid(lot, ada, 1100), aBid(lot, chidi, 1200), aBid(lot, bola, 1300), aStatus(lot, admin, "ended"));
    return { admin, ada, bola, chidi, lot, all };
  };
  const written = (table: "notifications" | "outbox", kind: "about" | "kind", { id }: { id: string }, about: string) =>
    test.database.query<{ id: string; data: object }>(
      `select user_id as id, data from ${table} where auction_id = $1::text::uuid and ${kind} = $2 order by user_id`,
      [id, about],
    );
  const notified = (lot: { id: string }, about: string) => written("notifications", "about", lot, about);
  const mailed = (lot: { id: string }) => written("outbox", "kind", lot, "lot-unsold");
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  const readAll = async () => {
    await readUpToNow(test.database, reader);
    // Reading everything once more notifies nobody.
    await test.database.query("update log_cursors set position = 0");
    await readUpToNow(test.database, reader);
  };
  /** The lot's copy, opened. */
  const listAgain = async (
    lot: AuctionState,
    admin: Person,
    all: (command: ReturnType<typeof aStatus>) => Promise<void>,
  ) => {
    const copy = await seedAuction(test.database, admin, { status: "draft", startsAt: null });
    await test.database.query("insert into relistings values ($1::text::uuid, $2::text::uuid)", [copy.id, lot.id]);
    await all(aStatus(copy, admin, "active"));
    return copy;
  };

  it("tell its leader alone, once, by a notification and by mail", async () => {
    const { bola, lot } = await unsold();
    await readAll();
    const data = { auctionId: lot.id, title: lot.lot.title, currency: "NGN", price: 13 };
    expect(await notified(lot, "lot-unsold")).toEqual([{ id: bola.id, data }]);
    expect(await mailed(lot)).toEqual([{ id: bola.id, data }]);
    expect(changed).toContain(bola.id);
  });

  it("tell nobody if the lot was sold to the leader before they are written", async () => {
    const { admin, lot, all } = await unsold();
    await all({ type: "SellToHighestBidder", auctionId: lot.id, userId: admin.id, commandId: randomUUID() });
    await readAll();
    expect(await notified(lot, "lot-unsold")).toEqual([]);
    expect(await mailed(lot)).toEqual([]);
  });

  it("tell all its bidders when its copy opens, except those whose watchlist reminds them", async () => {
    const { admin, ada, bola, chidi, lot, all } = await unsold();
    await test.database.query(
      "insert into watches (user_id, auction_id, created_at) values ($1::text::uuid, $2::text::uuid, clock_now())",
      [chidi.id, lot.id],
    );
    const copy = await listAgain(lot, admin, all);
    await readAll();
    const rows = await notified(copy, "lot-listed-again");
    expect(idsOf(rows)).toEqual([ada.id, bola.id].sort());
    expect(rows[0]?.data).toEqual({ auctionId: copy.id, title: copy.lot.title });
  });

  it("tell the bidders of a cancelled lot when its copy opens, and nobody if the copy is over again", async () => {
    const { admin, ada, bola, chidi, lot, all } = await unsold();
    await all(aStatus(lot, admin, "cancelled"));
    const copy = await listAgain(lot, admin, all);
    await readAll();
    expect(idsOf(await notified(copy, "lot-listed-again"))).toEqual([ada.id, bola.id, chidi.id].sort());

    const other = await unsold();
    const short = await listAgain(other.lot, other.admin, other.all);
    await other.all(aStatus(short, other.admin, "ended"));
    await readAll();
    expect(await notified(short, "lot-listed-again")).toEqual([]);
  });
});

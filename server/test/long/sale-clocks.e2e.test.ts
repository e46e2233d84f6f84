// Tests a sale whose lots close on nodes with wrong clocks: one is an hour slow, one jumps back and forth by up to an
// hour. The order, the extensions and the ends follow the database's clock.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { makePerson } from "../support/e2e-people.ts";
import { startProcess } from "../support/e2e-process.ts";
import { at, endedInOrder, expectOrderHolds, SECOND, salesOn } from "../support/e2e-sales.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { makeDatabase } from "../support/fresh-database.ts";
import { endIn } from "../support/seed.ts";

/** The bids are answered before the first end, with much room for a busy machine. */
const UNTIL_FIRST_END_MS = 10 * SECOND;
/** Longer than the time until any lot ends, so that each bid extends its lot. */
const WINDOW_MS = 20 * SECOND;

/** Options for a node whose wall clock is wrong by these times in turn, each for 300 ms. */
const wrongClock = (...offsetsMs: readonly number[]): Record<string, string> => {
  const script = `
    const real = Date.now.bind(Date), offsets = ${JSON.stringify(offsetsMs)};
    let step = 0;
    setInterval(() => { step += 1; }, 300).unref();
    const now = () => real() + offsets[step % offsets.length];
    globalThis.Date = class extends Date {
      constructor(...given) { if (given.length > 0) super(...given); else super(now()); }
      static now() { return now(); }
    };`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` };
};

describe.skipIf(!process.env.TEST_DATABASE_URL)("a sale on nodes with wrong clocks", () => {
  // S547
  it("closes its lots in their order at the database's times, and extends by the database's time of the bid", async () => {
    const db = await makeDatabase();
    onTestFinished(() => db.drop());
    const first: TestServer = await startTestServer({ at: db });
    const nodes = await Promise.all([
      startProcess(db, wrongClock(-3_600 * SECOND)),
      startProcess(db, wrongClock(30 * SECOND, -30 * SECOND, 3_600 * SECOND, 0)),
    ]);
    for (const node of nodes) onTestFinished(() => node.discard());
    const admin = await makePerson(first, "admin", { role: "admin" });
    const ada = await makePerson(first, "adaeze");
    const { publishedSale, endsOf } = salesOn(() => ({ server: first, admin }));
    const closesAt = Math.round(await first.databaseNow()) + 3_600 * SECOND;
    const softClose = { windowSeconds: WINDOW_MS / SECOND, capMinutes: 1 };
    const { ids } = await publishedSale(5, { spacingSeconds: 1, closesAt: at(closesAt) }, { softClose });
    expect(await endsOf(ids)).toEqual(ids.map((_, n) => closesAt + n * SECOND));
    // From here on only nodes with a wrong clock run.
    await first.close();
    const observer = await openDatabase({ url: db.databaseUrl }, null);
    onTestFinished(() => observer.close());
    const ends: number[] = [];
    for (const [n, id] of ids.entries()) ends.push(await endIn(observer, id, UNTIL_FIRST_END_MS + n * SECOND));
    // Lots 1 and 3 get a bid within their window. By one node's clock they ended long ago.
    const bids = await Promise.all(
      nodes.map(({ address }, n) =>
        fetch(`${address}/api/bids`, {
          method: "POST",
          headers: { authorization: `Bearer ${ada.token}`, "content-type": "application/json" },
          body: JSON.stringify({ auctionId: ids[n * 2], amount: 5_000 }),
        }),
      ),
    );
    expect(bids.map(({ status }) => status)).toEqual([201, 201]);

    const query = observer.query.bind(observer) as TestServer["query"];
    const endedLots = (count: number) =>
      vi.waitFor(
        async () => {
          const found = await endedInOrder({ query }, ids);
          expect(found.length).toBeGreaterThanOrEqual(count);
          return found;
        },
        { timeout: 120_000, interval: 100 },
      );
    await endedLots(1);
    // The other lots are left to the node whose clock is slow. By its own clock it would close them in an hour.
    nodes[1]?.signal("SIGTERM");
    await nodes[1]?.ended;
    const ended = await endedLots(ids.length);
    expect(ended.map(({ id }) => id)).toEqual(ids);
    const rows = await query<{ id: string; endsAt: number; extendedFrom: number | null; bidAt: number | null }>(
      `select a.id::text, (extract(epoch from a.ends_at) * 1000)::float8 as "endsAt",
         (extract(epoch from a.extended_from) * 1000)::float8 as "extendedFrom",
         (select (extract(epoch from max(created_at)) * 1000)::float8 from bids where auction_id = a.id) as "bidAt"
       from auctions a where a.id = any($1::text::uuid[])`,
      [`{${ids.join(",")}}`],
    );
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    for (const [n, { id, at: endedAt }] of ended.entries()) {
      const row = rowOf.get(id);
      expect([n, endedAt >= (row?.endsAt ?? Number.NaN)]).toEqual([n, true]);
      // A bid moves the end to its own time plus the window, by the database.
      if (row?.bidAt) expect(row.endsAt).toBeGreaterThanOrEqual(row.bidAt + WINDOW_MS);
      expect(row?.endsAt).toBeGreaterThanOrEqual(ends[n] ?? Number.NaN);
    }
    expect(rows.filter(({ bidAt }) => bidAt !== null)).toHaveLength(2);
    await expectOrderHolds({ query }, ids);
  }, 240_000);
});

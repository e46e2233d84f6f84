// The contender that gives the database's upper limit: the fenced statement alone, one batch at a time. It locks,
// compares revisions, updates the auctions, and inserts bids and log rows; no decision, no command ids, no user facts,
// no clock.
import { performance } from "node:perf_hooks";
import { arrayLiteral } from "../../src/platform/database/arrays.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { type Contender, INCREMENT_MINOR, type Participants, roundRobin, STARTING_PRICE_MINOR } from "./contender.ts";

/** The same batch size as the engine's loop. */
const BATCH = 500;

/** Here every change is one bid, so revision and version are one more than the bid's number. */
const statement = `
with locked as materialized (
  select p.* from unnest($1::text::uuid[], $2::text::int[], $3::text::int[], $4::text::bigint[], $5::text::uuid[])
    as p(id, expected, revision, price, leader)
  join auctions a on a.id = p.id and a.revision = p.expected
  order by p.id for no key update of a
),
bid as materialized (
  select b.* from unnest($6::text::uuid[], $7::text::int[], $8::text::uuid[], $9::text::bigint[], $10::text::json[])
    as b(auction, revision, bidder, amount, event)
  where b.auction in (select id from locked)
),
moved as (
  update auctions a set price_minor = p.price, leader_id = p.leader, bid_count = p.revision - 1,
    revision = p.revision, version = p.revision, updated_at = now()
  from locked p where a.id = p.id
),
recorded as (
  insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
  select auction, revision - 1, bidder, amount, 'manual', now() from bid
),
logged as (
  insert into auction_events (auction_id, revision, version, events, actor_id, at)
  select auction, revision, revision, event, bidder, now() from bid
)
select count(*)::int as written from bid`;

interface Part {
  readonly id: string;
  readonly expected: number;
  revision: number;
  price: number;
  leader: string;
}

/** One array per column. */
const columns = <T>(rows: readonly T[], names: readonly (keyof T)[]): string[] =>
  names.map((name) => arrayLiteral(rows.map((row) => row[name] as string | number)));

export const bareStatement = (database: Database, participants: Participants): Contender => {
  const nextAuction = roundRobin(
    participants.auctionIds.map((id) => ({ id, revision: 1, priceMinor: STARTING_PRICE_MINOR })),
  );
  const nextBidder = roundRobin(participants.bidderIds);

  const writeBatch = async (): Promise<void> => {
    const parts = new Map<string, Part>();
    const bids = Array.from({ length: BATCH }, () => {
      const auction = nextAuction();
      const bidder = nextBidder();
      const expected = parts.get(auction.id)?.expected ?? auction.revision;
      const revision = ++auction.revision;
      auction.priceMinor += INCREMENT_MINOR;
      const amount = auction.priceMinor;
      parts.set(auction.id, { id: auction.id, expected, revision, price: amount, leader: bidder });
      const event = `{"type":"BidPlaced","amountMinor":${amount},"bidder":"${bidder}"}`;
      return { auction: auction.id, revision, bidder, amount, event };
    });
    const [row] = await database.query<{ written: number }>(statement, [
      ...columns([...parts.values()], ["id", "expected", "revision", "price", "leader"]),
      ...columns(bids, ["auction", "revision", "bidder", "amount", "event"]),
    ]);
    if (row?.written !== BATCH) throw new Error(`wrote ${row?.written} of ${BATCH} bids`);
  };

  return {
    name: "bare statement",
    async run(ms, latencies) {
      const started = performance.now();
      let written = 0;
      for (let sent = started; sent - started < ms; ) {
        sent = performance.now();
        await writeBatch();
        latencies.recordValueWithCount((performance.now() - sent) * 1000, BATCH);
        written += BATCH;
      }
      return { bids: written, ms: performance.now() - started };
    },
    close: async () => {},
  };
};

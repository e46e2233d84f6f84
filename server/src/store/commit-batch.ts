// The one statement that writes auctions. It locks the batch's auctions in id order, reads the clock, checks every
// part's fence (revision, time, users' facts, repeated commands), and writes the parts that pass: rows, log, bids,
// maxima, settlements, outcomes. A part that misses leaves nothing behind.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { isPublic } from "../auction/events.ts";
import type { AuctionState, MaxBid } from "../auction/state.ts";
import type { Change, CommitBatch, CommitResult, Committed, KnownOutcome, Miss } from "../engine/ports.ts";
import { RowSet } from "./arrays.ts";
import type { Database } from "./database.ts";
import type { DatabaseClock } from "./database-clock.ts";

const parts = new RowSet({
  id: "uuid",
  expected: "int",
  gate: "text",
  changed: "boolean",
  revision: "int",
  version: "int",
  published: "boolean",
  status: "text",
  price: "bigint",
  leader: "uuid",
  winner: "uuid",
  bid_count: "int",
  starts_at: "ms",
  ends_at: "ms",
  paused_at: "ms",
  paused_until: "ms",
  pause_reason: "text",
});
const log = new RowSet({ auction: "uuid", revision: "int", version: "int", events: "jsonb", actor: "uuid" });
const bids = new RowSet({ auction: "uuid", number: "int", bidder: "uuid", amount: "bigint", kind: "text" });
const maxima = new RowSet({
  id: "uuid",
  auction: "uuid",
  owner: "uuid",
  amount: "bigint",
  reached: "int",
  auto_count: "int",
  last_auto: "bigint",
  cancelled: "boolean",
});
const records = new RowSet({ auction: "uuid", owner: "uuid", command: "text", fingerprint: "text", outcome: "jsonb" });
const facts = new RowSet({ auction: "uuid", owner: "uuid", revision: "int" });
const settlements = new RowSet({ id: "uuid", auction: "uuid", winner: "uuid", amount: "bigint", due_at: "ms" });

const sets = [parts, log, bids, maxima, records, facts, settlements];
const sqlOf = (set: (typeof sets)[number]): string => {
  const before = sets.slice(0, sets.indexOf(set)).reduce((sum, one) => sum + one.width, 0);
  return set.sql(before + 1);
};

const epochMs = (expression: string): string => `(extract(epoch from ${expression}) * 1000)::bigint`;

// Shapes chosen so that no plan can pair every row with every other: what passes is "not in the (empty) misses".
const passes = (column: string): string => `${column} not in (select id from missed)`;

const statement = `
with part as materialized ${sqlOf(parts)},
locked as materialized (
  select p.*, a.revision as stored_revision, a.status as stored_status, a.ends_at as stored_end
  from part p join auctions a on a.id = p.id
  order by p.id for no key update of a
),
-- after the locks: a bid that waited for the closing one must not be dated before it
clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as at from (select count(*) from locked) l),
record as materialized ${sqlOf(records)},
known as materialized (
  select r.auction, c.user_id, c.command_id, c.fingerprint, c.outcome, c.created_at
  from record r join commands c on c.user_id = r.owner and c.command_id = r.command
),
moved as materialized (
  select f.auction from ${sqlOf(facts)} f left join users u on u.id = f.owner where u.revision is distinct from f.revision
),
verdict as (
  select p.id, case
    when p.stored_revision <> p.expected then 'stale'
    when p.id in (select auction from known) then 'repeated'
    when p.id in (select auction from moved) then 'facts'
    when p.gate = 'before-end' and clock.at >= p.stored_end then 'time'
    when p.gate = 'at-or-after-end' and clock.at < p.stored_end then 'time'
  end as miss
  from locked p cross join clock
  union all
  select id, 'gone' from part where id not in (select id from locked)
),
missed as materialized (select id, miss from verdict where miss is not null),
updated as (
  update auctions a set
    revision = p.revision, version = p.version, status = p.status, price_minor = p.price, leader_id = p.leader,
    winner_id = p.winner, bid_count = p.bid_count, starts_at = p.starts_at, ends_at = p.ends_at,
    paused_at = p.paused_at, paused_until = p.paused_until, pause_reason = p.pause_reason,
    updated_at = case when p.published then clock.at else a.updated_at end
  from locked p cross join clock
  where a.id = p.id and p.changed and ${passes("p.id")}
),
logged as (
  insert into auction_events (auction_id, revision, version, events, actor_id, at)
  select e.auction, e.revision, e.version, e.events, e.actor, clock.at
  from ${sqlOf(log)} e cross join clock where ${passes("e.auction")}
),
bid as (
  insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
  select b.auction, b.number, b.bidder, b.amount, b.kind, clock.at
  from ${sqlOf(bids)} b cross join clock where ${passes("b.auction")}
),
maximum as (
  insert into max_bids as m (id, auction_id, user_id, amount_minor, reached_revision, auto_bid_count,
    last_auto_bid_minor, cancelled, created_at, updated_at)
  select x.id, x.auction, x.owner, x.amount, x.reached, x.auto_count, x.last_auto, x.cancelled, clock.at, clock.at
  from ${sqlOf(maxima)} x cross join clock where ${passes("x.auction")}
  on conflict (auction_id, user_id) do update set
    amount_minor = excluded.amount_minor, reached_revision = excluded.reached_revision,
    auto_bid_count = excluded.auto_bid_count, last_auto_bid_minor = excluded.last_auto_bid_minor,
    cancelled = excluded.cancelled, updated_at = excluded.updated_at
),
settlement_closed as (
  update settlements s set status = case when p.status = 'sold' then 'paid' else 'void' end
  from locked p
  where p.stored_status in ('ended', 'sold') and p.status <> p.stored_status
    and s.auction_id = p.id and s.status = 'open' and ${passes("p.id")}
),
settlement_opened as (
  insert into settlements (id, auction_id, winner_id, amount_minor, due_at, created_at)
  select s.id, s.auction, s.winner, s.amount, s.due_at, clock.at
  from ${sqlOf(settlements)} s cross join clock where ${passes("s.auction")}
),
recorded as (
  insert into commands (user_id, command_id, fingerprint, outcome, created_at)
  select r.owner, r.command, r.fingerprint, r.outcome, clock.at
  from record r cross join clock where ${passes("r.auction")}
)
select ${epochMs("clock.at")} as at,
  (select json_agg(json_build_array(id, miss)) from missed) as misses,
  (select json_agg(json_build_object('userId', user_id, 'commandId', command_id, 'fingerprint', fingerprint,
    'outcome', outcome, 'at', ${epochMs("created_at")})) from known) as known
from clock`;

const UNIQUE_VIOLATION = "23505";

/** See EngineStore.commit. */
export const commitBatch = async (
  database: Database,
  clock: DatabaseClock,
  loadOutcomes: (keys: CommitBatch["commands"]) => Promise<KnownOutcome[]>,
  batch: CommitBatch,
): Promise<CommitResult> => {
  const sent = performance.now();
  let row: { at: number; misses: unknown; known: unknown } | undefined;
  try {
    [row] = await database.query<NonNullable<typeof row>>(statement, paramsOf(batch));
  } catch (error) {
    // Another node recorded one of these commands between this statement's start and its insert. Nothing was written.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    const misses = new Map<string, Miss>(batch.parts.map((part) => [part.auctionId, "repeated"]));
    return { at: clock.now(), changes: [], misses, known: await loadOutcomes(batch.commands) };
  }
  if (!row) throw new Error("the commit returned no row");
  clock.observe(sent, performance.now(), row.at);
  const misses = new Map(parsed<[string, Miss][]>(row.misses) ?? []);
  const changes: Change[] = [];
  for (const part of batch.parts) {
    if (!misses.has(part.auctionId)) changes.push(...part.changes);
  }
  // The only place where something becomes Committed.
  return { at: row.at, changes: changes as Committed<Change>[], misses, known: parsed(row.known) ?? [] };
};

/** One driver parses json, the other may not. */
const parsed = <T>(json: unknown): T | null => (typeof json === "string" ? JSON.parse(json) : json) as T | null;

const paramsOf = (batch: CommitBatch) => {
  const changes = batch.parts.flatMap((part) => part.changes);
  return [
    ...parts.params(
      batch.parts.map(({ auctionId, expectedRevision, gate, after, changes }) => ({
        id: auctionId,
        expected: expectedRevision,
        gate,
        changed: changes.length > 0,
        revision: after.revision,
        version: after.version,
        published: changes.length > 0 && changes[0]?.before.version !== after.version,
        status: after.status,
        price: after.priceMinor,
        leader: after.leader?.id ?? null,
        winner: after.winner?.id ?? null,
        bid_count: after.bidCount,
        starts_at: after.startsAt,
        ends_at: after.endsAt,
        paused_at: after.pausedAt,
        paused_until: after.pausedUntil,
        pause_reason: after.pauseReason,
      })),
    ),
    ...log.params(
      changes.map(({ after, events, actorId }) => ({
        auction: after.id,
        revision: after.revision,
        version: events.some(isPublic) ? after.version : null,
        events: JSON.stringify(events),
        actor: actorId,
      })),
    ),
    ...bids.params(changes.flatMap(bidRows)),
    ...maxima.params(batch.parts.flatMap(({ after, changes }) => maxBidRows(after, changes))),
    ...records.params(
      batch.commands.map(({ auctionId, userId, commandId, fingerprint, outcome }) => ({
        auction: auctionId,
        owner: userId,
        command: commandId,
        fingerprint,
        outcome: JSON.stringify(outcome),
      })),
    ),
    ...facts.params(
      batch.users.map(({ auctionId, userId, revision }) => ({ auction: auctionId, owner: userId, revision })),
    ),
    ...settlements.params(changes.flatMap(settlementRows)),
  ];
};

const bidRows = ({ after, events }: Change) =>
  events.flatMap((event) =>
    event.type === "BidPlaced"
      ? [
          {
            auction: after.id,
            number: event.number,
            bidder: event.bidder.id,
            amount: event.amountMinor,
            kind: event.kind,
          },
        ]
      : [],
  );

const settlementRows = ({ after, events }: Change) =>
  events.flatMap((event) =>
    event.type === "AuctionEnded" && event.winner && event.dueAt !== null
      ? [
          {
            id: randomUUID(),
            auction: after.id,
            winner: event.winner.id,
            amount: after.priceMinor,
            due_at: event.dueAt,
          },
        ]
      : [],
  );

/** The maxima that the part's changes touched, each once, as they stand after all of them. */
const maxBidRows = (after: AuctionState, changes: readonly Change[]) => {
  const touched = new Map<string, MaxBid | undefined>();
  for (const { before, events } of changes) {
    for (const event of events) {
      if (event.type === "MaxBidSet") touched.set(event.owner.id, after.maxBids.get(event.owner.id));
      else if (event.type === "BidPlaced" && event.kind === "auto") {
        touched.set(event.bidder.id, after.maxBids.get(event.bidder.id) ?? before.maxBids.get(event.bidder.id));
      } else if (event.type === "MaxBidCancelled") touched.set(event.ownerId, before.maxBids.get(event.ownerId));
    }
  }
  const rows = [];
  for (const [ownerId, maxBid] of touched) {
    // Set and cancelled within one batch: what was set is in one of the states between.
    const last = maxBid ?? changes.findLast((change) => change.after.maxBids.has(ownerId))?.after.maxBids.get(ownerId);
    if (!last) continue;
    rows.push({
      id: last.id,
      auction: after.id,
      owner: ownerId,
      amount: last.amountMinor,
      reached: last.reachedRevision,
      auto_count: last.autoBidCount,
      last_auto: last.lastAutoBidMinor,
      cancelled: !after.maxBids.has(ownerId),
    });
  }
  return rows;
};

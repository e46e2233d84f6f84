// The one statement that writes auctions. It locks the batch's auctions in id order, reads the clock, checks every
// part's fence (revision, time, users' facts, repeated commands), and writes the parts that pass: rows, log, bids,
// maxima, settlements, outcomes. A part that misses leaves nothing behind.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { isPublic } from "../auction/events.ts";
import type { AuctionState, MaxBid } from "../auction/state.ts";
import type { Change, CommitBatch, CommitResult, Committed, KnownOutcome, Miss } from "../engine/ports.ts";
import { RowSet } from "./arrays.ts";
import type { Database, Param } from "./database.ts";
import type { DatabaseClock } from "./database-clock.ts";
import { outcomeFromText, outcomeToText } from "./outcome-text.ts";

/**
 * An auction's and a person's uuid travel once a batch ($1 and $2); everything else names them by their places there,
 * from 1, in the columns `part`, `leader`, `actor`, `bidder`, `owner`, `person` and `winner`.
 */
const parts = new RowSet({
  expected: "int",
  gate: "token",
  revision: "int",
  version: "int",
  price: "bigint",
  leader: "int",
  bid_count: "int",
  /** What changes seldom; null where it stays. */
  life: "json",
});
/** Null where no decision rests on the person's facts. */
const people = new RowSet({ revision: "int" });
const facts = new RowSet({ part: "int", person: "int" });
const log = new RowSet({ part: "int", revision: "int", version: "int", events: "json", actor: "int" });
const bids = new RowSet({ part: "int", number: "int", bidder: "int", amount: "bigint", kind: "token" });
const maxima = new RowSet({
  id: "uuid",
  part: "int",
  owner: "int",
  amount: "bigint",
  reached: "int",
  auto_count: "int",
  last_auto: "bigint",
  cancelled: "boolean",
});
const records = new RowSet({ part: "int", owner: "int", command: "token", fingerprint: "token", outcome: "json text" });
const settlements = new RowSet({ id: "uuid", part: "int", winner: "int", amount: "bigint", due_at: "ms" });

const sets = [parts, people, facts, log, bids, maxima, records, settlements];
const sqlOf = (set: (typeof sets)[number]): string => {
  const before = sets.slice(0, sets.indexOf(set)).reduce((sum, one) => sum + one.width, 2);
  return set.sql(before + 1, set === parts || set === people ? "n" : undefined);
};

const epochMs = (expression: string): string => `(extract(epoch from ${expression}) * 1000)::bigint`;
const momentIn = (field: string): string =>
  `'epoch'::timestamptz + (p.life->>'${field}')::bigint * interval '1 millisecond'`;

// Shapes chosen so that no plan can pair every row with every other: what passes is "not in the (empty) misses", a
// place becomes its id by a look into an array, and stored rows are looked up one by one, each by its key (`lateral`,
// which `offset 0` and the locks keep as they are). A join's plan, made while the tables were empty, would read them whole.
const passes = (column: string): string => `${column} not in (select n from missed)`;
const auctionAt = (column: string): string => `(select auctions from ids)[${column}]`;
const personAt = (column: string): string => `(select people from ids)[${column}]`;
const lived = (column: string, value: string): string =>
  `${column} = case when p.life is null then a.${column} else ${value} end`;

const statement = `
with ids as materialized (
  select string_to_array($1::text, ',')::uuid[] as auctions, string_to_array($2::text, ',')::uuid[] as people
),
part as materialized (select ${auctionAt("n")} as id, p.* from ${sqlOf(parts)} p),
person as materialized (select ${personAt("n")} as id, p.* from ${sqlOf(people)} p),
locked as materialized (
  select p.*, a.stored_revision, a.stored_status, a.stored_end
  from (select * from part order by id) p cross join lateral (
    select revision as stored_revision, status as stored_status, ends_at as stored_end
    from auctions where id = p.id for no key update
  ) a
),
-- after the locks: a bid that waited for the closing one must not be dated before it
clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as at from (select count(*) from locked) l),
record as materialized (
  select r.part, ${personAt("r.owner")} as owner, r.command, r.fingerprint, r.outcome from ${sqlOf(records)} r
),
known as materialized (
  select r.part, c.user_id, c.command_id, c.fingerprint, c.outcome, c.created_at
  from record r cross join lateral (
    select * from commands where user_id = r.owner and command_id = r.command offset 0
  ) c
),
moved as materialized (
  select f.part from ${sqlOf(facts)} f where f.person in (
    select x.n from person x left join lateral (select revision from users where id = x.id offset 0) u on true
    where x.revision is not null and u.revision is distinct from x.revision
  )
),
verdict as (
  select p.n, p.id, case
    when p.stored_revision <> p.expected then 'stale'
    when p.n in (select part from known) then 'repeated'
    when p.n in (select part from moved) then 'facts'
    when p.gate = 'before-end' and clock.at >= p.stored_end then 'time'
    when p.gate = 'at-or-after-end' and clock.at < p.stored_end then 'time'
  end as miss
  from locked p cross join clock
  union all
  select n, id, 'gone' from part where n not in (select n from locked)
),
missed as materialized (select n, id, miss from verdict where miss is not null),
updated as (
  update auctions a set
    revision = p.revision, version = p.version, price_minor = p.price, leader_id = ${personAt("p.leader")},
    bid_count = p.bid_count, updated_at = case when p.version = a.version then a.updated_at else clock.at end,
    ${lived("status", "p.life->>'status'")}, ${lived("winner_id", "(p.life->>'winner')::uuid")},
    ${lived("starts_at", momentIn("startsAt"))}, ${lived("ends_at", momentIn("endsAt"))},
    ${lived("paused_at", momentIn("pausedAt"))}, ${lived("paused_until", momentIn("pausedUntil"))},
    ${lived("pause_reason", "p.life->>'pauseReason'")}
  from locked p cross join clock
  where a.id = p.id and p.revision <> p.expected and ${passes("p.n")}
),
logged as (
  insert into auction_events (auction_id, revision, version, events, actor_id, at)
  select ${auctionAt("e.part")}, e.revision, e.version, e.events, ${personAt("e.actor")}, clock.at
  from ${sqlOf(log)} e cross join clock where ${passes("e.part")}
),
bid as (
  insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
  select ${auctionAt("b.part")}, b.number, ${personAt("b.bidder")}, b.amount, b.kind, clock.at
  from ${sqlOf(bids)} b cross join clock where ${passes("b.part")}
),
maximum as (
  insert into max_bids as m (id, auction_id, user_id, amount_minor, reached_revision, auto_bid_count,
    last_auto_bid_minor, cancelled, created_at, updated_at)
  select x.id, ${auctionAt("x.part")}, ${personAt("x.owner")}, x.amount, x.reached, x.auto_count, x.last_auto,
    x.cancelled, clock.at, clock.at
  from ${sqlOf(maxima)} x cross join clock where ${passes("x.part")}
  on conflict (auction_id, user_id) do update set
    amount_minor = excluded.amount_minor, reached_revision = excluded.reached_revision,
    auto_bid_count = excluded.auto_bid_count, last_auto_bid_minor = excluded.last_auto_bid_minor,
    cancelled = excluded.cancelled, updated_at = excluded.updated_at
),
settlement_closed as (
  update settlements s set status = case when p.life->>'status' = 'sold' then 'paid' else 'void' end
  from locked p
  where p.stored_status in ('ended', 'sold') and p.life->>'status' <> p.stored_status
    and s.auction_id = p.id and s.status = 'open' and ${passes("p.n")}
),
settlement_opened as (
  insert into settlements (id, auction_id, winner_id, amount_minor, due_at, created_at)
  select s.id, ${auctionAt("s.part")}, ${personAt("s.winner")}, s.amount, s.due_at, clock.at
  from ${sqlOf(settlements)} s cross join clock where ${passes("s.part")}
),
recorded as (
  insert into commands (user_id, command_id, fingerprint, outcome, created_at)
  select r.owner, r.command, r.fingerprint, r.outcome, clock.at
  from record r cross join clock where ${passes("r.part")}
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
  const known = (parsed<KeptOutcome[]>(row.known) ?? []).map((kept) => ({
    ...kept,
    outcome: outcomeFromText(kept.outcome),
  }));
  return { at: row.at, changes: changes as Committed<Change>[], misses, known };
};

type KeptOutcome = Omit<KnownOutcome, "outcome"> & { readonly outcome: string };

/** One driver parses json, the other may not. */
const parsed = <T>(json: unknown): T | null => (typeof json === "string" ? JSON.parse(json) : json) as T | null;

/** Numbers what is named, from 1, in the order of the first mention. */
class Places {
  readonly #places = new Map<string, number>();

  of(id: string): number {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    this.#places.set(id, this.#places.size + 1);
    return this.#places.size;
  }

  get ids(): string[] {
    return [...this.#places.keys()];
  }
}

type RowOf<S> = S extends RowSet<infer C> ? { readonly [K in keyof C]: string | number | boolean | null } : never;

const paramsOf = (batch: CommitBatch): Param[] => {
  const auctions = new Places();
  const persons = new Places();
  const personOrNull = (id: string | null | undefined): number | null => (id ? persons.of(id) : null);
  const partRows: RowOf<typeof parts>[] = [];
  const factRows: RowOf<typeof facts>[] = [];
  const logRows: RowOf<typeof log>[] = [];
  const bidRows: RowOf<typeof bids>[] = [];
  const maximumRows: RowOf<typeof maxima>[] = [];
  const recordRows: RowOf<typeof records>[] = [];
  const settlementRows: RowOf<typeof settlements>[] = [];

  const addChange = (part: number, { after, events, actorId }: Change): void => {
    const version = events.some(isPublic) ? after.version : null;
    logRows.push({
      part,
      revision: after.revision,
      version,
      events: JSON.stringify(events),
      actor: personOrNull(actorId),
    });
    for (const event of events) {
      if (event.type === "BidPlaced") {
        const { number, amountMinor: amount, kind } = event;
        bidRows.push({ part, number, bidder: persons.of(event.bidder.id), amount, kind });
      } else if (event.type === "AuctionEnded" && event.winner && event.dueAt !== null) {
        const winner = persons.of(event.winner.id);
        settlementRows.push({ id: randomUUID(), part, winner, amount: after.priceMinor, due_at: event.dueAt });
      }
    }
  };

  for (const { auctionId, expectedRevision, gate, after, changes } of batch.parts) {
    const part = auctions.of(auctionId);
    partRows.push({
      expected: expectedRevision,
      gate,
      revision: after.revision,
      version: after.version,
      price: after.priceMinor,
      leader: personOrNull(after.leader?.id),
      bid_count: after.bidCount,
      life: changedLife(changes[0]?.before, after),
    });
    for (const change of changes) addChange(part, change);
    for (const { maxBid, isCancelled } of touchedMaxima(after, changes)) {
      maximumRows.push({
        id: maxBid.id,
        part,
        owner: persons.of(maxBid.owner.id),
        amount: maxBid.amountMinor,
        reached: maxBid.reachedRevision,
        auto_count: maxBid.autoBidCount,
        last_auto: maxBid.lastAutoBidMinor,
        cancelled: isCancelled,
      });
    }
  }
  for (const { auctionId, userId, commandId, fingerprint, outcome } of batch.commands) {
    const owner = persons.of(userId);
    const text = outcomeToText(outcome);
    recordRows.push({ part: auctions.of(auctionId), owner, command: commandId, fingerprint, outcome: text });
  }
  const revisions = new Map<string, number>();
  for (const { auctionId, userId, revision } of batch.users) {
    factRows.push({ part: auctions.of(auctionId), person: persons.of(userId) });
    revisions.set(userId, revision);
  }
  // Last: by now everybody has been mentioned.
  const personIds = persons.ids;
  const personRows = personIds.map((id) => ({ revision: revisions.get(id) ?? null }));
  return [
    auctions.ids.join(","),
    personIds.join(","),
    ...parts.params(partRows),
    ...people.params(personRows),
    ...facts.params(factRows),
    ...log.params(logRows),
    ...bids.params(bidRows),
    ...maxima.params(maximumRows),
    ...records.params(recordRows),
    ...settlements.params(settlementRows),
  ];
};

const changedLife = (before: AuctionState | undefined, after: AuctionState): string | null => {
  const stays =
    before === undefined ||
    (before.status === after.status &&
      before.endsAt === after.endsAt &&
      before.startsAt === after.startsAt &&
      before.winner?.id === after.winner?.id &&
      before.pausedAt === after.pausedAt &&
      before.pausedUntil === after.pausedUntil &&
      before.pauseReason === after.pauseReason);
  if (stays) return null;
  const { status, startsAt, endsAt, pausedAt, pausedUntil, pauseReason } = after;
  return JSON.stringify({
    status,
    winner: after.winner?.id ?? null,
    startsAt,
    endsAt,
    pausedAt,
    pausedUntil,
    pauseReason,
  });
};

/** The maxima that the part's changes touched, each once, as they stand after all of them. */
const touchedMaxima = (
  after: AuctionState,
  changes: readonly Change[],
): { readonly maxBid: MaxBid; readonly isCancelled: boolean }[] => {
  const touched = new Map<string, MaxBid | undefined>();
  for (const { before, events } of changes) {
    for (const event of events) {
      if (event.type === "MaxBidSet") touched.set(event.owner.id, after.maxBids.get(event.owner.id));
      else if (event.type === "BidPlaced" && event.kind === "auto") {
        touched.set(event.bidder.id, after.maxBids.get(event.bidder.id) ?? before.maxBids.get(event.bidder.id));
      } else if (event.type === "MaxBidCancelled") touched.set(event.ownerId, before.maxBids.get(event.ownerId));
    }
  }
  return [...touched].flatMap(([ownerId, maxBid]) => {
    // Set and cancelled within one batch: what was set is in one of the states between.
    const last = maxBid ?? changes.findLast((change) => change.after.maxBids.has(ownerId))?.after.maxBids.get(ownerId);
    return last ? { maxBid: last, isCancelled: !after.maxBids.has(ownerId) } : [];
  });
};

// The one statement that writes auctions. It locks the batch's auctions in id order, reads the clock, checks every
// part's fence (revision, time, users' facts, repeated commands), and writes the parts that pass: rows, log, bids,
// maxima, settlements, purchases, forfeits, mails, outcomes. A part that misses leaves nothing behind.
import { performance } from "node:perf_hooks";
import { BUY_IT_NOW_MIN_LEFT_MS } from "@jara/shared/bidding-rules";
import type { Change, CommitBatch, CommitResult, Committed, KnownOutcome, Miss } from "../engine/ports.ts";
import type { BatchKind, EncodedBatch } from "./commit-params.ts";
import {
  autoBids,
  closings,
  forfeits,
  mails,
  maxima,
  parts,
  people,
  purchases,
  settlements,
  sqlOf,
  steps,
} from "./commit-rows.ts";
import type { Database } from "./database.ts";
import type { DatabaseClock } from "./database-clock.ts";
import { outcomeFromText } from "./outcome-text.ts";
import { OUTBID_MAIL_EVERY_MS, type RecentMails } from "./recent-mails.ts";
import type { RepeatsMet } from "./repeats-met.ts";

const epochMs = (expression: string): string => `(extract(epoch from ${expression}) * 1000)::bigint`;
const momentAt = (ms: string): string => `'epoch'::timestamptz + (${ms})::bigint * interval '1 millisecond'`;
const momentIn = (field: string): string => momentAt(`p.life->>'${field}'`);
const LAST_HOUR = `interval '${BUY_IT_NOW_MIN_LEFT_MS} milliseconds'`;
const OUTBID_MAIL_EVERY = `interval '${OUTBID_MAIL_EVERY_MS} milliseconds'`;

// Shapes chosen so that no plan can pair every row with every other: what passes is "not in the (empty) misses", a
// place becomes its id by a look into an array, and stored rows are looked up one by one, each by its key (`lateral`,
// which `offset 0` and the locks keep as they are). A join's plan, made while the tables were empty, would read them whole.
const passes = (column: string): string => `${column} not in (select n from missed)`;
const auctionAt = (column: string): string => `(select auctions from ids)[${column}]`;
const personAt = (column: string): string => `(select people from ids)[${column}]`;
/** Asked once, before anything is read: hardly any batch has such rows. */
const areAny = (rows: string): string => `(select count(*) > 0 from ${rows})`;
const lived = (column: string, value: string): string =>
  `${column} = case when p.life is null then a.${column} else ${value} end`;

const edited = (column: string, value: string): string =>
  `${column} = case when p.terms is null then a.${column} else ${value} end`;

const lifeAndTerms = `
    ${lived("status", "p.life->>'status'")}, ${lived("winner_id", "(p.life->>'winner')::uuid")},
    ${lived("starts_at", momentIn("startsAt"))}, ${lived("ends_at", momentIn("endsAt"))},
    ${lived("paused_at", momentIn("pausedAt"))}, ${lived("paused_until", momentIn("pausedUntil"))},
    ${lived("pause_reason", "p.life->>'pauseReason'")}, ${lived("is_end_set", "(p.life->>'isEndSet')::boolean")},
    ${lived("removed_at", "case when (p.life->>'isRemoved')::boolean then coalesce(a.removed_at, clock.at) end")},
    ${edited("title", "p.terms->>'title'")}, ${edited("description", "p.terms->>'description'")},
    ${edited("categories", "array(select json_array_elements_text(p.terms->'categories'))")},
    ${edited("condition", "p.terms->>'condition'")}, ${edited("location", "p.terms->>'location'")},
    ${edited("media", "(p.terms->>'media')::jsonb")}, ${edited("currency", "p.terms->>'currency'")},
    ${edited("starting_price_minor", "(p.terms->>'startingPriceMinor')::bigint")},
    ${edited("increment_minor", "(p.terms->>'incrementMinor')::bigint")},
    ${edited("reserve_minor", "(p.terms->>'reserveMinor')::bigint")},
    ${edited("buy_it_now_minor", "(p.terms->>'buyItNowMinor')::bigint")}`;

/** What standing maxima did, and the mails that tell of it. */
const contestParts = `
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
mailed as (
  insert into outbox (id, kind, data, to_address, user_id, auction_id, due_at, created_at)
  select gen_random_uuid(), m.kind, m.data, u.email, u.id, ${auctionAt("m.part")}, clock.at, clock.at
  from ${sqlOf(mails)} m cross join clock cross join lateral (
    select id, email from users where id = ${personAt("m.person")} and (
      m.kind <> 'outbid' or wants_outbid_mail and email_verified_at is not null and not exists (
        select from outbox o where o.user_id = users.id and o.auction_id = ${auctionAt("m.part")} and o.kind = 'outbid'
          and o.created_at > clock.at - ${OUTBID_MAIL_EVERY} offset 0
      )
    ) offset 0
  ) u
  where ${passes("m.part")}
  returning kind, user_id, auction_id
),`;

/** Settlements, purchases, forfeits and what administrators did about them. */
const rareParts = `
closing as materialized (
  select x.id, ${auctionAt("x.part")} as auction_id, ${personAt("x.winner")} as winner_id, x.closing
  from ${sqlOf(closings)} x where ${passes("x.part")}
),
settlement_closed as (
  update settlements s set status = x.closing->>'status', closed_at = clock.at, note = x.closing->>'note',
    closed_by = (x.closing->>'actor')::uuid
  from closing x cross join clock where s.id = x.id and ${areAny("closing")}
),
settlement_opened as (
  insert into settlements (id, auction_id, winner_id, amount_minor, due_at, created_at)
  select s.id, ${auctionAt("s.part")}, ${personAt("s.winner")}, s.amount, s.due_at, clock.at
  from ${sqlOf(settlements)} s cross join clock where ${passes("s.part")}
),
purchase as materialized (
  select x.id, ${auctionAt("x.part")} as auction_id, ${personAt("x.buyer")} as buyer_id, x.purchase
  from ${sqlOf(purchases)} x where ${passes("x.part")}
),
purchase_opened as (
  insert into purchases (id, auction_id, buyer_id, price_minor, fee_minor, status, deadline_at, created_at)
  select x.id, x.auction_id, x.buyer_id, (x.purchase->>'price')::bigint, (x.purchase->>'fee')::bigint, 'pending',
    ${momentAt("x.purchase->>'deadline'")}, clock.at
  from purchase x cross join clock where x.purchase->>'status' = 'pending'
),
purchase_closed as (
  update purchases p set status = x.purchase->>'status', closed_at = clock.at, note = x.purchase->>'note',
    closed_by = (x.purchase->>'actor')::uuid, is_waived = coalesce((x.purchase->>'isWaived')::boolean, false)
  from purchase x cross join clock where p.id = x.id and x.purchase->>'status' <> 'pending' and ${areAny("purchase")}
),
-- what administrators did about payments
acted as (
  insert into admin_actions (id, actor_id, action, user_id, auction_id, details, at)
  select gen_random_uuid(), (c.closing->>'actor')::uuid, 'payment ' || (c.closing->>'status'), c.user_id, c.auction_id,
    json_build_object(c.kind, c.id, 'note', c.closing->>'note'), clock.at
  from (
    select id, 'settlementId' as kind, winner_id as user_id, auction_id, closing from closing
    union all
    select id, 'purchaseId', buyer_id, auction_id, case when purchase->>'isWaived' is null then purchase
      else json_build_object('status', 'waived', 'actor', purchase->>'actor', 'note', purchase->>'note') end
    from purchase
  ) c cross join clock where c.closing->>'actor' is not null
),
forfeit as materialized (
  select f.id, ${auctionAt("f.part")} as auction_id, ${personAt("f.payer")} as user_id, f.amount, f.cause
  from ${sqlOf(forfeits)} f where ${passes("f.part")}
),
-- locked in id order, as every statement does that writes several balances
payer as materialized (
  select u.id, f.total from (select user_id, sum(amount)::bigint as total from forfeit group by user_id order by user_id) f
  cross join lateral (select id from users where id = f.user_id for no key update) u
),
balance as (
  update users u set balance_minor = u.balance_minor - p.total, revision = u.revision + 1
  from payer p where u.id = p.id and ${areAny("payer")} returning u.id, u.balance_minor
),
-- dated after the lock, so that entries of several statements are in the order of their balances
entry as (
  insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, auction_id, created_at)
  select f.id, f.user_id, -f.amount, b.balance_minor + sum(f.amount) over (partition by f.user_id)
    - sum(f.amount) over (partition by f.user_id order by f.id), f.cause, f.auction_id, clock_timestamp()
  from forfeit f join balance b on b.id = f.user_id
),`;

/** Commands carried out before, with their outcomes: a look into an index for each, a tenth of what a bid costs. */
const repeats = `
known as materialized (
  select s.part, c.user_id, c.command_id, c.fingerprint, c.outcome, c.created_at
  from step s cross join lateral (
    select * from command_outcomes where user_id = s.owner_id and command_id = s.command offset 0
  ) c
),`;

const outbidAsJson = `(select json_agg(json_build_array(user_id, auction_id)) from mailed where kind = 'outbid')`;
const balancesAsJson = "(select json_agg(json_build_array(id, balance_minor)) from balance)";
const knownAsJson = `(select json_agg(json_build_object('userId', user_id, 'commandId', command_id,
  'fingerprint', fingerprint, 'outcome', outcome, 'at', ${epochMs("created_at")})) from known)`;

interface Shape {
  /** What it cannot hold is left out of the statement: of one bid alone, most of the time goes into beginning it. */
  readonly kind: BatchKind;
  /** Without looking for them, one repeated command fails the whole statement, by the key of `commands`. */
  readonly looksForRepeats: boolean;
}

const statementOf = ({ kind, looksForRepeats }: Shape): string => {
  const ifContests = (sql: string): string => (kind === "bids" ? "" : sql);
  const ifAnything = (sql: string): string => (kind === "anything" ? sql : "");
  const ifLooking = (sql: string): string => (looksForRepeats ? sql : "");
  return `
with ids as materialized (
  select string_to_array($1::text, ',')::uuid[] as auctions, string_to_array($2::text, ',')::uuid[] as people
),
part as materialized (select ${auctionAt("n")} as id, p.* from ${sqlOf(parts)} p),
person as materialized (select ${personAt("n")} as id, p.* from ${sqlOf(people)} p),
locked as materialized (
  select p.*, a.stored_revision, a.stored_end, a.stored_deadline, a.stored_increment
  from (select * from part order by id) p cross join lateral (
    select revision as stored_revision, ends_at as stored_end, paused_until as stored_deadline,
      increment_minor as stored_increment
    from auctions where id = p.id for no key update
  ) a
),
-- after the locks: a bid that waited for the closing one must not be dated before it. With the ends and increments that
-- every bid of the batch met, by the fence; an auction that is gone keeps its place.
clock as materialized (
  select date_trunc('milliseconds', clock_timestamp()) as at, ends, increments from (
    select array_agg(l.stored_end order by p.n) as ends, array_agg(l.stored_increment order by p.n) as increments
    from part p left join locked l on l.n = p.n
  ) l
),
step as materialized (
  select ${auctionAt("s.part")} as auction_id, ${personAt("s.owner")} as owner_id, s.* from ${sqlOf(steps)} s
),
${ifLooking(repeats)}
moved as materialized (
  select part from step where owner in (
    select x.n from person x left join lateral (select revision from users where id = x.id offset 0) u on true
    where x.revision is not null and u.revision is distinct from x.revision
  )
),
verdict as (
  select p.n, p.id, case
    when p.stored_revision <> p.expected then 'stale'
${ifLooking("    when p.n in (select part from known) then 'repeated'")}
    when p.n in (select part from moved) then 'facts'
    when p.gate = 'before-end' and clock.at >= p.stored_end then 'time'
    when p.gate = 'at-or-after-end' and clock.at < p.stored_end then 'time'
    when p.gate = 'before-last-hour' and clock.at >= p.stored_end - ${LAST_HOUR} then 'time'
    when p.gate = 'in-last-hour' and (clock.at < p.stored_end - ${LAST_HOUR} or clock.at >= p.stored_end) then 'time'
    when p.gate = 'before-deadline' and clock.at >= p.stored_deadline then 'time'
    when p.gate = 'at-or-after-deadline' and clock.at < p.stored_deadline then 'time'
  end as miss
  from locked p cross join clock
  union all
  select n, id, 'gone' from part where n not in (select n from locked)
),
missed as materialized (select n, id, miss from verdict where miss is not null),
updated as (
  update auctions a set
    revision = p.revision, version = p.version, price_minor = p.price, leader_id = ${personAt("p.leader")},
    bid_count = p.bid_count, updated_at = case when p.version = a.version then a.updated_at else clock.at end
    ${ifAnything(`, ${lifeAndTerms}`)}
  from locked p cross join clock
  where a.id = p.id and p.revision <> p.expected and ${passes("p.n")}
),
logged as (
  insert into auction_events (auction_id, revision, version, events, actor_id, at)
  select s.auction_id, s.revision, s.version, s.events, s.owner_id, clock.at
  from step s cross join clock where s.revision is not null and ${passes("s.part")}
),
bid as (
  insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
  select s.auction_id, s.number, s.owner_id, s.amount, 'manual', clock.at
  from step s cross join clock where s.number is not null and ${passes("s.part")}
${ifContests(`
  union all
  select ${auctionAt("b.part")}, b.number, ${personAt("b.bidder")}, b.amount, 'auto', clock.at
  from ${sqlOf(autoBids)} b cross join clock where ${passes("b.part")}
`)}
),
${ifContests(contestParts)}
${ifAnything(rareParts)}
recorded as (
  insert into commands (user_id, command_id, fingerprint, outcome, created_at, auction_id, revision, ends_at,
    increment_minor)
  select s.owner_id, s.command, s.fingerprint, s.outcome, clock.at, s.auction_id, s.revision,
    clock.ends[s.part], clock.increments[s.part]
  from step s cross join clock where s.command is not null and ${passes("s.part")}
)
select ${epochMs("clock.at")} as at,
  (select json_agg(json_build_array(id, miss)) from missed) as misses,
  ${ifLooking(knownAsJson) || "null"} as known,
  ${ifAnything(balancesAsJson) || "null"} as balances,
  ${ifContests(outbidAsJson) || "null"} as outbid
from clock`;
};

const statementsOf = (looksForRepeats: boolean): Readonly<Record<BatchKind, string>> => ({
  bids: statementOf({ kind: "bids", looksForRepeats }),
  contests: statementOf({ kind: "contests", looksForRepeats }),
  anything: statementOf({ kind: "anything", looksForRepeats }),
});
const looking = statementsOf(true);
const trusting = statementsOf(false);

const UNIQUE_VIOLATION = "23505";

/** See EngineStore.commit. */
export const commitBatch = async (
  database: Database,
  clock: DatabaseClock,
  recent: RecentMails,
  loadOutcomes: (keys: CommitBatch["commands"]) => Promise<KnownOutcome[]>,
  repeatsMet: RepeatsMet,
  batch: CommitBatch,
  { kind, params }: EncodedBatch,
): Promise<CommitResult> => {
  const sent = performance.now();
  const statement = (repeatsMet.lately ? looking : trusting)[kind];
  let row: { at: number; misses: unknown; known: unknown; balances: unknown; outbid: unknown } | undefined;
  try {
    [row] = await database.query<NonNullable<typeof row>>(statement, params);
  } catch (error) {
    // One of these commands was carried out before, perhaps by another node this moment. Nothing was written.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    repeatsMet.note();
    const misses = new Map<string, Miss>(batch.parts.map((part) => [part.auctionId, "repeated"]));
    return { at: clock.now(), changes: [], misses, known: await loadOutcomes(batch.commands), balances: new Map() };
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
  if (known.length > 0) repeatsMet.note();
  for (const [userId, auctionId] of parsed<[string, string][]>(row.outbid) ?? []) recent.told(auctionId, userId);
  const balances = new Map(parsed<[string, number][]>(row.balances) ?? []);
  return { at: row.at, changes: changes as Committed<Change>[], misses, known, balances };
};

type KeptOutcome = Omit<KnownOutcome, "outcome"> & { readonly outcome: string };

/** One driver parses json, the other may not. */
const parsed = <T>(json: unknown): T | null => (typeof json === "string" ? JSON.parse(json) : json) as T | null;

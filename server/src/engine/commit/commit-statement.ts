// The text of the one statement that changes auctions, in the shapes that a batch may need. It locks the batch's
// auctions in id order, reads the clock, checks every part's fence (revision, time, users' facts, repeated commands),
// and writes the parts that pass: rows, log, bids, maxima, settlements, purchases, forfeits, outcomes. A part
// that misses must leave nothing behind. It is long because the parts refer to each other by name and must be read in
// their order.
import { MOVED_END } from "./commit-fields.ts";
import { factsRevision, holdParts, sumOfFacts } from "./commit-holds.ts";
import {
  auction,
  bid,
  command,
  currentVersionOf,
  entry,
  event,
  known,
  knownAsJson,
  listOf,
  payment,
  purchase,
  relisting,
  settlement,
  user,
} from "./commit-names.ts";
import type { BatchKind } from "./commit-params.ts";
import { autoBids, debts, parts, payers, payments, postings, sqlOf, steps } from "./commit-rows.ts";
import { contestParts } from "./contest-parts.ts";
import { rareParts } from "./rare-parts.ts";
import {
  auctionAt,
  endsAt,
  epochMs,
  MOST_BACK,
  momentAt,
  momentIn,
  notBefore,
  passes,
  personAt,
} from "./sql-expressions.ts";

/**
 * The people whose facts decisions used. They are the first of `people`; `revisions` has the revision of each, and the
 * others of `people` are only named.
 */
const PEOPLE_WITH_FACTS = "people[1:cardinality(revisions)]";

const lived = (column: keyof typeof auction, value: string): string =>
  `${auction[column]} = case when p.life is null then a.${auction[column]} else ${value} end`;

const edited = (column: keyof typeof auction, value: string): string =>
  `${auction[column]} = case when p.terms is null then a.${auction[column]} else ${value} end`;

const lifeAndTerms = `
    ${lived("status", "p.life->>'status'")}, ${lived("isUpcoming", "(p.life->>'isUpcoming')::boolean")},
    ${lived("winnerId", "(p.life->>'winner')::uuid")},
    ${lived("startsAt", momentIn("startsAt"))}, ${lived("endsAt", endsAt("p"))},
    ${lived("extendedFrom", momentIn("extendedFrom"))}, ${lived("scheduledEndsAt", momentIn("scheduledEndsAt"))},
    ${lived("voidedBidCount", "(p.life->>'voidedBidCount')::int")},
    ${lived("barredIds", "array(select json_array_elements_text(p.life->'barred'))::uuid[]")},
    ${lived("forfeitedPurchases", "(p.life->>'forfeitedPurchases')::int")},
    ${lived("pausedAt", momentIn("pausedAt"))}, ${lived("pausedUntil", momentIn("pausedUntil"))},
    ${lived("endedAt", momentIn("endedAt"))}, ${lived("pauseReason", "p.life->>'pauseReason'")}, ${lived("statusReason", "p.life->>'statusReason'")},
    ${lived("isEndSet", "(p.life->>'isEndSet')::boolean")},
    ${lived("rules", "(p.life->>'rules')::jsonb")}, ${lived("increments", "(p.life->>'increments')::jsonb")},
    ${lived("removedAt", `case when (p.life->>'isRemoved')::boolean then coalesce(a.${auction.removedAt}, clock.at) end`)},
    ${edited("title", "p.terms->>'title'")}, ${edited("description", "p.terms->>'description'")},
    ${edited("categories", "array(select json_array_elements_text(p.terms->'categories'))")},
    ${edited("condition", "p.terms->>'condition'")}, ${edited("location", "p.terms->>'location'")},
    ${edited("addenda", "coalesce((p.terms->>'addenda')::jsonb, '[]')")},
    ${edited("conditionReport", "(p.terms->>'conditionReport')::jsonb")},
    ${edited("details", "(p.terms->>'details')::jsonb")},
    ${edited("media", "(p.terms->>'media')::jsonb")}, ${edited("currency", "p.terms->>'currency'")},
    ${edited("startingPriceMinor", "(p.terms->>'startingPriceMinor')::bigint")},
    ${edited("incrementMinor", "(p.terms->>'incrementMinor')::bigint")},
    ${edited("reserveMinor", "(p.terms->>'reserveMinor')::bigint")},
    ${edited("buyItNowMinor", "(p.terms->>'buyItNowMinor')::bigint")},
    ${edited("softCloseSeconds", "(p.terms->'softClose'->>'windowSeconds')::int")},
    ${edited("softCloseCapMinutes", "(p.terms->'softClose'->>'capMinutes')::int")},
    ${edited("contentVersion", "(p.terms->>'contentVersion')::int")},
    ${edited("fullVersion", "(p.terms->>'fullVersion')::int")},
    ${edited("contentChangedAt", momentAt("p.terms->>'contentChangedAt'"))}`;

/**
 * A refused command leaves no row (0022-rows-that-stay-bounded.md). Every other step without a fingerprint has a
 * change.
 */
const isRefused = "s.fingerprint is null and s.revision is null";

/**
 * Finds commands that were executed before, with their outcomes. The index lookup for each costs a tenth of a bid.
 * Refused commands are always looked up, because another node may have accepted the same command, and a refusal writes
 * no row whose key would reveal that.
 */
const repeats = (which: string): string => `
known as materialized (
  select s.part, c.*
  from step s cross join lateral (
    select * from ${known.table} where ${known.userId} = s.owner_id and ${known.commandId} = s.command offset 0
  ) c where ${which}
),`;

/**
 * An end that soft close moved is known only from the commit's time; until then the log's text has the placeholder
 * MOVED_END in its place. The search includes the key, because no text that people write can contain it: their quotes
 * are escaped.
 */
const movedEnd = `"endsAt":"${MOVED_END}"`;
const eventsWithEnd = `case when strpos(s.events::text, '${movedEnd}') = 0 then s.events
    else replace(s.events::text, '${movedEnd}',
      '"endsAt":' || (select ${epochMs(endsAt("l"))}::text from locked l where l.n = s.part))::json end`;

const balancesAsJson = `(select json_agg(json_build_array(${listOf(user, "id", "balanceMinor")}))
  from balance where total <> 0)`;
const allKnown = `(select json_agg(${knownAsJson(epochMs)}) from known)`;

/**
 * Locks the accounts whose balance the parts use or move, after the auctions and in id order, as every statement does
 * that writes several balances. The lock comes before the check of the revisions, because another node may be moving
 * the same person's money at this moment. A buyer may pay nothing, but decisions depend on the number of open
 * purchases, so the account's revision moves too. Where bids reserve money, the holds are locked before the accounts,
 * by every statement.
 */
const lockedPayers = (reserves: boolean): string => `
locked_payer as materialized (
  select u.id, u.revision from (
    select ${personAt("x.person")} as id from (
      select person from ${sqlOf(payers)} p union
      select person from ${sqlOf(debts)} d where d.debt->>'kind' = 'buy-it-now'
    ) x cross join clock${reserves ? " cross join (select count(*) from part_with_stale_hold) u" : ""} order by 1
  ) p cross join lateral (
    select a.${user.id} as id, ${factsRevision("a", reserves)} as revision from ${user.table} a
    where a.${user.id} = p.id for no key update
  ) u
),`;

/**
 * Parts with an online payment that is booked already, towards a settlement or to a balance. No unique key covers both
 * tables; the lock of the auction keeps two nodes from booking one payment at the same moment.
 */
const booked = `
reported as materialized (
  select part, payment->>'reference' as reference from ${sqlOf(payments)} x where payment->>'method' = 'online'
  union select part, reference from ${sqlOf(postings)} m where reference is not null
),
booked as materialized (
  select r.part from reported r where exists (
    select from ${payment.table} where ${payment.method} = 'online' and ${payment.reference} = r.reference
  ) or exists (select from ${entry.table} where ${entry.reference} = r.reference)
),`;

/**
 * The parts that take a sale back whose lot was handed over. A handover does not touch the auction, so the debt's row
 * is locked and read as it is now. People are locked before debts, by every statement.
 */
const handedOver = `
undoing as materialized (
  select d.part, d.id, d.debt->>'kind' as kind from ${sqlOf(debts)} d cross join (select count(*) from locked_payer) l
  where (d.debt->>'undoesSale')::boolean order by d.id
),
handed_over as materialized (
  select u.part from undoing u cross join lateral (
    select s.${settlement.handedOverAt} as at from ${settlement.table} s
    where s.${settlement.id} = u.id and u.kind = 'win' for no key update
  ) s where s.at is not null
  union all
  select u.part from undoing u cross join lateral (
    select s.${purchase.handedOverAt} as at from ${purchase.table} s
    where s.${purchase.id} = u.id and u.kind = 'buy-it-now' for no key update
  ) s where s.at is not null
),`;

/**
 * Finds the parts that put a relisted lot up for sale again, so that they miss. The statement cannot see a copy that
 * was committed after the statement began. So relisting also writes a new version of the old lot's row
 * (create-auction.ts), and a part misses too if the locked version is not the one that the statement sees.
 */
const relisted = `
relisted as materialized (
  select l.n as part from locked l cross join lateral (
    select xmin from ${auction.table} where ${auction.id} = l.id for no key update
  ) newest
  where (l.life->>'isForSaleAgain')::boolean and (
    newest.xmin::text <> (select seen.xmin::text from ${auction.table} seen where seen.${auction.id} = l.id)
    or exists (
      with recursive copies as (
        select ${relisting.auctionId} as id from ${relisting.table} where ${relisting.relistedFrom} = l.id
        union all
        select r.${relisting.auctionId} from copies join ${relisting.table} r on r.${relisting.relistedFrom} = copies.id
      )
      select from copies join ${auction.table} c on c.${auction.id} = copies.id where c.${auction.removedAt} is null)
  )
),`;

/** A lot takes only the rules and the increment table that are in force, even if this node knew older ones. */
const rulesChanged = `    when p.life->>'rulesVersion' is not null and (p.life->>'rulesVersion')::int <> ${currentVersionOf("lot-rules")}
      then 'facts'
    when p.life->>'incrementsVersion' is not null
      and (p.life->>'incrementsVersion')::int <> ${currentVersionOf("increments")} then 'facts'`;

/** The parts with an auto-bid of somebody with too many unpaid wins (rule 18). */
const barred = `  union
  select b.part from (select distinct part, bidder, unpaid from ${sqlOf(autoBids)} x) b where (
    select count(*) from ${settlement.table} s where s.${settlement.winnerId} = ${personAt("b.bidder")}
      and s.${settlement.status} = 'forfeited' and s.${settlement.pardonedAt} is null
  ) >= b.unpaid`;

/** The parts that use or move the money of somebody whose facts have changed. */
const paying = `  union
  select x.part from ${sqlOf(payers)} x join locked_payer l on l.id = ${personAt("x.person")}
  where l.revision <> (select revisions from ids)[x.person]`;

/**
 * If one part misses, the other parts that were decided on the same person's money miss too, and so on from each of
 * these.
 */
const together = `
payer_of as materialized (select x.part, x.person from ${sqlOf(payers)} x),
alone as materialized (select n, id, miss from verdict where miss is not null),
drawn_in (n) as (
  select n from alone
  union
  select other.part from drawn_in d join payer_of own on own.part = d.n join payer_of other on other.person = own.person
),
missed as materialized (
  select n, id, miss from alone
  union all
  select n, id, 'facts' from part where n not in (select n from alone) and n in (select n from drawn_in)
),`;

interface Shape {
  /**
   * The statement omits what a batch of this kind cannot hold, because most of a single bid's time goes into starting
   * the statement.
   */
  readonly kind: BatchKind;
  /**
   * Selects the commands that are checked for an earlier execution. Without the check, a repeated accepted command
   * violates the key of `commands` and fails the whole statement. A repeated refused command has no such key.
   */
  readonly looksFor: "all" | "refused" | "none";
  /** Is true if bids reserve money. */
  readonly reserves: boolean;
}

/** The functions return their text if a statement of the shape has it, else nothing. */
const optionalIn = ({ kind, looksFor, reserves }: Shape) => ({
  ifReserving: (sql: string): string => (reserves ? sql : ""),
  ifLooking: (sql: string): string => (looksFor === "none" ? "" : sql),
  ifContests: (sql: string): string => (kind === "bids" ? "" : sql),
  ifAnything: (sql: string): string => (kind === "anything" ? sql : ""),
});

const statementOf = (shape: Shape): string => `
with ${shape.kind === "anything" ? "recursive " : ""}${lockParts}
${factsParts(shape)}
${verdictParts(shape)}
${writeParts(shape)}
${answerPart(shape)}`;

/** Locks the batch's auctions, and reads the clock. */
const lockParts = `ids as materialized (
  select string_to_array($1::text, ',')::uuid[] as auctions, string_to_array($2::text, ',')::uuid[] as people,
    $3::text::int[] as revisions
),
part as materialized (select ${auctionAt("n")} as id, p.* from ${sqlOf(parts)} p),
locked as materialized (
  select p.*, a.stored_revision, a.stored_end, a.stored_pause, a.stored_increment, a.stored_at, a.stored_version
  from (select * from part order by id) p cross join lateral (
    select ${auction.revision} as stored_revision, ${auction.endsAt} as stored_end,
      ${auction.pausedUntil} as stored_pause, ${auction.incrementMinor} as stored_increment,
      greatest(${auction.updatedAt}, ${auction.changedAt}) as stored_at, ${auction.version} as stored_version
    from ${auction.table} where ${auction.id} = p.id for no key update
  ) a
),
-- Read the clock after the locks, because a bid that waited for a close must not have an earlier time than the close.
-- \`read_at\` is the clock's time, and \`at\` the time of all changes of the batch. While the clock is behind, a batch
-- takes the next millisecond only if it has a public change. Otherwise the time of the next public change would reveal
-- how many hidden ones came before it.
-- The fence ensures that the batch's bids were decided on these ends and increments. A deleted auction keeps its position.
clock as materialized (
  select at, ${epochMs("at")} as at_ms, read_at, ends, increments from (
    select ${notBefore("last", "read_at", "last + is_public::int * interval '1 millisecond'")} as at, read_at, ends, increments
    from (
      select clock_now() as read_at, last, is_public, ends, increments from (
        select array_agg(l.stored_end order by p.n) as ends, array_agg(l.stored_increment order by p.n) as increments,
          max(l.stored_at) filter (where l.stored_at <= clock_now() + ${MOST_BACK}) as last,
          coalesce(bool_or(l.version <> l.stored_version), false) as is_public
        from part p left join locked l on l.n = p.n
      ) l offset 0
    ) r
  ) c
),
step as materialized (
  select ${auctionAt("s.part")} as auction_id, ${personAt("s.owner")} as owner_id, s.* from ${sqlOf(steps)} s
),`;

/** Finds the parts with commands that were executed before, and with facts that have changed. */
const factsParts = (shape: Shape): string => {
  const { ifReserving, ifLooking, ifContests, ifAnything } = optionalIn(shape);
  return `${ifLooking(repeats(shape.looksFor === "all" ? "true" : isRefused))}
-- One comparison of sums for the whole batch, because hardly any batch meets changed facts. No revision ever decreases, so
-- the sums are equal only if each revision is.
facts as materialized (
  select (cardinality(revisions)::bigint, (select sum(revision) from unnest(revisions) as revision)) is distinct from (
    select (count(*), ${sumOfFacts("u", PEOPLE_WITH_FACTS, shape.reserves)}) from ${user.table} u
    where u.${user.id} = any(${PEOPLE_WITH_FACTS})
  ) as have_changed from ids
),${ifReserving(holdParts(shape.kind, personAt))}
${ifAnything(booked)}
${ifAnything(lockedPayers(shape.reserves))}
${ifAnything(handedOver)}
${ifAnything(relisted)}
moved as materialized (
  select part from step where (select have_changed from facts) and owner_id in (
    select x.id from (select unnest(people) as id, unnest(revisions) as revision from ids) x
      left join lateral (
        select ${factsRevision("a", shape.reserves)} as stored from ${user.table} a where a.${user.id} = x.id offset 0
      ) u on true
    where x.revision is not null and u.stored is distinct from x.revision
  )
${ifContests(barred)}
${ifAnything(paying)}${ifReserving("  union select part from part_with_stale_hold")}
),`;
};

/** Names the parts that miss, each with the reason. */
const verdictParts = (shape: Shape): string => {
  const { ifLooking, ifAnything } = optionalIn(shape);
  return `verdict as (
  select p.n, p.id, case
    when p.stored_revision <> p.expected or p.stored_end <> p.ends_at or p.stored_pause is distinct from p.paused_until
      then 'stale'
${ifLooking("    when p.n in (select part from known) then 'repeated'")}
${ifAnything("    when p.n in (select part from booked) then 'repeated'")}
    when p.n in (select part from moved) then 'facts'
${ifAnything("    when p.n in (select part from handed_over) then 'facts'")}
${ifAnything("    when p.n in (select part from relisted) then 'facts'")}
${ifAnything(rulesChanged)}
    when clock.at_ms < p.from_ms or clock.at_ms >= p.until_ms then 'time'
  end as miss
  from locked p cross join clock
  union all
  select n, id, 'gone' from part where n not in (select n from locked)
),
${ifAnything(together) || "missed as materialized (select n, id, miss from verdict where miss is not null),"}`;
};

/** Writes the parts that pass. */
const writeParts = (shape: Shape): string => {
  const { ifContests, ifAnything } = optionalIn(shape);
  return `updated as (
  update ${auction.table} a set
    ${auction.revision} = p.revision, ${auction.version} = p.version, ${auction.priceMinor} = p.price,
    ${auction.leaderId} = ${personAt("p.leader")}, ${auction.bidCount} = p.bid_count,
    ${auction.updatedAt} = case when p.version = a.${auction.version} then a.${auction.updatedAt} else clock.at end,
    ${auction.changedAt} = clock.at
    ${ifAnything(`, ${lifeAndTerms}`)}
  from locked p cross join clock
  where a.${auction.id} = p.id and p.revision <> p.expected and ${passes("p.n")}
),
logged as (
  insert into ${event.table} (${listOf(event, "auctionId", "revision", "version", "events", "actorId", "at")})
  select s.auction_id, s.revision, s.version, ${ifAnything(eventsWithEnd) || "s.events"}, s.owner_id, clock.at
  from step s cross join clock where s.revision is not null and ${passes("s.part")}
),
bid as (
  insert into ${bid.table} (${listOf(bid, "auctionId", "number", "bidderId", "amountMinor", "kind", "createdAt")})
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
  insert into ${command.table} (${listOf(command, "userId", "commandId", "fingerprint", "outcome", "createdAt")},
    ${listOf(command, "auctionId", "revision", "endsAt", "incrementMinor", "contentVersion")})
  select s.owner_id, s.command, s.fingerprint, s.outcome, clock.at, s.auction_id, s.revision,
    clock.ends[s.part], clock.increments[s.part], s.content
  from step s cross join clock where s.command is not null and not (${isRefused}) and ${passes("s.part")}
)`;
};

/** Reads what the statement returns. */
const answerPart = (shape: Shape): string => {
  const { ifLooking, ifAnything } = optionalIn(shape);
  return `select ${epochMs("clock.at")} as at, ${epochMs("clock.read_at")} as "readAt",
  (select json_agg(json_build_array(id, miss)) from missed) as misses,
  ${ifLooking(allKnown) || "null"} as known,
  ${ifAnything(balancesAsJson) || "null"} as balances
from clock`;
};

const statementsOf = (looksFor: Shape["looksFor"], reserves: boolean): Readonly<Record<BatchKind, string>> => ({
  bids: statementOf({ kind: "bids", looksFor, reserves }),
  contests: statementOf({ kind: "contests", looksFor, reserves }),
  anything: statementOf({ kind: "anything", looksFor, reserves }),
});
const allStatements = (reserves: boolean) => ({
  all: statementsOf("all", reserves),
  refused: statementsOf("refused", reserves),
  none: statementsOf("none", reserves),
});
export const statements = { check: allStatements(false), hold: allStatements(true) };

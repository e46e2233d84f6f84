// The one statement that changes auctions. It locks the batch's auctions in id order, reads the clock, checks every
// part's fence (revision, time, users' facts, repeated commands), and writes the parts that pass: rows, log, bids,
// maxima, settlements, purchases, forfeits, mails, outcomes. A part that misses must leave nothing behind.
import { performance } from "node:perf_hooks";
import type { Database } from "../../platform/database/database.ts";
import type { DatabaseClock } from "../../platform/database/database-clock.ts";
import {
  insertNotifications,
  mergeNotifications,
  outbidKey,
  unlessUnread,
} from "../../platform/notifications/write.ts";
import type { MailKind } from "../../platform/outbox/mails.ts";
import type { Change, CommitBatch, CommitResult, Committed, KnownOutcome, Miss } from "../ports.ts";
import { loadBooked, ONLINE_ONCE } from "./booked-payments.ts";
import { MOVED_END } from "./commit-fields.ts";
import { factsRevision, holdParts, sumOfFacts } from "./commit-holds.ts";
import {
  action,
  auction,
  bid,
  command,
  currentVersionOf,
  entry,
  event,
  known,
  knownAsJson,
  listOf,
  lotChange,
  mail,
  maxBid,
  offer,
  payment,
  purchase,
  receipt,
  settlement,
  topUp,
  user,
} from "./commit-names.ts";
import type { BatchKind, EncodedBatch, Recent, Tells } from "./commit-params.ts";
import {
  actions,
  autoBids,
  contentChanges,
  debts,
  mails,
  maxima,
  movements,
  notices,
  offers,
  outbids,
  parts,
  payers,
  payments,
  receipts,
  replayedBids,
  sqlOf,
  steps,
  struckBids,
} from "./commit-rows.ts";
import type { DuplicateCommands } from "./duplicate-commands.ts";
import type { LateOutbids } from "./late-outbids.ts";
import { OUTBID_MAIL_EVERY_MS } from "./recent-mails.ts";
import { type StoredOutcome, toKnownOutcome } from "./stored-outcome.ts";

const epochMs = (expression: string): string => `(extract(epoch from ${expression}) * 1000)::bigint`;
const momentAt = (ms: string): string => `'epoch'::timestamptz + (${ms})::bigint * interval '1 millisecond'`;
const momentIn = (field: string): string => momentAt(`p.life->>'${field}'`);
const OUTBID_MAIL_EVERY = `interval '${OUTBID_MAIL_EVERY_MS} milliseconds'`;

/** The people whose facts decisions used. */
const USED_PEOPLE = "people[1:cardinality(revisions)]";

// These shapes keep every query plan from pairing every row with every other. A part passes if it is "not in the
// (empty) misses". A place becomes its id by an array lookup. Stored rows are looked up one by one by their keys
// (`lateral`, which `offset 0` and the locks keep as they are). A plan of a join, made while the tables were empty,
// would read whole tables.
const passes = (column: string): string => `${column} not in (select n from missed)`;
const auctionAt = (column: string): string => `(select auctions from ids)[${column}]`;
const personAt = (column: string): string => `(select people from ids)[${column}]`;
/** Evaluated once, before any table is read, because hardly any batch has such rows. */
const areAny = (rows: string): string => `(select count(*) > 0 from ${rows})`;
const lived = (column: keyof typeof auction, value: string): string =>
  `${auction[column]} = case when p.life is null then a.${auction[column]} else ${value} end`;

const edited = (column: keyof typeof auction, value: string): string =>
  `${auction[column]} = case when p.terms is null then a.${auction[column]} else ${value} end`;

/** The end of a part. If soft close moves it, it is computed from the time of this commit. */
const endsAt = (part: string): string => `case when ${part}.life->>'endsBy' is null
      then ${momentAt(`${part}.life->>'endsAt'`)}
      else greatest(${momentAt(`${part}.life->'endsBy'->>'earliestMs'`)}, least(${momentAt(`${part}.life->'endsBy'->>'latestMs'`)},
        clock.at + (${part}.life->'endsBy'->>'windowMs')::bigint * interval '1 millisecond')) end`;

const lifeAndTerms = `
    ${lived("status", "p.life->>'status'")}, ${lived("winnerId", "(p.life->>'winner')::uuid")},
    ${lived("startsAt", momentIn("startsAt"))}, ${lived("endsAt", endsAt("p"))},
    ${lived("extendedFrom", momentIn("extendedFrom"))},
    ${lived("voidedBidCount", "(p.life->>'voidedBidCount')::int")},
    ${lived("barredIds", "array(select json_array_elements_text(p.life->'barred'))::uuid[]")},
    ${lived("forfeitedPurchases", "(p.life->>'forfeitedPurchases')::int")},
    ${lived("pausedAt", momentIn("pausedAt"))}, ${lived("pausedUntil", momentIn("pausedUntil"))},
    ${lived("pauseReason", "p.life->>'pauseReason'")}, ${lived("isEndSet", "(p.life->>'isEndSet')::boolean")},
    ${lived("rules", "(p.life->>'rules')::jsonb")}, ${lived("increments", "(p.life->>'increments')::jsonb")},
    ${lived("removedAt", `case when (p.life->>'isRemoved')::boolean then coalesce(a.${auction.removedAt}, clock.at) end`)},
    ${edited("title", "p.terms->>'title'")}, ${edited("description", "p.terms->>'description'")},
    ${edited("categories", "array(select json_array_elements_text(p.terms->'categories'))")},
    ${edited("condition", "p.terms->>'condition'")}, ${edited("location", "p.terms->>'location'")},
    ${edited("addenda", "coalesce((p.terms->>'addenda')::jsonb, '[]')")},
    ${edited("conditionReport", "(p.terms->>'conditionReport')::jsonb")},
    ${edited("media", "(p.terms->>'media')::jsonb")}, ${edited("currency", "p.terms->>'currency'")},
    ${edited("startingPriceMinor", "(p.terms->>'startingPriceMinor')::bigint")},
    ${edited("incrementMinor", "(p.terms->>'incrementMinor')::bigint")},
    ${edited("reserveMinor", "(p.terms->>'reserveMinor')::bigint")},
    ${edited("buyItNowMinor", "(p.terms->>'buyItNowMinor')::bigint")},
    ${edited("softCloseSeconds", "(p.terms->'softClose'->>'windowSeconds')::int")},
    ${edited("softCloseCapMinutes", "(p.terms->'softClose'->>'capMinutes')::int")},
    ${edited("contentVersion", "(p.terms->>'contentVersion')::int")},
    ${edited("contentChangedAt", momentAt("p.terms->>'contentChangedAt'"))}`;

const restated = (...columns: (keyof typeof maxBid)[]): string =>
  columns.map((column) => `${maxBid[column]} = excluded.${maxBid[column]}`).join(", ");

/** Writes the changes of maxima, queues the mails that report them, and tells people that they were outbid. */
const contestParts = `
maximum as (
  insert into ${maxBid.table} as m (${listOf(maxBid, "id", "auctionId", "userId", "amountMinor", "reachedRevision")},
    ${listOf(maxBid, "autoBidCount", "lastAutoBidMinor", "cancelled", "contentVersion", "createdAt", "updatedAt")})
  select x.id, ${auctionAt("x.part")}, ${personAt("x.owner")}, x.amount, x.reached, x.auto_count, x.last_auto,
    x.cancelled, x.content, clock.at, clock.at
  from ${sqlOf(maxima)} x cross join clock where ${passes("x.part")}
  on conflict (${listOf(maxBid, "auctionId", "userId")}) do update set
    ${restated("amountMinor", "reachedRevision", "autoBidCount", "lastAutoBidMinor", "cancelled", "contentVersion")},
    ${restated("updatedAt")}
),
mailed as (
  insert into ${mail.table} (${listOf(mail, "id", "kind", "data", "toAddress", "userId", "auctionId", "dueAt")},
    ${listOf(mail, "createdAt")})
  select gen_random_uuid(), m.kind, m.data, u.${user.email}, u.${user.id}, ${auctionAt("m.part")}, clock.at, clock.at
  from ${sqlOf(mails)} m cross join clock cross join lateral (
    select ${user.id}, ${user.email} from ${user.table} where ${user.id} = ${personAt("m.person")} and (
      m.kind <> 'outbid' or ${user.wantsOutbidMail} and ${user.emailVerifiedAt} is not null and not exists (
        select from ${mail.table} o where o.${mail.userId} = ${user.table}.${user.id}
          and o.${mail.auctionId} = ${auctionAt("m.part")} and o.${mail.kind} = 'outbid'
          and o.${mail.createdAt} > clock.at - ${OUTBID_MAIL_EVERY} offset 0
      )
    ) offset 0
  ) u
  where ${passes("m.part")}
  returning ${listOf(mail, "kind", "userId", "auctionId")}
),
-- In the order of the people, as late notifications are written, so that neither waits for the other in a circle.
told as (${insertNotifications({
  about: "outbid",
  userId: "o.user_id",
  auctionId: "o.auction_id",
  data: "o.data",
  mergeKey: outbidKey("o.auction_id"),
  at: "clock.at",
})} from (
    select ${auctionAt("x.part")} as auction_id, ${personAt("x.person")} as user_id, x.data
    from ${sqlOf(outbids)} x where ${passes("x.part")}
  ) o cross join clock order by o.auction_id, o.user_id
  ${mergeNotifications}
),`;

/** The new value of a column that an upsert may change. */
const taken = <Names extends Record<string, string>>(names: Names, ...columns: (keyof Names)[]): string =>
  columns.map((column) => `${names[column]} = excluded.${names[column]}`).join(", ");

/** A column that belongs to one status: kept while the row has it, cleared once it does not. */
const whilePaid = (column: string, otherwise: string): string =>
  `${column} = case when excluded.status = 'paid' then coalesce(o.${column}, ${otherwise}) end`;

/** Returns the columns that settlements and purchases share. `o` is the stored row. */
const closingColumns = (names: typeof settlement | typeof purchase, open: string): string => `
    ${taken(names, "status", "depositMinor", "depositWorthMinor", "paidMinor", "paidNgnMinor")},
    ${names.penaltyMinor} = coalesce(excluded.${names.penaltyMinor}, case when excluded.status <> '${open}'
      then o.${names.penaltyMinor} end),
    ${names.closedAt} = case when excluded.status = '${open}' then null when excluded.status = o.status
      then o.${names.closedAt} else excluded.${names.closedAt} end,
    ${names.closedBy} = case when excluded.status = o.status then o.${names.closedBy} else excluded.${names.closedBy} end,
    ${names.note} = case when excluded.status = o.status then o.${names.note} else excluded.${names.note} end,
    ${whilePaid(names.pickupCode, `excluded.${names.pickupCode}`)}, ${whilePaid(names.readyAt, "null")},
    ${whilePaid(names.pickupPlace, "null")}, ${whilePaid(names.pickupHours, "null")},
    ${whilePaid(names.handedOverAt, "null")}, ${whilePaid(names.handedOverBy, "null")},
    ${names.attempts} = case when excluded.status = '${open}' then 0 else o.${names.attempts} end,
    ${names.nextAttemptAt} = case when excluded.status = '${open}' then null else o.${names.nextAttemptAt} end,
    ${names.stuckAt} = case when excluded.status = '${open}' then null else o.${names.stuckAt} end`;

/** Null while the debt is open. */
const ofClosed = (value: string): string => `case when d.debt->>'status' not in ('open', 'pending') then ${value} end`;

const received = `(d.debt->>'deposit')::bigint, (d.debt->>'worth')::bigint, (d.debt->>'paid')::bigint,
    (d.debt->>'paidNgn')::bigint, (d.debt->>'penalty')::bigint`;

/** The columns that a debt keeps from its first moment: the lot's rules, and the version of the bank account that its payer is told. */
const keptFromOpening = `(d.debt->>'rules')::jsonb, ${currentVersionOf("bank-account")}`;

/** Writes settlements, purchases, payments, movements of balances and receipts, and what administrators did about them. */
const rareParts = `
debt as materialized (
  select x.id, ${auctionAt("x.part")} as auction_id, ${personAt("x.person")} as person_id, x.debt
  from ${sqlOf(debts)} x where ${passes("x.part")}
),
settlement as (
  insert into ${settlement.table} as o (${listOf(settlement, "id", "auctionId", "winnerId", "amountMinor", "status")},
    ${listOf(settlement, "dueAt", "createdAt", "closedAt", "closedBy", "note", "pickupCode")},
    ${listOf(settlement, "depositMinor", "depositWorthMinor", "paidMinor", "paidNgnMinor", "penaltyMinor", "rules")},
    ${settlement.bankVersion})
  select d.id, d.auction_id, d.person_id, (d.debt->>'amount')::bigint, d.debt->>'status', ${momentAt("d.debt->>'due'")},
    clock.at, case when d.debt->>'status' <> 'open' then clock.at end, ${ofClosed("(d.debt->>'actor')::uuid")},
    ${ofClosed("d.debt->>'note'")}, case when d.debt->>'status' = 'paid' then d.debt->>'code' end, ${received}, ${keptFromOpening}
  from debt d cross join clock where d.debt->>'kind' = 'win'
  on conflict (${settlement.id}) do update set ${taken(settlement, "amountMinor", "dueAt")},
    ${closingColumns(settlement, "open")}
),
purchase as (
  insert into ${purchase.table} as o (${listOf(purchase, "id", "auctionId", "buyerId", "exclusiveBuyerId", "priceMinor")},
    ${listOf(purchase, "feeMinor", "status", "deadlineAt", "createdAt", "closedAt", "closedBy", "note", "isWaived")},
    ${listOf(purchase, "pickupCode", "depositMinor", "depositWorthMinor", "paidMinor", "paidNgnMinor", "penaltyMinor")},
    ${listOf(purchase, "rules", "bankVersion")})
  select d.id, d.auction_id, d.person_id, d.person_id, (d.debt->>'amount')::bigint, (d.debt->>'fee')::bigint,
    d.debt->>'status', ${momentAt("d.debt->>'due'")}, clock.at, case when d.debt->>'status' <> 'pending' then clock.at end,
    ${ofClosed("(d.debt->>'actor')::uuid")}, ${ofClosed("d.debt->>'note'")}, (d.debt->>'isWaived')::boolean,
    case when d.debt->>'status' = 'paid' then d.debt->>'code' end, ${received}, ${keptFromOpening}
  from debt d cross join clock where d.debt->>'kind' = 'buy-it-now'
  on conflict (${purchase.id}) do update set ${taken(purchase, "deadlineAt", "isWaived")},
    -- A purchase that is due again may exist beside a newer one of the same buyer.
    ${purchase.exclusiveBuyerId} = case when o.${purchase.status} = 'pending' then o.${purchase.exclusiveBuyerId} end,
    ${closingColumns(purchase, "pending")}
),
paid as (
  insert into ${payment.table} (${listOf(payment, "id", "settlementId", "auctionId", "payerId", "method", "amountMinor")},
    ${listOf(payment, "ngnMinor", "reference", "note", "bookedBy", "createdAt")})
  select x.id, (x.payment->>'settlement')::uuid, ${auctionAt("x.part")}, ${personAt("x.person")}, x.payment->>'method',
    (x.payment->>'amount')::bigint, (x.payment->>'ngn')::bigint, x.payment->>'reference', x.payment->>'note',
    (x.payment->>'actor')::uuid, clock.at
  from ${sqlOf(payments)} x cross join clock where ${passes("x.part")}
  returning ${listOf(payment, "method", "reference")}
),
reversed as (
  update ${payment.table} p set ${payment.reversedAt} = (select at from clock),
    (${payment.reverseReason}, ${payment.reversedBy}) = (
      select d.debt->>'reversed', (d.debt->>'actor')::uuid from debt d where d.id = p.${payment.settlementId})
  where p.${payment.settlementId} = any(array(select id from debt where debt->>'reversed' is not null))
    and p.${payment.reversedAt} is null
),
-- Record administrators' commands.
acted as (
  insert into ${action.table} (${listOf(action, "id", "actorId", "action", "userId", "auctionId", "details", "at")},
    ${listOf(action, "via", "device", "network")})
  select gen_random_uuid(), ${personAt("x.actor")}, x.action, ${personAt("x.person")}, ${auctionAt("x.part")}, x.details,
    clock.at, x.origin->>'via', x.origin->>'device', x.origin->>'network'
  from ${sqlOf(actions)} x cross join clock where ${passes("x.part")}
),
offered as (
  insert into ${offer.table} as o (${listOf(offer, "id", "auctionId", "personId", "priceMinor", "status", "expiresAt")},
    ${listOf(offer, "createdAt", "offeredBy", "closedAt")})
  select x.id, ${auctionAt("x.part")}, ${personAt("x.person")}, (x.offer->>'price')::bigint, x.offer->>'status',
    ${momentAt("x.offer->>'expires'")}, clock.at, (x.offer->>'actor')::uuid,
    case when x.offer->>'status' <> 'open' then clock.at end
  from ${sqlOf(offers)} x cross join clock where ${passes("x.part")}
  on conflict (${offer.id}) do update set ${taken(offer, "status", "closedAt")}
),
movement as materialized (
  select m.id, ${auctionAt("m.part")} as auction_id, ${personAt("m.person")} as user_id, m.amount, m.cause, m.settlement,
    m.reference
  from ${sqlOf(movements)} m where ${passes("m.part")}
),
payer as materialized (
  select user_id as ${user.id}, sum(amount)::bigint as total
  from (select user_id, amount from movement union all
    select person_id, 0 from debt where debt->>'kind' = 'buy-it-now') due
  group by user_id
),
balance as (
  update ${user.table} u set ${user.balanceMinor} = u.${user.balanceMinor} + p.total,
    ${user.revision} = u.${user.revision} + 1
  from payer p where u.${user.id} = p.${user.id} and ${areAny("payer")}
  returning u.${user.id}, u.${user.balanceMinor}, p.total
),
-- Read the time after the lock, so that entries of several statements are in the order of their balances.
entry as (
  insert into ${entry.table} (${listOf(entry, "id", "userId", "amountMinor", "balanceAfterMinor", "cause")},
    ${listOf(entry, "auctionId", "settlementId", "reference", "createdAt")})
  select m.id, m.user_id, m.amount, b.${user.balanceMinor} - b.total + sum(m.amount) over (
    partition by m.user_id order by m.id), m.cause, m.auction_id, m.settlement, m.reference, clock_timestamp()
  from movement m join balance b on b.${user.id} = m.user_id
  returning ${listOf(entry, "reference")}
),
-- Mark an online payment as paid, whether it counted for the settlement or went to the balance.
online as (
  update ${topUp.table} set ${topUp.status} = 'paid', ${topUp.closedAt} = (select at from clock)
  where ${topUp.reference} = any(array(
    select reference from paid where method = 'online' union all select reference from entry where reference is not null
  ))
),
receipt as (
  insert into ${receipt.table} (${listOf(receipt, "id", "userId", "kind", "series", "auctionId", "settlementId")},
    ${listOf(receipt, "correctsId", "facts", "createdAt")})
  select x.id, ${personAt("x.person")}, x.receipt->>'kind', x.receipt->>'series', ${auctionAt("x.part")},
    (x.receipt->>'settlement')::uuid, (
      select r.${receipt.id} from ${receipt.table} r
      where r.${receipt.settlementId} = (x.receipt->>'settlement')::uuid and r.${receipt.kind} = x.receipt->>'corrects'
      order by r.${receipt.createdAt} desc, r.${receipt.id} desc limit 1
    ), x.receipt->'facts', clock.at
  from ${sqlOf(receipts)} x cross join clock where ${passes("x.part")}
),
notice as materialized (
  select ${auctionAt("x.part")} as auction_id, ${personAt("x.besides")} as besides, x.kind, x.data
  from ${sqlOf(notices)} x where ${passes("x.part")}
),
bidder as materialized (
  select n.*, p.id from notice n cross join lateral (
    select ${bid.bidderId} as id from ${bid.table} where ${bid.auctionId} = n.auction_id and ${bid.voidedAt} is null
    union select ${maxBid.userId} from ${maxBid.table}
      where ${maxBid.auctionId} = n.auction_id and not ${maxBid.cancelled}
  ) p where p.id is distinct from n.besides and ${areAny("notice")}
),
noticed as (
  insert into ${mail.table} (${listOf(mail, "id", "kind", "data", "toAddress", "userId", "auctionId", "dueAt")},
    ${listOf(mail, "createdAt")})
  select gen_random_uuid(), n.kind, n.data, u.${user.email}, u.${user.id}, n.auction_id, clock.at, clock.at
  from bidder n cross join clock join ${user.table} u on u.${user.id} = n.id
  where n.kind <> 'extended' and ${areAny("notice")}
  returning ${listOf(mail, "userId", "auctionId", "kind")}
),
end_told as (${insertNotifications({
  about: "extended",
  userId: "b.id",
  auctionId: "b.auction_id",
  data: "b.data",
  mergeKey: "'extended:' || b.auction_id::text",
  at: "clock.at",
})} from bidder b cross join clock where b.kind = 'extended' and ${areAny("notice")} order by b.id
  ${unlessUnread}
  returning user_id
),
content_changed as (
  insert into ${lotChange.table} (${listOf(lotChange, "auctionId", "contentVersion", "fields", "at")})
  select ${auctionAt("x.part")}, x.version, x.fields, x.at
  from ${sqlOf(contentChanges)} x where ${passes("x.part")}
),
struck as materialized (
  select ${auctionAt("x.part")} as auction_id, x.number, x.reason from ${sqlOf(struckBids)} x where ${passes("x.part")}
),
bid_struck as (
  update ${bid.table} b set ${bid.voidedAt} = clock.at, ${bid.voidReason} = s.reason
  from struck s cross join clock
  where b.${bid.auctionId} = s.auction_id and (s.number is null or b.${bid.number} = s.number)
    and b.${bid.voidedAt} is null
    and ${areAny("struck")}
),
bid_replayed as (
  insert into ${bid.table} (${listOf(bid, "auctionId", "number", "bidderId", "amountMinor", "kind", "createdAt")})
  select ${auctionAt("x.part")}, x.number, ${personAt("x.bidder")}, x.amount, x.kind, x.at
  from ${sqlOf(replayedBids)} x where ${passes("x.part")}
),`;

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

const outbidAsJson = `(select json_agg(json_build_array(${listOf(mail, "userId", "auctionId")}))
  from mailed where ${mail.kind} = 'outbid')`;
const balancesAsJson = `(select json_agg(json_build_array(${listOf(user, "id", "balanceMinor")}))
  from balance where total <> 0)`;
const noticedAsJson = `(select json_agg(json_build_array(${listOf(mail, "userId", "auctionId", "kind")}))
  from noticed)`;
const endToldAsJson = "(select json_agg(user_id) from end_told)";
const allKnown = `(select json_agg(${knownAsJson(epochMs)}) from known)`;

/**
 * Locks the accounts whose balance the parts use or move, after the auctions and in id order, as every statement does that
 * writes several balances. The lock comes before the check of the revisions, because another node may be moving the same
 * person's money at this moment. A buyer may pay nothing, but decisions depend on the number of open purchases, so the
 * account's revision moves too. Where bids reserve money, the holds are locked before the accounts, by every statement.
 */
const lockedPayers = (reserves: boolean): string => `
locked_payer as materialized (
  select u.id, u.revision from (
    select ${personAt("x.person")} as id from (
      select person from ${sqlOf(payers)} p union
      select person from ${sqlOf(debts)} d where d.debt->>'kind' = 'buy-it-now'
    ) x cross join clock${reserves ? " cross join (select count(*) from unbacked) u" : ""} order by 1
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
  union select part, reference from ${sqlOf(movements)} m where reference is not null
),
booked as materialized (
  select r.part from reported r where exists (
    select from ${payment.table} where ${payment.method} = 'online' and ${payment.reference} = r.reference
  ) or exists (select from ${entry.table} where ${entry.reference} = r.reference)
),`;

/** A lot takes the rules and the increment table that are in force, whatever this node knew of them. */
const rulesChanged = `    when p.life->>'rulesVersion' is not null and (p.life->>'rulesVersion')::int <> ${currentVersionOf("lot-rules")}
      then 'facts'
    when p.life->>'incrementsVersion' is not null
      and (p.life->>'incrementsVersion')::int <> ${currentVersionOf("increments")} then 'facts'`;

/** The parts that use or move the money of somebody whose facts have changed. */
const paying = `  union
  select x.part from ${sqlOf(payers)} x join locked_payer l on l.id = ${personAt("x.person")}
  where l.revision <> (select revisions from ids)[x.person]`;

/**
 * If one part misses, so do the others that were decided on the same person's money, and those that were decided on
 * theirs.
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
   * Which commands are checked for an earlier execution. Without the check, one repeated command that is accepted fails
   * the whole statement by the key of `commands`; a refused one has no such key.
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
  select p.*, a.stored_revision, a.stored_end, a.stored_pause, a.stored_increment
  from (select * from part order by id) p cross join lateral (
    select ${auction.revision} as stored_revision, ${auction.endsAt} as stored_end,
      ${auction.pausedUntil} as stored_pause, ${auction.incrementMinor} as stored_increment
    from ${auction.table} where ${auction.id} = p.id for no key update
  ) a
),
-- Read the clock after the locks, because a bid that waited for a close must not have an earlier time than the close.
-- The fence ensures that the batch's bids were decided on these ends and increments. A deleted auction keeps its position.
clock as materialized (
  select at, ${epochMs("at")} as at_ms, ends, increments from (
    select date_trunc('milliseconds', clock_timestamp()) as at, ends, increments from (
      select array_agg(l.stored_end order by p.n) as ends, array_agg(l.stored_increment order by p.n) as increments
      from part p left join locked l on l.n = p.n
    ) l offset 0
  ) c
),
step as materialized (
  select ${auctionAt("s.part")} as auction_id, ${personAt("s.owner")} as owner_id, s.* from ${sqlOf(steps)} s
),`;

/** Finds the parts with commands that were executed before, and with facts that have changed. */
const factsParts = (shape: Shape): string => {
  const { ifReserving, ifLooking, ifAnything } = optionalIn(shape);
  return `${ifLooking(repeats(shape.looksFor === "all" ? "true" : isRefused))}
-- One comparison of sums for the whole batch, because hardly any batch meets changed facts. No revision ever decreases, so
-- the sums are equal only if each revision is.
facts as materialized (
  select (cardinality(revisions)::bigint, (select sum(revision) from unnest(revisions) as revision)) is distinct from (
    select (count(*), ${sumOfFacts("u", USED_PEOPLE, shape.reserves)}) from ${user.table} u
    where u.${user.id} = any(${USED_PEOPLE})
  ) as have_changed from ids
),${ifReserving(holdParts(shape.kind, personAt))}
${ifAnything(booked)}
${ifAnything(lockedPayers(shape.reserves))}
moved as materialized (
  select part from step where (select have_changed from facts) and owner_id in (
    select x.id from (select unnest(people) as id, unnest(revisions) as revision from ids) x
      left join lateral (
        select ${factsRevision("a", shape.reserves)} as stored from ${user.table} a where a.${user.id} = x.id offset 0
      ) u on true
    where x.revision is not null and u.stored is distinct from x.revision
  )
${ifAnything(paying)}${ifReserving("  union select part from unbacked")}
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
    ${auction.updatedAt} = case when p.version = a.${auction.version} then a.${auction.updatedAt} else clock.at end
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
  const { ifLooking, ifContests, ifAnything } = optionalIn(shape);
  return `select ${epochMs("clock.at")} as at,
  (select json_agg(json_build_array(id, miss)) from missed) as misses,
  ${ifLooking(allKnown) || "null"} as known,
  ${ifAnything(balancesAsJson) || "null"} as balances,
  ${ifContests(outbidAsJson) || "null"} as outbid,
  ${ifAnything(noticedAsJson) || "null"} as noticed,
  ${ifAnything(endToldAsJson) || "null"} as "endTold"
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
const statements = { check: allStatements(false), hold: allStatements(true) };

const UNIQUE_VIOLATION = "23505";
const ONE_OPEN_PURCHASE = "purchases_one_open_a_buyer";

/** One driver calls it `constraint_name`, the other `constraint`. */
const constraintOf = (error: unknown): string | undefined => {
  const { constraint_name, constraint } = error as { constraint_name?: string; constraint?: string };
  return constraint_name ?? constraint;
};

/** See EngineStore.commit. */
export const commitBatch = async (
  database: Database,
  clock: DatabaseClock,
  recent: Recent,
  loadOutcomes: (keys: CommitBatch["commands"]) => Promise<KnownOutcome[]>,
  duplicates: DuplicateCommands,
  batch: CommitBatch,
  { kind, params, tells }: EncodedBatch,
): Promise<CommitResult> => {
  const sent = performance.now();
  const hasRefused = batch.commands.some(({ outcome }) => !outcome.ok);
  const statement =
    statements[batch.holds ? "hold" : "check"][duplicates.lately ? "all" : hasRefused ? "refused" : "none"][kind];
  let row:
    | (Record<"misses" | "known" | "balances" | "outbid" | "noticed" | "endTold", unknown> & { at: number })
    | undefined;
  try {
    [row] = await database.query<NonNullable<typeof row>>(statement, params);
  } catch (error) {
    // After a unique violation nothing was written. After any other error that is not known.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    const nothing = { at: clock.now(), changes: [], known: [], balances: new Map(), notified: [], told: [] };
    if (constraintOf(error) === ONE_OPEN_PURCHASE) {
      // A buyer bought another lot at the same moment, so read the facts of everybody in the batch again.
      return { ...nothing, misses: new Map(batch.parts.map((part) => [part.auctionId, "facts"])) };
    }
    const misses = new Map<string, Miss>(batch.parts.map((part) => [part.auctionId, "repeated"]));
    if (ONLINE_ONCE.has(constraintOf(error) ?? "")) {
      const known = [...(await loadOutcomes(batch.commands)), ...(await loadBooked(database, batch.commands))];
      return { ...nothing, misses, known };
    }
    // One of these commands was executed before, perhaps by another node at this moment.
    duplicates.note();
    return { ...nothing, misses, known: await loadOutcomes(batch.commands) };
  }
  if (!row) throw new Error("the commit returned no row");
  clock.observe(sent, performance.now(), row.at);
  const misses = new Map(parsed<[string, Miss][]>(row.misses) ?? []);
  const changes: Change[] = [];
  for (const part of batch.parts) {
    if (!misses.has(part.auctionId)) changes.push(...part.changes);
  }
  // The cast at the end is the only one that makes Committed values out of a write.
  const known = (parsed<StoredOutcome[]>(row.known) ?? []).map(toKnownOutcome);
  if (known.length > 0) duplicates.note();
  const repeated = batch.commands.filter(({ auctionId }) => misses.get(auctionId) === "repeated");
  if (repeated.length > 0) known.push(...(await loadBooked(database, repeated)));
  for (const [userId, auctionId] of parsed<[string, string][]>(row.outbid) ?? [])
    recent.mails.mailed(auctionId, userId);
  const balances = new Map(parsed<[string, number][]>(row.balances) ?? []);
  const notified = (parsed<[string, string, MailKind][]>(row.noticed) ?? []).map(([userId, auctionId, kind]) => ({
    userId,
    auctionId,
    kind,
  }));
  const told = [
    ...noteTold(recent.outbids, tells, misses),
    ...notified.map(({ userId }) => userId),
    ...(parsed<string[]>(row.endTold) ?? []),
  ];
  return { at: row.at, changes: changes as Committed<Change>[], misses, known, balances, notified, told };
};

/** Returns the people whose inbox the written parts changed, without those that the statement itself returned. */
const noteTold = (recent: LateOutbids, tells: readonly Tells[], misses: ReadonlyMap<string, Miss>): string[] => {
  const changed: string[] = [];
  for (const { auctionId, outbid, leftOut, mailed, isExtended } of tells) {
    if (misses.has(auctionId)) continue;
    recent.told(auctionId, outbid);
    recent.leftOut(auctionId, leftOut);
    if (isExtended) recent.endTold(auctionId);
    // Those whom it left out have an unread notification again, if they led in between.
    for (const userId of outbid) changed.push(userId);
    for (const [userId] of leftOut) changed.push(userId);
    for (const userId of mailed) changed.push(userId);
  }
  return changed;
};

/** One driver parses json, the other may not. */
const parsed = <T>(json: unknown): T | null => (typeof json === "string" ? JSON.parse(json) : json) as T | null;

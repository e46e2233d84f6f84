// The parts of the commit that hardly any batch has: debts, payments, balances, receipts, offers, the staff's actions,
// versions of a lot's text, and voided bids.

import {
  action,
  bid,
  currentVersionOf,
  entry,
  listOf,
  lotChange,
  offer,
  payment,
  purchase,
  receipt,
  settlement,
  topUp,
  user,
  withdrawal,
} from "./commit-names.ts";
import {
  actions,
  contentChanges,
  debts,
  offers,
  payments,
  postings,
  receipts,
  replayedBids,
  sqlOf,
  struckBids,
} from "./commit-rows.ts";
import { areAny, auctionAt, momentAt, passes, personAt, taken } from "./sql-expressions.ts";

/** A column that belongs to one status: kept while the row has it, cleared once it does not. */
const whilePaid = (column: string, otherwise: string): string =>
  `${column} = case when excluded.status = 'paid' then coalesce(o.${column}, ${otherwise}) end`;

/** Returns the columns that settlements and purchases share. `o` is the stored row. */
const closingColumns = (names: typeof settlement | typeof purchase, open: string): string => `
    ${taken(names, "status", "depositMinor", "depositWorthMinor", "paidMinor", "paidNgnMinor")},
    ${names.penaltyMinor} = coalesce(excluded.${names.penaltyMinor}, case when excluded.${names.status} <> '${open}'
      then o.${names.penaltyMinor} end),
    ${names.closedAt} = case when excluded.${names.status} = '${open}' then null when excluded.${names.status} = o.${names.status}
      then o.${names.closedAt} else excluded.${names.closedAt} end,
    ${names.closedBy} = case when excluded.${names.status} = o.${names.status} then o.${names.closedBy} else excluded.${names.closedBy} end,
    ${names.note} = case when excluded.${names.status} = o.${names.status} then o.${names.note} else excluded.${names.note} end,
    ${taken(names, "refundedTo", "refundedMinor")},
    ${whilePaid(names.pickupCode, `excluded.${names.pickupCode}`)}, ${whilePaid(names.readyAt, "null")},
    ${whilePaid(names.pickupPlace, "null")}, ${whilePaid(names.pickupHours, "null")},
    ${whilePaid(names.handedOverAt, "null")}, ${whilePaid(names.handedOverBy, "null")},
    ${names.attempts} = case when excluded.${names.status} = '${open}' then 0 else o.${names.attempts} end,
    ${names.nextAttemptAt} = case when excluded.${names.status} = '${open}' then null else o.${names.nextAttemptAt} end,
    ${names.stuckAt} = case when excluded.${names.status} = '${open}' then null else o.${names.stuckAt} end`;

/** Null while the debt is open. */
const ofClosed = (value: string): string => `case when d.debt->>'status' not in ('open', 'pending') then ${value} end`;

const refunded = `d.debt->'refund'->>'to', (d.debt->'refund'->>'ngn')::bigint`;

const received = `(d.debt->>'deposit')::bigint, (d.debt->>'worth')::bigint, (d.debt->>'paid')::bigint,
    (d.debt->>'paidNgn')::bigint, (d.debt->>'penalty')::bigint`;

/**
 * The columns that a debt keeps from its opening: the lot's rules, and the version of the bank account that the payer
 * was told.
 */
const keptFromOpening = `(d.debt->>'rules')::jsonb, ${currentVersionOf("bank-account")}`;

/**
 * Writes settlements, purchases, payments, ledger postings and receipts, and what staff did about them.
 */
export const rareParts = `
debt as materialized (
  select x.id, ${auctionAt("x.part")} as auction_id, ${personAt("x.person")} as person_id, x.debt
  from ${sqlOf(debts)} x where ${passes("x.part")}
),
settlement as (
  insert into ${settlement.table} as o (${listOf(settlement, "id", "auctionId", "winnerId", "amountMinor", "status")},
    ${listOf(settlement, "dueAt", "createdAt", "closedAt", "closedBy", "note", "pickupCode")},
    ${listOf(settlement, "depositMinor", "depositWorthMinor", "paidMinor", "paidNgnMinor", "penaltyMinor", "rules")},
    ${listOf(settlement, "bankVersion", "refundedTo", "refundedMinor", "premiumMinor", "vatMinor")})
  select d.id, d.auction_id, d.person_id, (d.debt->>'amount')::bigint, d.debt->>'status', ${momentAt("d.debt->>'due'")},
    clock.at, case when d.debt->>'status' <> 'open' then clock.at end, ${ofClosed("(d.debt->>'actor')::uuid")},
    ${ofClosed("d.debt->>'note'")}, case when d.debt->>'status' = 'paid' then d.debt->>'code' end, ${received}, ${keptFromOpening},
    ${refunded}, (d.debt->>'premium')::bigint, (d.debt->>'vat')::bigint
  from debt d cross join clock where d.debt->>'kind' = 'win'
  on conflict (${settlement.id}) do update set ${taken(settlement, "amountMinor", "premiumMinor", "vatMinor", "dueAt")},
    ${closingColumns(settlement, "open")}
),
purchase as (
  insert into ${purchase.table} as o (${listOf(purchase, "id", "auctionId", "buyerId", "exclusiveBuyerId", "priceMinor")},
    ${listOf(purchase, "feeMinor", "status", "deadlineAt", "createdAt", "closedAt", "closedBy", "note", "isWaived")},
    ${listOf(purchase, "pickupCode", "depositMinor", "depositWorthMinor", "paidMinor", "paidNgnMinor", "penaltyMinor")},
    ${listOf(purchase, "rules", "bankVersion", "refundedTo", "refundedMinor")})
  select d.id, d.auction_id, d.person_id, d.person_id, (d.debt->>'amount')::bigint, (d.debt->>'fee')::bigint,
    d.debt->>'status', ${momentAt("d.debt->>'due'")}, clock.at, case when d.debt->>'status' <> 'pending' then clock.at end,
    ${ofClosed("(d.debt->>'actor')::uuid")}, ${ofClosed("d.debt->>'note'")}, (d.debt->>'isWaived')::boolean,
    case when d.debt->>'status' = 'paid' then d.debt->>'code' end, ${received}, ${keptFromOpening}, ${refunded}
  from debt d cross join clock where d.debt->>'kind' = 'buy-it-now'
  on conflict (${purchase.id}) do update set ${taken(purchase, "deadlineAt", "isWaived")},
    -- A purchase that is due again may exist beside a newer one of the same buyer.
    ${purchase.exclusiveBuyerId} = case when o.${purchase.status} = 'pending' then o.${purchase.exclusiveBuyerId} end,
    ${closingColumns(purchase, "pending")}
),
-- The ledger's entry of a refund by transfer has the withdrawal's reference too.
withdrawn as (
  insert into ${withdrawal.table} (${listOf(withdrawal, "id", "userId", "bankAccountId", "amountMinor", "reference")},
    ${listOf(withdrawal, "isSandbox", "createdAt")})
  select (w.refund->>'id')::uuid, w.person_id, (w.refund->>'account')::uuid, (w.refund->>'ngn')::bigint,
    'withdrawal-' || (w.refund->>'id'), (w.refund->>'sandbox')::boolean, clock.at
  from (select person_id, debt->'refund'->'withdrawal' as refund from debt) w cross join clock
  where w.refund->>'id' is not null
),
paid as (
  insert into ${payment.table} (${listOf(payment, "id", "settlementId", "auctionId", "payerId", "method", "amountMinor")},
    ${listOf(payment, "ngnMinor", "surplusNgnMinor", "reference", "note", "bookedBy", "createdAt", "invoicePaymentId")})
  select x.id, (x.payment->>'settlement')::uuid, ${auctionAt("x.part")}, ${personAt("x.person")}, x.payment->>'method',
    (x.payment->>'amount')::bigint, (x.payment->>'ngn')::bigint, (x.payment->>'surplus')::bigint,
    x.payment->>'reference', x.payment->>'note',
    (x.payment->>'actor')::uuid, clock.at, (x.payment->>'invoice')::uuid
  from ${sqlOf(payments)} x cross join clock where ${passes("x.part")}
  returning ${listOf(payment, "method", "reference")}
),
reversed as (
  update ${payment.table} p set ${payment.reversedAt} = (select at from clock),
    (${payment.reverseReason}, ${payment.reversedBy}) = (
      select d.debt->>'reversed', (d.debt->>'actor')::uuid from debt d where d.id = p.${payment.settlementId})
  where p.${payment.settlementId} = any(array(select id from debt where debt->>'reversed' is not null))
    and (p.${payment.method} in ('transfer', 'cash', 'outside') or p.${payment.settlementId} <> all(array(
      select id from debt where (debt->>'reversesBooked')::boolean)))
    and (p.${payment.settlementId} <> all(array(select id from debt where debt->>'reversedIds' is not null))
      or p.${payment.id}::text = any(array(
        select json_array_elements_text(debt->'reversedIds') from debt where debt->>'reversedIds' is not null)))
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
posting as materialized (
  select m.id, ${auctionAt("m.part")} as auction_id, ${personAt("m.person")} as user_id, m.amount, m.cause, m.settlement,
    m.reference, ${personAt("m.actor")} as actor_id
  from ${sqlOf(postings)} m where ${passes("m.part")}
),
payer as materialized (
  select user_id as ${user.id}, sum(amount)::bigint as total
  from (select user_id, amount from posting union all
    select person_id, 0 from debt where debt->>'kind' = 'buy-it-now') due
  group by user_id
),
balance as (
  update ${user.table} u set ${user.balanceMinor} = u.${user.balanceMinor} + p.total,
    ${user.revision} = u.${user.revision} + 1
  from payer p where u.${user.id} = p.${user.id} and ${areAny("payer")}
  returning u.${user.id}, u.${user.balanceMinor}, p.total
),
-- Read the time after the lock, so that entries of several statements are in the order of their balances. An entry is
-- not dated before its change. If the clock is behind the balance's newest entry, the trigger date_ledger_entry moves
-- the time.
entry as (
  insert into ${entry.table} (${listOf(entry, "id", "userId", "amountMinor", "balanceAfterMinor", "cause")},
    ${listOf(entry, "auctionId", "settlementId", "reference", "actorId", "createdAt", "method")})
  select m.id, m.user_id, m.amount, b.${user.balanceMinor} - b.total + sum(m.amount) over (
    partition by m.user_id order by m.id), m.cause, m.auction_id, m.settlement, m.reference, m.actor_id,
    greatest(clock_now(), (select at from clock)), case when m.cause = 'refund-in-cash' then 'cash' end
  from posting m join balance b on b.${user.id} = m.user_id order by m.id
  returning ${listOf(entry, "reference")}
),
-- Mark an online payment as paid, whether it counted for the settlement or went to the balance.
online as (
  update ${topUp.table} set ${topUp.status} = 'paid', ${topUp.closedAt} = (select at from clock)
  where ${topUp.reference} = any(array(
    -- A part of an invoice's payment has its number after a slash.
    select split_part(${payment.reference}, '/', 1) from paid where ${payment.method} = 'online'
    union all select split_part(${entry.reference}, '/', 1) from entry where ${entry.reference} is not null
  ))
),
receipt as (
  insert into ${receipt.table} (${listOf(receipt, "id", "userId", "kind", "series", "auctionId", "settlementId")},
    ${listOf(receipt, "correctsId", "facts", "createdAt")})
  select x.id, ${personAt("x.person")}, x.receipt->>'kind', x.receipt->>'series', ${auctionAt("x.part")},
    (x.receipt->>'settlement')::uuid, (
      select r.${receipt.id} from ${receipt.table} r
      where r.${receipt.settlementId} = (x.receipt->>'settlement')::uuid and r.${receipt.kind} = x.receipt->>'corrects'
        and (x.receipt->>'correctsAt' is null or r.${receipt.createdAt} = ${momentAt("x.receipt->>'correctsAt'")})
      order by r.${receipt.createdAt} desc, r.${receipt.id} desc limit 1
    ), x.receipt->'facts', clock.at
  from ${sqlOf(receipts)} x cross join clock where ${passes("x.part")}
),
content_changed as (
  insert into ${lotChange.table} (${listOf(lotChange, "auctionId", "contentVersion", "fields", "at")},
    ${listOf(lotChange, "isCorrection", "reason", "changedBy")})
  select ${auctionAt("x.part")}, x.version, x.fields, x.at, x.correction, x.reason, x.by
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

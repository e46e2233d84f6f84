// The panels of the desk: for each, the rows and how many there are. Every read is bounded, and uses an index: a panel
// counts at most DESK_COUNTED_MAX rows. A panel that the reader's role may not read is not read at all.
import { loopWords } from "@jara/shared/loops";
import { may, type Permission, type Role } from "@jara/shared/permissions";
import { type ApprovalKind, approvalKinds } from "@jara/shared/rest/approvals";
import { DESK_COUNTED_MAX, DESK_DAYS, DESK_ROWS } from "@jara/shared/rest/desk";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { notAmong } from "../../engine/reads/interests.ts";
import { isMailForStaff } from "../../engine/reads/mails-of-maxima.ts";
import { outcome } from "../../engine/reads/outcomes.ts";
import { isRelisted } from "../../engine/reads/relisted.ts";
import { purchaseTotal, winTotal } from "../../platform/database/debt-totals.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { dayCloses } from "../../platform/database/schema/day-closes.ts";
import { setAsideRows } from "../../platform/database/schema/jobs.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { ledgerEntries, withdrawals } from "../../platform/database/schema/money.ts";
import { chosenPickups } from "../../platform/database/schema/pickups.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { agreements, consignments, offers } from "../../platform/database/schema/sellers.ts";
import {
  isToPrepare,
  payments,
  purchases,
  secondChances,
  settlements,
} from "../../platform/database/schema/settlements.ts";
import { bankAccountChanges } from "../../platform/database/schema/site-settings.ts";
import { approvals } from "../../platform/database/schema/staff.ts";
import { hasValue, isoOf } from "../../platform/database/statement-text.ts";
import { databaseNow } from "../../platform/database/statements.ts";
import { isSettled, settledFrom } from "../../platform/database/who-may.ts";
import { permissionOfKind } from "../second-person.ts";

const l = alias(saleLots, "l");
const s = alias(sales, "s");
const c = alias(secondChances, "c");
const k = alias(consignments, "k");
const g = alias(agreements, "g");
const me = alias(users, "me");
const p = alias(chosenPickups, "p");
const d = alias(dayCloses, "d");

export interface DeskReader {
  readonly id: string;
  readonly role: Role;
  /** Lots in which the reader has an interest; they are left out. */
  readonly interests: readonly string[];
}

export interface Panel {
  /** Any one of these permissions is enough to read the panel. If there are none, all staff may read it. */
  readonly use: readonly Permission[];
  /** The columns of a row, `from …` with its conditions, and the order. */
  readonly read: (reader: DeskReader) => { readonly row: SQL; readonly from: SQL; readonly order: SQL };
}

const today = sql`(${databaseNow} at time zone 'Africa/Lagos')::date`;
/** The start of a day in Lagos. */
const startOf = (day: SQL): SQL => sql`((${day})::timestamp at time zone 'Africa/Lagos')`;
const startOfToday = startOf(today);
const endOfToday = startOf(sql`${today} + 1`);
const sinceDays = sql`${databaseNow} - interval '${sql.raw(String(DESK_DAYS))} days'`;

const lot = sql`json_build_object('_id', ${auctions.id}, 'title', ${auctions.title}, 'currency', ${auctions.currency})`;
const named = sql`json_build_object('_id', ${users.id}, 'username', ${users.username})`;
const isReserveMet = sql`(${auctions.reserveMinor} is null or ${auctions.priceMinor} >= ${auctions.reserveMinor})`;
const elsewhere = (auctionId: SQLWrapper, { interests }: DeskReader): SQL =>
  notAmong(auctionId, interests) ?? sql`true`;

const ending: Panel = {
  use: [],
  read: (reader) => ({
    row: sql`${lot} as auction, ${auctions.priceMinor} as "priceMinor", ${auctions.bidCount} as "bidCount",
      ${isReserveMet} as "reserveMet", ${isoOf(sql`${auctions.endsAt}`)} as "endTime",
      (select json_strip_nulls(json_build_object('_id', ${s.id}, 'title', ${s.title}, 'lotNumber', ${l.lotNumber},
          'suffix', nullif(${l.suffix}, '')))
        from ${saleLots} ${l} join ${sales} ${s} on ${s.id} = ${l.saleId} where ${l.auctionId} = ${auctions.id}) as sale`,
    from: sql`from ${auctions} where ${hasValue(auctions.status, "active")} and ${auctions.removedAt} is null
      and ${auctions.endsAt} > ${databaseNow} and ${auctions.endsAt} < ${endOfToday} and ${elsewhere(auctions.id, reader)}`,
    order: sql`${auctions.endsAt}, ${auctions.id}`,
  }),
};

const owed = (
  table: typeof settlements | typeof purchases,
  of: { readonly total: SQL; readonly buyer: SQLWrapper; readonly dueAt: SQLWrapper; readonly isOpen: SQL },
): Panel => ({
  use: ["settlements:read"],
  read: (reader) => ({
    row: sql`${table.id} as "_id", ${lot} as auction, ${named} as buyer,
      greatest(0, ${of.total} - ${table.depositWorthMinor} - ${table.paidMinor}) as "remainingMinor",
      ${isoOf(sql`${of.dueAt}`)} as "dueAt"`,
    from: sql`from ${table} join ${auctions} on ${auctions.id} = ${table.auctionId} join ${users} on ${users.id} = ${of.buyer}
      where ${of.isOpen} and ${elsewhere(table.auctionId, reader)}`,
    order: sql`${of.dueAt}, ${table.id}`,
  }),
});

const toPay = owed(settlements, {
  total: winTotal(),
  buyer: settlements.winnerId,
  dueAt: settlements.dueAt,
  isOpen: hasValue(settlements.status, "open"),
});
const overdue: Panel = {
  use: toPay.use,
  read: (reader) => ({
    row: sql`1`,
    from: sql`from ${settlements} where ${hasValue(settlements.status, "open")} and ${settlements.dueAt} <= ${databaseNow}
      and ${elsewhere(settlements.auctionId, reader)}`,
    order: sql`1`,
  }),
};
const buying = owed(purchases, {
  total: purchaseTotal(),
  buyer: purchases.buyerId,
  dueAt: purchases.deadlineAt,
  isOpen: hasValue(purchases.status, "pending"),
});

const stuckForfeits = (table: typeof settlements | typeof purchases, buyer: SQLWrapper, isOpen: SQL) =>
  sql`select 'forfeit' as kind, ${table.id} as id, ${table.auctionId} as auction_id, ${buyer} as person_id,
    ${table.stuckAt} as since, ${table.lastError} as problem from ${table} where ${isOpen} and ${table.stuckAt} is not null`;

/** A transfer whose last attempt failed. Retries go on, but somebody should look. */
const failingTransfers = sql`select 'transfer' as kind, ${withdrawals.id} as id, null::uuid as auction_id,
  ${withdrawals.userId} as person_id, coalesce(${withdrawals.decidedAt}, ${withdrawals.createdAt}) as since,
  ${withdrawals.lastError} as problem from ${withdrawals}
  where ${withdrawals.status} in ('approved', 'sent') and ${withdrawals.lastError} is not null`;

const stuck: Panel = {
  use: ["settlements:read", "withdrawals:decide"],
  read: (reader) => {
    const parts = [
      ...(may(reader.role, "settlements:read")
        ? [
            stuckForfeits(settlements, settlements.winnerId, hasValue(settlements.status, "open")),
            stuckForfeits(purchases, purchases.buyerId, hasValue(purchases.status, "pending")),
          ]
        : []),
      ...(may(reader.role, "withdrawals:decide") ? [failingTransfers] : []),
    ];
    return {
      row: sql`things.kind, things.id as "_id", case when ${auctions.id} is not null then ${lot} end as auction,
        ${named} as person, ${isoOf(sql`things.since`)} as since, things.problem`,
      from: sql`from (${sql.join(parts, sql` union all `)}) things join ${users} on ${users.id} = things.person_id
        left join ${auctions} on ${auctions.id} = things.auction_id
        where things.person_id <> ${reader.id}::uuid and (things.auction_id is null or ${elsewhere(sql`things.auction_id`, reader)})`,
      order: sql`things.since, things.id`,
    };
  },
};

const waitingApprovals = ({ id, role }: DeskReader): SQL => {
  const kinds: ApprovalKind[] = approvalKinds.filter((kind) => may(role, permissionOfKind[kind]));
  return sql`select ${approvals.kind}::text as kind, ${approvals.id} as id, ${approvals.userId} as person_id,
      ${approvals.amountMinor} as amount_minor, ${approvals.askedAt} as since, ${approvals.auctionId} as auction_id, null::date as date
    from ${approvals} where ${hasValue(approvals.status, "waiting")} and ${approvals.askedBy} <> ${id}::uuid
      and ${approvals.kind} in (${sql.raw(kinds.map((kind) => `'${kind}'`).join(", "))})`;
};

const b = bankAccountChanges;
/** A change of the bank account has no amount. Its person is the administrator who asked for it. */
const waitingBankChange = sql`select 'bank-account' as kind, ${b.id} as id, ${b.askedBy} as person_id,
    0::bigint as amount_minor, ${b.askedAt} as since, null::uuid as auction_id, null::date as date
  from ${b} where ${hasValue(b.status, "waiting")}`;

/** The closes of days that the reader may sign. */
const waitingCloses = ({ id }: DeskReader): SQL => sql`select 'day-close' as kind, ${dayCloses.id} as id,
    ${dayCloses.closedBy} as person_id, ${dayCloses.countedCashMinor} as amount_minor, ${dayCloses.closedAt} as since,
    null::uuid as auction_id, ${dayCloses.date} as date
  from ${dayCloses} where ${hasValue(dayCloses.status, "waiting")}
    and exists (select from ${users} ${me} where ${me.id} = ${id}::uuid and ${isSettled(me)})`;

/** Requests that the reader may decide: nobody decides about their own money, nor about their own request. */
const waiting: Panel = {
  use: ["withdrawals:decide", "settlements:book", "house:settings"],
  read: (reader) => {
    const parts = [
      ...(may(reader.role, "withdrawals:decide")
        ? [
            sql`select 'withdrawal' as kind, ${withdrawals.id} as id, ${withdrawals.userId} as person_id,
              ${withdrawals.amountMinor} as amount_minor, ${withdrawals.createdAt} as since, null::uuid as auction_id,
              null::date as date
            from ${withdrawals} where ${hasValue(withdrawals.status, "requested")}`,
          ]
        : []),
      ...(may(reader.role, "settlements:book") ? [waitingApprovals(reader), waitingCloses(reader)] : []),
      ...(may(reader.role, "house:settings") ? [waitingBankChange] : []),
    ];
    return {
      row: sql`things.kind, things.id as "_id", ${named} as person, things.amount_minor as "amountMinor",
        ${isoOf(sql`things.since`)} as since, things.date,
        (select ${isoOf(b.dueAt)} from ${b} where ${b.id} = things.id) as "dueAt",
        (select ${isoOf(settledFrom(me))} from ${users} ${me}
          where things.kind = 'bank-account' and ${me.id} = ${reader.id}::uuid and not ${isSettled(me)}) as "mayFrom"`,
      from: sql`from (${sql.join(parts, sql` union all `)}) things join ${users} on ${users.id} = things.person_id
        where things.person_id <> ${reader.id}::uuid
          and (things.auction_id is null or ${elsewhere(sql`things.auction_id`, reader)})`,
      order: sql`things.since, things.id`,
    };
  },
};

/**
 * Reads the offers that are not decided, without the reader's own. The status is a constant in the text, as in the
 * index.
 */
const waitingOffers: Panel = {
  use: ["lots:edit"],
  read: (reader) => ({
    row: sql`${offers.id} as "_id", ${offers.content} ->> 'title' as title, ${named} as seller,
      ${isoOf(sql`${offers.offeredAt}`)} as since`,
    from: sql`from ${offers} join ${users} on ${users.id} = ${offers.sellerId}
      where ${offers.status} in ('offered', 'in-review') and ${offers.sellerId} <> ${reader.id}::uuid`,
    order: sql`${offers.offeredAt}, ${offers.id}`,
  }),
};

/**
 * Drafts whose sellers accepted their prices: somebody must publish them, because neither a sale nor a start time will.
 */
const toPublish: Panel = {
  use: ["lots:edit"],
  read: (reader) => ({
    row: sql`${lot} as auction, ${named} as seller, ${isoOf(sql`${g.acceptedAt}`)} as since`,
    from: sql`from ${auctions} join ${consignments} ${k} on ${k.auctionId} = ${auctions.id}
      join ${offers} on ${offers.id} = ${k.offerId} and ${hasValue(offers.status, "accepted")}
      join ${users} on ${users.id} = ${k.sellerId}
      join lateral (select * from ${agreements} where ${agreements.offerId} = ${k.offerId}
        order by ${agreements.version} desc limit 1) ${g} on true
      where ${hasValue(auctions.status, "draft")} and ${auctions.removedAt} is null and ${auctions.startsAt} is null
        and not exists (select from ${saleLots} ${l} where ${l.auctionId} = ${auctions.id})
        and ${g.acceptedAt} is not null and ${g.currency} = ${auctions.currency}
        and ${g.startingPriceMinor} = ${auctions.startingPriceMinor}
        and ${g.reserveMinor} is not distinct from ${auctions.reserveMinor} and ${elsewhere(auctions.id, reader)}`,
    order: sql`${g.acceptedAt}, ${auctions.id}`,
  }),
};

const paidToPrepare = (table: typeof settlements | typeof purchases, buyer: SQLWrapper) =>
  sql`select ${table.id} as id, ${table.auctionId} as auction_id, ${buyer} as person_id, ${table.closedAt} as since
    from ${table} where ${isToPrepare(table)}`;

/** Paid lots that no buyer can collect yet. */
const toPrepare: Panel = {
  use: ["settlements:read"],
  read: (reader) => {
    const [wins, bought] = [
      paidToPrepare(settlements, settlements.winnerId),
      paidToPrepare(purchases, purchases.buyerId),
    ];
    return {
      row: sql`things.id as "_id", ${lot} as auction, ${named} as buyer, ${isoOf(sql`things.since`)} as since`,
      from: sql`from (${wins} union all ${bought}) things join ${users} on ${users.id} = things.person_id
        join ${auctions} on ${auctions.id} = things.auction_id where ${elsewhere(sql`things.auction_id`, reader)}`,
      order: sql`things.since, things.id`,
    };
  },
};

const paidAndHere = (table: typeof settlements | typeof purchases, buyer: SQLWrapper) =>
  sql`select ${table.auctionId} as auction_id, ${table.closedAt} as paid_at from ${table}
    where ${buyer} = ${p.buyerId} and ${table.status} = 'paid' and ${table.handedOverAt} is null`;

/** Buyers whose slot is today. A slot counts while a lot is to be collected that was paid when it was chosen. */
const pickups: Panel = {
  use: ["settlements:read"],
  read: (reader) => ({
    row: sql`${named} as buyer, ${isoOf(sql`${p.startsAt}`)} as "startsAt", ${isoOf(sql`${p.endsAt}`)} as "endsAt",
      ${p.place} as place, ${s.title} as sale, things.lots`,
    from: sql`from ${chosenPickups} ${p} join ${users} on ${users.id} = ${p.buyerId}
      left join ${sales} ${s} on ${s.id} = ${p.saleId}
      join lateral (
        select count(*)::int as lots, bool_or(things.paid_at <= ${p.chosenAt}) as is_counted
        from (${paidAndHere(settlements, settlements.winnerId)} union all ${paidAndHere(purchases, purchases.buyerId)}) things
        left join ${saleLots} ${l} on ${l.auctionId} = things.auction_id
        where ${l.saleId} is not distinct from ${p.saleId} and ${elsewhere(sql`things.auction_id`, reader)}
      ) things on things.is_counted
      where ${p.startsAt} >= ${startOfToday} and ${p.startsAt} < ${endOfToday} and ${p.buyerId} <> ${reader.id}::uuid`,
    order: sql`${p.startsAt}, ${p.buyerId}`,
  }),
};

/**
 * The last days before today whose money nobody counted to their end, and closes that nobody has signed. A house that
 * never closed a day has none.
 */
const toClose: Panel = {
  use: ["settlements:read"],
  read: () => {
    const isCounted = sql`${d.status} <> 'refused'`;
    const isOpen = (time: SQLWrapper) => sql`${time} >= days.open_from and ${time} < ${startOf(sql`days.date + 1`)}`;
    return {
      row: sql`things.date, things.closed_by as "closedBy"`,
      from: sql`from (
        select days.date, null as closed_by from (
          select day.date, coalesce((select max(${d.untilAt}) from ${dayCloses} ${d} where ${d.date} = day.date and ${isCounted}),
            ${startOf(sql`day.date`)}) as open_from
          from (select ${today} - n as date from generate_series(1, ${sql.raw(String(DESK_DAYS))}) n) day
          where day.date >= (select min(${d.date}) from ${dayCloses} ${d} where ${isCounted})
        ) days
        where exists (select from ${payments} where ${payments.method} <> 'balance' and ${isOpen(payments.createdAt)})
          or exists (select from ${ledgerEntries} where ${ledgerEntries.method} is not null and ${isOpen(ledgerEntries.createdAt)})
        union all
        select ${d.date}, ${users.username} from ${dayCloses} ${d} join ${users} on ${users.id} = ${d.closedBy}
        where ${d.status} = 'waiting'
      ) things where true`,
      order: sql`things.date, things.closed_by nulls first`,
    };
  },
};

/** Staff may end a lot before its planned end. */
const overAt = sql`coalesce(${auctions.endedAt}, ${auctions.endsAt})`;

/**
 * Lots that can be relisted: nobody owes a payment for them or has paid it, no runner-up has an offer, and they
 * have no copy that was not removed.
 */
const unsold: Panel = {
  use: ["lots:edit"],
  read: (reader) => ({
    row: sql`${lot} as auction, ${auctions.bidCount} as "bidCount", ${auctions.priceMinor} as "priceMinor",
      ${isReserveMet} as "reserveMet", ${outcome()} as outcome, ${isoOf(overAt)} as "endTime"`,
    // Check the last change too, because a lot that was ended by hand long ago may have a later planned end.
    from: sql`from ${auctions} where ${hasValue(auctions.status, "ended")} and ${auctions.removedAt} is null
      and ${auctions.endsAt} > ${sinceDays} and ${auctions.updatedAt} > ${sinceDays} and ${elsewhere(auctions.id, reader)}
      and ${outcome()} <> 'sold'
      and not exists (select from ${secondChances} ${c} where ${c.auctionId} = ${auctions.id} and ${c.status} = 'open')
      and not ${isRelisted(auctions.id)}`,
    order: sql`${overAt} desc, ${auctions.id}`,
  }),
};

const mails: Panel = {
  use: ["users:read"],
  read: (reader) => ({
    row: sql`${outbox.id} as "_id", ${outbox.kind} as kind, ${outbox.toAddress} as "to",
      case when ${users.id} is not null then ${named} end as "user", ${isoOf(sql`${outbox.failedAt}`)} as "failedAt",
      ${outbox.lastError} as problem`,
    from: sql`from ${outbox} left join ${users} on ${users.id} = ${outbox.userId}
      where ${outbox.failedAt} is not null and ${outbox.failedAt} > ${sinceDays} and ${isMailForStaff}
        and (${outbox.auctionId} is null or ${elsewhere(outbox.auctionId, reader)})`,
    order: sql`${outbox.failedAt} desc, ${outbox.id}`,
  }),
};

const wordsOfLoop = sql.raw(
  `case set_aside_rows.loop ${Object.entries(loopWords)
    .map(([loop, words]) => `when '${loop}' then '${words.replaceAll("'", "''")}'`)
    .join(" ")} else set_aside_rows.loop end`,
);
const setAside: Panel = {
  use: ["audit:read"],
  read: () => ({
    row: sql`${setAsideRows.loop} as loop, ${setAsideRows.key} as key, ${wordsOfLoop} as what,
      ${setAsideRows.reason} as reason, ${setAsideRows.attempts} as attempts, ${isoOf(sql`${setAsideRows.since}`)} as since`,
    from: sql`from ${setAsideRows} where ${setAsideRows.putAsideAt} is not null`,
    order: sql`${setAsideRows.putAsideAt}, ${setAsideRows.loop}, ${setAsideRows.key}`,
  }),
};

export const panels = {
  ending,
  toPay,
  overdue,
  buying,
  stuck,
  waiting,
  toPrepare,
  pickups,
  toClose,
  offers: waitingOffers,
  toPublish,
  unsold,
  mails,
  setAside,
} as const;
export type PanelName = keyof typeof panels;

export const mayRead = ({ use }: Panel, role: Role): boolean =>
  use.length === 0 || use.some((permission) => may(role, permission));

export const totalOf = (panel: Panel, reader: DeskReader): SQL =>
  sql`(select count(*)::int from (select 1 ${panel.read(reader).from} limit ${sql.raw(String(DESK_COUNTED_MAX))}) n)`;

export const rowsOf = (panel: Panel, reader: DeskReader): SQL => {
  const { row, from, order } = panel.read(reader);
  return sql`(select coalesce(json_agg(r), '[]') from (select ${row} ${from} order by ${order} limit ${sql.raw(String(DESK_ROWS))}) r)`;
};

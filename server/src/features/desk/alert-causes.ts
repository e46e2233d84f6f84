// The causes of alerts to staff, each with the permission that its reader needs. An alert has no names of people: the
// mail leads to the desk, which shows them to the staff who may see them.
import type { Permission } from "@jara/shared/permissions";
import { DESK_DAYS } from "@jara/shared/rest/desk";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isMailForStaff } from "../../engine/reads/mails-of-maxima.ts";
import { purchaseTotal, winTotal } from "../../platform/database/debt-totals.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { setAsideRows } from "../../platform/database/schema/jobs.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { withdrawals } from "../../platform/database/schema/money.ts";
import { logHeads, logVerdicts } from "../../platform/database/schema/public-log.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { bankAccountChanges } from "../../platform/database/schema/site-settings.ts";
import { approvals } from "../../platform/database/schema/staff.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { databaseNow } from "../../platform/database/statements.ts";
import { permissionOfKind } from "../second-person.ts";

const newer = alias(logHeads, "newer");

/** The job forfeits an unpaid win within seconds, so one that is overdue for longer needs a look. */
const OVERDUE_AFTER = sql`interval '15 minutes'`;
const DUE_WITHIN = sql`interval '1 day'`;
const BUYING_WITHIN = sql`interval '15 minutes'`;
/** A transfer that failed once or twice is tried again soon. */
const TRANSFER_TRIES = sql`3`;

const noId = sql`null::uuid`;
const permission = (name: Permission): SQL => sql.raw(`'${name}'`);

interface AlertCause {
  readonly kind: string;
  readonly needs: SQL;
  readonly id: SQLWrapper;
  /**
   * The deadline, or the time since which it waits. It is a part of the alert, so that another time makes another
   * alert.
   */
  readonly at: SQLWrapper;
  readonly auctionId?: SQLWrapper;
  /**
   * This person and `askedBy` get no alert, because people do not decide about their own money or their own request.
   */
  readonly personId?: SQLWrapper;
  readonly askedBy?: SQLWrapper;
  readonly minor?: SQLWrapper;
  readonly note?: SQLWrapper;
  readonly from: SQL;
}

const select = ({
  kind,
  needs,
  id,
  at,
  auctionId = noId,
  personId = noId,
  askedBy = noId,
  ...more
}: AlertCause): SQL => {
  const { minor = sql`null::bigint`, note = sql`null::text`, from } = more;
  const name = sql.raw(`'${kind}'`);
  return sql`select ${name} as kind, ${needs} as needs, ${name} || ':' || ${id}::text || ':'
      || (extract(epoch from ${at}) * 1000)::bigint::text as alert,
    ${at} as at, ${auctionId} as auction_id, ${personId} as person_id, ${askedBy} as asked_by,
    ${minor} as minor, ${note} as note ${from}`;
};

const win = {
  needs: permission("settlements:read"),
  id: settlements.id,
  auctionId: settlements.auctionId,
  personId: settlements.winnerId,
  minor: sql`greatest(0, ${winTotal()} - ${settlements.depositWorthMinor} - ${settlements.paidMinor})`,
};
const openWins = sql`from ${settlements} where ${hasValue(settlements.status, "open")}`;
const purchase = {
  needs: permission("settlements:read"),
  id: purchases.id,
  auctionId: purchases.auctionId,
  personId: purchases.buyerId,
  minor: sql`greatest(0, ${purchaseTotal()} - ${purchases.depositWorthMinor} - ${purchases.paidMinor})`,
};
const openPurchases = sql`from ${purchases} where ${hasValue(purchases.status, "pending")}`;

const neededBy = sql`case ${approvals.kind} ${sql.join(
  Object.entries(permissionOfKind).map(([kind, needs]) => sql.raw(`when '${kind}' then '${needs}'`)),
  sql` `,
)} end`;

const causesOfSales: readonly AlertCause[] = [
  {
    ...win,
    kind: "due",
    at: settlements.dueAt,
    from: sql`${openWins} and ${settlements.dueAt} > ${databaseNow} and ${settlements.dueAt} <= ${databaseNow} + ${DUE_WITHIN}`,
  },
  {
    ...win,
    kind: "overdue",
    at: settlements.dueAt,
    from: sql`${openWins} and ${settlements.dueAt} <= ${databaseNow} - ${OVERDUE_AFTER} and ${settlements.stuckAt} is null`,
  },
  {
    ...win,
    kind: "stuck",
    at: settlements.stuckAt,
    from: sql`${openWins} and ${settlements.stuckAt} is not null`,
  },
  {
    ...purchase,
    kind: "buying",
    at: purchases.deadlineAt,
    from: sql`${openPurchases} and ${purchases.deadlineAt} > ${databaseNow}
      and ${purchases.deadlineAt} <= ${databaseNow} + ${BUYING_WITHIN}`,
  },
  {
    ...purchase,
    kind: "stuck",
    at: purchases.stuckAt,
    from: sql`${openPurchases} and ${purchases.stuckAt} is not null`,
  },
];

const causesOfRequests = (waitsSince: SQL): readonly AlertCause[] => [
  {
    kind: "transfer",
    needs: permission("withdrawals:decide"),
    id: withdrawals.id,
    at: withdrawals.createdAt,
    personId: withdrawals.userId,
    minor: withdrawals.amountMinor,
    from: sql`from ${withdrawals} where ${withdrawals.status} in ('approved', 'sent')
      and ${withdrawals.lastError} is not null and ${withdrawals.attempts} >= ${TRANSFER_TRIES}`,
  },
  {
    kind: "withdrawal",
    needs: permission("withdrawals:decide"),
    id: withdrawals.id,
    at: withdrawals.createdAt,
    personId: withdrawals.userId,
    minor: withdrawals.amountMinor,
    from: sql`from ${withdrawals} where ${hasValue(withdrawals.status, "requested")}
      and ${withdrawals.createdAt} <= ${waitsSince}`,
  },
  {
    kind: "approval",
    needs: neededBy,
    id: approvals.id,
    at: approvals.askedAt,
    auctionId: approvals.auctionId,
    personId: approvals.userId,
    askedBy: approvals.askedBy,
    minor: approvals.amountMinor,
    // The status stands there twice, so that the index of open approvals can be used.
    from: sql`from ${approvals} where ${approvals.status} in ('waiting', 'approved')
      and ${hasValue(approvals.status, "waiting")} and ${approvals.askedAt} <= ${waitsSince}`,
  },
  {
    kind: "bank-account",
    needs: permission("house:settings"),
    id: bankAccountChanges.id,
    at: bankAccountChanges.askedAt,
    askedBy: bankAccountChanges.askedBy,
    from: sql`from ${bankAccountChanges} where ${hasValue(bankAccountChanges.status, "waiting")}
      and ${bankAccountChanges.askedAt} <= ${waitsSince}`,
  },
];

const causesOfFailures: readonly AlertCause[] = [
  {
    kind: "mail",
    needs: permission("users:read"),
    id: outbox.id,
    at: outbox.failedAt,
    note: outbox.kind,
    // A failed alert must not cause another one.
    from: sql`from ${outbox} where ${outbox.failedAt} is not null and ${outbox.kind} <> 'staff-alerts'
      and ${outbox.failedAt} > ${databaseNow} - interval '${sql.raw(String(DESK_DAYS))} days' and ${isMailForStaff}`,
  },
  {
    kind: "log-stopped",
    needs: permission("audit:read"),
    id: logHeads.log,
    at: logHeads.stoppedAt,
    note: logHeads.stopReason,
    // A stopped log needs no attention once a new one follows it.
    from: sql`from ${logHeads} where ${logHeads.stoppedAt} is not null
      and not exists (select from ${logHeads} ${newer} where ${newer.log} > ${logHeads.log})`,
  },
  {
    kind: "log-verdict",
    needs: permission("audit:read"),
    at: logVerdicts.publishedAt,
    id: sql`${logVerdicts.log}::text || '-' || ${logVerdicts.number}::text`,
    note: logVerdicts.date,
    from: sql`from ${logVerdicts} where ${logVerdicts.result} <> 'good'
      and ${logVerdicts.publishedAt} > ${databaseNow} - interval '${sql.raw(String(DESK_DAYS))} days'`,
  },
  {
    kind: "set-aside",
    needs: permission("audit:read"),
    at: setAsideRows.putAsideAt,
    note: setAsideRows.loop,
    id: sql`${setAsideRows.loop} || ':' || ${setAsideRows.key}`,
    // A failed alert must not cause another one.
    from: sql`from ${setAsideRows} where ${setAsideRows.putAsideAt} is not null
      and ${setAsideRows.loop} <> 'staff-alerts'`,
  },
];

/** `waitsSince`: a request from before this time has waited for a working day. */
export const alertCauses = (waitsSince: SQL): SQL =>
  sql.join([...causesOfSales, ...causesOfRequests(waitsSince), ...causesOfFailures].map(select), sql` union all `);

/** The amounts of wins and purchases are in the lot's currency, the others in naira. */
export const currencyOfCause = sql`case when t.kind in ('due', 'overdue', 'buying', 'stuck') then ${auctions.currency} else 'NGN' end`;

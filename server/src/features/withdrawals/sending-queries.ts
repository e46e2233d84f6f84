// The statements of sending: a node takes an approved or sent withdrawal, and records what the payment service says about
// its transfer. Each write is one statement. A status moves only forward, so that no order of reports pays back twice.
// Those that pay back or mail are SQL, because Drizzle's builder cannot insert what another part returns into some of a
// table's columns.

import type { Minor } from "@jara/shared/money";
import type { WithdrawalStatus } from "@jara/shared/rest/withdrawals";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { bankAccounts, withdrawals } from "../../platform/database/schema/money.ts";
import { clockPart, nameOf } from "../../platform/database/statement-text.ts";
import { takesOf } from "../../platform/jobs/guard-rows.ts";
import { changedRow, mailOwner, moneyBack } from "./close-withdrawal.ts";

/** Seconds until the next try after the first, second, … failure. The last one repeats. */
export const RETRY_AFTER_S = [30, 60, 300, 900, 3600];
/** Waits for the webhook first, then asks about a transfer after an eighth of its age. */
const ASK_AFTER = sql`least(greatest(interval '2 minutes', (clock.at - ${withdrawals.decidedAt}) / 8), interval '6 hours')`;

export interface TakenWithdrawal {
  readonly id: string;
  readonly status: "approved" | "sent";
  readonly reference: string;
  readonly amountMinor: number;
  readonly recipientCode: string | null;
  /** Including this attempt. */
  readonly attempts: number;
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

/**
 * Takes one withdrawal that is due. The statement sets the next attempt at the same time, so that only one node gets it,
 * and one that a dead node had taken becomes due again.
 */
export const takeToSend = async (
  { db }: Database,
  isSandbox: boolean,
  retryAfterS: readonly number[] = RETRY_AFTER_S,
): Promise<TakenWithdrawal | null> => {
  const { id, attempts, status, nextAttemptAt } = withdrawals;
  const waits = sql.raw(`(array[${retryAfterS.join(", ")}]::float8[])`);
  // The statuses stand in the text, so that the planner finds the index.
  const [row] = await db.execute<TakenWithdrawal & Record<string, unknown>>(sql`
    with ${clockPart},
    due as (
      select ${id} as id from ${withdrawals}, clock
      where ${status} in ('approved', 'sent') and ${nextAttemptAt} <= clock.at and ${eq(withdrawals.isSandbox, isSandbox)}
        and ${takesOf("withdrawals")(id)}
      order by ${nextAttemptAt} limit 1 for update of ${withdrawals} skip locked
    )
    update ${withdrawals} set
      ${nameOf(attempts)} = ${attempts} + 1,
      ${nameOf(nextAttemptAt)} = clock.at + case when ${status} = 'sent' then ${ASK_AFTER}
        else interval '1 second' * ${waits}[least(${attempts} + 1, ${sql.raw(String(retryAfterS.length))})] end
    from due, clock, ${bankAccounts}
    where ${withdrawals.id} = due.id and ${bankAccounts.id} = ${withdrawals.bankAccountId}
    returning ${withdrawals.id} as id, ${status} as status, ${withdrawals.reference} as reference,
      ${withdrawals.amountMinor} as "amountMinor", ${withdrawals.recipientCode} as "recipientCode",
      ${attempts} as attempts, ${bankAccounts.bankCode} as "bankCode",
      ${bankAccounts.accountNumber} as "accountNumber", ${bankAccounts.accountName} as "accountName"`);
  return row ?? null;
};

/** False: another node has taken it since, or it is no longer approved. Then this node must not send it. */
export const keepRecipient = async (
  { db }: Database,
  { id, attempts }: Pick<TakenWithdrawal, "id" | "attempts">,
  recipientCode: string,
): Promise<boolean> => {
  const kept = await db
    .update(withdrawals)
    .set({ recipientCode })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.attempts, attempts), eq(withdrawals.status, "approved")))
    .returning({ id: withdrawals.id });
  return kept.length > 0;
};

/** Notes what went wrong, for the staff. The status stays. */
export const noteProblem = async ({ db }: Database, reference: string, problem: string): Promise<void> => {
  await db
    .update(withdrawals)
    .set({ lastError: problem.slice(0, 500) })
    .where(eq(withdrawals.reference, reference));
};

/** A report is about this transfer only if its reference, amount and kind of service are those of the row. */
interface Report {
  readonly reference: string;
  readonly amountMinor: number;
  readonly isSandbox: boolean;
  readonly code: string | null;
}

const isAbout = ({ reference, amountMinor, isSandbox }: Report) =>
  and(
    eq(withdrawals.reference, reference),
    eq(withdrawals.amountMinor, amountMinor as Minor),
    eq(withdrawals.isSandbox, isSandbox),
  );

const withCode = ({ code }: Report) =>
  sql`${nameOf(withdrawals.transferCode)} = coalesce(${code}::text, ${withdrawals.transferCode})`;

/** Records that the payment service has the transfer. Null if that was recorded before. */
export const recordSent = async ({ db }: Database, report: Report): Promise<{ userId: string } | null> => {
  const [row] = await db.execute<{ userId: string }>(sql`
    with changed as (
      update ${withdrawals} set ${nameOf(withdrawals.status)} = 'sent', ${withCode(report)},
        ${nameOf(withdrawals.lastError)} = null,
        ${nameOf(withdrawals.nextAttemptAt)} = clock_now() + interval '2 minutes'
      where ${and(isAbout(report), eq(withdrawals.status, "approved"))}
      ${changedRow}
    ), ${mailOwner("withdrawal-sent")}
    select user_id as "userId" from changed`);
  return row ?? null;
};

/** Records that the bank has the money. Null if that was recorded before. */
export const recordPaid = async ({ db }: Database, report: Report): Promise<{ userId: string } | null> => {
  const [row] = await db.execute<{ userId: string }>(sql`
    with changed as (
      update ${withdrawals} set ${nameOf(withdrawals.status)} = 'paid', ${withCode(report)},
        ${nameOf(withdrawals.lastError)} = null, ${nameOf(withdrawals.nextAttemptAt)} = null,
        ${nameOf(withdrawals.closedAt)} = clock_now()
      where ${and(isAbout(report), inArray(withdrawals.status, ["approved", "sent"]))}
      ${changedRow}
    ), ${mailOwner("withdrawal-paid")}
    select user_id as "userId" from changed`);
  return row ?? null;
};

/**
 * Records that the transfer failed: the money comes back, once. Null if nothing changed. `isAsked`: the payment service
 * was asked just now. Otherwise a transfer that was paid stays paid, because the report may be old.
 */
export const recordFailed = async (
  { db }: Database,
  report: Report,
  reason: string,
  isAsked: boolean,
): Promise<{ userId: string } | null> => {
  const from: WithdrawalStatus[] = isAsked ? ["approved", "sent", "paid"] : ["approved", "sent"];
  const [row] = await db.execute<{ userId: string }>(sql`
    with changed as (
      update ${withdrawals} set ${nameOf(withdrawals.status)} = 'failed', ${nameOf(withdrawals.reason)} = ${reason},
        ${withCode(report)}, ${nameOf(withdrawals.nextAttemptAt)} = null,
        ${nameOf(withdrawals.closedAt)} = clock_now()
      where ${and(isAbout(report), inArray(withdrawals.status, from))}
      ${changedRow}
    ), ${moneyBack(null)}, ${mailOwner("withdrawal-failed", sql`, 'reason', ${reason}::text`)}
    select user_id as "userId" from changed`);
  return row ?? null;
};

/**
 * Gives up a withdrawal that was never sent: the money comes back. Null if another node has taken the withdrawal since
 * then.
 */
export const giveUp = async (
  { db }: Database,
  { id, attempts, recipientCode }: Pick<TakenWithdrawal, "id" | "attempts" | "recipientCode">,
  reason: string,
  problem: string,
): Promise<{ userId: string } | null> => {
  const isSame =
    recipientCode === null ? isNull(withdrawals.recipientCode) : eq(withdrawals.recipientCode, recipientCode);
  const [row] = await db.execute<{ userId: string }>(sql`
    with changed as (
      update ${withdrawals} set ${nameOf(withdrawals.status)} = 'failed', ${nameOf(withdrawals.reason)} = ${reason},
        ${nameOf(withdrawals.lastError)} = ${problem.slice(0, 500)}, ${nameOf(withdrawals.nextAttemptAt)} = null,
        ${nameOf(withdrawals.closedAt)} = clock_now()
      where ${and(eq(withdrawals.id, id), eq(withdrawals.attempts, attempts), eq(withdrawals.status, "approved"), isSame)}
      ${changedRow}
    ), ${moneyBack(null)}, ${mailOwner("withdrawal-failed", sql`, 'reason', ${reason}::text`)}
    select user_id as "userId" from changed`);
  return row ?? null;
};

export const findByReference = async (
  { db }: Database,
  reference: string,
): Promise<{ status: WithdrawalStatus; amountMinor: number; isSandbox: boolean } | null> => {
  const { status, amountMinor, isSandbox } = withdrawals;
  const [row] = await db
    .select({ status, amountMinor, isSandbox })
    .from(withdrawals)
    .where(eq(withdrawals.reference, reference));
  return row ?? null;
};

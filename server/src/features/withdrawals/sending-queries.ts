// The writes of sending: a node takes an approved or sent withdrawal, and records what the payment service says about its
// transfer. A status moves only forward, so that no order of reports pays back twice.
import type { Minor } from "@jara/shared/money";
import type { WithdrawalStatus } from "@jara/shared/rest/withdrawals";
import { and, eq, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { bankAccounts, withdrawals } from "../../platform/database/schema/money.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { databaseNow, increased } from "../../platform/database/statements.ts";
import { takesOf } from "../../platform/jobs/guard-rows.ts";
import { giveBack, type LockedWithdrawal, lockWithdrawal, mailOwner, mailReason } from "./close-withdrawal.ts";

/** Seconds until the next try after the first, second, … failure. The last one repeats. */
export const RETRY_AFTER_S = [30, 60, 300, 900, 3600];
/** Waits for the webhook first, then asks about a transfer after an eighth of its age. */
const ASK_AFTER = sql`least(greatest(interval '2 minutes', (clock_now() - ${withdrawals.decidedAt}) / 8), interval '6 hours')`;

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
  const { id, attempts, nextAttemptAt } = withdrawals;
  const pause = sql`(${arrayLiteral(retryAfterS)}::float8[])[least(${attempts} + 1, ${retryAfterS.length}::int)]`;
  const due = db.$with("due").as(
    db
      .select({ id, bankAccountId: withdrawals.bankAccountId })
      .from(withdrawals)
      .where(
        and(
          // The statuses stand in the text, so that the planner finds the index.
          sql`${withdrawals.status} in ('approved', 'sent')`,
          sql`${nextAttemptAt} <= ${databaseNow}`,
          eq(withdrawals.isSandbox, isSandbox),
          takesOf("withdrawals")(id),
        ),
      )
      .orderBy(nextAttemptAt)
      .limit(1)
      .for("update", { skipLocked: true }),
  );
  const [row] = await db
    .with(due)
    .update(withdrawals)
    .set({
      attempts: increased(attempts),
      nextAttemptAt: sql`clock_now() + case when ${withdrawals.status} = 'sent' then ${ASK_AFTER}
        else interval '1 second' * ${pause} end`,
    })
    .from(due)
    .innerJoin(bankAccounts, eq(bankAccounts.id, due.bankAccountId))
    .where(eq(id, due.id))
    .returning({
      id,
      status: sql<TakenWithdrawal["status"]>`${withdrawals.status}`,
      reference: withdrawals.reference,
      amountMinor: withdrawals.amountMinor,
      recipientCode: withdrawals.recipientCode,
      attempts,
      bankCode: bankAccounts.bankCode,
      accountNumber: bankAccounts.accountNumber,
      accountName: bankAccounts.accountName,
    });
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

/** The change of the row that every report makes: an older code stays if the report has none. */
const codeOf = ({ code }: Report) => (code === null ? {} : { transferCode: code });

type Recorded = { readonly userId: string } | null;

/** Records that the payment service has the transfer. Null if that was recorded before. */
export const recordSent = ({ transaction }: Database, report: Report): Promise<Recorded> =>
  transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, isAbout(report));
    if (withdrawal?.status !== "approved") return null;
    const nextAttemptAt = sql`clock_now() + interval '2 minutes'`;
    await tx
      .update(withdrawals)
      .set({ status: "sent", ...codeOf(report), lastError: null, nextAttemptAt })
      .where(eq(withdrawals.id, withdrawal.id));
    await mailOwner(tx, withdrawal, "withdrawal-sent");
    return { userId: withdrawal.userId };
  });

/** Records that the bank has the money. Null if that was recorded before. */
export const recordPaid = ({ transaction }: Database, report: Report): Promise<Recorded> =>
  transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, isAbout(report));
    if (!withdrawal || !isOnItsWay(withdrawal.status)) return null;
    await tx
      .update(withdrawals)
      .set({ status: "paid", ...codeOf(report), lastError: null, nextAttemptAt: null, closedAt: clockNow })
      .where(eq(withdrawals.id, withdrawal.id));
    await mailOwner(tx, withdrawal, "withdrawal-paid");
    return { userId: withdrawal.userId };
  });

const isOnItsWay = (status: WithdrawalStatus): boolean => status === "approved" || status === "sent";

/**
 * Records that the transfer failed: the money comes back, once. Null if nothing changed. `isAsked`: the payment service
 * was asked just now. Otherwise a transfer that was paid stays paid, because the report may be old.
 */
export const recordFailed = (
  { transaction }: Database,
  report: Report,
  reason: string,
  isAsked: boolean,
): Promise<Recorded> =>
  transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, isAbout(report));
    if (!withdrawal) return null;
    const mayFail = isOnItsWay(withdrawal.status) || (isAsked && withdrawal.status === "paid");
    return mayFail ? await fail(tx, withdrawal, reason, codeOf(report)) : null;
  });

/**
 * Gives up a withdrawal that was never sent: the money comes back. Null if another node has taken the withdrawal since
 * then.
 */
export const giveUp = (
  { transaction }: Database,
  taken: Pick<TakenWithdrawal, "id" | "attempts" | "recipientCode">,
  reason: string,
  problem: string,
): Promise<Recorded> =>
  transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, eq(withdrawals.id, taken.id));
    const isSame =
      withdrawal?.status === "approved" &&
      withdrawal.attempts === taken.attempts &&
      withdrawal.recipientCode === taken.recipientCode;
    return isSame ? await fail(tx, withdrawal, reason, { lastError: problem.slice(0, 500) }) : null;
  });

const fail = async (
  tx: Db,
  withdrawal: LockedWithdrawal,
  reason: string,
  more: { readonly transferCode?: string; readonly lastError?: string },
): Promise<Recorded> => {
  await tx
    .update(withdrawals)
    .set({ status: "failed", reason, nextAttemptAt: null, closedAt: clockNow, ...more })
    .where(eq(withdrawals.id, withdrawal.id));
  await mailReason(tx, withdrawal, "withdrawal-failed", reason);
  await giveBack(tx, withdrawal, null);
  return { userId: withdrawal.userId };
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

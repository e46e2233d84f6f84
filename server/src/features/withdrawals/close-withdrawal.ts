// Cancels, refuses and approves withdrawals, and has the parts of statements that give the money back. Each is one
// statement: the row changes only from the expected status, so that the money comes back once, whoever races. They are
// SQL, because Drizzle's builder cannot insert what another part returns into some of a table's columns.

import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { bankAccounts, ledgerEntries, withdrawals } from "../../platform/database/schema/money.ts";
import { clockNow, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import type { MailKind } from "../../platform/outbox/mails.ts";
import { boundBy, type Funds, type FundTerms, owedBy } from "./withdrawable.ts";

/** Returns the columns of the changed withdrawal that the parts below need. */
export const changedRow = sql`returning ${withdrawals.id} as id, ${withdrawals.userId} as user_id,
  ${withdrawals.amountMinor} as amount, ${withdrawals.bankAccountId} as bank_account_id, ${withdrawals.reason} as reason`;

/** Parts of a statement that give the amount of the row in `changed` back to its owner. */
export const moneyBack = (actorId: SQLWrapper | string | null): SQL => sql`
  returned as (
    update ${users} set ${nameOf(users.balanceMinor)} = ${users.balanceMinor} + changed.amount,
      ${nameOf(users.revision)} = ${increased(users.revision)}
    from changed where ${users.id} = changed.user_id
    returning ${users.id} as id, ${users.balanceMinor} as balance
  ),
  entered as (
    ${insertSelect(ledgerEntries, {
      id: randomUUID(),
      userId: sql`returned.id`,
      amountMinor: sql`changed.amount`,
      balanceAfterMinor: sql`returned.balance`,
      cause: "withdrawal-return",
      // The reference is unique in the ledger, so that a second return fails even if a status is wrong.
      reference: sql`'withdrawal-return-' || changed.id`,
      actorId,
      createdAt: clockNow,
    })} from changed, returned
  )`;

/** A part that mails the owner of the row in `changed`. `more` are further fields of the mail's data. */
export const mailOwner = (kind: MailKind, more: SQL = sql``): SQL =>
  insertSelectMail(
    kind,
    sql`json_build_object('amount', changed.amount / 100.0, 'bankName', ${bankAccounts.bankName},
    'accountNumber', ${bankAccounts.accountNumber}${more})`,
  );

const insertSelectMail = (kind: MailKind, data: SQL): SQL => sql`
  mailed as (
    ${insertSelect(outbox, {
      id: randomUUID(),
      kind,
      data,
      toAddress: users.email,
      userId: users.id,
      dueAt: clockNow,
      createdAt: clockNow,
    })}
    from changed join ${users} on ${users.id} = changed.user_id
      join ${bankAccounts} on ${bankAccounts.id} = changed.bank_account_id
  )`;

/** True if the user's own withdrawal still waited for a decision and is cancelled now. */
export const cancelWithdrawal = async ({ db }: Database, userId: string, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  const [row] = await db.execute<{ isDone: boolean }>(sql`
    with changed as (
      update ${withdrawals} set ${nameOf(withdrawals.status)} = 'cancelled',
        ${nameOf(withdrawals.closedAt)} = clock_now()
      where ${and(eq(withdrawals.id, id), eq(withdrawals.userId, userId), eq(withdrawals.status, "requested"))}
      ${changedRow}
    ), ${moneyBack(userId)}
    select exists (select from changed) as "isDone"`);
  return row?.isDone ?? false;
};

/**
 * The actor, if they may decide. Not locked: a refusal also locks its owner's row, so two people who refuse each
 * other's withdrawals would wait for each other.
 */
const actorOf = (actorId: string): SQL => sql`
  actor as (
    select ${users.id} as id from ${users}
    where ${and(eq(users.id, actorId), roleMay("withdrawals:decide"), isNull(users.bannedAt))}
  )`;

const recordAction = (actorId: string, action: string): SQL => sql`
  recorded as (
    ${insertSelect(adminActions, {
      id: randomUUID(),
      actorId,
      action,
      userId: sql`changed.user_id`,
      details: sql`json_build_object('withdrawalId', changed.id, 'amount', changed.amount, 'reason', changed.reason)`,
      at: clockNow,
    })} from changed
  )`;

export type Decision =
  | { readonly is: "done"; readonly userId: string }
  /** The withdrawal was decided before, is cancelled, or is unknown. Its row says which. */
  | { readonly is: "not-open" | "not-allowed" };

interface Decided extends Record<string, unknown> {
  readonly isAllowed: boolean;
  readonly userId: string | null;
}

const decisionOf = (row: Decided | undefined): Decision => {
  if (!row?.isAllowed) return { is: "not-allowed" };
  return row.userId === null ? { is: "not-open" } : { is: "done", userId: row.userId };
};

const decided = (actorId: string): SQL => sql`${nameOf(withdrawals.decidedAt)} = clock_now(),
  ${nameOf(withdrawals.decidedBy)} = ${actorId}`;

const isOpenFor = (actorId: string, id: string): SQL | undefined =>
  and(eq(withdrawals.id, id), eq(withdrawals.status, "requested"), ne(withdrawals.userId, actorId));

const outcome = sql`select exists (select from actor) as "isAllowed", (select user_id from changed) as "userId"`;

export const refuseWithdrawal = async (
  { db }: Database,
  actorId: string,
  id: string,
  reason: string,
): Promise<Decision> => {
  const [row] = await db.execute<Decided>(sql`
    with ${actorOf(actorId)},
    changed as (
      update ${withdrawals} set ${nameOf(withdrawals.status)} = 'refused', ${nameOf(withdrawals.reason)} = ${reason},
        ${nameOf(withdrawals.closedAt)} = clock_now(), ${decided(actorId)}
      from actor where ${isOpenFor(actorId, id)}
      ${changedRow}
    ), ${moneyBack(actorId)}, ${recordAction(actorId, "withdrawal refused")},
    ${mailOwner("withdrawal-refused", sql`, 'reason', ${reason}::text`)}
    ${outcome}`);
  return decisionOf(row);
};

export type Approval =
  | Decision
  | { readonly is: "suspended" }
  /** How much is bound is not told, because hidden maxima bind it. */
  | { readonly is: "not-covered"; readonly balanceMinor: number };

/**
 * Approves a withdrawal unless its owner is suspended, or has bound or owes more than the rest of the balance. That rest
 * is looked at again here, because a bid that was committed while the withdrawal was being asked for may have bound it.
 */
export const approveWithdrawal = async (
  { db }: Database,
  actorId: string,
  id: string,
  terms: FundTerms,
): Promise<Approval> => {
  const { userId } = withdrawals;
  const [row] = await db.execute<Decided & Partial<Funds> & { isBanned: boolean | null }>(sql`
    with ${actorOf(actorId)},
    owner as materialized (
      select ${users.id} as id, ${users.bannedAt} is not null as is_banned, ${users.balanceMinor} as balance,
        ${boundBy(users.id, terms)} as reserved, ${owedBy(users.id, terms)} as owed
      from ${users} join ${withdrawals} on ${userId} = ${users.id} where ${eq(withdrawals.id, id)}
    ),
    changed as (
      update ${withdrawals} set ${nameOf(withdrawals.status)} = 'approved', ${decided(actorId)},
        ${nameOf(withdrawals.nextAttemptAt)} = clock_now()
      from actor, owner
      where ${isOpenFor(actorId, id)} and not is_banned and balance >= reserved + owed
      ${changedRow}
    ), ${recordAction(actorId, "withdrawal approved")}
    select exists (select from actor) as "isAllowed", (select user_id from changed) as "userId",
      owner.is_banned as "isBanned", owner.balance as "balanceMinor", owner.reserved as "reservedMinor",
      owner.owed as "owedMinor"
    from (select) as one_row left join owner on true`);
  const decision = decisionOf(row);
  if (decision.is !== "not-open" || !row) return decision;
  const [open] = await db
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(eq(withdrawals.id, id), inArray(withdrawals.status, ["requested"])));
  if (!open) return decision;
  if (row.isBanned) return { is: "suspended" };
  const { balanceMinor = 0, reservedMinor = 0, owedMinor = 0 } = row;
  return balanceMinor < reservedMinor + owedMinor ? { is: "not-covered", balanceMinor } : decision;
};

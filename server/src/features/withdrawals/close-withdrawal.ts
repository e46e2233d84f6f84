// Cancels, refuses and approves withdrawals, and has what every change of a withdrawal begins with and what gives its money
// back. Each is one transaction that locks the rows and looks at the status, so that the money comes back once, whoever races.
import { toMajor } from "@jara/shared/money";
import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { postToLedger } from "../../platform/database/post-to-ledger.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { bankAccounts, withdrawals } from "../../platform/database/schema/money.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { MailData } from "../../platform/outbox/mails.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { type FundTerms, fundsOf } from "./withdrawable.ts";

/** Locks the owner's row (and the actor's), and then the withdrawal's. `which`: a condition that stays true or false. */
export const lockWithdrawal = async (tx: Db, which: SQL | undefined, actorId?: string) => {
  const [found] = await tx.select({ ownerId: withdrawals.userId }).from(withdrawals).where(which);
  if (!found) return null;
  const people = await lockPeople(tx, actorId === undefined ? [found.ownerId] : [found.ownerId, actorId]);
  const [row] = await tx
    .select({
      ...getTableColumns(withdrawals),
      bank: { bankName: bankAccounts.bankName, accountNumber: bankAccounts.accountNumber },
    })
    .from(withdrawals)
    .innerJoin(bankAccounts, eq(bankAccounts.id, withdrawals.bankAccountId))
    .where(which)
    .for("update", { of: withdrawals });
  const owner = people.get(found.ownerId);
  return row && owner ? { ...row, owner, actor: actorId === undefined ? undefined : people.get(actorId) } : null;
};

export type LockedWithdrawal = NonNullable<Awaited<ReturnType<typeof lockWithdrawal>>>;

/** Gives the amount back to the owner. The reference is unique in the ledger, so that it never comes back twice. */
export const giveBack = async (
  tx: Db,
  { id, userId, amountMinor }: LockedWithdrawal,
  actorId: string | null,
): Promise<void> => {
  const reference = `withdrawal-return-${id}`;
  await postToLedger(tx, { userId, amountMinor, leastMinor: null, cause: "withdrawal-return", reference, actorId });
};

type PlainMail = "withdrawal-sent" | "withdrawal-paid";
type MailWithReason = "withdrawal-refused" | "withdrawal-failed";

/** Mails the owner. */
export const mailOwner = (tx: Db, withdrawal: LockedWithdrawal, kind: PlainMail): Promise<void> =>
  queueMail(tx, { kind, ...ownerOf(withdrawal), data: mailDataOf(withdrawal) });

export const mailReason = (tx: Db, withdrawal: LockedWithdrawal, kind: MailWithReason, reason: string): Promise<void> =>
  queueMail(tx, { kind, ...ownerOf(withdrawal), data: { ...mailDataOf(withdrawal), reason } });

const ownerOf = ({ owner, userId }: LockedWithdrawal) => ({ toAddress: owner.email, userId });
const mailDataOf = ({ amountMinor, bank }: LockedWithdrawal): MailData[PlainMail] => ({
  amount: toMajor(amountMinor),
  ...bank,
});

/** True if the user's own withdrawal still waited for a decision and is cancelled now. */
export const cancelWithdrawal = async ({ transaction }: Database, userId: string, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  return await transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, and(eq(withdrawals.id, id), eq(withdrawals.userId, userId)));
    if (withdrawal?.status !== "requested") return false;
    await tx.update(withdrawals).set({ status: "cancelled", closedAt: clockNow }).where(eq(withdrawals.id, id));
    await giveBack(tx, withdrawal, userId);
    return true;
  });
};

export type Decision =
  | { readonly is: "done"; readonly userId: string }
  /** The withdrawal was decided before, is cancelled, or is unknown. Its row says which. */
  | { readonly is: "not-open" | "not-allowed" };

/** Locks a withdrawal on which the actor may decide now. */
const lockToDecide = async (
  tx: Db,
  actorId: string,
  id: string,
): Promise<LockedWithdrawal | "not-open" | "not-allowed"> => {
  const withdrawal = await lockWithdrawal(tx, eq(withdrawals.id, id), actorId);
  if (!withdrawal) return "not-open";
  if (!mayStill(withdrawal.actor, "withdrawals:decide")) return "not-allowed";
  return withdrawal.status === "requested" && withdrawal.userId !== actorId ? withdrawal : "not-open";
};

const recordDecision = (
  tx: Db,
  actorId: string,
  action: string,
  { id: withdrawalId, userId, amountMinor: amount }: LockedWithdrawal,
  reason: string | null,
): Promise<void> => recordAction(tx, { actorId, action, userId, details: { withdrawalId, amount, reason } });

export const refuseWithdrawal = async (
  { transaction }: Database,
  actorId: string,
  id: string,
  reason: string,
): Promise<Decision> =>
  transaction(async (tx) => {
    const withdrawal = await lockToDecide(tx, actorId, id);
    if (typeof withdrawal === "string") return { is: withdrawal };
    await tx
      .update(withdrawals)
      .set({ status: "refused", reason, closedAt: clockNow, decidedAt: clockNow, decidedBy: actorId })
      .where(eq(withdrawals.id, id));
    await mailReason(tx, withdrawal, "withdrawal-refused", reason);
    await recordDecision(tx, actorId, "withdrawal refused", withdrawal, reason);
    await giveBack(tx, withdrawal, actorId);
    return { is: "done", userId: withdrawal.userId };
  });

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
  { transaction }: Database,
  actorId: string,
  id: string,
  terms: FundTerms,
): Promise<Approval> =>
  transaction(async (tx) => {
    const withdrawal = await lockToDecide(tx, actorId, id);
    if (typeof withdrawal === "string") return { is: withdrawal };
    if (withdrawal.owner.bannedAt !== null) return { is: "suspended" };
    const { balanceMinor, reservedMinor, owedMinor } = await fundsOf(tx, withdrawal.userId, terms);
    if (balanceMinor < reservedMinor + owedMinor) return { is: "not-covered", balanceMinor };
    await tx
      .update(withdrawals)
      .set({ status: "approved", decidedAt: clockNow, decidedBy: actorId, nextAttemptAt: clockNow })
      .where(eq(withdrawals.id, id));
    await recordDecision(tx, actorId, "withdrawal approved", withdrawal, withdrawal.reason);
    return { is: "done", userId: withdrawal.userId };
  });

// The bank accounts to which people withdraw. A new account is usable after 24 hours by the database's clock, and the
// transaction that adds it also mails its owner.
import { randomUUID } from "node:crypto";
import type { BankAccount } from "@jara/shared/rest/withdrawals";
import { waitHoursOf } from "@jara/shared/withdrawal-words";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { bankAccounts } from "../../platform/database/schema/money.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { readNow } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";

/** A thief who has a session and the password must not be able to empty the balance before the owner reads the mail. */
const waitMsOf = ({ isSandbox, bankCode }: NewBankAccount) => waitHoursOf(isSandbox, bankCode) * 60 * 60_000;
/** More than anybody needs. */
const ACCOUNTS_AT_MOST = 10;

const isKept = isNull(bankAccounts.removedAt);

const read = async (db: Db, where: SQL | undefined): Promise<BankAccount[]> => {
  const rows = await db
    .select({
      _id: bankAccounts.id,
      bankCode: bankAccounts.bankCode,
      bankName: bankAccounts.bankName,
      accountNumber: bankAccounts.accountNumber,
      accountName: bankAccounts.accountName,
      createdAt: bankAccounts.createdAt,
      usableAt: bankAccounts.usableAt,
      isUsable: sql<boolean>`${bankAccounts.usableAt} <= clock_now()`,
    })
    .from(bankAccounts)
    .where(where)
    .orderBy(asc(bankAccounts.createdAt), bankAccounts.id);
  return rows.map((row) => ({ ...row, createdAt: toIso(row.createdAt), usableAt: toIso(row.usableAt) }));
};

/** Accounts that were added in the sandbox exist only in the sandbox. */
export const bankAccountsOf = ({ db }: Database, userId: string, isSandbox: boolean): Promise<BankAccount[]> =>
  read(db, and(eq(bankAccounts.userId, userId), eq(bankAccounts.isSandbox, isSandbox), isKept));

export interface NewBankAccount {
  readonly userId: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly isSandbox: boolean;
}

/**
 * Adds the account and writes the mail. An account that the person has already is answered as it is, without a mail. Null:
 * the person is suspended, or has too many accounts.
 */
export const addBankAccount = (
  { transaction }: Database,
  account: NewBankAccount,
): Promise<{ bankAccount: BankAccount; isNew: boolean } | null> =>
  transaction(async (tx) => {
    const { userId, bankCode, bankName, accountNumber, accountName, isSandbox } = account;
    const person = (await lockPeople(tx, [userId])).get(userId);
    const own = and(eq(bankAccounts.userId, userId), isKept);
    const isSameNumber = and(eq(bankAccounts.bankCode, bankCode), eq(bankAccounts.accountNumber, accountNumber));
    const same = and(own, isSameNumber, eq(bankAccounts.isSandbox, isSandbox));
    const [before] = await read(tx, same);
    if (before) return { bankAccount: before, isNew: false };
    if (!person || person.bannedAt !== null) return null;
    if ((await tx.$count(bankAccounts, own)) >= ACCOUNTS_AT_MOST) return null;
    const now = await readNow(tx);
    // The sandbox's account of the same number, or a real one, is in the way.
    await tx
      .insert(bankAccounts)
      .values({ ...account, id: randomUUID(), createdAt: now, usableAt: now + waitMsOf(account) })
      .onConflictDoNothing();
    const [bankAccount] = await read(tx, same);
    if (!bankAccount) return null;
    await queueMail(tx, {
      kind: "bank-account-added",
      toAddress: person.email,
      userId,
      data: { bankName, accountNumber, accountName, usableAt: bankAccount.usableAt },
    });
    return { bankAccount, isNew: true };
  });

/** False: the person has no such account. A withdrawal that was asked for goes on. */
export const removeBankAccount = async ({ db }: Database, userId: string, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  const removed = await db
    .update(bankAccounts)
    .set({ removedAt: clockNow })
    .where(and(eq(bankAccounts.id, id), eq(bankAccounts.userId, userId), isKept))
    .returning({ id: bankAccounts.id });
  return removed.length > 0;
};

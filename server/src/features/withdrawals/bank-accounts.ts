// The bank accounts to which people withdraw. Each write is one statement. A new account is usable after 24 hours by the
// database's clock, and the statement that adds it also mails its owner.
import { randomUUID } from "node:crypto";
import type { BankAccount } from "@jara/shared/rest/withdrawals";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { bankAccounts } from "../../platform/database/schema/money.ts";
import { clockAt, clockNow, clockPart, insertSelect, isoOf, nameOf } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";

/** A thief who has a session and the password must not be able to empty the balance before the owner reads the mail. */
const WAITS = sql`interval '24 hours'`;
/** The sandbox's own bank. Its accounts do not wait, so that a developer can go on. No money moves there. */
const SANDBOX_BANK = "001";
const waitOf = ({ isSandbox, bankCode }: NewBankAccount) =>
  isSandbox && bankCode === SANDBOX_BANK ? sql`interval '0'` : WAITS;
/** More than anybody needs. */
const ACCOUNTS_AT_MOST = 10;

const isKept = isNull(bankAccounts.removedAt);

const read = async ({ db }: Database, where: SQL | undefined): Promise<BankAccount[]> => {
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
export const bankAccountsOf = (database: Database, userId: string, isSandbox: boolean): Promise<BankAccount[]> =>
  read(database, and(eq(bankAccounts.userId, userId), eq(bankAccounts.isSandbox, isSandbox), isKept));

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
export const addBankAccount = async (
  database: Database,
  account: NewBankAccount,
): Promise<{ bankAccount: BankAccount; isNew: boolean } | null> => {
  const { db } = database;
  const id = randomUUID();
  const own = and(eq(bankAccounts.userId, account.userId), isKept);
  // SQL, because Drizzle's builder cannot read the clock once for all parts of a statement.
  const [row] = await db.execute<{ isNew: boolean }>(sql`
    with ${clockPart},
    made as (
      ${insertSelect(bankAccounts, { ...account, id, userId: users.id, createdAt: clockAt, usableAt: sql`${clockAt} + ${waitOf(account)}` })}
      from ${users}, clock
      where ${eq(users.id, account.userId)} and ${isNull(users.bannedAt)}
        and (select count(*) from ${bankAccounts} where ${own}) < ${ACCOUNTS_AT_MOST}
      on conflict do nothing
      returning ${bankAccounts.id} as id, ${bankAccounts.usableAt} as usable_at
    ),
    mailed as (
      ${insertSelect(outbox, {
        id: randomUUID(),
        kind: "bank-account-added",
        data: sql`json_build_object('bankName', ${account.bankName}::text, 'accountNumber', ${account.accountNumber}::text,
          'accountName', ${account.accountName}::text,
          'usableAt', ${isoOf(sql`made.usable_at`)})`,
        toAddress: users.email,
        userId: users.id,
        dueAt: clockAt,
        createdAt: clockAt,
      })} from made, clock, ${users} where ${eq(users.id, account.userId)}
    )
    select exists (select from made) as "isNew"`);
  const { bankCode, accountNumber, isSandbox } = account;
  const same = and(
    own,
    eq(bankAccounts.bankCode, bankCode),
    eq(bankAccounts.accountNumber, accountNumber),
    eq(bankAccounts.isSandbox, isSandbox),
  );
  const [bankAccount] = await read(database, same);
  return bankAccount ? { bankAccount, isNew: row?.isNew ?? false } : null;
};

/** False: the person has no such account. A withdrawal that was asked for goes on. */
export const removeBankAccount = async ({ db }: Database, userId: string, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  const removed = await db
    .update(bankAccounts)
    .set({ removedAt: clockNow })
    .where(and(eq(bankAccounts.id, id), eq(bankAccounts.userId, userId), isKept))
    .returning({ id: nameOf(bankAccounts.id) });
  return removed.length > 0;
};

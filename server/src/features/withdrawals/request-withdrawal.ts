// Asks for a withdrawal. One statement locks the person's row, writes the withdrawal, takes the amount off the balance,
// and writes the ledger entry and the mail: all of them or none.
import { createHash, randomUUID } from "node:crypto";
import { toMajor } from "@jara/shared/money";
import { eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { bankAccounts, ledgerEntries, withdrawals } from "../../platform/database/schema/money.ts";
import { clockAt, clockPart, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { boundBy, type Funds, type FundTerms, owedBy } from "./withdrawable.ts";

/** Each one sends mails and asks for a decision of the staff. */
const REQUESTS_AN_HOUR = 20;

export interface WithdrawalRequest {
  readonly userId: string;
  readonly commandId: string;
  readonly amountMinor: number;
  readonly bankAccountId: string;
  readonly isSandbox: boolean;
  readonly terms: FundTerms;
  readonly hasLimit: boolean;
}

export type Requested =
  | { readonly is: "made" | "made-before"; readonly id: string }
  | { readonly is: "key-reused" | "suspended" | "unverified" | "no-account" | "too-many" }
  | { readonly is: "account-waits"; readonly usableAt: number }
  | ({ readonly is: "too-much" } & Funds);

export const referenceOf = (withdrawalId: string): string => `withdrawal-${withdrawalId}`;

/** The same command gives the same id on any node and after a restart. No other person's command gives it. */
export const withdrawalIdOf = (userId: string, commandId: string): string => {
  const hex = createHash("sha256")
    .update(JSON.stringify(["withdrawal", userId, commandId]))
    .digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
};

interface Written extends Funds, Record<string, unknown> {
  readonly isMade: boolean;
  readonly isVerified: boolean;
  readonly usableAt: number | null;
  readonly isUsable: boolean | null;
  readonly hasRoom: boolean;
}

const write = async ({ db }: Database, id: string, request: WithdrawalRequest): Promise<Written | undefined> => {
  const { userId, amountMinor, bankAccountId, isSandbox } = request;
  const [row] = await db.execute<Written>(sql`
    with ${clockPart},
    person as (
      select ${users.id} as id, ${users.email} as email, ${users.balanceMinor} as balance,
        ${isNotNull(users.emailVerifiedAt)} as is_verified
      from ${users} where ${eq(users.id, userId)} and ${isNull(users.bannedAt)} for no key update
    ),
    account as (
      select ${bankAccounts.id} as id, ${bankAccounts.bankName} as bank_name, ${bankAccounts.usableAt} as usable_at,
        ${bankAccounts.accountNumber} as account_number, ${bankAccounts.usableAt} <= clock.at as is_usable
      from ${bankAccounts}, clock
      where ${eq(bankAccounts.id, bankAccountId)} and ${eq(bankAccounts.userId, userId)}
        and ${isNull(bankAccounts.removedAt)} and ${eq(bankAccounts.isSandbox, isSandbox)}
    ),
    bound as materialized (
      select ${boundBy(userId, request.terms)} as reserved, ${owedBy(userId, request.terms)} as owed,
        not ${request.hasLimit}::boolean or (
          select count(*) from ${withdrawals}
          where ${eq(withdrawals.userId, userId)} and ${withdrawals.createdAt} > clock.at - interval '1 hour'
        ) < ${REQUESTS_AN_HOUR} as has_room
      from clock
    ),
    made as (
      ${insertSelect(withdrawals, {
        id,
        userId: sql`person.id`,
        bankAccountId: sql`account.id`,
        amountMinor: sql`${amountMinor}::bigint`,
        reference: referenceOf(id),
        isSandbox,
        createdAt: clockAt,
      })}
      from person, account, bound, clock
      where is_verified and is_usable and has_room and balance - reserved - owed >= ${amountMinor}::bigint
      on conflict do nothing
      returning ${withdrawals.id} as id, ${withdrawals.amountMinor} as amount
    ),
    charged as (
      update ${users} set ${nameOf(users.balanceMinor)} = ${users.balanceMinor} - made.amount,
        ${nameOf(users.revision)} = ${increased(users.revision)}
      from made where ${eq(users.id, userId)}
      returning ${users.id} as id, ${users.balanceMinor} as balance
    ),
    entered as (
      ${insertSelect(ledgerEntries, {
        id: randomUUID(),
        userId: sql`charged.id`,
        amountMinor: sql`- made.amount`,
        balanceAfterMinor: sql`charged.balance`,
        cause: "withdrawal",
        reference: referenceOf(id),
        actorId: sql`charged.id`,
        createdAt: clockAt,
      })} from made, charged, clock
    ),
    mailed as (
      ${insertSelect(outbox, {
        id: randomUUID(),
        kind: "withdrawal-requested",
        data: sql`json_build_object('amount', ${toMajor(amountMinor)}::float8, 'bankName', account.bank_name,
          'accountNumber', account.account_number)`,
        toAddress: sql`person.email`,
        userId: sql`person.id`,
        dueAt: clockAt,
        createdAt: clockAt,
      })} from made, person, account, clock
    )
    select exists (select from made) as "isMade", is_verified as "isVerified", balance as "balanceMinor",
      reserved as "reservedMinor", owed as "owedMinor", has_room as "hasRoom",
      (select is_usable from account) as "isUsable",
      (select (extract(epoch from usable_at) * 1000)::float8 from account) as "usableAt"
    from person, bound`);
  return row;
};

/** Returns the earlier outcome of the same command; null if this is the first. */
const findBefore = async ({ db }: Database, id: string, request: WithdrawalRequest): Promise<Requested | null> => {
  const [row] = await db
    .select({ amountMinor: withdrawals.amountMinor, bankAccountId: withdrawals.bankAccountId })
    .from(withdrawals)
    .where(eq(withdrawals.id, id));
  if (!row) return null;
  const isSame = row.amountMinor === request.amountMinor && row.bankAccountId === request.bankAccountId.toLowerCase();
  return isSame ? { is: "made-before", id } : { is: "key-reused" };
};

export const requestWithdrawal = async (database: Database, request: WithdrawalRequest): Promise<Requested> => {
  const id = withdrawalIdOf(request.userId, request.commandId);
  const before = await findBefore(database, id, request);
  if (before) return before;
  if (!isUuid(request.bankAccountId)) return { is: "no-account" };
  const row = await write(database, id, request);
  if (!row) return { is: "suspended" };
  if (row.isMade) return { is: "made", id };
  // The same command may have been carried out while this one waited for the row's lock.
  const meanwhile = await findBefore(database, id, request);
  if (meanwhile) return meanwhile;
  if (!row.isVerified) return { is: "unverified" };
  if (row.usableAt === null) return { is: "no-account" };
  if (!row.isUsable) return { is: "account-waits", usableAt: row.usableAt };
  if (!row.hasRoom) return { is: "too-many" };
  return { ...row, is: "too-much" };
};

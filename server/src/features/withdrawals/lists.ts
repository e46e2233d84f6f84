// Reads withdrawals: a person's own, and the staff's list.
import { toMajor } from "@jara/shared/money";
import type { AdminWithdrawal, Withdrawal, WithdrawalStatus } from "@jara/shared/rest/withdrawals";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { literal, offsetOf, type Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { bankAccounts, withdrawals } from "../../platform/database/schema/money.ts";
import { sharesOf } from "../../platform/database/shared-accounts.ts";
import { hasValue } from "../../platform/database/statement-text.ts";
import { isPresent } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";

const LISTED = 50;
const decider = alias(users, "decider");

const columns = {
  _id: withdrawals.id,
  amountMinor: withdrawals.amountMinor,
  status: withdrawals.status,
  bank: {
    bankName: bankAccounts.bankName,
    accountNumber: bankAccounts.accountNumber,
    accountName: bankAccounts.accountName,
  },
  createdAt: withdrawals.createdAt,
  decidedAt: withdrawals.decidedAt,
  closedAt: withdrawals.closedAt,
  reason: withdrawals.reason,
};

interface WithdrawalRow {
  readonly amountMinor: number;
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly closedAt: number | null;
}
const times = ({ amountMinor, createdAt, decidedAt, closedAt }: WithdrawalRow) => ({
  amount: toMajor(amountMinor),
  createdAt: toIso(createdAt),
  decidedAt: decidedAt === null ? null : toIso(decidedAt),
  closedAt: closedAt === null ? null : toIso(closedAt),
});

const own = async ({ db }: Database, where: SQL | undefined): Promise<Withdrawal[]> => {
  const rows = await db
    .select(columns)
    .from(withdrawals)
    .innerJoin(bankAccounts, eq(bankAccounts.id, withdrawals.bankAccountId))
    .where(where)
    .orderBy(desc(withdrawals.createdAt), withdrawals.id)
    .limit(LISTED);
  return rows.map(({ amountMinor, createdAt, decidedAt, closedAt, ...row }) => ({
    ...row,
    ...times({ amountMinor, createdAt, decidedAt, closedAt }),
  }));
};

/** Newest first. */
export const withdrawalsOf = (database: Database, userId: string): Promise<Withdrawal[]> =>
  own(database, eq(withdrawals.userId, userId));

export const findWithdrawal = async (database: Database, userId: string, id: string): Promise<Withdrawal | null> => {
  if (!isUuid(id)) return null;
  const [row] = await own(database, and(eq(withdrawals.id, id), eq(withdrawals.userId, userId)));
  return row ?? null;
};

const selectForAdmins = ({ db }: Database) =>
  db
    .select({
      ...columns,
      reference: withdrawals.reference,
      isSandbox: withdrawals.isSandbox,
      problem: withdrawals.lastError,
      balanceMinor: users.balanceMinor,
      person: {
        _id: users.id,
        username: users.username,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        isBanned: isPresent(users.bannedAt),
      },
      decidedBy: { _id: decider.id, username: decider.username },
    })
    .from(withdrawals)
    .innerJoin(bankAccounts, eq(bankAccounts.id, withdrawals.bankAccountId))
    .innerJoin(users, eq(users.id, withdrawals.userId))
    .leftJoin(decider, eq(decider.id, withdrawals.decidedBy));

type AdminRow = Awaited<ReturnType<typeof selectForAdmins>>[number];

/** Adds what other accounts share with the people about whom the reader decides. */
const toAdminWithdrawals = async (
  database: Database,
  rows: readonly AdminRow[],
  adminId: string,
): Promise<AdminWithdrawal[]> => {
  const asked = rows.filter(({ status, person }) => status === "requested" && person._id !== adminId);
  const shares = await sharesOf(database, [...new Set(asked.map(({ person }) => person._id))]);
  return rows.map((whole) => {
    const { amountMinor, balanceMinor, createdAt, decidedAt, closedAt, ...row } = whole;
    return {
      ...row,
      ...times({ amountMinor, createdAt, decidedAt, closedAt }),
      balance: toMajor(balanceMinor),
      isOwn: row.person._id === adminId,
      shares: asked.includes(whole) ? (shares.get(row.person._id) ?? []) : [],
    };
  });
};

export const listWithdrawals = async (
  database: Database,
  { status, adminId }: { readonly status?: WithdrawalStatus | undefined; readonly adminId: string },
  page: Page,
): Promise<{ withdrawals: AdminWithdrawal[]; total: number }> => {
  const where = status && hasValue(withdrawals.status, status);
  const total = await database.db.$count(withdrawals, where);
  const rows = await selectForAdmins(database)
    .where(where)
    .orderBy(sql`${withdrawals.closedAt} desc nulls first`, asc(withdrawals.createdAt), asc(withdrawals.id))
    .limit(literal(page.limit))
    .offset(offsetOf(page));
  return { withdrawals: await toAdminWithdrawals(database, rows, adminId), total };
};

export const findForAdmin = async (
  database: Database,
  adminId: string,
  id: string,
): Promise<AdminWithdrawal | null> => {
  if (!isUuid(id)) return null;
  const rows = await selectForAdmins(database).where(eq(withdrawals.id, id));
  const [found] = await toAdminWithdrawals(database, rows, adminId);
  return found ?? null;
};

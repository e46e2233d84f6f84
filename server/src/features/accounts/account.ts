// Reads and locks accounts as the database stores them, by id or address, and picks the fields that their owner and the
// staff may see.
import type { AdminUser } from "@jara/shared/rest/users";
import type { User } from "@jara/shared/users";
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isAnyOfPlaceholder, isPresent, prepared } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { hasTotp } from "./second-factor/factors.ts";

const { usernameVerdict, searchText, emailVerifiedAt, bannedAt, firstSessionAt, closesAt, deletedAt, ...ownColumns } =
  getTableColumns(users);

export const accountColumns = {
  ...ownColumns,
  isEmailVerified: isPresent(emailVerifiedAt),
  isBanned: isPresent(bannedAt),
  hasTotp,
};

/** The caller adds the condition. */
export const selectAccounts = (db: Db) => db.select(accountColumns).from(users);

export type Account = Readonly<Awaited<ReturnType<typeof selectAccounts>>[number]>;

/**
 * The account of the person who makes a request. It leaves out the stored role, because staff without a required second
 * factor may not use it. `Caller` says what the person may do and see.
 */
export type SignedIn = Omit<Account, "role">;

/** Everything of an account that a change of it depends on. `now`: the database's clock. Times are epoch ms. */
export const lockedColumns = {
  ...ownColumns,
  emailVerifiedAt,
  bannedAt,
  firstSessionAt,
  closesAt,
  deletedAt,
  now: sql<number>`floor(extract(epoch from ${clockNow}) * 1000)::float8`,
};

/**
 * Reads the account and locks its row until the transaction ends, so that changes of one account come one after the
 * other. What else belongs to the account must be read after it.
 */
export const lockAccount = async (tx: Db, which: SQL | undefined) => {
  const [account] = await tx.select(lockedColumns).from(users).where(which).for("no key update");
  return account;
};

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** The fields that the account's owner may see. */
export const toUser = (account: Account): User => ({
  id: account.id,
  _id: account.id,
  username: account.username,
  email: account.email,
  firstName: account.firstName,
  lastName: account.lastName,
  phone: account.phone,
  role: account.role,
  isEmailVerified: account.isEmailVerified,
  balance: account.balanceMinor / 100,
  createdAt: new Date(account.createdAt).toISOString(),
  address: {
    street: account.street,
    city: account.city,
    state: account.state,
    zipCode: account.zipCode,
    country: account.country,
  },
  wantsOutbidMail: account.wantsOutbidMail,
});

/** The fields that staff who may see users may see. */
export const toAdminUser = (account: Account): AdminUser => ({ ...toUser(account), isBanned: account.isBanned });

const byId = prepared((db) =>
  selectAccounts(db)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("account by id"),
);
const byIds = prepared((db) =>
  selectAccounts(db).where(isAnyOfPlaceholder(users.id, "ids")).prepare("accounts by ids"),
);

export const findAccount = async (database: Database, id: string): Promise<Account | null> => {
  if (!isUuid(id)) return null;
  const [row] = await byId(database).execute({ id });
  return row ?? null;
};

/** Accounts by id. Unknown and malformed ids are left out. */
export const findAccounts = async (database: Database, ids: readonly string[]): Promise<Map<string, Account>> => {
  const rows = await byIds(database).execute({ ids: arrayLiteral(ids.filter(isUuid)) });
  return new Map(rows.map((row) => [row.id, row]));
};

/** The condition that an account has this address, whatever the case of its letters. */
export const hasEmail = (email: string): SQL => sql`lower(${users.email}) = lower(${email})`;

export const findAccountByEmail = async ({ db }: Pick<Database, "db">, email: string): Promise<Account | null> => {
  const [row] = await selectAccounts(db).where(hasEmail(email));
  return row ?? null;
};

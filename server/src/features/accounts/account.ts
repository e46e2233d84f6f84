// An account as the database stores it, and the parts that its owner and administrators see.
import type { AdminUser } from "@jara/shared/rest/users";
import type { User } from "@jara/shared/users";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/values.ts";

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** Null: the user signs in with Google alone. */
  readonly passwordHash: string | null;
  readonly googleId: string | null;
  readonly role: "user" | "admin";
  readonly isEmailVerified: boolean;
  readonly isBanned: boolean;
  readonly balanceMinor: number;
  readonly tokenVersion: number;
  /** Increases with each change of role, ban, verification or balance. */
  readonly revision: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
  readonly wantsOutbidMail: boolean;
  readonly createdAt: number;
}

/** Columns of `users u`. */
export const accountColumns = `
  u.id, u.username, u.email, u.password_hash as "passwordHash", u.google_id as "googleId", u.role,
  u.email_verified_at is not null as "isEmailVerified",
  u.banned_at is not null as "isBanned", u.balance_minor::float8 as "balanceMinor", u.token_version as "tokenVersion",
  u.revision, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.street, u.city, u.state, u.zip_code as "zipCode",
  u.country, u.wants_outbid_mail as "wantsOutbidMail", (extract(epoch from u.created_at) * 1000)::float8 as "createdAt"`;

export type AccountRow = Account & Record<string, unknown>;

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

/** The fields that an administrator may see. */
export const toAdminUser = (account: Account): AdminUser => ({ ...toUser(account), isBanned: account.isBanned });

export const findAccount = async (database: Database, id: string): Promise<Account | null> => {
  if (!isUuid(id)) return null;
  const [row] = await database.query<AccountRow>(`select ${accountColumns} from users u where u.id = $1::text::uuid`, [
    id,
  ]);
  return row ?? null;
};

/** Accounts by id. Unknown and malformed ids are left out. */
export const findAccounts = async (database: Database, ids: readonly string[]): Promise<Map<string, Account>> => {
  const rows = await database.query<AccountRow>(
    `select ${accountColumns} from users u where u.id = any($1::text::uuid[])`,
    [arrayLiteral(ids.filter(isUuid))],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

export const findAccountByEmail = async (database: Database, email: string): Promise<Account | null> => {
  const [row] = await database.query<AccountRow>(
    `select ${accountColumns} from users u where lower(u.email) = lower($1)`,
    [email],
  );
  return row ?? null;
};

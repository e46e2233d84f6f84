// Accounts in the database: reading one, and the single statements that register and verify.
import type { AdminUser } from "@jara/shared/rest";
import type { User } from "@jara/shared/users";
import type { Mail } from "../../platform/outbox/mails.ts";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database } from "../../platform/database/database.ts";
import { isUuid } from "../../engine/commit/engine-store.ts";

export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  /** Null: signs in with Google alone. */
  readonly passwordHash: string | null;
  readonly googleId: string | null;
  readonly role: "user" | "admin";
  readonly isEmailVerified: boolean;
  readonly isBanned: boolean;
  readonly balanceMinor: number;
  readonly tokenVersion: number;
  /** Moves with role, ban, verification and balance. */
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

/** Of `users u`. */
export const accountColumns = `
  u.id, u.username, u.email, u.password_hash as "passwordHash", u.google_id as "googleId", u.role,
  u.email_verified_at is not null as "isEmailVerified",
  u.banned_at is not null as "isBanned", u.balance_minor::float8 as "balanceMinor", u.token_version as "tokenVersion",
  u.revision, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.street, u.city, u.state, u.zip_code as "zipCode",
  u.country, u.wants_outbid_mail as "wantsOutbidMail", (extract(epoch from u.created_at) * 1000)::float8 as "createdAt"`;

export type AccountRow = Account & Record<string, unknown>;

/** What its owner may see. */
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

/** What an administrator may see. */
export const toAdminUser = (account: Account): AdminUser => ({ ...toUser(account), isBanned: account.isBanned });

export const findAccount = async (database: Database, id: string): Promise<Account | null> => {
  if (!isUuid(id)) return null;
  const [row] = await database.query<AccountRow>(`select ${accountColumns} from users u where u.id = $1::text::uuid`, [
    id,
  ]);
  return row ?? null;
};

/** By their ids; of what is not there, or is no id, nothing. */
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

export interface NewAccount {
  readonly id: string;
  readonly username: string;
  /** The username's (accounts/username-skeletons.ts), sorted. */
  readonly skeletons: readonly string[];
  readonly email: string;
  readonly passwordHash: string;
  readonly tokenHash: string;
  readonly mail: Mail;
}

/** The link's life (spec section 9). */
export const TOKEN_LIFE = "interval '24 hours'";

/**
 * Account, username, verification token and the e-mail with its link, in one statement. Rejects with the driver's unique
 * violation where the e-mail is taken, or the username or one that looks like it.
 */
export const insertAccount = async (database: Database, account: NewAccount): Promise<void> => {
  await database.query(
    `with clock as (select clock_timestamp() as at),
     account as (
       insert into users (id, username, username_verdict, email, password_hash, created_at)
       select $1::text::uuid, $2, 'ok', $3, $4, at from clock
     ),
     -- the foreign keys are checked when the statement ends
     names as (${skeletonsSql("$1", "$9")}),
     token as (
       insert into verification_tokens (user_id, token_hash, expires_at)
       select $1::text::uuid, $5, at + ${TOKEN_LIFE} from clock
     )
     insert into outbox (id, kind, data, to_address, user_id, due_at, created_at)
     select $6::text::uuid, $7, $8::text::json, $3, $1::text::uuid, at, at from clock`,
    [
      account.id,
      account.username,
      account.email,
      account.passwordHash,
      account.tokenHash,
      account.mail.id,
      account.mail.kind,
      JSON.stringify(account.mail.data),
      JSON.stringify(account.skeletons),
    ],
  );
};

/** Takes a new username: the user's id and the skeletons as JSON are the parameters' names. */
export const skeletonsSql = (userId: string, skeletons: string): string =>
  `insert into username_skeletons (skeleton, user_id)
   select skeleton, ${userId}::text::uuid from json_array_elements_text(${skeletons}::text::json) as t (skeleton)`;

/** A new token voids the earlier one. False for an unknown or already verified address: nothing is written. */
export const replaceVerificationToken = async (
  database: Database,
  email: string,
  tokenHash: string,
  mail: Mail,
): Promise<boolean> => {
  const rows = await database.query(
    `with account as (select id from users where lower(email) = lower($1) and email_verified_at is null),
     token as (
       insert into verification_tokens (user_id, token_hash, expires_at)
       select id, $2, clock_timestamp() + ${TOKEN_LIFE} from account
       on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
     )
     insert into outbox (id, kind, data, to_address, user_id, due_at, created_at)
     select $3::text::uuid, $4, $5::text::json, $1, id, clock_timestamp(), clock_timestamp() from account
     returning id`,
    [email, tokenHash, mail.id, mail.kind, JSON.stringify(mail.data)],
  );
  return rows.length > 0;
};

/** Uses the token up and marks the address verified. Null where the link is wrong, used or too old. */
export const verifyEmail = async (database: Database, email: string, tokenHash: string): Promise<Account | null> => {
  const [row] = await database.query<{ id: string }>(
    `with used as (
       delete from verification_tokens t using users u
       where t.token_hash = $2 and u.id = t.user_id and lower(u.email) = lower($1) and t.expires_at > clock_timestamp()
       returning t.user_id
     )
     update users u set email_verified_at = coalesce(email_verified_at, clock_timestamp()), revision = revision + 1
     from used where u.id = used.user_id returning u.id`,
    [email, tokenHash],
  );
  return row ? findAccount(database, row.id) : null;
};

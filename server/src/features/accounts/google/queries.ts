// The statements that find, link and make accounts which sign in with Google, one statement each.
import type { Database } from "../../../platform/database/database.ts";
import { type Account, type AccountRow, accountColumns } from "../account.ts";
import { skeletonsSql } from "../queries.ts";

export const findAccountByGoogleId = async (database: Database, googleId: string): Promise<Account | null> => {
  const [row] = await database.query<AccountRow>(`select ${accountColumns} from users u where u.google_id = $1`, [
    googleId,
  ]);
  return row ?? null;
};

/**
 * Links the account of an address that Google has verified. If the account itself had not verified the address,
 * somebody else may have registered it beforehand, so this statement voids its password, sessions and verification
 * link. Null where no account of that address may be linked (none, linked already, or banned).
 */
export const linkGoogle = async (
  database: Database,
  { googleId, email }: { googleId: string; email: string },
): Promise<{ account: Account; wasUnverified: boolean } | null> => {
  const [row] = await database.query<AccountRow & { wasUnverified: boolean }>(
    `with found as (
       select id, email_verified_at is null as unverified from users
       where lower(email) = lower($2) and google_id is null and banned_at is null for update
     ),
     link as (delete from verification_tokens where user_id in (select id from found))
     update users u set
       google_id = $1,
       password_hash = case when unverified then null else password_hash end,
       token_version = token_version + unverified::int,
       revision = revision + unverified::int,
       email_verified_at = coalesce(email_verified_at, clock_timestamp())
     from found where u.id = found.id
     returning ${accountColumns}, unverified as "wasUnverified"`,
    [googleId, email],
  );
  if (!row) return null;
  const { wasUnverified, ...account } = row;
  return { account, wasUnverified };
};

export interface NewGoogleAccount {
  readonly id: string;
  readonly googleId: string;
  readonly username: string;
  readonly skeletons: readonly string[];
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/**
 * Makes a verified account without a password. Rejects with the driver's unique violation where a unique field is
 * taken.
 */
export const insertGoogleAccount = async (database: Database, account: NewGoogleAccount): Promise<Account> => {
  const [row] = await database.query<AccountRow>(
    `with clock as (select clock_timestamp() as at),
     names as (${skeletonsSql("$1", "$7")})
     insert into users as u (id, google_id, username, username_verdict, email, first_name, last_name, email_verified_at,
       created_at)
     select $1::text::uuid, $2, $3, 'ok', $4, $5, $6, at, at from clock
     returning ${accountColumns}`,
    [
      account.id,
      account.googleId,
      account.username,
      account.email,
      account.firstName,
      account.lastName,
      JSON.stringify(account.skeletons),
    ],
  );
  if (!row) throw new Error("the account just made is not there");
  return row;
};

// The single statements that register an account and verify its e-mail address.
import type { Database } from "../../platform/database/database.ts";
import type { Mail } from "../../platform/outbox/mails.ts";
import { type Account, findAccount } from "./account.ts";

export interface NewAccount {
  readonly id: string;
  readonly username: string;
  /** The username's skeletons (accounts/username-skeletons.ts), sorted. */
  readonly skeletons: readonly string[];
  readonly email: string;
  readonly passwordHash: string;
  readonly tokenHash: string;
  readonly mail: Mail;
}

/** How long a verification link is valid (spec section 9). */
export const TOKEN_LIFE = "interval '24 hours'";

/**
 * Writes the account, username, verification token and the e-mail with its link in one statement. Rejects with the
 * driver's unique violation where the e-mail address, the username or a similar username is taken.
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

/**
 * The SQL that reserves a username. The arguments name the SQL parameters for the user's id and for the skeletons as
 * JSON.
 */
export const skeletonsSql = (userId: string, skeletons: string): string =>
  `insert into username_skeletons (skeleton, user_id)
   select skeleton, ${userId}::text::uuid from json_array_elements_text(${skeletons}::text::json) as t (skeleton)`;

/** A new token voids the earlier one. Returns false and writes nothing for an unknown or already verified address. */
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

/** Uses up the token and marks the address verified. Null where the link is wrong, used or expired. */
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

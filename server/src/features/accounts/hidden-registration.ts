// Registration where the site hides which addresses have accounts. One statement does the same work whether or not the
// address has an account, so that timing reveals nothing.

import type { Database } from "../../platform/database/database.ts";
import type { Mail } from "../../platform/outbox/mails.ts";
import { countSql } from "./login-throttle.ts";
import { type NewAccount, TOKEN_LIFE } from "./queries.ts";

/** The limit of mails to one address that somebody registers again and again. */
const MAILS_EACH_HOUR = 5;

export interface HiddenRegistration {
  readonly isNew: boolean;
  /** Null: the address has used up its mails of the hour. */
  readonly mailed: Mail | null;
}

/**
 * Makes the account if the address has none. Otherwise it only reserves the username, as a new account would, because a
 * second registration with the same name could tell the two cases apart. The owner of a verified address gets `notice`;
 * the owner of an unverified one gets `mail` with a new link. Rejects with the driver's unique violation where the
 * username is taken.
 */
export const registerHidden = async (
  database: Database,
  account: Omit<NewAccount, "mail">,
  { mail, notice }: { mail: Mail; notice: Mail },
): Promise<HiddenRegistration> => {
  const [row] = await database.query<{ isNew: boolean; isNotice: boolean; isMailed: boolean }>(
    `with clock as (select clock_timestamp() as at),
     known as (select id, email_verified_at is not null as is_verified from users where lower(email) = lower($3)),
     account as (
       insert into users (id, username, username_verdict, email, password_hash, created_at)
       select $1::text::uuid, $2, 'ok', $3, $4, at from clock where not exists (select from known)
       on conflict (lower(email)) do nothing returning id, false as is_verified
     ),
     owner as (select * from known union all select * from account),
     names as (
       insert into username_skeletons (skeleton, user_id)
       select skeleton, (select id from account) from json_array_elements_text($6::text::json) as t (skeleton)
     ),
     token as (
       insert into verification_tokens (user_id, token_hash, expires_at)
       select owner.id, $5, at + ${TOKEN_LIFE} from owner, clock where not is_verified
       on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
     ),
     counted as (${countSql("(select 'registered ' || $3 as key) as one", "3600000")}),
     mailed as (
       insert into outbox (id, kind, data, to_address, user_id, due_at, created_at)
       select $7::text::uuid, case when is_verified then $9 else $8 end, case when is_verified then $11 else $10 end::json,
         $3, owner.id, at, at
       from owner, clock, counted where counted.count <= ${MAILS_EACH_HOUR}
       returning kind
     )
     select exists (select from account) as "isNew", exists (select from mailed) as "isMailed",
       exists (select from mailed where kind = $9) as "isNotice"`,
    [
      account.id,
      account.username,
      account.email,
      account.passwordHash,
      account.tokenHash,
      JSON.stringify(account.skeletons),
      mail.id,
      mail.kind,
      notice.kind,
      JSON.stringify(mail.data),
      JSON.stringify(notice.data),
    ],
  );
  if (!row) throw new Error("the registration was not answered");
  return { isNew: row.isNew, mailed: row.isMailed ? (row.isNotice ? notice : mail) : null };
};

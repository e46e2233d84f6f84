// The statement behind `npm run create-admin`. It makes an existing account an administrator, or makes a new account.
import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";

export interface MadeAdmin {
  readonly username: string;
  readonly did: "created" | "promoted" | "nothing";
}

const statement = `
  with clock as (select clock_timestamp() as at),
  found as (
    select id, username, banned_at, email_verified_at is null as is_unverified,
      role = 'admin' and email_verified_at is not null as is_done
    from users where lower(email) = lower($1) for no key update
  ),
  promoted as (
    update users u set role = 'admin', revision = u.revision + 1,
      email_verified_at = coalesce(u.email_verified_at, clock.at),
      password_hash = case when is_unverified then $4 else u.password_hash end,
      token_version = u.token_version + is_unverified::int
    from found, clock
    where u.id = found.id and found.banned_at is null and not is_done and (not is_unverified or $4::text is not null)
    returning u.id
  ),
  link as (delete from verification_tokens where user_id in (select id from promoted)),
  created as (
    insert into users (id, username, username_verdict, email, password_hash, role, email_verified_at, created_at)
    select $2::text::uuid, $3, 'ok', $1, $4, 'admin', at, at from clock
    where $4::text is not null and not exists (select from found)
    returning id
  ),
  names as (
    insert into username_skeletons (skeleton, user_id)
    select skeleton, id from json_array_elements_text($6::text::json) as t (skeleton), created
  ),
  recorded as (
    insert into admin_actions (id, actor_id, action, user_id, details, at)
    select $5::text::uuid, null, 'role', id, json_build_object('to', 'admin', 'by', 'create-admin'), at
    from (select id from promoted union all select id from created) as who cross join clock
  )
  select coalesce(found.username, $3) as username,
    case when exists (select from created) then 'created' when exists (select from promoted) then 'promoted'
      when found.is_done then 'nothing' end as did
  from clock left join found on true
  where found.banned_at is null`;

/**
 * `fresh`: used for an account that does not exist yet, or is not verified (its password and sessions are void then).
 * Null where the account is suspended. "again" where the account is no longer in the state that the caller expected.
 * Rejects with the driver's unique violation where the username is taken.
 */
export const makeAdmin = async (
  database: Database,
  email: string,
  fresh: { readonly username: string; readonly skeletons: readonly string[]; readonly passwordHash: string } | null,
): Promise<MadeAdmin | "again" | null> => {
  const [row] = await database.query<{ username: string; did: MadeAdmin["did"] | null }>(statement, [
    email,
    randomUUID(),
    fresh?.username ?? null,
    fresh?.passwordHash ?? null,
    randomUUID(),
    JSON.stringify(fresh?.skeletons ?? []),
  ]);
  if (!row) return null;
  return row.did === null ? "again" : { username: row.username, did: row.did };
};

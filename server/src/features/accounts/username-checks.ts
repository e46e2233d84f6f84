// The statements for usernames that are older than the rule for new ones, or were made without it. They find unchecked
// usernames, store verdicts, and list the usernames that the rule would refuse.
import type { UsernameProblem } from "@jara/shared/rest/users";
import type { Database } from "../../platform/database/database.ts";
import type { Page } from "../../platform/database/pages.ts";

export interface UncheckedUsername extends Record<string, unknown> {
  readonly id: string;
  readonly username: string;
  readonly role: "user" | "admin";
}
export interface CheckedUsername {
  readonly id: string;
  readonly verdict: "ok" | Exclude<UsernameProblem, "confusable">;
  readonly skeletons: readonly string[];
}

/** The oldest account first. */
export const uncheckedUsernames = (database: Database, atMost: number): Promise<UncheckedUsername[]> =>
  database.query<UncheckedUsername>(
    `select id, username, role from users where username_verdict is null order by created_at, id limit $1::text::int`,
    [atMost],
  );

/**
 * Stores verdicts and skeletons. An account whose skeleton is taken becomes "confusable" and keeps its name. Several
 * nodes may run this at once, because each account is stored by one of them. Returns how many this call stored.
 */
export const keepVerdicts = async (database: Database, checked: readonly CheckedUsername[]): Promise<number> => {
  const rows = await database.query(
    `with given as (
       select * from json_to_recordset($1::text::json) as t (n int, id uuid, verdict text, skeletons json)
     ),
     held as (
       select u.id from users u join given using (id) where u.username_verdict is null
       order by u.id for no key update of u skip locked
     ),
     asked as (
       select distinct on (skeleton) skeleton, id from held join given using (id),
         json_array_elements_text(skeletons) as s (skeleton)
       order by skeleton, n
     ),
     names as (
       insert into username_skeletons (skeleton, user_id) select skeleton, id from asked order by skeleton
       on conflict do nothing returning user_id
     )
     update users u set username_verdict = case
       when given.verdict <> 'ok' then given.verdict
       when json_array_length(given.skeletons) > (select count(*) from names where user_id = u.id)
         -- those that it had before this statement
         + (select count(*) from username_skeletons where user_id = u.id) then 'confusable'
       else 'ok' end
     from held join given using (id) where u.id = held.id
     returning u.id`,
    [JSON.stringify(checked.map((one, n) => ({ n, ...one })))],
  );
  return rows.length;
};

export interface RefusedUsername extends Record<string, unknown> {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly reason: UsernameProblem;
  readonly createdAt: number;
}

/** Accounts whose usernames the rule would refuse today, the newest first. */
export const refusedUsernames = async (
  database: Database,
  { page, limit }: Page,
): Promise<{ users: RefusedUsername[]; total: number }> => {
  const [count] = await database.query<{ total: number }>(
    "select count(*)::int as total from users where username_verdict <> 'ok'",
  );
  const users = await database.query<RefusedUsername>(
    `select id, username, email, username_verdict as reason, (extract(epoch from created_at) * 1000)::float8 as "createdAt"
     from users where username_verdict <> 'ok' order by created_at desc, id desc
     limit $1::text::int offset $2::text::int`,
    [limit, (page - 1) * limit],
  );
  return { users, total: count?.total ?? 0 };
};

/** The usernames that have these skeletons, by skeleton. */
export const usernamesBySkeleton = async (
  database: Database,
  skeletons: readonly string[],
): Promise<Map<string, { userId: string; username: string }>> => {
  const rows = await database.query<{ skeleton: string; userId: string; username: string }>(
    `select s.skeleton, u.id as "userId", u.username from username_skeletons s join users u on u.id = s.user_id
     where s.skeleton in (select json_array_elements_text($1::text::json))`,
    [JSON.stringify(skeletons)],
  );
  return new Map(rows.map(({ skeleton, ...owner }) => [skeleton, owner]));
};

// The statements for usernames that are older than the rule for new ones, or were made without it. They find unchecked
// usernames, store verdicts, and list the usernames that the rule would refuse.
import type { UsernameProblem } from "@jara/shared/rest/users";
import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import type { Page } from "../../../platform/database/pages.ts";
import { usernameSkeletons, users } from "../../../platform/database/schema/accounts.ts";
import { insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { isAnyOf } from "../../../platform/database/statements.ts";
import { takesOf } from "../../../platform/jobs/guard-rows.ts";

export interface CheckedUsername {
  readonly id: string;
  readonly verdict: "ok" | Exclude<UsernameProblem, "confusable">;
  readonly skeletons: readonly string[];
}

/** The oldest account first. */
export const uncheckedUsernames = ({ db }: Database, atMost: number) =>
  db
    .select({ id: users.id, username: users.username, role: users.role })
    .from(users)
    .where(and(isNull(users.usernameVerdict), takesOf("usernames")(users.id)))
    .orderBy(users.createdAt, users.id)
    .limit(atMost);

/**
 * Stores verdicts and skeletons. An account whose skeleton is taken becomes "confusable" and keeps its name. Several
 * nodes may run this at once, because each account is stored by one of them. Returns how many this call stored.
 */
export const keepVerdicts = async ({ db }: Database, checked: readonly CheckedUsername[]): Promise<number> => {
  const { userId, skeleton } = usernameSkeletons;
  const given = JSON.stringify(checked.map((one, n) => ({ n, ...one })));
  // As SQL, because the builder has no words for sets that come from JSON.
  const rows = await db.execute(sql`
    with given as (
      select * from json_to_recordset(${given}::json) as t (n int, id uuid, verdict text, skeletons json)
    ),
    held as (
      select ${users.id} as id from ${users} join given using (id) where ${users.usernameVerdict} is null
      order by ${users.id} for no key update of ${users} skip locked
    ),
    asked as (
      select distinct on (skeleton) skeleton, id from held join given using (id),
        json_array_elements_text(skeletons) as s (skeleton)
      order by skeleton, n
    ),
    names as (
      ${insertSelect(usernameSkeletons, { skeleton: sql`skeleton`, userId: sql`id` })} from asked order by skeleton
      on conflict do nothing returning ${userId} as owner
    )
    update ${users} set ${nameOf(users.usernameVerdict)} = case
      when given.verdict <> 'ok' then given.verdict
      when json_array_length(given.skeletons) > (select count(*) from names where owner = ${users.id})
        -- The skeletons that the user had before this statement.
        + (select count(${skeleton}) from ${usernameSkeletons} where ${userId} = ${users.id}) then 'confusable'
      else 'ok' end
    from held join given using (id) where ${users.id} = held.id
    returning ${users.id} as id`);
  return rows.length;
};

/** Accounts whose usernames the rule would refuse today, the newest first. */
export const refusedUsernames = async ({ db }: Database, { page, limit }: Page) => {
  const isRefused = ne(users.usernameVerdict, "ok");
  const total = await db.$count(users, isRefused);
  const found = await db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      reason: sql<UsernameProblem>`${users.usernameVerdict}`,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(isRefused)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { users: found, total };
};

/** The usernames that have these skeletons, by skeleton. */
export const usernamesBySkeleton = async (
  { db }: Database,
  skeletons: readonly string[],
): Promise<Map<string, { userId: string; username: string }>> => {
  const rows = await db
    .select({ skeleton: usernameSkeletons.skeleton, userId: users.id, username: users.username })
    .from(usernameSkeletons)
    .innerJoin(users, eq(users.id, usernameSkeletons.userId))
    .where(isAnyOf(usernameSkeletons.skeleton, skeletons));
  return new Map(rows.map(({ skeleton, ...owner }) => [skeleton, owner]));
};

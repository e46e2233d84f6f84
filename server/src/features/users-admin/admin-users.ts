// Changes a user's role or balance for an administrator. Each change is one statement that locks both accounts' rows in
// the order of their ids, so that neither an actor who is no longer an admin nor a concurrent edit can slip through.
import { randomUUID } from "node:crypto";
import type { BalanceAction } from "@jara/shared/rest/users";
import type { Role } from "@jara/shared/users";
import type { Database } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/values.ts";

/** `$1` is the actor's id, `$2` the user's. */
const held = `
  held as materialized (
    select id, role, banned_at, balance_minor from users where id in ($1::text::uuid, $2::text::uuid)
    order by id for no key update
  ),
  actor as (select id from held where id = $1::text::uuid and role = 'admin' and banned_at is null),
  target as (select held.* from held, actor where held.id = $2::text::uuid)`;

export type RoleChange = "changed" | "unchanged" | "not-found" | "not-allowed";

const roleStatement = `
  with ${held},
  changed as (
    update users u set role = $3, revision = u.revision + 1 from target
    where u.id = target.id and target.role <> $3 returning u.id
  ),
  recorded as (
    insert into admin_actions (id, actor_id, action, user_id, details, at)
    select $4::text::uuid, $1::text::uuid, 'role', target.id, json_build_object('from', target.role, 'to', $3::text),
      clock_timestamp()
    from target join changed on changed.id = target.id
  )
  select exists (select from actor) as "isAllowed", exists (select from target) as "isFound",
    exists (select from changed) as "isChanged"`;

export const changeRole = async (
  database: Database,
  actorId: string,
  userId: string,
  role: Role,
): Promise<RoleChange> => {
  if (!isUuid(userId)) return "not-found";
  const [row] = await database.query<{ isAllowed: boolean; isFound: boolean; isChanged: boolean }>(roleStatement, [
    actorId,
    userId,
    role,
    randomUUID(),
  ]);
  if (!row?.isAllowed) return "not-allowed";
  if (!row.isFound) return "not-found";
  return row.isChanged ? "changed" : "unchanged";
};

/** The largest allowed balance, in kobo. */
const LARGEST_MINOR = 10_000_000_000_00;

export interface BalanceEdit {
  readonly actorId: string;
  readonly userId: string;
  readonly action: BalanceAction;
  readonly amountMinor: number;
  /** The same key again does nothing. The same key with another edit is refused. */
  readonly commandId: string;
}

export type BalanceChange =
  | { readonly is: "changed" | "unchanged" | "done-before" }
  | { readonly is: "not-found" | "not-allowed" | "key-reused" }
  | { readonly is: "too-low" | "too-high"; readonly balanceMinor: number };

/**
 * Writes the balance, its ledger entry, the record of who did it and the key that marks it as done: all of them or
 * none.
 */
const balanceStatement = `
  with ${held},
  known as (select fingerprint from stored_outcomes where user_id = $1::text::uuid and command_id = $5),
  asked as (
    select target.id, target.balance_minor as before, case $3 when 'set' then $4::text::bigint
      when 'add' then target.balance_minor + $4::text::bigint
      else target.balance_minor - $4::text::bigint end as after
    from target
  ),
  allowed as (
    select asked.*, asked.after - asked.before as difference from asked
    where not exists (select from known) and after <= ${LARGEST_MINOR} and (after >= 0 or after >= before)
  ),
  remembered as (
    insert into commands (user_id, command_id, fingerprint, outcome, created_at)
    select $1::text::uuid, $5, $6, '{"ok":true,"data":{"of":"EditBalance"}}', clock_timestamp() from allowed
    on conflict do nothing returning command_id
  ),
  changed as (
    update users u set balance_minor = allowed.after, revision = u.revision + 1 from allowed, remembered
    where u.id = allowed.id and allowed.difference <> 0 returning u.id
  ),
  entered as (
    insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, actor_id, created_at)
    select $7::text::uuid, allowed.id, allowed.difference, allowed.after, 'admin ' || $3::text, $1::text::uuid,
      clock_timestamp()
    from allowed join changed on changed.id = allowed.id
  ),
  recorded as (
    insert into admin_actions (id, actor_id, action, user_id, details, at)
    select $8::text::uuid, $1::text::uuid, 'balance', allowed.id, json_build_object('action', $3::text,
      'amount', $4::text::bigint, 'before', allowed.before, 'after', allowed.after), clock_timestamp()
    from allowed join changed on changed.id = allowed.id
  )
  select exists (select from actor) as "isAllowed", (select fingerprint from known) as "knownAs",
    (select before::float8 from asked) as "before", (select after::float8 from asked) as "after",
    exists (select from allowed) as "isPossible", exists (select from remembered) as "isNew",
    exists (select from changed) as "isChanged"`;

interface BalanceRow extends Record<string, unknown> {
  readonly isAllowed: boolean;
  readonly knownAs: string | null;
  readonly before: number | null;
  readonly after: number | null;
  readonly isPossible: boolean;
  readonly isNew: boolean;
  readonly isChanged: boolean;
}

/** Refuses a subtraction that goes below zero. Accepts setting a balance that is below zero. */
export const editBalance = async (database: Database, edit: BalanceEdit): Promise<BalanceChange> => {
  const { actorId, userId, action, amountMinor, commandId } = edit;
  if (!isUuid(userId)) return { is: "not-found" };
  const fingerprint = `EditBalance ${userId} ${action} ${amountMinor}`;
  for (;;) {
    const [row] = await database.query<BalanceRow>(balanceStatement, [
      actorId,
      userId,
      action,
      amountMinor,
      commandId,
      fingerprint,
      randomUUID(),
      randomUUID(),
    ]);
    if (!row?.isAllowed) return { is: "not-allowed" };
    if (row.knownAs !== null) return { is: row.knownAs === fingerprint ? "done-before" : "key-reused" };
    if (row.before === null || row.after === null) return { is: "not-found" };
    if (!row.isPossible) return { is: row.after < 0 ? "too-low" : "too-high", balanceMinor: row.before };
    if (row.isNew) return { is: row.isChanged ? "changed" : "unchanged" };
    // The same key was carried out while this call waited for the row locks. The next try finds it.
  }
};

// Parts of SQL statements that several changes of an account share: locks of the accounts' rows, removal of waiting
// changes of the address, taking back a request for deletion, and the record in the audit log.

import { randomUUID } from "node:crypto";
import { restrainedBy, staffRoles } from "@jara/shared/permissions";
import { gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { deletionRequests } from "../../platform/database/schema/own-data.ts";
import { emailChanges } from "../../platform/database/schema/sessions.ts";
import { clockAt, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { roleMay } from "../../platform/database/who-may.ts";

/** The id of the account that the statement changes, from its part `owner (id)`. */
export const owners = sql`select id from owner`;

/**
 * A `delete` of the changes of the e-mail address of `owner` that wait, because the person who asked for one may have known
 * the old password.
 */
export const waitingChangesDropped = sql`delete from ${emailChanges}
  where ${emailChanges.userId} in (${owners}) and ${isNull(emailChanges.changedAt)}`;

/**
 * A `delete` of all changes of the e-mail address of these accounts: of those that wait, and of the links that take one
 * back. For an account whose former holder must not move it to another address any more.
 */
export const emailChangesDropped = (userIds: SQL): SQL =>
  sql`delete from ${emailChanges} where ${emailChanges.userId} in (${userIds})`;

/**
 * An `update` that takes back the waiting requests to delete these accounts, if they were made at `since` or later. Use
 * it for an account that somebody else may have controlled then. Name the part `kept`, and set `users.closes_at` to
 * `closesAtUnlessKept`.
 */
export const deletionTakenBack = (userIds: SQL, since: SQL = sql`'-infinity'`): SQL =>
  sql`update ${deletionRequests} set ${nameOf(deletionRequests.endedAt)} = clock_now(),
      ${nameOf(deletionRequests.outcome)} = 'taken back'
    where ${deletionRequests.userId} in (${userIds}) and ${isNull(deletionRequests.endedAt)}
      and ${gte(deletionRequests.requestedAt, since)} returning ${deletionRequests.userId}`;

/** The new value of `users.closes_at`: null if the part `kept` took a request back, otherwise as before. */
export const closesAtUnlessKept = sql`case when exists (select from kept) then null else ${users.closesAt} end`;

/**
 * An `insert` of the record that the account of `owner` was changed. The actor is the owner, unless another one is
 * given. Needs the clock.
 */
export const recorded = (action: string, details: SQL = sql`'{}'::json`, actorId: SQL = sql`owner.id`): SQL =>
  sql`${insertSelect(adminActions, {
    ...{ id: randomUUID(), actorId, userId: sql`owner.id`, action },
    ...{ details, at: clockAt },
  })} from owner, clock`;

/**
 * The parts `held` and `actor`. `held` locks both accounts in the order of their ids, so that two people of the staff
 * never wait for each other in a circle. `actor` has the actor if they may still suspend people of the other account's
 * role.
 */
export const heldByStaff = (actorId: string, userId: string): SQL => sql`
    held as (
      select ${users.id} as id, ${users.role} as role, ${users.email} as email, ${users.bannedAt} as banned_at,
        ${users.deletedAt} as deleted_at, ${users.emailVerifiedAt} as email_verified_at
      from ${users}
      where ${inArray(users.id, [actorId, userId])} order by ${users.id} for no key update
    ),
    actor as (
      select id from held where id = ${actorId} and banned_at is null and ${roleMay("users:suspend", sql`role`)}
        and ${mayRestrain(sql`role`, sql`(select target.role from held target where target.id = ${userId})`)}
    )`;

/** True if somebody of the first role may suspend, restore or log out somebody of the second. */
const mayRestrain = (actor: SQL, target: SQL): SQL => {
  const cases = staffRoles.map(
    (role) => sql`when ${role} then ${target} is null or ${target} = any(${arrayLiteral(restrainedBy(role))}::text[])`,
  );
  return sql`case ${actor} ${sql.join(cases, sql` `)} else false end`;
};

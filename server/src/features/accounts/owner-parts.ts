// Parts of the statements that change an account: the rows that they lock, and the record that they leave.
import { randomUUID } from "node:crypto";
import { inArray, type SQL, sql } from "drizzle-orm";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { clockAt, insertSelect } from "../../platform/database/statement-text.ts";

/** The id of the account that the part `owner (id)` changed. */
export const owners = sql`select id from owner`;

/** An `insert` of the record that `owner` changed their own account. Needs the clock. */
export const recorded = (action: string, details: SQL = sql`'{}'::json`): SQL =>
  sql`${insertSelect(adminActions, {
    ...{ id: randomUUID(), actorId: sql`owner.id`, userId: sql`owner.id`, action },
    ...{ details, at: clockAt },
  })} from owner, clock`;

/**
 * The parts `held` and `actor`: both accounts, locked in the order of their ids, so that two administrators never wait for
 * each other; and the actor, if still an administrator.
 */
export const heldByAdmin = (actorId: string, userId: string): SQL => sql`
    held as (
      select ${users.id}, ${users.role}, ${users.bannedAt}, ${users.deletedAt}, ${users.email},
        ${users.emailVerifiedAt} from ${users}
      where ${inArray(users.id, [actorId, userId])} order by ${users.id} for no key update
    ),
    actor as (select id from held where id = ${actorId} and role = 'admin' and banned_at is null)`;

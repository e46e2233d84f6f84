// Asks for the deletion of an account, takes it back, and deletes the accounts whose week is over. Each is one statement:
// the account, the request, the record and the mail change together or not at all.
import { randomUUID } from "node:crypto";
import { DELETION_WAIT_DAYS, type DeletionObstacle } from "@jara/shared/rest/own-data";
import { and, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { deletionRequests } from "../../platform/database/schema/own-data.ts";
import { emailChanges } from "../../platform/database/schema/sessions.ts";
import { clockAt, clockPart, insertSelect, isoOf, nameOf } from "../../platform/database/statement-text.ts";
import { databaseNow } from "../../platform/database/statements.ts";
import { keysOf, type Takes, takesOf } from "../../platform/jobs/guard-rows.ts";
import { obstaclesOf } from "./obstacles.ts";
import { pseudonym, ruleParts } from "./table-rules.ts";

const WAIT = sql.raw(`interval '${DELETION_WAIT_DAYS} days'`);
const { id, userId: ofUser, requestedAt, dueAt, endedAt, outcome } = deletionRequests;
const isWaiting = isNull(endedAt);
const ownerColumns = sql`${users.id} as id, ${users.role} as role, ${users.bannedAt} as banned_at,
  ${users.balanceMinor} as balance_minor, ${users.email} as email, ${users.emailVerifiedAt} as email_verified_at,
  ${users.username} as username`;

/** Records what happened to the accounts in `rows (id)`. */
const recorded = (action: string, actorId: SQL | null, rows: SQL): SQL =>
  insertSelect(adminActions, {
    ...{ id: sql`gen_random_uuid()`, actorId, userId: sql`${rows}.id`, action, details: {}, at: clockAt },
  });

export interface Asked {
  /** The request is written, or was before. */
  readonly isWaiting: boolean;
  readonly isNew: boolean;
  readonly obstacles: readonly DeletionObstacle[];
}

/**
 * Writes the request unless an obstacle stands against it. After its commit no bid of the account is accepted: the new
 * revision makes the engine decide again, and then the engine refuses. A request that waits already stays as it is.
 * Earlier addresses of the account get a mail too, as long as a link can take the change of the address back.
 */
export const askForDeletion = async ({ db }: Database, userId: string): Promise<Asked> => {
  const [row] = await db.execute<{ isWaiting: boolean; isNew: boolean; obstacles: DeletionObstacle[] | null }>(sql`
    with ${clockPart},
    owner as (
      select ${ownerColumns}, ${users.closesAt} as closes_at from ${users} where ${eq(users.id, userId)} for update
    ),
    against as (${obstaclesOf(db)}),
    allowed as (select * from owner where closes_at is null and not exists (select from against)),
    made as (
      ${insertSelect(deletionRequests, {
        ...{ id: randomUUID(), userId: sql`allowed.id`, requestedAt: clockAt, dueAt: sql`${clockAt} + ${WAIT}` },
      })} from allowed, clock returning ${ofUser} as id, ${dueAt} as due_at
    ),
    closing as (
      update ${users} set ${nameOf(users.closesAt)} = made.due_at, ${nameOf(users.revision)} = ${users.revision} + 1
      from made where ${users.id} = made.id
    ),
    recorded as (${recorded("deletion requested", sql`made.id`, sql`made`)} from made, clock),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "deletion-requested", toAddress: sql`allowed.email`, userId: sql`allowed.id` },
        ...{ data: sql`json_build_object('dueAt', ${isoOf(sql`made.due_at`)})`, dueAt: clockAt, createdAt: clockAt },
      })} from allowed, made, clock where allowed.email_verified_at is not null
    ),
    -- A thief may have changed the address. The owner of the old address can still take the change back.
    before as (
      select distinct on (lower(${emailChanges.oldEmail})) ${emailChanges.oldEmail} as old_email,
        ${emailChanges.expiresAt} as expires_at
      from ${emailChanges}, allowed, clock where ${emailChanges.userId} = allowed.id
        and ${and(isNotNull(emailChanges.undoHash), gt(emailChanges.expiresAt, clockAt))}
        and lower(${emailChanges.oldEmail}) <> lower(allowed.email)
      order by lower(${emailChanges.oldEmail}), ${emailChanges.expiresAt} desc
    ),
    mailed_before as (
      ${insertSelect(outbox, {
        ...{ id: sql`gen_random_uuid()`, kind: "deletion-requested-after-change", toAddress: sql`before.old_email` },
        ...{ userId: sql`made.id`, dueAt: clockAt, createdAt: clockAt },
        data: sql`json_build_object('dueAt', ${isoOf(sql`made.due_at`)}, 'undoUntil', ${isoOf(sql`before.expires_at`)})`,
      })} from before, made, clock
    )
    select exists (select from made) as "isNew",
      exists (select from made) or exists (select from owner where closes_at is not null) as "isWaiting",
      (select json_agg(reason) from against) as obstacles`);
  if (!row) throw new Error("the request for a deletion returned no row");
  return { ...row, obstacles: row.isWaiting ? [] : (row.obstacles ?? []) };
};

/** False: no deletion waits. */
export const keepAccount = async ({ db }: Database, userId: string): Promise<boolean> => {
  const rows = await db.execute(sql`
    with ${clockPart},
    -- Locks the account first, as all statements here do.
    owner as (select ${users.id} as id from ${users} where ${eq(users.id, userId)} for update),
    ended as (
      update ${deletionRequests} set ${nameOf(endedAt)} = clock.at, ${nameOf(outcome)} = 'taken back'
      from owner, clock where ${ofUser} = owner.id and ${isWaiting} returning ${ofUser} as id
    ),
    opened as (
      update ${users} set ${nameOf(users.closesAt)} = null, ${nameOf(users.revision)} = ${users.revision} + 1
      from ended where ${users.id} = ended.id
    ),
    recorded as (${recorded("deletion taken back", sql`ended.id`, sql`ended`)} from ended, clock)
    select id from ended`);
  return rows.length > 0;
};

export const waitingDeletion = async (
  { db }: Database,
  userId: string,
): Promise<{ requestedAt: string; dueAt: string } | null> => {
  const [row] = await db
    .select({ requestedAt, dueAt })
    .from(deletionRequests)
    .where(and(eq(ofUser, userId), isWaiting));
  return row ? { requestedAt: toIso(row.requestedAt), dueAt: toIso(row.dueAt) } : null;
};

/** The people whose deletion is due. */
export const dueDeletions = (database: Database, takes: Takes): Promise<string[]> =>
  keysOf(
    database,
    sql`select ${ofUser} as key from ${deletionRequests}
      where ${isWaiting} and ${dueAt} <= clock_now() and ${takes(ofUser)} order by ${dueAt} limit 100`,
  );

export interface Ended {
  readonly userId: string;
  readonly isDeleted: boolean;
}

/**
 * Ends one request whose week is over: deletes the account, or, if something stands against it by now, lets it stay and
 * mails the reasons. Null: no request is due, or other nodes are at work on those that are.
 *
 * No bid of the account was accepted since the request, apart from those in flight at that moment. So what this statement
 * reads of bids and debts cannot be outdated, although it reads them as of its start.
 */
export const endOneDeletion = async ({ db }: Database, takes = takesOf("deletions")): Promise<Ended | null> => {
  const due = db
    .select({ userId: ofUser })
    .from(deletionRequests)
    .where(and(isWaiting, lte(dueAt, databaseNow)));
  const [row] = await db.execute<{ userId: string; isDeleted: boolean }>(sql`
    with ${clockPart},
    owner as (
      select ${ownerColumns}, ${id} as request_id from ${deletionRequests}
      join ${users} on ${users.id} = ${ofUser}
      where ${ofUser} in (${due}) and ${isWaiting} and ${dueAt} <= (select clock_now()) and ${takes(ofUser)}
      order by ${dueAt} limit 1 for update of ${users}, ${deletionRequests} skip locked
    ),
    against as materialized (${obstaclesOf(db)}),
    deleted as materialized (select * from owner where not exists (select from against)),
    spared as materialized (select * from owner where exists (select from against)),
    person as (
      update ${users} set ${pseudonym} from deleted, clock where ${users.id} = deleted.id
    ),
    ${ruleParts()},
    ended as (
      update ${deletionRequests} set ${nameOf(endedAt)} = clock.at,
        ${nameOf(outcome)} = case when exists (select from deleted) then 'deleted' else 'refused' end,
        ${nameOf(deletionRequests.reasons)} = (select json_agg(reason) from against)
      from owner, clock where ${id} = owner.request_id
    ),
    opened as (
      update ${users} set ${nameOf(users.closesAt)} = null, ${nameOf(users.revision)} = ${users.revision} + 1
      from spared where ${users.id} = spared.id
    ),
    recorded_deletion as (${recorded("account deleted", null, sql`deleted`)} from deleted, clock),
    recorded_refusal as (${recorded("deletion refused", null, sql`spared`)} from spared, clock),
    -- The mail names no account, because the account's mails are removed.
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), toAddress: sql`owner.email`, userId: sql`(select id from spared)` },
        kind: sql`case when exists (select from deleted) then 'account-deleted' else 'deletion-refused' end`,
        data: sql`case when exists (select from deleted) then '{}'::json
          else json_build_object('reasons', (select json_agg(reason) from against)) end`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from owner, clock where owner.email_verified_at is not null
    )
    select id as "userId", exists (select from deleted) as "isDeleted" from owner`);
  return row ?? null;
};

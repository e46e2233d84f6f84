// The statements that invite people to the staff, take invitations back and accept them. Each is one statement, with the
// record and the mails in it. They are SQL, because Drizzle's builder cannot insert what another part returns into some of a
// table's columns. They are in one file because they share the conditions on an open invitation.
import { randomUUID } from "node:crypto";
import { inviters, roles, type StaffRole, staffRoles } from "@jara/shared/permissions";
import { INVITATION_DAYS, type Invitation, type StaffMember } from "@jara/shared/rest/invitations";
import { and, desc, eq, isNull, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { adminActions, usernameSkeletons, users } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { invitations } from "../../../platform/database/schema/staff.ts";
import { clockAt, clockPart, insertSelect, isoOf, nameOf } from "../../../platform/database/statement-text.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { roleIsOneOf } from "../../../platform/database/who-may.ts";
import { emailChangesDropped } from "../owner-parts.ts";

const LIFE = sql`${INVITATION_DAYS}::int * interval '1 day'`;
/** The owner of an account gets at most one notice in this time, however often the link is used. */
const NOTICE_EVERY = sql`interval '1 hour'`;
const isStanding = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));

/** The condition that somebody of the role `inviter` may invite as the role `role`; both are columns. */
const mayInvite = (inviter: SQL, role: SQL): SQL =>
  sql`case ${role} ${sql.join(
    staffRoles.map((one) => sql`when ${one} then ${roleIsOneOf(inviters(one), inviter)}`),
    sql` `,
  )} else false end`;

type Mailed = Parameters<typeof insertSelect<typeof outbox>>[1];
const mailOf = (cells: Pick<Mailed, "id" | "kind" | "toAddress" | "data"> & { userId?: SQLWrapper }): SQL =>
  insertSelect(outbox, { ...cells, dueAt: clockAt, createdAt: clockAt });

/**
 * Writes the invitation with its mail, and voids an earlier one of the same address. Writes nothing ("higher") if a
 * valid earlier one is for a role that the actor may not invite. The statement does the same work whether or not the
 * address has an account.
 */
export const insertInvitation = async (
  { db }: Database,
  actorId: string,
  asked: { readonly email: string; readonly role: StaffRole; readonly token: string; readonly tokenHash: string },
): Promise<{ readonly id: string } | "higher" | "not-allowed"> => {
  const { email, role, token, tokenHash } = asked;
  const id = randomUUID();
  const expiresAt = sql`(${clockAt} + ${LIFE})`;
  const [row] = await db.execute<{ isAllowed: boolean; isMade: boolean }>(sql`
    with ${clockPart},
    actor as (
      select ${users.id} as id, ${users.role} as role from ${users}
      where ${users.id} = ${actorId} and ${roleIsOneOf(inviters(role))} and ${users.bannedAt} is null for share
    ),
    higher as (
      select ${invitations.id} as id from ${invitations}, actor, clock
      where lower(${invitations.email}) = lower(${email})
        and ${isStanding} and ${invitations.expiresAt} > clock.at
        and not ${mayInvite(sql`actor.role`, sql`${invitations.role}`)}
    ),
    replaced as (
      update ${invitations} set ${nameOf(invitations.withdrawnAt)} = clock.at from actor, clock
      where lower(${invitations.email}) = lower(${email}) and ${isStanding} and not exists (select from higher)
      returning ${invitations.id} as id, ${invitations.role} as role
    ),
    made as (
      ${insertSelect(invitations, {
        ...{ id, email, role, tokenHash, invitedBy: sql`actor.id`, createdAt: clockAt, expiresAt },
      })} from actor, clock where (select count(*) from replaced) >= 0 and not exists (select from higher)
      returning ${nameOf(invitations.id)}
    ),
    taken_back as (
      ${insertSelect(adminActions, {
        ...{ id: sql`gen_random_uuid()`, actorId, action: "invitation taken back", at: clockAt },
        details: sql`json_build_object('invitation', replaced.id, 'role', replaced.role, 'replacedBy', ${id}::text)`,
      })} from replaced, clock
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId, action: "invited", at: clockAt },
        // Leave out the address: the record never changes, but the owner of the address may delete their account.
        details: sql`json_build_object('invitation', ${id}::text, 'role', ${role}::text)`,
      })} from made, clock
    ),
    mailed as (
      ${mailOf({
        ...{ id: randomUUID(), kind: "staff-invitation", toAddress: email },
        data: sql`json_build_object('token', ${token}::text, 'role', ${role}::text, 'expiresAt', ${isoOf(expiresAt)})`,
      })} from made, clock
    )
    select exists (select from actor) as "isAllowed", exists (select from made) as "isMade"`);
  if (!row?.isAllowed) return "not-allowed";
  return row.isMade ? { id } : "higher";
};

/** Takes a waiting invitation back. "not-allowed" also where its role is above what the actor may invite. */
export const withdrawInvitation = async (
  { db }: Database,
  actorId: string,
  id: string,
): Promise<"done" | "not-found" | "not-allowed"> => {
  if (!isUuid(id)) return "not-found";
  const [row] = await db.execute<{ isFound: boolean; isDone: boolean }>(sql`
    with ${clockPart},
    found as (
      select ${invitations.id} as id, ${invitations.role} as role from ${invitations}
      where ${invitations.id} = ${id} and ${isStanding}
    ),
    actor as (
      select ${users.id} as id from ${users}, found where ${users.id} = ${actorId} and ${users.bannedAt} is null
        and ${mayInvite(sql`${users.role}`, sql`found.role`)}
    ),
    changed as (
      update ${invitations} set ${nameOf(invitations.withdrawnAt)} = clock.at from actor, clock
      where ${invitations.id} = ${id} and ${isStanding} returning ${invitations.id} as id, ${invitations.role} as role
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId, action: "invitation taken back", at: clockAt },
        details: sql`json_build_object('invitation', changed.id, 'role', changed.role)`,
      })} from changed, clock
    )
    select exists (select from found) as "isFound", exists (select from changed) as "isDone"`);
  if (!row?.isFound) return "not-found";
  return row.isDone ? "done" : "not-allowed";
};

/** The clock and the part `wanted`: the invitation of the link, if it can still be accepted. */
const wantedParts = (tokenHash: string): SQL => sql`
    ${clockPart},
    wanted as (
      select ${invitations.id} as id, ${invitations.email} as email, ${invitations.role} as role,
        ${invitations.invitedBy} as invited_by
      from ${invitations}, clock
      where ${invitations.tokenHash} = ${tokenHash} and ${isStanding} and ${invitations.expiresAt} > clock.at
    )`;
const inviterMay = mayInvite(sql`inviter.role`, sql`wanted.role`);

/** Marks the invitation as accepted by the account in `by`. Parallel calls wait for one another; one of them gets a row. */
const taken = (by: SQL, from: SQL, where: SQL): SQL => sql`
    taken as (
      update ${invitations} set ${nameOf(invitations.acceptedAt)} = clock.at, ${nameOf(invitations.acceptedBy)} = ${by}
      from clock, ${from}
      where ${invitations.id} = wanted.id and ${isStanding} and ${where}
      returning ${invitations.id} as id, ${invitations.email} as email, ${invitations.role} as role,
        ${invitations.invitedBy} as invited_by
    )`;

const recordOf = (userId: SQL, from: string | null): SQL =>
  insertSelect(adminActions, {
    ...{ id: randomUUID(), actorId: sql`taken.invited_by`, action: "role", userId, at: clockAt },
    details: sql`json_build_object('from', ${from}::text, 'to', taken.role, 'by', 'invitation', 'invitation', taken.id)`,
  });

/** The mails to the new member of the staff and to the inviter. */
const welcomed = (userId: SQL, username: SQL): SQL => sql`
    welcomed as (
      ${mailOf({
        ...{ id: randomUUID(), kind: "staff-welcome", toAddress: sql`taken.email`, userId },
        data: sql`json_build_object('role', taken.role)`,
      })} from taken, clock
    ),
    announced as (
      ${mailOf({
        ...{ id: randomUUID(), kind: "staff-joined", toAddress: users.email, userId: users.id },
        data: sql`json_build_object('username', ${username}::text, 'role', taken.role)`,
      })} from taken join ${users} on ${users.id} = taken.invited_by, clock
    )`;

/**
 * Accepts for the signed-in account, whose verified address must be the invited one. The role is for that address, so no
 * earlier change of the address can be confirmed or taken back any more. Null: the link is wrong, used, expired
 * or for another address, or the inviter may no longer invite. "staff": the account has a role of the staff already.
 */
export const acceptForAccount = async (
  { db }: Database,
  userId: string,
  tokenHash: string,
): Promise<StaffRole | "staff" | null> => {
  const [row] = await db.execute<{ role: StaffRole | null; isStaff: boolean | null }>(sql`
    with ${wantedParts(tokenHash)},
    held as (
      select ${users.id} as id, ${users.role} as role, ${users.bannedAt} as banned_at, ${users.email} as email,
        ${users.emailVerifiedAt} as email_verified_at, ${users.username} as username
      from ${users} where ${users.id} = ${userId} or ${users.id} = (select invited_by from wanted)
      order by ${users.id} for no key update
    ),
    target as (
      select held.*, held.role <> 'user' as is_staff from held, wanted
      where held.id = ${userId} and held.banned_at is null and held.email_verified_at is not null
        and lower(held.email) = lower(wanted.email)
    ),
    ${taken(
      sql`target.id`,
      sql`wanted, target, held inviter`,
      sql`not target.is_staff and inviter.id = wanted.invited_by and inviter.banned_at is null and ${inviterMay}`,
    )},
    changed as (
      update ${users} set ${nameOf(users.role)} = taken.role, ${nameOf(users.revision)} = ${users.revision} + 1
      from taken where ${users.id} = ${userId} returning ${users.id} as id
    ),
    dropped as (${emailChangesDropped(sql`select id from changed`)}),
    recorded as (${recordOf(sql`${userId}::uuid`, "user")} from taken, clock),
    ${welcomed(sql`${userId}::uuid`, sql`(select username from target)`)}
    select (select role from taken) as role, (select is_staff from target) as "isStaff"`);
  if (row?.role) return row.role;
  return row?.isStaff ? "staff" : null;
};

export interface NewMember {
  readonly id: string;
  readonly username: string;
  readonly skeletons: readonly string[];
  readonly passwordHash: string;
}

/**
 * Makes the account of the invited address. If the address has one, nothing changes but that its owner gets a mail, and that
 * the name is reserved, so that the answer does not tell the two cases apart. Null: the link is wrong, used or expired.
 * Rejects with the driver's unique violation where the name is taken, or the address was registered at this moment.
 */
export const acceptAsNew = async (
  { db }: Database,
  tokenHash: string,
  { id, username, skeletons, passwordHash }: NewMember,
): Promise<{ readonly isNew: boolean } | null> => {
  const [row] = await db.execute<{ isValid: boolean; isNew: boolean }>(sql`
    with ${wantedParts(tokenHash)},
    inviter as (
      select ${users.id} as id, ${users.role} as role from ${users} where ${users.id} = (select invited_by from wanted)
        and ${users.bannedAt} is null for share
    ),
    valid as (select wanted.* from wanted, inviter where ${inviterMay}),
    known as (
      select ${users.id} as id, ${users.email} as email, ${users.bannedAt} as banned_at from ${users}, valid
      where lower(${users.email}) = lower(valid.email)
    ),
    ${taken(sql`${id}::uuid`, sql`valid wanted`, sql`not exists (select from known)`)},
    created as (
      ${insertSelect(users, {
        ...{ id, username, usernameVerdict: "ok", email: sql`taken.email`, passwordHash, role: sql`taken.role` },
        ...{ emailVerifiedAt: clockAt, createdAt: clockAt },
      })} from taken, clock returning ${nameOf(users.id)}
    ),
    names as (
      ${insertSelect(usernameSkeletons, { skeleton: sql`skeleton`, userId: sql`(select id from created)` })}
      from json_array_elements_text(${JSON.stringify(skeletons)}::json) as given (skeleton), valid
    ),
    noticed as (
      update ${invitations} set ${nameOf(invitations.noticedAt)} = clock.at from known, valid, clock
      where ${invitations.id} = valid.id and known.banned_at is null
        and (${invitations.noticedAt} is null or ${invitations.noticedAt} < clock.at - ${NOTICE_EVERY})
      returning known.id as user_id, known.email
    ),
    mailed as (
      ${mailOf({
        ...{ id: randomUUID(), kind: "staff-invitation-log-in", toAddress: sql`noticed.email` },
        ...{ userId: sql`noticed.user_id`, data: sql`'{}'::json` },
      })} from noticed, clock
    ),
    recorded as (${recordOf(sql`${id}::uuid`, null)} from taken, clock),
    ${welcomed(sql`${id}::uuid`, sql`${username}::text`)}
    select exists (select from valid) as "isValid", exists (select from created) as "isNew"`);
  return row?.isValid ? { isNew: row.isNew } : null;
};

const selectInvitations = ({ db }: Database) =>
  db
    .select({
      ...{
        id: invitations.id,
        email: invitations.email,
        role: invitations.role,
        byId: users.id,
        byName: users.username,
      },
      ...{ createdAt: invitations.createdAt, expiresAt: invitations.expiresAt },
      isExpired: sql<boolean>`${invitations.expiresAt} <= clock_now()`,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy));

const toInvitation = (row: Awaited<ReturnType<typeof selectInvitations>>[number]): Invitation => ({
  ...{ _id: row.id, email: row.email, role: row.role, invitedBy: { _id: row.byId, username: row.byName } },
  ...{ createdAt: toIso(row.createdAt), expiresAt: toIso(row.expiresAt), isExpired: row.isExpired },
});

/**
 * The most invitations in the list, newest first. There are never many, because each invitation voids an earlier one of
 * the same address.
 */
const INVITATIONS_SHOWN = 200;

export const waitingInvitations = async (database: Database): Promise<Invitation[]> => {
  const rows = await selectInvitations(database)
    .where(isStanding)
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(INVITATIONS_SHOWN);
  return rows.map(toInvitation);
};

export const findInvitation = async (database: Database, id: string): Promise<Invitation | null> => {
  const [row] = await selectInvitations(database).where(eq(invitations.id, id));
  return row ? toInvitation(row) : null;
};

const STAFF_SHOWN = 500;

/** Everybody with a role of the staff: the highest role first, then by name. */
export const allStaff = async ({ db }: Database): Promise<StaffMember[]> => {
  const rows = await db
    .select({
      ...{ id: users.id, username: users.username, email: users.email, role: users.role },
      isBanned: sql<boolean>`${users.bannedAt} is not null`,
    })
    .from(users)
    .where(ne(users.role, sql.raw("'user'")))
    .orderBy(sql`lower(${users.username})`)
    .limit(STAFF_SHOWN);
  return rows
    .toSorted((one, other) => roles.indexOf(other.role) - roles.indexOf(one.role))
    .map(({ id, role, ...row }) => ({ _id: id, ...row, role: role as StaffRole }));
};

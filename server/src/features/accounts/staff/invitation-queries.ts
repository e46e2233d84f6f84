// Invites people to the staff, takes invitations back and accepts them, with the record and the mails. They are in one file
// because they share the conditions on an open invitation.
import { randomUUID } from "node:crypto";
import { isStaff, mayInviteAs, roles, type StaffRole } from "@jara/shared/permissions";
import { INVITATION_DAYS, type Invitation, type StaffMember } from "@jara/shared/rest/invitations";
import { and, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { lockPeople } from "../../../platform/database/lock-people.ts";
import { recordAction } from "../../../platform/database/record-action.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { invitations } from "../../../platform/database/schema/staff.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { increased, readNow } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { findAccountByEmail, lockAccount } from "../account.ts";
import { dropEmailChanges } from "../account-changes.ts";
import { insertUser, reserveUsername } from "../queries.ts";

const LIFE_MS = INVITATION_DAYS * 24 * 60 * 60 * 1000;
/** The owner of an account gets at most one notice in this time, however often the link is used. */
const NOTICE_EVERY_MS = 60 * 60 * 1000;
const isStanding = and(isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt));

const isOfAddress = (email: string): SQL => sql`lower(${invitations.email}) = lower(${email})`;

/** Locks the account of somebody of the staff. Null: they may not invite as this role. */
const lockInviter = async (tx: Db, actorId: string, role: StaffRole) => {
  const actor = await lockAccount(tx, eq(users.id, actorId));
  return actor && actor.bannedAt === null && mayInviteAs(actor.role, role) ? actor : null;
};

/**
 * Writes the invitation with its mail, and voids an earlier one of the same address. Writes nothing ("higher") if a
 * valid earlier one is for a role that the actor may not invite. It does not look whether the address has an account.
 */
export const insertInvitation = (
  { transaction }: Database,
  actorId: string,
  asked: { readonly email: string; readonly role: StaffRole; readonly token: string; readonly tokenHash: string },
): Promise<{ readonly id: string } | "higher" | "not-allowed"> =>
  transaction(async (tx) => {
    const { email, role, token, tokenHash } = asked;
    const actor = await lockInviter(tx, actorId, role);
    if (!actor) return "not-allowed";
    const [earlier] = await tx
      .select({ id: invitations.id, role: invitations.role, expiresAt: invitations.expiresAt })
      .from(invitations)
      .where(and(isOfAddress(email), isStanding))
      .for("no key update");
    const now = await readNow(tx);
    if (earlier && earlier.expiresAt > now && !(isStaff(earlier.role) && mayInviteAs(actor.role, earlier.role)))
      return "higher";

    const id = randomUUID();
    if (earlier) {
      await tx.update(invitations).set({ withdrawnAt: now }).where(eq(invitations.id, earlier.id));
      const details = { invitation: earlier.id, role: earlier.role, replacedBy: id };
      await recordAction(tx, { actorId, action: "invitation taken back", details });
    }
    const expiresAt = now + LIFE_MS;
    await tx.insert(invitations).values({ id, email, role, tokenHash, invitedBy: actorId, createdAt: now, expiresAt });
    const data = { token, role, expiresAt: toIso(expiresAt) };
    await queueMail(tx, { kind: "staff-invitation", toAddress: email, userId: null, data });
    // Leave out the address: the record never changes, but the owner of the address may delete their account.
    await recordAction(tx, { actorId, action: "invited", details: { invitation: id, role } });
    return { id };
  });

/** Takes a waiting invitation back. "not-allowed" also where its role is above what the actor may invite. */
export const withdrawInvitation = async (
  { transaction }: Database,
  actorId: string,
  id: string,
): Promise<"done" | "not-found" | "not-allowed"> => {
  if (!isUuid(id)) return "not-found";
  return await transaction(async (tx) => {
    const isWanted = and(eq(invitations.id, id), isStanding);
    const [found] = await tx.select({ role: invitations.role }).from(invitations).where(isWanted);
    if (!found) return "not-found";
    if (!isStaff(found.role) || !(await lockInviter(tx, actorId, found.role))) return "not-allowed";
    const changed = await tx
      .update(invitations)
      .set({ withdrawnAt: clockNow })
      .where(isWanted)
      .returning({ id: invitations.id });
    if (changed.length === 0) return "not-found";
    await recordAction(tx, { actorId, action: "invitation taken back", details: { invitation: id, role: found.role } });
    return "done";
  });
};

/**
 * Locks the inviter, these other people and the invitation of the link. Null: the invitation cannot be accepted any more.
 * `inviter` null: they may not invite any more.
 */
const lockWanted = async (tx: Db, tokenHash: string, others: readonly string[] = []) => {
  const { id, email, role, invitedBy, noticedAt, expiresAt } = invitations;
  const isOpen = and(eq(invitations.tokenHash, tokenHash), isStanding);
  const [link] = await tx.select({ invitedBy }).from(invitations).where(isOpen);
  if (!link) return null;
  const people = await lockPeople(tx, [link.invitedBy, ...others]);
  const [wanted] = await tx
    .select({ id, email, role, noticedAt, expiresAt })
    .from(invitations)
    .where(isOpen)
    .for("no key update");
  const now = await readNow(tx);
  const person = people.get(link.invitedBy);
  if (!wanted || wanted.expiresAt <= now || !isStaff(wanted.role) || !person) return null;
  const mayInvite = person.bannedAt === null && mayInviteAs(person.role, wanted.role);
  return { wanted: { ...wanted, role: wanted.role, now }, people, inviter: mayInvite ? person : null };
};

type Found = NonNullable<Awaited<ReturnType<typeof lockWanted>>>;
type Wanted = Found["wanted"];

const accept = async (tx: Db, { id, now }: Wanted, acceptedBy: string): Promise<void> => {
  await tx.update(invitations).set({ acceptedAt: now, acceptedBy }).where(eq(invitations.id, id));
};

/** Mails the new member of the staff and the inviter, and records the role. */
const announce = async (
  tx: Db,
  { id, email, role }: Wanted,
  {
    inviter,
    userId,
    username,
    from,
  }: { inviter: NonNullable<Found["inviter"]>; userId: string; username: string; from: "user" | null },
): Promise<void> => {
  await queueMail(tx, { kind: "staff-welcome", toAddress: email, userId, data: { role } });
  const data = { username, role };
  await queueMail(tx, { kind: "staff-joined", toAddress: inviter.email, userId: inviter.id, data });
  const details = { from, to: role, by: "invitation", invitation: id };
  await recordAction(tx, { actorId: inviter.id, action: "role", userId, details });
};

/**
 * Accepts for the signed-in account, whose verified address must be the invited one. The role is for that address, so no
 * earlier change of the address can be confirmed or taken back any more. Null: the link is wrong, used, expired
 * or for another address, or the inviter may no longer invite. "staff": the account has a role of the staff already.
 */
export const acceptForAccount = (
  { transaction }: Database,
  userId: string,
  tokenHash: string,
): Promise<StaffRole | "staff" | null> =>
  transaction(async (tx) => {
    const found = await lockWanted(tx, tokenHash, [userId]);
    if (!found) return null;
    const { wanted, people, inviter } = found;
    const person = people.get(userId);
    const isInvited = person?.email.toLowerCase() === wanted.email.toLowerCase() && person.emailVerifiedAt !== null;
    if (!isInvited || person.bannedAt !== null) return null;
    if (isStaff(person.role)) return "staff";
    if (!inviter) return null;
    const { role } = wanted;
    await accept(tx, wanted, userId);
    await tx
      .update(users)
      .set({ role, revision: increased(users.revision) })
      .where(eq(users.id, userId));
    await dropEmailChanges(tx, userId);
    await announce(tx, wanted, { inviter, userId, username: person.username, from: "user" });
    return role;
  });

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
export const acceptAsNew = (
  { transaction }: Database,
  tokenHash: string,
  member: NewMember,
): Promise<{ readonly isNew: boolean } | null> =>
  transaction(async (tx) => {
    const found = await lockWanted(tx, tokenHash);
    if (!found?.inviter) return null;
    const { wanted, inviter } = found;
    const { email, role } = wanted;
    const known = await findAccountByEmail({ db: tx }, email);
    if (known) {
      await reserveUsername(tx, null, member.skeletons);
      const isNoticed = wanted.noticedAt !== null && wanted.noticedAt >= wanted.now - NOTICE_EVERY_MS;
      if (isNoticed || known.isBanned) return { isNew: false };
      await tx.update(invitations).set({ noticedAt: wanted.now }).where(eq(invitations.id, wanted.id));
      await queueMail(tx, { kind: "staff-invitation-log-in", toAddress: known.email, userId: known.id, data: {} });
      return { isNew: false };
    }
    await insertUser(tx, { ...member, email, role, emailVerifiedAt: clockNow });
    await accept(tx, wanted, member.id);
    await announce(tx, wanted, { inviter, userId: member.id, username: member.username, from: null });
    return { isNew: true };
  });

const selectInvitations = ({ db }: Database) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      byId: users.id,
      byName: users.username,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      isExpired: sql<boolean>`${invitations.expiresAt} <= clock_now()`,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy));

const toInvitation = (row: Awaited<ReturnType<typeof selectInvitations>>[number]): Invitation => ({
  _id: row.id,
  email: row.email,
  role: row.role,
  invitedBy: { _id: row.byId, username: row.byName },
  createdAt: toIso(row.createdAt),
  expiresAt: toIso(row.expiresAt),
  isExpired: row.isExpired,
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
      id: users.id,
      username: users.username,
      email: users.email,
      role: users.role,
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

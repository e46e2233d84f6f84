// SQL conditions by which a statement writes only if its actor still has a permission. Also the conditions about the
// second person of an approval: an account and its role count once they are a day old, and a permission that somebody
// lost counts for a day longer.
import { type Permission, type Role, rolesThatMay } from "@jara/shared/permissions";
import { and, asc, eq, isNull, ne, not, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { adminActions, users } from "./schema/accounts.ts";
import type { Db } from "./typed-statements.ts";

/**
 * True if a row's role is one of these. They are constants in the statement's text, so that the planner can use the
 * index of the staff. `role`: another part's column; by default the one of `users`.
 */
export const roleIsOneOf = (roles: readonly Role[], role: SQLWrapper = users.role): SQL =>
  roles.length === 0 ? sql`false` : sql`${role} in (${sql.raw(roles.map((one) => `'${one}'`).join(", "))})`;

/** True if a row's role has the permission. */
export const roleMay = (permission: Permission, role: SQLWrapper = users.role): SQL =>
  roleIsOneOf(rolesThatMay(permission), role);

/**
 * A person who got an account or a role within this time may not be the second person of another one, so that a thief
 * or a member of the staff cannot make their own second person.
 */
const SETTLED = sql`interval '24 hours'`;
const roleAction = alias(adminActions, "role_action");

/**
 * True for a person who lost the permission within the last day, by a change of role (even if the role was given back)
 * or by a suspension that still stands. So nobody becomes the only one with a permission by taking it from the others
 * first.
 */
export const lostLately = (
  permission: Permission,
  person: { readonly id: SQLWrapper; readonly role: SQLWrapper; readonly bannedAt: SQLWrapper },
): SQL =>
  sql`((${roleMay(permission, person.role)} and ${person.bannedAt} > clock_now() - ${SETTLED}) or exists (
    select from ${adminActions} ${roleAction} where ${roleAction.userId} = ${person.id} and ${roleAction.action} = 'role'
      and ${roleMay(permission, sql`(${roleAction.details} ->> 'from')`)} and ${roleAction.at} > clock_now() - ${SETTLED}))`;

interface AccountOf {
  readonly id: SQLWrapper;
  readonly createdAt: SQLWrapper;
}
/** The time when a person has had their account and their role for a day. */
export const settledFrom = (person: AccountOf): SQL =>
  sql`(greatest(${person.createdAt}, (select max(${roleAction.at}) from ${adminActions} ${roleAction}
    where ${roleAction.userId} = ${person.id} and ${roleAction.action} = 'role')) + ${SETTLED})`;

/** True for a person who has had their account and their role for a day. */
export const isSettled = (person: AccountOf): SQL => sql`${settledFrom(person)} < clock_now()`;

export const isPersonSettled = async (db: Db, personId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, personId), isSettled(users)))) > 0;

interface SecondPerson {
  readonly id: string;
  readonly username: string;
  /** Epoch ms; null for one who may already. */
  readonly from: number | null;
}

/** Reads who may be the person's second person with this permission, and from when; the earliest first. */
export const secondPeople = async (db: Db, permission: Permission, personId: string): Promise<SecondPerson[]> => {
  const { id, username, bannedAt, deletedAt } = users;
  const from = sql<number | null>`case when not ${isSettled(users)}
    then (extract(epoch from ${settledFrom(users)}) * 1000)::float8 end`;
  return await db
    .select({ id, username, from })
    .from(users)
    .where(and(roleMay(permission), isNull(bannedAt), isNull(deletedAt), ne(id, personId)))
    .orderBy(sql`${from} nulls first`, asc(username));
};

/** The time (epoch ms) from which the person may be somebody's second person; null for one who may already. */
export const settledLater = async (db: Db, personId: string): Promise<number | null> => {
  const [row] = await db
    .select({ from: sql<number>`(extract(epoch from ${settledFrom(users)}) * 1000)::float8` })
    .from(users)
    .where(and(eq(users.id, personId), not(isSettled(users))));
  return row?.from ?? null;
};

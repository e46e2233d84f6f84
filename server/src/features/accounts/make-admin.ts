// The statement behind `jara admin create`. It makes an existing account an administrator, or makes a new account.
import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { adminActions, usernameSkeletons, users, verificationTokens } from "../../platform/database/schema/accounts.ts";
import { insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { clockOf, hasRows, increased } from "../../platform/database/statements.ts";
import { roleNotices } from "../../platform/notifications/role-notices.ts";
import { hasEmail } from "./account.ts";
import { emailChangesDropped } from "./owner-parts.ts";
import { droppedFactorsIn } from "./second-factor/factors.ts";

export interface MadeAdmin {
  readonly username: string;
  readonly did: "created" | "promoted" | "nothing";
}

interface FreshAccount {
  readonly username: string;
  readonly skeletons: readonly string[];
  readonly passwordHash: string;
}

/**
 * `fresh`: used for an account that does not exist yet, or is not verified (its password, sessions and second factor are
 * void then). No earlier change of the address of a new administrator can be confirmed or taken back any more.
 * Null where the account is suspended. "again" where the account is no longer in the state that the caller expected.
 * Rejects with the driver's unique violation where the username is taken.
 */
export const makeAdmin = async (
  { db }: Database,
  email: string,
  fresh: FreshAccount | null,
): Promise<MadeAdmin | "again" | null> => {
  const clock = clockOf(db);
  const found = foundIn(db, email);
  const promoted = promotedIn(db, clock, found, fresh);
  const [created, names] = createdIn(db, clock, found, email, fresh);
  const [row] = await db
    .with(
      clock,
      found,
      promoted,
      ...droppedOf(db, found, promoted),
      created,
      names,
      ...recordsOf(db, clock, found, promoted, created),
    )
    .select({
      username: sql<string>`coalesce(${found.username}, ${fresh?.username ?? null})`,
      did: sql<MadeAdmin["did"] | null>`case when ${hasRows(created)} then 'created'
        when ${hasRows(promoted)} then 'promoted' when ${found.isDone} then 'nothing' end`,
    })
    .from(clock)
    .leftJoin(found, sql`true`)
    .where(isNull(found.bannedAt));
  if (!row) return null;
  return row.did === null ? "again" : { username: row.username, did: row.did };
};

type Clock = ReturnType<typeof clockOf>;
type Found = ReturnType<typeof foundIn>;
type Promoted = ReturnType<typeof promotedIn>;
type Created = ReturnType<typeof createdIn>[0];

/** The account with this address, which the statement locks. */
const foundIn = (db: Db, email: string) =>
  db.$with("found").as(
    db
      .select({
        id: users.id,
        username: users.username,
        role: users.role,
        bannedAt: users.bannedAt,
        isUnverified: sql<boolean>`${users.emailVerifiedAt} is null`.as("is_unverified"),
        isDone: sql<boolean>`${users.role} = 'admin' and ${users.emailVerifiedAt} is not null`.as("is_done"),
      })
      .from(users)
      .where(hasEmail(email))
      .for("no key update"),
  );

const hasPassword = (fresh: FreshAccount | null) => sql`${fresh !== null}::boolean`;

/** Makes the found account an administrator. An account that is not verified gets the new password. */
const promotedIn = (db: Db, clock: Clock, found: Found, fresh: FreshAccount | null) => {
  const passwordHash = fresh?.passwordHash ?? null;
  return db.$with("promoted").as(
    db
      .update(users)
      .set({
        role: "admin",
        revision: increased(users.revision),
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, (select ${clock.at} from ${clock}))`,
        passwordHash: sql`case when ${found.isUnverified} then ${passwordHash} else ${users.passwordHash} end`,
        tokenVersion: sql`${users.tokenVersion} + ${found.isUnverified}::int`,
      })
      .from(found)
      .where(
        and(
          eq(users.id, found.id),
          isNull(found.bannedAt),
          sql`not ${found.isDone} and (not ${found.isUnverified} or ${hasPassword(fresh)})`,
        ),
      )
      .returning({ id: users.id }),
  );
};

/** Removes what a former holder of the promoted account could use: links, changes of the address, the second factor. */
const droppedOf = (db: Db, found: Found, promoted: Promoted) => {
  const links = db
    .delete(verificationTokens)
    .where(inArray(verificationTokens.userId, db.select({ id: promoted.id }).from(promoted)));
  const unowned = sql`select ${promoted.id} from ${promoted}, ${found} where ${found.isUnverified}`;
  return [
    db.$with("link").as(links),
    db.$with("changes", {}).as(emailChangesDropped(sql`select ${promoted.id} from ${promoted}`)),
    ...droppedFactorsIn(db, unowned),
  ];
};

/** Makes a new account if none was found, and the skeletons of its username. */
const createdIn = (db: Db, clock: Clock, found: Found, email: string, fresh: FreshAccount | null) => {
  const created = db.$with("created", { id: users.id }).as(
    sql`${insertSelect(users, {
      id: randomUUID(),
      username: fresh?.username ?? "",
      usernameVerdict: "ok",
      email,
      passwordHash: fresh?.passwordHash ?? null,
      role: "admin",
      emailVerifiedAt: clock.at,
      createdAt: clock.at,
    })} from ${clock} where ${hasPassword(fresh)} and not ${hasRows(found)} returning ${nameOf(users.id)}`,
  );
  const names = db.$with("names", {}).as(
    sql`${insertSelect(usernameSkeletons, { skeleton: sql`skeleton`, userId: created.id })}
      from json_array_elements_text(${JSON.stringify(fresh?.skeletons ?? [])}::json) as given (skeleton), ${created}`,
  );
  return [created, names] as const;
};

/** Records the change in the audit log, and notifies the owner of an account whose role changed. */
const recordsOf = (db: Db, clock: Clock, found: Found, promoted: Promoted, created: Created) => {
  const recorded = sql`${insertSelect(adminActions, {
    id: randomUUID(),
    action: "role",
    userId: sql`id`,
    details: sql`json_build_object('to', 'admin', 'by', 'create-admin')`,
    at: clock.at,
  })} from (select ${promoted.id} from ${promoted} union all select ${created.id} from ${created}) as made, ${clock}`;
  const changedRoles = sql`select ${found.id} as id, ${found.role} as from_role, 'admin' as to_role
    from ${found}, ${promoted} where ${found.role} <> 'admin'`;
  const notices = roleNotices(changedRoles);
  return [
    db.$with("recorded", {}).as(recorded),
    db.$with("notified", {}).as(notices.notification),
    db.$with("mailed", {}).as(notices.mail),
  ];
};

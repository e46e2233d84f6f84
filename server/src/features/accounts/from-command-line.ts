// The statements of `jara admin`, for an operator who has the machine but perhaps no account. Each is one statement, with
// the record in the audit log, which names the command line instead of a person.
import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { passwordResets, sessions } from "../../platform/database/schema/sessions.ts";
import { clockAt, clockPart, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { PASSWORD_RESET_LIFE } from "../../platform/outbox/mails.ts";
import { hasEmail } from "./account.ts";
import { owners, recorded } from "./owner-parts.ts";
import { hasTotp } from "./second-factor/factors.ts";
import { hashOf, newSecret } from "./secrets.ts";
import { endedSessions } from "./sessions/queries.ts";
import { lifted } from "./suspensions/suspend.ts";

const nobody = sql`null::uuid`;
const by = (action: string, details: SQL = sql`'{}'::json`): SQL => recorded(action, details, nobody);
const reasonGiven = (reason: string): SQL => sql`json_build_object('reason', ${reason}::text)`;

/** Ends the sessions and mails the person. Bids stay. False: no account of this address could be suspended. */
export const suspendByOperator = async ({ db }: Database, email: string, reason: string): Promise<boolean> => {
  const rows = await db.execute(sql`
    with ${clockPart},
    owner as (
      update ${users} set ${nameOf(users.bannedAt)} = clock.at, ${nameOf(users.revision)} = ${users.revision} + 1,
        ${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1
      from clock where ${hasEmail(email)} and ${isNull(users.bannedAt)}
      returning ${users.id} as id, ${users.email} as email, ${users.emailVerifiedAt} as email_verified_at
    ),
    ended as (${endedSessions("suspended", owners)}),
    recorded as (${by("ban", reasonGiven(reason))}),
    mailed as (
      ${insertSelect(outbox, {
        ...{
          id: sql`gen_random_uuid()`,
          kind: "account-suspended",
          toAddress: sql`owner.email`,
          userId: sql`owner.id`,
        },
        data: sql`json_build_object('reason', ${reason}::text, 'until', null, 'voidsBids', false)`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from owner, clock where owner.email_verified_at is not null
    )
    select id from owner`);
  return rows.length > 0;
};

/** Lifts a suspension, whoever made it. False: no account of this address is suspended. */
export const restoreByOperator = async ({ db }: Database, email: string, reason: string): Promise<boolean> => {
  const rows = await db.execute(sql`
    with ${clockPart},
    restored as (
      update ${users} set ${nameOf(users.bannedAt)} = null, ${nameOf(users.revision)} = ${users.revision} + 1
      where ${and(hasEmail(email), isNotNull(users.bannedAt), isNull(users.deletedAt))}
      returning ${users.id} as id, ${users.email} as email, ${users.emailVerifiedAt} as email_verified_at
    ),
    ${lifted(null, reason)}
    select id from restored`);
  return rows.length > 0;
};

/** Returns the number of sessions that ended. Null: no account has this address. */
export const endSessionsByOperator = async ({ db }: Database, email: string): Promise<number | null> => {
  const [row] = await db.execute<{ count: number }>(sql`
    with ${clockPart},
    owner as (
      update ${users} set ${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1 where ${hasEmail(email)}
      returning ${users.id} as id
    ),
    ended as (${endedSessions("administrator", owners)} returning ${sessions.id} as id),
    recorded as (${by("logged out everywhere")})
    select (select count(*)::int from ended) as count from owner`);
  return row?.count ?? null;
};

/** Returns the token of a link that sets a new password. Null: no account of this address may have one. */
export const writeResetLink = async ({ db }: Database, email: string): Promise<string | null> => {
  const token = newSecret();
  const rows = await db.execute(sql`
    with ${clockPart},
    owner as (select ${users.id} as id from ${users} where ${hasEmail(email)} and ${isNull(users.bannedAt)}),
    link as (
      ${insertSelect(passwordResets, {
        ...{ tokenHash: hashOf(token), userId: sql`owner.id`, expiresAt: sql`${clockAt} + ${PASSWORD_RESET_LIFE}` },
      })} from owner, clock
    ),
    recorded as (${by("password link made")})
    select id from owner`);
  return rows.length > 0 ? token : null;
};

/** Everybody who has a role, the newest account first. Times are epoch ms. */
export const staffOf = async ({ db }: Database) =>
  await db
    .select({
      username: users.username,
      email: users.email,
      role: users.role,
      isSuspended: sql<boolean>`${users.bannedAt} is not null`,
      hasTotp,
      lastSeenAt: sql<number | null>`(select (extract(epoch from max(${sessions.lastSeenAt})) * 1000)::float8
        from ${sessions} where ${eq(sessions.userId, users.id)})`,
    })
    .from(users)
    .where(ne(users.role, "user"))
    .orderBy(desc(users.createdAt), desc(users.id));

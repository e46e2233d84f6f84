// The statements that write links for a new password, use them, and change a password. Each is one statement, with the
// end of the sessions, the record and the mail in it.
import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { passkeys } from "../../../platform/database/schema/passkeys.ts";
import { passwordResets } from "../../../platform/database/schema/sessions.ts";
import {
  clockAt,
  clockNow,
  clockPart,
  insertSelect,
  isoOf,
  nameOf,
} from "../../../platform/database/statement-text.ts";
import { type Mail, PASSWORD_RESET_LIFE } from "../../../platform/outbox/mails.ts";
import { type Account, hasEmail } from "../account.ts";
import { countedAttempts } from "../log-in/attempt-counters.ts";
import { closesAtUnlessKept, deletionTakenBack, owners, recorded, waitingChangesDropped } from "../owner-parts.ts";
import { droppedFactors } from "../second-factor/factors.ts";
import { endedSessions, keptSession } from "../sessions/queries.ts";

/** The limit of mails with a link to one address, whether or not it has an account. */
const MAILS_EACH_HOUR = 5;
const HOUR_MS = 3_600_000;

/** The passkeys of `owner`, which still log in after the password has changed. */
const passkeysLeft = sql`(select coalesce(json_agg(json_build_object('device', ${passkeys.device},
  'addedAt', ${isoOf(sql`${passkeys.createdAt}`)}) order by ${passkeys.createdAt}), '[]'::json)
  from ${passkeys} where ${passkeys.userId} = owner.id)`;

const passwordChangedMail = (): SQL =>
  insertSelect(outbox, {
    ...{ id: randomUUID(), kind: "password-changed", toAddress: sql`owner.email`, userId: sql`owner.id` },
    data: sql`json_build_object('at', ${isoOf(clockAt)}, 'passkeys', ${passkeysLeft})`,
    ...{ dueAt: clockAt, createdAt: clockAt },
  });

/**
 * Writes the link and its mail. The statement does the same work for every address, except for the mail. Returns the
 * mail that was written; null: no account has the address, or its mails of the hour are used up.
 */
export const insertPasswordReset = async (
  { db }: Database,
  { email, tokenHash, mail, notice }: { email: string; tokenHash: string; mail: Mail; notice: Mail },
): Promise<{ kind: Mail["kind"]; usesGoogle: boolean } | null> => {
  const counted = countedAttempts(db, sql`(select ${`reset ${email}`} as key) as one`, HOUR_MS);
  const data = sql`${JSON.stringify(mail.data)}::jsonb || jsonb_build_object('usesGoogle', owner.uses_google)`;
  const rows = await db
    .with(
      counted,
      db.$with("owner", { kind: outbox.kind }).as(
        sql`select ${users.id} as id, ${users.email} as email, ${users.bannedAt} is not null as is_banned,
          ${users.googleId} is not null and ${users.passwordHash} is null as uses_google,
          case when ${users.bannedAt} is null then ${mail.kind} else ${notice.kind} end as kind
          from ${users}, ${counted} where ${hasEmail(email)} and ${counted.count} <= ${MAILS_EACH_HOUR}`,
      ),
      db.$with("link", {}).as(
        sql`${insertSelect(passwordResets, {
          tokenHash,
          userId: sql`(select id from owner where not is_banned)`,
          expiresAt: sql`clock_now() + ${PASSWORD_RESET_LIFE}`,
        })}`,
      ),
      db.$with("mailed", { kind: outbox.kind }).as(
        sql`${insertSelect(outbox, {
          ...{ id: mail.id, kind: sql`owner.kind`, toAddress: sql`owner.email`, userId: sql`owner.id` },
          data: sql`case when owner.is_banned then ${JSON.stringify(notice.data)}::json else (${data})::json end`,
          ...{ dueAt: clockNow, createdAt: clockNow },
        })} from owner returning ${nameOf(outbox.kind)}`,
      ),
    )
    .select({ kind: sql<Mail["kind"]>`kind`, usesGoogle: sql<boolean>`uses_google` })
    .from(sql`owner`);
  return rows[0] ?? null;
};

const isUsable = (tokenHash: string, email: string) =>
  and(
    eq(passwordResets.tokenHash, tokenHash),
    sql`${passwordResets.expiresAt} > clock_now()`,
    inArray(
      passwordResets.userId,
      sql`(select ${users.id} from ${users} where ${hasEmail(email)} and ${isNull(users.bannedAt)})`,
    ),
  );

/** The account whose password the link may set; null: the link is wrong, used or expired. */
export const findPasswordReset = async (
  { db }: Database,
  email: string,
  tokenHash: string,
): Promise<Pick<Account, "id" | "username" | "email"> | null> => {
  const [row] = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isUsable(tokenHash, email));
  return row ?? null;
};

/**
 * Uses up the link, sets the password and ends all sessions. It also verifies the address, because the link was mailed
 * there. If the address was not verified before, somebody else may have registered it, so the second factor is removed
 * and a request to delete the account is taken back. Only a verified account has passkeys. Returns the account's id;
 * null: the link is wrong, used or expired.
 */
export const resetPassword = async (
  { db }: Database,
  { email, tokenHash, passwordHash }: { email: string; tokenHash: string; passwordHash: string },
): Promise<string | null> => {
  const unowned = sql`select ${users.id} as id from ${users}, used
    where ${users.id} = used.user_id and ${isNull(users.emailVerifiedAt)}`;
  const [row] = await db.execute<{ id: string }>(sql`
    with ${clockPart},
    used as (
      delete from ${passwordResets} where ${isUsable(tokenHash, email)} returning ${passwordResets.userId} as user_id
    ),
    ${droppedFactors(unowned)},
    kept as (${deletionTakenBack(unowned)}),
    owner as (
      update ${users} set ${nameOf(users.passwordHash)} = ${passwordHash},
        ${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1, ${nameOf(users.revision)} = ${users.revision} + 1,
        ${nameOf(users.emailVerifiedAt)} = coalesce(${users.emailVerifiedAt}, clock_now()),
        ${nameOf(users.closesAt)} = ${closesAtUnlessKept}
      from used where ${users.id} = used.user_id returning ${users.id} as id, ${users.email} as email
    ),
    others as (
      delete from ${passwordResets} where ${passwordResets.userId} in (${owners})
        and ${passwordResets.tokenHash} <> ${tokenHash}
    ),
    unverified as (delete from ${verificationTokens} where ${verificationTokens.userId} in (${owners})),
    dropped as (${waitingChangesDropped}),
    ended as (${endedSessions("password reset", owners)}),
    recorded as (${recorded("password reset")}),
    recorded_kept as (${recorded("deletion taken back")}, kept),
    mailed as (${passwordChangedMail()} from owner, clock)
    select id from owner`);
  return row?.id ?? null;
};

/**
 * Sets the password and ends all sessions but `sessionId`. `account` is as it was when the old password was proved.
 * False: the password was changed meanwhile.
 */
export const changePassword = async (
  { db }: Database,
  account: Pick<Account, "id" | "passwordHash" | "tokenVersion">,
  { sessionId, passwordHash }: { sessionId: string; passwordHash: string },
): Promise<boolean> => {
  const rows = await db.execute(sql`
    with ${clockPart},
    owner as (
      update ${users} set ${nameOf(users.passwordHash)} = ${passwordHash},
        ${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1, ${nameOf(users.revision)} = ${users.revision} + 1
      where ${users.id} = ${account.id} and ${users.passwordHash} = ${account.passwordHash}
        and ${users.tokenVersion} = ${account.tokenVersion} and ${users.bannedAt} is null
      returning ${users.id} as id, ${users.email} as email, ${users.tokenVersion} as version
    ),
    kept as (${keptSession(sessionId, { isProved: true })}),
    ended as (${endedSessions("password changed", owners, sessionId)}),
    others as (delete from ${passwordResets} where ${passwordResets.userId} in (${owners})),
    dropped as (${waitingChangesDropped}),
    recorded as (${recorded("password changed")}),
    mailed as (${passwordChangedMail()} from owner, clock)
    select id from owner`);
  return rows.length > 0;
};

/** Removes some links that have expired. */
export const evictPasswordResets = async ({ db }: Database, atMost: number): Promise<void> => {
  const expired = db
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(sql`${passwordResets.expiresAt} < (select clock_now())`)
    .orderBy(passwordResets.expiresAt)
    .limit(atMost);
  await db.delete(passwordResets).where(inArray(passwordResets.tokenHash, expired));
};

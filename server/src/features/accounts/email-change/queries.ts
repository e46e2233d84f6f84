// The statements that request, confirm and take back a change of an e-mail address. Each is one statement, with the mails
// and the record in it. They are in one file because they share the conditions on a link.
import { randomUUID } from "node:crypto";
import { and, eq, gt, inArray, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { passkeys } from "../../../platform/database/schema/passkeys.ts";
import {
  loginChallenges,
  recoveryCodes,
  totpEnrolments,
  totpFactors,
} from "../../../platform/database/schema/second-factors.ts";
import { emailChanges, passwordResets } from "../../../platform/database/schema/sessions.ts";
import { suspensions } from "../../../platform/database/schema/suspensions.ts";
import {
  aliased,
  clockAt,
  clockNow,
  clockPart,
  insertSelect,
  isoOf,
  nameOf,
} from "../../../platform/database/statement-text.ts";
import { isPresent } from "../../../platform/database/statements.ts";
import { EMAIL_CHANGE_LIFE, type Mail, PASSWORD_RESET_LIFE } from "../../../platform/outbox/mails.ts";
import { type Account, hasEmail } from "../account.ts";
import { closesAtUnlessKept, deletionTakenBack, owners, recorded } from "../owner-parts.ts";
import { endedSessions } from "../sessions/queries.ts";

const later = aliased(emailChanges, "later");
const target = aliased(emailChanges, "target");

/**
 * `a…@people.test`: entries of the audit log never change, so they must not hold an address that its owner may have
 * deleted.
 */
const masked = (email: SQL): SQL => sql`regexp_replace(${email}, '^(.).*@', '\\1…@')`;

const json = (mail: Mail) => sql`${JSON.stringify(mail.data)}::json`;

/**
 * The condition that the account in `holder` is as it was when the change was requested: the same address, verified or not
 * as then, and the same token version. Otherwise the account may belong to somebody else by now, whom no mail has told of
 * the change.
 */
const isStillTheirs = (holder: { email: SQLWrapper; tokenVersion: SQLWrapper; isVerified: SQLWrapper }): SQL =>
  sql`(${emailChanges.oldEmail} = ${holder.email} and ${emailChanges.tokenVersion} = ${holder.tokenVersion}
    and (${emailChanges.cancelHash} is not null) = (${holder.isVerified}))`;

/** The account's change that waits for the new address to confirm. */
export const waitingEmailChange = async (
  { db }: Database,
  userId: string,
): Promise<{ newEmail: string; expiresAt: string } | null> => {
  const { newEmail, expiresAt, changedAt } = emailChanges;
  const [row] = await db
    .select({ newEmail, expiresAt })
    .from(emailChanges)
    .innerJoin(users, eq(users.id, emailChanges.userId))
    .where(
      and(
        ...[eq(emailChanges.userId, userId), isNull(changedAt), gt(expiresAt, clockNow)],
        isStillTheirs({ ...users, isVerified: isPresent(users.emailVerifiedAt) }),
      ),
    );
  return row ? { newEmail: row.newEmail, expiresAt: toIso(row.expiresAt) } : null;
};

export interface EmailChange {
  readonly newEmail: string;
  readonly confirmHash: string;
  /** The hash of a secret that nobody knows, for an address that belongs to another account. */
  readonly decoyHash: string;
  readonly cancelHash: string;
  /** `confirm`: the mail to a new address that has no account. `taken`: the mail to one that has an account. */
  readonly confirm: Mail;
  readonly taken: Mail;
  /** To the old address, if it is verified. */
  readonly requested: Mail;
}

/**
 * Writes the request and both mails, and drops the account's earlier request. The statement does the same work whether
 * or not the new address belongs to an account. Returns the mails that were written; none: `account` is outdated.
 */
export const requestEmailChange = async (
  { db }: Database,
  account: Pick<Account, "id" | "tokenVersion">,
  { newEmail, confirmHash, decoyHash, cancelHash, confirm, taken, requested }: EmailChange,
): Promise<Mail[]> => {
  const isTaken = sql`exists (select from ${users} where ${hasEmail(newEmail)})`;
  const to = { userId: sql`owner.id`, dueAt: clockAt, createdAt: clockAt };
  const rows = await db.execute<{ id: string; kind: Mail["kind"] }>(sql`
    with ${clockPart},
    owner as (
      select ${users.id} as id, ${users.email} as email, ${users.googleId} as google_id,
        ${users.tokenVersion} as token_version,
        ${users.emailVerifiedAt} is not null as is_verified,
        ${isTaken} as is_taken
      from ${users} where ${eq(users.id, account.id)} and ${eq(users.tokenVersion, account.tokenVersion)}
        and ${isNull(users.bannedAt)}
    ),
    dropped as (
      delete from ${emailChanges} where ${emailChanges.userId} in (${owners}) and ${isNull(emailChanges.changedAt)}
    ),
    made as (
      ${insertSelect(emailChanges, {
        ...{ id: randomUUID(), userId: sql`owner.id`, oldEmail: sql`owner.email`, newEmail },
        ...{ googleId: sql`owner.google_id`, tokenVersion: sql`owner.token_version` },
        confirmHash: sql`case when owner.is_taken then ${decoyHash} else ${confirmHash} end`,
        cancelHash: sql`case when owner.is_verified then ${cancelHash} end`,
        ...{ requestedAt: clockAt, expiresAt: sql`${clockAt} + ${EMAIL_CHANGE_LIFE}` },
      })} from owner, clock
    ),
    recorded as (${recorded("email change requested", sql`json_build_object('to', ${masked(sql`${newEmail}::text`)})`)}),
    to_new as (
      ${insertSelect(outbox, {
        ...{ ...to, id: confirm.id, toAddress: newEmail },
        kind: sql`case when owner.is_taken then ${taken.kind} else ${confirm.kind} end`,
        data: sql`case when owner.is_taken then ${json(taken)} else ${json(confirm)} end`,
      })} from owner, clock returning ${outbox.id} as id, ${outbox.kind} as kind
    ),
    to_old as (
      ${insertSelect(outbox, {
        ...{ ...to, id: requested.id, toAddress: sql`owner.email` },
        ...{ kind: requested.kind, data: json(requested) },
      })} from owner, clock where owner.is_verified returning ${outbox.id} as id, ${outbox.kind} as kind
    )
    select id, kind from to_new union all select id, kind from to_old`);
  return [confirm, taken, requested].filter((mail) => rows.some(({ kind }) => kind === mail.kind));
};

/**
 * Uses up the link and gives the account its new address, verified. The old address gets a mail with `undoToken`.
 * Returns the account's id; null: the link is wrong, used or expired, or the account has changed since the request.
 * Rejects with the driver's unique violation where another account has the address by now.
 */
export const confirmEmailChange = async (
  { db }: Database,
  { confirmHash, undoToken, undoHash }: { confirmHash: string; undoToken: string; undoHash: string },
): Promise<string | null> => {
  const [row] = await db.execute<{ id: string }>(sql`
    with ${clockPart},
    -- Waits for a statement that is giving the account to somebody else, and then sees what it wrote.
    held as (
      select ${users.id} as id, ${users.email} as email, ${users.tokenVersion} as token_version,
        ${users.emailVerifiedAt} is not null as is_verified
      from ${users} where ${isNull(users.bannedAt)} and ${users.id} =
        (select ${emailChanges.userId} from ${emailChanges} where ${eq(emailChanges.confirmHash, confirmHash)})
      for no key update
    ),
    changed as (
      update ${emailChanges} set ${nameOf(emailChanges.changedAt)} = clock_now(),
        ${nameOf(emailChanges.expiresAt)} = clock_now() + ${EMAIL_CHANGE_LIFE},
        ${nameOf(emailChanges.undoHash)} = case when ${emailChanges.cancelHash} is not null then ${undoHash} end
      from held where ${eq(emailChanges.confirmHash, confirmHash)} and ${isNull(emailChanges.changedAt)}
        and ${emailChanges.expiresAt} > clock_now() and ${emailChanges.userId} = held.id
        and ${isStillTheirs({ email: sql`held.email`, tokenVersion: sql`held.token_version`, isVerified: sql`held.is_verified` })}
      returning ${emailChanges.userId} as user_id, ${emailChanges.oldEmail} as old_email,
        ${emailChanges.newEmail} as new_email, ${emailChanges.undoHash} as undo_hash,
        ${emailChanges.expiresAt} as expires_at
    ),
    owner as (
      update ${users} set ${nameOf(users.email)} = changed.new_email, ${nameOf(users.revision)} = ${users.revision} + 1,
        ${nameOf(users.emailVerifiedAt)} = coalesce(${users.emailVerifiedAt}, clock_now())
      from changed where ${users.id} = changed.user_id returning ${users.id} as id
    ),
    links as (delete from ${passwordResets} where ${passwordResets.userId} in (${owners})),
    unverified as (delete from ${verificationTokens} where ${verificationTokens.userId} in (${owners})),
    recorded as (
      ${recorded(
        "email changed",
        sql`(select json_build_object('from', ${masked(sql`old_email`)}, 'to', ${masked(sql`new_email`)},
          'fromSha256', encode(sha256(convert_to(lower(old_email), 'UTF8')), 'hex')) from changed)`,
      )}
    ),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "email-changed", toAddress: sql`changed.old_email`, userId: sql`owner.id` },
        data: sql`json_build_object('token', ${undoToken}::text, 'newEmail', changed.new_email,
          'undoUntil', ${isoOf(sql`changed.expires_at`)})`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from owner, changed, clock where changed.undo_hash is not null
    )
    select id from owner`);
  return row?.id ?? null;
};

/**
 * The outcome of a link to take a change back. "restored, still suspended": the account was suspended before, so it
 * gets no link for a new password. "suspended": the old address belongs to another account, so this account is
 * suspended instead.
 */
export type UndoneEmailChange = {
  readonly id: string;
  readonly did: "restored" | "restored, still suspended" | "suspended";
};

/**
 * Uses up the link, restores the address, voids the password, the passkeys and the sessions, and mails a link for a new
 * password to the old address, because the person who changed the address knew the password. It also takes back a
 * request to delete the account that was made after the change was requested. A suspended account stays suspended.
 * Null: nothing was used up or changed, because the link is wrong, used or expired, or the account got its present
 * address in another way than by this change and later ones.
 *
 * `canRestore` false suspends the account instead. Use it after this rejected with the driver's unique violation,
 * because another account has verified the old address by now. If the account is suspended already, the suspension
 * loses its end.
 */
export const undoEmailChange = async (
  { db }: Database,
  { undoHash, resetToken, resetHash }: { undoHash: string; resetToken: string; resetHash: string },
  canRestore: boolean,
): Promise<UndoneEmailChange | null> => {
  const isLink = sql`(${eq(emailChanges.cancelHash, undoHash)} or ${eq(emailChanges.undoHash, undoHash)})`;
  const restores = sql`${canRestore}::boolean`;
  const [row] = await db.execute<{ id: string; wasBanned: boolean }>(sql`
    with ${clockPart},
    held as (
      select ${users.id} as id, ${users.email} as email, ${users.bannedAt} is not null as was_banned from ${users}
      where ${users.id} = (select ${emailChanges.userId} from ${emailChanges} where ${isLink})
        and ${isNull(users.deletedAt)}
      for no key update
    ),
    -- No token version: the thief may have changed it, for example by a new password.
    target as (
      select ${emailChanges}.* from ${emailChanges}, held
      where ${emailChanges.userId} = held.id and ${emailChanges.expiresAt} > clock_now() and ${isLink}
        and case when ${emailChanges.changedAt} is null then ${emailChanges.oldEmail} = held.email
          else exists (select from ${later.table} where ${later.userId} = held.id and ${later.changedAt} is not null
            and ${later.requestedAt} >= ${emailChanges.requestedAt} and ${later.newEmail} = held.email) end
      for update of ${emailChanges}
    ),
    closed as (
      delete from ${emailChanges} using target where ${emailChanges.userId} = ${target.userId}
        and ${emailChanges.requestedAt} >= ${target.requestedAt}
    ),
    -- The person who asked for the change may have asked for the deletion of the account since.
    kept as (${deletionTakenBack(sql`select ${target.userId} from target`, sql`(select ${target.requestedAt} from target)`)}),
    -- Somebody may register the old address to keep it from being restored. Nobody has verified such an account.
    evicted as (
      update ${users} set ${nameOf(users.email)} = 'released-' || ${users.id} || '@address.invalid',
        ${nameOf(users.bannedAt)} = clock_now(), ${nameOf(users.revision)} = ${users.revision} + 1,
        ${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1
      from target where ${restores} and lower(${users.email}) = lower(${target.oldEmail})
        and ${users.id} <> ${target.userId} and ${users.emailVerifiedAt} is null
      returning ${users.id} as id
    ),
    owner as (
      update ${users} set ${nameOf(users.passwordHash)} = null,
        ${nameOf(users.email)} = case when ${target.changedAt} is null or not ${restores} then ${users.email}
          else ${target.oldEmail} end,
        ${nameOf(users.googleId)} = case when ${target.changedAt} is null or not ${restores} then ${users.googleId}
          else ${target.googleId} end,
        ${nameOf(users.closesAt)} = ${closesAtUnlessKept},
        ${nameOf(users.bannedAt)} = case when ${restores} then ${users.bannedAt}
          else coalesce(${users.bannedAt}, clock_now()) end,
        ${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1, ${nameOf(users.revision)} = ${users.revision} + 1
      from target, held where ${users.id} = ${target.userId}
        -- Reads all of evicted first, so that the address is free.
        and (select count(*) from evicted) >= 0
      returning ${users.id} as id, ${users.email} as email, held.was_banned
    ),
    endless as (
      update ${suspensions} set ${nameOf(suspensions.until)} = null from owner
      where ${suspensions.userId} = owner.id and ${isNull(suspensions.liftedAt)} and not ${restores}
    ),
    -- The person who asked for the change may have set up a second factor since, which would keep the owner out.
    factors as (
      delete from ${totpFactors} using target, owner
      where ${totpFactors.userId} = owner.id and ${totpFactors.addedAt} >= ${target.requestedAt}
      returning ${totpFactors.userId} as user_id
    ),
    codes as (delete from ${recoveryCodes} where ${recoveryCodes.userId} in (select user_id from factors)),
    enrolments as (delete from ${totpEnrolments} where ${totpEnrolments.userId} in (${owners})),
    challenges as (delete from ${loginChallenges} where ${loginChallenges.userId} in (${owners})),
    old_links as (delete from ${passwordResets} where ${passwordResets.userId} in (${owners})),
    link as (
      ${insertSelect(passwordResets, {
        ...{ tokenHash: resetHash, userId: sql`owner.id`, expiresAt: sql`${clockAt} + ${PASSWORD_RESET_LIFE}` },
      })} from owner, clock where ${restores} and not owner.was_banned
    ),
    ended as (
      ${endedSessions("email taken back", sql`select id from owner union all select id from evicted`)}
    ),
    recorded_kept as (${recorded("deletion taken back")}, kept),
    no_passkeys as (delete from ${passkeys} where ${passkeys.userId} in (${owners})),
    recorded as (${recorded("email change taken back", sql`json_build_object('isSuspended', not ${restores})`)}),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "email-change-undone", toAddress: sql`owner.email`, userId: sql`owner.id` },
        data: sql`case when owner.was_banned
          then json_build_object('token', '', 'email', owner.email, 'isSuspended', true)
          else json_build_object('token', ${resetToken}::text, 'email', owner.email) end`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from owner, clock where ${restores}
    )
    select id, was_banned as "wasBanned" from owner`);
  if (!row) return null;
  return { id: row.id, did: canRestore ? (row.wasBanned ? "restored, still suspended" : "restored") : "suspended" };
};

/** Removes some requests that have expired, and changes that cannot be taken back any more. */
export const evictEmailChanges = async ({ db }: Database, atMost: number): Promise<void> => {
  const expired = db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(sql`${emailChanges.expiresAt} < (select clock_now())`)
    .orderBy(emailChanges.expiresAt)
    .limit(atMost);
  await db.delete(emailChanges).where(inArray(emailChanges.id, expired));
};

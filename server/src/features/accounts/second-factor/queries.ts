// The statements that set up, replace and remove an authenticator app and recovery codes. Each is one statement, with the
// record and the mail to the owner in it.
import { randomUUID } from "node:crypto";
import { eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import {
  loginChallenges,
  recoveryCodes,
  totpEnrolments,
  totpFactors,
} from "../../../platform/database/schema/second-factors.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockAt, clockPart, insertSelect, isoOf, nameOf } from "../../../platform/database/statement-text.ts";
import { databaseNow, excluded } from "../../../platform/database/statements.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import { hasEmail } from "../account.ts";
import { owners, recorded } from "../owner-parts.ts";
import { droppedFactors, hasFactor } from "./factors.ts";

/** An app that was not confirmed after this time must be set up again. */
const ENROLMENT_LIFE = sql`interval '30 minutes'`;

/** An `insert` of the mail to `owner (id, email)`. Needs the clock. */
export const mailToOwner = (what: MailData["second-factor"]["what"], codesLeft: SQL = sql`null::int`): SQL =>
  sql`${insertSelect(outbox, {
    ...{ id: randomUUID(), kind: "second-factor", toAddress: sql`owner.email`, userId: sql`owner.id` },
    data: sql`json_build_object('what', ${what}::text, 'at', ${isoOf(clockAt)}, 'codesLeft', ${codesLeft})`,
    ...{ dueAt: clockAt, createdAt: clockAt },
  })} from owner, clock`;

/** An `insert` of these hashes as the recovery codes of `owner`. */
const insertedCodes = (hashes: readonly string[]): SQL =>
  sql`${insertSelect(recoveryCodes, { userId: sql`owner.id`, codeHash: sql`code_hash` })}
    from owner, json_array_elements_text(${JSON.stringify(hashes)}::json) as given (code_hash)`;

/**
 * The part `owner`: raises the account's revision, so that every server reads the account again. `from` starts with the
 * word from, or is empty.
 */
const ownerPart = (from: SQL, condition: SQL): SQL => sql`owner as (
  update ${users} set ${nameOf(users.revision)} = ${users.revision} + 1 ${from}
  where ${condition} and ${isNull(users.bannedAt)} returning ${users.id} as id, ${users.email} as email
)`;

/** Stores the secret of an app that is being set up. It replaces an earlier one that was not confirmed. */
export const startEnrolment = async ({ db }: Database, userId: string, secret: string): Promise<void> => {
  const expiresAt = sql`clock_now() + ${ENROLMENT_LIFE}`;
  await db
    .insert(totpEnrolments)
    .values({ userId, secret, expiresAt })
    .onConflictDoUpdate({
      target: totpEnrolments.userId,
      set: { secret: excluded(totpEnrolments.secret), expiresAt: excluded(totpEnrolments.expiresAt) },
    });
};

/** `nowMs`: the database's clock. */
interface SealedSecret {
  readonly secret: string;
  readonly nowMs: number;
}

const nowMs = sql<number>`(extract(epoch from clock_now()) * 1000)::float8`;

export const findEnrolment = async ({ db }: Database, userId: string): Promise<SealedSecret | null> => {
  const [row] = await db
    .select({ secret: totpEnrolments.secret, nowMs })
    .from(totpEnrolments)
    .where(sql`${eq(totpEnrolments.userId, userId)} and ${totpEnrolments.expiresAt} > clock_now()`);
  return row ?? null;
};

export const findTotp = async ({ db }: Database, userId: string): Promise<SealedSecret | null> => {
  const [row] = await db
    .select({ secret: totpFactors.secret, nowMs })
    .from(totpFactors)
    .where(eq(totpFactors.userId, userId));
  return row ?? null;
};

export interface StoredFactor {
  /** Epoch ms. Null: the account has no app. */
  readonly addedAt: number | null;
  readonly recoveryCodesLeft: number;
}

export const findSecondFactor = async ({ db }: Database, userId: string): Promise<StoredFactor> => {
  const codes = db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  const [row] = await db
    .select({ addedAt: totpFactors.addedAt, recoveryCodesLeft: codes })
    .from(users)
    .leftJoin(totpFactors, eq(totpFactors.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? { addedAt: null, recoveryCodesLeft: 0 };
};

/**
 * Makes the app that is being set up the account's second factor, with new recovery codes. `step` is that of the code
 * that confirmed it, which is thereby used. Proofs that other sessions gave without this factor are void. False: the
 * set-up expired, or was started again meanwhile.
 */
export const confirmEnrolment = async (
  { db }: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  { secret, step, codeHashes }: { secret: string; step: number; codeHashes: readonly string[] },
): Promise<boolean> => {
  const rows = await db.execute(sql`
    with ${clockPart},
    enrolled as (
      delete from ${totpEnrolments} where ${eq(totpEnrolments.userId, userId)} and ${eq(totpEnrolments.secret, secret)}
        and ${totpEnrolments.expiresAt} > clock_now()
      returning ${totpEnrolments.userId} as user_id
    ),
    ${ownerPart(sql`from enrolled`, sql`${users.id} = enrolled.user_id`)},
    factor as (
      ${insertSelect(totpFactors, { userId: sql`owner.id`, secret, lastStep: step, addedAt: clockAt })} from owner, clock
      on conflict (${nameOf(totpFactors.userId)}) do update set
        ${nameOf(totpFactors.secret)} = ${excluded(totpFactors.secret)},
        ${nameOf(totpFactors.lastStep)} = ${excluded(totpFactors.lastStep)},
        ${nameOf(totpFactors.addedAt)} = ${excluded(totpFactors.addedAt)}
    ),
    old_codes as (delete from ${recoveryCodes} where ${recoveryCodes.userId} in (${owners})),
    new_codes as (${insertedCodes(codeHashes)}),
    challenges as (delete from ${loginChallenges} where ${loginChallenges.userId} in (${owners})),
    proofs as (
      update ${sessions} set ${nameOf(sessions.provedAt)} = case when ${eq(sessions.id, sessionId)} then ${clockAt} end
      from owner, clock where ${sessions.userId} = owner.id and ${isNull(sessions.revokedAt)}
    ),
    recorded as (${recorded("second factor added")}),
    mailed as (${mailToOwner("added")})
    select id from owner`);
  return rows.length > 0;
};

/** Replaces the recovery codes. False: the account has no second factor. */
export const replaceRecoveryCodes = async (
  { db }: Database,
  userId: string,
  codeHashes: readonly string[],
): Promise<boolean> => {
  const rows = await db.execute(sql`
    with ${clockPart},
    ${ownerPart(sql``, sql`${eq(users.id, userId)} and ${hasFactor}`)},
    old_codes as (delete from ${recoveryCodes} where ${recoveryCodes.userId} in (${owners})),
    new_codes as (${insertedCodes(codeHashes)}),
    recorded as (${recorded("recovery codes replaced")}),
    mailed as (${mailToOwner("codes")})
    select id from owner`);
  return rows.length > 0;
};

const removed = (owner: SQL, record: SQL) => sql`
  with ${clockPart},
  ${owner},
  ${droppedFactors(owners)},
  recorded as (${record}),
  mailed as (${mailToOwner("removed")})
  select id from owner`;

/**
 * Removes the app and the recovery codes. `isRequired`: its role needs a second factor, so they stay. False: the
 * account has none, or must keep it. It is SQL, because Drizzle's builder cannot insert what another part returns into
 * some of a table's columns.
 */
export const removeFactor = async ({ db }: Database, userId: string, isRequired: boolean): Promise<boolean> => {
  const mayGo = sql`(not ${isRequired}::boolean or ${users.role} = 'user')`;
  const owner = ownerPart(sql``, sql`${eq(users.id, userId)} and ${hasFactor} and ${mayGo}`);
  return (await db.execute(removed(owner, recorded("second factor removed")))).length > 0;
};

/**
 * Removes them for the command line, whatever the account. False: no account of this address has a second factor. It is
 * SQL, because it consists of the same parts.
 */
export const removeFactorOf = async ({ db }: Database, email: string): Promise<boolean> => {
  const owner = ownerPart(sql``, sql`${hasEmail(email)} and ${hasFactor}`);
  const record = recorded("second factor removed", sql`json_build_object('by', 'the command line')`, sql`null::uuid`);
  return (await db.execute(removed(owner, record))).length > 0;
};

/** Mails the owner that somebody tries codes. */
export const mailOwnerOfGuesses = async ({ db }: Database, userId: string): Promise<void> => {
  await db.execute(sql`
    with ${clockPart},
    owner as (select ${users.id} as id, ${users.email} as email from ${users} where ${eq(users.id, userId)})
    ${mailToOwner("guessed")}`);
};

/** Removes some set-ups and log-ins that have expired. */
export const evictExpiredFactors = async ({ db }: Database, atMost: number): Promise<void> => {
  const enrolments = db
    .select({ userId: totpEnrolments.userId })
    .from(totpEnrolments)
    .where(sql`${totpEnrolments.expiresAt} < ${databaseNow}`)
    .orderBy(totpEnrolments.expiresAt)
    .limit(atMost);
  await db
    .delete(totpEnrolments)
    .where(sql`${inArray(totpEnrolments.userId, enrolments)} and ${totpEnrolments.expiresAt} < ${databaseNow}`);
  const challenges = db
    .select({ tokenHash: loginChallenges.tokenHash })
    .from(loginChallenges)
    .where(sql`${loginChallenges.expiresAt} < ${databaseNow}`)
    .orderBy(loginChallenges.expiresAt)
    .limit(atMost);
  await db.delete(loginChallenges).where(inArray(loginChallenges.tokenHash, challenges));
};

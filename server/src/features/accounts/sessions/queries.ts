// The table of sessions: starts, reads, renews, ends and removes them. Each write is one statement. The database's clock
// decides whether a session is valid.
import { randomUUID } from "node:crypto";
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { and, desc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database } from "../../../platform/database/database.ts";
import { adminActions, users } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { type SessionEnd, sessions } from "../../../platform/database/schema/sessions.ts";
import {
  clockAt,
  clockNow,
  clockPart,
  insertSelect,
  isoOf,
  nameOf,
} from "../../../platform/database/statement-text.ts";
import { isAnyOf, isAnyOfPlaceholder, prepared } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { isOpenSession, isValidSession } from "../../../platform/database/valid-session.ts";
import { type Account, accountColumns } from "../account.ts";
import { hasFactor } from "../second-factor/factors.ts";
import type { Device } from "./device.ts";
import { IDLE_LIFE, KEPT, LIFE, LOG_INS_WITH_MAIL, SEEN_EVERY, SESSIONS_AT_MOST } from "./session-limits.ts";

export interface NewSession extends Device {
  /** How the person logged in. "second factor": first by a password or Google, and then by the second factor. */
  readonly proof: "password" | "google" | "passkey" | "second factor";
}

/** A passkey's authenticator verifies its owner before it signs. */
const isTwoFactors = (proof: NewSession["proof"]): boolean => proof === "second factor" || proof === "passkey";

/**
 * Starts a session, and mails the owner if the account has had sessions, but none lately from this device and network
 * that its owner did not end. Null: the account was suspended, or its sessions were ended, since `account` was read, or
 * it has a second factor, which was not proved.
 */
export const startSession = async (
  { db }: Database,
  account: Pick<Account, "id" | "tokenVersion">,
  { proof, ...device }: NewSession,
): Promise<{ id: string; isMailed: boolean } | null> => {
  const at = clockAt;
  const id = randomUUID();
  const own = eq(sessions.userId, account.id);
  const isKnown = sql`exists (select from ${sessions} where ${own} and ${sessions.device} = ${device.device}
    and ${sessions.network} = ${device.network} and ${sessions.endedBy} is distinct from 'revoked')`;
  const isQuiet = sql`(select count(*) from ${sessions} where ${own}
    and ${sessions.createdAt} > ${at} - interval '1 hour') < ${LOG_INS_WITH_MAIL}`;
  const [row] = await db.execute<{ id: string; isMailed: boolean }>(sql`
    with ${clockPart},
    owner as (
      select ${users.id} as id, ${users.email} as email, ${users.emailVerifiedAt} as email_verified_at,
        ${users.firstSessionAt} as first_session_at, ${users.tokenVersion} as token_version,
        ${users.role} as role
      from ${users}
      where ${eq(users.id, account.id)} and ${eq(users.tokenVersion, account.tokenVersion)} and ${isNull(users.bannedAt)}
        and (${isTwoFactors(proof)}::boolean or not ${hasFactor})
    ),
    made as (
      ${insertSelect(sessions, {
        ...{ ...device, id, userId: sql`owner.id`, tokenVersion: sql`owner.token_version` },
        ...{ createdAt: at, lastSeenAt: at, expiresAt: sql`${at} + ${IDLE_LIFE}` },
        provedAt: at,
      })} from owner, clock returning ${sessions.id} as id
    ),
    first as (
      update ${users} set ${nameOf(users.firstSessionAt)} = ${at} from owner, clock
      where ${users.id} = owner.id and ${users.firstSessionAt} is null
    ),
    too_many as (
      update ${sessions} set ${ended("too many")} where ${inArray(
        sessions.id,
        db
          .select({ id: sessions.id })
          .from(sessions)
          .where(and(own, isOpenSession))
          .orderBy(desc(sessions.lastSeenAt))
          .offset(SESSIONS_AT_MOST - 1),
      )}
    ),
    -- The audit log has the log-ins of staff.
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId: sql`owner.id`, action: "logged in", details: { by: proof }, at },
        ...{ via: "request", device: device.device, network: device.network },
      })} from owner, clock, made where owner.role <> 'user'
    ),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "new-device", toAddress: sql`owner.email`, userId: sql`owner.id` },
        data: sql`json_build_object('device', ${device.device}::text, 'place', ${device.network}::text, 'at', ${isoOf(at)})`,
        ...{ dueAt: at, createdAt: at },
      })} from owner, clock, made
      where owner.email_verified_at is not null and owner.first_session_at is not null and not ${isKnown} and ${isQuiet}
      returning ${outbox.id} as id
    )
    select id, exists (select from mailed) as "isMailed" from made`);
  return row ?? null;
};

/** Starts a session of each account, for programs that need many tokens. `device` names the program. */
export const startSessions = async (
  { db }: Database,
  accounts: readonly Pick<Account, "id" | "tokenVersion">[],
  device: string,
): Promise<string[]> => {
  const given = accounts.map(({ id, tokenVersion }) => ({ id: randomUUID(), userId: id, tokenVersion }));
  await db.execute(sql`
    ${insertSelect(sessions, {
      ...{ id: sql`given.id`, userId: sql`given."userId"`, tokenVersion: sql`given."tokenVersion"` },
      ...{ createdAt: clockNow, lastSeenAt: clockNow, provedAt: clockNow, expiresAt: sql`${clockNow} + ${IDLE_LIFE}` },
      ...{ userAgent: device, device, network: "unknown" },
    })} from json_to_recordset(${JSON.stringify(given)}::json) as given (id uuid, "userId" uuid, "tokenVersion" int)`);
  return given.map(({ id }) => id);
};

const validByIds = prepared((db) =>
  db
    .select({
      ...accountColumns,
      sessionId: sessions.id,
      msLeft: sql<number>`(extract(epoch from ${sessions.expiresAt} - ${clockNow}) * 1000)::float8`,
      isUnseen: sql<boolean>`${sessions.lastSeenAt} < ${clockNow} - ${SEEN_EVERY}`,
      sinceProofMs: sql<number | null>`(extract(epoch from ${clockNow} - ${sessions.provedAt}) * 1000)::float8`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isAnyOfPlaceholder(sessions.id, "ids"), isValidSession))
    .prepare("sessions by ids"),
);

export interface StoredSession {
  readonly account: Account;
  /** The time until the session ends if it is not used again. */
  readonly msLeft: number;
  /** True if its use was not written for ten minutes. */
  readonly isUnseen: boolean;
  /** The time since the person last gave a proof in this session; null: never. */
  readonly sinceProofMs: number | null;
}

/** Returns the valid ones of these sessions with their accounts, by id, as of one moment. */
export const findSessions = async (database: Database, ids: readonly string[]): Promise<Map<string, StoredSession>> => {
  const rows = await validByIds(database).execute({ ids: arrayLiteral(ids.filter(isUuid)) });
  return new Map(
    rows.map(({ sessionId, msLeft, isUnseen, sinceProofMs, ...account }) => [
      sessionId,
      { account, msLeft, isUnseen, sinceProofMs },
    ]),
  );
};

/** Those of these sessions that are still valid. */
export const validSessions = async ({ db }: Database, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isAnyOf(sessions.id, ids), isValidSession));
  return new Set(rows.map(({ id }) => id));
};

/** Writes that the sessions were used. Those that another node has just written are left out. */
export const renewSessions = async ({ db }: Database, ids: readonly string[]): Promise<void> => {
  // Locked without waiting, so that two nodes that renew the same sessions never wait for each other.
  const unseen = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isAnyOf(sessions.id, ids), isOpenSession, sql`${sessions.lastSeenAt} < ${clockNow} - ${SEEN_EVERY}`))
    .for("update", { skipLocked: true });
  await db
    .update(sessions)
    .set({ lastSeenAt: clockNow, expiresAt: sql`least(${clockNow} + ${IDLE_LIFE}, ${sessions.createdAt} + ${LIFE})` })
    .where(inArray(sessions.id, unseen));
};

/** The columns that an ended session gets, for a statement of several parts. */
const ended = (by: SessionEnd): SQL =>
  sql`${nameOf(sessions.revokedAt)} = ${clockNow}, ${nameOf(sessions.endedBy)} = ${by}`;

/** An `update` that ends the open sessions of these accounts, for a statement of several parts. */
export const endedSessions = (by: SessionEnd, userIds: SQL, exceptId?: string): SQL =>
  sql`update ${sessions} set ${ended(by)} where ${sessions.userId} in (${userIds})
    and ${and(isOpenSession, exceptId === undefined ? undefined : ne(sessions.id, exceptId))}`;

/** Ends one session of this account. False: it has no such open session. */
export const endOneSession = async ({ db }: Database, userId: string, id: string, by: SessionEnd): Promise<boolean> => {
  if (!isUuid(id)) return false;
  const rows = await db
    .update(sessions)
    .set({ revokedAt: clockNow, endedBy: by })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isOpenSession))
    .returning({ id: sessions.id });
  return rows.length > 0;
};

/**
 * Ends all sessions of this account but `keptId`. The account gets a new token version, so that a log-in that is under
 * way with the old one makes no valid session either. It is SQL, because `keptSession` and `endedSessions` are parts of such
 * statements.
 */
export const endOtherSessions = async ({ db }: Database, userId: string, keptId: string): Promise<void> => {
  const version = sql`${users.tokenVersion} + 1`;
  await db.execute(sql`
    with owner as (
      update ${users} set ${nameOf(users.tokenVersion)} = ${version} where ${eq(users.id, userId)}
      returning ${users.id} as id, ${users.tokenVersion} as version
    ),
    kept as (${keptSession(keptId)})
    ${endedSessions("revoked", sql`select id from owner`, keptId)}`);
};

/**
 * An `update` that keeps one session of the account in `owner (id, version)`, which got a new token version. `isProved`:
 * the password was proved in this session. That is no fresh proof for an account with a second factor.
 */
export const keptSession = (id: string, { isProved = false } = {}): SQL =>
  sql`update ${sessions} set ${nameOf(sessions.tokenVersion)} = owner.version,
      ${nameOf(sessions.provedAt)} = case when ${isProved}::boolean
        and not exists (select from ${users} where ${eq(users.id, sql`owner.id`)} and ${hasFactor}) then ${clockNow} else ${sessions.provedAt} end
    from owner where ${and(eq(sessions.id, id), isOpenSession)} and ${sessions.userId} = owner.id`;

/** The open sessions of an account, the one that was used last first. */
export const sessionsOf = async ({ db }: Database, userId: string, currentId: string): Promise<DeviceSession[]> => {
  const rows = await db
    .select({
      _id: sessions.id,
      device: sessions.device,
      place: sessions.network,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isValidSession))
    .orderBy(desc(sessions.lastSeenAt), sessions.id);
  return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
    ...row,
    ...{ createdAt: toIso(createdAt), lastSeenAt: toIso(lastSeenAt), isCurrent: row._id === currentId },
  }));
};

/** Removes some sessions that ended 30 days ago. */
export const evictEndedSessions = async ({ db }: Database, atMost: number): Promise<void> => {
  const endedAt = sql`coalesce(${sessions.revokedAt}, ${sessions.expiresAt})`;
  const old = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(sql`${endedAt} < (select clock_now()) - ${KEPT}`)
    .orderBy(endedAt)
    .limit(atMost);
  await db.delete(sessions).where(inArray(sessions.id, old));
};

// The table of sessions: starts, reads, renews, ends and removes them. The database's clock decides whether a session is
// valid.
import { randomUUID } from "node:crypto";
import { isStaff } from "@jara/shared/permissions";
import type { DeviceSession } from "@jara/shared/rest/sessions";
import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import { arrayLiteral } from "../../../platform/database/arrays.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { recordAction } from "../../../platform/database/record-action.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { type SessionEnd, sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { isAnyOf, isAnyOfPlaceholder, prepared } from "../../../platform/database/statements.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { isOpenSession, isValidSession } from "../../../platform/database/valid-session.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { type Account, accountColumns, lockAccount } from "../account.ts";
import { hasFactorOf } from "../second-factor/factors.ts";
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
export const startSession = (
  { transaction }: Database,
  account: Pick<Account, "id" | "tokenVersion">,
  { proof, ...device }: NewSession,
): Promise<{ id: string } | null> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, eq(users.id, account.id));
    if (!owner || owner.tokenVersion !== account.tokenVersion || owner.bannedAt !== null) return null;
    const before = await readEarlier(tx, owner.id, device);
    if (before.hasFactor && !isTwoFactors(proof)) return null;

    if (before.open >= SESSIONS_AT_MOST) await endOldest(tx, owner.id);
    const id = randomUUID();
    await tx
      .insert(sessions)
      .values({ ...device, ...startingNow, id, userId: owner.id, tokenVersion: owner.tokenVersion });
    if (owner.firstSessionAt === null) {
      await tx.update(users).set({ firstSessionAt: clockNow }).where(eq(users.id, owner.id));
    }
    // The audit log has the log-ins of staff.
    if (isStaff(owner.role)) {
      await recordAction(tx, { actorId: owner.id, action: "logged in", details: { by: proof } });
    }
    const isQuiet = before.ofLastHour < LOG_INS_WITH_MAIL;
    const isMailed = owner.emailVerifiedAt !== null && owner.firstSessionAt !== null && !before.isKnown && isQuiet;
    if (isMailed) {
      const data = { device: device.device, place: device.network, at: toIso(owner.now) };
      await queueMail(tx, { kind: "new-device", toAddress: owner.email, userId: owner.id, data });
    }
    return { id };
  });

const startingNow = {
  createdAt: clockNow,
  lastSeenAt: clockNow,
  provedAt: clockNow,
  expiresAt: sql`${clockNow} + ${IDLE_LIFE}`,
};

/** Reads the account's other sessions, and whether it has a second factor: a new session depends on both. */
const readEarlier = async (tx: Db, userId: string, { device, network }: Device) => {
  const isSame = and(eq(sessions.device, device), eq(sessions.network, network));
  const [row] = await tx
    .select({
      hasFactor: hasFactorOf(userId),
      isKnown: sql<boolean>`count(*) filter (where ${isSame} and ${sessions.endedBy} is distinct from 'revoked') > 0`,
      ofLastHour: sql<number>`(count(*) filter (where ${sessions.createdAt} > ${clockNow} - interval '1 hour'))::int`,
      open: sql<number>`(count(*) filter (where ${isOpenSession}))::int`,
    })
    .from(sessions)
    .where(eq(sessions.userId, userId));
  if (!row) throw new Error("no row");
  return row;
};

/** Ends the open sessions that were used longest ago, so that one more may start. */
const endOldest = async (tx: Db, userId: string): Promise<void> => {
  const oldest = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpenSession))
    .orderBy(desc(sessions.lastSeenAt))
    .offset(SESSIONS_AT_MOST - 1);
  await tx.update(sessions).set({ revokedAt: clockNow, endedBy: "too many" }).where(inArray(sessions.id, oldest));
};

/** Starts a session of each account, for programs that need many tokens. `device` names the program. */
export const startSessions = async (
  { db }: Database,
  accounts: readonly Pick<Account, "id" | "tokenVersion">[],
  device: string,
): Promise<string[]> => {
  const ids = accounts.map(() => randomUUID());
  const about = { ...startingNow, userAgent: device, device, network: "unknown" };
  await db
    .insert(sessions)
    .values(accounts.map(({ id: userId, tokenVersion }, n) => ({ ...about, id: ids[n] ?? "", userId, tokenVersion })));
  return ids;
};

const validByIds = prepared((db) =>
  db
    .select({
      ...accountColumns,
      sessionId: sessions.id,
      msLeft: sql<number>`(extract(epoch from ${sessions.expiresAt} - ${clockNow}) * 1000)::float8`,
      isUnseen: sql<boolean>`${sessions.lastSeenAt} < ${clockNow} - ${SEEN_EVERY}`,
      sinceProofMs: sql<number | null>`(extract(epoch from ${clockNow} - ${sessions.provedAt}) * 1000)::float8`,
      // A log-in writes both times at once.
      isProvedAgain: sql<boolean>`coalesce(${sessions.provedAt} > ${sessions.createdAt} + interval '100 milliseconds', false)`,
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
  /** That proof was given after the log-in. */
  readonly isProvedAgain: boolean;
}

/** Returns the valid ones of these sessions with their accounts, by id, as of one moment. */
export const findSessions = async (database: Database, ids: readonly string[]): Promise<Map<string, StoredSession>> => {
  const rows = await validByIds(database).execute({ ids: arrayLiteral(ids.filter(isUuid)) });
  return new Map(
    rows.map(({ sessionId, msLeft, isUnseen, sinceProofMs, isProvedAgain, ...account }) => [
      sessionId,
      { account, msLeft, isUnseen, sinceProofMs, isProvedAgain },
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

/** Ends the open sessions of the account, but `exceptId`. Returns their number. */
export const endSessions = async (tx: Db, by: SessionEnd, userId: string, exceptId?: string): Promise<number> => {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: clockNow, endedBy: by })
    .where(and(eq(sessions.userId, userId), isOpenSession, isOther))
    .returning({ id: sessions.id });
  return ended.length;
};

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
 * way with the old one makes no valid session either.
 */
export const endOtherSessions = ({ transaction }: Database, userId: string, keptId: string): Promise<void> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, eq(users.id, userId));
    if (!owner) return;
    const tokenVersion = owner.tokenVersion + 1;
    await tx.update(users).set({ tokenVersion }).where(eq(users.id, userId));
    await keepSession(tx, { id: keptId, userId, tokenVersion });
    await endSessions(tx, "revoked", userId, keptId);
  });

/** Keeps one session of an account that got a new token version. `isProved`: a proof was given in this session. */
export const keepSession = async (
  tx: Db,
  { id, userId, tokenVersion }: { readonly id: string; readonly userId: string; readonly tokenVersion: number },
  { isProved = false } = {},
): Promise<void> => {
  await tx
    .update(sessions)
    .set({ tokenVersion, ...(isProved && { provedAt: clockNow }) })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isOpenSession));
};

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
    createdAt: toIso(createdAt),
    lastSeenAt: toIso(lastSeenAt),
    isCurrent: row._id === currentId,
  }));
};

/** Removes some sessions that ended 30 days ago. */
export const evictEndedSessions = evictAfter(
  [sessions.id],
  sql`coalesce(${sessions.revokedAt}, ${sessions.expiresAt})`,
  KEPT,
);

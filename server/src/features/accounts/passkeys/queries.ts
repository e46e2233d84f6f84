// Issues challenges, and adds, lists, renames and removes passkeys. use-passkey.ts logs in or proves with one.
import { randomUUID } from "node:crypto";
import { PASSKEYS_MAX, type Passkey, type PasskeyTransport } from "@jara/shared/rest/passkeys";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database, Db } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { passkeyChallenges, passkeys } from "../../../platform/database/schema/passkeys.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { type Account, lockAccount } from "../account.ts";
import { recordByOwner } from "../account-changes.ts";

export type Purpose = (typeof passkeyChallenges.$inferSelect)["purpose"];
/** The session that asks for a challenge and uses it. */
export interface Asker {
  readonly sessionId: string;
  readonly userId: string;
}

export const CHALLENGE_MINUTES = 5;
const CHALLENGE_LIFE = sql.raw(`interval '${CHALLENGE_MINUTES} minutes'`);
/** A password, a passkey or a code counts as proved for this long. */
const PROOF_LIFE = sql`interval '10 minutes'`;

export const insertChallenge = async (
  { db }: Database,
  hash: string,
  purpose: Purpose,
  asker: Asker | null,
): Promise<void> => {
  const { userId = null, sessionId = null } = asker ?? {};
  await db
    .insert(passkeyChallenges)
    .values({ hash, purpose, userId, sessionId, expiresAt: sql`${clockNow} + ${CHALLENGE_LIFE}` });
};

/** The condition that a challenge may be used now, by this asker. */
const isUsable = (hash: string, purpose: Purpose, asker: Asker | null) =>
  and(
    eq(passkeyChallenges.hash, hash),
    eq(passkeyChallenges.purpose, purpose),
    gt(passkeyChallenges.expiresAt, clockNow),
    asker ? eq(passkeyChallenges.sessionId, asker.sessionId) : isNull(passkeyChallenges.sessionId),
    asker ? eq(passkeyChallenges.userId, asker.userId) : isNull(passkeyChallenges.userId),
  );

/** True if something was proved in this session within the last ten minutes. */
export const isProved = async ({ db }: Database, sessionId: string): Promise<boolean> => {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.provedAt, sql`${clockNow} - ${PROOF_LIFE}`)));
  return rows.length > 0;
};

/** The passkeys of an account, the one that was added last first. */
export const listPasskeys = async ({ db }: Database, userId: string): Promise<Passkey[]> => {
  const { id: _id, name, createdAt, lastUsedAt, isBackedUp: isSynced } = passkeys;
  const rows = await db
    .select({ _id, name, createdAt, lastUsedAt, isSynced })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), passkeys.id);
  return rows.map((row) => ({
    ...row,
    createdAt: toIso(row.createdAt),
    lastUsedAt: row.lastUsedAt === null ? null : toIso(row.lastUsedAt),
  }));
};

/** The facts about an account's passkeys that an authenticator needs. */
export const listCredentials = async (
  { db }: Database,
  userId: string,
): Promise<{ id: string; transports: PasskeyTransport[] }[]> => {
  const rows = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.place);
  return rows.map(({ id, transports }) => ({ id, transports: [...transports] }));
};

/** The key to check a signature with. */
export const findKey = async (
  { db }: Pick<Database, "db">,
  credentialId: string,
): Promise<{ publicKey: string; userId: string } | null> => {
  const { publicKey, userId } = passkeys;
  const [row] = await db.select({ publicKey, userId }).from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
};

export interface NewPasskey
  extends Pick<
    typeof passkeys.$inferInsert,
    "credentialId" | "publicKey" | "counter" | "transports" | "deviceType" | "isBackedUp" | "device"
  > {
  readonly challengeHash: string;
}

/** Uses up the challenge. False: it is used, too old, or for something else. */
export const useChallenge = async (tx: Db, ...which: Parameters<typeof isUsable>): Promise<boolean> => {
  const used = await tx
    .delete(passkeyChallenges)
    .where(isUsable(...which))
    .returning({ hash: passkeyChallenges.hash });
  return used.length > 0;
};

/** "void": the challenge is used, too old or somebody else's, or the account may not have a passkey any more. */
export type Added = "added" | "void" | "known" | "full";

/** Uses up the challenge, adds the passkey and mails the owner. `account` is as its session was read. */
export const addPasskey = (
  { transaction }: Database,
  asker: Asker,
  account: Pick<Account, "tokenVersion">,
  { challengeHash, ...passkey }: NewPasskey,
): Promise<Added> =>
  transaction(async (tx) => {
    const { userId } = asker;
    const { device } = passkey;
    const owner = await lockAccount(tx, eq(users.id, userId));
    const isUsed = await useChallenge(tx, challengeHash, "register", asker);
    const isSame = owner?.tokenVersion === account.tokenVersion && owner.bannedAt === null;
    if (!isUsed || !isSame || owner.emailVerifiedAt === null) return "void";
    const rows = await tx.select({ place: passkeys.place }).from(passkeys).where(eq(passkeys.userId, userId));
    const taken = new Set(rows.map(({ place }) => place));
    const place = Array.from({ length: PASSKEYS_MAX }, (_, n) => n + 1).find((n) => !taken.has(n));
    if (place === undefined) return (await findKey({ db: tx }, passkey.credentialId)) ? "known" : "full";
    const made = await tx
      .insert(passkeys)
      .values({ ...passkey, id: randomUUID(), userId, place, name: device, createdAt: clockNow })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id });
    if (made.length === 0) return "known";
    const data = { device, at: toIso(owner.now) };
    await queueMail(tx, { kind: "passkey-added", toAddress: owner.email, userId, data });
    await recordByOwner(tx, userId, "passkey added", { device });
    return "added";
  });

/** False: this account has no such passkey. */
export const renamePasskey = async ({ db }: Database, userId: string, id: string, name: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  const rows = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
};

/** Removes the passkey and mails the owner. False: this account has no such passkey. */
export const removePasskey = async ({ transaction }: Database, userId: string, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  return await transaction(async (tx) => {
    const owner = await lockAccount(tx, eq(users.id, userId));
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ device: passkeys.device, createdAt: passkeys.createdAt });
    if (!owner || !removed) return false;
    const { device, createdAt } = removed;
    const data = { device, addedAt: toIso(createdAt), at: toIso(owner.now) };
    await queueMail(tx, { kind: "passkey-removed", toAddress: owner.email, userId, data });
    await recordByOwner(tx, userId, "passkey removed", { device });
    return true;
  });
};

/** Removes some challenges that have expired. */
export const evictPasskeyChallenges = evictAfter([passkeyChallenges.hash], passkeyChallenges.expiresAt);

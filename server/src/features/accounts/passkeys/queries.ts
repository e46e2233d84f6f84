// The statements that issue challenges, and add, list, rename and remove passkeys. Adding or removing one writes its
// record and its mail in the same statement. use-passkey.ts has the statement that logs in or proves with one.
import { randomUUID } from "node:crypto";
import { PASSKEYS_MAX, type Passkey, type PasskeyTransport } from "@jara/shared/rest/passkeys";
import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { passkeyChallenges, passkeys } from "../../../platform/database/schema/passkeys.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import {
  clockAt,
  clockNow,
  clockPart,
  insertSelect,
  isoOf,
  nameOf,
} from "../../../platform/database/statement-text.ts";
import { isUuid } from "../../../platform/database/uuid.ts";
import type { Account } from "../account.ts";
import { recorded } from "../owner-parts.ts";

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
export const isUsable = (hash: string, purpose: Purpose, asker: Asker | null) =>
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
  { db }: Database,
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

/** "void": the challenge is used, too old or somebody else's, or the account may not have a passkey any more. */
export type Added = "added" | "void" | "known" | "full" | "busy";

/** Uses up the challenge, adds the passkey and mails the owner. `account` is as its session was read. */
export const addPasskey = async (
  { db }: Database,
  asker: Asker,
  account: Pick<Account, "tokenVersion">,
  { challengeHash, ...passkey }: NewPasskey,
): Promise<Added> => {
  const [row] = await db.execute<{ isAllowed: boolean; hasPlace: boolean; isMade: boolean; isKnown: boolean }>(sql`
    with ${clockPart},
    challenge as (
      delete from ${passkeyChallenges} where ${isUsable(challengeHash, "register", asker)}
      returning ${passkeyChallenges.userId} as user_id
    ),
    allowed as (
      select ${users.id} as id, ${users.email} as email from ${users}, challenge where ${users.id} = challenge.user_id
        and ${and(eq(users.tokenVersion, account.tokenVersion), isNull(users.bannedAt))}
        and ${users.emailVerifiedAt} is not null
    ),
    free as (
      select min(n) as place from generate_series(1, ${sql.raw(String(PASSKEYS_MAX))}) as n
      where not exists (select from ${passkeys} where ${passkeys.userId} = ${asker.userId} and ${passkeys.place} = n)
    ),
    made as (
      ${insertSelect(passkeys, {
        ...{ ...passkey, id: randomUUID(), userId: sql`allowed.id`, place: sql`free.place`, name: passkey.device },
        createdAt: clockAt,
      })} from allowed, free, clock where free.place is not null
      on conflict do nothing returning ${nameOf(passkeys.userId)}
    ),
    owner as (select allowed.id, allowed.email from allowed, made),
    recorded as (${recorded("passkey added", sql`json_build_object('device', ${passkey.device}::text)`)}),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "passkey-added", toAddress: sql`owner.email`, userId: sql`owner.id` },
        data: sql`json_build_object('device', ${passkey.device}::text, 'at', ${isoOf(clockAt)})`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from owner, clock
    )
    select exists (select from allowed) as "isAllowed", (select place from free) is not null as "hasPlace",
      exists (select from made) as "isMade",
      exists (select from ${passkeys} where ${eq(passkeys.credentialId, passkey.credentialId)}) as "isKnown"`);
  if (!row?.isAllowed) return "void";
  if (row.isMade) return "added";
  if (row.isKnown) return "known";
  // At the same moment another request took the last place, or added the same passkey.
  return row.hasPlace ? "busy" : "full";
};

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
export const removePasskey = async ({ db }: Database, userId: string, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  const rows = await db.execute(sql`
    with ${clockPart},
    removed as (
      delete from ${passkeys} where ${and(eq(passkeys.id, id), eq(passkeys.userId, userId))}
      returning ${passkeys.userId} as user_id, ${passkeys.device} as device, ${passkeys.createdAt} as created_at
    ),
    owner as (
      select ${users.id} as id, ${users.email} as email, removed.device, removed.created_at as added_at
      from ${users}, removed where ${users.id} = removed.user_id
    ),
    recorded as (${recorded("passkey removed", sql`json_build_object('device', owner.device)`)}),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "passkey-removed", toAddress: sql`owner.email`, userId: sql`owner.id` },
        data: sql`json_build_object('device', owner.device, 'addedAt', ${isoOf(sql`owner.added_at`)},
          'at', ${isoOf(clockAt)})`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from owner, clock
    )
    select id from owner`);
  return rows.length > 0;
};

/** Removes some challenges that have expired. */
export const evictPasskeyChallenges = async ({ db }: Database, atMost: number): Promise<void> => {
  const expired = db
    .select({ hash: passkeyChallenges.hash })
    .from(passkeyChallenges)
    .where(sql`${passkeyChallenges.expiresAt} < (select clock_now())`)
    .orderBy(passkeyChallenges.expiresAt)
    .limit(atMost);
  await db.delete(passkeyChallenges).where(inArray(passkeyChallenges.hash, expired));
};

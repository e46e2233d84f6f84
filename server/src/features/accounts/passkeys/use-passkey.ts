// The one statement by which a passkey logs in or proves its owner: it uses up the challenge, compares and stores the
// counter, and decides. What follows it only reports, so no challenge and no counter counts twice on any number of nodes.
import { randomUUID } from "node:crypto";
import { eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { passkeyChallenges, passkeys } from "../../../platform/database/schema/passkeys.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockAt, clockPart, insertSelect, isoOf, nameOf } from "../../../platform/database/statement-text.ts";
import { recorded } from "../owner-parts.ts";
import { type Asker, isUsable } from "./queries.ts";

export interface PasskeyUse {
  readonly credentialId: string;
  readonly challengeHash: string;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

export type Used =
  /** `provedAt` is ISO 8601, and null for a log-in. */
  | { readonly is: "used"; readonly userId: string; readonly tokenVersion: number; readonly provedAt: string | null }
  | { readonly is: "suspended"; readonly userId: string }
  /** The counter did not grow: there may be a copy of the key. The owner got a mail. */
  | { readonly is: "counter"; readonly userId: string }
  /** The challenge is used, too old, or for something else; or the passkey was removed or is another account's. */
  | { readonly is: "void" };

interface Row extends Record<string, unknown> {
  readonly userId: string;
  readonly tokenVersion: number;
  readonly isBanned: boolean;
  readonly isUsed: boolean;
  readonly provedAt: string | null;
}

/**
 * `asker` null: a log-in. Otherwise the asking session counts as proved from now on. The signature must be checked
 * before.
 */
export const usePasskey = async (
  { db }: Database,
  { credentialId, challengeHash, counter, isBackedUp }: PasskeyUse,
  asker: Asker | null,
): Promise<Used> => {
  const signed = sql`${counter}::bigint`;
  const [row] = await db.execute<Row>(sql`
    with ${clockPart},
    challenge as (
      delete from ${passkeyChallenges} where ${isUsable(challengeHash, asker ? "prove" : "log-in", asker)}
      returning ${passkeyChallenges.hash}
    ),
    -- Locked, so that of two uses the second sees the first one's counter.
    held as (
      select ${passkeys.id} as id, ${passkeys.userId} as user_id, ${passkeys.counter} as counter,
        ${passkeys.device} as device,
        ${passkeys.createdAt} as added_at
      from ${passkeys}, challenge where ${eq(passkeys.credentialId, credentialId)}
        ${asker ? sql`and ${eq(passkeys.userId, asker.userId)}` : sql``}
      for no key update of ${passkeys}
    ),
    account as (
      select ${users.id} as id, ${users.email} as email, ${users.tokenVersion} as token_version,
        ${users.bannedAt} as banned_at
      from ${users}, held
      where ${users.id} = held.user_id
    ),
    used as (
      update ${passkeys} set ${nameOf(passkeys.counter)} = ${signed}, ${nameOf(passkeys.lastUsedAt)} = clock.at,
        ${nameOf(passkeys.isBackedUp)} = ${isBackedUp}
      from held, account, clock where ${passkeys.id} = held.id and account.banned_at is null
        and (held.counter < ${signed} or (held.counter = 0 and ${signed} = 0))
      returning ${passkeys.userId} as user_id
    ),
    proved as (
      update ${sessions} set ${nameOf(sessions.provedAt)} = clock.at from used, clock
      where ${sessions.id} = ${asker?.sessionId ?? null}::uuid and ${sessions.userId} = used.user_id
        and ${isNull(sessions.revokedAt)}
      returning ${isoOf(sql`${sessions.provedAt}`)} as at
    ),
    owner as (
      select account.id, account.email, held.device, held.added_at, held.counter from account, held
      where account.banned_at is null and not exists (select from used)
    ),
    recorded as (
      ${recorded(
        "passkey refused",
        sql`json_build_object('device', owner.device, 'counter', owner.counter, 'signed', ${signed})`,
      )}
    ),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "passkey-refused", toAddress: sql`owner.email`, userId: sql`owner.id` },
        data: sql`json_build_object('device', owner.device, 'addedAt', ${isoOf(sql`owner.added_at`)},
          'at', ${isoOf(clockAt)})`,
        ...{ dueAt: clockAt, createdAt: clockAt },
      })} from owner, clock
    )
    select id as "userId", token_version as "tokenVersion", banned_at is not null as "isBanned",
      exists (select from used) as "isUsed", (select at from proved) as "provedAt"
    from account`);
  if (!row) return { is: "void" };
  const { userId, tokenVersion, provedAt } = row;
  if (row.isBanned) return { is: "suspended", userId };
  if (!row.isUsed) return { is: "counter", userId };
  // The asking session ended at the same moment.
  if (asker && provedAt === null) return { is: "void" };
  return { is: "used", userId, tokenVersion, provedAt };
};

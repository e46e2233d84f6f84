// Logs in or proves the owner with a passkey, in one transaction: it uses up the challenge, compares and stores the counter,
// and decides. What follows it only reports, so no challenge and no counter counts twice on any number of nodes.
import { and, eq, isNull } from "drizzle-orm";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { passkeys } from "../../../platform/database/schema/passkeys.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { lockedColumns } from "../account.ts";
import { recordByOwner } from "../account-changes.ts";
import { type Asker, useChallenge } from "./queries.ts";

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

/**
 * `asker` null: a log-in. Otherwise the asking session counts as proved from now on. The signature must be checked
 * before.
 */
export const usePasskey = (
  { transaction }: Database,
  { credentialId, challengeHash, counter, isBackedUp }: PasskeyUse,
  asker: Asker | null,
): Promise<Used> =>
  transaction(async (tx) => {
    // Both rows are locked, so that of two uses the second sees the first one's counter.
    const [held] = await tx
      .select({ owner: lockedColumns, key: passkeys })
      .from(users)
      .innerJoin(passkeys, eq(passkeys.userId, users.id))
      .where(and(eq(passkeys.credentialId, credentialId), asker ? eq(users.id, asker.userId) : undefined))
      .for("no key update");
    const isUsed = await useChallenge(tx, challengeHash, asker ? "prove" : "log-in", asker);
    if (!held || !isUsed) return { is: "void" };
    const { owner, key } = held;
    const userId = owner.id;
    if (owner.bannedAt !== null) return { is: "suspended", userId };
    const isCounted = key.counter < counter || (key.counter === 0 && counter === 0);
    if (!isCounted) {
      const { device, createdAt } = key;
      const data = { device, addedAt: toIso(createdAt), at: toIso(owner.now) };
      await queueMail(tx, { kind: "passkey-refused", toAddress: owner.email, userId, data });
      await recordByOwner(tx, userId, "passkey refused", { device, counter: key.counter, signed: counter });
      return { is: "counter", userId };
    }

    await tx.update(passkeys).set({ counter, lastUsedAt: clockNow, isBackedUp }).where(eq(passkeys.id, key.id));
    const { tokenVersion } = owner;
    if (!asker) return { is: "used", userId, tokenVersion, provedAt: null };
    const [proved] = await tx
      .update(sessions)
      .set({ provedAt: clockNow })
      .where(and(eq(sessions.id, asker.sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
      .returning({ at: sessions.provedAt });
    // Without a row, the asking session ended at the same moment.
    return proved?.at == null ? { is: "void" } : { is: "used", userId, tokenVersion, provedAt: toIso(proved.at) };
  });

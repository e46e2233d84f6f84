// Registration where the site hides which addresses have accounts. The caller answers after a fixed time, so that timing
// reveals nothing.
import { eq } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users, verificationTokens } from "../../../platform/database/schema/accounts.ts";
import type { Mail } from "../../../platform/outbox/mails.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { hasEmail, lockAccount } from "../account.ts";
import { countAttempt } from "../log-in/attempt-counters.ts";
import { insertPasswordChoice, insertUser, type NewAccount, replaceToken, reserveUsername } from "../queries.ts";
import { acceptTerms } from "./new-consents.ts";

/** The limit of mails to one address that somebody registers again and again. */
const MAILS_EACH_HOUR = 5;
const HOUR_MS = 3_600_000;

export interface HiddenRegistration {
  readonly isNew: boolean;
  /** Null: the address has used up its mails of the hour. */
  readonly mailed: Mail | null;
}

/**
 * Makes the account if the address has none. Otherwise it reserves the username, as a new account would, because a
 * second registration with the same name could tell the two cases apart. A new account gets `mail`, and the owner of a
 * verified address gets `notice`. Rejects with the driver's unique violation where the username is taken, or the address
 * was registered at this moment.
 *
 * Somebody else may have registered an unverified address first. So a second registration of such an address voids the
 * password and the link of the first one, and mails `again`, whose link lets the owner of the address choose the
 * password.
 */
export const registerHidden = (
  { transaction }: Database,
  { tokenHash, skeletons, ...account }: Omit<NewAccount, "mail">,
  { mail, again, notice }: { mail: Mail; again: Mail; notice: Mail },
): Promise<HiddenRegistration> =>
  transaction(async (tx) => {
    const { email } = account;
    const known = await lockAccount(tx, hasEmail(email));
    const isUnowned = known?.emailVerifiedAt === null;
    if (!known) {
      await insertUser(tx, { ...account, skeletons });
      await acceptTerms(tx, account.id);
      await replaceToken(tx, account.id, tokenHash);
    } else {
      await reserveUsername(tx, null, skeletons);
    }
    if (isUnowned) {
      await tx.delete(verificationTokens).where(eq(verificationTokens.userId, known.id));
      await tx.update(users).set({ passwordHash: null }).where(eq(users.id, known.id));
      await insertPasswordChoice(tx, known.id, tokenHash);
    }
    const counter = { key: `registered ${email}`, limit: MAILS_EACH_HOUR };
    const overMs = await countAttempt({ db: tx }, [counter], HOUR_MS);
    const mailed = known ? (isUnowned ? again : notice) : mail;
    if (overMs === 0) await queueMail(tx, { ...mailed, toAddress: email, userId: known?.id ?? account.id });
    return { isNew: !known, mailed: overMs === 0 ? mailed : null };
  });

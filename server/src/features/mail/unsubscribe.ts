// The signed link that stops mails about being outbid without logging in. It holds the user's id. It does not expire,
// because it can do nothing else.
import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";

export const UNSUBSCRIBE_PATH = "/api/mail/unsubscribe";

/** No session token is signed over a text like this, so neither signature can be used as the other. */
const signatureOf = (secret: string, userId: string): Buffer =>
  createHmac("sha256", secret).update(`stop outbid mail to ${userId}`).digest();

export const unsubscribeLink = (site: { publicUrl: string; jwtSecret: string }, userId: string): string =>
  `${site.publicUrl}${UNSUBSCRIBE_PATH}?user=${userId}&signature=${signatureOf(site.jwtSecret, userId).toString("base64url")}`;

/** `secrets`: any of them may have signed it. */
export const isSignedFor = (secrets: readonly string[], userId: string, signature: string): boolean => {
  const given = Buffer.from(signature, "base64url");
  return secrets.some((secret) => {
    const right = signatureOf(secret, userId);
    return given.length === right.length && timingSafeEqual(given, right);
  });
};

/** False if the user does not exist. A second call changes nothing. */
export const stopOutbidMail = async ({ db }: Database, userId: string): Promise<boolean> => {
  const { id } = users;
  const rows = await db.update(users).set({ wantsOutbidMail: false }).where(eq(id, userId)).returning({ id });
  return rows.length > 0;
};

// The link with which a reader stops mails about being outbid without logging in: the user's id, signed. It does no
// more than that, so it needs no end.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";

export const UNSUBSCRIBE_PATH = "/api/mail/unsubscribe";

/** No session token is signed over such a text, so neither signature can stand for the other. */
const signatureOf = (secret: string, userId: string): Buffer =>
  createHmac("sha256", secret).update(`stop outbid mail to ${userId}`).digest();

export const unsubscribeLink = (site: { publicUrl: string; jwtSecret: string }, userId: string): string =>
  `${site.publicUrl}${UNSUBSCRIBE_PATH}?user=${userId}&signature=${signatureOf(site.jwtSecret, userId).toString("base64url")}`;

export const isSignedFor = (secret: string, userId: string, signature: string): boolean => {
  const given = Buffer.from(signature, "base64url");
  const right = signatureOf(secret, userId);
  return given.length === right.length && timingSafeEqual(given, right);
};

/** False where there is no such user. Doing it again changes nothing. */
export const stopOutbidMail = async (database: Database, userId: string): Promise<boolean> => {
  const rows = await database.query(
    "update users set wants_outbid_mail = false where id = $1::text::uuid returning id",
    [userId],
  );
  return rows.length > 0;
};

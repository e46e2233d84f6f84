// The signed link that stops mails of one kind without logging in. It holds the user's id and the kind. It does not expire,
// because it can do nothing else.
import { createHmac, timingSafeEqual } from "node:crypto";
import { isOnAtFirst } from "@jara/shared/notification-kinds";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { notificationPreferences } from "../../platform/database/schema/notifications.ts";
import type { MailKind } from "../../platform/outbox/mails.ts";

export const UNSUBSCRIBE_PATH = "/api/mail/unsubscribe";

/** Kinds of notifications whose mails have the link. The others are about the reader's account, money or questions. */
export const refusableKinds = ["outbid", "reminder", "saved-search"] as const;
export type RefusableKind = (typeof refusableKinds)[number];

const kindOfMail: Partial<Record<MailKind, RefusableKind>> = {
  outbid: "outbid",
  "watched-lot": "reminder",
  "new-lots": "saved-search",
  "new-lots-daily": "saved-search",
};
export const refusableKindOf = (mail: MailKind): RefusableKind | null => kindOfMail[mail] ?? null;

/** No session token is signed over a text like this, so neither signature can be used as the other. */
const signatureOf = (secret: string, userId: string, kind: RefusableKind): Buffer =>
  createHmac("sha256", secret).update(`stop ${kind} mail to ${userId}`).digest();

/** Links of mails about being outbid have no kind, like the links from before there were other kinds. */
export const unsubscribeLink = (
  site: { publicUrl: string; jwtSecret: string },
  userId: string,
  kind: RefusableKind = "outbid",
): string => {
  const signature = signatureOf(site.jwtSecret, userId, kind).toString("base64url");
  return `${site.publicUrl}${UNSUBSCRIBE_PATH}?user=${userId}&signature=${signature}${kind === "outbid" ? "" : `&kind=${kind}`}`;
};

/** The link in a mail; null: mails of this kind have none. */
export const unsubscribeLinkOf = (
  site: { publicUrl: string; jwtSecret: string },
  { kind, userId }: { readonly kind: MailKind; readonly userId: string | null },
): string | null => {
  const refusable = refusableKindOf(kind);
  return userId === null || refusable === null ? null : unsubscribeLink(site, userId, refusable);
};

/** `secrets`: any of them may have signed it. */
export const isSignedFor = (
  secrets: readonly string[],
  userId: string,
  signature: string,
  kind: RefusableKind = "outbid",
): boolean => {
  const given = Buffer.from(signature, "base64url");
  return secrets.some((secret) => {
    const right = signatureOf(secret, userId, kind);
    return given.length === right.length && timingSafeEqual(given, right);
  });
};

/** False if the user does not exist. A second call changes nothing. */
export const stopMails = async ({ db }: Database, userId: string, kind: RefusableKind): Promise<boolean> => {
  const { id } = users;
  if (kind === "outbid") {
    const rows = await db.update(users).set({ wantsOutbidMail: false }).where(eq(id, userId)).returning({ id });
    return rows.length > 0;
  }
  const p = notificationPreferences;
  const [onScreen, push] = [isOnAtFirst(kind, "onScreen"), isOnAtFirst(kind, "push")];
  if ((await db.$count(users, eq(id, userId))) === 0) return false;
  await db
    .insert(p)
    .values({ userId, kind, onScreen, push, mail: false })
    .onConflictDoUpdate({ target: [p.userId, p.kind], set: { mail: false } });
  return true;
};

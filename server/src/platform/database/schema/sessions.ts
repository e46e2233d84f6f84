// Sessions of accounts, and the single-use links that change a password or an e-mail address.
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/** The reasons for which a session can end before it expires. */
export const sessionEnds = [
  "log-out",
  "revoked",
  "too many",
  "password changed",
  "password reset",
  "email taken back",
  "google linked",
  "suspended",
  "administrator",
] as const;
export type SessionEnd = (typeof sessionEnds)[number];

/** One row for each log-in. A token names its session, and this row decides whether the token is valid. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** The session is void if the account's token version is another one. */
    tokenVersion: integer("token_version").notNull(),
    createdAt: at("created_at").notNull(),
    /** Written at most every ten minutes. */
    lastSeenAt: at("last_seen_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    /** The client's User-Agent header at the log-in. */
    userAgent: text("user_agent").notNull(),
    /** The browser and the system in words. */
    device: text("device").notNull(),
    /** The beginning of the address (`102.89.x.x`). The rest is not stored. */
    network: text("network").notNull(),
    /** Time of the last proof of the person in this session: the log-in, or what `POST /api/auth/prove` takes. */
    provedAt: at("proved_at"),
    /** Time at which the session was ended. Rows stay for 30 days, as a record. */
    revokedAt: at("revoked_at"),
    endedBy: text("ended_by", { enum: sessionEnds }),
  },
  (t) => [
    index("sessions_user").on(t.userId, t.lastSeenAt),
    // Every node polls each second for sessions that were ended.
    index("sessions_revoked").on(t.revokedAt).where(sql`${t.revokedAt} is not null`),
    // The cleanup removes the rows that ended long ago.
    index("sessions_ended").on(sql`coalesce(${t.revokedAt}, ${t.expiresAt})`),
  ],
);

/**
 * Links that set a new password. A row is written for each request, also if no account has the address or the account
 * is suspended, so that nobody can tell the cases apart. Such a row has the hash of a token that nobody knows.
 */
export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: uuid("user_id").references(() => users.id),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [index("password_resets_user").on(t.userId), index("password_resets_expiry").on(t.expiresAt)],
);

/**
 * Changes of e-mail addresses that wait for the new address, or that the old address can take back. Taking one back
 * also removes the user's later rows.
 */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    oldEmail: text("old_email").notNull(),
    newEmail: text("new_email").notNull(),
    /** The account's Google identity when the change was requested. Taking the change back restores it. */
    googleId: text("google_id"),
    /** Hash of the token in the mail to the new address. */
    confirmHash: text("confirm_hash").notNull(),
    /**
     * Hash of the token in the first mail to the old address. Null: the old address was not verified and gets no mail.
     */
    cancelHash: text("cancel_hash"),
    /** Hash of the token in the second mail to the old address. Null before the change. */
    undoHash: text("undo_hash"),
    /**
     * The account's token version when the change was requested. Another version refuses the confirmation. Null: a
     * server of an earlier version wrote the request, which cannot be confirmed.
     */
    tokenVersion: integer("token_version"),
    requestedAt: at("requested_at").notNull(),
    /** Null: the new address has not confirmed yet. */
    changedAt: at("changed_at"),
    /** The end of the time to confirm; after the change, the end of the time to take it back. */
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    index("email_changes_user").on(t.userId, t.requestedAt),
    uniqueIndex("email_changes_confirm").on(t.confirmHash),
    uniqueIndex("email_changes_cancel").on(t.cancelHash),
    uniqueIndex("email_changes_undo").on(t.undoHash),
    index("email_changes_expiry").on(t.expiresAt),
  ],
);

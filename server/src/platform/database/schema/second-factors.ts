// Second factors: authenticator apps (TOTP), recovery codes, and log-ins that wait for one of them.

import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/** One authenticator app for each account. */
export const totpFactors = pgTable("totp_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The app's secret, encrypted (accounts/second-factor/secret-box.ts). */
  secret: text("secret").notNull(),
  /** The period of 30 seconds since 1970 of the last code that was accepted. An earlier or equal one is refused. */
  lastStep: bigint("last_step", { mode: "number" }).notNull(),
  addedAt: at("added_at").notNull(),
});

/** An app that is being set up. It counts once a code of it was entered. */
export const totpEnrolments = pgTable(
  "totp_enrolments",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    secret: text("secret").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [index("totp_enrolments_expiry").on(t.expiresAt)],
);

/** Codes that replace the app, once each: the statement that accepts a code deletes its row. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the user's id and the code of 80 random bits. */
    codeHash: text("code_hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Log-ins whose password, mailed code or Google sign-in was right, and whose second factor is missing. */
export const loginChallenges = pgTable(
  "login_challenges",
  {
    /** SHA-256 of the token that the browser holds. */
    tokenHash: text("token_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** The challenge is void if the account's token version is another one. */
    tokenVersion: integer("token_version").notNull(),
    triesLeft: integer("tries_left").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    index("login_challenges_user").on(t.userId),
    index("login_challenges_expiry").on(t.expiresAt),
    check("login_challenges_tries_not_negative", sql`${t.triesLeft} >= 0`),
  ],
);

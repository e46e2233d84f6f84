// Passkeys of accounts, and the challenges that their authenticators sign.
import type { PasskeyTransport } from "@jara/shared/rest/passkeys";
import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** From 1 to 20, and one passkey of an account in each, so that the table itself keeps the limit. */
    place: integer("place").notNull(),
    /** As the authenticator named it, in base64url. */
    credentialId: text("credential_id").notNull(),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** As of the last use. It stays 0 for authenticators that do not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: json("transports").$type<readonly PasskeyTransport[]>().notNull(),
    /** "multiDevice": may be copied to other devices. */
    deviceType: text("device_type", { enum: ["singleDevice", "multiDevice"] }).notNull(),
    isBackedUp: boolean("is_backed_up").notNull(),
    /** The owner's word for it. */
    name: text("name").notNull(),
    /** The browser and system that added it, in words from a fixed list. Mails have these and never the name. */
    device: text("device").notNull(),
    createdAt: at("created_at").notNull(),
    lastUsedAt: at("last_used_at"),
  },
  (t) => [
    uniqueIndex("passkeys_credential").on(t.credentialId),
    uniqueIndex("passkeys_place").on(t.userId, t.place),
    check("passkeys_place_limit", sql`${t.place} between 1 and 20`),
    check("passkeys_counter_not_negative", sql`${t.counter} >= 0`),
  ],
);

/** Each challenge works once, for one purpose. The statement that uses it deletes it. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    hash: text("hash").primaryKey(),
    purpose: text("purpose", { enum: ["register", "log-in", "prove"] }).notNull(),
    /** Null for a log-in: the passkey names the account. */
    userId: uuid("user_id").references(() => users.id),
    /** The session that asked, which alone may use the challenge. Null for a log-in. */
    sessionId: uuid("session_id"),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    index("passkey_challenges_expiry").on(t.expiresAt),
    check(
      "passkey_challenges_of_session",
      sql`(${t.purpose} = 'log-in') = (${t.userId} is null) and (${t.userId} is null) = (${t.sessionId} is null)`,
    ),
  ],
);

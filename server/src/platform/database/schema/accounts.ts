// Accounts: users, the skeletons of their names, verification links, log-in codes, failed log-ins, and the audit log.
import { roles } from "@jara/shared/permissions";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { currentOrigin, type Origin, originKinds } from "../../lib/origin.ts";
import { at, minor, NOTHING } from "./columns.ts";

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    username: text("username").notNull(),
    /**
     * The result of checking this username against the rule for new ones (accounts/usernames/check-usernames.ts). Null:
     * not checked yet. Any value but "ok" means that the account is older than the rule. It keeps its name and is
     * listed for administrators.
     */
    usernameVerdict: text("username_verdict", { enum: ["ok", "characters", "scripts", "reserved", "confusable"] }),
    email: text("email").notNull(),
    /** Null: the user signs in with Google alone, or must set a password by a link that was mailed. */
    passwordHash: text("password_hash"),
    /** Google's `sub`, its id of the person. */
    googleId: text("google_id").unique("users_google_key"),
    role: text("role", { enum: roles }).notNull().default("user"),
    emailVerifiedAt: at("email_verified_at"),
    bannedAt: at("banned_at"),
    /** NGN. Always the sum of the user's ledger entries. */
    balanceMinor: minor("balance_minor").notNull().default(NOTHING),
    /** Increases with every change that a bid's decision depends on: role, ban, verification, balance. */
    revision: integer("revision").notNull().default(1),
    /** Sessions with an earlier version are void. */
    tokenVersion: integer("token_version").notNull().default(1),
    /** Null: nobody has logged in since sessions are stored. The first log-in causes no mail about a new device. */
    firstSessionAt: at("first_session_at"),
    firstName: text("first_name"),
    lastName: text("last_name"),
    phone: text("phone"),
    street: text("street"),
    city: text("city"),
    state: text("state"),
    zipCode: text("zip_code"),
    country: text("country"),
    wantsOutbidMail: boolean("wants_outbid_mail").notNull().default(true),
    createdAt: at("created_at").notNull(),
    /** The owner asked for the account's deletion, which comes at this time. Meanwhile the account cannot bid. */
    closesAt: at("closes_at"),
    /** The account was deleted: a pseudonym is left. It is also suspended for good. */
    deletedAt: at("deleted_at"),
    /**
     * The columns that an administrator's search covers, in one short text, so that a scan of all rows is quick. Of a
     * phone number it has the digits (shared/phone-search.ts). Searches fold it (`userText` of text-indexes.ts).
     */
    searchText: text("search_text").generatedAlwaysAs(
      sql`lower(username || chr(10) || email || chr(10) || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
        || chr(10) || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'))`,
    ),
  },
  (t) => [
    uniqueIndex("users_email_key").on(sql`lower(${t.email})`),
    uniqueIndex("users_username_key").on(sql`lower(${t.username})`),
    index("users_created").on(t.createdAt, t.id),
    index("users_staff").on(t.createdAt, t.id).where(sql`${t.role} <> 'user'`),
    index("users_username_unchecked").on(t.createdAt, t.id).where(sql`${t.usernameVerdict} is null`),
    index("users_username_refused").on(t.createdAt, t.id).where(sql`${t.usernameVerdict} <> 'ok'`),
    check("users_revision_positive", sql`${t.revision} > 0`),
  ],
);

/**
 * The skeletons (UTS #39) of each username as written, in lower case and in upper case. A new username is refused if
 * one of its skeletons is here. Among older accounts that look alike, the oldest has the row.
 */
export const usernameSkeletons = pgTable(
  "username_skeletons",
  {
    skeleton: text("skeleton").primaryKey(),
    /** Null: reserved by a registration that made no account, so that nobody can tell it from one that did. */
    userId: uuid("user_id").references(() => users.id),
  },
  (t) => [index("username_skeletons_user").on(t.userId)],
);

export const verificationTokens = pgTable(
  "verification_tokens",
  {
    /** One valid token for each user: a resend replaces it. */
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    tokenHash: text("token_hash").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [uniqueIndex("verification_tokens_hash").on(t.tokenHash)],
);

/**
 * Codes that let an account's owner log in past the limits. A row is written whether or not a code was mailed, so that
 * nobody can tell the two cases apart. A row without a mail has the hash of a code that nobody knows.
 */
export const loginCodes = pgTable(
  "login_codes",
  {
    /** SHA-256 of the ticket that the browser holds. */
    ticketHash: text("ticket_hash").primaryKey(),
    /** SHA-256 of ticket and code together, so that nobody can find the code by trying without the ticket. */
    codeHash: text("code_hash").notNull(),
    email: text("email").notNull(),
    triesLeft: integer("tries_left").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    index("login_codes_expiry").on(t.expiresAt),
    check("login_codes_tries_not_negative", sql`${t.triesLeft} >= 0`),
  ],
);

/** Failed log-ins by account and by address. They are counted in the database so that every node sees them. */
export const loginFailures = pgTable("login_failures", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: at("window_ends_at").notNull(),
});

/** A value of the origin of the running code. Drizzle's type of a default has no null, although the columns do. */
const here = <K extends keyof Origin>(key: K) => (currentOrigin()?.[key] ?? null) as NonNullable<Origin[K]>;

/**
 * The audit log: what staff, jobs and the command line did, the log-ins of staff, and what people changed in their own
 * accounts. The statement that carries out the action writes the row. Rows never change: a trigger refuses it.
 */
export const adminActions = pgTable(
  "admin_actions",
  {
    id: uuid("id").primaryKey(),
    /** Null: the command line, a job, or somebody who failed to log in. */
    actorId: uuid("actor_id").references(() => users.id),
    action: text("action").notNull(),
    /** The user whom the action affected. */
    userId: uuid("user_id").references(() => users.id),
    auctionId: uuid("auction_id"),
    /** Amounts are in minor units. */
    details: json("details").notNull(),
    at: at("at").notNull(),
    /** The origin of the action. Null: not recorded. Every insert gets the origin of the running code by itself. */
    via: text("via", { enum: originKinds }).$defaultFn(() => here("via")),
    device: text("device").$defaultFn(() => here("device")),
    network: text("network").$defaultFn(() => here("network")),
  },
  (t) => [
    index("admin_actions_user").on(t.userId, t.at),
    index("admin_actions_auction").on(t.auctionId, t.at).where(sql`${t.auctionId} is not null`),
    // Every node polls each second for recently changed accounts.
    index("admin_actions_at").on(t.at),
    index("admin_actions_actor").on(t.actorId, t.at).where(sql`${t.actorId} is not null`),
    index("admin_actions_action").on(t.action, t.at),
  ],
);

// Notifications, people's preferences about them, and the browsers that get push messages.

import type { NotificationKind } from "@jara/shared/notification-kinds";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { NotificationData } from "../../notifications/about.ts";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/**
 * A person's inbox. A reader of the log writes the rows about being outbid and about moved ends, and a trigger on
 * `outbox` those that are also mailed.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    /** The kind by which the person's preferences decide. */
    kind: text("kind").$type<NotificationKind>().notNull(),
    /** The event: mostly the kind of its mail. The words are made from it and from `data` when they are read. */
    about: text("about").notNull(),
    auctionId: uuid("auction_id"),
    data: json("data").$type<NotificationData>().notNull(),
    /** Unread notifications of one person with one key are one row. Null: always a row of its own. */
    mergeKey: text("merge_key"),
    /** The events that the row stands for. */
    count: integer("count").notNull().default(1),
    createdAt: at("created_at").notNull(),
    /** The time of the newest event. */
    at: at("at").notNull(),
    readAt: at("read_at"),
    /**
     * The earliest time of the next push message; null: nothing to push. A worker that takes the row moves this time
     * on, so that no other worker takes it meanwhile.
     */
    pushDueAt: at("push_due_at"),
    /** The last push message. */
    pushedAt: at("pushed_at"),
    /** The number of tries to send the push message that is due. */
    pushAttempts: integer("push_attempts").notNull().default(0),
    /** The subscriptions that have got the message that is due. Void while there was no attempt. */
    pushedTo: uuid("pushed_to").array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex("notifications_unread_merge")
      .on(t.userId, t.mergeKey)
      .where(sql`${t.readAt} is null and ${t.mergeKey} is not null`),
    index("notifications_user").on(t.userId, t.at),
    index("notifications_unread").on(t.userId).where(sql`${t.readAt} is null`),
    index("notifications_push_due").on(t.pushDueAt).where(sql`${t.pushDueAt} is not null`),
    // The cleanup goes by it, and nodes that are disconnected from Redis.
    index("notifications_at").on(t.at),
    index("notifications_read").on(t.readAt).where(sql`${t.readAt} is not null`),
    check("notifications_count_positive", sql`${t.count} > 0`),
  ],
);

/** A person's choice for a kind. Without a row the kind's rule holds. Mails about being outbid are in `users`. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind").$type<NotificationKind>().notNull(),
    onScreen: boolean("on_screen").notNull(),
    push: boolean("push").notNull(),
    mail: boolean("mail").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** A person's quiet hours and digest. Without a row there are none. */
export const notificationSettings = pgTable(
  "notification_settings",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    /** Minutes of the day in Lagos; null: no quiet hours. They span midnight if `quietTo` is the smaller one. */
    quietFrom: smallint("quiet_from"),
    quietTo: smallint("quiet_to"),
    /** One mail a day instead of several. */
    wantsDigest: boolean("wants_digest").notNull().default(false),
    /**
     * Up to here a digest was written. The statement that writes one claims this row, so that two nodes never write
     * two.
     */
    digestUpTo: at("digest_up_to"),
  },
  (t) => [
    index("notification_settings_digest").on(t.digestUpTo).where(sql`${t.wantsDigest}`),
    check(
      "notification_settings_quiet",
      sql`(${t.quietFrom} is null) = (${t.quietTo} is null) and ${t.quietFrom} <> ${t.quietTo}
        and ${t.quietFrom} between 0 and 1439 and ${t.quietTo} between 0 and 1439`,
    ),
  ],
);

/** The browsers that get push messages. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** The log-in that made it. It gets nothing once that session has ended. */
    sessionId: uuid("session_id"),
    /** A browser has one, whoever is logged in. */
    endpoint: text("endpoint").notNull().unique("push_subscriptions_endpoint_key"),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    /** The browser and the system in words. */
    device: text("device").notNull(),
    createdAt: at("created_at").notNull(),
    lastUsedAt: at("last_used_at"),
    /** Failed messages since the last one that arrived. */
    failures: integer("failures").notNull().default(0),
    /** The push service does not know it any more, or it failed too often. */
    disabledAt: at("disabled_at"),
  },
  (t) => [index("push_subscriptions_user").on(t.userId), index("push_subscriptions_session").on(t.sessionId)],
);

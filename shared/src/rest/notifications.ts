// Schemas of the REST calls on a person's notifications.
import * as z from "zod/mini";
import { idSchema } from "../auction.ts";
import { DAY_MINUTES, notificationKinds } from "../notification-kinds.ts";
import { wireTime } from "../wire-time.ts";
import { pageQuery, paginationSchema, queryFlag } from "./common.ts";

export const NOTIFICATIONS_LIMIT_DEFAULT = 20;
const READ_AT_ONCE_MAX = 100;

export const notificationKind = z.enum(notificationKinds);

/** How a lot stands for the reader of a notification about it. */
const shownLotState = z.enum(["won", "lost", "sold", "unsold", "cancelled", "over", "open", "leading", "without-bid"]);
export type ShownLotState = z.infer<typeof shownLotState>;

export const notificationSchema = z.object({
  _id: z.string(),
  kind: notificationKind,
  auctionId: z.nullable(z.string()),
  title: z.string(),
  text: z.string(),
  /** The page of this site that it leads to: a path, without the host. Null: there is none. */
  link: z.nullable(z.string()),
  /** How many events it stands for. They are merged while it is unread. */
  count: z.int(),
  /** The time of the newest event; once it no longer holds, that of the newest state of its lot. */
  at: wireTime,
  isRead: z.boolean(),
  /** Only once the event no longer holds: the newest state of its lot, which `title` and `text` then say. */
  state: z.optional(shownLotState),
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationsQuery = z.object({ ...pageQuery.shape, unread: z.optional(queryFlag) });

const unread = z.int();
/** The database's time of the answer: a count from an earlier moment is outdated. */
const asOf = wireTime;

export const notificationsAnswer = z.object({
  notifications: z.array(notificationSchema),
  /** Counts those on all pages. */
  unread,
  asOf,
  pagination: paginationSchema,
});
export type Notifications = z.infer<typeof notificationsAnswer>;

/** `all` with a time: those up to then, so that what came after the page was shown stays unread. */
export const readNotificationsBody = z.union([
  z.strictObject({ ids: z.array(idSchema).check(z.minLength(1), z.maxLength(READ_AT_ONCE_MAX)) }),
  z.strictObject({ all: z.literal(true), upTo: z.optional(wireTime) }),
]);
export const unreadAnswer = z.object({ unread, asOf });
export type Unread = z.infer<typeof unreadAnswer>;

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(DAY_MINUTES - 1));

const ways = { onScreen: z.boolean(), push: z.boolean(), mail: z.boolean() };

/** `from` and `to` are minutes of the day in Lagos. They may span midnight. */
export const quietHoursSchema = z
  .strictObject({ from: minuteOfDay, to: minuteOfDay })
  .check(z.refine(({ from, to }) => from !== to, "must not be the whole day"));
export type QuietHours = z.infer<typeof quietHoursSchema>;

export const notificationPreferencesSchema = z.object({
  kinds: z.array(
    z.object({
      kind: notificationKind,
      ...ways,
      /** The ways that cannot be switched for this kind. */
      fixed: z.array(z.enum(["onScreen", "push", "mail"])),
    }),
  ),
  /** Null: none. */
  quietHours: z.nullable(quietHoursSchema),
  /** One mail a day instead of one mail for each outbid, answer or search. */
  digest: z.boolean(),
});
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>;
export const notificationPreferencesAnswer = z.object({ preferences: notificationPreferencesSchema });

/** Fields that are left out stay as they are. */
export const notificationPreferencesBody = z.strictObject({
  kinds: z.optional(
    z
      .array(
        z.strictObject({
          kind: notificationKind,
          onScreen: z.optional(z.boolean()),
          push: z.optional(z.boolean()),
          mail: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(notificationKinds.length)),
  ),
  quietHours: z.optional(z.nullable(quietHoursSchema)),
  digest: z.optional(z.boolean()),
});
export type NotificationPreferencesChange = z.infer<typeof notificationPreferencesBody>;

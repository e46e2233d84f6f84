// Examples of the routes of notifications.
import {
  type Notification,
  type NotificationPreferences,
  notificationPreferencesAnswer,
  notificationPreferencesBody,
  notificationsAnswer,
  readNotificationsBody,
  unreadAnswer,
} from "@jara/shared/rest/notifications";
import {
  type PushBrowser,
  pushBrowsersAnswer,
  pushRemovalBody,
  pushSubscriptionAnswer,
  pushSubscriptionBody,
} from "@jara/shared/rest/push";
import type * as z from "zod/mini";

const of = <S extends z.ZodMiniType>(schema: S, value: z.input<S> & z.output<S>) => ({ schema, value });

const auctionId = "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f";
export const notification: Notification = {
  ...{ _id: "9a1d7c34-5b0e-4f0a-8c36-2f3b4d5e6f70", kind: "outbid", auctionId, title: "You have been outbid" },
  ...{ text: "“Talking drum” is at ₦26,000.00. The minimum bid is ₦26,500.00.", link: `/auction/${auctionId}` },
  ...{ count: 2, at: "2026-11-21T10:05:00.000Z", isRead: false },
};
const preferences: NotificationPreferences = {
  kinds: [
    { kind: "outbid", onScreen: true, push: true, mail: false, fixed: [] },
    { kind: "won", onScreen: true, push: true, mail: true, fixed: ["mail"] },
  ],
  quietHours: { from: 22 * 60, to: 6 * 60 },
  digest: false,
};
const browser: PushBrowser = {
  ...{ _id: "0f7a3c52-6d1b-4e8e-9c55-1a2b3c4d5e6f", device: "Chrome on Android", since: "2026-11-20T08:00:00.000Z" },
  ...{ lastUsedAt: "2026-11-21T10:05:00.000Z", isCurrent: true },
};
const endpoint = "https://fcm.googleapis.com/fcm/send/dXNlZCBpbiBhbiBleGFtcGxl";
const count = { unread: 3, asOf: "2026-11-21T10:06:00.000Z" };

export const notificationExamples = {
  "GET /api/notifications": {
    answer: of(notificationsAnswer, {
      notifications: [notification],
      ...count,
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    }),
  },
  "POST /api/notifications/read": {
    body: of(readNotificationsBody, { ids: [notification._id] }),
    answer: of(unreadAnswer, { ...count, unread: 2 }),
  },
  "GET /api/notifications/preferences": { answer: of(notificationPreferencesAnswer, { preferences }) },
  "PUT /api/notifications/preferences": {
    body: of(notificationPreferencesBody, {
      kinds: [{ kind: "outbid", mail: false }],
      quietHours: { from: 22 * 60, to: 6 * 60 },
    }),
    answer: of(notificationPreferencesAnswer, { preferences }),
  },
  "GET /api/notifications/push-subscriptions": { answer: of(pushBrowsersAnswer, { browsers: [browser] }) },
  "POST /api/notifications/push-subscriptions": {
    body: of(pushSubscriptionBody, {
      endpoint,
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    }),
    answer: of(pushSubscriptionAnswer, { subscription: { ...browser, lastUsedAt: null } }),
  },
  "DELETE /api/notifications/push-subscriptions": {
    body: of(pushRemovalBody, { endpoint }),
    answer: of(pushBrowsersAnswer, { browsers: [] }),
  },
  "DELETE /api/notifications/push-subscriptions/:id": { answer: of(pushBrowsersAnswer, { browsers: [] }) },
};

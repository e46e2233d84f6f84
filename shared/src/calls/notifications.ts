// The inbox of notifications, its preferences, and the browsers that get push messages.
import {
  NOTIFICATIONS_LIMIT_DEFAULT,
  type NotificationPreferences,
  notificationPreferencesAnswer,
  notificationPreferencesBody,
  notificationsAnswer,
  notificationsQuery,
  readNotificationsBody,
  unreadAnswer,
} from "../rest/notifications.ts";
import {
  type PushBrowser,
  pushBrowsersAnswer,
  pushRemovalBody,
  pushSubscriptionAnswer,
  pushSubscriptionBody,
} from "../rest/push.ts";
import { callsIn, idParams } from "./call.ts";
import { notification } from "./samples.ts";

const call = callsIn("Notifications");

const preferences: NotificationPreferences = {
  kinds: [
    { kind: "outbid", onScreen: true, push: true, mail: false, fixed: [] },
    { kind: "won", onScreen: true, push: true, mail: true, fixed: ["mail"] },
  ],
  quietHours: { from: 22 * 60, to: 6 * 60 },
  digest: false,
};

const browser: PushBrowser = {
  _id: "0f7a3c52-6d1b-4e8e-9c55-1a2b3c4d5e6f",
  device: "Chrome on Android",
  since: "2026-11-20T08:00:00.000Z",
  lastUsedAt: "2026-11-21T10:05:00.000Z",
  isCurrent: true,
};

const endpoint = "https://fcm.googleapis.com/fcm/send/dXNlZCBpbiBhbiBleGFtcGxl";

const count = { unread: 3, asOf: "2026-11-21T10:06:00.000Z" };

export const listNotifications = call({
  route: "GET /api/notifications",
  access: "signed in",
  summary: "What the caller was told",
  description:
    "The newest first; 90 days are kept. `unread=true` leaves out what was read and what no longer holds. `unread` in " +
    "the answer counts all pages.",
  query: notificationsQuery,
  answer: notificationsAnswer,
  pageLength: NOTIFICATIONS_LIMIT_DEFAULT,
  examples: {
    answer: {
      notifications: [notification],
      ...count,
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const readNotifications = call({
  route: "POST /api/notifications/read",
  access: "signed in",
  summary: "Mark notifications as read",
  description:
    "`ids`: these of the caller; others are ignored. `all`: all of them, or those up to the time `upTo`. Doing it twice " +
    "changes nothing. The caller's other devices learn of it.",
  body: readNotificationsBody,
  answer: unreadAnswer,
  examples: { body: { ids: [notification._id] }, answer: { ...count, unread: 2 } },
});

export const getNotificationPreferences = call({
  route: "GET /api/notifications/preferences",
  access: "signed in",
  summary: "How the caller wants to be told",
  description: "By kind and way. `fixed` names the ways that cannot be switched for a kind.",
  answer: notificationPreferencesAnswer,
  examples: { answer: { preferences } },
});

export const setNotificationPreferences = call({
  route: "PUT /api/notifications/preferences",
  access: "signed in",
  summary: "Choose how to be told",
  description:
    "What is left out stays as it is. Mails about money and security cannot be switched off. Quiet hours are minutes of " +
    "the day in Lagos; they hold back push messages and mails that are not urgent.",
  body: notificationPreferencesBody,
  answer: notificationPreferencesAnswer,
  examples: {
    body: {
      kinds: [{ kind: "outbid", mail: false }],
      quietHours: { from: 22 * 60, to: 6 * 60 },
    },
    answer: { preferences },
  },
});

export const listPushBrowsers = call({
  route: "GET /api/notifications/push-subscriptions",
  access: "signed in",
  summary: "Your browsers that get push messages",
  answer: pushBrowsersAnswer,
  examples: { answer: { browsers: [browser] } },
});

export const subscribeToPush = call({
  route: "POST /api/notifications/push-subscriptions",
  access: "signed in",
  summary: "Get push messages on this browser",
  description:
    "The body is the browser's `PushSubscription.toJSON()`, made with the `pushKey` of `GET /api/site`. The " +
    "subscription belongs to this session and ends with it. Sending it again is safe; from another session, it moves " +
    "there. Its address must be one of a known push service.",
  body: pushSubscriptionBody,
  answer: pushSubscriptionAnswer,
  status: 201,
  examples: {
    body: {
      endpoint,
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    },
    answer: { subscription: { ...browser, lastUsedAt: null } },
  },
});

export const unsubscribeFromPush = call({
  route: "DELETE /api/notifications/push-subscriptions",
  access: "signed in",
  summary: "Get no more push messages on this browser",
  body: pushRemovalBody,
  answer: pushBrowsersAnswer,
  examples: { body: { endpoint }, answer: { browsers: [] } },
});

export const unsubscribeBrowser = call({
  route: "DELETE /api/notifications/push-subscriptions/:id",
  access: "signed in",
  summary: "Get no more push messages on one of your browsers",
  params: idParams,
  answer: pushBrowsersAnswer,
  examples: { answer: { browsers: [] } },
});

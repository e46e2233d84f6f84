// /api/notifications: a person's inbox and notification preferences.
import {
  NOTIFICATIONS_LIMIT_DEFAULT,
  notificationPreferencesAnswer,
  notificationPreferencesBody,
  notificationsAnswer,
  notificationsQuery,
  readNotificationsBody,
  unreadAnswer,
} from "@jara/shared/rest/notifications";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuseField } from "../../platform/http/refused.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { InboxNews } from "./inbox-news.ts";
import { changePreferences, findPreferences, refusedSwitch } from "./preferences.ts";
import { inboxPage, markRead, toNotification } from "./queries.ts";

const tags = ["Notifications"];

type Deps = Pick<RouteDeps, "database"> & { readonly inbox: Pick<InboxNews, "read" | "changed"> };

export const serveNotifications = (app: App, deps: Deps, caller: Caller): void => {
  serveInbox(app, deps, caller);
  servePreferences(app, deps, caller);
};

const iso = (ms: number): string => new Date(ms).toISOString();

const serveInbox = (app: App, { database, inbox }: Deps, caller: Caller): void => {
  app.get(
    "/api/notifications",
    {
      schema: {
        tags,
        summary: "What the caller was told",
        description:
          "The newest first; 90 days are kept. `unread=true` leaves out what was read and what no longer holds. `unread` in " +
          "the answer counts all pages.",
        querystring: notificationsQuery,
        response: { 200: notificationsAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const { page = 1, limit = NOTIFICATIONS_LIMIT_DEFAULT, unread = false } = request.query;
      const { rows, counts } = await inboxPage(database, id, { page, limit, unreadOnly: unread });
      return {
        notifications: rows.map(toNotification),
        ...{ unread: counts.unread, asOf: iso(counts.asOf) },
        pagination: paginationOf(page, limit, counts.total),
      };
    },
  );

  app.post(
    "/api/notifications/read",
    {
      schema: {
        tags,
        summary: "Mark notifications as read",
        description:
          "`ids`: these of the caller; others are ignored. `all`: all of them, or those up to the time `upTo`. Doing it twice " +
          "changes nothing. The caller's other devices learn of it.",
        body: readNotificationsBody,
        response: { 200: unreadAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const { body } = request;
      const which =
        "ids" in body
          ? { ids: body.ids.filter(isUuid) }
          : { upTo: body.upTo === undefined ? null : Date.parse(body.upTo) };
      const { unread, asOf } = await inbox.read(id, await markRead(database, id, which));
      return { unread, asOf: iso(asOf) };
    },
  );
};

const servePreferences = (app: App, { database, inbox }: Deps, caller: Caller): void => {
  app.get(
    "/api/notifications/preferences",
    {
      schema: {
        tags,
        summary: "How the caller wants to be told",
        description: "By kind and way. `fixed` names the ways that cannot be switched for a kind.",
        response: { 200: notificationPreferencesAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      return { preferences: await findPreferences(database, id, await caller.role(request)) };
    },
  );

  app.put(
    "/api/notifications/preferences",
    {
      schema: {
        tags,
        summary: "Choose how to be told",
        description:
          "What is left out stays as it is. Mails about money and security cannot be switched off. Quiet hours are minutes of " +
          "the day in Lagos; they hold back push messages and mails that are not urgent.",
        body: notificationPreferencesBody,
        response: { 200: notificationPreferencesAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const refused = refusedSwitch(request.body);
      if (refused) return refuseField("kinds", `Notifications of the kind “${refused}” cannot be set this way.`);
      await changePreferences(database, id, request.body);
      // A kind that is no longer shown on the screen does not count.
      inbox.changed([id]);
      return { preferences: await findPreferences(database, id, await caller.role(request)) };
    },
  );
};

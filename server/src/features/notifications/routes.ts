// /api/notifications: a person's inbox and notification preferences.
import * as calls from "@jara/shared/calls/notifications";
import { NOTIFICATIONS_LIMIT_DEFAULT } from "@jara/shared/rest/notifications";
import { paginationOf } from "../../platform/database/pages.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { InboxNotifier } from "./inbox-notifier.ts";
import { changePreferences, findPreferences, refusedSwitch } from "./preferences.ts";
import { inboxPage, markRead, toNotification } from "./queries.ts";

type Deps = Pick<RouteDeps, "database"> & { readonly inboxNotifier: Pick<InboxNotifier, "read" | "changed"> };

export const serveNotifications = (app: App, deps: Deps, caller: Caller): void => {
  serveInbox(app, deps);
  servePreferences(app, deps, caller);
};

const iso = (ms: number): string => new Date(ms).toISOString();

const serveInbox = (app: App, { database, inboxNotifier }: Deps): void => {
  serve(app, calls.listNotifications, async ({ account: { id }, query }) => {
    const { page = 1, limit = NOTIFICATIONS_LIMIT_DEFAULT, unread = false } = query;
    const { rows, counts } = await inboxPage(database, id, { page, limit, unreadOnly: unread });
    return {
      notifications: rows.map(toNotification),
      unread: counts.unread,
      asOf: iso(counts.asOf),
      pagination: paginationOf(page, limit, counts.total),
    };
  });

  serve(app, calls.readNotifications, async ({ account: { id }, body }) => {
    const which =
      "ids" in body
        ? { ids: body.ids.filter(isUuid) }
        : { upTo: body.upTo === undefined ? null : Date.parse(body.upTo) };
    const { unread, asOf } = await inboxNotifier.read(id, await markRead(database, id, which));
    return { unread, asOf: iso(asOf) };
  });
};

const servePreferences = (app: App, { database, inboxNotifier }: Deps, caller: Caller): void => {
  serve(app, calls.getNotificationPreferences, async ({ account: { id }, request }) => ({
    preferences: await findPreferences(database, id, await caller.role(request)),
  }));

  serve(app, calls.setNotificationPreferences, async ({ account: { id }, body, request }) => {
    const refused = refusedSwitch(body);
    if (refused) return refuseField("kinds", `Notifications of the kind “${refused}” cannot be set this way.`);
    await changePreferences(database, id, body);
    // A kind that is no longer shown on the screen does not count.
    inboxNotifier.changed([id]);
    return { preferences: await findPreferences(database, id, await caller.role(request)) };
  });
};

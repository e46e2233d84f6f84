// The requests about a person's notifications and preferences. Also keeps the newest count of unread ones in the cache.
import * as calls from "@jara/shared/calls/notifications";
import type { NotificationPreferences, NotificationPreferencesChange, Unread } from "@jara/shared/rest/notifications";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";
import { nextPage } from "../../queries/next-page.ts";

export const inboxKey = ["notifications"] as const;

export const inboxQuery = (onlyUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, onlyUnread],
    queryFn: ({ pageParam, signal }) =>
      ask(calls.listNotifications, { query: { page: pageParam, ...(onlyUnread && { unread: true }) }, signal }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
  });

export const unreadQuery = queryOptions({
  queryKey: ["unread-notifications"],
  queryFn: async ({ signal, client, queryKey }): Promise<Unread> => {
    const read = await ask(calls.listNotifications, { query: { unread: true, limit: 1 }, signal });
    return newestCount(client.getQueryData(queryKey), read);
  },
});

/** A count of an earlier moment never replaces a later one, whether it comes by an answer or by an event. */
const newestCount = (held: Unread | undefined, { unread, asOf }: Unread): Unread =>
  held && held.asOf > asOf ? held : { unread, asOf };
export const keepNewestCount = (client: QueryClient, count: Unread): void => {
  client.setQueryData(unreadQuery.queryKey, (held) => newestCount(held, count));
};

export const markRead = (ids: readonly string[]): Promise<Unread> => ask(calls.readNotifications, { body: { ids } });
/** Those up to the time, so that what came since the page was shown stays unread. */
export const markAllRead = (upTo: string): Promise<Unread> =>
  ask(calls.readNotifications, { body: { all: true, upTo } });

export const preferencesQuery = queryOptions({
  queryKey: ["notification-preferences"],
  queryFn: async ({ signal }) => (await ask(calls.getNotificationPreferences, { signal })).preferences,
  staleTime: 0,
});

export const savePreferences = async (change: NotificationPreferencesChange): Promise<NotificationPreferences> =>
  (await ask(calls.setNotificationPreferences, { body: change })).preferences;

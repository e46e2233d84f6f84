// The inbox, live: follows new notifications, and those that are read on another device.
import type { Notification, Notifications, Unread } from "@jara/shared/rest/notifications";
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useListNews } from "../../connection/use-list-news.ts";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { takeAnswer } from "../../queries/take-answer.ts";
import { inboxKey, inboxQuery, keepNewestCount, markAllRead, markRead } from "./queries.ts";

type Pages = InfiniteData<Notifications, number>;

/** Marks them in every list that is cached. */
const withRead = (held: Pages | undefined, isRead: (one: Notification) => boolean): Pages | undefined =>
  held && {
    ...held,
    pages: held.pages.map((page) => ({
      ...page,
      notifications: page.notifications.map((one) => (isRead(one) ? { ...one, isRead: true } : one)),
    })),
  };

export const useInbox = (onlyUnread: boolean) => {
  const client = useQueryClient();
  const query = useInfiniteQuery(inboxQuery(onlyUnread));
  const mark = (isRead: (one: Notification) => boolean): void =>
    takeAnswer<Pages>(client, { queryKey: inboxKey }, (held) => withRead(held, isRead));
  const readAgain = () => void client.invalidateQueries({ queryKey: inboxKey });
  useLiveEvent("notification:created", readAgain);
  useLiveEvent("notifications:read", ({ ids }) => {
    if (ids.length === 0) readAgain();
    else mark(({ _id }) => ids.includes(_id));
  });
  useListNews({ queryKey: inboxKey }, "own-notifications");

  const counted = (count: Unread): void => keepNewestCount(client, count);
  const readOne = useMutation({
    mutationFn: (id: string) => markRead([id]),
    onMutate: (id) => mark(({ _id }) => _id === id),
    onSuccess: (count, id) => {
      // The list may have been read again before the server marked it.
      mark(({ _id }) => _id === id);
      counted(count);
    },
  });
  const readAll = useMutation({
    mutationFn: (upTo: string) => markAllRead(upTo),
    onSuccess: (count, upTo) => {
      mark(({ at }) => at <= upTo);
      counted(count);
    },
  });
  const notifications = query.data?.pages.flatMap((page) => page.notifications) ?? [];
  // The same row may come twice, because rows move down while pages are read.
  const rows = [...new Map(notifications.map((one) => [one._id, one])).values()];
  return { query, rows, readOne, readAll };
};

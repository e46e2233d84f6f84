// The number of unread notifications on the header's bell, live; it also starts the toasts for new ones. It loads after
// the page.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useOnLive } from "../../connection/use-connection-state.ts";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { keepNewestCount, unreadQuery } from "./queries.ts";
import { useNotificationToasts } from "./use-notification-toasts.ts";

const SHOWN_MAX = 99;

const useUnread = (): number => {
  const client = useQueryClient();
  const { data } = useQuery(unreadQuery);
  useLateEvent("notification:created", (event) => keepNewestCount(client, event));
  useLateEvent("notifications:read", (event) => keepNewestCount(client, event));
  useOnLive(() => void client.invalidateQueries(unreadQuery));
  return data?.unread ?? 0;
};

export const UnreadCount = () => {
  const [bell, setBell] = useState<HTMLElement | null>(null);
  const unread = useUnread();
  useNotificationToasts();
  useEffect(() => setBell(document.getElementById("bell")), []);
  if (!bell || unread === 0) return null;
  const number = (
    // The bell keeps its size, so that with large text the number does too.
    <span className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 font-semibold text-[min(0.75rem,13px)] text-on-brand leading-none tabular-nums">
      {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
  return createPortal(number, bell);
};

// The bell in the header, with the number of unread notifications, live; it also starts the toasts for new ones. It
// loads after the page and fills the place that the header keeps for it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { NavLink } from "#router";
import { useOnLive } from "../../connection/use-connection-state.ts";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { cx } from "../../lib/cx.ts";
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

export const Bell = () => {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const unread = useUnread();
  useNotificationToasts();
  useEffect(() => setSlot(document.getElementById("bell")), []);
  const link = (
    <NavLink
      to="/notifications"
      className={({ isActive }) =>
        cx("relative grid size-11 place-items-center rounded-box hover:bg-sunken", isActive && "text-brand")
      }
    >
      <BellIcon aria-hidden className="size-5" />
      <span className="sr-only">Notifications{unread > 0 && `, ${unread} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden
          // The bell keeps its size, so that with large text the number does too.
          className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 font-semibold text-[min(0.75rem,13px)] text-on-brand leading-none tabular-nums"
        >
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </NavLink>
  );
  return slot && createPortal(link, slot);
};

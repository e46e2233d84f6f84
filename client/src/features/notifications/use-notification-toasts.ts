// Toasts for what comes to the inbox while the reader is on another page. Kinds that have a toast or a place of their own
// on the screen are left out, so that nothing is told twice.
import type { NotificationKind } from "@jara/shared/notification-kinds";
import { useLocation, useNavigate } from "react-router-dom";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { toast } from "../../lib/toast.ts";

const toldHere: ReadonlySet<NotificationKind> = new Set([
  "question-answered",
  "reminder",
  "saved-search",
  "second-chance",
  "withdrawal",
  "security",
  "staff",
]);

export const useNotificationToasts = (): void => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useLateEvent("notification:created", ({ notification: { _id, kind, title, text, link, isRead } }) => {
    if (isRead || !toldHere.has(kind) || pathname === "/notifications" || link?.split("?")[0] === pathname) return;
    toast(title, {
      id: `notification-${_id}`,
      duration: 15_000,
      description: text,
      ...(link && { action: { label: "View", onClick: () => navigate(link) } }),
    });
  });
};

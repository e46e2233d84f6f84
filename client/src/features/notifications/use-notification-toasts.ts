// Shows a toast for each notification that comes while the reader is on another page than the inbox. Kinds that have a
// toast or a place of their own on the screen are left out, so that nobody sees the same news twice.
import type { NotificationKind } from "@jara/shared/notification-kinds";
import { useLocation, useNavigate } from "#router";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { dismissToast, toast } from "../../store/toast.ts";

const shownAsToast: ReadonlySet<NotificationKind> = new Set([
  "question-answered",
  "reminder",
  "saved-search",
  "second-chance",
  "paid",
  "withdrawal",
  "security",
  "staff",
]);

/** The inbox, the page that it leads to, or a list with it. */
const isHere = (kind: NotificationKind, link: string | null, pathname: string): boolean =>
  pathname === "/notifications" ||
  link?.split("?")[0] === pathname ||
  (pathname === "/purchases" && kind === "paid") ||
  (pathname === "/saved-searches" && link?.startsWith(`${pathname}/`) === true);

/** A toast covers the page, and an answer to a question can be long. The inbox has all of it. */
const TEXT_MAX = 140;
const shortened = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).replace(/\s\S*$/, "")}…` : text;

const idOf = (notification: string): string => `notification-${notification}`;

export const useNotificationToasts = (): void => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // A toast goes when its notification is read on any device.
  useLateEvent("notifications:read", ({ ids }) => {
    for (const id of ids) dismissToast(idOf(id));
  });
  useLateEvent("notification:created", ({ notification: { _id, kind, title, text, link, isRead } }) => {
    if (isRead || !shownAsToast.has(kind) || isHere(kind, link, pathname)) return;
    toast(title, {
      id: idOf(_id),
      duration: 8_000,
      description: shortened(text),
      ...(link && { action: { label: "View", onClick: () => navigate(link) } }),
    });
  });
};

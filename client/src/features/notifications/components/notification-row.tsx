// One notification. The whole row is the link, and following it marks it as read.
import type { Notification } from "@jara/shared/rest/notifications";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { KindIcon } from "./kind-icon.tsx";

const time = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", hour: "2-digit", minute: "2-digit" });

const rowClass = "flex w-full items-start gap-3 px-3 py-3 md:px-4 text-left";

export const NotificationRow = ({
  notification,
  onRead,
}: {
  notification: Notification;
  onRead: (id: string) => void;
}) => {
  const { _id, kind, state, title, text, link, at, isRead } = notification;
  const content = (
    <>
      <KindIcon kind={kind} state={state} isRead={isRead} />
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
        <span
          className={cx("flex flex-wrap items-baseline justify-between gap-x-3", isRead ? "font-medium" : "font-bold")}
        >
          {/* The time goes below where it leaves room for few words, so also with large text. */}
          <span className="max-w-full flex-1 basis-[10em] wrap-break-word">
            {title}
            {!isRead && <span className="sr-only"> (unread)</span>}
          </span>
          <time dateTime={at} className="shrink-0 font-normal text-ink-soft text-xs tabular-nums">
            {time.format(new Date(at))}
          </time>
        </span>
        <span className="text-ink-soft text-sm [overflow-wrap:anywhere]">{text}</span>
      </span>
    </>
  );
  const read = (): void => {
    if (!isRead) onRead(_id);
  };
  return (
    <li className="border-line border-b last:border-b-0">
      {link ? (
        <Link to={link} onClick={read} className={cx(rowClass, "hover:bg-sunken")}>
          {content}
        </Link>
      ) : (
        <button type="button" onClick={read} className={cx(rowClass, "hover:bg-sunken")}>
          {content}
        </button>
      )}
    </li>
  );
};

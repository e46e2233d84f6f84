// A message that stays on the page. Screen readers announce errors at once, all others politely.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";

export type NoticeTone = "info" | "success" | "warning" | "error" | "muted";

const looks = {
  info: { box: "border-line bg-surface", icon: Info, mark: "text-ink-soft" },
  muted: { box: "border-line bg-sunken", icon: Info, mark: "text-ink-soft" },
  success: { box: "border-brand bg-brand-soft", icon: CircleCheck, mark: "text-brand" },
  warning: { box: "border-amber-mark bg-amber-soft", icon: TriangleAlert, mark: "text-amber" },
  error: { box: "border-danger bg-danger-soft", icon: CircleAlert, mark: "text-danger" },
} as const;

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  children?: ReactNode;
}

export const Notice = ({ tone = "info", title, action, className, children }: NoticeProps) => {
  const { box, icon: Icon, mark } = looks[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx("flex flex-wrap items-center gap-x-3 gap-y-2 rounded-box border px-4 py-3 text-sm", box, className)}
    >
      {/* The icon stands beside the first line, also where a button makes the row higher. */}
      <div className="flex min-w-48 flex-1 gap-x-3">
        <Icon aria-hidden className={cx("size-5 shrink-0", mark)} />
        <div className="min-w-0 flex-1">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
      </div>
      {action}
    </div>
  );
};

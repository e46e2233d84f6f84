// Small labels, and the one that shows an auction's status. The word carries the meaning; the colour only repeats it.
import type { AuctionStatus } from "@jara/shared/auction";
import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";

export type Tone = "brand" | "neutral" | "outline" | "amber" | "danger" | "success";

const tones: Record<Tone, string> = {
  brand: "bg-brand text-on-brand",
  neutral: "bg-sunken text-ink border border-line",
  outline: "border border-line-strong bg-surface text-ink",
  amber: "bg-amber-soft text-amber border border-amber-mark",
  danger: "bg-danger text-on-danger",
  success: "bg-brand-soft text-brand border border-brand",
};

export const Badge = ({
  tone = "neutral",
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) => (
  <span
    className={cx(
      // A badge is as wide as its text, which wraps only where there is less room.
      "inline-flex w-fit max-w-full shrink-0 items-center gap-1 rounded-box px-2 py-0.5 font-semibold text-xs",
      tones[tone],
      className,
    )}
  >
    {children}
  </span>
);

export const statusLabels: Record<AuctionStatus, string> = {
  draft: "Draft",
  active: "Active",
  paused: "Paused",
  ended: "Ended",
  cancelled: "Cancelled",
  sold: "Sold",
};

/** Styles by status, from the spec's list. */
const statusTones: Record<AuctionStatus, Tone> = {
  active: "brand",
  ended: "neutral",
  cancelled: "danger",
  sold: "success",
  draft: "outline",
  paused: "neutral",
};

/** On a lot's own page and in My Auctions only two statuses stand out. */
const plainTone = (status: AuctionStatus): Tone =>
  status === "active" || status === "cancelled" ? statusTones[status] : "neutral";

interface StatusBadgeProps {
  status: AuctionStatus;
  /** A draft that everybody may see. */
  isUpcoming?: true | undefined;
  isPlain?: boolean;
  className?: string;
}

export const StatusBadge = ({ status, isUpcoming, isPlain, className }: StatusBadgeProps) => (
  <Badge tone={isPlain ? plainTone(status) : statusTones[status]} {...(className ? { className } : {})}>
    {status === "draft" && isUpcoming ? "Upcoming" : statusLabels[status]}
  </Badge>
);

/** The status of an active lot among others, where a badge would be as loud as how the reader stands. */
export const QuietActive = ({ className }: { className?: string }) => (
  <span className={cx("inline-flex items-center gap-1 text-ink-soft text-xs", className)}>
    <span aria-hidden className="size-2 rounded-full bg-brand" />
    {statusLabels.active}
  </span>
);

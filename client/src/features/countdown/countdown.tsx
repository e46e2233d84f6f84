// The time left by the server's clock, updated every second, with the closing time in Lagos below it, the time of a pause
// or an end, or the start of a draft.
import type { Auction } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";
import { endOf } from "../../lots/end-of.ts";
import { countdownText, type Timing } from "./countdown-text.ts";

export const Countdown = ({ auction, className }: { auction: Timing; className?: string }) => {
  const { text, soon, isLast } = countdownText(auction, useServerNow(1000));
  return (
    <span
      role="timer"
      className={cx("tabular whitespace-nowrap", isLast ? "text-danger" : soon && "text-amber", className)}
    >
      {text}
    </span>
  );
};

type Closing = Timing & Pick<Auction, "updatedAt">;

interface ClosingTimeProps {
  auction: Closing;
  /** A late bid has moved the end. */
  isExtended?: boolean;
  className?: string;
}

export const ClosingTime = ({ auction, isExtended = false, className }: ClosingTimeProps) => {
  const { status, pausedAt } = auction;
  if (status === "draft") return <StartTime auction={auction} className={className} />;
  const at = status === "paused" && pausedAt ? pausedAt : endOf(auction);
  const isNewEnd = isExtended && status === "active";
  return (
    <span className={cx("tabular", className, isNewEnd && "text-amber!")}>
      {isNewEnd ? "New end" : verbs[status]} <time dateTime={at}>{formatLagosTime(at)}</time>
    </span>
  );
};

/** The words before the time. The countdown says that a lot is over. */
const verbs = { active: "Ends", paused: "Paused since", ended: "", sold: "", cancelled: "" } as const;

/** A draft has an end too, but nobody can count on it before the start. */
const StartTime = ({ auction: { startTime }, className }: { auction: Closing; className?: string | undefined }) => (
  <span className={cx("tabular", className)}>
    {startTime ? (
      <>
        Starts <time dateTime={startTime}>{formatLagosTime(startTime)}</time>
      </>
    ) : (
      "No start time yet. Our team opens it"
    )}
  </span>
);

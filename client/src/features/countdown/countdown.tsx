// The time left by the server's clock, updated every second, with the closing time in Lagos below it, or the start of a
// draft.
import { formatLagosTime } from "@jara/shared/time";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";
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

type Closing = Timing & { serverTime: string };

interface ClosingTimeProps {
  auction: Closing;
  /** A late bid has moved the end. */
  isExtended?: boolean;
  className?: string;
}

export const ClosingTime = ({ auction, isExtended = false, className }: ClosingTimeProps) => {
  const over = auction.status === "ended" || auction.status === "sold";
  // The auction was ended early by hand, so its scheduled closing time no longer means anything.
  if (over && auction.endTime > auction.serverTime) return null;
  if (auction.status === "draft") return <StartTime auction={auction} className={className} />;
  if (auction.status === "paused" || auction.status === "cancelled") return null;
  return (
    <span className={cx("tabular", className, isExtended && "text-amber!")}>
      {over ? "Closed" : isExtended ? "New end" : "Closes"}{" "}
      <time dateTime={auction.endTime}>{formatLagosTime(auction.endTime)}</time>
    </span>
  );
};

/** A draft has an end too, but nobody can count on it before the start. */
const StartTime = ({ auction: { startTime }, className }: { auction: Closing; className?: string | undefined }) => (
  <span className={cx("tabular", className)}>
    {startTime ? (
      <>
        Starts <time dateTime={startTime}>{formatLagosTime(startTime)}</time>
      </>
    ) : (
      "No start time: the staff start it by hand"
    )}
  </span>
);

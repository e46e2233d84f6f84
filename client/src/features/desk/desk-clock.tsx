// The clocks in the rows of the desk: the time left by the server's clock, every second and amber when it is short, or
// the time when something happened.
import { formatCountdown, formatLagosTime } from "@jara/shared/time";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";

interface DeskClockProps {
  /** ISO 8601. */
  until: string;
  /** Amber if less is left. */
  soonMs: number;
  /** The words after the moment. */
  passed: string;
}

export const DeskClock = ({ until, soonMs, passed }: DeskClockProps) => {
  const leftMs = Date.parse(until) - useServerNow(1000);
  return (
    <>
      <span role="timer" className={cx("tabular block font-semibold", leftMs < soonMs && "text-amber")}>
        {leftMs > 0 ? formatCountdown(leftMs) : passed}
      </span>
      <time dateTime={until} className="tabular block text-ink-soft text-xs">
        {formatLagosTime(until)}
      </time>
    </>
  );
};

/** When something happened. */
export const Since = ({ at }: { at: string }) => (
  <time dateTime={at} className="tabular text-ink-soft text-xs">
    {formatLagosTime(at)}
  </time>
);

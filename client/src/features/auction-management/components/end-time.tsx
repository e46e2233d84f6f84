// Shows when an auction ends or ended, in Lagos time; while it is open, also the time left, and for a draft the start.
import type { Auction } from "@jara/shared/auction";
import { formatTimeLeft } from "@jara/shared/time";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { cx } from "../../../lib/cx.ts";
import { lagosDate } from "../lagos-date.ts";
import { Glow } from "./glow-on-change.tsx";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Times = Pick<Auction, "status" | "startTime" | "endTime">;

export const EndTime = ({ auction: { status, startTime, endTime } }: { auction: Times }) => (
  <>
    <Glow of={endTime}>
      <time dateTime={endTime} className="tabular">
        {lagosDate(endTime)}
      </time>
    </Glow>
    {status === "active" && <TimeLeft endTime={endTime} />}
    {status === "paused" && <span className="block text-ink-soft text-xs">the time does not run</span>}
    {status === "draft" && (
      <Glow of={startTime} className="tabular block text-ink-soft text-xs">
        {startTime ? (
          <>
            Starts <time dateTime={startTime}>{lagosDate(startTime)}</time>
          </>
        ) : (
          "No start time"
        )}
      </Glow>
    )}
  </>
);

const TimeLeft = ({ endTime }: { endTime: string }) => {
  const left = Date.parse(endTime) - useServerNow(1000);
  const text = left <= 0 ? "closing…" : left < MINUTE ? "less than a minute left" : `${formatTimeLeft(left)} left`;
  return <span className={cx("tabular block text-xs", left < HOUR ? "text-amber" : "text-ink-soft")}>{text}</span>;
};

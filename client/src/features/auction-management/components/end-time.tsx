// Shows when an auction ends or ended, in Lagos time; while it is open, also the time left, and for a draft the start.
import type { Auction } from "@jara/shared/auction";
import { formatTimeLeft } from "@jara/shared/time";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { cx } from "../../../lib/cx.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { endOf } from "../../../lots/end-of.ts";
import { howSoon } from "../../../lots/how-soon.ts";
import { Glow } from "./glow-on-change.tsx";

const MINUTE = 60_000;

type Times = Pick<Auction, "status" | "startTime" | "endTime" | "updatedAt" | "endedAt">;

export const EndTime = ({ auction }: { auction: Times }) => (
  <>
    <Glow of={endOf(auction)}>
      <time dateTime={endOf(auction)} className="tabular">
        {lagosDateTime(endOf(auction))}
      </time>
    </Glow>
    <Beside auction={auction} />
  </>
);

const Beside = ({ auction: { status, startTime, endTime } }: { auction: Times }) => (
  <>
    {status === "active" && <TimeLeft endTime={endTime} />}
    {status === "paused" && <span className="block text-ink-soft text-xs">the time does not run</span>}
    {status === "draft" && (
      <span className="block">
        <Glow of={startTime} className="tabular text-ink-soft text-xs">
          {startTime ? (
            <>
              Starts <time dateTime={startTime}>{lagosDateTime(startTime)}</time>
            </>
          ) : (
            "No start time"
          )}
        </Glow>
      </span>
    )}
  </>
);

const TimeLeft = ({ endTime }: { endTime: string }) => {
  const left = Date.parse(endTime) - useServerNow(1000);
  const text = left <= 0 ? "closing…" : left < MINUTE ? "less than a minute left" : `${formatTimeLeft(left)} left`;
  return (
    <span className={cx("tabular block text-xs", howSoon(left).soon ? "text-amber" : "text-ink-soft")}>{text}</span>
  );
};

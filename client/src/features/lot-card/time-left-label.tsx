// The time left for a lot, or its outcome; amber in the last hour, red in the last five minutes.
import type { Auction } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import { Clock } from "lucide-react";
import { serverNow } from "../../connection/connection.ts";
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";
import { tickMs, timeLeftOf } from "./time-left.ts";

export const TimeLeft = ({ auction }: { auction: Auction }) => {
  const nowMs = useServerNow(tickMs(auction, serverNow()));
  const connected = useConnectionState() === "live";
  const { text, soon, urgent } = timeLeftOf(auction, nowMs, connected);
  const { status, startTime, endTime } = auction;
  const isOpen = status === "active" && text !== "Ended";
  return (
    <span
      title={
        status === "draft" && startTime ? `Opens ${formatLagosTime(startTime)}` : `Ends ${formatLagosTime(endTime)}`
      }
      className={cx(
        "tabular inline-flex items-center gap-1",
        urgent ? "font-semibold text-danger" : soon ? "font-semibold text-amber" : "text-ink",
      )}
    >
      <Clock aria-hidden className="size-3.5 shrink-0 md:size-4" />
      {isOpen && <span className="sr-only">Time left: </span>}
      {text}
    </span>
  );
};

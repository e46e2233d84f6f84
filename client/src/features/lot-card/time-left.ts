// The text and the urgency of a lot's remaining time.
import type { Auction } from "@jara/shared/auction";
import { formatTimeLeft } from "@jara/shared/time";
import { type HowSoon, howSoon } from "../../lots/how-soon.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface TimeLeft extends HowSoon {
  text: string;
}

const stopped: Partial<Record<Auction["status"], string>> = {
  paused: "Paused",
  ended: "Ended",
  sold: "Ended",
  cancelled: "Cancelled",
};

/**
 * "Nd Nh", "Nh Nm", "Nm", seconds in the last minute, "Ended". While disconnected it never says that the auction ended,
 * because the end may have moved.
 */
export const timeLeftOf = (
  auction: Pick<Auction, "status" | "endTime"> & { startTime?: string | null },
  nowMs: number,
  connected: boolean,
): TimeLeft => {
  const still = stopped[auction.status];
  if (still) return { text: still, soon: false, urgent: false };
  if (auction.status === "draft") {
    const opensInMs = auction.startTime ? Date.parse(auction.startTime) - nowMs : 0;
    return { text: opensInMs > 0 ? `Opens in ${formatTimeLeft(opensInMs)}` : "Not open", soon: false, urgent: false };
  }
  const leftMs = Date.parse(auction.endTime) - nowMs;
  if (leftMs <= 0) return { text: connected ? "Ended" : "Reconnecting…", soon: false, urgent: false };
  if (leftMs < MINUTE) return { text: `${Math.ceil(leftMs / 1000)}s`, soon: true, urgent: true };
  return { text: formatTimeLeft(leftMs), ...howSoon(leftMs) };
};

/** The shortest time between two changes of the text (ms). */
export const tickMs = (auction: Pick<Auction, "endTime">, nowMs: number): number =>
  Date.parse(auction.endTime) - nowMs > 2 * HOUR ? 30_000 : 1000;

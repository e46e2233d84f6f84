// The text of the countdown. Only the server declares an auction ended: at zero, before the server's event, the text
// says that the auction is closing.
import type { Auction } from "@jara/shared/auction";
import { formatCountdown } from "@jara/shared/time";
import { howSoon } from "../../lots/how-soon.ts";

const MINUTE_MS = 60_000;

export type Timing = Pick<Auction, "status" | "startTime" | "endTime" | "pausedAt"> & { isUpcoming?: true | undefined };

export interface CountdownText {
  label: string;
  text: string;
  /** True when less than an hour is left, or while the auction is closing. */
  soon: boolean;
  /** Less than a minute is left. */
  isLast?: boolean;
}

export const countdownText = (auction: Timing, nowMs: number): CountdownText => {
  const endMs = Date.parse(auction.endTime);
  switch (auction.status) {
    case "active": {
      const leftMs = endMs - nowMs;
      if (leftMs <= 0) return { label: "Time left", text: "Closing…", soon: true };
      return {
        label: "Time left",
        text: formatCountdown(leftMs),
        soon: howSoon(leftMs).soon,
        isLast: leftMs < MINUTE_MS,
      };
    }
    case "paused": {
      const frozenMs = auction.pausedAt ? endMs - Date.parse(auction.pausedAt) : 0;
      const text = frozenMs > 0 ? `${formatCountdown(frozenMs)} (paused)` : "Paused";
      return { label: "Time left", text, soon: false };
    }
    case "draft":
      return { label: "Time left", text: untilOpening(auction, nowMs), soon: false };
    case "cancelled":
      return { label: "Time left", text: "Auction cancelled", soon: false };
    case "ended":
    case "sold":
      return { label: "Time left", text: "Auction ended", soon: false };
  }
};

/** A paused sale does not open its lots, so the start time may have passed. */
const untilOpening = ({ isUpcoming, startTime }: Timing, nowMs: number): string => {
  const leftMs = isUpcoming && startTime ? Date.parse(startTime) - nowMs : 0;
  return leftMs > 0 ? `Opens in ${formatCountdown(leftMs)}` : "Not open";
};

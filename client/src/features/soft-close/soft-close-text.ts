// The sentences about soft close. Null when bids do not move the end.
import type { Auction } from "@jara/shared/auction";
import { durationWords } from "../../lots/duration-words.ts";

type Closing = Pick<Auction, "softClose" | "latestEndTime" | "endTime">;

export const softCloseText = (
  { softClose, latestEndTime, endTime }: Closing,
  nowMs: number,
  clock: (iso: string, besideIso: string) => string,
): string | null => {
  if (!softClose || !latestEndTime) return null;
  const window = durationWords(softClose.windowSeconds);
  if (Date.parse(endTime) >= Date.parse(latestEndTime)) return "This is the latest end: bids no longer move it";
  // A time on another day needs its date, because beside today's date it would be misread.
  const latest = clock(latestEndTime, new Date(nowMs).toISOString());
  return `A bid in the last ${window} moves the end, until ${latest} at the latest`;
};

/**
 * Whole seconds, at least one. From two minutes on the minutes are shown separately, because nobody reads "183
 * seconds".
 */
export const extendedText = (extendedByMs: number): string => {
  const seconds = Math.max(1, Math.round(extendedByMs / 1000));
  const rest = seconds % 60;
  if (seconds < 120 || rest === 0) return `Ends ${durationWords(seconds)} later`;
  return `Ends ${durationWords(seconds - rest)} ${durationWords(rest)} later`;
};

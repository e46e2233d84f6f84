// The words about a sale: its state, how its lots close, and spans of time.
import type { Sale } from "@jara/shared/rest/sales";
import { formatLagosTime } from "@jara/shared/time";
import type { Tone } from "../../ui/badge.tsx";

type Timed = Pick<Sale, "status" | "isPaused" | "isOver" | "opensAt" | "closesAt"> &
  Partial<Pick<Sale, "lotCount" | "endedAt">>;

/** Whether bidding has not opened yet. `nowMs`: by the server's clock. */
export const opensLater = ({ opensAt }: Pick<Sale, "opensAt">, nowMs: number): boolean =>
  opensAt !== null && Date.parse(opensAt) > nowMs;

export const stateOf = (sale: Timed, nowMs: number): { words: string; tone: Tone } => {
  if (sale.status === "draft") return { words: "Draft", tone: "outline" };
  if (sale.isOver) return { words: "Over", tone: "neutral" };
  if (sale.isPaused) return { words: "Paused", tone: "amber" };
  if (opensLater(sale, nowMs)) return { words: "Opens later", tone: "outline" };
  return Date.parse(sale.closesAt) <= nowMs
    ? { words: "Closing now", tone: "success" }
    : { words: "Bidding open", tone: "success" };
};

/** The time that counts next, in one line. */
export const whenOf = (sale: Timed, nowMs: number): string => {
  // Bidders see no lot of a sale that never opened.
  if (sale.isOver && (opensLater(sale, nowMs) || sale.lotCount === 0)) return "Ended before bidding opened";
  if (sale.isOver) return sale.endedAt ? `Last lot closed ${formatLagosTime(sale.endedAt)}` : "Ended early";
  if (sale.isPaused && sale.status === "published") return "All times move later, by the length of the pause";
  if (opensLater(sale, nowMs) && sale.opensAt) return `Opens ${formatLagosTime(sale.opensAt)}`;
  return Date.parse(sale.closesAt) <= nowMs
    ? `Lots have been closing since ${formatLagosTime(sale.closesAt)}`
    : `First lot closes ${formatLagosTime(sale.closesAt)}`;
};

const units = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** `90` as "1 minute 30 seconds". */
export const spanWords = (seconds: number): string => {
  const words: string[] = [];
  let left = seconds;
  for (const [size, unit] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) words.push(count === 1 ? `1 ${unit}` : `${count} ${unit}s`);
  }
  return words.join(" ") || "0 seconds";
};

/** `60` as "minute", as it stands after "every". */
const everyWords = (seconds: number): string => spanWords(seconds).replace(/^1 (\w+)$/, "$1");

type Closing = Pick<Sale, "spacingSeconds" | "closing" | "groupSize" | "softClose">;

/** How the lots close, for bidders. It promises that a late bid keeps a lot open only if that holds for each lot. */
export const closingWords = (sale: Closing): string => {
  const { softClose } = sale;
  if (softClose === "all") return `${timesWords(sale)} ${lateBidWords(sale)}`;
  if (softClose === "none") return timesWords(sale);
  return `${timesWords(sale)} A late bid keeps some lots open: each lot's page says which.`;
};

const timesWords = ({ spacingSeconds, closing, groupSize }: Closing): string => {
  if (closing === "together" && groupSize !== null) {
    const next = spacingSeconds === 0 ? "all groups at the same time" : `a group every ${everyWords(spacingSeconds)}`;
    return `${groupSize === 1 ? "Lots close one by one" : `Lots close in groups of ${groupSize}`}, ${next}.`;
  }
  return closing === "together" || spacingSeconds === 0
    ? "All lots close at the same time."
    : `A lot closes every ${everyWords(spacingSeconds)}.`;
};

const lateBidWords = ({ closing, groupSize }: Closing): string => {
  if (closing === "together")
    return `A late bid on one lot keeps ${groupSize === null ? "all lots" : "its group"} open.`;
  return closing === "in-order"
    ? "A late bid keeps its lot open, and the lots after it wait, so that no lot closes before an earlier one."
    : "A late bid keeps its own lot open, and no other.";
};

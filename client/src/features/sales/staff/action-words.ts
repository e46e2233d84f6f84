// The words for an action on a whole sale: its button, its consequence and its outcome.

import type { Sale, SaleAction } from "@jara/shared/rest/sales";
import { formatLagosTime } from "@jara/shared/time";
import { lotsWords } from "../../../lots/lots-words.ts";
import { plannedEndMs } from "../planned-end.ts";
import { opensLater, spanWords } from "../sale-words.ts";
import type { ActionKind } from "./queries.ts";

export const buttonOf: Record<ActionKind, string> = {
  publish: "Publish",
  pause: "Pause",
  resume: "Resume",
  shift: "Shift times",
  end: "End now",
};

export const questionOf: Record<ActionKind, string> = {
  publish: "Publish this sale?",
  pause: "Pause the whole sale?",
  resume: "Resume the whole sale?",
  shift: "Shift the whole sale?",
  end: "End the whole sale now?",
};

/** The consequence, in sentences. `nowMs`: by the server's clock. */
export const consequenceOf = (kind: ActionKind, sale: Sale, nowMs: number): string[] => {
  const { lotCount, opensAt, closesAt } = sale;
  if (kind === "publish") {
    const lastAt = new Date(plannedEndMs(sale, lotCount)).toISOString();
    return [
      opensLater(sale, nowMs) && opensAt
        ? `${lotsWords(lotCount)} will open for bids ${formatLagosTime(opensAt)}.`
        : `${lotsWords(lotCount)} will open for bids at once.`,
      plannedEndMs(sale, lotCount) === Date.parse(closesAt)
        ? `Bidding closes ${formatLagosTime(closesAt)}.`
        : `The first closes ${formatLagosTime(closesAt)}, the last ${formatLagosTime(lastAt)}.`,
      "After that the lots and their order cannot change, and the times can only be moved to later.",
    ];
  }
  if (kind === "pause")
    return [
      "Bidding stops on every open lot until you resume. No lot of the sale opens during the pause.",
      "After the pause, each lot has the same time left as now.",
    ];
  if (kind === "resume")
    return [
      "Lots that were paused with the sale accept bids again. Each ends later by the length of the pause.",
      "Lots that have not opened yet open and end later by the length of the pause.",
      "Lots that were paused separately stay paused.",
    ];
  if (kind === "shift")
    return ["Every lot that is not over closes later by this time. It cannot be moved back to earlier."];
  return [
    "Every open lot ends now. The highest bidder wins where the reserve is met, and owes the payment.",
    "Lots that have not opened yet do not open. They stay drafts.",
    "This cannot be undone. A lot that somebody is buying at this moment continues.",
  ];
};

const doneWords: Record<ActionKind, string> = {
  publish: "Published",
  pause: "Paused",
  resume: "Resumed",
  shift: "Shifted",
  end: "Ended",
};

/** The outcome of the action so far. */
export const outcomeOf = ({ kind, seconds, isDone, lots, unopened = 0, refused }: SaleAction): string => {
  const by = kind === "shift" && seconds !== null ? ` by ${spanWords(seconds)}` : "";
  const drafts =
    unopened > 0 ? `, ${unopened} of them had not opened and ${unopened === 1 ? "stays a draft" : "stay drafts"}` : "";
  const done = `${doneWords[kind]}${by}: ${lotsWords(lots)}${drafts}`;
  if (!isDone) return `${done} so far. The rest follows, even if you leave this page.`;
  return refused.length === 0 ? `${done}.` : `${done}. ${lotsWords(refused.length)} could not be changed.`;
};

// Reads from an auction's log what happened to it since it was last open. Pure functions.
import type { LoggedChange } from "./commands.ts";

type Logged = LoggedChange["events"][number];

const opening = new Set<Logged["type"]>([
  ...(["AuctionStarted", "AuctionPaused", "AuctionResumed", "AuctionReopened", "PurchaseReopened"] as const),
]);

/**
 * Is true if the winner was voided since the lot was last open. An administrator's sold and ended in between is no new
 * end. A lot that ended without a winner is not offered to anybody.
 */
export const isWinnerVoidedIn = (log: readonly LoggedChange[]): boolean =>
  log
    .flatMap(({ events }) => events)
    .findLast((event) => opening.has(event.type) || (event.type === "BidsVoided" && event.isWinnerVoided))?.type ===
  "BidsVoided";

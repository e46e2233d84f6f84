// Reads from an auction's log what happened to it since it was last open. Pure functions.
import type { Minor } from "@jara/shared/money";
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

const closing = new Set<Logged["type"]>(["AuctionEnded", "AuctionSold"]);

/**
 * Returns when the lot first ended or was sold since it was last open, epoch ms; null if the log has no such end. If an
 * administrator sets it to sold or ended after that, it is no new end.
 */
export const endedAtIn = (log: readonly LoggedChange[]): number | null => {
  let endedAt: number | null = null;
  for (const { events, at } of log) {
    for (const { type } of events) {
      if (opening.has(type)) endedAt = null;
      else if (closing.has(type)) endedAt ??= at;
    }
  }
  return endedAt;
};

/**
 * Returns the reserve (minor units; null: none) with which the lot first ended or was sold since it was last open. `now` is
 * its reserve now.
 */
export const reserveAtEndIn = (log: readonly LoggedChange[], now: Minor | null): Minor | null => {
  let isOver = false;
  let before: Minor | null | undefined;
  for (const event of log.flatMap(({ events }) => events)) {
    if (opening.has(event.type)) [isOver, before] = [false, undefined];
    else if (closing.has(event.type)) isOver = true;
    else if (event.type === "AuctionEdited" && isOver && before === undefined) before = event.before.reserveMinor;
  }
  return before === undefined ? now : before;
};

/** Is true if the lot got a new content version since it was last open. */
export const isChangedSinceOpen = (log: readonly LoggedChange[]): boolean => {
  let isOver = false;
  let isChanged = false;
  for (const event of log.flatMap(({ events }) => events)) {
    if (opening.has(event.type)) [isOver, isChanged] = [false, false];
    else if (closing.has(event.type)) isOver = true;
    else if (event.type === "AuctionEdited" && event.contentVersion !== undefined) isChanged ||= isOver;
  }
  return isChanged;
};

// Reads from an auction's log what happened to it since it was last open. Pure functions.
import type { Minor } from "@jara/shared/money";
import type { LoggedChange } from "./commands.ts";
import type { AuctionEdited } from "./events.ts";
import { openedSettlementId } from "./state.ts";

type Logged = LoggedChange["events"][number];

const opening = new Set<Logged["type"]>([
  "AuctionStarted",
  "AuctionPaused",
  "AuctionResumed",
  "AuctionReopened",
  "PurchaseReopened",
]);

/**
 * The last change since the lot was last open that took the sale from its winner: a void of the winner's bids or a refund;
 * null if there is none. An administrator's sold and ended in between is no new end.
 */
const lastUndoingIn = (log: readonly LoggedChange[]): "BidsVoided" | "SaleRefunded" | null => {
  const last = log
    .flatMap(({ events }) => events)
    .findLast((event) =>
      event.type === "BidsVoided" ? event.isWinnerVoided : event.type === "SaleRefunded" || opening.has(event.type),
    );
  return last?.type === "BidsVoided" || last?.type === "SaleRefunded" ? last.type : null;
};

/**
 * True if the winner was voided since the lot was last open, and no later sale of it was refunded. A lot that ended without
 * a winner is not offered to anybody.
 */
export const isWinnerVoidedIn = (log: readonly LoggedChange[]): boolean => lastUndoingIn(log) === "BidsVoided";

/**
 * True if a sale was refunded since the lot was last open. Its buyer got everything back, and nobody else has agreed to
 * buy, so no bid from before sells the lot.
 */
export const isRefundedIn = (log: readonly LoggedChange[]): boolean => lastUndoingIn(log) === "SaleRefunded";

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
 * Returns the reserve (minor units; null: none) with which the lot first ended or was sold since it was last open.
 * `now`: the lot's present reserve.
 */
export const reserveAtEndIn = (log: readonly LoggedChange[], now: Minor | null): Minor | null => {
  const first = editsSinceEnd(log).find(({ before }) => before.reserveMinor !== undefined);
  return first ? (first.before.reserveMinor ?? null) : now;
};

/** Returns when the settlement was first due, epoch ms; null if the log does not have its opening. */
export const firstDueAtIn = (log: readonly LoggedChange[], auctionId: string, settlementId: string): number | null => {
  for (const { revision, events } of log) {
    for (const event of events) {
      if (event.type !== "AuctionEnded" && event.type !== "SettlementOpened") continue;
      if (openedSettlementId(event, auctionId, revision) === settlementId && event.dueAt !== null) return event.dueAt;
    }
  }
  return null;
};

/** Returns the edits that made a content version after the lot ended, if it has not opened again since. */
export const versionsSinceEnd = (log: readonly LoggedChange[]): AuctionEdited[] =>
  editsSinceEnd(log).filter(({ contentVersion }) => contentVersion !== undefined);

/** Returns the edits since the lot first ended or was sold after it was last open. */
const editsSinceEnd = (log: readonly LoggedChange[]): AuctionEdited[] => {
  const events = log.flatMap((change) => change.events);
  const sinceOpen = events.slice(events.findLastIndex(({ type }) => opening.has(type)) + 1);
  const end = sinceOpen.findIndex(({ type }) => closing.has(type));
  return end < 0 ? [] : sinceOpen.slice(end).filter((event): event is AuctionEdited => event.type === "AuctionEdited");
};

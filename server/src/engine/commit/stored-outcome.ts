// Rebuilds the first outcome of a command from what is stored of it (the view `stored_outcomes`).
import type { storedOutcomes } from "../../platform/database/schema/log.ts";
import { type Outcome, placedBidOutcome } from "../outcome.ts";
import type { KnownOutcome } from "../ports.ts";

export type StoredOutcome = typeof storedOutcomes.$inferSelect;

/** True if the log contains the whole outcome. It does not if soft close moved the end in the same commit. */
export const isAcceptedBid = (outcome: Outcome): boolean =>
  outcome.ok && outcome.data.of === "PlaceBid" && outcome.data.endsBy === undefined;

export const toKnownOutcome = (stored: StoredOutcome): KnownOutcome => {
  const { userId, commandId, fingerprint, contentVersion, createdAt: at } = stored;
  return { userId, commandId, fingerprint, contentVersion, at, outcome: outcomeOf(stored) };
};

/** A check of the table: a command without an outcome names its change, so the view's columns of the bid are there. */
type AcceptedBid = { [K in Exclude<keyof StoredOutcome, "outcome" | "contentVersion">]: NonNullable<StoredOutcome[K]> };

const outcomeOf = (stored: StoredOutcome): Outcome => {
  if (stored.outcome !== null) return JSON.parse(stored.outcome) as Outcome;
  const { auctionId: id, leaderId, userId, ...bid } = stored as AcceptedBid;
  return placedBidOutcome({ ...bid, id, leader: { id: leaderId }, status: "active" }, userId, bid);
};

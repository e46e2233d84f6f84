// The outcome of a lot that is over: the one rule, and the one name of each outcome.
import type { Auction, AuctionStatus } from "./auction.ts";

/**
 * `sold`: somebody has the lot or is to pay for it. `not-paid`: its winner did not pay. `waived`: its winner was let off.
 * `refunded`: its sale was refunded. `no-winner`: it had bids and no unmet reserve, and has no winner, because its sale was
 * undone or its winner's bids were voided.
 */
export const lotOutcomes = [
  "sold",
  "not-paid",
  "waived",
  "refunded",
  "no-winner",
  "reserve-not-met",
  "no-bids",
  "cancelled",
] as const;
export type LotOutcome = (typeof lotOutcomes)[number];

export interface OverLot {
  readonly status: AuctionStatus;
  /** True if somebody has or gets the lot. */
  readonly hasBuyer: boolean;
  /** How the last debt for the lot ended, if it ended without a sale. Only the server and staff know it. */
  readonly lost?: "forfeited" | "waived" | "refunded" | null;
  readonly bidCount: number;
  /** True without a reserve. */
  readonly isReserveMet: boolean;
}

/** Null for a lot that is not over. engine/reads/outcomes.ts has the same rule in SQL. */
export const outcomeOf = ({ status, hasBuyer, lost, bidCount, isReserveMet }: OverLot): LotOutcome | null => {
  if (status === "cancelled" || status === "sold") return status;
  if (status !== "ended") return null;
  if (hasBuyer) return "sold";
  if (lost) return lost === "forfeited" ? "not-paid" : lost;
  if (bidCount === 0) return "no-bids";
  return isReserveMet ? "no-winner" : "reserve-not-met";
};

/** The outcome as everybody sees it. Only staff are told that a winner did not pay, so here such a lot has no winner. */
export const publicOutcomeOf = ({
  status,
  bidCount,
  hasReserve,
  reserveMet,
  winner,
}: Pick<Auction, "status" | "bidCount" | "hasReserve" | "reserveMet" | "winner">): LotOutcome | null =>
  outcomeOf({ status, bidCount, hasBuyer: winner !== null, isReserveMet: !hasReserve || reserveMet });

export const outcomeNames: Readonly<Record<LotOutcome, string>> = {
  sold: "Sold",
  "not-paid": "Unsold, not paid",
  waived: "Unsold, payment waived",
  refunded: "Refunded",
  "no-winner": "Unsold, no winner",
  "reserve-not-met": "Unsold, reserve not met",
  "no-bids": "Unsold, no bids",
  cancelled: "Cancelled",
};

/** True for a lot that ended and that nobody gets. */
export const isUnsold = (outcome: LotOutcome | null): boolean =>
  outcome !== null && outcome !== "sold" && outcome !== "cancelled";

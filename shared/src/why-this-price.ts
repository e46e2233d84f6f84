// Says why each recorded bid moved the price as it did. It uses only what the public history shows (amounts, kinds,
// masked names, times), so it can tell nobody more than the history does: it never asks whether a maximum is used up.
import type { Bid } from "./auction.ts";
import { type IncrementStep, incrementAtMinor, toMinorSteps } from "./increment-steps.ts";
import { toMinor } from "./money.ts";

/**
 * `limits-met` and its neighbours are the last bid of a contest of two auto-bids, and `lower-limit` is the one before it.
 * `auto` is an auto-bid that the public facts do not explain further.
 */
export type PriceReason =
  | "first-by-hand"
  | "by-hand"
  | "lowest-allowed"
  | "answer"
  | "close-answer"
  | "earlier-than-hand"
  | "lower-limit"
  | "limits-met"
  | "limits-close"
  | "limits-equal"
  | "reserve"
  | "auto";

export interface PriceFacts {
  startingPrice: number;
  bidIncrement: number;
  /** Set if the increment follows the price: it has no changes once there are bids. */
  incrementSteps?: readonly IncrementStep[] | undefined;
  hasReserve: boolean;
  reserveMet: boolean;
  /** The public changes of the increment; null while they are unknown. */
  incrementChanges: readonly { at: string; before: number }[] | null;
  /** True if the oldest of the bids is the auction's first. */
  isComplete: boolean;
  /** True if other bids no longer count, so that a bid may have been placed above another price. */
  hasVoided?: boolean | undefined;
}

export interface ExplainedBid {
  reason: PriceReason;
  /** The price before, in minor units; null if it is unknown. */
  beforeMinor: number | null;
  /** True of a bid by hand more than one increment above the price before. */
  isChosenHigher: boolean;
  /** The bids of the same contest, in the order of recording. */
  contest: readonly Bid[];
}

/** `bids`: those that count, oldest first. The answer has a reason for each, by its `_id`. */
export const explainBids = (bids: readonly Bid[], facts: PriceFacts): Map<string, ExplainedBid> => {
  const explained = new Map<string, ExplainedBid>();
  let beforeMinor = facts.isComplete ? toMinor(facts.startingPrice) : null;
  let isFirst = facts.isComplete;
  for (const contest of contestsOf(bids)) {
    const reasons = reasonsOf(contest, beforeMinor, isFirst, facts);
    for (const [index, bid] of contest.entries()) {
      const isChosenHigher = isAboveStep(bid, beforeMinor, facts);
      explained.set(bid._id, { reason: reasons[index] ?? "auto", beforeMinor, isChosenHigher, contest });
      beforeMinor = toMinor(bid.amount);
    }
    isFirst = false;
  }
  return explained;
};

const isAboveStep = ({ kind, amount, timestamp }: Bid, beforeMinor: number | null, facts: PriceFacts): boolean => {
  if (kind !== "manual" || beforeMinor === null || facts.hasVoided) return false;
  const incrementMinor = incrementAt(timestamp, facts)?.(beforeMinor) ?? Number.POSITIVE_INFINITY;
  return toMinor(amount) - beforeMinor > incrementMinor;
};

/** All bids of one command have the same time, and a bid by hand is always the first of its command. */
const contestsOf = (bids: readonly Bid[]): Bid[][] => {
  const contests: Bid[][] = [];
  for (const bid of bids) {
    const last = contests.at(-1);
    if (last && last[0]?.timestamp === bid.timestamp && bid.kind === "auto") last.push(bid);
    else contests.push([bid]);
  }
  return contests;
};

const reasonsOf = (
  contest: readonly Bid[],
  beforeMinor: number | null,
  isFirst: boolean,
  facts: PriceFacts,
): PriceReason[] => {
  const [first] = contest;
  const hand = first?.kind === "manual" ? first : null;
  const autos = contest.slice(hand ? 1 : 0);
  const reasons: PriceReason[] = hand ? [isFirst ? "first-by-hand" : "by-hand"] : [];
  const incrementAbove = first ? incrementAt(first.timestamp, facts) : null;
  return [...reasons, ...autoReasons(autos, hand, beforeMinor, incrementAbove, facts)];
};

const autoReasons = (
  autos: readonly Bid[],
  hand: Bid | null,
  beforeMinor: number | null,
  incrementAbove: IncrementAbove | null,
  facts: PriceFacts,
): PriceReason[] => {
  const [one, other] = autos;
  const unknown = autos.map((): PriceReason => "auto");
  if (!one || incrementAbove === null) return unknown;
  const oneMinor = toMinor(one.amount);
  /** Only a reserve takes an auto-bid more than one increment above the amount that it met. */
  const above: PriceReason = facts.hasReserve && facts.reserveMet ? "reserve" : "auto";
  if (!other) {
    const metMinor = hand ? toMinor(hand.amount) : beforeMinor;
    if (metMinor === null) return unknown;
    const step = oneMinor - metMinor;
    const incrementMinor = incrementAbove(metMinor);
    if (step > incrementMinor) return [above];
    if (!hand) return [step === incrementMinor ? "lowest-allowed" : "auto"];
    // Two people may have one masked name, so such a bid may be the bidder's own or another's.
    if (hand.bidder.username === one.bidder.username) return unknown;
    if (step === incrementMinor) return ["answer"];
    return [step === 0 ? "earlier-than-hand" : "close-answer"];
  }
  // More bids than one command records belong to several commands, and it is not public which bid belongs to which.
  if (autos.length > 2 || one.bidder.username === other.bidder.username) return unknown;
  const gap = toMinor(other.amount) - oneMinor;
  const incrementMinor = incrementAbove(oneMinor);
  if (gap > incrementMinor) return above === "reserve" ? ["lower-limit", "reserve"] : unknown;
  return ["lower-limit", gap === incrementMinor ? "limits-met" : gap === 0 ? "limits-equal" : "limits-close"];
};

/** The increment of a bid above this price, in minor units. */
type IncrementAbove = (priceMinor: number) => number;

/** The increment in force at a time: with bids it changes only with the price or with a public change of the lot. */
const incrementAt = (time: string, facts: PriceFacts): IncrementAbove | null => {
  const { bidIncrement, incrementSteps, incrementChanges } = facts;
  if (incrementSteps) {
    const steps = toMinorSteps(incrementSteps);
    return (priceMinor) => incrementAtMinor(steps, priceMinor);
  }
  if (incrementChanges === null) return null;
  const later = incrementChanges.filter(({ at }) => at > time).toSorted((a, b) => a.at.localeCompare(b.at));
  const incrementMinor = toMinor(later[0]?.before ?? bidIncrement);
  return () => incrementMinor;
};

export interface OwnMaximum {
  maxAmount: number;
  currentPrice: number;
  minimumBid: number;
  isLeading: boolean;
}

/** Says what the reader's own maximum does or did. It uses the answer to the reader's own call. */
export type OwnMaximumState = "spare" | "in-full" | "above-by-hand" | "reached" | "too-low";

export const ownMaximumState = ({ maxAmount, currentPrice, minimumBid, isLeading }: OwnMaximum): OwnMaximumState => {
  if (isLeading) {
    if (maxAmount === currentPrice) return "in-full";
    return maxAmount > currentPrice ? "spare" : "above-by-hand";
  }
  return maxAmount > currentPrice && maxAmount < minimumBid ? "too-low" : "reached";
};

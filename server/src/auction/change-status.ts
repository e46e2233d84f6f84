// A change of the status by staff: from any status to any other, with the effects that docs/rules/life-of-an-auction.md
// describes.
import type { AuctionStatus } from "@jara/shared/auction";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { rulesOf } from "@jara/shared/payment-rules";
import { whyChangedSince } from "@jara/shared/seen-value";
import { unpaidPurchase, voided } from "./buy-it-now.ts";
import type { ChangeStatus, UsersFacts } from "./commands.ts";
import { accepted, type Decision, refused, resumed } from "./decision.ts";
import type { AuctionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { whyNotOpenAgain } from "./gone-bidders.ts";
import { changeWhileOver, noticeOnReopening } from "./notice-on-reopening.ts";
import { resolve } from "./proxy-bidding.ts";
import { endAuction, isNeed, settlementFor } from "./settlement/open-settlement.ts";
import { confirmRest } from "./settlement/payments.ts";
import { handedOver, reopenedFromPaid } from "./settlement/reversals.ts";
import { sellToHighestBidder, soldBelowReserve } from "./settlement/settlements.ts";
import { type AuctionState, isOpen, openSettlement, type Settlement, winnerOf } from "./state.ts";

export const changeStatus = (
  state: AuctionState,
  command: Pick<ChangeStatus, "status" | "seen" | "reason" | "publicReason">,
  facts: UsersFacts,
  now: number,
): Decision => {
  const { status, seen } = command;
  const outdated = seen && whyChangedSince({ status: seen }, { status: state.status }, { status });
  const no = outdated ?? whyNotReversed(state, status, facts);
  return no ? refused(no) : withReasons(decideStatus(state, command, facts, now), command);
};

/**
 * Refuses a status that takes back a payment if large changes of money need a second person, because only the reversal
 * of the payment names its amount. A cancelled lot gives the money back to the person who paid it.
 */
const whyNotReversed = (
  state: AuctionState,
  becomes: AuctionStatus,
  { hasSecondPerson }: UsersFacts,
): ErrorBody | null => {
  if (!hasSecondPerson || becomes === state.status || becomes === "cancelled" || !isPaid(state)) return null;
  const message = "Reverse the payment under Settlements. Large payments need a second person.";
  return refusal("FORBIDDEN", { message });
};

/** True if somebody paid what they won or bought, and it was not taken back. */
const isPaid = ({ settlement, purchase }: AuctionState): boolean =>
  settlement?.status === "paid" || (purchase !== null && purchase.bidPriceMinor !== null);

/** Writes the reasons into the event that says what became of the lot. */
const withReasons = (
  decision: Decision,
  { reason, publicReason }: Pick<ChangeStatus, "reason" | "publicReason">,
): Decision => {
  if (decision.kind !== "accepted" || (reason ?? publicReason) === undefined) return decision;
  const reasons = {
    ...(reason !== undefined && { staffReason: reason }),
    ...(publicReason !== undefined && { publicReason }),
  };
  const events = decision.events.map((event) => {
    switch (event.type) {
      case "AuctionPaused":
      case "AuctionEnded":
      case "AuctionCancelled":
      case "AuctionWithdrawn":
      case "AuctionReopened":
        return { ...event, ...reasons };
      default:
        return event;
    }
  });
  return accepted(...events);
};

const decideStatus = (
  state: AuctionState,
  command: Pick<ChangeStatus, "status">,
  facts: UsersFacts,
  now: number,
): Decision => {
  if (command.status === state.status) return accepted();
  const isAgain = (state.status === "ended" || state.status === "sold") && isOpen(command);
  const no = isAgain ? whyNotOpenAgain(state, facts) : null;
  if (no) return refused(no);
  const unpaid = unpaidPurchase(state);
  if (unpaid && command.status === "sold") {
    return accepted(...confirmRest(state, { owed: unpaid, payer: unpaid.buyer }, facts.rates));
  }
  const undone = state.purchase ? [voided(state, state.purchase)] : [];
  const withoutPurchase = undone.reduce(evolve, state);
  const cleared = startsAnew(withoutPurchase, command.status);
  const effect = effects[command.status](cleared.reduce(evolve, withoutPurchase), now, facts);
  return effect.kind === "accepted" ? accepted(...undone, ...cleared, ...effect.events) : effect;
};

/**
 * An administrator who sets an auction to sold confirms that the whole price was paid. A lot without a settlement gets
 * one, so that the accounts contain the sale, but nothing is taken from the balance. If somebody leads and nobody has
 * won, because the reserve is not met, the lot is sold to its highest bidder, who then owes the price: no sale is
 * without a buyer and a debt. Only a lot that nobody has bid on may be marked as sold, while it is not over.
 */
const sell = (state: AuctionState, facts: UsersFacts, now: number): Decision => {
  const open = openSettlement(state);
  if (open) return accepted(...confirmRest(state, { owed: open, payer: open.winner }, facts.rates));
  if (state.settlement) return refused(notPaid(state.settlement));
  const { status, leader } = state;
  if (status === "ended" && !leader) return refused(refusal("AUCTION_NOT_ACTIVE", { message: NO_BIDS, status }));
  if (status === "ended" && !state.winner) return sellToHighestBidder(state, facts, now);
  const winner = state.winner ?? winnerOf(state);
  if (!winner && leader) {
    const ended: AuctionEvent = { type: "AuctionEnded", endedAt: now, winner: null, dueAt: null };
    const sold = soldBelowReserve(evolve(state, ended), leader, facts, now);
    return sold.kind === "accepted" ? accepted(ended, ...sold.events) : sold;
  }
  if (!winner) return accepted({ type: "AuctionSold", winner });
  const withoutDeposit = { ...facts, balanceOf: () => 0 };
  const opened = settlementFor(winner, state.priceMinor, "sold", state, withoutDeposit, now);
  if (isNeed(opened)) return opened;
  const after = evolve(state, opened);
  const settlement = openSettlement(after);
  if (!settlement) return accepted({ type: "AuctionSold", winner });
  return accepted(opened, ...confirmRest(after, { owed: settlement, payer: winner }, facts.rates));
};

const NO_BIDS = "Nobody has bid on this lot, so it cannot be sold.";

/** The refusal to sell a lot that its winner did not pay, or got back the money for. */
const notPaid = ({ status }: Settlement): ErrorBody => {
  const message =
    status === "forfeited"
      ? "Its winner did not pay. Reverse the forfeit, offer the lot to the runner-up, or relist it."
      : "Its winner owes nothing any more, so it is not sold. Relist the lot, or open it again.";
  return refusal("SETTLEMENT_CLOSED", { message, status });
};

/**
 * A lot that is cancelled or put back to draft loses its bids and maxima, so that none of them counts again when the
 * lot reopens. Lots that were cancelled or withdrawn before this rule lose them when they open again.
 */
const startsAnew = (state: AuctionState, to: AuctionStatus): AuctionEvent[] => {
  if (state.bidCount === 0 && state.maxBids.size === 0) return [];
  if (to === "cancelled" || to === "draft") return [{ type: "AllBidsVoided", reason: to }];
  if (state.status === "cancelled" || state.status === "draft")
    return [{ type: "AllBidsVoided", reason: state.status }];
  return [];
};

type Effect = (state: AuctionState, now: number, facts: UsersFacts) => Decision;

const effects: Record<AuctionStatus, Effect> = {
  active: (state, now, facts) => {
    const isPaused = state.pausedAt !== null;
    if ((!isPaused || state.isEndSet) && state.endsAt <= now) return refused(refusal("END_TIME_PASSED"));
    const isDraft = state.status === "draft";
    const changed = changeWhileOver(state, facts, now);
    const opened = isDraft
      ? ({ type: "AuctionStarted", startsAt: now } as const)
      : ({ type: "AuctionReopened", ...(changed && { contentChangedAt: now }) } as const);
    const event = isPaused ? resumed(state, now) : opened;
    const why = changed === "change" || isDraft ? changed : "reopened";
    const notice = isPaused ? [] : noticeOnReopening(evolve(state, event), why, now);
    // An edit while the auction was not active may have enabled maxima that could not bid before.
    return accepted(event, ...notice, ...resolve(evolve(state, event)));
  },
  paused: (state, now, facts) => {
    if (state.endsAt <= now) return refused(refusal(state.status === "active" ? "AUCTION_ENDED" : "END_TIME_PASSED"));
    const changed = changeWhileOver(state, facts, now);
    const pause = { type: "AuctionPaused", reason: "admin", pausedAt: now, pausedUntil: null } as const;
    const event = { ...pause, ...(changed && { contentChangedAt: now }) };
    const why = changed === "change" ? changed : "reopened";
    const notice = state.status === "active" ? [] : noticeOnReopening(evolve(state, event), why, now);
    return accepted(event, ...notice);
  },
  ended: (state, now, facts) => {
    if (facts.isHandedOver) return refused(handedOver());
    const { settlement, winner } = state;
    // If a sale by Buy It Now was undone just before, the state still has its winner but no settlement.
    if (state.status !== "sold" || (!settlement && winner)) return endAuction(state, facts, now);
    if (settlement?.status === "paid") return reopenedFromPaid(settlement, rulesOf(state), "", facts, now);
    return accepted({ type: "AuctionEnded", endedAt: now, winner, dueAt: null });
  },
  sold: (state, now, facts) => sell(state, facts, now),
  cancelled: () => accepted({ type: "AuctionCancelled" }),
  draft: () => accepted({ type: "AuctionWithdrawn" }),
};

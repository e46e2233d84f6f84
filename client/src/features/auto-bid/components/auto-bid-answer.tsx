// Shows the outcome of setting, confirming or cancelling a max bid, and gives it in words for screen readers.
import type { Auction, MaxBid } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import { LotChanged } from "../../../lots/changes/lot-changed.tsx";
import { stillHolds } from "../../../lots/still-holds.ts";
import { Notice } from "../../../ui/notice.tsx";
import type { AutoBidAnswer } from "../hooks/use-auto-bid.ts";
import { failures, isSuspendedOn, setSuccess } from "../max-bid-rules.ts";

/**
 * Returns the answer in words for screen readers, for a live region that was on the page before. They do not read a
 * note that appears together with its text, unless it is an error. `holds`: the lot and the maximum are as the answer
 * left them.
 */
export const spokenAnswer = (answer: AutoBidAnswer | null, holds: boolean): string | null => {
  switch (answer?.kind) {
    case "confirmed":
      return "Your maximum bids again.";
    case "set":
      if (!holds) return null;
      if (isBid(answer)) return "Your bid is placed, and you lead.";
      return answer.outcome.isLeading
        ? "Your maximum is set, and you lead."
        : "Your maximum is set, and you do not lead.";
    case "failed":
      return answer.error.code === "LOT_CHANGED" ? "The lot has changed, so your maximum is not set." : null;
    default:
      return null;
  }
};

/** The success of setting a maximum, as long as the lot and the maximum are as the answer left them. */
export const setWords = (answer: AutoBidAnswer | null, auction: Auction, maxBid: MaxBid | null): string | null => {
  if (answer?.kind !== "set") return null;
  if (maxBid?.maxAmount !== answer.maxAmount || !stillHolds(answer.outcome, auction)) return null;
  return setSuccess(answer.updated);
};

/** Returns the words for a maximum that was just set and that another bidder's maximum beat at once; null otherwise. */
export const beatenWords = (
  answer: AutoBidAnswer | null,
  { currency }: Pick<Auction, "currency">,
  { name }: Pick<LotState, "name">,
): string | null =>
  answer?.kind === "set" && name === "maximum-used-up"
    ? `${formatMoney(answer.maxAmount, currency)} was not enough: another bidder's maximum beat it at once.`
    : null;

/** True for a maximum that was bid in full at once. A higher price than the one before is asked of every maximum. */
const isBid = ({ maxAmount, outcome }: Extract<AutoBidAnswer, { kind: "set" }>): boolean =>
  outcome.isLeading && outcome.currentPrice === maxAmount;

interface AutoBidAnswerProps {
  answer: AutoBidAnswer;
  auction: Auction;
  maxBid: MaxBid | null;
  /** The success of setting a maximum, where no box of the state shows it. */
  done: string | null;
  /** Sets the same maximum on the current content of the lot. */
  onSetOnChanged?: () => void;
}

export const AutoBidAnswerNotice = ({ answer, auction, maxBid, done, ...on }: AutoBidAnswerProps) => {
  const { currency, currentPrice, isLeading } = auction;
  if (answer.kind === "set") return done && <Notice tone="success" title={done} />;
  // A toast says it, because the panel may be closed.
  if (answer.kind === "cancelled") return null;
  if (answer.kind === "confirmed") {
    if (isSuspendedOn(auction, maxBid)) return null;
    return (
      <Notice tone="success" title="Your maximum is confirmed">
        {isLeading ? `You lead at ${formatMoney(currentPrice, currency)}.` : "It bids for you again."}
      </Notice>
    );
  }
  const { error, action } = answer;
  if (error.code === "LOT_CHANGED" && action === "set") {
    return (
      <LotChanged
        error={error}
        currency={currency}
        action="Set it on the changed lot"
        onGo={() => on.onSetOnChanged?.()}
      >
        Your maximum was not set.
      </LotChanged>
    );
  }
  return <Notice tone={error.code === "UNAVAILABLE" ? "warning" : "error"}>{error.message || failures[action]}</Notice>;
};

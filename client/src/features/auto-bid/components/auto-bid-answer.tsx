// Shows the outcome of setting, confirming or cancelling a max bid, and gives it in words for screen readers.
import { type Currency, formatMoney } from "@jara/shared/money";
import { LotChanged } from "../../../lots/changes/lot-changed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { AutoBidAnswer } from "../hooks/use-auto-bid.ts";

/**
 * Returns the answer in words for screen readers, for a live region that was on the page before. They do not read a
 * note that appears together with its text, unless it is an error.
 */
export const spokenAnswer = (answer: AutoBidAnswer | null): string | null => {
  switch (answer?.kind) {
    case "cancelled":
      return "Your maximum is cancelled.";
    case "confirmed":
      return "Your maximum bids again.";
    case "set":
      return answer.outcome.isLeading
        ? "Your maximum is set, and you lead."
        : "Your maximum is set, and you do not lead.";
    case "failed":
      return answer.error.code === "LOT_CHANGED" ? "The lot has changed, so your maximum is not set." : null;
    default:
      return null;
  }
};

interface AutoBidAnswerProps {
  answer: AutoBidAnswer;
  currency: Currency;
  /** Sets the same maximum on the current content of the lot. */
  onSetOnChanged?: () => void;
}

export const AutoBidAnswerNotice = ({ answer, currency, onSetOnChanged = () => {} }: AutoBidAnswerProps) => {
  const money = (amount: number) => formatMoney(amount, currency);
  if (answer.kind === "cancelled") {
    return (
      <Notice tone="success" title="Max bid cancelled successfully!">
        Bids it has already placed stay binding.
      </Notice>
    );
  }
  if (answer.kind === "confirmed") {
    return (
      <Notice tone="success" title="Your maximum is confirmed">
        {answer.outcome.isLeading ? `You lead at ${money(answer.outcome.currentPrice)}.` : "It bids for you again."}
      </Notice>
    );
  }
  if (answer.kind === "set") {
    const { outcome, maxAmount } = answer;
    const title = answer.updated ? "Max bid updated successfully!" : "Max bid set successfully!";
    if (outcome.isLeading) {
      return (
        <Notice tone="success" title={title}>
          You lead at {money(outcome.currentPrice)}.
        </Notice>
      );
    }
    return (
      <Notice tone="warning" title={title}>
        {maxAmount < outcome.minimumBid
          ? `It does not lead: the price is now ${money(outcome.currentPrice)} and the minimum next bid ${money(outcome.minimumBid)}. Raise your maximum to continue.`
          : `The price is now ${money(outcome.currentPrice)}.`}
      </Notice>
    );
  }
  const { error, action } = answer;
  if (error.code === "LOT_CHANGED" && action === "set") {
    return (
      <LotChanged error={error} currency={currency} action="Set it on the changed lot" onGo={onSetOnChanged}>
        Your maximum was not set.
      </LotChanged>
    );
  }
  const otherwise = `Failed to ${action} max bid`;
  return <Notice tone={error.code === "UNAVAILABLE" ? "warning" : "error"}>{error.message || otherwise}</Notice>;
};

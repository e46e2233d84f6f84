// Asks whether to set a maximum, before it is sent: one that is far above the minimum bid, or one that the user has not
// typed.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { ConfirmAmount } from "../../../lots/confirm-amount.tsx";
import type { AutoBid } from "../hooks/use-auto-bid.ts";

interface MaximumQuestionProps {
  auction: Auction;
  autoBid: AutoBid;
  /** Called after either answer. */
  onAnswer?: () => void;
}

export const MaximumQuestion = ({ auction, autoBid, onAnswer }: MaximumQuestionProps) => {
  const { asking } = autoBid;
  const isTooLow = asking !== null && asking < auction.minimumBid;
  return (
    <ConfirmAmount
      amount={asking}
      lot={auction}
      what="maximum"
      yes={isTooLow ? null : "Yes, set it"}
      onConfirm={() => {
        autoBid.yes();
        onAnswer?.();
      }}
      onDismiss={() => {
        autoBid.no();
        onAnswer?.();
      }}
    >
      {asking !== null && meaningOf(asking, auction)}
    </ConfirmAmount>
  );
};

const meaningOf = (maximum: number, { minimumBid, currency, isLeading }: Auction): string => {
  const minimum = `the minimum next bid of ${formatMoney(minimumBid, currency)}`;
  if (maximum < minimumBid) return `Somebody has bid meanwhile. This is now below ${minimum}.`;
  if (maximum === minimumBid) {
    return isLeading
      ? "We bid it only if somebody bids more than the price now."
      : "It is the minimum next bid, and we place it at once.";
  }
  const above = formatMoney(maximum - minimumBid, currency);
  return `This is the most that we bid for you, ${above} above ${minimum}. If others bid that much, you pay that much.`;
};

// Asks whether to set a maximum, before it is sent: one that is far above the minimum bid, or one that the user has not
// typed.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { BalanceNeeded } from "../../../lots/balance-needed.tsx";
import { ConfirmAmount } from "../../../lots/confirm-amount.tsx";
import { isBidAtOnce, PRICE_STAYS, raisesOwnPrice } from "../../../lots/second-look.ts";
import type { AutoBid } from "../hooks/use-auto-bid.ts";

interface MaximumQuestionProps {
  auction: Auction;
  /** The user's own maximum on this auction, in its currency. */
  maximum: number | null;
  autoBid: AutoBid;
  /** Called when the user wants to change the amount. */
  onNo?: () => void;
  /** Called after either answer. */
  onAnswer?: () => void;
}

export const MaximumQuestion = ({ auction, maximum, autoBid, onNo, onAnswer }: MaximumQuestionProps) => {
  const { asking } = autoBid;
  const isTooLow = asking !== null && asking < auction.minimumBid;
  const yes = asking !== null && isBidAtOnce(asking, auction) ? "bid" : "set";
  return (
    <ConfirmAmount
      amount={asking}
      lot={auction}
      what="maximum"
      yes={isTooLow ? null : yes}
      held={asking !== null && <BalanceNeeded amount={asking} auction={auction} maximum={maximum} isMaximum />}
      onConfirm={() => {
        autoBid.yes();
        onAnswer?.();
      }}
      onDismiss={() => {
        autoBid.no();
        onNo?.();
        onAnswer?.();
      }}
    >
      {asking !== null && meaningOf(asking, auction)}
    </ConfirmAmount>
  );
};

const meaningOf = (maximum: number, auction: Auction): string => {
  const { minimumBid, currency, isLeading } = auction;
  const minimum = `the minimum next bid of ${formatMoney(minimumBid, currency)}`;
  if (maximum < minimumBid) return `Somebody has bid meanwhile. This is now below ${minimum}.`;
  if (isBidAtOnce(maximum, auction))
    return "It is the minimum next bid, and we place it at once. It is then your maximum too.";
  if (isLeading && maximum === minimumBid) {
    return raisesOwnPrice(auction)
      ? `${PRICE_STAYS} We bid more only if somebody else does.`
      : "If it reaches the reserve, we bid the reserve at once. Otherwise we bid only if somebody bids more.";
  }
  const above = formatMoney(maximum - minimumBid, currency);
  return `This is the most that we bid for you, ${above} above ${minimum}. If others bid that much, you pay that much.`;
};

// The outcome of the user's own Buy It Now: the payment instructions until it is paid, then the result.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import type { User } from "@jara/shared/users";
import { useCurrency } from "../../../store/currency.ts";
import { Notice } from "../../../ui/notice.tsx";
import { termsOf } from "../buy-it-now-rules.ts";
import type { Purchase } from "../hooks/use-buy-it-now-status.ts";
import { PaymentInstructions } from "./payment-instructions.tsx";

interface PurchasePanelProps {
  auction: Auction;
  user: User;
  purchase: Purchase;
}

/** The caller must make sure that the purchase is the user's own. */
export const PurchasePanel = ({ auction, user, purchase }: PurchasePanelProps) => {
  const { rates } = useCurrency();
  const terms = termsOf(auction, rates);
  const { status, deadline, paymentInstructions } = purchase;
  if (!terms) return null;
  if (status === "paid") {
    return (
      <Notice tone="success" title="Your payment is confirmed">
        You bought this for {formatMoney(terms.price, auction.currency)} with Buy It Now. We will contact you with the
        pickup steps.
      </Notice>
    );
  }
  if (status === "forfeited") {
    return (
      <Notice tone="warning" title="Your Buy It Now was not paid in time">
        The payment was due by {formatLagosTime(deadline)}. 10% of the Buy It Now price (
        {formatMoney(terms.penalty, "NGN")}) was deducted from your balance, which is now{" "}
        {formatMoney(user.balance, "NGN")}. The auction went on.
      </Notice>
    );
  }
  if (status === "void") {
    return (
      <Notice tone="muted" title="Your Buy It Now was cancelled">
        Nothing was deducted from your balance.
      </Notice>
    );
  }
  const { _id: auctionId, title, currency } = auction;
  return (
    <section aria-labelledby="purchase-title" className="grid gap-3">
      <h2 id="purchase-title" className="font-bold text-base">
        Payment due by <time dateTime={deadline}>{formatLagosTime(deadline)}</time>
      </h2>
      <p className="text-sm">
        You bought this with Buy It Now. Pay by WhatsApp or email; the auction is paused meanwhile.
      </p>
      {paymentInstructions && (
        <PaymentInstructions
          payment={{ auctionId, title, currency, total: terms.total, username: user.username }}
          instructions={paymentInstructions}
          deadlineSaid
        />
      )}
    </section>
  );
};

// The note to the winner. The payment card below it shows the amount to pay and the state of the payment.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { paymentDaysWords, percentsOf } from "@jara/shared/payment-rules";
import type { Win } from "@jara/shared/rest/settlements";
import { restInWords } from "../../../lots/rest-in-words.ts";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { Notice } from "../../../ui/notice.tsx";

interface WonNoteProps {
  auction: Pick<Auction, "currentPrice" | "currency" | "isLeading" | "rules" | "buyersPremium">;
  /** The reader's win: null if the page knows of none, undefined while it is unknown. */
  win: Win | null | undefined;
}

export const WonNote = ({ auction, win }: WonNoteProps) => {
  const { currentPrice, currency, isLeading } = auction;
  const rules = percentsOf(auction);
  const bid = (
    // An amount cannot break, so that it grows with the text only as far as a phone has room.
    <p className="max-md:[font-size:min(0.875rem,6vw)]">
      {`Your winning bid: ${formatMoney(win?.price ?? currentPrice, currency)}.`}
      {win?.status === "paid" && ` ${formatMoney(win.total, currency)} paid.`}
    </p>
  );
  if (win?.status === "forfeited") {
    return (
      <Notice tone="warning" title="You won this auction, but did not pay in time.">
        {bid}
      </Notice>
    );
  }
  if (!isLeading && win) {
    return (
      <Notice tone="success" title="This lot is yours as the runner-up">
        {`You accepted it for ${formatMoney(win.price, currency)}.`}
      </Notice>
    );
  }
  return (
    <Notice tone="success" title="You won this auction!">
      {bid}
      <WholePrice amount={win?.price ?? currentPrice} lot={auction} />
      {win === null && (
        <p>
          Winners pay {restInWords(rules)} within {paymentDaysWords(rules)} of the end.
        </p>
      )}
    </Notice>
  );
};

// The note to the winner. The payment card below it shows the amount to pay and the state of the payment.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { paymentDaysWords, percentsOf, remainingPercent } from "@jara/shared/payment-rules";
import type { Win } from "@jara/shared/rest/settlements";
import { Notice } from "../../../ui/notice.tsx";

interface WonNoteProps {
  auction: Pick<Auction, "currentPrice" | "currency" | "isLeading" | "rules">;
  /** Null or undefined when it is unknown. */
  win: Win | null | undefined;
}

export const WonNote = ({ auction: { currentPrice, currency, isLeading, ...auction }, win }: WonNoteProps) => {
  const rules = percentsOf(auction);
  const bid = `Your winning bid: ${formatMoney(win?.price ?? currentPrice, currency)}.`;
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
      <p>{bid}</p>
      {!win && (
        <p>
          Winners pay the remaining {remainingPercent(rules)}% within {paymentDaysWords(rules)} of the end.
        </p>
      )}
    </Notice>
  );
};

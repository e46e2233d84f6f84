// The note to the winner: what was won, what is to be paid and by when, or what became of the payment.
import type { Auction } from "@jara/shared/auction";
import { FORFEIT_PERCENT, REMAINING_PERCENT } from "@jara/shared/bidding-rules";
import { formatMoney } from "@jara/shared/money";
import type { Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { Notice } from "../../../ui/notice.tsx";

interface WonNoteProps {
  auction: Pick<Auction, "status" | "currentPrice" | "currency">;
  /** Null when it is unknown. */
  win: Win | null;
}

export const WonNote = ({ auction, win }: WonNoteProps) => {
  const bid = <p>{`Your winning bid: ${formatMoney(auction.currentPrice, auction.currency)}.`}</p>;
  if (win?.status === "forfeited") {
    return (
      <Notice tone="warning" title="You won this auction, but did not pay in time.">
        {bid}
        <p>{`${formatMoney(win.penalty, auction.currency)} was deducted from your balance.`}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="success" title="You won this auction!">
      {bid}
      {win?.status === "waived" ? (
        <p>Your payment was waived: nothing is due any more, and no penalty is taken.</p>
      ) : auction.status === "sold" || win?.status === "paid" ? (
        <p>Your payment is confirmed. We will contact you with the pickup steps.</p>
      ) : (
        <Due win={win} currency={auction.currency} />
      )}
    </Notice>
  );
};

const Due = ({ win, currency }: { win: Win | null; currency: Auction["currency"] }) => (
  <>
    {win ? (
      <p>
        The remaining {REMAINING_PERCENT}% ({formatMoney(win.remaining, currency)}) is due by{" "}
        <time dateTime={win.dueAt} className="font-semibold">
          {formatLagosTime(win.dueAt)}
        </time>
        . If it is not paid by then, {FORFEIT_PERCENT}% of the bid ({formatMoney(win.penalty, currency)}) is deducted
        from your balance.
      </p>
    ) : (
      <p>Winners pay the remaining {REMAINING_PERCENT}% within 3 business days of the end.</p>
    )}
    <p>We will contact you with payment and pickup steps.</p>
  </>
);

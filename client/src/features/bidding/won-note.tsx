// To the winner: what was won and what is to be paid until when, or that it is paid.
import type { Auction } from "@jara/shared/auction";
import { FORFEIT_PERCENT, percentOfMinor, REMAINING_PERCENT } from "@jara/shared/bidding-rules";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import { Notice } from "../../ui/notice.tsx";

interface WonNoteProps {
  auction: Pick<Auction, "status" | "currentPrice" | "currency">;
  /** Null where it is not known. */
  dueAt: string | null;
}

export const WonNote = ({ auction: { status, currentPrice, currency }, dueAt }: WonNoteProps) => {
  const share = (percent: number) => formatMoney(toMajor(percentOfMinor(toMinor(currentPrice), percent)), currency);
  return (
    <Notice tone="success" title="You won this auction!">
      <p>{`Your winning bid: ${formatMoney(currentPrice, currency)}.`}</p>
      {status === "sold" ? (
        <p>Your payment is confirmed. We will contact you with the pickup steps.</p>
      ) : (
        <>
          {dueAt ? (
            <p>
              The remaining {REMAINING_PERCENT}% ({share(REMAINING_PERCENT)}) is due by{" "}
              <time dateTime={dueAt} className="font-semibold">
                {formatLagosTime(dueAt)}
              </time>
              . If it is not paid by then, {FORFEIT_PERCENT}% of the bid ({share(FORFEIT_PERCENT)}) is deducted from
              your balance.
            </p>
          ) : (
            <p>Winners pay the remaining {REMAINING_PERCENT}% within 3 business days of the end.</p>
          )}
          <p>We will contact you with payment and pickup steps.</p>
        </>
      )}
    </Notice>
  );
};

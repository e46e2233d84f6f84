// One active max bid: its limit, what it has done, and its cancel button.
import type { MaxBid } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router-dom";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { StatusBadge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ExactMoney, Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { autoBidStateOf, MAX_REACHED } from "../auto-bid-state.ts";
import { useCancelMaxBid } from "../hooks/use-cancel-max-bid.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { SuspendedNotice } from "./suspended-notice.tsx";

interface AutoBidCardProps {
  maxBid: MaxBid;
  onGone: (maxBidId: string) => void;
  onConfirmed: (maxBid: MaxBid) => void;
}

export const AutoBidCard = ({ maxBid, onGone, onConfirmed }: AutoBidCardProps) => {
  const { auction, maxAmount, currency, autoBidCount, lastAutoBidAmount } = maxBid;
  const { running, notice, reached, suspended } = autoBidStateOf(maxBid, useServerNow(1000));
  const { cancel, pending, error } = useCancelMaxBid(maxBid, onGone);
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  return (
    <article aria-labelledby={titleId} className="grid gap-4 rounded-box border border-line bg-surface p-4 md:p-6">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="grid min-w-48 flex-1 gap-1">
          <h2 id={titleId} className="font-bold text-base">
            <Link
              to={`/auction/${auction._id}`}
              className="inline-flex min-h-11 items-center hover:text-brand hover:underline"
            >
              {auction.title}
            </Link>
          </h2>
          <p className="tabular text-ink-soft text-sm">
            {running ? "Ends" : "End time"} {formatLagosTime(auction.endTime)}
          </p>
        </div>
        <StatusBadge status={auction.status} />
      </div>
      <dl className="flex flex-wrap gap-4 border-line border-y py-4 *:min-w-[calc(50%-0.5rem)] md:*:min-w-[calc(25%-0.75rem)]">
        <Fact label="Current Price">
          <Amount amount={auction.currentPrice} currency={currency} />
        </Fact>
        <Fact label="Your Max Bid">
          <Amount amount={maxAmount} currency={currency} />
        </Fact>
        <Fact label="Auto-Bids Placed">
          <span className="tabular">{autoBidCount}</span>
        </Fact>
        <Fact label="Last Auto-Bid">
          {lastAutoBidAmount === 0 ? "None" : <Amount amount={lastAutoBidAmount} currency={currency} />}
        </Fact>
      </dl>
      {suspended && <SuspendedNotice maxBid={maxBid} running={running} onConfirmed={onConfirmed} />}
      {reached && (
        <Notice tone="warning">
          <strong>Max bid reached:</strong> {MAX_REACHED}
        </Notice>
      )}
      {notice && <Notice tone="muted">{notice}</Notice>}
      {error && <Notice tone="error">{error}</Notice>}
      <Button
        variant="secondary"
        className="md:justify-self-start"
        aria-describedby={titleId}
        disabled={!running || pending}
        onClick={() => setAsking(true)}
      >
        {pending ? "Cancelling..." : "Cancel"}
      </Button>
      <CancelDialog
        open={asking}
        maxBid={maxBid}
        onKeep={() => setAsking(false)}
        onCancel={() => {
          setAsking(false);
          void cancel();
        }}
      />
    </article>
  );
};

/** The amount in the user's currency, with the true amount below it when it is converted. */
const Amount = (money: { amount: number; currency: MaxBid["currency"] }) => (
  <>
    <Money {...money} />
    <ExactMoney {...money} className="block font-normal text-ink-soft text-sm" />
  </>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className="font-bold text-base">{children}</dd>
  </div>
);

// Tells the owner of a suspended maximum how the lot changed; one tap confirms the maximum. Until then it does not bid.
import type { Auction, MaxBid } from "@jara/shared/auction";
import { useCancelQuestion } from "../../../lots/cancel-maximum.tsx";
import { ChangeList } from "../../../lots/changes/change-list.tsx";
import { changesSince, useLotChanges } from "../../../lots/changes/lot-changes.ts";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import type { AutoBid } from "../hooks/use-auto-bid.ts";

interface SuspendedNoteProps {
  auction: Pick<Auction, "_id" | "contentVersion" | "currency" | "currentPrice" | "isLeading" | "buyersPremium">;
  maxBid: MaxBid;
  autoBid: Pick<AutoBid, "pending" | "confirm" | "cancelling">;
  disabledReason: string | null;
}

export const SuspendedNote = ({ auction, maxBid, autoBid, disabledReason }: SuspendedNoteProps) => {
  const { _id, contentVersion, currency } = auction;
  const { changes, error, retry } = useLotChanges(_id, contentVersion);
  const { run, isPending } = autoBid.cancelling;
  const { ask, question } = useCancelQuestion({ lot: auction, maximum: maxBid.maxAmount, run });
  const isUnpaid = maxBid.contentVersion === 0;
  const newest = isUnpaid ? contentVersion : changes?.[0]?.contentVersion;
  const title = isUnpaid
    ? "Your maximum is suspended because you did not pay for lots that you won"
    : "Your maximum is suspended because the lot changed";
  return (
    <Notice tone="warning" title={title}>
      <div className="grid gap-3">
        <p>
          It does not bid until you confirm it{isUnpaid && ", which you can do once you may bid again"}. Your maximum:{" "}
          <OwnMoney amount={maxBid.maxAmount} currency={maxBid.currency} className="font-semibold" />
          <WholePrice amount={maxBid.maxAmount} lot={auction} what="maximum" />
        </p>
        {!isUnpaid && changes && (
          <ChangeList changes={changesSince(changes, maxBid.contentVersion)} currency={currency} />
        )}
        {!changes && error && <RetryNotice onRetry={retry}>Failed to load what changed.</RetryNotice>}
        {/* Sticky, so that the buttons stay visible below a long list of changes. */}
        <div className="-mb-3 sticky bottom-0 flex flex-wrap gap-2 bg-amber-soft pb-3">
          {newest !== undefined && (
            <Button
              size="sm"
              disabled={disabledReason !== null}
              pending={autoBid.pending === "confirm"}
              onClick={() => autoBid.confirm(newest)}
            >
              Confirm
            </Button>
          )}
          <Button size="sm" variant="secondary" disabled={disabledReason !== null} pending={isPending} onClick={ask}>
            Cancel maximum
          </Button>
        </div>
      </div>
      {question}
    </Notice>
  );
};

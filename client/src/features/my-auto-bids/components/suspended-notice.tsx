// A suspended maximum on My Auto-Bids: the changes of its lot, and the button that confirms it.
import type { MaxBid } from "@jara/shared/auction";
import { useWaiting } from "../../../connection/use-waiting.ts";
import { messageOf } from "../../../lib/api.ts";
import { ChangeList } from "../../../lots/changes/change-list.tsx";
import { changesSince, useLotChanges } from "../../../lots/changes/lot-changes.ts";
import { HeldNote } from "../../../lots/held-note.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { useConfirmMaxBid } from "../hooks/use-confirm-max-bid.ts";

interface SuspendedNoticeProps {
  maxBid: MaxBid;
  /** True if the auction is active and before its end, so that the maximum can be confirmed now. */
  running: boolean;
  onConfirmed: (maxBid: MaxBid) => void;
}

export const SuspendedNotice = ({ maxBid, running, onConfirmed }: SuspendedNoticeProps) => {
  const { auction, currency, contentVersion } = maxBid;
  const { changes, error: failure, retry } = useLotChanges(auction._id, auction.contentVersion);
  const { mutate: confirm, isPending, error } = useConfirmMaxBid(maxBid._id, onConfirmed);
  const waiting = useWaiting();
  const isUnpaid = contentVersion === 0;
  const newest = isUnpaid ? auction.contentVersion : changes?.[0]?.contentVersion;
  return (
    <Notice tone="warning" title={isUnpaid ? "Suspended: you have unpaid wins" : "Suspended: the lot changed"}>
      <div className="grid gap-3">
        <p>This maximum does not bid until you confirm it{isUnpaid && ", which you can do once you may bid again"}.</p>
        {!isUnpaid && changes && <ChangeList changes={changesSince(changes, contentVersion)} currency={currency} />}
        {!changes && failure && <RetryNotice onRetry={retry}>Failed to load what changed.</RetryNotice>}
        {newest !== undefined && (
          <Button
            size="sm"
            className="justify-self-start"
            aria-label={`Confirm the maximum on ${auction.title}`}
            disabled={!running || waiting !== null}
            pending={isPending}
            onClick={() => confirm(newest)}
          >
            Confirm
          </Button>
        )}
        {waiting && <HeldNote>{waiting.reason}</HeldNote>}
        {error && <Notice tone="error">{messageOf(error, "Failed to confirm your maximum")}</Notice>}
      </div>
    </Notice>
  );
};

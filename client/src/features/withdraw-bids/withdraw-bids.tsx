// "Withdraw my bids": offered to bidders after the lot has changed. Asks for confirmation and says what it does.
import type { Auction, Bid } from "@jara/shared/auction";
import { useState } from "react";
import { sendCommand } from "../../connection/connection.ts";
import { accepted, useCommand } from "../../connection/use-command.ts";
import { useServerNow } from "../../connection/use-server-now.ts";
import { messageOf } from "../../lib/api.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { noteOutcome } from "../../live/live.ts";
import { LiveAsk } from "../../lots/live-ask.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { canWithdraw, isWithdrawTime, WITHDRAW_HOURS } from "./can-withdraw.ts";
import { useOwnBids } from "./use-own-bids.ts";

interface WithdrawBidsProps {
  auction: Auction;
  /** The bids that the page shows. */
  bids: readonly Bid[];
  disabledReason: string | null;
  /** A maximum confirmed after the change accepts the change, as a bid does. */
  hasConfirmed: boolean;
  onWithdrawn: () => void;
}

const useWithdraw = (auctionId: string, onWithdrawn: () => void) =>
  useCommand(async (_: undefined, commandId) => accepted(await sendCommand("bid:withdraw", { auctionId, commandId })), {
    onSuccess: ({ auction }) => {
      noteOutcome(auction);
      onWithdrawn();
    },
  });

export const WithdrawBids = ({ auction, bids, disabledReason, hasConfirmed, onWithdrawn }: WithdrawBidsProps) => {
  const nowMs = useServerNow(1000);
  const ownBids = useOwnBids(auction._id, bids, isWithdrawTime(auction, nowMs));
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: withdraw, isPending, isSuccess, error } = useWithdraw(auction._id, onWithdrawn);
  const isOffered = !hasConfirmed && canWithdraw(auction, ownBids, nowMs) && !isSuccess;
  if (!isOffered && !isSuccess && !error) return null;
  return (
    <section aria-label="Withdraw my bids" className="grid gap-3">
      {isOffered && (
        <>
          <p className="text-sm">
            This lot changed on {lagosMoment(auction.contentChangedAt ?? "")}, after your bid. You may withdraw for{" "}
            {WITHDRAW_HOURS} hours, while the auction is open.
          </p>
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            disabled={disabledReason !== null}
            pending={isPending}
            onClick={() => setIsAsking(true)}
          >
            Withdraw my bids
          </Button>
        </>
      )}
      {isSuccess && (
        <Notice tone="success" title="Your bids on this lot are withdrawn">
          They do not count any more. You may bid on it again, unless they had shown somebody else's maximum.
        </Notice>
      )}
      {error && <Notice tone="error">{messageOf(error, "Failed to withdraw your bids")}</Notice>}
      <ConfirmWithdrawal
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          withdraw(undefined);
        }}
      />
    </section>
  );
};

interface ConfirmWithdrawalProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

const ConfirmWithdrawal = ({ open, onClose, onConfirm }: ConfirmWithdrawalProps) => (
  <LiveAsk
    open={open}
    title="Withdraw your bids?"
    no="Keep them"
    yes="Withdraw"
    isDanger
    onNo={onClose}
    onYes={onConfirm}
  >
    <ul className="grid list-disc gap-1 pl-5 text-sm">
      <li>
        None of your bids on this lot counts any more, and your maximum is cancelled. They stay in the history, struck
        through.
      </li>
      <li>The price and the leader change to what they would be without your bids. All bidders are notified.</li>
      <li>This cannot be undone. You may bid on the lot again, as it is now.</li>
      <li>
        But if your bids showed somebody else's maximum, you cannot bid on this lot again. This rule keeps people from
        bidding only to find it out.
      </li>
    </ul>
  </LiveAsk>
);

// "Withdraw my bids": offered to bidders after the lot has changed. Asks for confirmation and says what it does.
import type { Auction, Bid } from "@jara/shared/auction";
import { useRef, useState } from "react";
import { newCommandId } from "../../connection/command-id.ts";
import { sendCommand } from "../../connection/connection.ts";
import { useServerNow } from "../../connection/use-server-now.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { noteOutcome } from "../../live/live.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
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

type Result = { kind: "withdrawn" } | { kind: "refused"; message: string };

const useWithdraw = (auctionId: string, onWithdrawn: () => void) => {
  const [isPending, setIsPending] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  /** Kept while the outcome is unknown, so that withdrawing again repeats the same command. */
  const commandId = useRef<string | null>(null);

  const withdraw = async () => {
    setIsPending(true);
    setResult(null);
    commandId.current ??= newCommandId();
    const answer = await sendCommand("bid:withdraw", { auctionId, commandId: commandId.current });
    setIsPending(false);
    if (!answer.ok) {
      if (answer.error.code !== "UNAVAILABLE") commandId.current = null;
      setResult({ kind: "refused", message: answer.error.message || "Failed to withdraw your bids" });
      return;
    }
    commandId.current = null;
    noteOutcome(answer.auction);
    setResult({ kind: "withdrawn" });
    onWithdrawn();
  };
  return { withdraw, isPending, result };
};

export const WithdrawBids = ({ auction, bids, disabledReason, hasConfirmed, onWithdrawn }: WithdrawBidsProps) => {
  const nowMs = useServerNow(1000);
  const ownBids = useOwnBids(auction._id, bids, isWithdrawTime(auction, nowMs));
  const [isAsking, setIsAsking] = useState(false);
  const { withdraw, isPending, result } = useWithdraw(auction._id, onWithdrawn);
  const isOffered = !hasConfirmed && canWithdraw(auction, ownBids, nowMs) && result?.kind !== "withdrawn";
  if (!isOffered && !result) return null;
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
      {result?.kind === "withdrawn" && (
        <Notice tone="success" title="Your bids on this lot are withdrawn">
          They do not count any more. You may bid on it again, unless they had shown how far somebody else's maximum
          goes.
        </Notice>
      )}
      {result?.kind === "refused" && <Notice tone="error">{result.message}</Notice>}
      <ConfirmWithdrawal
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          void withdraw();
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
  <Dialog open={open} onClose={onClose} title="Withdraw your bids?">
    <ul className="grid list-disc gap-1 pl-5 text-sm">
      <li>All your bids on this lot, and your maximum, become void. They stay in the history, struck through.</li>
      <li>Price and leader become what they would be without you. All bidders are notified.</li>
      <li>This cannot be undone. You may bid on the lot again, as it is now.</li>
      <li>
        But if your bids showed how far somebody else's maximum goes, you cannot bid on this lot again. Otherwise one
        could learn it and leave.
      </li>
    </ul>
    <div className="grid grid-cols-2 gap-2">
      <Button variant="secondary" onClick={onClose}>
        Keep them
      </Button>
      <Button variant="danger" onClick={onConfirm}>
        Withdraw
      </Button>
    </div>
  </Dialog>
);

// Asks for confirmation before an auction is cancelled, and shows why it could not be.
import type { Auction } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { toast } from "../../store/toast.ts";
import { Ask } from "../../ui/ask.tsx";
import { cancelAuction } from "./queries.ts";

interface CancelAuctionDialogProps {
  auction: Pick<Auction, "_id" | "title" | "status" | "bidCount">;
  onClose: () => void;
  onCancelled: (auction: Auction) => void;
}

export const CancelAuctionDialog = ({ auction, onClose, onCancelled }: CancelAuctionDialogProps) => {
  const cancelling = useMutation({
    mutationFn: () => cancelAuction(auction._id),
    onSuccess: (cancelled) => {
      toast.success("Auction cancelled", { description: cancelled.title });
      onCancelled(cancelled);
      onClose();
    },
  });
  return (
    <Ask
      open
      title="Cancel this auction?"
      no={auction.status === "draft" ? "Keep the draft" : "Keep it open"}
      yes="Cancel auction"
      isDanger
      of={cancelling}
      failed="Failed to cancel auction"
      onNo={onClose}
      onYes={() => cancelling.mutate()}
    >
      <p className="text-sm">
        <b className="font-semibold">{auction.title}</b>: {consequence(auction)}
      </p>
    </Ask>
  );
};

const consequence = ({ status, bidCount }: CancelAuctionDialogProps["auction"]): string => {
  if (status === "draft") return "it will not start.";
  const notified = bidCount > 0 ? ", nobody wins, and all bidders are notified" : " and nobody wins";
  const purchase = status === "paused" ? " A Buy It Now purchase that is not paid yet becomes void." : "";
  return `bidding closes at once${notified}.${purchase}`;
};

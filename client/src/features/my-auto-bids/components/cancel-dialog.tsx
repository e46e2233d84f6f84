// Asks for confirmation before a max bid is cancelled, and says what stays binding.
import type { MaxBid } from "@jara/shared/auction";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { OwnMoney } from "../../../ui/money.tsx";

interface CancelDialogProps {
  open: boolean;
  maxBid: MaxBid;
  onKeep: () => void;
  onCancel: () => void;
}

export const CancelDialog = ({ open, maxBid, onKeep, onCancel }: CancelDialogProps) => (
  <Dialog open={open} onClose={onKeep} title="Cancel this auto-bid?">
    <p>
      Your maximum of <OwnMoney amount={maxBid.maxAmount} currency={maxBid.currency} className="font-semibold" /> on{" "}
      <strong>{maxBid.auction.title}</strong> will no longer bid for you. Bids already made stay binding: if you lead,
      you still lead.
    </p>
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onKeep}>
        Keep auto-bid
      </Button>
      <Button variant="danger" onClick={onCancel}>
        Cancel auto-bid
      </Button>
    </div>
  </Dialog>
);

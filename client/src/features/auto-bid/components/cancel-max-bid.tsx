// Asks for confirmation before a max bid is cancelled, and says what cancelling does not undo.
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

interface CancelMaxBidProps {
  open: boolean;
  leads: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export const CancelMaxBid = ({ open, leads, onClose, onConfirm }: CancelMaxBidProps) => (
  <Dialog open={open} onClose={onClose} title="Cancel your max bid?">
    <p className="text-sm">
      No more bids will be placed for you. Bids already placed stay binding
      {leads ? ": you still lead at the current price." : "."}
    </p>
    <div className="grid grid-cols-2 gap-2">
      <Button variant="secondary" onClick={onClose}>
        Keep it
      </Button>
      <Button variant="danger" onClick={onConfirm}>
        Cancel max bid
      </Button>
    </div>
  </Dialog>
);

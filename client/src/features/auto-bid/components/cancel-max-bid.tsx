// Asks for confirmation before a max bid is cancelled, and says what cancelling does not undo.
import { Ask } from "../../../ui/ask.tsx";

interface CancelMaxBidProps {
  open: boolean;
  leads: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export const CancelMaxBid = ({ open, leads, onClose, onConfirm }: CancelMaxBidProps) => (
  <Ask
    open={open}
    title="Cancel your max bid?"
    no="Keep it"
    yes="Cancel max bid"
    isDanger
    onNo={onClose}
    onYes={onConfirm}
  >
    <p className="text-sm">
      No more bids will be placed for you. Bids already placed stay binding
      {leads ? ": you still lead at the current price." : "."}
    </p>
  </Ask>
);

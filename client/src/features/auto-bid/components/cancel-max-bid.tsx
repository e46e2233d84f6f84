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
    title="Cancel your maximum?"
    no="Keep it"
    yes="Yes, cancel it"
    isDanger
    onNo={onClose}
    onYes={onConfirm}
  >
    <p className="text-sm">
      It bids no more for you. Bids that it has already placed still count
      {leads ? ": you still lead at the current price." : "."}
    </p>
  </Ask>
);

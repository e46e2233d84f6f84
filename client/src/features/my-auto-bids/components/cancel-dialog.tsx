// Asks for confirmation before a max bid is cancelled, and says what stays binding.
import type { MaxBid } from "@jara/shared/auction";
import { Ask } from "../../../ui/ask.tsx";
import { OwnMoney } from "../../../ui/money.tsx";

interface CancelDialogProps {
  open: boolean;
  maxBid: MaxBid;
  onKeep: () => void;
  onCancel: () => void;
}

export const CancelDialog = ({ open, maxBid, onKeep, onCancel }: CancelDialogProps) => (
  <Ask
    open={open}
    title="Cancel your maximum?"
    no="Keep it"
    yes="Yes, cancel it"
    isDanger
    onNo={onKeep}
    onYes={onCancel}
  >
    <p>
      Your maximum of <OwnMoney amount={maxBid.maxAmount} currency={maxBid.currency} className="font-semibold" /> on{" "}
      <strong>{maxBid.auction.title}</strong> will no longer bid for you. Bids that it has already placed still count:
      if you lead, you still lead.
    </p>
  </Ask>
);

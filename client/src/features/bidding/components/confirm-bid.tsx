// The confirmation of a bid far above the minimum: the amount in figures, in words and in the other currency.

import { amountInWords } from "@jara/shared/amount-in-words";
import { type Currency, formatMoney } from "@jara/shared/money";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { OtherMoney, OwnMoney } from "../../../ui/money.tsx";

interface ConfirmBidProps {
  amount: number | null;
  minimumBid: number;
  currency: Currency;
  onConfirm: () => void;
  onDismiss: () => void;
}

export const ConfirmBid = ({ amount, minimumBid, currency, onConfirm, onDismiss }: ConfirmBidProps) => (
  <Dialog open={amount !== null} onClose={onDismiss} title="Is this amount right?">
    {amount !== null && (
      <>
        <div className="grid gap-1">
          <OwnMoney amount={amount} currency={currency} className="font-bold text-xl" />
          <p className="first-letter:uppercase">{amountInWords(amount, currency)}</p>
          <OtherMoney amount={amount} currency={currency} className="text-ink-soft text-sm" />
        </div>
        <p className="text-sm">
          That is {formatMoney(amount - minimumBid, currency)} above the minimum next bid of{" "}
          {formatMoney(minimumBid, currency)}. All bids are binding.
        </p>
        <div className="grid grid-cols-2 gap-2">
          <Button variant="secondary" onClick={onDismiss}>
            Change amount
          </Button>
          <Button onClick={onConfirm}>Yes, place bid</Button>
        </div>
      </>
    )}
  </Dialog>
);

// Suggests the increment that fits the starting price. One tap takes it; what was typed stays until then.
import { suggestedIncrement } from "@jara/shared/increment-steps";
import { type Currency, formatMoney } from "@jara/shared/money";
import { readPositive, writtenAmount } from "../lib/typed-amount.ts";
import { Button } from "../ui/button.tsx";

interface SuggestedIncrementProps {
  /** As typed. */
  startingPrice: string;
  bidIncrement: string;
  currency: Currency;
  onTake: (typed: string) => void;
}

export const SuggestedIncrement = ({ startingPrice, bidIncrement, currency, onTake }: SuggestedIncrementProps) => {
  const price = readPositive(startingPrice);
  const fitting = price === null ? null : suggestedIncrement(price, currency);
  const isTaken = fitting !== null && readPositive(bidIncrement) === fitting;
  return (
    // The line keeps its height, so that the fields below do not move while the price is typed.
    <div className="-mt-2 flex min-h-11 items-center">
      {fitting !== null && !isTaken && (
        <Button variant="secondary" size="sm" onClick={() => onTake(writtenAmount(fitting))}>
          Use {formatMoney(fitting, currency)}, which fits this price
        </Button>
      )}
    </div>
  );
};

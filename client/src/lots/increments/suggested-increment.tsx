// Suggests the increment that fits the starting price. One tap takes it; what was typed stays until then.
import { suggestedIncrement } from "@jara/shared/increment-steps";
import { type Currency, formatMoney } from "@jara/shared/money";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useSiteDetails } from "../site-details.ts";

interface SuggestedIncrementProps {
  /** As typed. */
  startingPrice: string;
  bidIncrement: string;
  currency: Currency;
  onTake: (typed: string) => void;
}

/** Stands in the line of the field's label, so that no field moves while the price is typed. */
export const SuggestedIncrement = ({ startingPrice, bidIncrement, currency, onTake }: SuggestedIncrementProps) => {
  const { details } = useSiteDetails();
  const price = readPositive(startingPrice);
  const fitting = price === null ? null : suggestedIncrement(price, currency, details?.increments);
  if (fitting === null || readPositive(bidIncrement) === fitting) return null;
  const words = `Use ${formatMoney(fitting, currency)}`;
  return (
    <button
      type="button"
      aria-label={`${words}, which fits this price`}
      title="This increment fits the starting price"
      onClick={() => onTake(writtenAmount(fitting))}
      className="tabular -my-3 min-h-11 font-semibold text-brand text-sm underline underline-offset-4"
    >
      {words}
    </button>
  );
};

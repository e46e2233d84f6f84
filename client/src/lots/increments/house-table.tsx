// Shows in the forms of a lot the house's increment table, which the lot will take, and the increment at its starting
// price.
import { suggestedIncrement } from "@jara/shared/increment-steps";
import { type Currency, formatMoney } from "@jara/shared/money";
import { readPositive } from "@jara/shared/typed-amount";
import { useSiteDetails } from "../site-details.ts";
import { IncrementTable } from "./increment-table.tsx";

interface HouseTableProps {
  /** As typed. */
  startingPrice: string;
  currency: Currency;
}

/** The table that a new lot would take, and what it means for the first bid. */
export const HouseTable = ({ startingPrice, currency }: HouseTableProps) => {
  const { details } = useSiteDetails();
  if (!details) return null;
  const price = readPositive(startingPrice);
  const first = price === null ? null : suggestedIncrement(price, currency, details.increments);
  return (
    <div className="rounded-box border border-line px-3 py-2">
      <p className="text-ink-soft text-sm">
        {first !== null && (
          <>
            <span className="tabular font-semibold text-ink">{formatMoney(first, currency)}</span> at the starting
            price.{" "}
          </>
        )}
        The lot keeps the table that is in force when it opens.
      </p>
      <IncrementTable
        steps={details.increments[currency]}
        currency={currency}
        price={price}
        summary="The house's increments"
      />
    </div>
  );
};

// The choice of the display currency, NGN or USD. It is in the header of every page but the staff's.
import { currencies, currencySymbols } from "@jara/shared/money";
import { cx } from "../../lib/cx.ts";
import { useCurrency } from "../../store/currency.ts";

const names = { NGN: "naira", USD: "dollars" } as const;

export const CurrencyToggle = ({ className }: { className?: string }) => {
  const { chosen, choose } = useCurrency();
  const other = chosen === "NGN" ? "USD" : "NGN";
  return (
    <button
      type="button"
      title={`Show prices in ${names[other]}`}
      onClick={() => choose(other)}
      className={cx("grid min-h-11 place-items-center rounded-box", className)}
    >
      <span className="sr-only">
        Prices in {names[chosen]}, show them in {names[other]}:{" "}
      </span>
      <span className="flex rounded-box border border-line-strong bg-surface p-0.5">
        {currencies.map((currency) => (
          <span
            key={currency}
            className={cx(
              "tabular rounded-[5px] px-2 py-1 font-semibold text-xs",
              currency === chosen ? "bg-brand-soft text-brand" : "text-ink-soft",
            )}
          >
            {currencySymbols[currency]}
            <span className="lg:max-xl:sr-only"> {currency}</span>
          </span>
        ))}
      </span>
    </button>
  );
};

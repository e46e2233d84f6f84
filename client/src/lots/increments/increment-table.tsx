// A lot's increment table behind a disclosure. The row of the present price is marked.
import { type IncrementStep, stepNumberAt } from "@jara/shared/increment-steps";
import type { Currency } from "@jara/shared/money";
import { cx } from "../../lib/cx.ts";
import { stepRows } from "./increment-rows.ts";

interface IncrementTableProps {
  steps: readonly IncrementStep[];
  currency: Currency;
  /** Null: no row is marked. */
  price: number | null;
  summary: string;
  className?: string;
}

export const IncrementTable = ({ steps, currency, price, summary, className }: IncrementTableProps) => {
  const now = price === null ? -1 : stepNumberAt(steps, price);
  return (
    <details className={cx("text-sm", className)}>
      <summary className="min-h-11 w-fit content-center font-medium underline decoration-line-strong underline-offset-4">
        {summary}
      </summary>
      <table className="tabular w-full max-w-md">
        <thead className="text-left text-ink-soft">
          <tr>
            <th scope="col" className="py-1 font-normal">
              Price
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Increment
            </th>
          </tr>
        </thead>
        <tbody>
          {stepRows(steps, currency).map(([range, increment], n) => (
            <tr
              key={range}
              aria-current={n === now ? "true" : undefined}
              className={cx("border-line border-t", n === now && "bg-sunken font-bold")}
            >
              <td className="py-1 pr-4 pl-1">
                {range}
                {n === now && <span className="font-normal text-ink-soft"> (now)</span>}
              </td>
              <td className="py-1 pr-1 text-right">{increment}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};

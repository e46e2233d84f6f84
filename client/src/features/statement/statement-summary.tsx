// The balance at both ends of the period, and what came in and went out. With a filter only the sums, because they do not
// lead from one balance to the other then.
import { formatMoney } from "@jara/shared/money";
import type { Statement } from "@jara/shared/rest/statement";
import { cx } from "../../lib/cx.ts";

interface StatementSummaryProps {
  statement: Statement;
  hasFilter: boolean;
  /** The period is not over. */
  isRunning: boolean;
}

export const StatementSummary = ({ statement, hasFilter, isRunning }: StatementSummaryProps) => (
  <dl
    // With very large text a figure needs a line of its own.
    className="flex flex-wrap gap-px overflow-hidden rounded-box border border-line bg-line"
  >
    {!hasFilter && <Figure label="Opening balance" amount={statement.opening} />}
    <Figure label="Money in" amount={statement.in} tone={statement.in > 0 ? "text-brand" : undefined} />
    <Figure label="Money out" amount={-statement.out} />
    {!hasFilter && <Figure label={isRunning ? "Balance now" : "Closing balance"} amount={statement.closing} isLast />}
  </dl>
);

interface FigureProps {
  label: string;
  amount: number;
  tone?: string | undefined;
  isLast?: boolean;
}

const Figure = ({ label, amount, tone, isLast = false }: FigureProps) => (
  <div
    className={cx(
      "grid grow basis-36 content-start gap-0.5 px-3 py-3 md:px-4",
      isLast ? "bg-brand-soft" : "bg-surface",
    )}
  >
    <dt className="text-ink-soft text-xs">{label}</dt>
    <dd translate="no" className={cx("tabular font-bold text-sm min-[24rem]:text-base", tone)}>
      {formatMoney(amount === 0 ? 0 : amount, "NGN")}
    </dd>
  </div>
);

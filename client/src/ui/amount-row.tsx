// A row of a list of amounts (`dl`): a name, and the amount at the end of the line. An amount that does not fit there
// stands below its name. What explains the amount stands below both.
import type { ReactNode } from "react";

interface AmountRowProps {
  name: string;
  amount: string;
  strong?: boolean;
  children?: ReactNode;
}

export const AmountRow = ({ name, amount, strong = false, children }: AmountRowProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
    <dt className={strong ? "font-semibold" : "text-ink-soft"}>{name}</dt>
    <dd
      translate="no"
      className={strong ? "tabular whitespace-nowrap font-bold text-lg" : "tabular whitespace-nowrap font-semibold"}
    >
      {amount}
    </dd>
    {children && <dd className="w-full">{children}</dd>}
  </div>
);

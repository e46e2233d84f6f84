// A row of a list of amounts (`dl`): a name, and the amount at the end of the line.
export const AmountRow = ({ name, amount, strong = false }: { name: string; amount: string; strong?: boolean }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className={strong ? "font-semibold" : "text-ink-soft"}>{name}</dt>
    <dd
      translate="no"
      className={strong ? "tabular whitespace-nowrap font-bold text-lg" : "tabular whitespace-nowrap font-semibold"}
    >
      {amount}
    </dd>
  </div>
);

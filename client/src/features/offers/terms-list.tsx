// The terms of an agreement as a list.
import { formatMoney } from "@jara/shared/money";
import type { Agreement } from "@jara/shared/rest/agreements";
import { commissionWords } from "./what-you-get.tsx";

export const TermsList = ({ agreement }: { agreement: Agreement }) => {
  const money = (amount: number): string => formatMoney(amount, agreement.currency);
  const { reservePrice, commissionPercent, leastCommission, vatPercent, charges } = agreement;
  const rows: [string, string][] = [
    ["Starting price", money(agreement.startingPrice)],
    ["Reserve", reservePrice === null ? "None" : money(reservePrice)],
    ["Commission", commissionWords({ commissionPercent, leastCommission }, money)],
    ["VAT", `${vatPercent}% of the commission`],
    ...charges.map(({ text, amount }): [string, string] => [text, money(amount)]),
  ];
  return (
    <dl className="grid border-line border-t">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line border-b py-2">
          <dt dir="auto" className="text-ink-soft [overflow-wrap:anywhere]">
            {label}
          </dt>
          <dd className="tabular ml-auto text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

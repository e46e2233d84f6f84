// Shows what the house earned on sellers' lots in a period: the commission, the VAT on it, and the charges.
import { formatMoney } from "@jara/shared/money";
import type { OwedSellers } from "@jara/shared/rest/seller-sales";

export const HouseShare = ({ sums }: { sums: Omit<OwedSellers["paid"], "sellers"> }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-box bg-sunken p-4 lg:grid-cols-5">
    {(
      [
        ["Prices of lots", sums.prices],
        ["Commission", sums.commission],
        ["VAT on the commission", sums.vat],
        ["Charges", sums.charges],
        ["Paid to sellers", sums.net],
      ] as const
    ).map(([name, amount]) => (
      <div key={name} className="min-w-0">
        <dt className="text-ink-soft text-xs">{name}</dt>
        <dd translate="no" className="tabular font-bold">
          {formatMoney(amount, "NGN")}
        </dd>
      </div>
    ))}
  </dl>
);

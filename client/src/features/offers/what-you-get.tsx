// Shows by examples what a sale brings its seller under terms, and shows the usual terms.
import { type Currency, formatMoney } from "@jara/shared/money";
import type { Agreement } from "@jara/shared/rest/agreements";
import { cx } from "../../lib/cx.ts";
import { type SaleTerms, saleAt } from "../../lots/sale-at.ts";
import { useSiteDetails } from "../../lots/site-details.ts";

/** The commission in words. The least one is left out where there is none. */
export const commissionWords = (
  { commissionPercent, leastCommission }: Pick<SaleTerms, "commissionPercent" | "leastCommission">,
  money: (amount: number) => string,
): string =>
  `${commissionPercent}% of the winning bid${leastCommission > 0 ? `, at least ${money(leastCommission)}` : ""}`;

const Example = ({ price, terms, currency }: { price: number; terms: SaleTerms; currency: Currency }) => {
  const money = (amount: number): string => formatMoney(amount, currency);
  const { net, taken } = saleAt(price, terms);
  return (
    <div className="grid gap-0.5">
      <p>
        Sold for <span className="tabular">{money(price)}</span>: you get <b className="tabular">{money(net)}</b>
      </p>
      <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
        {taken.length > 0
          ? `Taken off: ${taken.map(([name, amount]) => `${name} ${money(amount)}`).join(", ")}`
          : "Nothing is taken off."}
      </p>
    </div>
  );
};

/** Shows line by line what is taken off two prices and what is left. */
const Examples = ({ prices, terms, currency }: { prices: readonly number[]; terms: SaleTerms; currency: Currency }) => {
  const money = (amount: number): string => formatMoney(amount, currency);
  const sales = prices.map((price) => ({ price, ...saleAt(price, terms) }));
  const names = [...new Set(sales.flatMap(({ taken }) => taken.map(([name]) => name)))];
  // Two charges may have the same text.
  const takenOff = ({ taken }: (typeof sales)[number], name: string): number =>
    taken.reduce((sum, [of, amount]) => sum + (of === name ? amount : 0), 0);
  const amount = "tabular py-1.5 pl-3 text-right align-top whitespace-nowrap";
  return (
    <table className="w-full border-line border-y text-sm sm:text-base">
      <tbody>
        <tr>
          <th scope="row" className="py-1.5 text-left font-normal text-ink-soft">
            Sold for
          </th>
          {sales.map((sale) => (
            <td key={sale.price} className={amount}>
              {money(sale.price)}
            </td>
          ))}
        </tr>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row" className="py-1.5 text-left font-normal text-ink-soft [overflow-wrap:anywhere]">
              {name}
            </th>
            {sales.map((sale) => (
              <td key={sale.price} className={cx(amount, "text-ink-soft")}>
                {money(-takenOff(sale, name))}
              </td>
            ))}
          </tr>
        ))}
        <tr className="border-line border-t font-bold">
          <th scope="row" className="py-1.5 text-left">
            You get
          </th>
          {sales.map((sale) => (
            <td key={sale.price} className={amount}>
              {money(sale.net)}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
};

/** The examples of an agreement: the least price at which the item is sold, and half as much again. */
export const WhatYouGet = ({ agreement }: { agreement: Agreement }) => {
  const { details } = useSiteDetails();
  const { currency, reservePrice, startingPrice } = agreement;
  const least = reservePrice ?? startingPrice;
  const days = details?.proceeds?.days;
  return (
    <div className="grid max-w-prose grid-cols-[minmax(0,1fr)] gap-3">
      <Examples prices={[least, Math.round(least * 1.5)]} terms={agreement} currency={currency} />
      <p>
        {reservePrice === null
          ? "There is no reserve, so the highest bid buys the item, whatever it is."
          : "The reserve is the lowest price at which the item is sold. Bidders do not see it."}{" "}
        If the item is not sold, you pay no commission.
      </p>
      <p>
        The money is on your balance once the buyer has paid and has the item
        {days !== undefined && `, or ${daysWords(days)} the payment, whichever comes first`}.
      </p>
    </div>
  );
};

const daysWords = (days: number): string => {
  if (days === 0) return "right after";
  return days === 1 ? "1 day after" : `${days} days after`;
};

const EXAMPLE_PRICE = 500_000;

/** The usual terms of the settings, before there is an agreement. Nothing until they have come. */
export const UsualTermsNote = () => {
  const terms = useSiteDetails().details?.sellerTerms;
  if (!terms) return null;
  const money = (amount: number): string => formatMoney(amount, "NGN");
  const charges = terms.charges.map(({ text, amount }) => `${text} ${money(amount)}`);
  return (
    <section aria-label="What it costs" className="grid max-w-prose gap-2 rounded-box bg-sunken p-4">
      <p>
        <b>What it costs.</b> Usually {commissionWords(terms, money)}, and {terms.vatPercent}% VAT on that
        {charges.length > 0 && `, and: ${charges.join(", ")}`}. You read and accept the exact terms first. An item that
        is not sold costs you no commission.
      </p>
      <Example price={EXAMPLE_PRICE} terms={terms} currency="NGN" />
    </section>
  );
};

// Shows how the remaining amount is calculated: price plus fee or premium, less the deposit and the later payments.

import { formatMoney } from "@jara/shared/money";
import { methodWords } from "@jara/shared/payment-methods";
import { percentsOf } from "@jara/shared/payment-rules";
import type { Win } from "@jara/shared/rest/settlements";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import { priceLabel } from "../payment-words.ts";

export const PaymentAmounts = ({ win }: { win: Win }) => {
  const { auction, price, fee, premium = 0, vat = 0, total, deposit, depositNgn, payments } = win;
  const { feePercent, premiumPercent, vatPercent } = percentsOf(win);
  const money = (amount: number) => formatMoney(amount, auction.currency);
  const inNaira = auction.currency === "NGN" ? "" : ` (${formatMoney(depositNgn, "NGN")})`;
  return (
    <dl className="grid gap-1 border-line border-y py-3 text-sm">
      <Row name={priceLabel(win)}>{money(price)}</Row>
      {fee > 0 && <Row name={`Fee (${feePercent}%)`}>{money(fee)}</Row>}
      {premium > 0 && <Row name={`Buyer's premium (${premiumPercent}%)`}>{money(premium)}</Row>}
      {vat > 0 && <Row name={`VAT on the premium (${vatPercent}%)`}>{money(vat)}</Row>}
      {total > price && (
        <Row name="Total" strong>
          {money(total)}
        </Row>
      )}
      {deposit > 0 && <Row name={`Deposit taken from your balance${inNaira}`}>− {money(deposit)}</Row>}
      {payments.toReversed().map(({ amount, method, at }) => (
        <Row key={`${at} ${amount}`} name={`Paid: ${methodWords[method]}, ${lagosMoment(at)}`}>
          − {money(amount)}
        </Row>
      ))}
    </dl>
  );
};

const Row = ({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className={cx("min-w-36 flex-1", strong ? "font-semibold" : "text-ink-soft")}>{name}</dt>
    <dd translate="no" className="tabular ml-auto whitespace-nowrap font-semibold">
      {children}
    </dd>
  </div>
);

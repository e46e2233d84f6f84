// The cost of a Buy It Now: price, fee and total in the auction's currency, with an approximate conversion beside each.
import type { Currency } from "@jara/shared/money";
import type { ReactNode } from "react";
import { cx } from "../../../lib/cx.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import type { BuyItNowTerms } from "../buy-it-now-rules.ts";
import { AboutMoney } from "./about-money.tsx";

type Amounts = Pick<BuyItNowTerms, "price" | "fee" | "total" | "feePercent">;

export const TermsList = ({ terms, currency }: { terms: Amounts; currency: Currency }) => (
  <dl className="grid gap-1 text-sm">
    <Row name="Price" amount={terms.price} currency={currency} />
    <Row name={`Fee (${terms.feePercent}%)`} amount={terms.fee} currency={currency} />
    <Row
      name="Total"
      amount={terms.total}
      currency={currency}
      className="border-line border-t pt-2 font-bold text-base max-md:[font-size:min(1rem,6.5vw)]"
    >
      <AboutMoney amount={terms.total} currency={currency} className="font-normal text-ink-soft text-sm" />
    </Row>
  </dl>
);

interface RowProps {
  name: string;
  amount: number;
  currency: Currency;
  className?: string;
  children?: ReactNode;
}

const Row = ({ name, amount, currency, className, children }: RowProps) => (
  <div className={cx("flex flex-wrap items-baseline justify-between gap-x-4", className)}>
    <dt className={cx(!className && "text-ink-soft")}>{name}</dt>
    <dd className="flex flex-row-reverse flex-wrap items-baseline gap-x-2">
      <OwnMoney amount={amount} currency={currency} className={className ? undefined : "font-semibold"} />
      {children}
    </dd>
  </div>
);

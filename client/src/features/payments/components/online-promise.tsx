// Says for lots in dollars what the naira of a started online payment count for, and until when.
import { type Currency, formatMoney } from "@jara/shared/money";
import type { PayAnswer } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";

interface OnlinePromiseProps {
  promise: NonNullable<PayAnswer["promise"]>;
  currency: Currency;
}

export const OnlinePromise = ({ promise: { amount, amountNgn, until }, currency }: OnlinePromiseProps) => (
  <p role="status" className="text-sm">
    <b className="tabular whitespace-nowrap">{formatMoney(amountNgn, "NGN")}</b> counts as{" "}
    <b className="tabular whitespace-nowrap">{formatMoney(amount, currency)}</b> if it arrives by{" "}
    <time dateTime={until}>{formatLagosTime(until)}</time>. Money that arrives later counts at the rate of its arrival.
  </p>
);

// Shows the amounts of a settlement line by line: price, fee or premium, deposit, sum of payments and the amount due. Also shows
// its penalty, in naira if it was taken. Of a refunded sale, what was paid is what went back.
import { percentsOf } from "@jara/shared/payment-rules";
import type { Settlement } from "@jara/shared/rest/settlements";
import { cx } from "../../../lib/cx.ts";
import { OwnMoney } from "../../../ui/money.tsx";

export const Amounts = ({ settlement }: { settlement: Settlement }) => {
  const {
    status,
    price,
    fee,
    premium = 0,
    vat = 0,
    total,
    deposit,
    depositNgn,
    paid,
    remaining,
    refund,
    auction,
  } = settlement;
  const { currency } = auction;
  const isDollar = currency !== "NGN";
  const lines = [
    { name: "Price", amount: price, isShown: true },
    { name: "Fee", amount: fee, isShown: fee > 0 },
    { name: "Premium", amount: premium, isShown: premium > 0 },
    { name: "VAT", amount: vat, isShown: vat > 0 },
    { name: "Total", amount: total, isShown: total > price },
    { name: "Deposit", amount: deposit, isShown: !refund },
    { name: "Paid", amount: paid, isShown: !refund },
  ].filter(({ isShown }) => isShown);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-y-0.5 text-sm">
      {lines.map(({ name, amount }) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-right">
            <OwnMoney amount={amount} currency={currency} />
            {name === "Deposit" && isDollar && depositNgn > 0 && (
              <span className="block text-ink-soft text-xs">
                <OwnMoney amount={depositNgn} currency="NGN" /> taken
              </span>
            )}
          </dd>
        </div>
      ))}
      {refund &&
        [
          { name: "Paid", amount: refund.amountNgn },
          { name: "Refunded", amount: -refund.amountNgn },
        ].map(({ name, amount }) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right">
              <OwnMoney amount={amount} currency="NGN" />
            </dd>
          </div>
        ))}
      <div className="contents">
        <dt className={cx("border-line border-t pt-0.5", status === "open" ? "font-semibold" : "text-ink-soft")}>
          Due
        </dt>
        <dd className="border-line border-t pt-0.5 text-right">
          <OwnMoney
            amount={remaining}
            currency={currency}
            className={status === "open" ? "font-bold" : "text-ink-soft"}
          />
        </dd>
      </div>
    </dl>
  );
};

export const Penalty = ({ settlement }: { settlement: Settlement }) => {
  const { status, penalty, penaltyNgn, pardonedAt, auction } = settlement;
  const share = `${percentsOf(settlement).forfeitPercent}% of the price`;
  const isOpen = status === "open";
  const isForfeited = status === "forfeited";
  const isTaken = isForfeited && penaltyNgn !== null;
  const what = isTaken
    ? auction.currency === "NGN"
      ? "taken from the balance"
      : `taken from the balance, ${share}`
    : isOpen
      ? auction.currency === "NGN"
        ? null
        : "taken in naira"
      : isForfeited
        ? `${share}, taken in naira`
        : "not taken";
  return (
    <>
      <OwnMoney
        amount={isTaken ? penaltyNgn : penalty}
        currency={isTaken ? "NGN" : auction.currency}
        className={isOpen || isForfeited ? undefined : "text-ink-soft line-through"}
      />
      {what && <span className="block text-ink-soft text-xs">{what}</span>}
      {pardonedAt !== null && <span className="block text-ink-soft text-xs">the win is pardoned</span>}
    </>
  );
};

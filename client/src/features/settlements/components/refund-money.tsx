// The money of a refund: how each part of it came, and, for a refund in cash, whether the till has enough.
import { addAmounts } from "@jara/shared/money";
import { methodNames } from "@jara/shared/payment-methods";
import type { Settlement, SettlementPayment } from "@jara/shared/rest/settlements";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { messageOf } from "../../../lib/api.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { expectedCashOf } from "../day-closes/close-words.ts";
import { dayQuery } from "../day-closes/queries.ts";
import { todayOf } from "../takings-days.ts";

interface RefundPartsProps {
  readonly settlement: Settlement;
  /** The payments that count. */
  readonly payments: readonly SettlementPayment[];
}

/** Lists how the money came, so that nobody expects in the till what never was in it. */
export const RefundParts = ({ settlement, payments }: RefundPartsProps) => {
  const { deposit, paid, auction } = settlement;
  const part = (key: string, amount: number, how: ReactNode) => (
    <div key={key} className="flex flex-wrap justify-between gap-x-4">
      <dt className="min-w-0 [overflow-wrap:anywhere]">{how}</dt>
      <dd>
        <OwnMoney amount={amount} currency={auction.currency} className="font-semibold" />
      </dd>
    </div>
  );
  return (
    <dl aria-label="How it was paid" className="grid gap-1 text-sm">
      {deposit > 0 && part("deposit", deposit, "Deposit, taken from the balance")}
      {payments.map(({ _id, amount, method, reference }) =>
        part(_id, amount, `${methodNames[method]}${reference ? `, ${reference}` : ""}`),
      )}
      {payments.length === 0 && paid > 0 && part("paid", paid, "Payments")}
    </dl>
  );
};

/** NGN that a refund in cash takes out of the till. A lot in dollars was paid at the rates of its payments. */
export const refundNgn = ({ settlement, payments }: RefundPartsProps): number => {
  const { auction, deposit, paid, depositNgn } = settlement;
  if (auction.currency === "NGN") return addAmounts(deposit, paid);
  return addAmounts(depositNgn, ...payments.map(({ amountNgn }) => amountNgn));
};

/** Reads the cash that the till must have now by the books, NGN. */
export const useTill = (isAsked: boolean) => {
  const { data, error } = useQuery({ ...dayQuery(todayOf(serverNow())), enabled: isAsked });
  const open = data?.open;
  return { error, isCounted: open?.isFirst !== true, cash: open ? expectedCashOf(open) : null };
};

interface TillNoticeProps extends ReturnType<typeof useTill> {
  /** NGN that would leave it. */
  readonly needed: number;
  readonly by?: "refund" | "reversal";
}

export const TillNotice = ({ error, cash, isCounted, needed, by = "refund" }: TillNoticeProps) => {
  if (error) return <Notice tone="error">{messageOf(error, "Failed to load what is in the till")}</Notice>;
  if (cash === null) return <p className="text-sm">Reading what is in the till...</p>;
  const missing = addAmounts(needed, -cash);
  const inTill = (
    <>
      In the till: <OwnMoney amount={cash} currency="NGN" className="font-bold" />
    </>
  );
  if (missing <= 0)
    return (
      <p className="text-sm">
        {inTill}, and <OwnMoney amount={addAmounts(cash, -needed)} currency="NGN" /> after this {by}.
      </p>
    );
  return (
    <Notice tone="warning" title="The till does not have so much">
      {inTill}, by the books{!isCounted && ", without change that nobody has counted yet"}.{" "}
      <OwnMoney amount={missing} currency="NGN" className="font-bold" />{" "}
      {by === "refund" ? "must come from elsewhere, such as the safe" : "more is taken out of it"}. The close of the day
      shows the till below zero by it until that money is booked or noted.
    </Notice>
  );
};

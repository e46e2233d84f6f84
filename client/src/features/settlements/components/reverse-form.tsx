// The form that reverses a payment or a forfeit. It names each payment that it takes back: one alone cannot be chosen.
import { asMinor, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { Settlement, SettlementPayment } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../../lib/api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { isPaidByDeposit } from "../desk-actions.ts";
import { outcomesOfReversal } from "../payment-outcome.ts";
import { detailsQuery } from "../queries.ts";
import { methodLabels } from "../settlement-words.ts";
import { Effects, type FormProps } from "./action-form.tsx";
import { ReasonForm } from "./reason-forms.tsx";
import { takenBackUntilPaid, useSellerMoney } from "./seller-money.tsx";

export const ReverseForm = (props: FormProps<"reverse">) => {
  const { settlement } = props;
  const { kind, status, auction, sale, buyer } = settlement;
  const isForfeit = status === "forfeited";
  const seller = useSellerMoney(settlement._id, takenBackUntilPaid);
  const { data, error } = useQuery(detailsQuery(settlement._id));
  const payments = isForfeit ? [] : takenBack(settlement, data?.payments ?? []);
  // Otherwise the lot was not sold, or stays sold.
  const isUnsold = status === "paid" && !isPaidByDeposit(settlement);
  return (
    <ReasonForm
      {...props}
      yes={isForfeit ? "Reverse forfeit" : payments.length > 1 ? "Reverse all of them" : "Reverse payment"}
      no="Leave it"
      isDanger
      isDisabled={!isForfeit && ((!data && !error) || (isUnsold && seller.isUnknown))}
    >
      <p>
        <strong className="[overflow-wrap:anywhere]">
          {sale && `Lot ${sale.lot}: `}
          {auction.title}
        </strong>
        {isForfeit
          ? kind === "win"
            ? " was not paid in time."
            : " was bought and not paid."
          : `, ${kind === "win" ? "won" : "bought"} by ${buyer.username}.`}
      </p>
      {error && !isForfeit && <Notice tone="error">{messageOf(error, "Failed to load the payments")}</Notice>}
      {payments.length > 0 && <TakenBack payments={payments} settlement={settlement} />}
      {isUnsold && seller.note}
      <Effects effects={outcomesOfReversal(settlement)} />
    </ReasonForm>
  );
};

/** The payments that the reversal takes back. While money is due, and where the deposit pays the lot, it takes booked ones. */
const takenBack = (settlement: Settlement, payments: readonly SettlementPayment[]): readonly SettlementPayment[] => {
  const takesBooked = settlement.status === "open" || isPaidByDeposit(settlement);
  return payments.filter(
    ({ method, reversed }) => !reversed && !(takesBooked && (method === "balance" || method === "online")),
  );
};

interface TakenBackProps {
  readonly payments: readonly SettlementPayment[];
  readonly settlement: Settlement;
}

const TakenBack = ({ payments, settlement: { auction } }: TakenBackProps) => {
  const money = (amount: number) => formatMoney(amount, auction.currency);
  const isNaira = auction.currency === "NGN";
  /** Writes all that came, and not only what counted for the lot. A surplus is in naira. */
  const came = ({ amount, surplusNgn = 0 }: SettlementPayment) => toMinor(amount) + (isNaira ? toMinor(surplusNgn) : 0);
  const sum = toMajor(asMinor(payments.reduce((minor, payment) => minor + came(payment), 0)));
  return (
    <section aria-label="What is reversed" className="grid gap-1 text-sm">
      <p className="font-semibold">
        {payments.length === 1
          ? "This payment is reversed:"
          : `All of these ${payments.length} payments are reversed, ${money(sum)} together:`}
      </p>
      <ul className="grid max-h-48 list-disc gap-1 overflow-y-auto pl-5">
        {payments.map((payment) => (
          <li key={payment._id} className="[overflow-wrap:anywhere]">
            <b className="tabular">{money(toMajor(asMinor(came(payment))))}</b>
            {payment.surplusNgn !== undefined &&
              payment.surplusNgn > 0 &&
              ` ${isNaira ? "with" : "and"} ${formatMoney(payment.surplusNgn, "NGN")} to the balance`}
            , {methodLabels[payment.method]}
            {payment.reference && `, ${payment.reference}`}, {formatLagosTime(payment.at)}
          </li>
        ))}
      </ul>
      {payments.length > 1 && <p>One of them alone cannot be reversed.</p>}
    </section>
  );
};

// The form that reverses a payment or a forfeit. Of several payments staff choose the one that is taken back, or all.
import { asMinor, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { isOnSite, isRefundedInPart, methodNames, reversedTogether } from "@jara/shared/payment-methods";
import { REVERSED_MAX, type Settlement, type SettlementPayment } from "@jara/shared/rest/settlements";
import { numberedTitle } from "@jara/shared/sale-order";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { allOf } from "../../../lots/all-of.ts";
import { Notice } from "../../../ui/notice.tsx";
import { isPaidByDeposit } from "../desk-actions.ts";
import { naira, outcomesOfReversal, outcomesOfReversalOf, wholeOf } from "../payment-outcome.ts";
import { detailsQuery } from "../queries.ts";
import { Effects, type FormProps } from "./action-form.tsx";
import { ReasonForm } from "./reason-forms.tsx";
import { useReversedCash } from "./reverse-cash.tsx";
import { takenBackUntilPaid, useSellerMoney } from "./seller-money.tsx";

const ALL = "all";

export const ReverseForm = (props: FormProps<"reverse">) => {
  const { settlement, send } = props;
  const { kind, status, auction, sale, buyer } = settlement;
  const isForfeit = status === "forfeited";
  const seller = useSellerMoney(settlement._id, takenBackUntilPaid);
  const { data, error } = useQuery(detailsQuery(settlement._id));
  const counting = isForfeit ? [] : (data?.payments ?? []).filter(({ reversed }) => !reversed);
  const all = reversedTogether(counting, status === "open" || isPaidByDeposit(settlement));
  const alone = takenAlone(settlement, counting);
  // A payment that is booked or reversed meanwhile does not change what was chosen.
  const [choice, setChoice] = useState<string | null>(null);
  if (choice === null && data) setChoice(alone[0]?._id ?? ALL);
  const one = alone.find(({ _id }) => _id === choice);
  const others = one?.together?.others ?? [];
  const [isOfOneLot, setIsOfOneLot] = useState(false);
  const isWhole = others.length > 0 && !isOfOneLot;
  const isGone = choice !== null && choice !== ALL && !one;
  const taken = one ? [one] : isGone ? [] : all;
  const cash = useReversedCash(taken, isWhole, props.isPending);
  // Otherwise the lot was not sold, or stays sold.
  const isUnsold = status === "paid" && !isPaidByDeposit(settlement);
  return (
    <ReasonForm
      {...props}
      send={({ reason }) =>
        send({
          reason,
          ...(taken.length > 0 && taken.length <= REVERSED_MAX && { payments: taken.map(({ _id }) => _id) }),
          ...(isWhole && { others: others.map(({ _id }) => _id) }),
        })
      }
      yes={
        isForfeit
          ? "Reverse forfeit"
          : isWhole
            ? `Reverse it for ${allOf(others.length + 1, "lots")}`
            : taken.length > 1
              ? "Reverse all of them"
              : "Reverse payment"
      }
      no="Leave it"
      hint="The buyer reads it in the email about this."
      isDanger
      isDisabled={!isForfeit && (!data || isGone || (isUnsold && seller.isUnknown) || cash.isOpen)}
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
      {isGone && (
        <Notice tone="warning">The chosen payment was taken back in the meantime. Please choose again.</Notice>
      )}
      {alone.length > 0 && (all.length > 1 || isGone) ? (
        <Choices
          settlement={settlement}
          alone={alone}
          all={all}
          counting={counting}
          choice={choice}
          isWhole={isWhole}
          onChoose={setChoice}
        />
      ) : (
        all.length > 0 && <TakenBack payments={all} settlement={settlement} isWhole={isWhole} />
      )}
      {one && others.length > 0 && (
        <WholeOrPart payment={one} isOfOneLot={isOfOneLot} isPending={props.isPending} onChoose={setIsOfOneLot} />
      )}
      {cash.notes}
      {isUnsold && seller.note}
      <Effects
        effects={
          one
            ? outcomesOfReversalOf(settlement, one, { dueAgainAt: data?.dueAgainAt, isWhole })
            : outcomesOfReversal(settlement, data?.dueAgainAt)
        }
      />
    </ReasonForm>
  );
};

/** The payments that can be taken back alone: booked ones, unless voided bids gave a part of the payments back. */
const takenAlone = ({ paid }: Settlement, counting: readonly SettlementPayment[]): readonly SettlementPayment[] => {
  const amounts = counting.map(({ amount }) => toMinor(amount));
  return isRefundedInPart(amounts, toMinor(paid)) ? [] : reversedTogether(counting, true);
};

type Currency = Settlement["auction"]["currency"];

/** Returns all that came, and not only what counted for the lot. A surplus is in naira. */
const cameMinor = ({ amount, surplusNgn = 0 }: SettlementPayment, currency: Currency): number =>
  toMinor(amount) + (currency === "NGN" ? toMinor(surplusNgn) : 0);

const sumOf = (payments: readonly SettlementPayment[], currency: Currency): string =>
  formatMoney(toMajor(asMinor(payments.reduce((minor, one) => minor + cameMinor(one, currency), 0))), currency);

/** `Both payments`, `All 3 payments`. */
const allOfThem = ({ length }: readonly SettlementPayment[]): string =>
  allOf(length, "payments").replace(/^./, (letter) => letter.toUpperCase());

interface PaymentWordsProps {
  readonly payment: SettlementPayment;
  readonly currency: Currency;
  /** True: the payment for all its lots; false: its part for this one. */
  readonly isWhole: boolean;
}

const PaymentWords = ({ payment, currency, isWhole }: PaymentWordsProps) => {
  const { together, method, reference, at } = payment;
  const whole = wholeOf(payment);
  const surplusMinor = isWhole ? whole.surplusMinor : toMinor(payment.surplusNgn ?? 0);
  return (
    <span className="[overflow-wrap:anywhere]">
      <b className="tabular">{isWhole ? naira(whole.cameMinor) : sumOf([payment], currency)}</b>
      {surplusMinor > 0 && ` ${isWhole || currency === "NGN" ? "with" : "and"} ${naira(surplusMinor)} to the balance`},{" "}
      {methodNames[method]}
      {reference && `, ${reference}`}, {formatLagosTime(at)}
      {isWhole
        ? `, for ${whole.lots} lots`
        : together && `, part of one payment of ${formatMoney(together.ngn, "NGN")} for ${together.lots} lots`}
    </span>
  );
};

interface WholeOrPartProps {
  readonly payment: SettlementPayment;
  readonly isOfOneLot: boolean;
  readonly isPending: boolean;
  readonly onChoose: (isOfOneLot: boolean) => void;
}

/** Asks whether a payment of several lots is reversed for all of them, and names the others. */
const WholeOrPart = ({ payment, isOfOneLot, isPending, onChoose }: WholeOrPartProps) => {
  const name = useId();
  const { together, amountNgn, surplusNgn = 0, method } = payment;
  const others = together?.others ?? [];
  const own = toMinor(amountNgn) + toMinor(surplusNgn);
  return (
    <fieldset className="grid gap-1 text-sm" disabled={isPending}>
      <legend className="font-semibold">
        This {method === "transfer" ? "transfer" : "payment"} paid {others.length + 1} lots
      </legend>
      <Radio name={name} checked={!isOfOneLot} onChoose={() => onChoose(false)}>
        <span>
          Reverse {allOf(others.length + 1, "lots")}, <b className="tabular">{naira(wholeOf(payment).cameMinor)}</b>
          <span className="block text-ink-soft [overflow-wrap:anywhere]">
            also {others.map(({ title, lot }) => numberedTitle(title, lot)).join(", ")}
          </span>
        </span>
      </Radio>
      <Radio name={name} checked={isOfOneLot} onChoose={() => onChoose(true)}>
        <span>
          Only this lot, <b className="tabular">{naira(own)}</b>
        </span>
      </Radio>
    </fieldset>
  );
};

interface RadioProps {
  /** The same for all of one question. */
  readonly name: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

const Radio = ({ name, checked, onChoose, children }: RadioProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input type="radio" name={name} checked={checked} onChange={onChoose} className="size-5 shrink-0 accent-brand" />
    {children}
  </label>
);

interface TakenBackProps {
  readonly payments: readonly SettlementPayment[];
  readonly settlement: Settlement;
  /** True: the payment is reversed for all its lots. */
  readonly isWhole: boolean;
}

const TakenBack = ({ payments, settlement: { auction }, isWhole }: TakenBackProps) => (
  <section aria-label="What is reversed" className="grid gap-1 text-sm">
    <p className="font-semibold">
      {payments.length === 1
        ? "This payment is reversed:"
        : `${allOfThem(payments)} are reversed, ${sumOf(payments, auction.currency)} together:`}
    </p>
    <ul className="grid max-h-48 list-disc gap-1 overflow-y-auto pl-5">
      {payments.map((payment) => (
        <li key={payment._id}>
          <PaymentWords payment={payment} currency={auction.currency} isWhole={isWhole} />
        </li>
      ))}
    </ul>
    {payments.length > 1 && <p>One of them alone cannot be reversed.</p>}
  </section>
);

interface ChoicesProps {
  readonly settlement: Settlement;
  readonly alone: readonly SettlementPayment[];
  readonly all: readonly SettlementPayment[];
  readonly counting: readonly SettlementPayment[];
  readonly choice: string | null;
  /** True: the chosen payment is reversed for all its lots. */
  readonly isWhole: boolean;
  readonly onChoose: (choice: string) => void;
}

const Choices = ({ settlement: { auction }, alone, all, counting, choice, isWhole, onChoose }: ChoicesProps) => {
  const name = useId();
  const { currency } = auction;
  const option = (value: string, words: ReactNode) => (
    <Radio key={value} name={name} checked={choice === value} onChoose={() => onChoose(value)}>
      {words}
    </Radio>
  );
  const others = counting.filter((payment) => isOnSite(payment));
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="font-semibold">Which payment is reversed?</legend>
      <div className="max-h-60 overflow-y-auto">
        {alone.map((payment) =>
          option(
            payment._id,
            <PaymentWords payment={payment} currency={currency} isWhole={isWhole && choice === payment._id} />,
          ),
        )}
        {all.length > 1 &&
          option(
            ALL,
            <span>
              {allOfThem(all)}, <b className="tabular">{sumOf(all, currency)}</b>
              {all.length > alone.length && ", also those that were made on the site"}
            </span>,
          )}
      </div>
      {others.length > 0 && (
        <p className="text-ink-soft">
          {sumOf(others, currency)} was paid from the balance or online. This money came, so it cannot be reversed
          alone.
        </p>
      )}
    </fieldset>
  );
};

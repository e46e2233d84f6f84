// Gives back all that was paid for a sold lot, and takes the sale back. It says beforehand what that does.
import type { RefundWay } from "@jara/shared/refund-ways";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Check } from "../../../ui/check.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { useMay } from "../../../ui/may.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { detailsQuery } from "../queries.ts";
import { Effects, type FormProps } from "./action-form.tsx";
import { ReasonForm } from "./reason-forms.tsx";
import { RefundParts, refundNgn, TillNotice, useTill } from "./refund-money.tsx";
import { takenBack, useSellerMoney } from "./seller-money.tsx";

export const RefundForm = (props: FormProps<"refund">) => {
  const { settlement, isPending, send } = props;
  const { auction, buyer, deposit, paid, pickup } = settlement;
  const [to, setTo] = useState<RefundWay>("balance");
  const mayPayOut = useMay("balances:change");
  const { isUnknown, note } = useSellerMoney(settlement._id, takenBack);
  const { data } = useQuery(detailsQuery(settlement._id));
  const payments = (data?.payments ?? []).filter(({ reversed }) => !reversed);
  const isInCash = to === "cash";
  const till = useTill(isInCash);
  const needed = refundNgn({ settlement, payments });
  const isShort = till.cash !== null && needed > till.cash;
  const [isHanded, setIsHanded] = useState(false);
  const [isFromElsewhere, setIsFromElsewhere] = useState(false);
  const isAnswered = isHanded && (till.cash !== null || till.error !== null) && (!isShort || isFromElsewhere);
  const whole = <OwnMoney amount={deposit + paid} currency={auction.currency} className="font-bold" />;
  const name = <strong className="[overflow-wrap:anywhere]">{buyer.username}</strong>;
  return (
    <ReasonForm
      {...props}
      send={(body) => send({ to, ...body })}
      yes="Refund and cancel the sale"
      no="Leave it sold"
      isDanger
      isDisabled={isUnknown || (isInCash && !isAnswered)}
    >
      {pickup?.status === "handed-over" && (
        <Notice tone="warning" title="This lot was handed over.">
          Make sure that you have it back before you refund it.
        </Notice>
      )}
      <p>
        {whole} goes back to {name} for <strong className="[overflow-wrap:anywhere]">{auction.title}</strong>: the
        deposit and all payments.
      </p>
      <RefundParts settlement={settlement} payments={payments} />
      <Choice
        label="How it goes back"
        disabled={isPending}
        value={to}
        options={[
          ["balance", "To the balance on this site"],
          ["transfer", "By transfer to the buyer's own bank account"],
          ...(mayPayOut ? ([["cash", "In cash from the till"]] as const) : []),
        ]}
        onChoose={setTo}
      />
      {isInCash && (
        <>
          <p className="text-sm">
            You give {name} {whole} in cash{auction.currency === "USD" && ", in the naira that the result names"}: all
            of it leaves the till, also what did not come in cash.
          </p>
          <TillNotice {...till} needed={needed} />
          {isShort && (
            <Check
              label="The rest comes from elsewhere, and I note it at the close of the day"
              checked={isFromElsewhere}
              disabled={isPending}
              onChange={setIsFromElsewhere}
            />
          )}
          <Check
            label={`${buyer.username} is here and gets the cash`}
            checked={isHanded}
            disabled={isPending}
            onChange={setIsHanded}
          />
        </>
      )}
      {note}
      <Effects
        effects={[
          ...(to === "transfer" ? ["The transfer then waits under Withdrawals for its approval."] : []),
          ...(isInCash
            ? [
                "The takings and the close of the day have it as cash that went out of the till.",
                "If the refund waits for a second person, pay it out once that person has approved it.",
              ]
            : []),
          "A credit note corrects the receipts, and the buyer gets an email.",
          "The lot is unsold, has no winner, and can be relisted.",
          "This cannot be undone.",
        ]}
      />
    </ReasonForm>
  );
};

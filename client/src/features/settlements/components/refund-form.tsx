// Gives back all that was paid for a sold lot, and takes the sale back. It says beforehand what that does.
import type { RefundWay } from "@jara/shared/refund-ways";
import { useState } from "react";
import { Check } from "../../../ui/check.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { useMay } from "../../../ui/may.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Effects, type FormProps } from "./action-form.tsx";
import { ReasonForm } from "./reason-forms.tsx";
import { takenBack, useSellerMoney } from "./seller-money.tsx";

export const RefundForm = (props: FormProps<"refund">) => {
  const { settlement, isPending, send } = props;
  const { auction, buyer, deposit, paid, pickup } = settlement;
  const [to, setTo] = useState<RefundWay>("balance");
  const mayPayOut = useMay("balances:change");
  const { isUnknown, note } = useSellerMoney(settlement._id, takenBack);
  const [isHanded, setIsHanded] = useState(false);
  const whole = <OwnMoney amount={deposit + paid} currency={auction.currency} className="font-bold" />;
  const name = <strong className="[overflow-wrap:anywhere]">{buyer.username}</strong>;
  return (
    <ReasonForm
      {...props}
      send={(body) => send({ to, ...body })}
      yes="Refund and cancel the sale"
      no="Leave it sold"
      isDanger
      isDisabled={isUnknown || (to === "cash" && !isHanded)}
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
      {to === "cash" && (
        <>
          <Notice tone="warning" title="Cash from the till">
            You give {name} {whole} in cash{auction.currency === "USD" && ", in the naira that the result names"}. If
            the refund waits for a second person, pay it out once that person has approved it.
          </Notice>
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
          ...(to === "cash" ? ["The takings and the close of the day have it as cash that went out of the till."] : []),
          "A credit note corrects the receipts, and the buyer gets an email.",
          "The lot is unsold, has no winner, and can be relisted.",
          "This cannot be undone.",
        ]}
      />
    </ReasonForm>
  );
};

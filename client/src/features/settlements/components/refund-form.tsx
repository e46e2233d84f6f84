// Gives back all that was paid for a sold lot, and takes the sale back. It says beforehand what that does.
import type { RefundWay } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { Choice } from "../../../ui/choice.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Effects, type FormProps } from "./action-form.tsx";
import { ReasonForm } from "./reason-forms.tsx";
import { takenBack, useSellerMoney } from "./seller-money.tsx";

export const RefundForm = (props: FormProps<"refund">) => {
  const { settlement, isPending, send } = props;
  const { auction, buyer, deposit, paid, pickup } = settlement;
  const [to, setTo] = useState<RefundWay>("balance");
  const { isUnknown, note } = useSellerMoney(settlement._id, takenBack);
  return (
    <ReasonForm
      {...props}
      send={(body) => send({ to, ...body })}
      yes="Refund and cancel the sale"
      no="Leave it sold"
      isDanger
      isDisabled={isUnknown}
    >
      {pickup?.status === "handed-over" && (
        <Notice tone="warning" title="This lot was handed over.">
          Make sure that you have it back before you refund it.
        </Notice>
      )}
      <p>
        <OwnMoney amount={deposit + paid} currency={auction.currency} className="font-bold" /> goes back to{" "}
        <strong className="[overflow-wrap:anywhere]">{buyer.username}</strong> for{" "}
        <strong className="[overflow-wrap:anywhere]">{auction.title}</strong>: the deposit and all payments.
      </p>
      <Choice
        label="How it goes back"
        disabled={isPending}
        value={to}
        options={[
          ["balance", "To the balance on this site"],
          ["transfer", "By transfer to the buyer's own bank account"],
        ]}
        onChoose={setTo}
      />
      {note}
      <Effects
        effects={[
          ...(to === "transfer" ? ["The transfer then waits under Withdrawals for its approval."] : []),
          "A credit note corrects the receipts, and the buyer gets an email.",
          "The lot is unsold, has no winner, and can be relisted.",
          "This cannot be undone.",
        ]}
      />
    </ReasonForm>
  );
};

// The forms for the pickup of a paid lot: where and when it can be collected, and the handover with the buyer's code.
import { useState } from "react";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { DigitsInput } from "../../../ui/digits-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { usePickupTexts } from "../hooks/use-pickup-texts.ts";
import type { FormProps } from "./action-form.tsx";
import { PickupFields } from "./pickup-fields.tsx";
import { paidAtHandover, useSellerMoney } from "./seller-money.tsx";

export const ReadyForm = ({ settlement, isPending, send, close }: FormProps<"ready">) => {
  const { auction, buyer, pickup } = settlement;
  const [isChecked, setIsChecked] = useState(false);
  const stored = storedIn(pickup);
  const texts = usePickupTexts([settlement], stored);
  const [opened] = useState(stored);
  const isChanged = stored !== null && (stored.place !== opened?.place || stored.hours !== opened.hours);
  const submit = () => {
    setIsChecked(true);
    const named = isPending ? null : texts.take();
    if (named) send({ ...named, seen: stored });
  };
  return (
    <AskForm
      yes={pickup?.status === "ready" ? "Save" : "Ready for pickup"}
      no="Cancel"
      isPending={isPending}
      isDisabled={texts.isLoading}
      onNo={close}
      onYes={submit}
    >
      <p>
        <strong>{buyer.username}</strong> is told where and when to collect{" "}
        <strong className="[overflow-wrap:anywhere]">{auction.title}</strong>, and has a six-digit code to show there.
      </p>
      {isChanged && !isPending && (
        <Notice
          tone="warning"
          title="Somebody else saved this in the meantime"
          action={
            <Button variant="secondary" size="sm" onClick={texts.forget}>
              Use theirs
            </Button>
          }
        >
          {stored.place}, {stored.hours}
        </Notice>
      )}
      <PickupFields texts={texts} isChecked={isChecked} isPending={isPending} />
    </AskForm>
  );
};

/** The stored texts; null if there are none. */
const storedIn = (pickup: FormProps<"ready">["settlement"]["pickup"]) =>
  pickup?.place && pickup.hours ? { place: pickup.place, hours: pickup.hours } : null;

export const HandoverForm = ({ settlement, isPending, send, close }: FormProps<"handed-over">) => {
  const { auction, buyer } = settlement;
  const [code, setCode] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const isWhole = /^\d{6}$/.test(code);
  const { isUnknown, note } = useSellerMoney(settlement._id, paidAtHandover);
  const submit = () => {
    setIsChecked(true);
    if (isWhole && !isPending && !isUnknown) send({ code });
  };
  return (
    <AskForm yes="Handed over" no="Not yet" isPending={isPending} isDisabled={isUnknown} onNo={close} onYes={submit}>
      <p>
        Ask <strong>{buyer.username}</strong> for the code of{" "}
        <strong className="[overflow-wrap:anywhere]">{auction.title}</strong>. The buyer finds it on the lot's page.
      </p>
      <Field label="The buyer's code" error={isChecked && !isWhole ? "The code has six digits" : null}>
        <DigitsInput
          readOnly={isPending}
          digits={code}
          onType={setCode}
          className="max-w-40 text-center font-semibold text-xl tracking-[0.3em]"
        />
      </Field>
      {note}
    </AskForm>
  );
};

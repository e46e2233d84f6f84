// The forms for the pickup of a paid lot: where and when it can be collected, and the handover with the buyer's code.
import { useState } from "react";
import { messageOf } from "../../../lib/api.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Check } from "../../../ui/check.tsx";
import { DigitsInput } from "../../../ui/digits-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { saleIdOf, usePickupTexts } from "../hooks/use-pickup-texts.ts";
import { useReadyTogether } from "../hooks/use-ready-together.ts";
import type { FormProps } from "./action-form.tsx";
import { PickupFields } from "./pickup-fields.tsx";
import { paidAtHandover, useSellersMoney } from "./seller-money.tsx";

export const ReadyForm = ({ settlement, isPending, send, close }: FormProps<"ready">) => {
  const { auction, buyer, pickup } = settlement;
  const [isChecked, setIsChecked] = useState(false);
  const stored = storedIn(pickup);
  const texts = usePickupTexts([settlement], stored);
  const [opened] = useState(stored);
  const isChanged = stored !== null && (stored.place !== opened?.place || stored.hours !== opened.hours);
  const submit = () => {
    setIsChecked(true);
    const named = isPending ? null : texts.take()?.get(saleIdOf(settlement));
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
      {texts.sales.map((ofSale) => (
        <PickupFields key={ofSale.saleId} texts={ofSale} isChecked={isChecked} isPending={isPending} />
      ))}
    </AskForm>
  );
};

/** The stored texts; null if there are none. */
const storedIn = (pickup: FormProps<"ready">["settlement"]["pickup"]) =>
  pickup?.place && pickup.hours ? { place: pickup.place, hours: pickup.hours } : null;

/** Hands over all lots of the buyer and the sale that are ready; each may stay. They have one code. */
export const HandoverForm = ({ settlement, isPending, send, close }: FormProps<"handed-over">) => {
  const { buyer } = settlement;
  const [code, setCode] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const [kept, setKept] = useState<readonly string[]>([]);
  const { ready, isUnknown: isListUnknown, error } = useReadyTogether(settlement);
  const chosen = ready.filter(({ _id }) => !kept.includes(_id));
  const { isUnknown: isMoneyUnknown, notes } = useSellersMoney(chosen, paidAtHandover);
  const isUnknown = isListUnknown || isMoneyUnknown;
  const isWhole = /^\d{6}$/.test(code);
  const submit = () => {
    setIsChecked(true);
    const [first, ...others] = chosen;
    if (!isWhole || isPending || isUnknown || !first) return;
    const ids = chosen.map(({ _id }) => _id).filter((id) => id !== settlement._id);
    // The call is about the lot that was asked for, unless that one stays.
    const isAmong = chosen.some(({ _id }) => _id === settlement._id);
    const rest = isAmong ? ids : others.map(({ _id }) => _id);
    send({ code, ...(rest.length > 0 && { others: rest }) }, isAmong ? settlement : first);
  };
  return (
    <AskForm
      yes={chosen.length > 1 ? `Hand over ${lotsWords(chosen.length)}` : "Hand over"}
      no="Not yet"
      isPending={isPending}
      isDisabled={isUnknown || chosen.length === 0}
      onNo={close}
      onYes={submit}
    >
      <p>
        Ask <strong>{buyer.username}</strong> for the pickup code. The buyer finds it under Purchases and on the page of
        each lot.
      </p>
      {error && <Notice tone="warning">{messageOf(error, "Failed to load the buyer's other lots")}</Notice>}
      <fieldset className="grid">
        <legend className="font-semibold text-sm">Hand over now</legend>
        {ready.map(({ _id, auction, sale }) => (
          <Check
            key={_id}
            className="[overflow-wrap:anywhere]"
            label={`${sale ? `Lot ${sale.lot}: ` : ""}${auction.title}`}
            checked={!kept.includes(_id)}
            disabled={isPending}
            onChange={(isChosen) => setKept(isChosen ? kept.filter((id) => id !== _id) : [...kept, _id])}
          />
        ))}
      </fieldset>
      {kept.length > 0 && <p className="text-ink-soft text-sm">Lots that stay get another code.</p>}
      <Field label="The buyer's code" error={isChecked && !isWhole ? "The code has six digits" : null}>
        <DigitsInput
          readOnly={isPending}
          digits={code}
          onType={setCode}
          className="max-w-52 text-center font-semibold text-xl tracking-[0.3em]"
        />
      </Field>
      {notes}
    </AskForm>
  );
};

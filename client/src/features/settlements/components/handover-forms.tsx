// The forms for the pickup of a paid lot: where and when it can be collected, and the handover with the buyer's code.
import { PICKUP_TEXT_MAX } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { hoursText } from "../../../lots/hours-words.ts";
import { useSiteDetails } from "../../../lots/site-details.ts";
import { AskForm } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { DigitsInput } from "../../../ui/digits-input.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { lastPickup, rememberPickup } from "../last-pickup.ts";
import type { FormProps } from "./action-form.tsx";
import { paidAtHandover, useSellerMoney } from "./seller-money.tsx";

export const ReadyForm = ({ settlement, isPending, send, close }: FormProps<"ready">) => {
  const { auction, buyer, pickup } = settlement;
  const { details } = useSiteDetails();
  const [typed, setTyped] = useState<{ place?: string; hours?: string }>({});
  // Takes the typed text, else the stored one, else that of the last handover, else that of the settings.
  const last = lastPickup();
  const place = typed.place ?? pickup?.place ?? (last.place || (details?.hours.place ?? ""));
  const hours = typed.hours ?? pickup?.hours ?? (last.hours || (details ? hoursText(details.hours.days) : ""));
  const setPlace = (text: string) => setTyped({ ...typed, place: text });
  const setHours = (text: string) => setTyped({ ...typed, hours: text });
  const [isChecked, setIsChecked] = useState(false);
  const stored = storedIn(pickup);
  const [opened] = useState(stored);
  const isChanged = stored !== null && (stored.place !== opened?.place || stored.hours !== opened.hours);
  const submit = () => {
    setIsChecked(true);
    const named = { place: place.trim(), hours: hours.trim() };
    if (!named.place || !named.hours || isPending) return;
    rememberPickup(named);
    send({ ...named, seen: stored });
  };
  const fields = [
    { label: "Place", value: place, set: setPlace, empty: "Please say where", hint: "12 Allen Avenue, Ikeja" },
    { label: "Hours", value: hours, set: setHours, empty: "Please say when", hint: "Monday to Friday, 9:00 to 16:00" },
  ];
  return (
    <AskForm
      yes={pickup?.status === "ready" ? "Save" : "Ready for pickup"}
      no="Cancel"
      isPending={isPending}
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
            <Button variant="secondary" size="sm" onClick={() => setTyped({})}>
              Use theirs
            </Button>
          }
        >
          {stored.place}, {stored.hours}
        </Notice>
      )}
      {fields.map(({ label, value, set, empty, hint }) => (
        <Field key={label} label={label} error={isChecked && !value.trim() ? empty : null}>
          <Input
            maxLength={PICKUP_TEXT_MAX}
            placeholder={hint}
            readOnly={isPending}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        </Field>
      ))}
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

// The form with which staff accept an offer, or propose other terms for an accepted one.
import type { Currency } from "@jara/shared/money";
import { CHARGE_TEXT_MAX, CHARGES_MAX, USUAL_VAT_PERCENT } from "@jara/shared/offer-limits";
import type { StaffOffer } from "@jara/shared/rest/offers";
import { readAmount, readNumber, writtenAmount } from "@jara/shared/typed-amount";
import { type FormEvent, useState } from "react";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Terms } from "./queries.ts";

const USUAL_COMMISSION = "10";

const typedOf = ({ agreement }: StaffOffer) => ({
  currency: agreement?.currency ?? ("NGN" as Currency),
  startingPrice: agreement ? writtenAmount(agreement.startingPrice) : "",
  reservePrice: agreement?.reservePrice != null ? writtenAmount(agreement.reservePrice) : "",
  commission: String(agreement?.commissionPercent ?? USUAL_COMMISSION),
  leastCommission: agreement ? writtenAmount(agreement.leastCommission) : "0",
  vat: String(agreement?.vatPercent ?? USUAL_VAT_PERCENT),
  charges: (agreement?.charges ?? []).map(({ text, amount }) => ({ text, amount: writtenAmount(amount) })),
});
type Typed = ReturnType<typeof typedOf>;

const percentIn = (typed: string): number | null => {
  const percent = readNumber(typed);
  return percent !== null && percent >= 0 && percent <= 100 && Math.round(percent * 100) === percent * 100
    ? percent
    : null;
};

/** Returns the terms, or the sentence about what is wrong. */
const readTerms = (typed: Typed, revision: number): Terms | string => {
  const startingPrice = readAmount(typed.startingPrice) ?? 0;
  const reservePrice = typed.reservePrice.trim() === "" ? null : readAmount(typed.reservePrice);
  const commissionPercent = percentIn(typed.commission);
  const vatPercent = percentIn(typed.vat);
  const leastCommission = readAmount(typed.leastCommission.trim() || "0");
  if (startingPrice <= 0) return "Please give the starting price";
  if (typed.reservePrice.trim() !== "" && !reservePrice) return "The reserve is not an amount";
  if (reservePrice !== null && reservePrice < startingPrice) return "The reserve is below the starting price";
  if (commissionPercent === null) return "The commission is a percentage from 0 to 100";
  if (vatPercent === null) return "The VAT is a percentage from 0 to 100";
  if (leastCommission === null) return "The least commission is not an amount";
  const charges = typed.charges
    .filter(({ text, amount }) => text.trim() !== "" || amount.trim() !== "")
    .map(({ text, amount }) => ({ text: text.trim(), amount: readAmount(amount) ?? 0 }));
  if (charges.some(({ text, amount }) => text === "" || amount <= 0)) return "Each charge needs words and an amount";
  const { currency } = typed;
  return { startingPrice, reservePrice, currency, commissionPercent, vatPercent, leastCommission, charges, revision };
};

interface TermsFormProps {
  offer: StaffOffer;
  isPending: boolean;
  send: (terms: Terms) => void;
  close: () => void;
}

export const TermsForm = ({ offer, isPending, send, close }: TermsFormProps) => {
  const [typed, setTyped] = useState(() => typedOf(offer));
  const [problem, setProblem] = useState<string | null>(null);
  const change = (changed: Partial<Typed>) => setTyped((before) => ({ ...before, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readTerms(typed, offer.revision);
    setProblem(typeof read === "string" ? read : null);
    if (typeof read !== "string") send(read);
  };
  const amount = (label: string, name: "startingPrice" | "reservePrice" | "leastCommission", hint?: string) => (
    <Field label={label} hint={hint}>
      <AmountInput currency={typed.currency} typed={typed[name]} onType={(text) => change({ [name]: text })} />
    </Field>
  );
  return (
    <form noValidate aria-label="Terms" className="grid max-w-2xl gap-3" onSubmit={submit}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice<Currency>
          label="Currency"
          value={typed.currency}
          options={[
            ["NGN", "Naira (₦)"],
            ["USD", "US dollar ($)"],
          ]}
          onChoose={(currency) => change({ currency })}
        />
        {amount("Starting price", "startingPrice")}
        {amount("Reserve", "reservePrice", "Empty: none")}
        <Field label="Commission (%)">
          <Input
            inputMode="decimal"
            value={typed.commission}
            onChange={({ target }) => change({ commission: target.value })}
          />
        </Field>
        {amount("Least commission", "leastCommission")}
        <Field label="VAT on the commission (%)">
          <Input inputMode="decimal" value={typed.vat} onChange={({ target }) => change({ vat: target.value })} />
        </Field>
      </div>
      <Charges typed={typed} change={change} />
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending}>
          {offer.agreement ? "Propose new terms" : "Accept with these terms"}
        </Button>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

const Charges = ({ typed, change }: { typed: Typed; change: (changed: Partial<Typed>) => void }) => {
  const { charges, currency } = typed;
  const set = (place: number, changed: Partial<Typed["charges"][number]>) =>
    change({ charges: charges.map((one, at) => (at === place ? { ...one, ...changed } : one)) });
  return (
    <fieldset className="grid gap-2">
      <legend className="font-semibold text-sm">Charges</legend>
      {charges.map((charge, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a charge has no other name
        <div key={place} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Input
            aria-label={`Charge ${place + 1}`}
            placeholder="For example: transport"
            maxLength={CHARGE_TEXT_MAX}
            value={charge.text}
            onChange={({ target }) => set(place, { text: target.value })}
          />
          <AmountInput
            aria-label={`Amount of charge ${place + 1}`}
            currency={currency}
            typed={charge.amount}
            onType={(amount) => set(place, { amount })}
          />
        </div>
      ))}
      {charges.length < CHARGES_MAX && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => change({ charges: [...charges, { text: "", amount: "" }] })}
        >
          Add a charge
        </Button>
      )}
    </fieldset>
  );
};

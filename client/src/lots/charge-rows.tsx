// The charges of a seller, line by line, as they are typed.
import type { Currency } from "@jara/shared/money";
import { CHARGE_TEXT_MAX, CHARGES_MAX } from "@jara/shared/offer-limits";
import { writtenAmount } from "@jara/shared/typed-amount";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";

export interface TypedCharge {
  readonly text: string;
  readonly amount: string;
}

export const typedCharges = (charges: readonly { readonly text: string; readonly amount: number }[]): TypedCharge[] =>
  charges.map(({ text, amount }) => ({ text, amount: writtenAmount(amount) }));

/** Lines in which nothing is typed are no charges. */
export const chargesIn = (typed: readonly TypedCharge[]): TypedCharge[] =>
  typed
    .map(({ text, amount }) => ({ text: text.trim(), amount: amount.trim() }))
    .filter((one) => one.text || one.amount);

interface ChargeRowsProps {
  charges: readonly TypedCharge[];
  currency: Currency;
  onChange: (charges: TypedCharge[]) => void;
}

export const ChargeRows = ({ charges, currency, onChange }: ChargeRowsProps) => {
  const set = (place: number, changed: Partial<TypedCharge>) =>
    onChange(charges.map((one, at) => (at === place ? { ...one, ...changed } : one)));
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold text-sm">Charges</legend>
      <p className="text-ink-soft text-sm">
        Taken off the price when the seller is paid. For an item that is not sold nothing is due.
      </p>
      {charges.map((charge, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a charge has no other name
        <div key={place} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_10rem_auto]">
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
          <Button
            variant="ghost"
            aria-label={`Remove charge ${place + 1}`}
            className="justify-self-start"
            onClick={() => onChange(charges.filter((_, at) => at !== place))}
          >
            Remove
          </Button>
        </div>
      ))}
      {charges.length < CHARGES_MAX && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...charges, { text: "", amount: "" }])}
        >
          Add a charge
        </Button>
      )}
    </fieldset>
  );
};

// The usual terms of sellers: their form and their words. Amounts are in naira.
import { formatMoney } from "@jara/shared/money";
import type { SettingValues } from "@jara/shared/site-settings";
import { writtenAmount } from "@jara/shared/typed-amount";
import { ChargeRows, chargesIn, type TypedCharge, typedCharges } from "../../lots/charge-rows.tsx";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { type EditorProps, nothing, type SettingForm, typedNumber } from "./setting-form.ts";

interface TypedTerms {
  readonly commission: string;
  readonly leastCommission: string;
  readonly vat: string;
  readonly charges: readonly TypedCharge[];
}

const SellerTermsEditor = ({ typed, onChange, mistakes }: EditorProps<TypedTerms>) => {
  const ofCharges = Object.keys(mistakes).some((path) => path.startsWith("charges"));
  const percent = (label: string, name: "commission" | "vat", mistake: string | undefined) => (
    <Field label={label} error={mistake}>
      <Input
        inputMode="decimal"
        className="tabular"
        value={typed[name]}
        onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
      />
    </Field>
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {percent("Commission (%)", "commission", mistakes.commissionPercent)}
        <Field label="Least commission" hint="0: none" error={mistakes.leastCommission}>
          <AmountInput
            currency="NGN"
            typed={typed.leastCommission}
            onType={(leastCommission) => onChange({ ...typed, leastCommission })}
          />
        </Field>
        {percent("VAT on the commission (%)", "vat", mistakes.vatPercent)}
      </div>
      <ChargeRows charges={typed.charges} currency="NGN" onChange={(charges) => onChange({ ...typed, charges })} />
      {ofCharges && (
        <p role="alert" className="font-medium text-danger text-sm">
          Each charge needs words and an amount
        </p>
      )}
    </>
  );
};

export const sellerTermsForm: SettingForm<SettingValues["seller-terms"], TypedTerms> = {
  toTyped: ({ commissionPercent, leastCommission, vatPercent, charges }) => ({
    commission: String(commissionPercent),
    leastCommission: writtenAmount(leastCommission),
    vat: String(vatPercent),
    charges: typedCharges(charges),
  }),
  toValue: ({ commission, leastCommission, vat, charges }) => ({
    commissionPercent: typedNumber(commission),
    leastCommission: typedNumber(leastCommission),
    vatPercent: typedNumber(vat),
    charges: chargesIn(charges).map(({ text, amount }) => ({ text, amount: typedNumber(amount) })),
  }),
  inWords: ({ commissionPercent, leastCommission, vatPercent, charges }) => [
    ["Commission", `${commissionPercent}% of the price`],
    ["Least commission", leastCommission === 0 ? nothing : formatMoney(leastCommission, "NGN")],
    ["VAT on the commission", `${vatPercent}%`],
    ["Charges", charges.map(({ text, amount }) => `${text}: ${formatMoney(amount, "NGN")}`).join("; ") || nothing],
  ],
  Editor: SellerTermsEditor,
};

// The form with which staff accept an offer, or propose other terms for an accepted one.
import { type Currency, formatMoney } from "@jara/shared/money";
import type { UsualTerms } from "@jara/shared/rest/agreements";
import type { StaffOffer } from "@jara/shared/rest/offers";
import { readAmount, readNumber, writtenAmount } from "@jara/shared/typed-amount";
import { type FormEvent, useState } from "react";
import { ChargeRows, chargesIn, typedCharges } from "../../lots/charge-rows.tsx";
import { saleAt } from "../../lots/sale-at.ts";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Button } from "../../ui/button.tsx";
import { Check } from "../../ui/check.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Terms } from "./queries.ts";

const typedAmounts = ({ leastCommission, charges }: Pick<UsualTerms, "leastCommission" | "charges">) => ({
  leastCommission: writtenAmount(leastCommission),
  charges: typedCharges(charges),
});
/** The usual amounts are in naira. */
const usualAmounts = (usual: UsualTerms, currency: Currency) =>
  typedAmounts(currency === "NGN" ? usual : { leastCommission: 0, charges: [] });

/**
 * An offer without terms begins with the usual ones, and with the prices of its lot if it was imported, or with the lowest
 * price that the seller accepts as the reserve. `fromLot`: the lot has other prices than the agreement, and these are
 * proposed.
 */
const typedOf = ({ agreement, lot, lowestPrice }: StaffOffer, usual: UsualTerms, fromLot: boolean) => {
  const prices = (fromLot ? lot : null) ?? agreement ?? lot;
  const reserve = prices ? prices.reservePrice : lowestPrice;
  const { commissionPercent, vatPercent } = agreement ?? usual;
  const currency: Currency = prices?.currency ?? "NGN";
  return {
    currency,
    startingPrice: prices ? writtenAmount(prices.startingPrice) : "",
    reservePrice: reserve === null ? "" : writtenAmount(reserve),
    commission: String(commissionPercent),
    vat: String(vatPercent),
    ...(agreement ? typedAmounts(agreement) : usualAmounts(usual, currency)),
  };
};
type Typed = ReturnType<typeof typedOf>;

const percentIn = (typed: string): number | null => {
  const percent = readNumber(typed);
  return percent !== null && percent >= 0 && percent <= 100 && Math.round(percent * 100) === percent * 100
    ? percent
    : null;
};

/** Returns the terms, or the sentence about what is wrong. */
const readTerms = (typed: Typed, revision: number): (Terms & UsualTerms) | string => {
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
  const charges = chargesIn(typed.charges).map(({ text, amount }) => ({ text, amount: readAmount(amount) ?? 0 }));
  if (charges.some(({ text, amount }) => text === "" || amount <= 0)) return "Each charge needs words and an amount";
  const { currency } = typed;
  return { startingPrice, reservePrice, currency, commissionPercent, vatPercent, leastCommission, charges, revision };
};

interface TermsFormProps {
  offer: StaffOffer;
  usual: UsualTerms;
  others: Readonly<Record<Currency, number>>;
  /** True if the form begins with the prices of the lot. */
  fromLot: boolean;
  isPending: boolean;
  send: (terms: Terms) => void;
  close: () => void;
}

export const TermsForm = ({ offer, usual, others, fromLot, isPending, send, close }: TermsFormProps) => {
  const [typed, setTyped] = useState(() => typedOf(offer, usual, fromLot));
  const [isChecked, setIsChecked] = useState(false);
  const read = readTerms(typed, offer.revision);
  const [withOthers, setWithOthers] = useState(false);
  const waiting = others[typed.currency];
  const change = (changed: Partial<Typed>) => setTyped((before) => ({ ...before, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (typeof read !== "string") send(withOthers && waiting > 0 ? { ...read, others: true } : read);
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
          onChoose={(currency) => change({ currency, ...usualAmounts(usual, currency) })}
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
      <ChargeRows charges={typed.charges} currency={typed.currency} onChange={(charges) => change({ charges })} />
      {waiting > 0 && (
        <Check
          label={
            waiting === 1
              ? "Also for the seller's other lot that waits for terms, with the prices of that lot"
              : `Also for the seller's ${waiting} other lots that wait for terms, each with the prices of its lot`
          }
          checked={withOthers}
          disabled={isPending}
          onChange={setWithOthers}
        />
      )}
      {typeof read === "string" ? isChecked && <Notice tone="error">{read}</Notice> : <SellerGets terms={read} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending}>
          {offer.agreement ? "Send a new agreement" : "Accept and send the agreement"}
        </Button>
        <Button variant="ghost" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

const SellerGets = ({ terms }: { terms: Terms & UsualTerms }) => {
  const { reservePrice, startingPrice, currency } = terms;
  const price = reservePrice ?? startingPrice;
  const at = reservePrice == null ? "at the starting price" : "at the reserve";
  return (
    <p role="status">
      The seller gets <b className="tabular">{formatMoney(saleAt(price, terms).net, currency)}</b> {at}, and reads the
      agreement before accepting it.
    </p>
  );
};

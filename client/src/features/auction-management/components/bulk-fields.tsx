// The fields of an action on many lots, and the action that they describe.
import type { Category } from "@jara/shared/auction";
import { type Currency, currencies } from "@jara/shared/money";
import { useState } from "react";
import { amountOf } from "../../../lots/lot-form/lot-form.ts";
import {
  fromSoftCloseForm,
  OFF,
  preselectedSoftClose,
  type SoftCloseForm,
  softCloseCapError,
  windowChoices,
} from "../../../lots/soft-close-input.ts";
import { saleChoice, saleLabel } from "../../../queries/sales-to-choose.ts";
import { useCategories } from "../../../store/categories.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { type BulkAction, type BulkKind, SHIFT_MINUTES_MAX } from "../bulk-plan.ts";
import { IntoSale, useOpenSales } from "./into-sale.tsx";

interface Typed extends SoftCloseForm {
  category: Category;
  minutes: string;
  reason: string;
  saleId: string;
  /** Empty: the house's table, or no reserve. */
  amount: string;
  hasAmount: "yes" | "no";
  currency: Currency;
}

const AMOUNT_NEEDED = "Please enter an amount above 0.";
const MINUTES_NEEDED = "Please enter whole minutes, from 1 to 10,080 (a week).";

/** Returns what is typed, the action that it means (null while a field is wrong), and what a field must say. */
export const useBulkAction = (kind: BulkKind) => {
  const offered = useCategories().filter(({ isRetired }) => !isRetired);
  const sales = useOpenSales(kind === "sale" || kind === "relist");
  const [typed, setTyped] = useState<Typed>({
    category: offered.at(-1)?.code ?? "",
    minutes: "60",
    reason: "",
    saleId: "",
    amount: "",
    hasAmount: kind === "increments" ? "no" : "yes",
    currency: "NGN",
    ...preselectedSoftClose,
  });
  const price = () => {
    const amount = amountOf(typed.amount);
    return typed.hasAmount === "no" ? null : amount === null ? undefined : { amount, currency: typed.currency };
  };
  const action = ((): BulkAction | null => {
    switch (kind) {
      case "shift": {
        const minutes = Number(typed.minutes);
        const isRight = Number.isInteger(minutes) && minutes >= 1 && minutes <= SHIFT_MINUTES_MAX;
        return isRight ? { kind, minutes } : null;
      }
      case "category":
        return { kind, category: typed.category };
      case "sale": {
        const sale = sales.find(({ _id }) => _id === typed.saleId) ?? sales[0];
        return sale ? { kind, saleId: sale._id, title: saleLabel(sale) } : null;
      }
      case "increments": {
        const one = price();
        return one === undefined ? null : { kind, one };
      }
      case "reserve": {
        const reserve = price();
        return reserve === undefined ? null : { kind, reserve };
      }
      case "soft-close":
        return softCloseCapError(typed.softCloseCap, typed) === true
          ? { kind, softClose: fromSoftCloseForm(typed) }
          : null;
      case "publish":
      case "delete":
        return { kind };
      case "relist": {
        const sale = sales.find(({ _id }) => _id === typed.saleId);
        const into = sale && { saleId: sale._id, title: saleLabel(sale) };
        return { kind, reason: typed.reason.trim(), ...(into && { into }) };
      }
      default:
        return { kind, reason: typed.reason.trim() };
    }
  })();
  return { action, typed, type: (change: Partial<Typed>) => setTyped({ ...typed, ...change }), offered, sales };
};
type Fields = ReturnType<typeof useBulkAction>;

export const BulkFields = ({ kind, fields }: { kind: BulkKind; fields: Fields }) => {
  const { typed, type, offered, sales, action } = fields;
  switch (kind) {
    case "category":
      return (
        <Choice
          label="Category"
          value={typed.category}
          options={offered.map(({ code, label }) => [code, label] as const)}
          onChoose={(category) => type({ category })}
        />
      );
    case "shift":
      return (
        <Field label="Later by (minutes)" error={action ? null : MINUTES_NEEDED}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={typed.minutes}
            onChange={({ target }) => type({ minutes: target.value })}
          />
        </Field>
      );
    case "sale":
      return sales.length === 0 ? (
        <p className="text-sm">There is no sale that takes lots. Create one first.</p>
      ) : (
        <Choice
          label="Sale"
          value={typed.saleId || (sales[0]?._id ?? "")}
          options={sales.map(saleChoice)}
          onChoose={(saleId) => type({ saleId })}
        />
      );
    case "relist":
      return <IntoSale sales={sales} saleId={typed.saleId} onChoose={(saleId) => type({ saleId })} />;
    case "increments":
      return <PriceFields fields={fields} label="Increment" none="The house's table" one="One amount" />;
    case "reserve":
      return <PriceFields fields={fields} label="Reserve" none="No reserve" one="One amount" />;
    case "soft-close":
      return <SoftCloseFields fields={fields} />;
    default:
      return null;
  }
};

interface PriceFieldsProps {
  fields: Fields;
  label: string;
  none: string;
  one: string;
}

const PriceFields = ({ fields: { typed, type }, label, none, one }: PriceFieldsProps) => (
  <>
    <Choice
      label={label}
      value={typed.hasAmount}
      options={[
        ["no", none],
        ["yes", one],
      ]}
      onChoose={(hasAmount) => type({ hasAmount })}
    />
    {typed.hasAmount === "yes" && (
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-2">
        <Choice
          label="Currency"
          value={typed.currency}
          options={currencies.map((one) => [one, one] as const)}
          onChoose={(currency) => type({ currency })}
        />
        <Field label="Amount" error={typed.amount !== "" && amountOf(typed.amount) === null ? AMOUNT_NEEDED : null}>
          <AmountInput
            typed={typed.amount}
            currency={typed.currency}
            takesFocus
            onType={(amount) => type({ amount })}
          />
        </Field>
      </div>
    )}
  </>
);

const SoftCloseFields = ({ fields: { typed, type } }: { fields: Fields }) => {
  const capError = softCloseCapError(typed.softCloseCap, typed);
  return (
    <>
      <Choice
        label="A late bid"
        value={typed.softCloseWindow}
        options={windowChoices(typed.softCloseWindow)}
        onChoose={(softCloseWindow) => type({ softCloseWindow })}
      />
      {typed.softCloseWindow !== OFF && (
        <Field label="At most (minutes)" error={capError === true ? null : capError}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={typed.softCloseCap}
            onChange={({ target }) => type({ softCloseCap: target.value })}
          />
        </Field>
      )}
    </>
  );
};

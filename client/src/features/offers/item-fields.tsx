// The fields of an offered item, for its seller and for staff who enter an offer for somebody.
import { type Condition, conditionLabels, conditions } from "@jara/shared/categories";
import { reportFields } from "@jara/shared/condition-fields";
import { categoriesThatWork, OFFER_AGE_MAX } from "@jara/shared/offer-limits";
import { labelOfCategory, useCategories } from "../../store/categories.ts";
import { AmountInput } from "../../ui/amount-input.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { OfferValues } from "./offer-saver.ts";

const DESCRIPTION_MAX = 1000;
const LINE_MAX = 100;

interface ItemFieldsProps {
  values: OfferValues;
  missing: Readonly<Record<string, string>>;
  change: (changed: Partial<OfferValues>) => void;
  /** True while the values are sent. */
  isLocked?: boolean;
  /** True for staff. */
  isForSomebody?: boolean;
}

const { choices } = reportFields.working;
type Working = keyof typeof choices;

export const ItemFields = ({ values, missing, change, isLocked = false, isForSomebody = false }: ItemFieldsProps) => {
  const offered = useCategories().filter(({ isRetired }) => !isRetired);
  const mustWork = values.category !== null && categoriesThatWork.includes(values.category);
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Name" hint="For example: Generator, Elepaq 5 kVA" error={missing.title} className="md:col-span-2">
        <Input
          dir="auto"
          maxLength={LINE_MAX}
          value={values.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <div className="md:col-span-2">
        <TextField
          dir="auto"
          label="Description"
          hint="What it is, what comes with it, and every fault."
          error={missing.description ?? null}
          max={DESCRIPTION_MAX}
          value={values.description}
          isLocked={isLocked}
          onChange={(description) => change({ description })}
        />
      </div>
      <Choice
        label="Category"
        value={values.category ?? ""}
        options={[["", "Choose…"], ...offered.map(({ code }) => [code, labelOfCategory(code)] as const)]}
        error={missing.category}
        onChoose={(category) => change({ category: category || null })}
      />
      <Field label="Age" hint="For example: 3 years, or bought in 2021" error={missing.age}>
        <Input
          dir="auto"
          maxLength={OFFER_AGE_MAX}
          value={values.age}
          onChange={({ target }) => change({ age: target.value })}
        />
      </Field>
      <Choice<Condition | "">
        label="Condition"
        value={values.condition ?? ""}
        options={[["", "Choose…"], ...conditions.map((one) => [one, conditionLabels[one]] as const)]}
        error={missing.condition}
        onChoose={(condition) => change({ condition: condition || null })}
      />
      <Choice<Working | "">
        label={mustWork ? "Does it work?" : "Does it work? (if it is a machine or a device)"}
        value={values.workingCondition ?? ""}
        options={[["", "Choose…"], ...(Object.entries(choices) as [Working, string][])]}
        error={missing.workingCondition}
        onChoose={(workingCondition) => change({ workingCondition: workingCondition || null })}
      />
      <Field label="Estimated retail value" hint="What a new one costs in a shop today." error={missing.estimatedValue}>
        <AmountInput
          currency="NGN"
          typed={values.estimatedValue}
          onType={(estimatedValue) => change({ estimatedValue })}
        />
      </Field>
      <Field
        label={isForSomebody ? "Lowest price that the seller accepts" : "Lowest price that you accept"}
        hint="Only our team sees it. Optional."
      >
        <AmountInput currency="NGN" typed={values.lowestPrice} onType={(lowestPrice) => change({ lowestPrice })} />
      </Field>
      <Field label="Where it is" hint="The town or the area, no address: everybody sees it on the lot. Optional.">
        <Input
          dir="auto"
          maxLength={LINE_MAX}
          value={values.location}
          onChange={({ target }) => change({ location: target.value })}
        />
      </Field>
    </div>
  );
};

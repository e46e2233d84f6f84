// The viewing times of a sale: where and when its lots can be seen.
import { SALE_PLACE_MAX, SALE_VIEWINGS_MAX } from "@jara/shared/sale-limits";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button } from "../../../../ui/button.tsx";
import { Field, Input } from "../../../../ui/field.tsx";
import { checks, type SaleFormValues } from "../sale-form.ts";

export const SaleViewings = ({ form }: { form: UseFormReturn<SaleFormValues> }) => {
  const { register, control } = form;
  const { errors } = form.formState;
  const viewings = useFieldArray({ control, name: "viewings" });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold text-sm">Viewing times</legend>
      {viewings.fields.map(({ id }, index) => (
        <div
          key={id}
          className="grid items-start gap-3 rounded-box border border-line p-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.5fr_auto]"
        >
          <Field label="From" error={errors.viewings?.[index]?.from?.message}>
            <Input type="datetime-local" {...register(`viewings.${index}.from`, { validate: checks.from })} />
          </Field>
          <Field label="Until" error={errors.viewings?.[index]?.until?.message}>
            <Input
              type="datetime-local"
              {...register(`viewings.${index}.until`, {
                validate: (until, values) => checks.until(until, values.viewings[index]?.from ?? ""),
              })}
            />
          </Field>
          <Field label="Place" error={errors.viewings?.[index]?.place?.message}>
            <Input maxLength={SALE_PLACE_MAX} {...register(`viewings.${index}.place`, { validate: checks.place })} />
          </Field>
          <Button variant="secondary" className="lg:mt-6" onClick={() => viewings.remove(index)}>
            Remove
          </Button>
        </div>
      ))}
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={viewings.fields.length >= SALE_VIEWINGS_MAX}
        onClick={() => viewings.append({ from: "", until: "", place: "" })}
      >
        Add a viewing
      </Button>
    </fieldset>
  );
};

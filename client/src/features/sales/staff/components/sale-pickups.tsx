// The pickup times of a sale: where and when buyers collect their lots, in slots that they choose.
import { SALE_PICKUPS_MAX, SALE_PLACE_MAX } from "@jara/shared/sale-limits";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { Button } from "../../../../ui/button.tsx";
import { Field, Input } from "../../../../ui/field.tsx";
import { checks, type SaleFormValues } from "../sale-form.ts";

const newPickup = { from: "", until: "", place: "", slotMinutes: "30", buyers: "1" };

export const SalePickups = ({ form }: { form: UseFormReturn<SaleFormValues> }) => {
  const { register, control, getValues } = form;
  const { errors } = form.formState;
  const pickups = useFieldArray({ control, name: "pickups" });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold text-sm">Pickup times</legend>
      <p className="text-ink-soft text-sm">
        Once a lot is ready for pickup, its buyer chooses a slot for all their lots of this sale. Without a time here
        they choose one of the site's, if Settings has a length of a slot. A chosen slot stays if you change or remove
        its time.
      </p>
      {pickups.fields.map(({ id }, index) => (
        <div
          key={id}
          className="grid items-start gap-3 rounded-box border border-line p-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.5fr]"
        >
          <Field label="From" error={errors.pickups?.[index]?.from?.message}>
            <Input type="datetime-local" {...register(`pickups.${index}.from`, { validate: checks.from })} />
          </Field>
          <Field label="Until" error={errors.pickups?.[index]?.until?.message}>
            <Input
              type="datetime-local"
              {...register(`pickups.${index}.until`, {
                validate: (until, { pickups: all }) => checks.pickupUntil(until, all[index] ?? newPickup),
              })}
            />
          </Field>
          <Field label="Place" error={errors.pickups?.[index]?.place?.message}>
            <Input maxLength={SALE_PLACE_MAX} {...register(`pickups.${index}.place`, { validate: checks.place })} />
          </Field>
          <Field label="Minutes of a slot" error={errors.pickups?.[index]?.slotMinutes?.message}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              {...register(`pickups.${index}.slotMinutes`, { validate: checks.slotMinutes })}
            />
          </Field>
          <Field label="Buyers in a slot" error={errors.pickups?.[index]?.buyers?.message}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              {...register(`pickups.${index}.buyers`, { validate: checks.buyers })}
            />
          </Field>
          <Button variant="secondary" className="lg:mt-6 lg:justify-self-start" onClick={() => pickups.remove(index)}>
            Remove
          </Button>
        </div>
      ))}
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={pickups.fields.length >= SALE_PICKUPS_MAX}
        onClick={() => pickups.append({ ...newPickup, place: getValues("pickups").at(-1)?.place ?? "" })}
      >
        Add a pickup time
      </Button>
    </fieldset>
  );
};

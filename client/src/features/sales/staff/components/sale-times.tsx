// The fields for the times of a sale: when it opens and closes, and how its lots follow each other. Times are typed in
// Lagos time.
import type { UseFormReturn } from "react-hook-form";
import { Field, Input, Select } from "../../../../ui/field.tsx";
import { spanWords } from "../../sale-words.ts";
import { checks, isSpaced, type SaleFormValues } from "../sale-form.ts";

interface SaleTimesProps {
  form: UseFormReturn<SaleFormValues>;
  /** True for a published sale, whose times stay. */
  isFixed: boolean;
}

export const SaleTimes = ({ form, isFixed }: SaleTimesProps) => {
  const { register, watch } = form;
  const { errors } = form.formState;
  const spacing = watch("spacingSeconds");
  const isOneClosing = !isSpaced({ closing: watch("closing"), groupSize: watch("groupSize") });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Bidding opens (Lagos time)"
        hint="Leave empty to open when the sale is published."
        error={errors.opensAt?.message}
      >
        <Input
          type="datetime-local"
          disabled={isFixed}
          {...register("opensAt", { validate: (at) => isFixed || checks.opensAt(at) })}
        />
      </Field>
      <Field label="First lot closes (Lagos time)" error={errors.closesAt?.message}>
        <Input
          type="datetime-local"
          disabled={isFixed}
          {...register("closesAt", { validate: (at, values) => isFixed || checks.closesAt(at, values) })}
        />
      </Field>
      <Field
        label={watch("closing") === "together" ? "Seconds between two groups" : "Seconds between two lots"}
        hint={
          isOneClosing
            ? "No effect without groups: all lots close at the same time."
            : /^\d{1,5}$/.test(spacing) &&
              (Number(spacing) === 0 ? "All lots close at once." : spanWords(Number(spacing)))
        }
        error={errors.spacingSeconds?.message}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          disabled={isFixed || isOneClosing}
          {...register("spacingSeconds", {
            validate: (typed, values) => isFixed || checks.spacingSeconds(typed, values),
          })}
        />
      </Field>
      <Field label="A late bid keeps open">
        <Select disabled={isFixed} {...register("closing")}>
          <option value="in-order">its lot; later lots wait for it</option>
          <option value="alone">only its own lot</option>
          <option value="together">all lots of the sale, or of its group</option>
        </Select>
      </Field>
      {watch("closing") === "together" && (
        <Field
          label="Lots in a group"
          hint="Leave empty if all lots close together. With 10, lots 1 to 10 close together, then lots 11 to 20."
          error={errors.groupSize?.message}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            disabled={isFixed}
            {...register("groupSize", { validate: (typed) => isFixed || checks.groupSize(typed) })}
          />
        </Field>
      )}
    </div>
  );
};

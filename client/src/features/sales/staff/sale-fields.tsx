// The form of a sale, for a new one and for changes. Times are typed in Lagos time. A published sale keeps its times.
import type { Sale } from "@jara/shared/rest/sales";
import { SALE_PLACE_MAX, SALE_TEXT_MAX, SALE_TITLE_MAX, SALE_VIEWINGS_MAX } from "@jara/shared/sale-limits";
import { useEffect } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Select, Textarea } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { spanWords } from "../sale-words.ts";
import { checks, emptyForm, formOf, type SaleFormValues } from "./sale-form.ts";
import { SalePicture } from "./sale-picture.tsx";

interface SaleFieldsProps {
  /** Null for a new sale. */
  sale: Sale | null;
  isPending: boolean;
  problem: string | null;
  submitLabel: string;
  onSubmit: (values: SaleFormValues) => void;
}

export const SaleFields = ({ sale, isPending, problem, submitLabel, onSubmit }: SaleFieldsProps) => {
  const form = useForm<SaleFormValues>({ defaultValues: sale ? formOf(sale) : emptyForm });
  const { register, handleSubmit, watch, reset, formState, control } = form;
  const { errors, isDirty } = formState;
  const viewings = useFieldArray({ control, name: "viewings" });
  const isFixed = sale?.status === "published";
  const spacing = watch("spacingSeconds");
  // The form shows somebody else's changes, unless something is typed here. A save then says that the sale has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision alone says that it changed
  useEffect(() => {
    if (sale && !isDirty) reset(formOf(sale));
  }, [sale?.revision]);
  return (
    <form noValidate aria-label="Sale" className="grid gap-4" onSubmit={handleSubmit((values) => onSubmit(values))}>
      <Field label="Title" error={errors.title?.message}>
        {(given) => (
          <Input
            {...given}
            maxLength={SALE_TITLE_MAX}
            autoComplete="off"
            {...register("title", { validate: checks.title })}
          />
        )}
      </Field>
      <Field label="Description">
        {(given) => <Textarea {...given} maxLength={SALE_TEXT_MAX} {...register("description")} />}
      </Field>
      <SalePicture
        picture={watch("picture")}
        onChange={(picture) => form.setValue("picture", picture, { shouldDirty: true })}
      />
      <Field
        label="Terms of this sale"
        hint="Bidders can read them beside the site's terms."
        error={errors.terms?.message}
      >
        {(given) => (
          <Textarea {...given} maxLength={SALE_TEXT_MAX} {...register("terms", { validate: checks.terms })} />
        )}
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" disabled={isFixed} className="size-5 accent-brand" {...register("asksTerms")} />
        <span>Bidders accept these terms before their first bid</span>
      </label>
      {isFixed && sale.asksTerms && (
        <p className="text-ink-soft text-sm">
          If you change the terms, every bidder accepts them again before the next bid.
        </p>
      )}
      {isFixed && (
        <Notice tone="muted">
          The sale is published, so its times and its way of closing stay. Shift it to move them.
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Bidding opens (Lagos time)"
          hint="Empty: when the sale is published."
          error={errors.opensAt?.message}
        >
          {(given) => (
            <Input
              {...given}
              type="datetime-local"
              disabled={isFixed}
              {...register("opensAt", { validate: (at) => isFixed || checks.opensAt(at) })}
            />
          )}
        </Field>
        <Field label="First lot closes (Lagos time)" error={errors.closesAt?.message}>
          {(given) => (
            <Input
              {...given}
              type="datetime-local"
              disabled={isFixed}
              {...register("closesAt", { validate: (at, values) => isFixed || checks.closesAt(at, values) })}
            />
          )}
        </Field>
        <Field
          label="Seconds between two lots"
          hint={
            /^\d{1,5}$/.test(spacing) &&
            (Number(spacing) === 0 ? "All lots close at once." : spanWords(Number(spacing)))
          }
          error={errors.spacingSeconds?.message}
        >
          {(given) => (
            <Input
              {...given}
              inputMode="numeric"
              autoComplete="off"
              disabled={isFixed}
              {...register("spacingSeconds", { validate: (typed) => isFixed || checks.spacingSeconds(typed) })}
            />
          )}
        </Field>
        <Field label="A late bid keeps open">
          {(given) => (
            <Select {...given} disabled={isFixed} {...register("closing")}>
              <option value="in-order">its lot; later lots wait for it</option>
              <option value="alone">its own lot alone</option>
              <option value="together">all lots of the sale, or of its group</option>
            </Select>
          )}
        </Field>
        {watch("closing") === "together" && (
          <Field
            label="Lots in a group"
            hint="Empty: all lots close together. With 10, lots 1 to 10 close together, then lots 11 to 20."
            error={errors.groupSize?.message}
          >
            {(given) => (
              <Input
                {...given}
                inputMode="numeric"
                autoComplete="off"
                disabled={isFixed}
                {...register("groupSize", { validate: (typed) => isFixed || checks.groupSize(typed) })}
              />
            )}
          </Field>
        )}
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold text-sm">Viewing times</legend>
        {viewings.fields.map(({ id }, index) => (
          <div
            key={id}
            className="grid items-start gap-3 rounded-box border border-line p-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.5fr_auto]"
          >
            <Field label="From" error={errors.viewings?.[index]?.from?.message}>
              {(given) => (
                <Input
                  {...given}
                  type="datetime-local"
                  {...register(`viewings.${index}.from`, { validate: checks.from })}
                />
              )}
            </Field>
            <Field label="Until" error={errors.viewings?.[index]?.until?.message}>
              {(given) => (
                <Input
                  {...given}
                  type="datetime-local"
                  {...register(`viewings.${index}.until`, {
                    validate: (until, values) => checks.until(until, values.viewings[index]?.from ?? ""),
                  })}
                />
              )}
            </Field>
            <Field label="Place" error={errors.viewings?.[index]?.place?.message}>
              {(given) => (
                <Input
                  {...given}
                  maxLength={SALE_PLACE_MAX}
                  {...register(`viewings.${index}.place`, { validate: checks.place })}
                />
              )}
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
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <Button type="submit" pending={isPending} disabled={sale !== null && !isDirty} className="justify-self-start">
        {submitLabel}
      </Button>
    </form>
  );
};

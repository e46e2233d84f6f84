// The form of a sale, for a new one and for changes. Times are typed in Lagos time. A published sale keeps its times.
import type { Sale } from "@jara/shared/rest/sales";
import { SALE_TEXT_MAX, SALE_TITLE_MAX } from "@jara/shared/sale-limits";
import { useEffect } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Textarea } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { checks, emptyForm, formOf, type SaleFormValues } from "./sale-form.ts";
import { SalePicture } from "./sale-picture.tsx";
import { SaleTimes } from "./sale-times.tsx";
import { SaleViewings } from "./sale-viewings.tsx";

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
  const { register, handleSubmit, watch, reset, formState } = form;
  const { errors, isDirty } = formState;
  const isFixed = sale?.status === "published";
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
      <SaleTerms form={form} isFixed={isFixed} asked={sale?.asksTerms === true} />
      {isFixed && (
        <Notice tone="muted">
          The sale is published, so its times and its way of closing cannot change here. To move the times, shift the
          sale.
        </Notice>
      )}
      <SaleTimes form={form} isFixed={isFixed} />
      <SaleViewings form={form} />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
      <Button type="submit" pending={isPending} disabled={sale !== null && !isDirty} className="justify-self-start">
        {submitLabel}
      </Button>
    </form>
  );
};

interface SaleTermsProps {
  form: UseFormReturn<SaleFormValues>;
  /** True once the sale is published. */
  isFixed: boolean;
  /** True if the saved sale asks bidders to accept its terms. */
  asked: boolean;
}

/** The sale's own terms, and whether bidders have to accept them. */
const SaleTerms = ({ form: { register, formState }, isFixed, asked }: SaleTermsProps) => (
  <>
    <Field
      label="Terms of this sale"
      hint="Bidders can read them in addition to the site's terms."
      error={formState.errors.terms?.message}
    >
      {(given) => <Textarea {...given} maxLength={SALE_TEXT_MAX} {...register("terms", { validate: checks.terms })} />}
    </Field>
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" disabled={isFixed} className="size-5 accent-brand" {...register("asksTerms")} />
      <span>Bidders accept these terms before their first bid</span>
    </label>
    {isFixed && asked && (
      <p className="text-ink-soft text-sm">
        If you change the terms, every bidder must accept them again before the next bid.
      </p>
    )}
  </>
);

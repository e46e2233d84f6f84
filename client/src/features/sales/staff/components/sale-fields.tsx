// The form of a sale, for a new one and for changes. Times are typed in Lagos time. A published sale keeps its times.
import type { Sale } from "@jara/shared/rest/sales";
import { SALE_TEXT_MAX, SALE_TITLE_MAX } from "@jara/shared/sale-limits";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "../../../../ui/button.tsx";
import { Field, Input, Textarea } from "../../../../ui/field.tsx";
import { useMay } from "../../../../ui/may.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useSaleForm } from "../hooks/use-sale-form.ts";
import { checks, type SaleFormValues } from "../sale-form.ts";
import { SaleBidders } from "./sale-bidders.tsx";
import { SalePickups } from "./sale-pickups.tsx";
import { SalePicture } from "./sale-picture.tsx";
import { SaleTimes } from "./sale-times.tsx";
import { SaleViewings } from "./sale-viewings.tsx";

interface SaleFieldsProps {
  /** Null for a new sale. */
  sale: Sale | null;
  isPending: boolean;
  /** True while another change of this sale has no answer. */
  isBlocked?: boolean;
  problem: string | null;
  submitLabel: string;
  /** `seen`: the sale that the form began with. Call `saved` with the saved sale. */
  onSubmit: (values: SaleFormValues, seen: Sale | null, saved: (answer: Sale) => void) => void;
  /** Called with true when the form has unsaved changes, and with false when it has none any more. */
  onDirty?: (isDirty: boolean) => void;
  /** Called when the person discards the typed changes. */
  onDiscard?: () => void;
}

export const SaleFields = (props: SaleFieldsProps) => {
  const { sale, isPending, isBlocked = false, problem, submitLabel, onSubmit, onDirty, onDiscard } = props;
  const { form, seen, isDirty, saved, discard, ...state } = useSaleForm(sale);
  const { register, handleSubmit, watch, formState } = form;
  const { errors } = formState;
  const isFixed = sale?.status === "published";
  // The answer to this page's own save is not a change by somebody else.
  const isOutdated = state.isOutdated && !isPending;
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  return (
    <form
      noValidate
      aria-label="Sale"
      className="grid gap-4"
      onSubmit={handleSubmit((values) => {
        const sent = structuredClone(values);
        onSubmit(sent, seen, (answer) => saved(answer, sent));
      })}
    >
      <Field label="Title" error={errors.title?.message}>
        <Input maxLength={SALE_TITLE_MAX} autoComplete="off" {...register("title", { validate: checks.title })} />
      </Field>
      <Field label="Description">
        <Textarea maxLength={SALE_TEXT_MAX} {...register("description")} />
      </Field>
      <SalePicture
        picture={watch("picture")}
        onChange={(picture) => form.setValue("picture", picture, { shouldDirty: true })}
      />
      <SaleTerms form={form} isFixed={isFixed} asked={sale?.asksTerms === true} />
      <SaleBidders form={form} isFixed={isFixed} />
      {isFixed && (
        <Notice tone="muted">
          The sale is published, so its times and its way of closing cannot change here. To move the times, shift the
          sale.
        </Notice>
      )}
      <SaleTimes form={form} isFixed={isFixed} />
      <SaleViewings form={form} />
      <SalePickups form={form} />
      {isOutdated ? (
        <Notice
          tone="warning"
          title="Somebody else has changed this sale"
          action={
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                discard();
                onDiscard?.();
              }}
            >
              Discard what I typed
            </Button>
          }
        >
          Your changes are not saved. Discard them to see the sale as it is now.
        </Notice>
      ) : (
        problem !== null && <Notice tone="error">{problem}</Notice>
      )}
      <Button
        type="submit"
        pending={isPending}
        disabled={sale !== null && (!isDirty || isOutdated || isBlocked)}
        className="justify-self-start"
      >
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
const SaleTerms = ({ form: { register, formState }, isFixed, asked }: SaleTermsProps) => {
  const isReadOnly = !useMay("auctions:run") && isFixed;
  return (
    <>
      <Field
        label="Terms of this sale"
        hint={
          isReadOnly
            ? "The sale is published, so only managers and administrators can change its terms."
            : "Bidders can read them in addition to the site's terms."
        }
        error={formState.errors.terms?.message}
      >
        <Textarea
          readOnly={isReadOnly}
          className="read-only:bg-sunken"
          maxLength={SALE_TEXT_MAX}
          {...register("terms", { validate: checks.terms })}
        />
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" disabled={isFixed} className="size-6 accent-brand" {...register("asksTerms")} />
        <span>Bidders accept these terms before their first bid</span>
      </label>
      {isFixed && asked && !isReadOnly && (
        <p className="text-ink-soft text-sm">
          If you change the terms, every bidder must accept them again before the next bid.
        </p>
      )}
    </>
  );
};

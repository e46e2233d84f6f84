// The state of a sale's form. The form shows the sale as it is now while nothing is typed. Once something is typed, it
// keeps the sale that its author saw, because a change names that revision.
import type { Sale } from "@jara/shared/rest/sales";
import { useLayoutEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useMay } from "../../../../ui/may.tsx";
import { emptyForm, fixedOf, formOf, isSameInForm, type SaleFormValues } from "../sale-form.ts";

export const useSaleForm = (sale: Sale | null) => {
  const form = useForm<SaleFormValues>({ defaultValues: sale ? formOf(sale) : emptyForm });
  const [seen, setSeen] = useState(sale);
  const { isDirty } = form.formState;
  const mayRun = useMay("auctions:run");

  /** Lets the form begin again with this sale. With `typed`, these values stay in the form as unsaved changes. */
  const begin = (from: Sale, typed?: SaleFormValues) => {
    form.reset(formOf(from));
    if (typed) form.reset(typed, { keepDefaultValues: true });
    setSeen(from);
  };

  const isSame = sale === null || seen === null || isSameInForm(seen, sale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the sale, and the end of what was typed
  useLayoutEffect(() => {
    if (!sale || sale === seen) return;
    // The form already shows these values. To write them again would take back a letter that is being typed.
    if (isSame && sale.status === "draft") return setSeen(sale);
    if (!isDirty) return begin(sale);
    if (sale.status === "draft") return;
    // The values that are fixed in a published sale cannot be typed, so the form always shows the present ones.
    const typed = { ...form.getValues(), ...fixedOf(sale, mayRun) };
    if (isSame) begin(sale, typed);
    else form.reset(typed, { keepDefaultValues: true });
  }, [sale, isDirty]);

  return {
    form,
    /** The sale that the form began with; null for a new one. */
    seen,
    isDirty,
    /** True if somebody else has changed a value of the form since its author began to type. */
    isOutdated: isDirty && !isSame,
    /** Shows the sale as it is now, without what was typed. */
    discard: () => sale && begin(sale),
    /** Call with the saved sale and the values that were sent. Values that were typed during the save stay. */
    saved: (answer: Sale, sent: SaleFormValues) => {
      const typed = form.getValues();
      begin(answer, JSON.stringify(typed) === JSON.stringify(sent) ? undefined : typed);
    },
  };
};

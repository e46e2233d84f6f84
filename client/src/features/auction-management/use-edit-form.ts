// The form over an auction that may change under it. What somebody else changes is taken over where nothing was typed;
// where something was, both are kept apart until the person decides.
import type { Auction } from "@jara/shared/auction";
import { useEffect, useMemo, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { changedFields, type EditForm, type FieldName, fieldNames, isSame, toForm } from "./edit-form.ts";

export interface EditedForm {
  form: UseFormReturn<EditForm>;
  /** As the auction is now. */
  truth: EditForm;
  values: EditForm;
  isDirty: boolean;
  /** Changed by somebody else since it was typed in here, and different. */
  conflicts: ReadonlySet<FieldName>;
  takeTheirs: (name: FieldName) => void;
  /** Starting price and currency: a bid or a purchase holds them. */
  isPriceLocked: boolean;
  /** What was typed there before they were locked. */
  lost: Partial<Pick<EditForm, "startingPrice" | "currency">>;
}

const locked = ["startingPrice", "currency"] as const;

export const useEditForm = (auction: Auction, typed: Partial<EditForm>): EditedForm => {
  const truth = useMemo(() => toForm(auction), [auction]);
  const form = useForm<EditForm>({ defaultValues: { ...truth, ...typed } });
  const base = useRef(truth);
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [lost, setLost] = useState<EditedForm["lost"]>({});
  const isPriceLocked = auction.bidCount > 0 || (auction.status === "paused" && auction.pausedUntil !== null);

  useEffect(() => {
    const known = base.current;
    base.current = truth;
    for (const name of fieldNames) {
      if (isSame(name, truth[name], known[name])) continue;
      if (isSame(name, form.getValues(name), known[name])) form.setValue(name, truth[name]);
      else setTouched((names) => new Set(names).add(name));
    }
  }, [truth, form]);

  useEffect(() => {
    if (!isPriceLocked) return;
    for (const name of locked) {
      const typedIn = form.getValues(name);
      if (isSame(name, typedIn, truth[name])) continue;
      setLost((now) => ({ ...now, [name]: typedIn }));
      form.setValue(name, truth[name]);
    }
  }, [isPriceLocked, truth, form]);

  const values = form.watch();
  const changed = changedFields(values, truth);
  return {
    form,
    truth,
    values,
    isDirty: changed.length > 0,
    conflicts: new Set(changed.filter((name) => touched.has(name))),
    takeTheirs: (name) => {
      form.setValue(name, truth[name]);
      form.clearErrors(name);
    },
    isPriceLocked,
    lost,
  };
};

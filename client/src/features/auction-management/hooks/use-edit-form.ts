// The form over an auction that may change while it is edited. Another person's change replaces a field that was not
// edited; if the field was edited, both values are kept until the user decides.
import type { Auction } from "@jara/shared/auction";
import { useEffect, useMemo, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { changedFields, type EditForm, type FieldName, fieldNames, isSame, toForm } from "../edit-form.ts";

export interface EditedForm {
  form: UseFormReturn<EditForm>;
  /** The auction as it is now. */
  current: EditForm;
  values: EditForm;
  isDirty: boolean;
  /** Fields that somebody else changed to a different value after they were edited here. */
  conflicts: ReadonlySet<FieldName>;
  acceptTheirs: (name: FieldName) => void;
  /** True when a bid or a purchase locks the starting price and the currency. */
  isPriceLocked: boolean;
  /** The values typed into those fields before they were locked. */
  lost: Partial<Pick<EditForm, "startingPrice" | "currency">>;
}

const locked = ["startingPrice", "currency"] as const;

export const useEditForm = (auction: Auction, typed: Partial<EditForm>): EditedForm => {
  const current = useMemo(() => toForm(auction), [auction]);
  const form = useForm<EditForm>({ defaultValues: { ...current, ...typed } });
  const base = useRef(current);
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [lost, setLost] = useState<EditedForm["lost"]>({});
  const isPriceLocked = auction.bidCount > 0 || (auction.status === "paused" && auction.pausedUntil !== null);

  useEffect(() => {
    const known = base.current;
    base.current = current;
    for (const name of fieldNames) {
      if (isSame(name, current[name], known[name])) continue;
      if (isSame(name, form.getValues(name), known[name])) form.setValue(name, current[name]);
      else setTouched((names) => new Set(names).add(name));
    }
  }, [current, form]);

  useEffect(() => {
    if (!isPriceLocked) return;
    for (const name of locked) {
      const typedIn = form.getValues(name);
      if (isSame(name, typedIn, current[name])) continue;
      setLost((now) => ({ ...now, [name]: typedIn }));
      form.setValue(name, current[name]);
    }
  }, [isPriceLocked, current, form]);

  const values = form.watch();
  const changed = changedFields(values, current);
  return {
    form,
    current,
    values,
    isDirty: changed.length > 0,
    conflicts: new Set(changed.filter((name) => touched.has(name))),
    acceptTheirs: (name) => {
      form.setValue(name, current[name]);
      form.clearErrors(name);
    },
    isPriceLocked,
    lost,
  };
};

// The form over an auction that may change while it is edited. Another person's change replaces a field that was not
// edited; if the field was edited, both values are kept until the user decides.
import type { Auction } from "@jara/shared/auction";
import { useEffect, useMemo, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { EditedLot, LotFields } from "../../../lots/lot-form/lot-fields.ts";
import { type FieldName, isSame, type LotForm, toForm } from "../../../lots/lot-form/lot-form.ts";
import { changedFields, editedNames } from "../edit-lot.ts";

export interface EditedForm extends LotFields {
  edited: EditedLot;
  isDirty: boolean;
}

const locked = ["startingPrice", "currency"] as const;

export const useEditForm = (auction: Auction, typed: Partial<LotForm>): EditedForm => {
  const current = useMemo(() => toForm(auction), [auction]);
  const form = useForm<LotForm>({ defaultValues: { ...current, ...typed } });
  const base = useRef(current);
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [lost, setLost] = useState<EditedLot["lost"]>({});
  const isPriceLocked = auction.bidCount > 0 || (auction.status === "paused" && auction.pausedUntil !== null);

  useEffect(() => {
    const known = base.current;
    base.current = current;
    for (const name of editedNames) {
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

  const changed = changedFields(form.watch(), current);
  return {
    form,
    edited: {
      auction,
      current,
      conflicts: new Set(changed.filter((name) => touched.has(name))),
      acceptTheirs: (name) => {
        form.setValue(name, current[name]);
        form.clearErrors(name);
      },
      isPriceLocked,
      lost,
    },
    isDirty: changed.length > 0,
  };
};

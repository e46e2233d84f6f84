// The fields of the place and the hours of the pickups of a sale.
import { PICKUP_TEXT_MAX } from "@jara/shared/rest/settlements";
import { Field, Input } from "../../../ui/field.tsx";
import type { PickupOfSale } from "../hooks/use-pickup-texts.ts";

interface PickupFieldsProps {
  readonly texts: PickupOfSale;
  /** True once the person tried to send them. */
  readonly isChecked: boolean;
  readonly isPending?: boolean;
}

const fields = [
  { name: "place", label: "Place", empty: "Please say where", hint: "12 Allen Avenue, Ikeja" },
  { name: "hours", label: "Hours", empty: "Please say when", hint: "Monday to Friday, 9:00 to 16:00" },
] as const;

export const PickupFields = ({ texts, isChecked, isPending = false }: PickupFieldsProps) =>
  fields.map(({ name, label, empty, hint }) => (
    <Field key={name} label={label} error={isChecked && !texts[name].trim() ? empty : null}>
      <Input
        maxLength={PICKUP_TEXT_MAX}
        placeholder={texts.isLoading ? "" : hint}
        readOnly={isPending || texts.isLoading}
        value={texts[name]}
        onChange={({ target }) => texts.change({ [name]: target.value })}
      />
    </Field>
  ));

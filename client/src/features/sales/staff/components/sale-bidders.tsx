// The fields that say who may bid in the sale: as the site asks, or what the sale asks instead.
import type { UseFormReturn } from "react-hook-form";
import { Check } from "../../../../ui/check.tsx";
import { Field, Select } from "../../../../ui/field.tsx";
import { useMay } from "../../../../ui/may.tsx";
import type { SaleFormValues } from "../sale-form.ts";

const words = {
  phone: "A verified phone",
  document: "A document that staff approve",
  approval: "An approval, with a limit if you want",
} as const;
const names = Object.keys(words) as (keyof typeof words)[];

interface SaleBiddersProps {
  form: UseFormReturn<SaleFormValues>;
  /** True once the sale is published. */
  isFixed: boolean;
}

export const SaleBidders = ({ form: { watch, setValue }, isFixed }: SaleBiddersProps) => {
  const isReadOnly = !useMay("auctions:run") && isFixed;
  const [requirements, asked] = watch(["requirements", "asked"]);
  return (
    <div className="grid gap-2">
      <Field
        label="Who may bid"
        hint={
          isReadOnly
            ? "Only managers and administrators can change it in a published sale."
            : "Asked for from the next bid on. Bids and maximums that were placed before stay binding."
        }
      >
        <Select
          disabled={isReadOnly}
          value={requirements}
          onChange={({ target }) =>
            setValue("requirements", target.value as SaleFormValues["requirements"], { shouldDirty: true })
          }
        >
          <option value="site">As the site asks</option>
          <option value="own">This sale asks for</option>
        </Select>
      </Field>
      {requirements === "own" &&
        names.map((name) => (
          <Check
            key={name}
            label={words[name]}
            disabled={isReadOnly}
            checked={asked[name]}
            onChange={(isAsked) => setValue("asked", { ...asked, [name]: isAsked }, { shouldDirty: true })}
          />
        ))}
    </div>
  );
};

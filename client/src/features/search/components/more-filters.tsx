// The filters behind "More Filters". Choosing from a list submits the surrounding form.
import type { ChangeEvent } from "react";
import { Field, Input, Select } from "../../../ui/field.tsx";
import { type Filters, sortLabels } from "../filters.ts";

const submitOnChange = (event: ChangeEvent<HTMLSelectElement>) => event.currentTarget.form?.requestSubmit();

interface Choice {
  name: keyof Filters;
  label: string;
  options: [value: string, label: string][];
}

const choices: Choice[] = [
  {
    name: "currency",
    label: "Currency",
    options: [
      ["", "Any"],
      ["NGN", "Naira (₦)"],
      ["USD", "Dollar ($)"],
    ],
  },
  {
    name: "hasReserve",
    label: "Reserve",
    options: [
      ["", "Any"],
      ["true", "With reserve"],
      ["false", "No reserve"],
    ],
  },
  {
    name: "hasBuyItNow",
    label: "Buy It Now",
    options: [
      ["", "Any"],
      ["true", "Yes"],
      ["false", "No"],
    ],
  },
  {
    name: "sortBy",
    label: "Sort by",
    options: Object.entries(sortLabels).map(([field, label]) => [field === "createdAt" ? "" : field, label]),
  },
  {
    name: "sortOrder",
    label: "Order",
    options: [
      ["", "Descending"],
      ["asc", "Ascending"],
    ],
  },
];

export const MoreFilters = ({ filters, error }: { filters: Filters; error: string | null }) => (
  <div className="grid grid-cols-2 gap-3 rounded-box border border-line bg-surface p-4 md:grid-cols-4 xl:grid-cols-7">
    <PriceField name="minPrice" label="Min price" filters={filters} error={error} />
    <PriceField name="maxPrice" label="Max price" filters={filters} />
    {choices.map(({ name, label, options }) => (
      <Field key={name} label={label}>
        {(control) => (
          <Select {...control} name={name} defaultValue={filters[name]} onChange={submitOnChange}>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
    ))}
  </div>
);

interface PriceFieldProps {
  name: "minPrice" | "maxPrice";
  label: string;
  filters: Filters;
  error?: string | null;
}

const PriceField = ({ name, label, filters, error }: PriceFieldProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <Input
        {...control}
        type="number"
        name={name}
        inputMode="decimal"
        min={0}
        step={0.01}
        defaultValue={filters[name]}
        className="tabular"
      />
    )}
  </Field>
);

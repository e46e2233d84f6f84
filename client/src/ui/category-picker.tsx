// The categories of a lot: added one at a time from those not chosen yet, each removable. The focus stays within the
// control.
import type { Category } from "@jara/shared/categories";
import { X } from "lucide-react";
import { useRef } from "react";
import { labelOfCategory, useCategories } from "../store/categories.ts";
import { Field, Select } from "./field.tsx";

interface CategoryPickerProps {
  value: readonly Category[];
  onChange: (categories: Category[]) => void;
  error?: string | undefined;
}

export const CategoryPicker = ({ value, onChange, error }: CategoryPickerProps) => {
  const select = useRef<HTMLSelectElement>(null);
  const left = useCategories().flatMap(({ code, isRetired }) => (isRetired || value.includes(code) ? [] : code));
  const remove = (removed: Category) => {
    onChange(value.filter((category) => category !== removed));
    select.current?.focus();
  };
  return (
    <div className="grid content-start gap-2">
      <Field label="Categories" error={error} hint={left.length === 0 ? "All categories are chosen." : undefined}>
        <Select
          ref={select}
          value=""
          aria-disabled={left.length === 0 || undefined}
          onChange={(event) => {
            const chosen = left.find((category) => category === event.target.value);
            if (chosen) onChange([...value, chosen]);
          }}
        >
          <option value="">Add a category…</option>
          {left.map((category) => (
            <option key={category} value={category}>
              {labelOfCategory(category)}
            </option>
          ))}
        </Select>
      </Field>
      {value.length > 0 && (
        <ul aria-label="Chosen categories" className="flex flex-wrap gap-2">
          {value.map((category) => (
            <li
              key={category}
              className="flex items-center rounded-box border border-line bg-sunken pl-3 font-medium text-sm"
            >
              {labelOfCategory(category)}
              <button
                type="button"
                aria-label={`Remove ${labelOfCategory(category)}`}
                onClick={() => remove(category)}
                className="grid size-11 place-items-center rounded-box hover:text-danger pointer-fine:size-9"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

// The active filters as chips, each with its own remove button.
import { X } from "lucide-react";
import type { Chip } from "../filters.ts";

export const FilterChips = ({ chips, onRemove }: { chips: Chip[]; onRemove: (chip: Chip) => void }) => (
  <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-2">
    {chips.map((chip) => (
      <li key={`${chip.name} ${chip.value}`} className="min-w-0 max-w-full">
        <button
          type="button"
          aria-label={`Remove filter: ${chip.label}`}
          onClick={() => onRemove(chip)}
          className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-box border border-brand bg-brand-soft px-3 font-medium text-brand text-sm hover:bg-sunken pointer-fine:min-h-8"
        >
          <span className="truncate">{chip.label}</span>
          <X aria-hidden className="size-4 shrink-0" />
        </button>
      </li>
    ))}
  </ul>
);

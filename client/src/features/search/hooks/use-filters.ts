// The filters in the address: they can be shared, and the back button undoes each change.
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { type Chip, type Filters, noFilters, readFilters, withoutChip, writeFilters } from "../filters.ts";

export const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const apply = (changed: Filters) => {
    // Read again, because a filter may mean nothing without another one that is gone.
    const next = writeFilters(readFilters(writeFilters(changed)));
    if (next.toString() !== writeFilters(filters).toString()) setParams(next, { preventScrollReset: true });
  };
  return {
    filters,
    apply,
    remove: (chip: Chip) => apply(withoutChip(filters, chip)),
    clear: () => apply(noFilters),
  };
};

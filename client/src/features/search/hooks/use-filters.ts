// The filters in the address: they can be shared, and the back button undoes each change.
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { type Chip, type Filters, noFilters, readFilters, withoutChip, writeFilters } from "../filters.ts";

export const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const apply = (next: Filters) => {
    if (writeFilters(next).toString() !== writeFilters(filters).toString()) {
      setParams(writeFilters(next), { preventScrollReset: true });
    }
  };
  return {
    filters,
    apply,
    remove: (chip: Chip) => apply(withoutChip(filters, chip)),
    clear: () => apply(noFilters),
  };
};

// The filters in the address: shareable, and each change is a step that the back button undoes.
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { type FilterName, type Filters, noFilters, readFilters, writeFilters } from "./filters.ts";

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
    remove: (name: FilterName) => apply({ ...filters, [name]: "" }),
    clear: () => apply(noFilters),
  };
};

// The filters in the address: they can be shared, and the back button undoes each change.
import { useMemo, useRef } from "react";
import { useSearchParams } from "#router";
import { type Chip, type Filters, noFilters, readFilters, withoutChip, writeFilters } from "../filters.ts";

export const useFilters = () => {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  /** The last address that was asked for, and the rendered one at that time. */
  const asked = useRef<{ from: URLSearchParams; address: string } | null>(null);
  const apply = (changed: Filters) => {
    // Read again, because a filter may mean nothing without another one that is gone.
    const next = writeFilters(readFilters(writeFilters(changed)));
    const address = next.toString();
    // A busy device renders a new address later. The same change again must not make a second step for Back.
    const current = asked.current?.from === params ? asked.current.address : writeFilters(filters).toString();
    if (address === current) return;
    asked.current = { from: params, address };
    setParams(next, { preventScrollReset: true });
  };
  return {
    filters,
    apply,
    remove: (chip: Chip) => apply(withoutChip(filters, chip)),
    clear: () => apply(noFilters),
  };
};

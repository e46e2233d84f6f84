// The search box, "More Filters" and the chips of active filters. A typed value applies with Enter or Search, a choice
// at once. The panel follows the address, so that Back and removed chips update the inputs too.
import { ChevronDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { chipsOf, type Filters, isPrice, noFilters, readFilters } from "../filters.ts";
import { useFilters } from "../hooks/use-filters.ts";
import { FilterChips } from "./filter-chips.tsx";
import { MoreFilters } from "./more-filters.tsx";

const hasMore = (filters: Filters) => chipsOf(filters).some(({ name }) => name !== "search");

const priceError = ({ minPrice, maxPrice }: { minPrice: string; maxPrice: string }): string | null => {
  if ((minPrice && !isPrice(minPrice)) || (maxPrice && !isPrice(maxPrice))) {
    return "Prices are numbers of at least 0, with at most 2 decimals";
  }
  if (minPrice && maxPrice && Number(minPrice) > Number(maxPrice)) return "The lowest price is above the highest";
  return null;
};

export const SearchPanel = () => {
  const { filters, apply, remove, clear } = useFilters();
  const [open, setOpen] = useState(() => hasMore(filters));
  const [error, setError] = useState<string | null>(null);
  const chips = chipsOf(filters);

  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const text = (name: keyof Filters) => String(typed.get(name) ?? "").trim();
    const problem = priceError({ minPrice: text("minPrice"), maxPrice: text("maxPrice") });
    setError(problem);
    if (problem) return setOpen(true);
    const params = new URLSearchParams();
    for (const name of Object.keys(noFilters) as (keyof Filters)[]) params.set(name, text(name));
    apply(readFilters(params));
  };

  return (
    <search className="grid gap-3">
      <form
        // Remounted when the address changes, because the inputs are uncontrolled and take their initial values from
        // it.
        key={JSON.stringify(filters)}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
        className="grid gap-2 md:gap-3"
      >
        <div className="flex flex-wrap gap-x-2 gap-y-1">
          <SearchInput
            name="search"
            aria-label="Search auctions"
            placeholder="Search auctions"
            maxLength={200}
            defaultValue={filters.search}
          />
          <Button type="submit">Search</Button>
          <div className="flex w-full justify-between gap-2 md:w-auto">
            <Button
              variant="ghost"
              aria-expanded={open}
              aria-controls="more-filters"
              onClick={() => setOpen(!open)}
              className="-ml-4 md:ml-0"
            >
              More Filters
              <ChevronDown aria-hidden className={open ? "size-4 rotate-180" : "size-4"} />
            </Button>
            {chips.length > 0 && (
              <Button
                variant="ghost"
                onClick={() => {
                  setError(null);
                  clear();
                }}
              >
                Clear
              </Button>
            )}
          </div>
        </div>
        <div id="more-filters" hidden={!open}>
          <MoreFilters filters={filters} error={error} />
        </div>
      </form>
      {chips.length > 0 && <FilterChips chips={chips} onRemove={remove} />}
    </search>
  );
};

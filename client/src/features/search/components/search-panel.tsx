// The search box with its suggestions, the order, "More Filters" and the chips of active filters. A typed value applies
// with Enter, Search or by leaving its input; a price also applies after a pause in typing, and a choice at once. The panel
// follows the address, so that Back and removed chips update the inputs too.
import { ChevronDown } from "lucide-react";
import { type FormEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useCurrency } from "../../../store/currency.ts";
import { Button } from "../../../ui/button.tsx";
import { late } from "../../../ui/late.tsx";
import { RetryNotice } from "../../../ui/retry-notice.tsx";
import { SearchInput } from "../../../ui/search-input.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { chipsOf, type FilterName, type Filters, isPrice, noFilters, writeFilters } from "../filters.ts";
import { useFilters } from "../hooks/use-filters.ts";
import { FilterChips } from "./filter-chips.tsx";
import type { PriceError } from "./more-filters.tsx";
import { SortControl } from "./sort-control.tsx";

/** Loaded when it is opened, because few visits need it. */
const MoreFilters = late(
  () => import("./more-filters.tsx"),
  ({ MoreFilters }) => MoreFilters,
  ({ onAgain }) => <RetryNotice onRetry={onAgain}>The filters could not be loaded</RetryNotice>,
);

/** Loaded when somebody goes to the search box. */
const Suggestions = late(
  () => import("./suggestions.tsx"),
  ({ Suggestions }) => Suggestions,
);

const priceError = ({ minPrice, maxPrice }: Filters): PriceError | null => {
  const sentence = "Please enter each price as a number, such as 2500 or 2500.50";
  if (minPrice && !isPrice(minPrice)) return { name: "minPrice", sentence };
  if (maxPrice && !isPrice(maxPrice)) return { name: "maxPrice", sentence };
  if (!minPrice || !maxPrice || Number(minPrice) <= Number(maxPrice)) return null;
  return { name: "minPrice", sentence: "The lowest price is above the highest" };
};

/** The filters with what the form's inputs say now. Inputs that are not there change nothing. */
const typedIn = (form: HTMLFormElement, filters: Filters): Filters => {
  const typed = new FormData(form);
  const names = (Object.keys(noFilters) as FilterName[]).filter((name) => typed.has(name));
  return { ...filters, ...Object.fromEntries(names.map((name) => [name, String(typed.get(name)).trim()])) };
};

const textInputs = (form: HTMLFormElement) =>
  [...form.querySelectorAll("input")].filter(({ type }) => type !== "hidden");

interface SearchPanelProps {
  /** The page's title, which stands above the search box, or beside it on a wide screen. */
  title?: ReactNode;
  /** A row of shortcuts below all of it. */
  categories?: ReactNode;
}

export const SearchPanel = ({ title, categories }: SearchPanelProps) => {
  const { filters, apply, remove, clear } = useFilters();
  const { chosen } = useCurrency();
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [typed, setTyped] = useState(false);
  const [clearings, setClearings] = useState(0);
  const [error, setError] = useState<PriceError | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const sent = useRef<string | null>(null);
  const chips = chipsOf(filters);
  // The text follows the address, but not to a text that comes from the input itself: the reader may be typing on.
  useEffect(() => {
    if (search.current && filters.search !== sent.current) search.current.value = filters.search;
    sent.current = null;
  }, [filters.search]);

  const show = (isOpen: boolean) => {
    setOpen(isOpen);
    if (isOpen) setWasOpened(true);
  };
  const submit = (of: HTMLFormElement) => {
    const next = typedIn(of, filters);
    const problem = priceError(next);
    setError(problem);
    if (problem) return;
    const isNewPrice = next.minPrice !== filters.minPrice || next.maxPrice !== filters.maxPrice;
    const hadPrice = filters.minPrice !== "" || filters.maxPrice !== "";
    // The amounts are in the currency that their labels say.
    if (isNewPrice && !hadPrice) next.priceCurrency = chosen;
    sent.current = next.search;
    apply(next);
  };

  return (
    <search className="grid grid-cols-1 gap-2 md:gap-3">
      <form
        noValidate
        onInput={({ currentTarget }) => setTyped(textInputs(currentTarget).some(({ value }) => value !== ""))}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
        className="grid grid-cols-1 gap-2 md:gap-3"
      >
        <SearchRow title={title} input={search} text={filters.search}>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={open}
              aria-controls="more-filters"
              onClick={() => show(!open)}
              className="-mx-2 px-2!"
            >
              More Filters
              <ChevronDown aria-hidden className={open ? "size-4 rotate-180" : "size-4"} />
            </Button>
            <Button
              variant="ghost"
              size="sm"
              className="px-2!"
              disabled={!typed && writeFilters(filters).size === 0}
              onClick={() => {
                setError(null);
                setTyped(false);
                setClearings(clearings + 1);
                if (search.current) search.current.value = "";
                clear();
              }}
            >
              Clear
            </Button>
            {!open && <SortControl filters={filters} onChange={(order) => apply({ ...filters, ...order })} />}
          </div>
        </SearchRow>
        {chips.length > 0 && <FilterChips chips={chips} onRemove={remove} />}
        <div id="more-filters" hidden={!open}>
          {wasOpened && (
            <Suspense fallback={<Skeleton className="h-64 w-full md:h-32" />}>
              {/* Clear also drops prices that were typed and not applied. */}
              <MoreFilters
                key={clearings}
                filters={filters}
                error={error}
                onChange={apply}
                onDone={() => show(false)}
              />
            </Suspense>
          )}
        </div>
        {/* More Filters has the categories too, and lets the reader choose several. */}
        {!open && categories}
      </form>
    </search>
  );
};

interface SearchRowProps extends Pick<SearchPanelProps, "title"> {
  input: RefObject<HTMLInputElement | null>;
  /** The text that is searched for. */
  text: string;
  /** The row below the search box. */
  children: ReactNode;
}

const SearchRow = ({ title, input, text, children }: SearchRowProps) => {
  const [wasFocused, setWasFocused] = useState(false);
  return (
    <div className="lg:flex lg:items-end lg:gap-8">
      {title}
      {/* The suggestions begin below the whole row, so that they cover none of its buttons. */}
      <div className="relative grid min-w-0 flex-1 grid-cols-1 gap-2">
        <div className="flex flex-wrap gap-2">
          {/* With large text the button goes below. "Clear" empties the box, so that the browser's cross is hidden. */}
          <div className="flex min-w-0 grow basis-[9em] [&_input::-webkit-search-cancel-button]:hidden">
            <SearchInput
              ref={input}
              name="search"
              aria-label="Search auctions"
              placeholder="Search auctions"
              autoComplete="off"
              maxLength={200}
              defaultValue={text}
              onFocus={() => setWasFocused(true)}
            />
          </div>
          <Button type="submit">Search</Button>
          {wasFocused && (
            <Suspense fallback={null}>
              <Suggestions input={input} searched={text} />
            </Suspense>
          )}
        </div>
        {children}
      </div>
    </div>
  );
};

// The filters behind "More Filters". Every choice applies at once: it submits the surrounding form, or changes the
// address itself. The numbers say how many lots a choice would leave. It is long because it has every filter and its
// input.
import { currencySymbols } from "@jara/shared/money";
import type { AuctionFacets } from "@jara/shared/rest/auctions";
import { groupAmount, readAmount, whyUnread, writtenAmount } from "@jara/shared/typed-amount";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { cx } from "../../../lib/cx.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { useCategories } from "../../../store/categories.ts";
import { useCurrency } from "../../../store/currency.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Select } from "../../../ui/field.tsx";
import { useResettableDraft } from "../../../ui/use-resettable-draft.ts";
import {
  chosenIn,
  type Filters,
  type ListName,
  lists,
  noFilters,
  type ReportFilter,
  type SortBy,
  sortLabels,
  usualOrderOf,
  usualSortOf,
  withToggled,
} from "../filters.ts";
import { auctionListQuery, facetsQuery } from "../queries.ts";

const submitForm = (event: ChangeEvent<HTMLSelectElement>) => event.currentTarget.form?.requestSubmit();

/** A price is applied once the reader has stopped typing for this long, or leaves its field. */
const TYPING_PAUSE_MS = 600;

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
      ["true", "Yes (hidden lowest price)"],
      ["false", "No (highest bid wins)"],
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
];

/** The usual order first, which the address does not name. */
const sortsOf = (filters: Filters): Choice["options"] => {
  const usual = usualSortOf(filters);
  const others = Object.entries(sortLabels).filter(([field]) => field !== usual && field !== "relevance");
  return [["", sortLabels[usual]], ...others];
};

/** The words for an order of the field that begins with its lowest value, and with its highest. */
const directions: Partial<Record<SortBy, Record<"asc" | "desc", string>>> = {
  relevance: { asc: "Weakest first", desc: "Best first" },
  createdAt: { asc: "Oldest first", desc: "Newest first" },
  endTime: { asc: "Soonest first", desc: "Latest first" },
  title: { asc: "A to Z", desc: "Z to A" },
};
const ofAmounts = { asc: "Low to high", desc: "High to low" };

/** The default direction first, which the address does not name. */
const directionsOf = (filters: Filters): Choice["options"] => {
  const usual = usualOrderOf(filters.sortBy);
  const other = usual === "asc" ? "desc" : "asc";
  const words = directions[filters.sortBy || usualSortOf(filters)] ?? ofAmounts;
  return [
    ["", words[usual]],
    [other, words[other]],
  ];
};

export interface PriceError {
  name: "minPrice" | "maxPrice";
  sentence: string;
}

interface MoreFiltersProps {
  filters: Filters;
  error: PriceError | null;
  onChange: (filters: Filters) => void;
  /** Closes the filters. */
  onDone: () => void;
}

/** On a phone the filters fill the screen, so that the lots they leave are out of sight. */
const goToResults = () => {
  const heading = document.getElementById("results-heading");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
};

export const MoreFilters = ({ filters, error, onChange, onDone }: MoreFiltersProps) => {
  const { data: numbers } = useQuery(facetsQuery(filters));
  const total = useInfiniteQuery(auctionListQuery(filters)).data?.pages[0]?.total;
  const unplaced = filters.location === "" && filters.condition === "" && numbers ? unplacedIn(numbers) : 0;
  const toggles = (name: ListName, legend: string) => (
    <Toggles
      name={name}
      legend={legend}
      chosen={chosenIn(filters, name)}
      numbers={numbers?.[name] ?? {}}
      onToggle={(value) => onChange(withToggled(filters, name, value))}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-4 rounded-box border border-line bg-surface p-4 md:grid-cols-[18rem_minmax(0,1fr)] md:gap-x-6 md:*:col-span-full">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3 md:col-span-1!">
        <PriceField name="minPrice" label="Min price" filters={filters} error={error} />
        <PriceField name="maxPrice" label="Max price" filters={filters} error={error} />
        <p className="col-span-full text-ink-soft text-xs">
          These compare the current price. On some lots a buyer pays a share on top: the buyer's premium and VAT.
        </p>
      </div>
      <div className="grid grid-cols-1 content-start gap-4 md:col-span-1!">
        <div className="empty:hidden">
          {toggles("location", "Location (where you collect the lot)")}
          {unplaced > 0 && (
            <p className="mt-1 text-ink-soft text-xs">
              {lotsWords(unplaced)} {unplaced === 1 ? "does" : "do"} not say where to collect.
            </p>
          )}
        </div>
        {toggles("condition", "Condition")}
      </div>
      {toggles("category", "Category")}
      <ReportFilters filters={filters} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
        {choices.map((choice) => (
          <ChoiceField key={choice.name} {...choice} value={filters[choice.name]} />
        ))}
        <ChoiceField name="sortBy" label="Sort by" value={filters.sortBy} options={sortsOf(filters)} />
        <ChoiceField name="sortOrder" label="Order" value={filters.sortOrder} options={directionsOf(filters)} />
      </div>
      <div className="sticky bottom-0 -mx-4 -mb-4 grid rounded-b-box border-line border-t bg-surface px-4 py-2 md:hidden">
        <Button
          onClick={() => {
            flushSync(onDone);
            goToResults();
          }}
        >
          Show {total === undefined ? "the lots" : lotsWords(total)}
        </Button>
      </div>
    </div>
  );
};

const sumOf = (numbers: Record<string, number>): number => Object.values(numbers).reduce((sum, lots) => sum + lots, 0);

/** At least so many lots are collected at no known place: each has one condition, and a few have several places. */
const unplacedIn = ({ condition, location }: AuctionFacets): number => sumOf(condition) - sumOf(location);

/** Each with the categories whose lots have it. */
const reportFields: { name: ReportFilter; label: string; hint: string; of: readonly string[] }[] = [
  { name: "yearFrom", label: "Year from", hint: "2010", of: ["automobiles", "electronics"] },
  { name: "yearTo", label: "Year to", hint: "2020", of: ["automobiles", "electronics"] },
  { name: "mileageTo", label: "Mileage up to (km)", hint: "120000", of: ["automobiles"] },
  { name: "storageFrom", label: "Storage from (GB)", hint: "128", of: ["electronics"] },
];

/** Shown for the chosen categories alone. A number applies with Enter or by leaving its field. */
const ReportFilters = ({ filters }: { filters: Filters }) => {
  const chosen = chosenIn(filters, "category");
  const shown = reportFields.filter(({ of }) => of.some((category) => chosen.includes(category)));
  if (shown.length === 0) return null;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 md:max-w-2xl">
      {shown.map(({ name, label, hint }) => (
        <NumberField key={name} name={name} label={label} hint={hint} held={filters[name]} />
      ))}
    </div>
  );
};

const NumberField = ({ name, label, hint, held }: Omit<(typeof reportFields)[number], "of"> & { held: string }) => {
  const [typed, setTyped, noteSent] = useResettableDraft(held);
  return (
    <Field label={label}>
      <Input
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        placeholder={hint}
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ""))}
        onKeyDown={({ key }) => key === "Enter" && noteSent(typed)}
        onBlur={({ target }) => {
          if (typed === held) return;
          noteSent(typed);
          target.form?.requestSubmit();
        }}
      />
    </Field>
  );
};

const ChoiceField = ({ name, label, options, value }: Choice & { value: string }) => (
  <Field label={label}>
    <Select name={name} value={value} onChange={submitForm}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  </Field>
);

interface TogglesProps {
  name: ListName;
  legend: string;
  chosen: string[];
  numbers: Record<string, number>;
  onToggle: (value: string) => void;
}

/**
 * The values that some lot has, and the chosen ones. Locations are many, so the most frequent come first: by the numbers
 * of all lots, so that no filter changes the order.
 */
const useShownValues = ({ name, chosen, numbers }: TogglesProps): string[] => {
  const categories = useCategories().map(({ code }) => code);
  const all = (lists[name].values ?? categories).filter((value) => numbers[value] || chosen.includes(value));
  const places = useQuery(facetsQuery(noFilters)).data?.location ?? {};
  if (name !== "location") return all;
  return all.toSorted((a, b) => (places[b] ?? 0) - (places[a] ?? 0));
};

const Toggles = (props: TogglesProps) => {
  const { name, legend, chosen, numbers, onToggle } = props;
  const values = useShownValues(props);
  if (values.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold text-sm">{legend}</legend>
      {/* On a phone one line, which scrolls sideways. */}
      <ul className="relative flex flex-wrap gap-2 max-md:-mx-4 max-md:-my-1 max-md:scroll-px-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none]">
        {values.map((value) => (
          <li key={value} className="shrink-0">
            <button
              type="button"
              aria-pressed={chosen.includes(value)}
              onClick={() => onToggle(value)}
              className={cx(
                "inline-flex min-h-11 items-center gap-2 rounded-box border px-3 text-sm pointer-fine:min-h-9",
                chosen.includes(value)
                  ? "border-brand bg-brand-soft font-semibold text-brand"
                  : "border-line-strong bg-surface hover:bg-sunken",
              )}
            >
              {lists[name].labelOf(value)}
              <span className="tabular text-ink-soft text-xs">
                {numbers[value] ?? 0}
                <span className="sr-only"> {numbers[value] === 1 ? "lot" : "lots"}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
};

interface PriceFieldProps {
  name: PriceError["name"];
  label: string;
  filters: Filters;
  error: PriceError | null;
}

/**
 * The filter's value for a typed text. It is the value in force if both mean the same amount. A text that is no amount
 * stays as it is, so that the panel refuses it.
 */
const priceOf = (typed: string, held: string): string => {
  const amount = readAmount(typed);
  if (amount === null) return typed.trim();
  return held !== "" && amount === Number(held) ? held : writtenAmount(amount).replaceAll(",", "");
};

/** The label names the currency of the amount: that of the filter in force, or the one that the reader has chosen. */
const PriceField = ({ name, label, filters, error }: PriceFieldProps) => {
  const { chosen } = useCurrency();
  const input = useRef<HTMLInputElement>(null);
  const held = filters[name];
  const [typed, setTyped] = useState(() => groupAmount(held));
  const [shown, setShown] = useState(held);
  const price = priceOf(typed, held);
  const [sent, setSent] = useState<string | null>(null);
  // The text follows the address, but not to a price that comes from the text itself: the reader may be typing on.
  if (shown !== held) {
    setShown(held);
    setSent(null);
    if (held !== sent && held !== price) setTyped(groupAmount(held));
  }
  const apply = useCallback((asked: string) => {
    setSent(asked);
    input.current?.form?.requestSubmit();
  }, []);
  useEffect(() => {
    if (price === held) return;
    const pause = setTimeout(apply, TYPING_PAUSE_MS, price);
    return () => clearTimeout(pause);
  }, [price, held, apply]);
  const currency = filters.minPrice || filters.maxPrice ? filters.priceCurrency || "NGN" : chosen;
  const problem = error?.name === name ? (whyUnread(typed) ?? error.sentence) : null;
  return (
    <Field label={`${label} (${currencySymbols[currency]})`} error={problem}>
      <AmountInput ref={input} typed={typed} onType={setTyped} onBlur={() => apply(price)} />
      {/* The form reads the amount that the text means. */}
      <input type="hidden" name={name} value={price} />
    </Field>
  );
};

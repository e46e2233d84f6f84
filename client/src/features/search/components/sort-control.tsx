// The one control for the order of the list. More Filters has one control for the field and one for the direction, and
// stands in its place while it is open.
import type { ChangeEvent } from "react";
import { Select } from "../../../ui/field.tsx";
import { type Filters, orderIn, sortLabels, usualSortOf } from "../filters.ts";

type Order = Pick<Filters, "sortBy" | "sortOrder">;
const best: [label: string, order: Order] = [sortLabels.relevance, { sortBy: "relevance", sortOrder: "" }];
const orders: [label: string, order: Order][] = [
  ["Newest", { sortBy: "createdAt", sortOrder: "" }],
  ["Ending soonest", { sortBy: "endTime", sortOrder: "" }],
  ["Price: low to high", { sortBy: "currentPrice", sortOrder: "asc" }],
  ["Price: high to low", { sortBy: "currentPrice", sortOrder: "" }],
  ["Most bids", { sortBy: "bidCount", sortOrder: "" }],
];

const isSame = (filters: Filters, order: Order): boolean =>
  (filters.sortBy || usualSortOf(filters)) === order.sortBy && orderIn(filters) === orderIn({ ...filters, ...order });

export const SortControl = ({ filters, onChange }: { filters: Filters; onChange: (order: Order) => void }) => {
  const offered = filters.search ? [best, ...orders] : orders;
  const known = offered.findIndex(([, order]) => isSame(filters, order));
  const choose = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = offered[Number(currentTarget.value)];
    if (chosen) onChange(chosen[1]);
  };
  return (
    <Select
      aria-label="Order of the list"
      value={known}
      onChange={choose}
      className="ml-auto w-auto! truncate text-sm pointer-fine:lg:min-h-9 max-md:min-w-0 max-md:grow max-md:basis-24 max-md:px-2"
    >
      {known < 0 && (
        <option value={-1}>
          {sortLabels[filters.sortBy || usualSortOf(filters)]} {orderIn(filters) === "asc" ? "↑" : "↓"}
        </option>
      )}
      {offered.map(([label], index) => (
        <option key={label} value={index}>
          {label}
        </option>
      ))}
    </Select>
  );
};

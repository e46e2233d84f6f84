// The one control for the order of the list. More Filters has one control for the field and one for the direction.
import type { ChangeEvent } from "react";
import { Select } from "../../../ui/field.tsx";
import { type Filters, orderIn, sortLabels } from "../filters.ts";

type Order = Pick<Filters, "sortBy" | "sortOrder">;
const orders: [label: string, order: Order][] = [
  ["Newest", { sortBy: "", sortOrder: "" }],
  ["Ending soonest", { sortBy: "endTime", sortOrder: "" }],
  ["Price: low to high", { sortBy: "currentPrice", sortOrder: "asc" }],
  ["Price: high to low", { sortBy: "currentPrice", sortOrder: "" }],
  ["Most bids", { sortBy: "bidCount", sortOrder: "" }],
];

const isSame = (filters: Filters, order: Order): boolean =>
  (filters.sortBy || "createdAt") === (order.sortBy || "createdAt") &&
  orderIn(filters) === orderIn({ ...filters, ...order });

export const SortControl = ({ filters, onChange }: { filters: Filters; onChange: (order: Order) => void }) => {
  const known = orders.findIndex(([, order]) => isSame(filters, order));
  const choose = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = orders[Number(currentTarget.value)];
    if (chosen) onChange(chosen[1]);
  };
  return (
    <Select
      aria-label="Order of the list"
      value={known}
      onChange={choose}
      className="ml-auto w-auto! truncate text-sm max-md:min-w-0 max-md:grow max-md:basis-24 max-md:px-2"
    >
      {known < 0 && (
        <option value={-1}>
          {sortLabels[filters.sortBy || "createdAt"]}, {orderIn(filters) === "asc" ? "ascending" : "descending"}
        </option>
      )}
      {orders.map(([label], index) => (
        <option key={label} value={index}>
          {label}
        </option>
      ))}
    </Select>
  );
};

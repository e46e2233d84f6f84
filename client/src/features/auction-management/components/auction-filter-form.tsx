// Filters, order and search for auctions.
import type { SortField } from "@jara/shared/list-orders";
import { useQuery } from "@tanstack/react-query";
import { saleChoice, salesToChooseQuery } from "../../../queries/sales-to-choose.ts";
import { Choice } from "../../../ui/choice.tsx";
import { FilterForm } from "../../../ui/filter-form.tsx";
import { type AuctionFilters, auctionFilters, sortLabels, statusChoices } from "../auction-filters.ts";
import { lotSellersQuery } from "../queries.ts";

interface AuctionFilterFormProps {
  filters: AuctionFilters;
  onChange: (change: Partial<AuctionFilters>) => void;
}

export const AuctionFilterForm = ({ filters, onChange }: AuctionFilterFormProps) => {
  const sales = useQuery(salesToChooseQuery).data?.sales ?? [];
  const sellers = useQuery(lotSellersQuery).data?.sellers ?? [];
  return (
    <FilterForm
      label="Filter auctions"
      searchLabel="Search auctions"
      placeholder="Title, buyer, lot number or id"
      search={filters.search}
      onSearch={(search) => onChange({ search })}
      onClear={auctionFilters.narrows(filters) ? () => onChange(auctionFilters.unfiltered) : null}
      className="lg:flex"
      searchClassName="sm:col-span-1 lg:flex-1"
    >
      <Choice
        label="Status"
        className="lg:w-40"
        value={filters.status}
        options={[["", "All Statuses"], ...statusChoices]}
        onChoose={(status) => onChange({ status, upcoming: false, ended: "" })}
      />
      <Choice
        label="Sale"
        className="lg:w-56"
        value={filters.sale}
        options={[["", "All sales"], ...sales.map(saleChoice)]}
        onChoose={(sale) => onChange({ sale })}
      />
      <Choice
        label="Seller"
        className="lg:w-40"
        value={filters.seller}
        options={[["", "All sellers"], ...sellers.map(({ _id, username }) => [_id, username] as const)]}
        onChoose={(seller) => onChange({ seller })}
      />
      <Choice
        label="Sort by"
        className="lg:w-40"
        value={filters.sortBy}
        options={Object.entries(sortLabels) as [SortField, string][]}
        onChoose={(sortBy) => onChange({ sortBy })}
      />
      <Choice
        label="Order"
        className="col-span-2 sm:col-span-1 lg:w-36"
        value={filters.sortOrder}
        options={[
          ["desc", "Descending"],
          ["asc", "Ascending"],
        ]}
        onChoose={(sortOrder) => onChange({ sortOrder })}
      />
    </FilterForm>
  );
};

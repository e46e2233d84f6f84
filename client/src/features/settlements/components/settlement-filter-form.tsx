// Filters and search for settlements.
import { settlementKinds, settlementStatuses } from "@jara/shared/rest/settlements";
import { useQuery } from "@tanstack/react-query";
import { saleChoice, salesToChooseQuery } from "../../../queries/sales-to-choose.ts";
import { Choice, optionsOf } from "../../../ui/choice.tsx";
import { FilterForm } from "../../../ui/filter-form.tsx";
import { type SettlementFilters, settlementFilters } from "../settlement-filters.ts";
import { kindLabels, statusLabels } from "../settlement-words.ts";

interface SettlementFilterFormProps {
  filters: SettlementFilters;
  onChange: (change: Partial<SettlementFilters>) => void;
}

export const SettlementFilterForm = ({ filters, onChange }: SettlementFilterFormProps) => {
  const sales = useQuery(salesToChooseQuery).data?.sales ?? [];
  return (
    <FilterForm
      label="Filter settlements"
      searchLabel="Search settlements"
      placeholder="Title, name, email or reference"
      search={filters.q}
      onSearch={(q) => onChange({ q })}
      onClear={settlementFilters.narrows(filters) ? () => onChange(settlementFilters.unfiltered) : null}
      className="md:flex"
      searchClassName="md:flex-1"
    >
      <Choice
        label="Status"
        className="md:w-36"
        value={filters.status}
        options={optionsOf("All statuses", settlementStatuses, (status) => statusLabels[status])}
        onChoose={(status) => onChange({ status })}
      />
      <Choice
        label="What"
        className="md:w-36"
        value={filters.kind}
        options={optionsOf("All kinds", settlementKinds, (kind) => kindLabels[kind])}
        onChoose={(kind) => onChange({ kind })}
      />
      <Choice
        label="Sale"
        className="col-span-2 md:w-64"
        value={filters.sale}
        options={[["", "All sales"], ...sales.map(saleChoice)]}
        onChoose={(sale) => onChange({ sale })}
      />
    </FilterForm>
  );
};

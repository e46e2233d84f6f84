// Filters for the history: kind of change, order, and times with or without milliseconds. Each choice applies at once.
import { historyKinds } from "@jara/shared/rest/admin-auctions";
import { useId } from "react";
import { Field, Select } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type HistoryFilters, kindLabels } from "./history-filters.ts";

interface HistoryFilterFormProps {
  filters: HistoryFilters;
  onChange: (change: Partial<HistoryFilters>) => void;
  showsMilliseconds: boolean;
  onMilliseconds: (shown: boolean) => void;
}

export const HistoryFilterForm = (props: HistoryFilterFormProps) => {
  const switchId = useId();
  return (
    <form aria-label="Filter the history" className="grid grid-cols-2 items-end gap-x-2 gap-y-3 md:flex">
      <Field label="Show" className="md:w-44">
        {(control) => (
          <Select
            {...control}
            value={props.filters.kind}
            onChange={({ target }) => props.onChange({ kind: target.value as HistoryFilters["kind"] })}
          >
            <option value="">Everything</option>
            {historyKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindLabels[kind]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Order" className="md:w-44">
        {(control) => (
          <Select
            {...control}
            value={props.filters.order}
            onChange={({ target }) => props.onChange({ order: target.value as HistoryFilters["order"] })}
          >
            <option value="newest">Newest first</option>
            <option value="oldest">Oldest first</option>
          </Select>
        )}
      </Field>
      <div className="col-span-2 flex min-h-11 items-center gap-3 md:ml-auto">
        <Switch
          id={switchId}
          checked={props.showsMilliseconds}
          onChange={({ target }) => props.onMilliseconds(target.checked)}
        />
        <label htmlFor={switchId} className="font-semibold text-sm">
          Show milliseconds
        </label>
      </div>
    </form>
  );
};

// Filters for the history: kind of change, order, and times with or without milliseconds. Each choice applies at once.
import { historyKinds } from "@jara/shared/rest/admin-auctions";
import { useId } from "react";
import { Choice, optionsOf } from "../../ui/choice.tsx";
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
      <Choice
        label="Show"
        className="md:w-44"
        value={props.filters.kind}
        options={optionsOf("Everything", historyKinds, (kind) => kindLabels[kind])}
        onChoose={(kind) => props.onChange({ kind })}
      />
      <Choice
        label="Order"
        className="md:w-44"
        value={props.filters.order}
        options={[
          ["newest", "Newest first"],
          ["oldest", "Oldest first"],
        ]}
        onChoose={(order) => props.onChange({ order })}
      />
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

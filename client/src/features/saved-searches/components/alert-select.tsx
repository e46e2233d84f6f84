// The select in which the owner of a search chooses when to be notified of new lots.
import type { SearchAlert } from "@jara/shared/saved-search-limits";
import { Select } from "../../../ui/field.tsx";
import { alertLabels, searchAlerts } from "../search-words.ts";

interface AlertSelectProps {
  value: SearchAlert;
  disabled?: boolean;
  onChoose: (alert: SearchAlert) => void;
}

export const AlertSelect = ({ value, disabled = false, onChoose }: AlertSelectProps) => (
  <Select value={value} disabled={disabled} onChange={({ target }) => onChoose(target.value as SearchAlert)}>
    {searchAlerts.map((alert) => (
      <option key={alert} value={alert}>
        {alertLabels[alert]}
      </option>
    ))}
  </Select>
);

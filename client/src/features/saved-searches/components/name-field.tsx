// The form field for the name of a saved search.
import { SAVED_SEARCH_NAME_MAX } from "@jara/shared/saved-search-limits";
import { Field, Input } from "../../../ui/field.tsx";

interface NameFieldProps {
  name: string;
  error: string | null;
  onChange: (name: string) => void;
}

export const NO_NAME = "Please give the search a name";

export const NameField = ({ name, error, onChange }: NameFieldProps) => (
  <Field label="Name" error={error}>
    <Input
      dir="auto"
      autoComplete="off"
      maxLength={SAVED_SEARCH_NAME_MAX}
      value={name}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

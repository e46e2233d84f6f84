// The form field for the reason that staff may give for a change of a lot's status.
import { STATUS_REASON_MAX } from "@jara/shared/status-reason";
import { Field, Input } from "../../ui/field.tsx";

export const ReasonField = ({ value, onChange }: { value: string; onChange: (reason: string) => void }) => (
  <Field label="Reason (optional)" hint="For the lot's history. Only staff read it.">
    <Input
      value={value}
      maxLength={STATUS_REASON_MAX}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

// The form fields for voiding bids: a reason and a sentence. The reason "Other" requires the sentence.
import type { VoidReason } from "@jara/shared/auction";
import { useState } from "react";
import { Field, Select, Textarea } from "../ui/field.tsx";

export interface VoidForm {
  reason: VoidReason;
  note: string;
}

export const NOTE_MAX = 500;
const reasonLabels: Record<VoidReason, string> = {
  "mistaken-amount": "Mistaken amount",
  fraud: "Fraud",
  suspended: "Suspended account",
  other: "Other",
};

/** Null when the form can be sent. */
const voidFormError = ({ reason, note }: VoidForm): string | null => {
  if (reason === "other" && note.trim() === "") return "Please give the reason in a sentence";
  return note.trim().length > NOTE_MAX ? `The note can be at most ${NOTE_MAX} characters long` : null;
};

/**
 * The state of the form. `fields` are the props of VoidReasonFields. `check` returns the form, or null after it has
 * shown what is wrong.
 */
export const useVoidForm = (reason: VoidReason) => {
  const [form, setForm] = useState<VoidForm>({ reason, note: "" });
  const [error, setError] = useState<string | null>(null);
  const onChange = (changed: VoidForm) => {
    setForm(changed);
    setError(null);
  };
  const check = (): VoidForm | null => {
    const found = voidFormError(form);
    setError(found);
    return found === null ? form : null;
  };
  return { fields: { form, error, onChange }, check };
};

interface VoidReasonFieldsProps {
  form: VoidForm;
  onChange: (form: VoidForm) => void;
  error: string | null;
}

export const VoidReasonFields = ({ form, onChange, error }: VoidReasonFieldsProps) => (
  <>
    <Field
      label="Reason"
      hint={
        form.reason === "mistaken-amount"
          ? "Public. The bidder may bid on this lot again."
          : "Public. The bidder can no longer bid on this lot."
      }
    >
      <Select value={form.reason} onChange={({ target }) => onChange({ ...form, reason: target.value as VoidReason })}>
        {Object.entries(reasonLabels).map(([reason, label]) => (
          <option key={reason} value={reason}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
    <Field
      label={form.reason === "other" ? "Note" : "Note (optional)"}
      error={error}
      hint="Kept in the history for administrators."
    >
      <Textarea
        maxLength={NOTE_MAX}
        value={form.note}
        onChange={({ target }) => onChange({ ...form, note: target.value })}
      />
    </Field>
  </>
);

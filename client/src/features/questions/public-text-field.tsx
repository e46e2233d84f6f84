// A field for words that everybody will read. The parts that use it say what contact details in them mean.
import { contactDetailIn, contactHeld, contactRefusal } from "@jara/shared/contact-details";
import type { ReactNode } from "react";
import { CharCount } from "../../ui/char-count.tsx";
import { Field, Textarea } from "../../ui/field.tsx";

interface PublicTextFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  max: number;
  value: string;
  isLocked: boolean;
  onChange: (value: string) => void;
}

/** The reason why an answer may not be published; null if it may. */
export const answerError = (text: string): string | null => {
  const kind = contactDetailIn(text);
  return kind && contactRefusal(kind);
};

/** Says that staff check a question before anybody else reads it; null if nothing in it looks like a contact detail. */
export const heldNote = (text: string): string | null => {
  const kind = contactDetailIn(text);
  return kind && contactHeld(kind);
};

export const PublicTextField = ({ label, hint, error, max, value, isLocked, onChange }: PublicTextFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={<CharCount used={value.length} max={max} />}>
    <Textarea
      dir="auto"
      rows={2}
      maxLength={max}
      readOnly={isLocked}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-20"
    />
  </Field>
);

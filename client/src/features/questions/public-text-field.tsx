// A field for words that everybody will read. It refuses contact details in them, and says so while they are typed.
import { contactDetailIn, contactRefusal } from "@jara/shared/contact-details";
import type { ReactNode } from "react";
import { CharCount } from "../../ui/char-count.tsx";
import { Field, Textarea } from "../../ui/field.tsx";

interface PublicTextFieldProps {
  label: string;
  hint?: ReactNode;
  /** Shown unless the words have a contact detail. */
  error?: string | null;
  max: number;
  value: string;
  isLocked: boolean;
  onChange: (value: string) => void;
}

/** The reason why the text may not be published; null if it may. */
export const publicTextError = (text: string): string | null => {
  const kind = contactDetailIn(text);
  return kind && contactRefusal(kind);
};

export const PublicTextField = ({ label, hint, error, max, value, isLocked, onChange }: PublicTextFieldProps) => (
  <Field
    label={label}
    hint={hint}
    error={publicTextError(value) ?? error}
    aside={<CharCount used={value.length} max={max} />}
  >
    {(control) => (
      <Textarea
        {...control}
        dir="auto"
        rows={2}
        maxLength={max}
        readOnly={isLocked}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-20"
      />
    )}
  </Field>
);

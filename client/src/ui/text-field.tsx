// A field for some sentences, with the number of characters that may still be typed.
import type { ReactNode } from "react";
import { CharCount } from "./char-count.tsx";
import { Field, Textarea } from "./field.tsx";

interface TextFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  max: number;
  value: string;
  isLocked: boolean;
  /** "auto" for words in any language. */
  dir?: "auto";
  onChange: (value: string) => void;
}

export const TextField = ({ label, hint, error, max, value, isLocked, dir, onChange }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={<CharCount used={value.length} max={max} />}>
    <Textarea
      dir={dir}
      rows={2}
      maxLength={max}
      readOnly={isLocked}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-20"
    />
  </Field>
);

// A labelled form control: label, hint and error are linked to the control, so that screen readers announce what is
// visible. An `Input`, `Select` or `Textarea` within a field takes the ids of the field.
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from "react";
import { cx } from "../lib/cx.ts";

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** The ids that link the control of a field to its label, hint and error. Null outside of a field. */
const FieldControl = createContext<ControlProps | null>(null);

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown at the end of the label's line, but not part of the label, for example a counter. */
  aside?: ReactNode;
  error?: ReactNode;
  className?: string;
  /** The one control of the field. */
  children: ReactNode;
}

export const Field = ({ label, hint, aside, error, className, children }: FieldProps) => {
  const id = useId();
  const described = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  const control = { id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined } as const;
  return (
    <div className={cx("grid content-start gap-1", className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold text-sm">
          {label}
        </label>
        {aside}
      </div>
      <FieldControl value={control}>{children}</FieldControl>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-0.5 font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
};

const look = cx(
  "min-h-11 w-full min-w-0 rounded-box border border-line-strong bg-surface px-3 text-base text-ink",
  "placeholder:text-ink-soft aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken",
);

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };
export const Input = ({ className, ...rest }: InputProps) => (
  <input {...useContext(FieldControl)} {...rest} className={cx(look, className)} />
);

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };
export const Select = ({ className, ...rest }: SelectProps) => (
  <select {...useContext(FieldControl)} {...rest} className={cx(look, className)} />
);

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };
/** Grows with its text in browsers that support that. */
export const Textarea = ({ className, ...rest }: TextareaProps) => (
  <textarea
    {...useContext(FieldControl)}
    {...rest}
    className={cx(look, "field-sizing-content min-h-32 max-h-[60dvh] py-2", className)}
  />
);

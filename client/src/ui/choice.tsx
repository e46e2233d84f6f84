// A labelled select whose choice applies at once.
import { Field, Select } from "./field.tsx";

interface ChoiceProps<T extends string> {
  label: string;
  className?: string;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  disabled?: boolean;
  error?: string | undefined;
  onChoose: (value: T) => void;
}

export const Choice = <T extends string>({
  label,
  className,
  value,
  options,
  disabled,
  error,
  onChoose,
}: ChoiceProps<T>) => (
  <Field label={label} error={error} {...(className && { className })}>
    <Select disabled={disabled} value={value} onChange={({ target }) => onChoose(target.value as T)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  </Field>
);

/** The options with words for each, after `all`, which has an empty value. */
export const optionsOf = <T extends string>(
  all: string,
  values: readonly T[],
  wordsOf: (value: T) => string,
): readonly (readonly [value: T | "", text: string])[] => [
  ["", all],
  ...values.map((one) => [one, wordsOf(one)] as const),
];

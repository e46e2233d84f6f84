// The form of a setting that is a list of fields. Each field shows the mistake at its own path.
import type { SettingField } from "@jara/shared/site-settings";
import { CharCount } from "../../ui/char-count.tsx";
import { EmailInput } from "../../ui/email-input.tsx";
import { Field, Input, Textarea } from "../../ui/field.tsx";
import { PhoneInput } from "../../ui/phone-input.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { type EditorProps, fixedWords, nothing, type SettingForm, typedNumber } from "./setting-form.ts";

type Typed = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, SettingField>>;

const toTyped = (value: unknown): string => (value === null ? "" : String(value));
const toValue = ({ input, value: schema }: SettingField, typed: string): unknown => {
  if (input === "number") return typedNumber(typed);
  if (input === "switch") return typed === "true";
  const text = typed.trim();
  return text === "" && schema.safeParse(null).success ? null : text;
};
const inWords = (field: SettingField, value: unknown): string =>
  field.inWords ? field.inWords(value) : toTyped(value) || nothing;

const inputs = { email: EmailInput, phone: PhoneInput, number: Input, line: Input };

const fieldsEditor =
  (fields: Fields) =>
  ({ typed, onChange, mistakes, fixed }: EditorProps<Typed>) => {
    const all = Object.entries(fields).map(([name, { label, inForm = label, hint, input, max }]) => {
      const variable = fixed[name];
      if (input === "switch") {
        return (
          <SwitchRow
            key={name}
            name={inForm}
            about={mistakes[name] ?? hint}
            checked={typed[name] === "true"}
            onChange={(isOn) => onChange({ ...typed, [name]: String(isOn) })}
          />
        );
      }
      const props = {
        autoComplete: "off",
        disabled: variable !== undefined,
        maxLength: max,
        value: typed[name] ?? "",
        onChange: ({ target }: { target: { value: string } }) => onChange({ ...typed, [name]: target.value }),
      };
      const FieldInput = input === "lines" ? Textarea : inputs[input];
      return (
        <Field
          key={name}
          label={inForm}
          error={mistakes[name]}
          aside={max !== undefined && <CharCount used={props.value.length} max={max} />}
          hint={variable ? fixedWords(variable) : hint}
        >
          <FieldInput {...props} {...(input === "number" && { inputMode: "decimal", className: "tabular" })} />
        </Field>
      );
    });
    const isShort = Object.values(fields).every(({ input }) => input === "number");
    return isShort ? <div className="grid gap-4 sm:grid-cols-2">{all}</div> : all;
  };

export const fieldsForm = (fields: Fields): SettingForm<Readonly<Record<string, unknown>>, Typed> => {
  const each = <T,>(make: (field: SettingField, name: string) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]));
  return {
    toTyped: (value) => each((_, name) => toTyped(value[name])),
    toValue: (typed) => each((field, name) => toValue(field, typed[name] ?? "")),
    inWords: (value) => Object.entries(fields).map(([name, field]) => [field.label, inWords(field, value[name])]),
    Editor: fieldsEditor(fields),
  };
};

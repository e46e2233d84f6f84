// The form fields of the settings with few fields: contacts, bank account, lot rules, soft close, notes. Each shows the
// mistakes at its own path.
import { NOTE_MAX } from "@jara/shared/rest/site-settings";
import type { SettingSection } from "@jara/shared/site-settings";
import { durationWords } from "../../lots/duration-words.ts";
import { CharCount } from "../../ui/char-count.tsx";
import { Check } from "../../ui/check.tsx";
import { EmailInput } from "../../ui/email-input.tsx";
import { Field, Input, Select, Textarea } from "../../ui/field.tsx";
import { PhoneInput } from "../../ui/phone-input.tsx";
import type { Mistakes, TypedValues } from "./typed-values.ts";

export interface EditorProps<S extends SettingSection> {
  typed: TypedValues[S];
  onChange: (typed: TypedValues[S]) => void;
  mistakes: Mistakes;
  /** By field, the environment variable that sets it. */
  fixed: Readonly<Record<string, string>>;
}

export const fixedWords = (variable: string): string => `Set by the environment (${variable})`;

export const ContactsEditor = ({ typed, onChange, mistakes, fixed }: EditorProps<"contacts">) => {
  const fields = [
    { name: "email", label: "Email", ContactInput: EmailInput, hint: undefined },
    { name: "whatsapp", label: "WhatsApp", ContactInput: PhoneInput, hint: "Like +2348012345678" },
    { name: "phone", label: "Phone (optional)", ContactInput: PhoneInput, hint: "A number to call, if there is one" },
  ] as const;
  return fields.map(({ name, label, ContactInput, hint }) => {
    const variable = fixed[name];
    return (
      <Field key={name} label={label} error={mistakes[name]} hint={variable ? fixedWords(variable) : hint}>
        <ContactInput
          autoComplete="off"
          disabled={variable !== undefined}
          value={typed[name]}
          onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
        />
      </Field>
    );
  });
};

const accountFields = [
  ["bank", "Bank"],
  ["number", "Account number"],
  ["name", "Account name"],
] as const;

export const BankAccountEditor = ({ typed, onChange, mistakes }: EditorProps<"bank-account">) => (
  <>
    <Check
      label="Buyers can pay by bank transfer"
      checked={typed.isOffered}
      onChange={(isOffered) => onChange({ ...typed, isOffered })}
    />
    {typed.isOffered &&
      accountFields.map(([name, label]) => (
        <Field key={name} label={label} error={mistakes[name] ?? (name === "bank" ? mistakes[""] : undefined)}>
          <Input
            autoComplete="off"
            inputMode={name === "number" ? "numeric" : undefined}
            value={typed[name]}
            onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
          />
        </Field>
      ))}
  </>
);

const ruleFields = [
  ["depositPercent", "Deposit", "%", "1 to 20, not more than the balance that a bid needs"],
  ["feePercent", "Buy It Now fee", "%", "0 to 25"],
  ["forfeitPercent", "Penalty if unpaid", "%", "1 to 20"],
  ["paymentDays", "Time to pay a win", "business days", "1 to 30"],
] as const;

export const LotRulesEditor = ({ typed, onChange, mistakes }: EditorProps<"lot-rules">) => (
  <div className="grid gap-4 sm:grid-cols-2">
    {ruleFields.map(([name, label, unit, hint]) => (
      <Field key={name} label={`${label} (${unit})`} hint={hint} error={mistakes[name]}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="tabular"
          value={typed[name]}
          onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
        />
      </Field>
    ))}
  </div>
);

const windows = [30, 60, 120, 180, 300, 600];

export const SoftCloseEditor = ({ typed, onChange, mistakes }: EditorProps<"soft-close">) => (
  <>
    <Check
      label="New lots extend while people bid"
      checked={typed.isOn}
      onChange={(isOn) => onChange({ ...typed, isOn })}
    />
    {typed.isOn && (
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="A late bid extends by" error={mistakes.windowSeconds}>
          <Select
            value={typed.windowSeconds}
            onChange={({ target }) => onChange({ ...typed, windowSeconds: target.value })}
          >
            {[...new Set([...windows, Number(typed.windowSeconds)])]
              .sort((a, b) => a - b)
              .map((seconds) => (
                <option key={seconds} value={seconds}>
                  {durationWords(seconds)}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="At most (minutes past the end)" error={mistakes.capMinutes}>
          <Input
            inputMode="numeric"
            value={typed.capMinutes}
            onChange={({ target }) => onChange({ ...typed, capMinutes: target.value })}
          />
        </Field>
      </div>
    )}
  </>
);

const noteFields = [
  ["bidding", "For bidders"],
  ["seller", "For sellers"],
  ["pickup", "About pickup"],
] as const;

export const NotesEditor = ({ typed, onChange, mistakes }: EditorProps<"notes">) =>
  noteFields.map(([name, label]) => (
    <Field
      key={name}
      label={label}
      error={mistakes[name]}
      aside={<CharCount used={typed[name].length} max={NOTE_MAX} />}
      hint={name === "pickup" ? "Plain text. Shown on the Bidding & Buying Guide." : undefined}
    >
      <Textarea
        maxLength={NOTE_MAX}
        value={typed[name]}
        onChange={({ target }) => onChange({ ...typed, [name]: target.value })}
      />
    </Field>
  ));

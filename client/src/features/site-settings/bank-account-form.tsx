// The bank account for transfers: its form and its words.
import { isRealAccount } from "@jara/shared/demo-account";
import type { SettingValues } from "@jara/shared/site-settings";
import { cleanCode } from "@jara/shared/text/clean";
import { Check } from "../../ui/check.tsx";
import { Field, Input } from "../../ui/field.tsx";
import type { EditorProps, SettingForm } from "./setting-form.ts";

interface TypedAccount {
  isOffered: boolean;
  bank: string;
  number: string;
  name: string;
}

const accountFields = [
  ["bank", "Bank"],
  ["number", "Account number"],
  ["name", "Account name"],
] as const;

const BankAccountEditor = ({ typed, onChange, mistakes }: EditorProps<TypedAccount>) => (
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

export const bankAccountForm: SettingForm<SettingValues["bank-account"], TypedAccount> = {
  toTyped: (account) => ({
    isOffered: isRealAccount(account),
    bank: "",
    number: "",
    name: "",
    ...(isRealAccount(account) && account),
  }),
  toValue: ({ isOffered, bank, number, name }) =>
    isOffered ? { bank: bank.trim(), number: cleanCode(number), name: name.trim() } : null,
  inWords: (account) =>
    isRealAccount(account)
      ? accountFields.map(([name, label]) => [label, account[name]])
      : [["Bank transfers", "No account: buyers are told to ask"]],
  Editor: BankAccountEditor,
};

// The forms of all settings, and what is done with each alike: reading what was typed, and naming what changes.
import { type SettingSection, type SettingValues, settingSchemas, siteSettings } from "@jara/shared/site-settings";
import { bankAccountForm } from "./bank-account-form.tsx";
import { categoriesForm } from "./categories-form.tsx";
import { fieldsForm } from "./fields-form.tsx";
import { hoursForm } from "./hours-form.tsx";
import { incrementsForm } from "./increments-form.tsx";
import { sellerTermsForm } from "./seller-terms-form.tsx";
import type { Line, Mistakes, SettingForm } from "./setting-form.ts";
import { softCloseForm } from "./soft-close-form.tsx";

type Settings = typeof siteSettings;
type Own = { [S in SettingSection]: Settings[S] extends { fields: unknown } ? never : S }[SettingSection];

const ownForms: { readonly [S in Own]: SettingForm<SettingValues[S], unknown> } = {
  "bank-account": bankAccountForm,
  hours: hoursForm,
  "seller-terms": sellerTermsForm,
  categories: categoriesForm,
  increments: incrementsForm,
  "soft-close": softCloseForm,
};

const forms = Object.fromEntries(
  Object.entries(siteSettings).map(([section, facts]) => [
    section,
    "fields" in facts ? fieldsForm(facts.fields) : ownForms[section as Own],
  ]),
) as Readonly<Record<SettingSection, SettingForm<unknown, unknown>>>;

/** `value`, here and below: it has the section's shape. */
export const toTyped = (section: SettingSection, value: unknown): unknown => forms[section].toTyped(value);
export const linesOf = (section: SettingSection, value: unknown): Line[] => forms[section].inWords(value);
export const editorOf = (section: SettingSection) => forms[section].Editor;

export const readTyped = (section: SettingSection, typed: unknown): { value: unknown; mistakes: Mistakes } => {
  const given = forms[section].toValue(typed);
  const parsed = settingSchemas[section].safeParse(given);
  if (parsed.success) return { value: parsed.data, mistakes: {} };
  const mistakes: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) mistakes[path.join(".")] ??= sentence(message);
  return { value: given, mistakes };
};

/** The mistakes in a value that was set before today's rules, as sentences. Empty if it follows them. */
export const mistakesIn = (section: SettingSection, value: unknown): readonly string[] => {
  const { mistakes } = readTyped(section, toTyped(section, value));
  return [...new Set(Object.values(mistakes))];
};

const sentence = (message: string): string => {
  const words = message === "Invalid input" ? "Please correct this" : message;
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

export interface ChangedLine {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The lines that differ; a line that only one of the values has is new or gone. */
export const changedLines = (section: SettingSection, before: unknown, after: unknown): ChangedLine[] => {
  const old = new Map(before === null && section !== "bank-account" ? [] : linesOf(section, before));
  const now = new Map(linesOf(section, after));
  const labels = [...new Set([...old.keys(), ...now.keys()])];
  return labels.flatMap((label) => {
    const [was, is] = [old.get(label) ?? null, now.get(label) ?? null];
    return was === is ? [] : { label, before: was, after: is };
  });
};

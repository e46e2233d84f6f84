// The settings as their forms hold them: numbers as they are typed. The server decides; the shared schemas only save a
// round trip.
import { settingValueSchemas } from "@jara/shared/rest/site-settings";
import type { SettingSection, SettingValues, SiteCategory } from "@jara/shared/site-settings";
import { USUAL_SOFT_CLOSE } from "@jara/shared/soft-close-rules";
import { cleanCode } from "@jara/shared/text/clean";
import { groupAmount } from "@jara/shared/typed-amount";

export interface TypedStep {
  /** Rows have no other identity while they are typed. */
  readonly key: number;
  readonly below: string;
  readonly increment: string;
}

export interface TypedValues {
  contacts: { email: string; whatsapp: string; phone: string };
  "bank-account": { isOffered: boolean; bank: string; number: string; name: string };
  "lot-rules": { depositPercent: string; feePercent: string; forfeitPercent: string; paymentDays: string };
  hours: { days: { isOpen: boolean; opens: string; closes: string }[]; place: string };
  categories: { rows: (SiteCategory & { key: number; isNew: boolean })[] };
  increments: { NGN: TypedStep[]; USD: TypedStep[] };
  "soft-close": { isOn: boolean; windowSeconds: string; capMinutes: string };
  notes: { bidding: string; seller: string; pickup: string };
}

let keys = 0;
export const nextKey = (): number => {
  keys += 1;
  return keys;
};

type Converters = {
  readonly [S in SettingSection]: {
    toTyped(value: SettingValues[S]): TypedValues[S];
    toValue(typed: TypedValues[S]): unknown;
  };
};

const number = (typed: string): number => (typed.trim() === "" ? Number.NaN : Number(typed.replaceAll(",", "")));
const trimmed = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, String(text).trim()])) as T;

const stepsOf = (steps: SettingValues["increments"]["NGN"]): TypedStep[] =>
  steps.map(([below, increment]) => ({
    key: nextKey(),
    below: below === null ? "" : groupAmount(String(below)),
    increment: groupAmount(String(increment)),
  }));
const toSteps = (steps: readonly TypedStep[]) =>
  steps.map(({ below, increment }, n) => [
    n === steps.length - 1 && below.trim() === "" ? null : number(below),
    number(increment),
  ]);

const converters: Converters = {
  contacts: {
    toTyped: ({ email, whatsapp, phone }) => ({ email, whatsapp, phone: phone ?? "" }),
    toValue: (typed) => {
      const { phone, ...others } = trimmed(typed);
      return { ...others, phone: phone === "" ? null : phone };
    },
  },
  "bank-account": {
    toTyped: (account) => ({ isOffered: account !== null, bank: "", number: "", name: "", ...account }),
    toValue: ({ isOffered, ...account }) =>
      isOffered ? { ...trimmed(account), number: cleanCode(account.number) } : null,
  },
  "lot-rules": {
    toTyped: ({ depositPercent, feePercent, forfeitPercent, paymentDays }) => ({
      depositPercent: String(depositPercent),
      feePercent: String(feePercent),
      forfeitPercent: String(forfeitPercent),
      paymentDays: String(paymentDays),
    }),
    toValue: ({ depositPercent, feePercent, forfeitPercent, paymentDays }) => ({
      depositPercent: number(depositPercent),
      feePercent: number(feePercent),
      forfeitPercent: number(forfeitPercent),
      paymentDays: number(paymentDays),
    }),
  },
  hours: {
    toTyped: ({ days, place }) => ({
      days: days.map((hours) => ({
        isOpen: hours !== null,
        opens: hours?.opens ?? "09:00",
        closes: hours?.closes ?? "17:00",
      })),
      place,
    }),
    toValue: ({ days, place }) => ({
      days: days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)),
      place: place.trim(),
    }),
  },
  categories: {
    toTyped: (all) => ({ rows: all.map((one) => ({ ...one, key: nextKey(), isNew: false })) }),
    toValue: ({ rows }) =>
      rows.map(({ code, label, isRetired }) => ({ code: code.trim(), label: label.trim(), isRetired })),
  },
  increments: {
    toTyped: ({ NGN, USD }) => ({ NGN: stepsOf(NGN), USD: stepsOf(USD) }),
    toValue: ({ NGN, USD }) => ({ NGN: toSteps(NGN), USD: toSteps(USD) }),
  },
  "soft-close": {
    toTyped: (value) => ({
      isOn: value !== null,
      windowSeconds: String(value?.windowSeconds ?? USUAL_SOFT_CLOSE.windowSeconds),
      capMinutes: String(value?.capMinutes ?? USUAL_SOFT_CLOSE.capMinutes),
    }),
    toValue: ({ isOn, windowSeconds, capMinutes }) =>
      isOn ? { windowSeconds: number(windowSeconds), capMinutes: number(capMinutes) } : null,
  },
  notes: { toTyped: (notes) => ({ ...notes }), toValue: (typed) => trimmed(typed) },
};

export const toTyped = <S extends SettingSection>(section: S, value: unknown): TypedValues[S] =>
  converters[section].toTyped(value as SettingValues[S]);

/** By path (`days.2.closes`), the message of each mistake; an empty path is about the whole. */
export type Mistakes = Readonly<Record<string, string>>;

export const readTyped = <S extends SettingSection>(
  section: S,
  typed: TypedValues[S],
): { value: unknown; mistakes: Mistakes } => {
  const given = converters[section].toValue(typed);
  const parsed = settingValueSchemas[section].safeParse(given);
  if (parsed.success) return { value: parsed.data, mistakes: {} };
  const mistakes: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) mistakes[path.join(".")] ??= sentence(message);
  return { value: given, mistakes };
};

/** The mistakes in a value that was set before today's rules, as sentences. Empty if it follows them. */
export const mistakesIn = <S extends SettingSection>(section: S, value: SettingValues[S]): readonly string[] => {
  const { mistakes } = readTyped(section, toTyped(section, value));
  return [...new Set(Object.values(mistakes))];
};

const sentence = (message: string): string => {
  const words = message === "Invalid input" ? "Please correct this" : message;
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};

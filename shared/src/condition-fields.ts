// The typed fields of a lot's condition report, by category. No schemas, so that screens load them alone.
import type { Category } from "./categories.ts";

interface Named {
  readonly label: string;
  /** Null: for every category. */
  readonly of: readonly Category[] | null;
}
/** A whole number. */
interface WholeField extends Named {
  readonly kind: "whole";
  readonly min: number;
  readonly max: number;
  /** After the number, for people. */
  readonly unit: string;
  /** A year has no separators. */
  readonly isYear?: true;
}
interface ChoiceField extends Named {
  readonly kind: "choice";
  readonly choices: Readonly<Record<string, string>>;
}
interface VinField extends Named {
  readonly kind: "vin";
}
interface TextField extends Named {
  readonly kind: "text";
  readonly max: number;
}
export type ReportField = WholeField | ChoiceField | VinField | TextField;

const cars = ["automobiles"] as const;
const devices = ["electronics"] as const;
const whole = (label: string, of: WholeField["of"], min: number, max: number, unit = ""): WholeField => ({
  kind: "whole",
  label,
  of,
  min,
  max,
  unit,
});
const choice = (label: string, of: ChoiceField["of"], choices: ChoiceField["choices"]): ChoiceField => ({
  kind: "choice",
  label,
  of,
  choices,
});

/** The fields in the order of the page. Reports are stored under these names, so a name never gets another meaning. */
export const reportFields = {
  year: { ...whole("Year", [...cars, ...devices, "tools", "collectibles"], 1000, 2100), isYear: true },
  mileageKm: whole("Mileage", cars, 0, 5_000_000, "km"),
  vin: { kind: "vin", label: "VIN", of: cars },
  transmission: choice("Transmission", cars, { automatic: "Automatic", manual: "Manual" }),
  fuel: choice("Fuel", cars, {
    petrol: "Petrol",
    diesel: "Diesel",
    gas: "Gas",
    hybrid: "Hybrid",
    electric: "Electric",
  }),
  accidents: choice("Accidents", cars, {
    none: "None known",
    repaired: "Repaired damage",
    damaged: "Damage not repaired",
  }),
  owners: whole("Owners before", cars, 0, 50),
  papers: choice("Papers", cars, { complete: "Complete", partly: "Some are missing", none: "None" }),
  storageGb: whole("Storage", devices, 1, 100_000, "GB"),
  ramGb: whole("Memory (RAM)", devices, 1, 10_000, "GB"),
  batteryPercent: whole("Battery health", devices, 0, 100, "%"),
  networkLock: choice("Network lock", devices, { unlocked: "Unlocked", locked: "Locked to a network" }),
  screen: choice("Screen", devices, { flawless: "Without marks", scratched: "Scratched", cracked: "Cracked" }),
  working: choice("Working order", null, {
    yes: "Works",
    partly: "Works in part",
    no: "Does not work",
    untested: "Not tested",
  }),
  notes: { kind: "text", label: "Notes", of: null, max: 1000 },
} as const satisfies Record<string, ReportField>;

export type ReportFieldName = keyof typeof reportFields;
export const reportFieldNames = Object.keys(reportFields) as ReportFieldName[];
export const reportFieldOf = (name: ReportFieldName): ReportField => reportFields[name];

/** A condition report. An absent field was not examined. */
export type ConditionReport = { readonly [N in ReportFieldName]?: number | string };

/** The fields that lots of these categories can have. */
export const reportFieldsFor = (categories: readonly Category[]): ReportFieldName[] =>
  reportFieldNames.filter((name) => {
    const { of } = reportFieldOf(name);
    return of === null || of.some((one) => categories.includes(one));
  });

/** Fields of the report that no category of the lot has. */
export const strayFields = (report: ConditionReport, categories: readonly Category[]): ReportFieldName[] => {
  const possible = new Set<string>(reportFieldsFor(categories));
  return reportFieldNames.filter((name) => report[name] !== undefined && !possible.has(name));
};

/** Refuses a report with such a field, and says which fields there are; null without one. */
export const strayWords = (report: ConditionReport, categories: readonly Category[]): string | null => {
  const [stray] = strayFields(report, categories);
  if (!stray) return null;
  const possible = reportFieldsFor(categories).map((name) => reportFieldOf(name).label);
  return `The condition report has “${reportFieldOf(stray).label}”, which lots of these categories do not have. They have: ${possible.join(", ")}.`;
};

/**
 * 17 letters and digits without I, O and Q, as ISO 3779 has them. The check digit is not used, because only
 * North American cars have one.
 */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
export const isVin = (text: string): boolean => VIN.test(text);
export const VIN_ERROR = "A VIN has 17 letters and digits, without I, O and Q";

/** A value in words; numbers with separators and their unit. */
export const reportValue = (name: ReportFieldName, value: number | string): string => {
  const field = reportFieldOf(name);
  if (field.kind === "choice")
    return Object.hasOwn(field.choices, value) ? (field.choices[value] ?? "") : String(value);
  if (field.kind !== "whole") return String(value);
  const written = field.isYear ? String(value) : Number(value).toLocaleString("en-NG");
  return field.unit === "" ? written : field.unit === "%" ? `${written}%` : `${written} ${field.unit}`;
};

/** The report in its order, in words. */
export const reportEntries = (report: ConditionReport): { name: ReportFieldName; label: string; value: string }[] =>
  reportFieldNames.flatMap((name) => {
    const value = report[name];
    return value === undefined ? [] : [{ name, label: reportFieldOf(name).label, value: reportValue(name, value) }];
  });

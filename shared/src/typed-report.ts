// Converts a lot's condition report to the texts of its form and back, and checks the typed texts.
import type { Category } from "./categories.ts";
import {
  type ConditionReport,
  isVin,
  type ReportFieldName,
  reportFieldNames,
  reportFieldOf,
  reportFieldsFor,
  VIN_ERROR,
} from "./condition-fields.ts";
import { cleanCode, cleanLine } from "./text/clean.ts";

export type TypedReport = { [N in ReportFieldName]?: string | undefined };

export const toTypedReport = (report: ConditionReport | undefined): TypedReport =>
  Object.fromEntries(Object.entries(report ?? {}).map(([name, value]) => [name, String(value)]));

const wholeOf = (typed: string): number | null => {
  const digits = cleanLine(typed).replace(/[ ,]/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
};

/** The stored value of a typed text; null: the text is none. Expects a text that is not empty. */
const storedOf = (name: ReportFieldName, typed: string): number | string | null => {
  const field = reportFieldOf(name);
  const text = typed.trim();
  if (field.kind === "whole") {
    const whole = wholeOf(text);
    return whole !== null && whole >= field.min && whole <= field.max ? whole : null;
  }
  if (field.kind === "vin") {
    const vin = cleanCode(text).toUpperCase();
    return isVin(vin) ? vin : null;
  }
  if (field.kind === "choice") return Object.hasOwn(field.choices, text) ? text : null;
  return text.length <= field.max ? text : null;
};

/** The error of a field; null if it is valid. */
export const reportError = (name: ReportFieldName, typed: string | undefined): string | null => {
  if (!typed || typed.trim() === "" || storedOf(name, typed) !== null) return null;
  const field = reportFieldOf(name);
  if (field.kind === "vin") return VIN_ERROR;
  if (field.kind === "text") return `${field.label} can be at most ${field.max} characters long`;
  if (field.kind === "choice") return "Please choose again";
  const [min, max] = [field.min, field.max].map((bound) => (field.isYear ? bound : bound.toLocaleString("en-NG")));
  return `${field.label} is a whole number from ${min} to ${max}`;
};

/** True, or the message of the first wrong field among those of the categories. */
export const reportRule = (typed: TypedReport, categories: readonly Category[]): true | string =>
  reportFieldsFor(categories)
    .map((name) => reportError(name, typed[name]))
    .find((error) => error !== null) ?? true;

/** Expects a valid text for each field. Fields of other categories, and empty ones, are left out. */
export const fromTypedReport = (typed: TypedReport, categories: readonly Category[]): ConditionReport | null => {
  const entries = reportFieldsFor(categories).flatMap((name) => {
    const text = typed[name];
    const value = text && text.trim() !== "" ? storedOf(name, text) : null;
    return value === null ? [] : [[name, value] as const];
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
};

/** True if both are the same text for text, whatever the order. */
export const isSameReport = (a: TypedReport, b: TypedReport): boolean =>
  reportFieldNames.every((name) => (a[name] ?? "").trim() === (b[name] ?? "").trim());

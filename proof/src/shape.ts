// Checks of values that came from outside: which fields an object has, and what each may hold.
import type { Json } from "./canonical-json.ts";

export type Check = (value: Json | undefined) => boolean;
export type Shape = Readonly<Record<string, Check>>;

export const isWhole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isText: Check = (value) => typeof value === "string";
export const isUuid: Check = (value) =>
  typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);
/** 32 bytes in hex: a hash or a commitment. */
export const isHash: Check = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** UTC with milliseconds, in the one spelling that a computer writes. */
export const isIso: Check = (value) => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
};
export const isOneOf =
  (...values: readonly (string | boolean)[]): Check =>
  (value) =>
    values.includes(value as string | boolean);
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
export const tupleOf =
  (...checks: readonly Check[]): Check =>
  (value) =>
    Array.isArray(value) && value.length === checks.length && checks.every((check, index) => check(value[index]));
export const objectOf =
  (shape: Shape): Check =>
  (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && wrongIn(value as object, shape) === null;

/** "has no … ", "has a … that …": the first field that is not as it should be; null if all are. */
export const wrongIn = (value: object, shape: Shape): string | null => {
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(shape, key)) return `has a field “${key}” that this verifier does not know`;
  }
  for (const [key, check] of Object.entries(shape)) {
    const field = (value as Record<string, Json>)[key];
    if (!check(field)) return field === undefined ? `has no “${key}”` : `has a “${key}” that cannot be right`;
  }
  return null;
};

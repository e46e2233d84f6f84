// Canonical JSON: the one spelling of a value in the log (a subset of RFC 8785: objects, arrays, texts, whole numbers, true,
// false, null; keys in the order of their UTF-16 code units; no spaces). A log entry in another spelling is itself a fault.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Throws for what has no canonical spelling: fractions, -0, and values that JSON does not have. */
export const canonical = (value: unknown): string => {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new Error(`${value} has no canonical spelling`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") throw new Error(`${typeof value} has no canonical spelling`);
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`)
    .join(",")}}`;
};

/** The value, if the text is its canonical spelling; otherwise undefined. */
export const parseCanonical = (text: string): Json | undefined => {
  try {
    const value: Json = JSON.parse(text);
    // A key that occurs twice, a space or another order all give another text.
    return canonical(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
};

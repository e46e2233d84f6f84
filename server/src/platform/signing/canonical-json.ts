// JSON in its one canonical form (RFC 8785): keys in order, no spaces. Equal values give equal bytes, so that their
// hashes are equal.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Throws on a number that is not an integer, because every program would have to write it in the same way. */
export const canonicalJson = (value: Json): string => {
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Error(`not an integer: ${value}`);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields: string[] = [];
  // The default order compares UTF-16 code units, as the RFC asks.
  for (const [key, field] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${canonicalJson(field)}`);
  }
  return `{${fields.join(",")}}`;
};

// Checks events where they are made: the log and the public log must be able to write every value, and everybody who reads
// the public log must write it in the same way. Hence numbers are integers, and texts are whole characters that
// PostgreSQL can store. Percentages may have decimals, because the log has their basis points beside them
// (view/logged-rules.ts).

const PERCENTAGE = /Percent$/;
const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** Throws on a value that JSON would change or that has no canonical form. It names the field. */
export const assertStorable = (value: unknown, path = "events"): void => {
  switch (typeof value) {
    case "string":
      if (!HALF_A_CHARACTER.test(value) && !value.includes("\0")) return;
      break;
    case "number":
      if (Number.isSafeInteger(value) || (PERCENTAGE.test(path) && Number.isFinite(value))) return;
      break;
    case "boolean":
      return;
    case "object":
      if (value === null) return;
      if (Array.isArray(value)) {
        for (const one of value) assertStorable(one, path);
        return;
      }
      // Maps, dates and the like have another text in JSON, or none.
      if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) break;
      for (const [key, field] of Object.entries(value)) {
        // JSON leaves the field out, as if it were absent.
        if (field !== undefined) assertStorable(field, key);
      }
      return;
  }
  throw new Error(`${path} has a value that the log cannot store: ${String(value)}`);
};

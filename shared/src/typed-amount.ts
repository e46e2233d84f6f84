// Amounts of money as people type them: grouped while they are typed, and read only if they can mean one thing.
// "1.500.000", "250k" and "1,5m" are read; "1.500" and "1,50" could mean two amounts, so they are refused with words.
import { isWireAmount, MAX_AMOUNT } from "./money.ts";
import { cleanAmount } from "./text/clean.ts";

/** A number without its grouping: digits and at most one point. */
const plain = /^(\d*)(\.\d{0,2})?$/;
const grouped = /^\d{1,3}(,\d{3})+(\.\d{0,2})?$/;
/** One comma or point that could group thousands or begin the decimals: "1.500", "1,50", "12,5". */
const ambiguous = /^([1-9]\d{0,2}\.\d{3}|\d+,\d{1,2})$/;
/** Grouped by points or spaces, with a decimal comma or point: "1.500.000", "1.500.000,50", "1.500,00", "1 500 000.5". */
const byPoints = /^\d{1,3}(?:(?:\.\d{3}){2,}(?:,\d{1,2})?|\.\d{3},\d{1,2})$/;
const bySpaces = /^\d{1,3}( \d{3})+([.,]\d{1,2})?$/;
/** "250k", "1.5m", "1,5 m", "2 thousand". The number before it has at most 3 digits, so that no comma can group it. */
const shortened = /^(\d{1,4}|\d{1,3}[.,]\d{1,2}) ?(k|thousand|m|mn|million)$/i;

const group = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** `1250000.5` to `1,250,000.5`. A text that cannot become an amount stays as it is. */
export const groupAmount = (typed: string): string => {
  const text = cleanAmount(typed);
  if (text.includes(",") && !grouped.test(text)) return typed;
  const [, whole, fraction = ""] = plain.exec(text.replaceAll(",", "")) ?? [];
  return whole === undefined ? typed : group(whole) + fraction;
};

const commas = (text: string): number => text.split(",").length - 1;

/**
 * The text after an edit. Removing or adding a digit regroups the digits. A comma that the user typed stays where it is,
 * so that "1,5m" never becomes "15m" on the way.
 */
export const editAmount = (before: string, after: string): string => {
  const wasGrouped = !before.includes(",") || grouped.test(before);
  const mayRegroup = wasGrouped && commas(after) <= commas(before);
  return groupAmount(mayRegroup && plain.test(after.replaceAll(",", "")) ? after.replaceAll(",", "") : after);
};

/** A number that is written in one of the ways above, of any size; null for anything else. A minus is kept. */
export const readNumber = (typed: string): number | null => {
  const text = cleanAmount(typed);
  if (/^-\d/.test(text)) {
    const below = readNumber(text.slice(1));
    return below === null ? null : -below;
  }
  if (!/\d/.test(text) || ambiguous.test(text)) return null;
  // More decimals than money has are read, so that a form can say that they are too many.
  if (/^\d*\.?\d*$/.test(text)) return Number(text);
  if (grouped.test(text)) return Number(text.replaceAll(",", ""));
  if (byPoints.test(text)) return Number(text.replaceAll(".", "").replace(",", "."));
  if (bySpaces.test(text)) return Number(text.replaceAll(" ", "").replace(",", "."));
  const [, figure, unit] = shortened.exec(text) ?? [];
  if (figure === undefined || unit === undefined) return null;
  const factor = /^[kt]/i.test(unit) ? 1_000 : 1_000_000;
  // Whole hundredths, because 1.1 * 1,000,000 is not exact.
  return (Math.round(Number(figure.replace(",", ".")) * 100) * factor) / 100;
};

/** Counts zeros too, because "1.5000" may be a slip for 15,000. */
const hasMoreDecimals = (typed: string): boolean => /^-?\d*\.\d{3,}$/.test(cleanAmount(typed));

/** At least 0, with at most two decimals; null for anything else. */
export const readAmount = (typed: string): number | null => {
  const amount = readNumber(typed);
  return amount !== null && isWireAmount(amount) && !hasMoreDecimals(typed) ? amount : null;
};

/** An amount above 0; null for anything else. */
export const readPositive = (typed: string): number | null => readAmount(typed) || null;

/** Says why a typed text is not an amount. Null if it is one, or if it is no number at all. */
export const whyUnread = (typed: string): string | null => {
  const text = cleanAmount(typed);
  const amount = readNumber(typed);
  if (amount !== null) {
    if (amount > MAX_AMOUNT) return `The largest amount is ${writtenAmount(MAX_AMOUNT)}`;
    return isWireAmount(Math.abs(amount)) && !hasMoreDecimals(typed) ? null : "An amount has at most 2 decimals";
  }
  if (!ambiguous.test(text)) return null;
  const digits = text.replace(/[.,]/, "");
  const decimal = Number(text.replace(",", "."));
  const either = isWireAmount(decimal) ? decimal.toFixed(2) : String(decimal);
  return `“${text}” can mean ${either} or ${group(digits)}. Type it without “${text.includes(",") ? "," : "."}”, or with two decimals after a point`;
};

/** A form's own sentence for a text that is not an amount, with the reason if there is one. */
export const invalidAmount = (sentence: string, typed: string): string => {
  const why = whyUnread(typed);
  return why ? `${sentence}. ${why}` : sentence;
};

/** An amount as a field shows it before anything is typed: `76,500` or `76,500.50`. */
export const writtenAmount = (amount: number): string => {
  const fixed = amount.toFixed(2);
  return groupAmount(fixed.endsWith(".00") ? fixed.slice(0, -3) : fixed);
};

// An amount as it is typed, with its thousands grouped: "1234567.5" is shown as "1,234,567.5".
import { isWireAmount } from "@jara/shared/money";
import type { WITHDRAWAL_MIN as Min } from "@jara/shared/rest/withdrawals";

/** The server decides; this saves a round trip. Kept apart from the REST schemas, so that their validator is not loaded. */
export const WITHDRAWAL_MIN: typeof Min = 100;

/** Keeps digits and the first point with two decimals; groups the rest. */
export const groupTyped = (typed: string): string => {
  const [whole = "", ...decimals] = typed.replace(/[^\d.]/g, "").split(".");
  const grouped = whole.replace(/^0+(?=\d)/, "").replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals.length === 0 ? grouped : `${grouped || "0"}.${decimals.join("").slice(0, 2)}`;
};

/** Null for what is no amount. */
export const amountOf = (typed: string): number | null => {
  const text = typed.replaceAll(",", "").trim();
  const amount = text === "" ? Number.NaN : Number(text);
  return amount > 0 && isWireAmount(amount) ? amount : null;
};

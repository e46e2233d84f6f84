// The rules of a lot's fields that hold for a new lot as for one that is edited.
import { VALID_AMOUNT } from "@jara/shared/form-sentences";
import { type Currency, formatMoney, isWireAmount, MAX_AMOUNT } from "@jara/shared/money";
import { cleanLines } from "@jara/shared/text/clean";
import { invalidAmount, readNumber } from "@jara/shared/typed-amount";

export const amountProblem = (typed: string, currency: Currency): string | null => {
  const amount = readNumber(typed);
  if (amount === null) return invalidAmount(VALID_AMOUNT, typed);
  if (amount > MAX_AMOUNT) return `Amounts can be at most ${formatMoney(MAX_AMOUNT, currency)}`;
  return amount > 0 && !isWireAmount(amount) ? "Amounts can have at most 2 decimals" : null;
};

export const tooLong = (what: string, max: number, typed: string): string | null =>
  cleanLines(typed).length > max ? `${what} can be at most ${max} characters long` : null;

export const RESERVE_BELOW_START = "Reserve price cannot be lower than starting price";
export const BUY_NOW_BELOW_START = "Buy It Now price must be higher than starting price";
export const BUY_NOW_BELOW_RESERVE = "Buy It Now price cannot be lower than the reserve price";

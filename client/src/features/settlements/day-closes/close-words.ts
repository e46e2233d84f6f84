// The words for the close of a day, and the difference between what was counted and what the books have.
import { formatMoney } from "@jara/shared/money";
import type { DayClose, TillLine, TillMethod } from "@jara/shared/rest/day-closes";
import type { Tone } from "../../../ui/badge.tsx";

/** The books' money of a method, NGN: what came less what went. */
export const booksOf = (till: readonly TillLine[], method: TillMethod): number => {
  const line = till.find((one) => one.method === method);
  return (Math.round((line?.inNgn ?? 0) * 100) - Math.round((line?.outNgn ?? 0) * 100)) / 100;
};

export const differenceOf = (counted: number, books: number): number =>
  (Math.round(counted * 100) - Math.round(books * 100)) / 100;

export const differenceWords = (difference: number): string => {
  if (difference === 0) return "equal to the books";
  return `${formatMoney(Math.abs(difference), "NGN")} ${difference > 0 ? "more" : "less"} than the books`;
};

export const closeStatusLabels: Record<DayClose["status"], string> = {
  waiting: "Waits for a signature",
  signed: "Signed",
  refused: "Refused",
};
export const closeStatusTones: Record<DayClose["status"], Tone> = {
  waiting: "amber",
  signed: "success",
  refused: "danger",
};

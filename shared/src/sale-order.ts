// The order of a sale's lots: their numbers, and after how many spacings each lot closes. The server sets the lots'
// ends by it; the client shows the planned ends.
import type { Closing } from "./rest/sales.ts";

/** `groupSize` null: the sale has no groups. */
export interface ClosingOrder {
  readonly closing: Closing;
  readonly groupSize: number | null;
}

/**
 * Returns the number of spacings between the first closing and this lot's closing. Lots that close together have one
 * end.
 */
export const spacingsBefore = ({ closing, groupSize }: ClosingOrder, lotNumber: number): number => {
  if (closing !== "together") return lotNumber - 1;
  return groupSize === null ? 0 : Math.floor((lotNumber - 1) / groupSize);
};

/** A lot's place in the catalogue of its sale. */
export interface LotNumber {
  readonly lotNumber: number;
  /** "A" of lot 12A, which comes after lot 12 and closes with it. Absent: none. */
  readonly suffix?: string | undefined;
}

/** "12A". */
export const lotNumberText = ({ lotNumber, suffix = "" }: LotNumber): string => `${lotNumber}${suffix}`;

/** "Lot 12A: Talking drum"; the title alone of a lot without a number. */
export const numberedTitle = (title: string, number: string | null): string =>
  number === null ? title : `Lot ${number}: ${title}`;

/** Returns the lot as the API has it, without an empty suffix. */
export const withSuffix = <T extends { readonly suffix: string }>({
  suffix,
  ...lot
}: T): Omit<T, "suffix"> & { suffix?: string } => (suffix === "" ? lot : { ...lot, suffix });

export const byLotNumber = (one: LotNumber, other: LotNumber): number =>
  one.lotNumber - other.lotNumber || (one.suffix ?? "").localeCompare(other.suffix ?? "");

/** Reads "12", "#12" and "12a"; null: it is no lot number. */
export const readLotNumber = (typed: string): LotNumber | null => {
  const [, number, suffix] = /^#?0*([1-9]\d{0,5})([a-z])?$/i.exec(typed.trim()) ?? [];
  return number ? { lotNumber: Number(number), ...(suffix && { suffix: suffix.toUpperCase() }) } : null;
};

/** Returns the number after `last` without a suffix. */
export const nextNumber = (last: LotNumber | undefined): { lotNumber: number } => ({
  lotNumber: (last?.lotNumber ?? 0) + 1,
});

/** Returns the number of `last` with the suffix. Null: there is no lot before, or the suffixes do not ascend. */
export const numberWith = (
  suffix: string,
  last: LotNumber | undefined,
): { lotNumber: number; suffix: string } | null =>
  last && (last.suffix ?? "") < suffix ? { lotNumber: last.lotNumber, suffix } : null;

/** Numbers lots from 1. A lot with a suffix takes the number of the lot before it. Null: the suffixes do not ascend. */
export const numbered = (suffixes: readonly (string | undefined)[]): LotNumber[] | null => {
  const numbers: LotNumber[] = [];
  for (const suffix of suffixes) {
    const number = suffix ? numberWith(suffix, numbers.at(-1)) : nextNumber(numbers.at(-1));
    if (!number) return null;
    numbers.push(number);
  }
  return numbers;
};

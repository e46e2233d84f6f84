// The order and the numbers of a sale's lots while somebody of the staff arranges them. Pure functions.
import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import {
  byLotNumber,
  type LotNumber,
  lotNumberText,
  nextNumber,
  numberWith,
  readLotNumber,
} from "@jara/shared/sale-order";

/** A lot in the list, with the letter of its number: "A" of lot 12A. */
export interface ChosenLot extends Auction {
  readonly suffix?: string | undefined;
  /** A seller's terms, as the list of drafts has them. */
  readonly terms?: Exclude<ManagedAuction["terms"], undefined>;
}

/** Returns the numbers of the lots. It ignores a letter that does not follow its lot, or does not ascend. */
export const numbersOf = (lots: readonly ChosenLot[]): { lotNumber: number; suffix?: string }[] => {
  const numbers: { lotNumber: number; suffix?: string }[] = [];
  for (const { suffix } of lots) {
    const last = numbers.at(-1);
    numbers.push((suffix ? numberWith(suffix, last) : null) ?? nextNumber(last));
  }
  return numbers;
};

/**
 * Moves the lot at the place (from 0) to a typed number: "12" moves it to the place of lot 12, "12A" behind lot 12 and
 * its earlier letters. Returns the list itself if the text is not such a number.
 */
export const renumbered = (lots: readonly ChosenLot[], place: number, typed: string): readonly ChosenLot[] => {
  const lot = lots[place];
  const wanted = readLotNumber(typed);
  if (!lot || !wanted || lotNumberText(wanted) === lotNumberText(numbersOf(lots)[place] ?? wanted)) return lots;
  const others = lots.filter((_, other) => other !== place);
  const { suffix } = wanted;
  // A letter follows the lot that has the number now. A plain number is a place among the other lots.
  const numbers = suffix ? numbersOf(lots).filter((_, other) => other !== place) : numbersOf(others);
  const isAfter = (number: LotNumber) =>
    number.lotNumber > wanted.lotNumber ||
    (number.lotNumber === wanted.lotNumber && (!suffix || (number.suffix ?? "") >= suffix));
  const first = numbers.findIndex(isAfter);
  const { suffix: _, ...plain } = lot;
  return movedTo([...others, suffix ? { ...plain, suffix } : plain], others.length, first < 0 ? others.length : first);
};

/**
 * Returns the letters of lots by their numbers in a table: 12A keeps its letter if it follows 12 or another letter of
 * 12.
 */
export const lettersOf = (ids: readonly string[], numbers: ReadonlyMap<string, string>): Record<string, string> => {
  const letters: Record<string, string> = {};
  let last: LotNumber = { lotNumber: 0 };
  for (const id of ids) {
    const number: LotNumber = readLotNumber(numbers.get(id) ?? "") ?? { lotNumber: 0 };
    const follows = number.lotNumber === last.lotNumber && (last.suffix ?? "") < (number.suffix ?? "");
    if (number.suffix && follows) letters[id] = number.suffix;
    last = number.suffix && !follows ? { lotNumber: 0 } : number;
  }
  return letters;
};

/**
 * Puts added lots among those that a sale has, by their numbers in a table: each behind the last lot with a smaller
 * number. A lot without a number, or with no such lot before it, comes last, unless one with a larger number is there.
 */
export const placedByNumber = (
  held: readonly string[],
  added: readonly string[],
  numbers: ReadonlyMap<string, string>,
): string[] => {
  const placed = [...held];
  const numberOf = (id: string) => readLotNumber(numbers.get(id) ?? "");
  for (const id of added) {
    const number = numberOf(id);
    const compared = placed.map((other) => {
      const known = number && numberOf(other);
      return known ? byLotNumber(known, number) : null;
    });
    const larger = compared.findIndex((order) => order !== null && order > 0);
    const smaller = compared.reduce<number>((last, order, place) => (order !== null && order <= 0 ? place : last), -1);
    placed.splice(larger >= 0 ? larger : smaller >= 0 ? smaller + 1 : placed.length, 0, id);
  }
  return placed;
};

/** Moves one entry to the place (from 0); a place outside the list is its nearest end. */
export const movedTo = <T>(list: readonly T[], from: number, to: number): T[] => {
  const [entry, ...others] = [list[from], ...list.slice(0, from), ...list.slice(from + 1)];
  if (entry === undefined) return [...list];
  const rest = others as T[];
  const place = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, place), entry, ...rest.slice(place)];
};

/** The places (from 0) that the server's issues name, as `auctionIds.3`. */
export const refusedPlaces = (issues: readonly { readonly path: string }[]): ReadonlySet<number> =>
  new Set(issues.flatMap(({ path }) => (/^auctionIds\.\d+$/.test(path) ? [Number(path.slice(11))] : [])));

export const isSameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);

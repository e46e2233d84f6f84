// The usual increment table, and the bid increment that a table gives at a price: a round number of about 2 to 10% of
// it. For a lot with one increment it is a suggestion; a lot with a table keeps a copy of the steps, and they are its
// rule.
import { type Currency, type Minor, toMajor, toMinor } from "./money.ts";

/** Below this price this increment, both in major units. The last step has no end (null). */
export type IncrementStep = readonly [below: number | null, increment: number];
export type IncrementTable = Readonly<Record<Currency, readonly IncrementStep[]>>;

export const usualIncrements: IncrementTable = {
  NGN: [
    [1_000, 50],
    [3_000, 100],
    [10_000, 200],
    [20_000, 500],
    [50_000, 1_000],
    [100_000, 2_000],
    [200_000, 5_000],
    [500_000, 10_000],
    [1_000_000, 20_000],
    [2_000_000, 50_000],
    [5_000_000, 100_000],
    [10_000_000, 200_000],
    [20_000_000, 500_000],
    [null, 1_000_000],
  ],
  USD: [
    [10, 0.5],
    [30, 1],
    [100, 2],
    [200, 5],
    [500, 10],
    [1_000, 20],
    [2_000, 50],
    [5_000, 100],
    [10_000, 200],
    [20_000, 500],
    [null, 1_000],
  ],
};

/** In minor units of one currency: below this price this increment. The last step has no end (null). */
export type MinorStep = readonly [belowMinor: Minor | null, incrementMinor: Minor];

export const toMinorSteps = (steps: readonly IncrementStep[]): MinorStep[] =>
  steps.map(([below, increment]) => [below === null ? null : toMinor(below), toMinor(increment)]);
export const toMajorSteps = (steps: readonly MinorStep[]): [below: number | null, increment: number][] =>
  steps.map(([belowMinor, incrementMinor]) => [
    belowMinor === null ? null : toMajor(belowMinor),
    toMajor(incrementMinor),
  ]);

/** The index of the step that applies at this price. Both are in the same unit. */
export const stepNumberAt = (
  steps: readonly (readonly [below: number | null, increment: number])[],
  price: number,
): number => steps.findIndex(([below]) => below === null || price < below);

/** The increment of a bid above this price. A higher price never has a smaller one. */
export const incrementAtMinor = (steps: readonly MinorStep[], priceMinor: number): Minor => {
  const step = steps[stepNumberAt(steps, priceMinor)];
  if (!step) throw new Error("the last step of an increment table has an end");
  return step[1];
};

/** `price` and the answer are major units. A larger price never gets a smaller increment. */
export const suggestedIncrement = (
  price: number,
  currency: Currency,
  table: IncrementTable = usualIncrements,
): number => table[currency][stepNumberAt(table[currency], price)]?.[1] ?? 1;

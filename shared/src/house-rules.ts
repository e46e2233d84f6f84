// The rules that the house gives each new lot, wherever it is made, unless its maker chooses others. The REST call that
// creates an auction is an exception: what it leaves out has the usual value of the API (an increment of 1, no soft
// close).
import type { SoftClose } from "./auction.ts";
import { type IncrementTable, suggestedIncrement } from "./increment-steps.ts";
import type { Currency } from "./money.ts";

/** The most drafts that one call gives these rules. */
export const HOUSE_RULES_LOTS_MAX = 500;

export interface HouseRules {
  /** True once the house has set a table of increments: new lots take it. */
  readonly incrementTable: boolean;
  /** The house's table, or the usual one: it suggests the increment of a lot that takes no table. */
  readonly increments: IncrementTable;
  /** Null: no soft close. */
  readonly softClose: SoftClose | null;
}

/** The choice of the maker of a lot. Undefined: nothing, so it is the house's. */
export interface ChosenRules {
  /** In major units. */
  readonly startingPrice: number;
  readonly currency?: Currency | undefined;
  readonly bidIncrement?: number | undefined;
  readonly incrementTable?: boolean | undefined;
  readonly softClose?: SoftClose | null | undefined;
}

/** A lot without an increment of its own takes the house's table, or the increment that fits its starting price. */
const incrementsOf = (
  { startingPrice, currency = "NGN", bidIncrement, incrementTable }: ChosenRules,
  house: HouseRules,
): Pick<ChosenRules, "bidIncrement" | "incrementTable"> => {
  if (bidIncrement !== undefined || incrementTable) return {};
  if (house.incrementTable && incrementTable === undefined) return { incrementTable: true };
  return { bidIncrement: suggestedIncrement(startingPrice, currency, house.increments) };
};

export const withHouseRules = <T extends ChosenRules>(chosen: T, house: HouseRules): T => ({
  ...chosen,
  ...incrementsOf(chosen, house),
  softClose: chosen.softClose === undefined ? house.softClose : chosen.softClose,
});

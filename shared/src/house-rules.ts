// The rules that the house gives each new lot, wherever it is made, unless its maker chooses others. The REST call that
// creates an auction is an exception: what it leaves out has the usual value of the API (an increment of 1, no soft
// close).
import type { SoftClose } from "./auction.ts";

/** The most drafts that one call gives these rules. */
export const HOUSE_RULES_LOTS_MAX = 500;

export interface HouseRules {
  /** True once the house has set a table of increments: new lots take it. */
  readonly incrementTable: boolean;
  /** Null: no soft close. */
  readonly softClose: SoftClose | null;
}

/** The choice of the maker of a lot. Undefined: nothing, so it is the house's. */
export interface ChosenRules {
  readonly bidIncrement?: number | undefined;
  readonly incrementTable?: boolean | undefined;
  readonly softClose?: SoftClose | null | undefined;
}

export const withHouseRules = <T extends ChosenRules>(chosen: T, house: HouseRules): T => ({
  ...chosen,
  ...(house.incrementTable &&
    chosen.bidIncrement === undefined &&
    chosen.incrementTable === undefined && { incrementTable: true }),
  softClose: chosen.softClose === undefined ? house.softClose : chosen.softClose,
});

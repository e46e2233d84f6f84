// Increments that rise with the price (rule 17 of docs/rules/bidding.md): when a lot takes the site's increment table,
// and what an edit makes of the increment that counts.
import { incrementAtMinor, toMinorSteps } from "@jara/shared/increment-steps";
import type { Currency } from "@jara/shared/money";
import type { EditAuction, Facts } from "./commands.ts";
import type { AuctionEvent } from "./events.ts";
import type { AuctionState, SiteIncrements, TakenIncrements, Terms } from "./state.ts";

export const takenOf = ({ version, table }: SiteIncrements, currency: Currency): TakenIncrements => ({
  version,
  steps: toMinorSteps(table[currency]),
});

/**
 * A draft's copy of the table may be outdated, so the lot takes the table again when it opens. `opened`: the state
 * after the opening.
 */
export const incrementsTaken = (opened: AuctionState, { increments }: Pick<Facts, "increments">): AuctionEvent[] => {
  if (opened.increments === null || !increments || opened.increments.version === increments.version) return [];
  return [{ type: "IncrementsTaken", increments: takenOf(increments, opened.currency) }];
};

type Edit = Omit<EditAuction["edit"], "status" | "addendum">;

/**
 * The edit's terms, with the table and with the increment that it gives. A lot that has a table keeps its copy, unless
 * its currency changes. The event then says the increment by itself, so that readers of the log need no table for it.
 */
export const withIncrementTerms = (
  state: AuctionState,
  { incrementTable, ...terms }: Edit,
  { increments }: Pick<Facts, "increments">,
): Partial<Terms> => {
  if (incrementTable === false) return { ...terms, increments: null };
  if (incrementTable === undefined && state.increments === null) return terms;
  const currency = terms.currency ?? state.currency;
  const keeps = currency === state.currency ? state.increments : null;
  const taken = keeps ?? (increments ? takenOf(increments, currency) : null);
  if (!taken) throw new Error("decided on an increment table without the site's");
  // The price is no longer the starting price after a bid, and after a sale by Buy It Now without bids.
  const isAtStart = state.bidCount === 0 && state.priceMinor === state.startingPriceMinor;
  const priceMinor = isAtStart ? (terms.startingPriceMinor ?? state.startingPriceMinor) : state.priceMinor;
  return { ...terms, increments: taken, incrementMinor: incrementAtMinor(taken.steps, priceMinor) };
};

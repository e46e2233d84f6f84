// What a lot is and how it is sold, as one value. Its hash stands in the public log and in bid receipts, so that nobody can
// change what was offered. Everything in it is public: `GET /auctions/{id}` has the same facts.
import { toWireAddenda } from "./content.ts";
import { type AuctionState, incrementAbove, type TakenIncrements } from "./state.ts";
import { toWireRules } from "./to-public.ts";

/** From this price on this increment, both in minor units. The first step begins at 0. */
export const stepsFrom = ({ steps }: TakenIncrements): [from: number, increment: number][] =>
  steps.map(([, increment], n) => [steps[n - 1]?.[0] ?? 0, increment]);

/** Money is in minor units. Bids change nothing in it: with an increment table, `increment` is that of the first bid. */
export const lotDocument = (state: AuctionState) => {
  const { lot, softClose, rules } = state;
  return {
    v: 1,
    title: lot.title,
    description: lot.description,
    categories: [...lot.categories],
    condition: lot.condition,
    location: lot.location,
    media: lot.media.map(({ type, url }) => ({ type, url })),
    addenda: toWireAddenda(lot.addenda),
    conditionReport: lot.conditionReport ? { ...lot.conditionReport } : null,
    currency: state.currency,
    startingPrice: state.startingPriceMinor,
    increment: incrementAbove(state, state.startingPriceMinor),
    ...(state.increments && { increments: stepsFrom(state.increments) }),
    buyItNow: state.buyItNowMinor,
    softClose: softClose && { windowSeconds: softClose.windowSeconds, capMinutes: softClose.capMinutes },
    rules: rules && { ...toWireRules(rules) },
  };
};

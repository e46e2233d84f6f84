// The lot document: what a lot is and how it is sold, as one value. The public log and bid receipts contain its hash,
// so that nobody can change what was offered. Everything in it is public: `GET /auctions/{id}` has the same facts.
import { incrementAtMinor } from "@jara/shared/increment-steps";
import { toWireAddenda } from "../content.ts";
import type { AuctionState, TakenIncrements } from "../state.ts";
import { detailsOf } from "../terms.ts";
import { toLoggedRules } from "./logged-rules.ts";

/** Each increment with the price from which it counts. */
export const toPriceSteps = ({ steps }: TakenIncrements): [from: number, increment: number][] =>
  steps.map(([, increment], n) => [steps[n - 1]?.[0] ?? 0, increment]);

/**
 * With a table, the increment is the one at the starting price, because the present increment changes with each bid and
 * the offer does not.
 */
export const incrementsOf = ({
  increments,
  incrementMinor,
  startingPriceMinor,
}: Pick<AuctionState, "increments" | "incrementMinor" | "startingPriceMinor">) =>
  increments
    ? { increment: incrementAtMinor(increments.steps, startingPriceMinor), increments: toPriceSteps(increments) }
    : { increment: incrementMinor };

/** Money is in minor units. */
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
    // Absent ones are left out, so that the hash of a lot does not depend on what other lots may say.
    ...detailsOf(lot),
    currency: state.currency,
    startingPrice: state.startingPriceMinor,
    ...incrementsOf(state),
    buyItNow: state.buyItNowMinor,
    softClose: softClose && { windowSeconds: softClose.windowSeconds, capMinutes: softClose.capMinutes },
    rules: rules && { ...toLoggedRules(rules) },
  };
};

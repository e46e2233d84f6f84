// The bids that a contest must produce by the rules of proxy bidding (docs/rules/bidding.md, 3 to 9 and 17), in order.
// Written from the rules and independent of the engine's code.
import { incrementAbove, isSuspended, type Named, type State } from "./log.ts";

export interface ExpectedBid {
  readonly bidderId: string;
  readonly amountMinor: number;
  readonly kind: "manual" | "auto";
}

/** A participant of the contest: bids up to `ceiling`, which was set at revision `since`. */
interface Contender {
  readonly who: string;
  readonly ceiling: number;
  readonly since: number;
  /** True for a maximum; false for a recorded bid or the bid just placed. */
  readonly isMaximum: boolean;
}

/**
 * `state`: before any of these bids, with the row's other changes applied. `manual`: a bid that starts the contest.
 * `revision`: the row's.
 */
export const contested = (
  state: State,
  manual: { readonly bidder: Named; readonly amountMinor: number } | null,
  revision: number,
): ExpectedBid[] => {
  const holder = manual?.bidder.id ?? state.leader?.id ?? null;
  const price = manual?.amountMinor ?? state.priceMinor;
  const minimum = state.priceMinor + state.incrementMinor;

  const contenders: Contender[] = [];
  for (const maximum of state.maxima.values()) {
    const { owner, amountMinor, reachedRevision } = maximum;
    // The owner has not agreed to the current content, so the maximum takes no part (rule 14).
    if (isSuspended(state, maximum)) continue;
    const isHolders = owner.id === holder;
    const isLeaders = owner.id === state.leader?.id;
    // A holder's maximum counts above the amount they hold, a leader's above the price, and anybody else's from the
    // minimum bid.
    const reaches = isHolders
      ? amountMinor >= price && (manual !== null || amountMinor > price)
      : isLeaders
        ? amountMinor > state.priceMinor
        : amountMinor >= minimum;
    if (reaches) contenders.push({ who: owner.id, ceiling: amountMinor, since: reachedRevision, isMaximum: true });
  }
  const stands = (who: string): boolean => contenders.some((one) => one.who === who);
  if (manual && !stands(manual.bidder.id)) {
    contenders.push({ who: manual.bidder.id, ceiling: manual.amountMinor, since: revision, isMaximum: false });
  }
  if (state.leader && !stands(state.leader.id)) {
    contenders.push({ who: state.leader.id, ceiling: state.priceMinor, since: 0, isMaximum: false });
  }
  contenders.sort((a, b) => b.ceiling - a.ceiling || a.since - b.since);

  const expected: ExpectedBid[] = [];
  if (manual) expected.push({ bidderId: manual.bidder.id, amountMinor: manual.amountMinor, kind: "manual" });
  const [winner, second] = contenders;
  if (!winner) return expected;
  if (second?.isMaximum && second.ceiling > price) {
    expected.push({ bidderId: second.who, amountMinor: second.ceiling, kind: "auto" });
  }
  const isHolder = winner.who === holder;
  const against = Math.max(second?.ceiling ?? 0, price);
  let final =
    isHolder && against === price ? price : Math.min(winner.ceiling, against + incrementAbove(state, against));
  // A maximum that covers the reserve raises the price to it; a bid alone does not.
  const ownMaximum = state.maxima.get(winner.who)?.amountMinor ?? 0;
  const { reserveMinor } = state;
  if (reserveMinor !== null && final < reserveMinor && winner.isMaximum && ownMaximum >= reserveMinor) {
    final = reserveMinor;
  }
  if (!isHolder || final > price) expected.push({ bidderId: winner.who, amountMinor: final, kind: "auto" });
  return expected;
};

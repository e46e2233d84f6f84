// A second chance: after a forfeit or a void, staff offer the lot to the runner-up, at the price that the same bids
// without the defaulter's would have reached. Pure functions.

import { requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { SECOND_CHANCE_MS } from "@jara/shared/payment-rules";
import type { AnswerSecondChance, LoggedChange, OfferSecondChance, UsersFacts } from "../commands.ts";
import { accepted, type Decision, refused } from "../decision.ts";
import { whyNoStaff, whyUnpaidWins } from "../interest.ts";
import { isWinnerVoidedIn } from "../life-in-log.ts";
import type { AuctionState } from "../state.ts";
import { isNeed, settlementFor, withAvailable } from "./open-settlement.ts";
import { whyTooLittle } from "./reservations.ts";
import { runnerUpIn } from "./runner-up.ts";

export const offerSecondChance = (
  state: AuctionState,
  { offerId, settlementId }: OfferSecondChance,
  facts: UsersFacts,
  now: number,
): Decision => {
  const no = whyNoOffer(state, settlementId, facts.log ?? []);
  if (no) return refused(no);
  const runnerUp = runnerUpIn(state, facts);
  if (!runnerUp) return refused(refusal("NOT_FOUND", { message: "Nobody else bid on this auction." }));
  if (runnerUp.person.id === facts.user.id) {
    return refused(refusal("CONFLICT_OF_INTEREST", { message: "You would offer the lot to yourself." }));
  }
  const { person, priceMinor } = runnerUp;
  const leftOut = (facts.goneBidders ?? []).map(({ id }) => id);
  const base = { type: "SecondChanceOffered", offerId, person, priceMinor, expiresAt: now + SECOND_CHANCE_MS } as const;
  return accepted({ ...base, ...(leftOut.length > 0 && { leftOut }) });
};

/** Returns the reason why nobody can get an offer after this settlement; null if an offer is possible. */
const whyNoOffer = (state: AuctionState, settlementId: string, log: readonly LoggedChange[]): ErrorBody | null => {
  const { status, settlement, winner, secondChance } = state;
  if (status !== "ended")
    return refusal("AUCTION_NOT_ACTIVE", { message: "Only an ended auction can be offered again.", status });
  if (secondChance) return refusal("SETTLEMENT_CLOSED", { message: "The lot is being offered already." });
  if (settlement?.id === settlementId && settlement.status === "forfeited") return null;
  // After a void the auction has no winner and its settlement is no longer the auction's.
  if (!settlement && !winner && isWinnerVoidedIn(log)) return null;
  const message = "A second chance can be offered after an unpaid win was forfeited or the winner's bids were voided.";
  return refusal("SETTLEMENT_CLOSED", { message });
};

export const answerSecondChance = (
  state: AuctionState,
  { offerId, answer }: AnswerSecondChance,
  facts: UsersFacts,
  now: number,
): Decision => {
  const { secondChance } = state;
  if (secondChance?.id !== offerId || secondChance.person.id !== facts.user.id) {
    return refused(refusal("NOT_FOUND", { message: "This offer is closed." }));
  }
  const { person, priceMinor, expiresAt } = secondChance;
  if (answer === "decline") return accepted({ type: "SecondChanceClosed", offerId, person, as: "declined" });
  if (now >= expiresAt) return refused(refusal("AUCTION_ENDED", { message: "This offer has expired." }));
  const no = whyNoStaff(facts) ?? whyUnpaidWins(facts);
  if (no) return refused(no);
  const opened = settlementFor(person, priceMinor, "second-chance", state, withAvailable(facts), now);
  if (isNeed(opened)) return opened;
  // Stands after the question for the balance, so that the commit's fence checks this answer too.
  const funds = { balanceMinor: facts.balanceOf?.(person.id) ?? 0, reservedMinor: facts.reservedOf?.(person.id) };
  const poor = whyTooLittle(funds, requiredBalanceMinor(priceMinor, state.currency, facts.rates), "the price");
  if (poor) return refused(poor);
  return accepted({ type: "SecondChanceClosed", offerId, person, as: "accepted" }, opened);
};

/** Does nothing before the time, or if the offer was answered. */
export const expireSecondChance = ({ secondChance }: AuctionState, now: number): Decision => {
  if (!secondChance || now < secondChance.expiresAt) return accepted();
  const { id: offerId, person } = secondChance;
  return accepted({ type: "SecondChanceClosed", offerId, person, as: "expired" });
};

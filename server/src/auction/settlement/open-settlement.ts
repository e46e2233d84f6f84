// Opens a settlement with its due date when an auction ends with a winner, and takes the deposit from the winner's
// balance at once. Pure functions.

import type { Minor } from "@jara/shared/money";
import { type Deposit, depositOf, rulesOf } from "@jara/shared/payment-rules";
import type { Facts } from "../commands.ts";
import { accepted, type Decision, type NeedsBalance } from "../decision.ts";
import type { AuctionEnded, SettlementOpened } from "../events.ts";
import { type AuctionState, type Person, settlementIdOf, winnerOf } from "../state.ts";
import { availableOf } from "./reservations.ts";
import { settlementDueAt } from "./settlement-due.ts";

type MoneyFacts = Pick<Facts, "rates" | "holidays" | "balanceOf">;

export const isNeed = (value: object): value is NeedsBalance => "kind" in value && value.kind === "needs-balance";

/** Ends the auction. With a winner it takes the deposit and opens the settlement. */
export const endAuction = (state: AuctionState, facts: MoneyFacts, now: number): Decision => {
  const winner = winnerOf(state);
  if (!winner) return accepted({ type: "AuctionEnded", endedAt: now, winner, dueAt: null });
  const debt = debtOf(winner, state.priceMinor, state, facts, now);
  if (isNeed(debt)) return debt;
  const ended: AuctionEnded = { type: "AuctionEnded", endedAt: now, ...debt };
  return accepted(ended);
};

/** The settlement of an auction that has ended already. */
export const settlementFor = (
  winner: Person,
  priceMinor: Minor,
  because: SettlementOpened["because"],
  state: AuctionState,
  facts: MoneyFacts,
  now: number,
): SettlementOpened | NeedsBalance => {
  const debt = debtOf(winner, priceMinor, state, facts, now);
  return isNeed(debt) ? debt : { type: "SettlementOpened", amountMinor: priceMinor, because, ...debt };
};

/**
 * The facts for a deposit that is taken after the end: it leaves alone what the person has bound on other auctions
 * (`BALANCE_RULE=hold`).
 */
export const withAvailable = <F extends Pick<Facts, "balanceOf" | "reservedOf">>(facts: F): F => ({
  ...facts,
  balanceOf: (userId: string) => {
    const balanceMinor = facts.balanceOf?.(userId);
    return balanceMinor === undefined
      ? undefined
      : availableOf({ balanceMinor, reservedMinor: facts.reservedOf?.(userId) });
  },
});

interface Debt {
  readonly winner: Person;
  readonly dueAt: number;
  readonly deposit: Deposit;
  readonly settlementId: string;
}

const debtOf = (
  winner: Person,
  priceMinor: Minor,
  state: AuctionState,
  { rates, holidays, balanceOf }: MoneyFacts,
  now: number,
): Debt | NeedsBalance => {
  const balanceMinor = balanceOf?.(winner.id);
  if (balanceMinor === undefined) return { kind: "needs-balance", userId: winner.id };
  const rules = rulesOf(state);
  const deposit = depositOf(priceMinor, state.currency, balanceMinor, rates, rules);
  // The event is public, so its change makes the next version.
  const settlementId = settlementIdOf(state.id, state.version + 1);
  return { winner, dueAt: settlementDueAt(now, holidays, rules.paymentDays), deposit, settlementId };
};

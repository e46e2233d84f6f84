// Compares a debt with its state at the time when a change of its money was asked for. The change may have waited for a
// second person since, and is refused if the debt has changed meanwhile. Pure functions.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type Currency, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import type { AsAskedFor, LoggedChange } from "../commands.ts";
import { type AuctionState, NOTHING, type Purchase, remainingMinor, type Settlement } from "../state.ts";
import { forfeitedIn } from "./debts.ts";
import { owedIn } from "./payments.ts";

export const restOf = (owed: Settlement | Purchase): AsAskedFor => ({
  status: "open",
  amountMinor: remainingMinor(owed),
});

/**
 * Returns the status of the debt and the amount that a reversal is about: payments or a penalty. Null if nothing can be
 * reversed; then the rules of reversals refuse the command.
 */
export const reversibleIn = (
  state: AuctionState,
  settlementId: string,
  log: readonly LoggedChange[] = [],
): AsAskedFor | null => {
  const open = owedIn(state, settlementId);
  if (open) return { status: "open", amountMinor: open.owed.paidMinor };
  const { settlement, purchase } = state;
  if (settlement?.id === settlementId) {
    const { status, paidMinor, penaltyMinor } = settlement;
    return { status, amountMinor: status === "forfeited" ? (penaltyMinor ?? NOTHING) : paidMinor };
  }
  if (purchase?.id === settlementId) return { status: "paid", amountMinor: purchase.paidMinor };
  const forfeited = forfeitedIn(log, settlementId);
  return forfeited && { status: "forfeited", amountMinor: forfeited.penaltyMinor };
};

type InWords = (of: AsAskedFor, money: (minor: Minor) => string) => string;

export const restInWords: InWords = ({ amountMinor }, money) => `${money(amountMinor)} to be paid`;

export const reversibleInWords: InWords = ({ status, amountMinor }, money) =>
  status === "forfeited"
    ? `forfeited, with a penalty of ${formatMoney(toMajor(amountMinor), "NGN")}`
    : `${status}, with ${money(amountMinor)} paid after the deposit`;

export const refusalIfChanged = (
  asked: AsAskedFor,
  now: AsAskedFor,
  currency: Currency,
  inWords: InWords,
): ErrorBody | null => {
  if (asked.status === now.status && asked.amountMinor === now.amountMinor) return null;
  const money = (minor: Minor): string => formatMoney(toMajor(minor), currency);
  const message =
    `The settlement has changed since this was asked for. Then: ${inWords(asked, money)}. ` +
    `Now: ${inWords(now, money)}. Please look at it and ask again.`;
  return refusal("SETTLEMENT_CLOSED", { message });
};

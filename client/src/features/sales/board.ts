// The figures of a running sale: the order of its board, how far each end has moved, and what was sold.
import { isUnsold, type LotOutcome, publicOutcomeOf } from "@jara/shared/lot-outcome";
import { addAmounts, type Currency, currencies } from "@jara/shared/money";
import { byLotNumber } from "@jara/shared/sale-order";
import type { SaleLot } from "./hooks/use-sale-lots.ts";
import { type Plan, plannedEndMs } from "./planned-end.ts";

/** `open` takes bids or is paused; `waiting` has not started. */
export type LotState = "open" | "waiting" | LotOutcome;

export const stateOfLot = (lot: Parameters<typeof publicOutcomeOf>[0]): LotState =>
  publicOutcomeOf(lot) ?? (lot.status === "draft" ? "waiting" : "open");

/**
 * Open lots, the soonest end first; paused ones after them; then those that wait. Lots with one end keep their numbers'
 * order.
 */
export const bySecondsLeft = (lots: readonly SaleLot[]): SaleLot[] => {
  const rank = ({ auction: { status } }: SaleLot) => (status === "active" ? 0 : status === "paused" ? 1 : 2);
  return lots
    .filter(({ auction }) => ["open", "waiting"].includes(stateOfLot(auction)))
    .sort((a, b) => rank(a) - rank(b) || a.auction.endTime.localeCompare(b.auction.endTime) || byLotNumber(a, b));
};

/** The closed lots, the last one first. */
export const byClosing = (lots: readonly SaleLot[]): SaleLot[] =>
  lots
    .filter(({ auction }) => !["open", "waiting"].includes(stateOfLot(auction)))
    .sort((a, b) => b.auction.endTime.localeCompare(a.auction.endTime) || byLotNumber(b, a));

/** By how many seconds the lot's end is later than the sale planned it; 0 if it is not later. */
export const movedBySeconds = ({ lotNumber, auction }: SaleLot, plan: Plan): number =>
  Math.max(0, Math.round((Date.parse(auction.endTime) - plannedEndMs(plan, lotNumber)) / 1_000));

export interface Totals {
  readonly open: number;
  readonly sold: number;
  readonly unsold: number;
  readonly bids: number;
  /** The sold part (0 to 1) of the lots that closed; null before the first. */
  readonly sellThrough: number | null;
  /** The sum of the final prices in each currency that has one, in major units. */
  readonly revenue: readonly { readonly currency: Currency; readonly amount: number }[];
}

export const totalsOf = (lots: readonly SaleLot[]): Totals => {
  const states = lots.map(({ auction }) => ({ auction, state: stateOfLot(auction) }));
  const sold = states.filter(({ state }) => state === "sold");
  const unsold = states.filter(({ auction }) => isUnsold(publicOutcomeOf(auction))).length;
  const closed = sold.length + unsold;
  const revenue = currencies.flatMap((currency) => {
    const own = sold.filter(({ auction }) => auction.currency === currency);
    const amount = addAmounts(...own.map(({ auction }) => auction.currentPrice));
    return own.length > 0 ? [{ currency, amount }] : [];
  });
  return {
    open: states.filter(({ state }) => state === "open").length,
    sold: sold.length,
    unsold,
    bids: lots.reduce((sum, { auction }) => sum + auction.bidCount, 0),
    sellThrough: closed === 0 ? null : sold.length / closed,
    revenue,
  };
};

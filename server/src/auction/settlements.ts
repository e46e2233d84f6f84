// Closes what a winner or a buyer owes: an administrator confirms or waives the payment, or an unpaid win is forfeited.
// Commands name the payment by its id, so that one about an earlier end of the auction cannot close a later settlement.
import { forfeitMinor } from "@jara/shared/bidding-rules";
import { refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { paid, unpaidPurchase } from "./buy-it-now.ts";
import type { ClosePayment, ForfeitSettlement } from "./commands.ts";
import { accepted, type Decision, refused, resumed } from "./decision.ts";
import type { AuctionState } from "./state.ts";

/** Refuses a payment that is no longer open; the store knows how it ended. */
export const closePayment = (state: AuctionState, { paymentId, as, note }: ClosePayment, now: number): Decision => {
  const purchase = unpaidPurchase(state);
  if (purchase?.id === paymentId) {
    const { id: purchaseId, buyer } = purchase;
    if (as === "paid") return accepted(paid(purchase), { type: "AuctionSold", winner: buyer });
    return accepted({ type: "PurchaseWaived", purchaseId, buyer, note }, resumed(state, now));
  }
  const { settlement } = state;
  if (settlement?.id !== paymentId) return refused(refusal("SETTLEMENT_CLOSED"));
  const { id: settlementId, winner, amountMinor } = settlement;
  if (as === "paid") return accepted({ type: "AuctionSold", winner });
  return accepted({ type: "SettlementWaived", settlementId, winner, amountMinor, note });
};

/**
 * Does nothing if the settlement was closed meanwhile. It is due, because the job selected it by the database's clock.
 */
export const forfeitSettlement = (
  { settlement, currency }: AuctionState,
  command: ForfeitSettlement,
  rates: ExchangeRates,
): Decision => {
  if (settlement?.id !== command.settlementId) return accepted();
  const { id: settlementId, winner, amountMinor } = settlement;
  const penaltyMinor = forfeitMinor(amountMinor, currency, rates);
  return accepted({ type: "SettlementForfeited", settlementId, winner, amountMinor, penaltyMinor });
};

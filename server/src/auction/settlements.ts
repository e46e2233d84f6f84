// What a winner or a buyer owes: an admin's word that it was paid or is waived, and what becomes of a win that is not paid.
// Named by its id, so that a word on an earlier end of the auction cannot close the settlement of a later one.
import { forfeitMinor } from "@jara/shared/bidding-rules";
import { refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { paid, unpaidPurchase } from "./buy-it-now.ts";
import type { ClosePayment, ForfeitSettlement } from "./commands.ts";
import { accepted, type Decision, refused, resumed } from "./decision.ts";
import type { AuctionState } from "./state.ts";

/** One that is not open any more is refused; what became of it is the store's to say. */
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

/** Nothing to do where it was closed meanwhile. That it is due was the database's word when the job took it. */
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

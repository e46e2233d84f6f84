// "Refund and cancel the sale": staff give back everything that was paid for a sold lot, to the buyer's balance, by
// transfer to their bank account or in cash, and the lot ends unsold. Pure functions.
import { refusal } from "@jara/shared/errors";
import type { Minor } from "@jara/shared/money";
import { voided } from "../buy-it-now.ts";
import type { RefundSale, UsersFacts } from "../commands.ts";
import { accepted, type Decision, refused } from "../decision.ts";
import type { AuctionEvent, SaleRefunded } from "../events.ts";
import { type AuctionState, type Person, type Purchase, remainingMinor, type Settlement } from "../state.ts";
import { refusalIfChanged, reversibleIn, reversibleInWords } from "./changed-since-request.ts";
import { owedOf, paidInNaira } from "./debts.ts";
import { owedIn } from "./payments.ts";

/**
 * Also possible after the handover, because the house may take a lot back. A second refund of the same sale is refused,
 * because the settlement is then no longer paid.
 */
export const refundSale = (state: AuctionState, command: RefundSale, facts: UsersFacts, now: number): Decision => {
  const { settlementId, note, transfer, inCash = false, asked } = command;
  if (owedIn(state, settlementId)) return refused(refusal("SETTLEMENT_CLOSED", { message: NOT_PAID }));
  const sold = soldBy(state, settlementId);
  if (!sold) return refused(refusal("SETTLEMENT_CLOSED"));
  const reversible = asked && reversibleIn(state, settlementId, facts.log);
  const changed = asked && reversible && refusalIfChanged(asked, reversible, state.currency, reversibleInWords);
  if (changed) return refused(changed);
  const { owed, payer } = sold;
  const paidNgnMinor = owed.paidMinor === 0 ? 0 : paidInNaira(facts.log ?? [], settlementId);
  const ngnMinor = owed.depositMinor + paidNgnMinor;
  const sent = transfer || inCash ? sentOf(ngnMinor, payer, inCash, facts) : null;
  if (sent !== null && typeof sent !== "number") return sent;
  const refund: SaleRefunded = {
    type: "SaleRefunded",
    settlementId,
    payer,
    note,
    amountMinor: (owed.depositWorthMinor + owed.paidMinor) as Minor,
    paidNgnMinor: paidNgnMinor as Minor,
    transfer: transfer && { ...transfer, ngnMinor: sent as Minor },
    ...(inCash && { cashNgnMinor: sent as Minor }),
  };
  const undone: AuctionEvent[] = "buyer" in owed ? [voided(state, owed)] : [];
  return accepted(refund, ...undone, { type: "AuctionEnded", endedAt: now, winner: null, dueAt: null });
};

const NOT_PAID =
  "This lot is not paid yet. Waive the payment: then all that was paid goes back to the buyer's balance.";

/** The settlement or purchase that the buyer of a sold lot paid; null if the lot is not sold by this settlement or purchase. */
const soldBy = (
  state: AuctionState,
  settlementId: string,
): { readonly owed: Settlement | Purchase; readonly payer: Person } | null => {
  const owed = owedOf(state, settlementId);
  if (!owed || state.status !== "sold") return null;
  if ("buyer" in owed) return { owed, payer: owed.buyer };
  return owed.status === "paid" && remainingMinor(owed) === 0 ? { owed, payer: owed.winner } : null;
};

/**
 * NGN kobo that a transfer or the cash takes off the balance again: all that came back, or less if the balance was below
 * zero, which the refund covers first. A decision if nothing can be sent, or less than all of cash (`isWhole`).
 */
const sentOf = (ngnMinor: number, payer: Person, isWhole: boolean, { balanceOf }: UsersFacts): number | Decision => {
  const balanceMinor = balanceOf?.(payer.id);
  if (balanceMinor === undefined) return { kind: "needs-balance", userId: payer.id };
  const sent = Math.min(ngnMinor, balanceMinor + ngnMinor);
  if (sent > 0 && !(isWhole && sent < ngnMinor)) return sent;
  const message = isWhole
    ? `The balance of ${payer.username} is below zero, so not all of it can be paid out. Refund it to the balance.`
    : `${payer.username} owes more than the refund, so nothing can be transferred. Refund it to the balance.`;
  return refused(refusal("SETTLEMENT_CLOSED", { message }));
};

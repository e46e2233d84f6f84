// Payments towards a win or a purchase: from the balance, online, or booked by staff. When nothing remains to be paid,
// the auction is sold in the same change. Money above what remains goes to the payer's balance.

import { refusal } from "@jara/shared/errors";
import { type ExchangeRates, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { inNairaMinor, worthOfNairaMinor } from "@jara/shared/naira";
import { paid, unpaidPurchase } from "../buy-it-now.ts";
import type { BookPayment, CreditOnlinePayment, PayFromBalance, UsersFacts } from "../commands.ts";
import { accepted, type Decision, refused } from "../decision.ts";
import type { AuctionEvent, PaymentMethod, PaymentReceived } from "../events.ts";
import {
  type AuctionState,
  openSettlement,
  type Person,
  type Purchase,
  remainingMinor,
  type Settlement,
  shareOf,
} from "../state.ts";
import { availableOf, balanceSentence } from "./reservations.ts";

/** A win or a purchase that waits for its payment. */
export interface Owed {
  readonly owed: Settlement | Purchase;
  readonly payer: Person;
}

export const owedIn = (state: AuctionState, settlementId: string): Owed | null => {
  const purchase = unpaidPurchase(state);
  if (purchase?.id === settlementId) return { owed: purchase, payer: purchase.buyer };
  const settlement = openSettlement(state);
  return settlement?.id === settlementId ? { owed: settlement, payer: settlement.winner } : null;
};

export const payFromBalance = (state: AuctionState, command: PayFromBalance, facts: UsersFacts): Decision => {
  const found = owedIn(state, command.settlementId);
  const { user, rates } = facts;
  if (found && found.payer.id !== user.id) return refused(refusal("NOT_FOUND", { message: "Settlement not found" }));
  if (!found) return refused(refusal("SETTLEMENT_CLOSED"));
  const amountMinor = remainingMinor(found.owed);
  const ngnMinor = inNairaMinor(amountMinor, state.currency, rates);
  const funds = { balanceMinor: user.balanceMinor, reservedMinor: facts.reservedMinor };
  if (availableOf(funds) < ngnMinor) {
    const [required, balance] = [toMajor(ngnMinor), toMajor(availableOf(funds))];
    const message = facts.reservedMinor
      ? `You need ${formatMoney(required, "NGN")} to pay what is due. ${balanceSentence(funds)}`
      : `Your balance of ${formatMoney(balance, "NGN")} is less than the ${formatMoney(required, "NGN")} that is due.`;
    return refused(refusal("INSUFFICIENT_BALANCE", { message, required, balance }));
  }
  return accepted(...receive(state, found, { ...command, method: "balance", amountMinor, ngnMinor }));
};

/**
 * Money that came online is never refused. What is no longer due goes to the balance: all of it if the settlement was
 * closed meanwhile. Money that comes after the promised rate ended counts at the rate of this moment, so that nobody can
 * keep a link until the rate suits them.
 */
export const creditOnlinePayment = (
  state: AuctionState,
  command: CreditOnlinePayment,
  { user, rates }: UsersFacts,
  now: number,
): Decision => {
  const { settlementId, reference, ngnMinor } = command;
  const isPromised = now <= command.worthUntil;
  const worthMinor = isPromised ? command.worthMinor : worthOfNairaMinor(ngnMinor, state.currency, rates);
  const found = owedIn(state, settlementId);
  const isOwn = found?.payer.id === user.id;
  const counted = found && isOwn ? Math.min(worthMinor, remainingMinor(found.owed)) : 0;
  const surplus = counted === 0 ? ngnMinor : shareOf(ngnMinor, worthMinor - counted, worthMinor);
  const events: AuctionEvent[] = [];
  if (surplus > 0) {
    const payer = { id: user.id, username: user.username };
    const money = { ngnMinor: surplus as Minor, worthMinor: (worthMinor - counted) as Minor };
    events.push(credited(settlementId, payer, money, "online", reference));
  }
  if (found && counted > 0) {
    const amounts = { amountMinor: counted as Minor, ngnMinor: (ngnMinor - surplus) as Minor };
    events.push(...receive(state, found, { ...command, ...amounts, method: "online" }));
  }
  return accepted(...events);
};

export const bookPayment = (state: AuctionState, command: BookPayment, { rates }: UsersFacts): Decision => {
  const { settlementId, method, reference } = command;
  const found = owedIn(state, settlementId);
  if (!found) return refused(refusal("SETTLEMENT_CLOSED"));
  const amountMinor = Math.min(command.amountMinor, remainingMinor(found.owed)) as Minor;
  // An open payment of which nothing remains is closed by the forfeit job. Money that came for it is booked to the balance.
  if (amountMinor === 0) return refused(refusal("SETTLEMENT_CLOSED"));
  const cameMinor = command.ngnMinor ?? worthInNaira(command.amountMinor, state, rates);
  const excessMinor = command.amountMinor - amountMinor;
  const surplusMinor = (
    command.ngnMinor === undefined
      ? cameMinor - worthInNaira(amountMinor, state, rates)
      : shareOf(cameMinor, excessMinor, command.amountMinor)
  ) as Minor;
  const ngnMinor = (cameMinor - surplusMinor) as Minor;
  const money = { ngnMinor: surplusMinor, worthMinor: (command.amountMinor - amountMinor) as Minor };
  const surplus = surplusMinor > 0 ? [credited(settlementId, found.payer, money, method, reference)] : [];
  return accepted(...surplus, ...receive(state, found, { ...command, amountMinor, ngnMinor }));
};

/** An administrator confirms that the rest came, without saying how. */
export const confirmRest = (state: AuctionState, found: Owed, rates: ExchangeRates): readonly AuctionEvent[] => {
  const amountMinor = remainingMinor(found.owed);
  const ngnMinor = worthInNaira(amountMinor, state, rates);
  return receive(state, found, { method: "outside", amountMinor, ngnMinor });
};

/** NGN kobo at this moment's rate, rounded down, because the house gives no more than it got. */
export const worthInNaira = (amountMinor: number, { currency }: AuctionState, rates: ExchangeRates): Minor =>
  Math.floor(Number((currency === "NGN" ? amountMinor : amountMinor * rates.USD_TO_NGN).toFixed(4))) as Minor;

type Paying = Pick<PaymentReceived, "method" | "amountMinor" | "ngnMinor"> &
  Partial<Pick<PaymentReceived, "reference" | "note" | "invoicePaymentId">>;

/** The payment, and the sale if nothing remains. A payment of nothing is left out. */
const receive = (state: AuctionState, { owed, payer }: Owed, paying: Paying): readonly AuctionEvent[] => {
  const { method, amountMinor, ngnMinor, reference = null, note = null, invoicePaymentId } = paying;
  const money = { method, amountMinor, ngnMinor, reference, note, ...(invoicePaymentId && { invoicePaymentId }) };
  const payment: AuctionEvent[] =
    amountMinor > 0 ? [{ type: "PaymentReceived", settlementId: owed.id, payer, ...money }] : [];
  if (amountMinor < remainingMinor(owed)) return payment;
  const purchase = unpaidPurchase(state);
  const bought = purchase?.id === owed.id ? [paid(purchase)] : [];
  return [...payment, ...bought, { type: "AuctionSold", winner: payer }];
};

const credited = (
  settlementId: string,
  payer: Person,
  money: { readonly ngnMinor: Minor; readonly worthMinor: Minor },
  method: PaymentMethod,
  reference: string | null,
): AuctionEvent => ({ type: "PaymentCredited", settlementId, payer, ...money, method, reference });

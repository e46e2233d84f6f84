// Computes from an auction's log how much money a reversal of a debt's payments takes back. Pure functions.
import type { Minor } from "@jara/shared/money";
import { isOnSite } from "@jara/shared/payment-methods";
import type { LoggedChange } from "../commands.ts";
import type { PaymentReceived, Reversed, ReversedPayment } from "../events.ts";
import type { Purchase, Settlement } from "../state.ts";
import { isReopening, paymentsIn } from "./debts.ts";

/** The money of one debt since its payments last began, after the deposit. NGN kobo, except `paidMinor`. */
interface Money {
  /** In the auction's currency: the payments that count. */
  readonly paidMinor: number;
  /** Paid from the balance or online. */
  readonly onSiteMinor: number;
  /** Booked by an administrator: a transfer, cash, or money from outside. */
  readonly bookedMinor: number;
  /** Booked above what was due, so it went to the balance. */
  readonly surplusMinor: number;
  /** Voids lowered the price, and so much of the payments went back to the balance. */
  readonly refundedMinor: number;
}

const noMoney: Money = { paidMinor: 0, onSiteMinor: 0, bookedMinor: 0, surplusMinor: 0, refundedMinor: 0 };

/**
 * All payments after the deposit. An administrator who reverses a booked payment says that its money never came. So the
 * payments made on the site go back to the balance, less all that booked money has put on it: its surplus, and what
 * voids refunded of it. If that is more, the difference is taken from the balance.
 */
export const reversedOf = ({ id, paidMinor }: Settlement | Purchase, log: readonly LoggedChange[] = []): Reversed => {
  const money = log.flatMap(({ events }) => events).reduce<Money>((sum, event) => counted(sum, event, id), noMoney);
  const returnedMinor = money.onSiteMinor - money.refundedMinor - money.surplusMinor;
  return {
    amountMinor: paidMinor,
    ngnMinor: Math.max(0, returnedMinor) as Minor,
    takenMinor: Math.max(0, -returnedMinor) as Minor,
  };
};

/** The transfers and the cash that were booked towards a debt which is still open, and count. */
export const bookedOf = (
  { id }: Settlement | Purchase,
  log: readonly LoggedChange[] = [],
): Pick<Reversed, "amountMinor" | "ngnMinor"> => {
  let [amountMinor, ngnMinor] = [0, 0];
  for (const payment of paymentsIn(log, id)) {
    if (isOnSite(payment)) continue;
    amountMinor += payment.amountMinor;
    ngnMinor += payment.ngnMinor;
  }
  return { amountMinor: amountMinor as Minor, ngnMinor: ngnMinor as Minor };
};

const counted = (money: Money, event: LoggedChange["events"][number], id: string): Money => {
  switch (event.type) {
    case "SettlementReopened":
    case "PurchaseReopened":
      return isReopening(event, id) ? noMoney : money;
    case "PaymentReceived":
      return event.settlementId === id ? withPayment(money, event) : money;
    case "PaymentsReversed": {
      if (event.settlementId !== id) return money;
      const { amountMinor, ngnMinor, takenMinor } = event.reversed;
      // A void had refunded all payments. Only the refund of those made on the site is left.
      if (takenMinor !== undefined) {
        return { ...money, bookedMinor: 0, surplusMinor: 0, refundedMinor: money.onSiteMinor };
      }
      return { ...money, paidMinor: money.paidMinor - amountMinor, bookedMinor: money.bookedMinor - ngnMinor };
    }
    case "SomePaymentsReversed":
      return event.settlementId === id ? event.payments.reduce(withoutPayment, money) : money;
    case "PaymentCredited":
      // The money of an online payment has arrived, even if the debt is undone.
      if (event.settlementId !== id || event.method === "online") return money;
      return { ...money, surplusMinor: money.surplusMinor + event.ngnMinor };
    case "BidsVoided":
      return event.refund ? withRefund(money, event.refund) : money;
    default:
      return money;
  }
};

const withPayment = (money: Money, event: PaymentReceived): Money => {
  const { amountMinor, ngnMinor } = event;
  const paid = { ...money, paidMinor: money.paidMinor + amountMinor };
  return isOnSite(event)
    ? { ...paid, onSiteMinor: money.onSiteMinor + ngnMinor }
    : { ...paid, bookedMinor: money.bookedMinor + ngnMinor };
};

const withoutPayment = (money: Money, { amountMinor, ngnMinor, surplusMinor }: ReversedPayment): Money => ({
  ...money,
  paidMinor: money.paidMinor - amountMinor,
  bookedMinor: money.bookedMinor - ngnMinor,
  surplusMinor: money.surplusMinor - surplusMinor,
});

/**
 * A refund comes from the payments first, and then from the deposit, which has nothing to do with them. A refund of an
 * earlier settlement comes before this one's first payment.
 */
const withRefund = (
  money: Money,
  { amountMinor, ngnMinor }: { readonly amountMinor: Minor; readonly ngnMinor: Minor },
) => {
  if (money.paidMinor === 0) return money;
  const leftMinor = money.onSiteMinor + money.bookedMinor - money.refundedMinor;
  const ofPaymentsMinor = amountMinor > money.paidMinor ? leftMinor : ngnMinor;
  return {
    ...money,
    paidMinor: Math.max(0, money.paidMinor - amountMinor),
    refundedMinor: money.refundedMinor + ofPaymentsMinor,
  };
};

// Says what a payment or a reversal will do, before it is recorded. The server decides; these words follow its rules.
import { asMinor, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import type { Settlement, SettlementPayment } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { isPaidByDeposit } from "./desk-actions.ts";

export interface PaymentOutcome {
  isSold: boolean;
  words: string;
}

/** `amount` in the auction's currency, above 0. */
export const outcomeOfPayment = (
  { remaining, auction: { currency }, buyer }: Pick<Settlement, "remaining" | "auction" | "buyer">,
  amount: number,
): PaymentOutcome => {
  const leftMinor = toMinor(remaining) - toMinor(amount);
  const left = formatMoney(toMajor(Math.abs(leftMinor)), currency);
  if (leftMinor > 0) return { isSold: false, words: `${left} remains due.` };
  if (leftMinor === 0) return { isSold: true, words: "The lot is sold." };
  const inNaira = currency === "NGN" ? "" : ", in naira at the rate of that moment,";
  return { isSold: true, words: `The lot is sold. ${left}${inNaira} goes to ${buyer.username}'s balance.` };
};

/** `again`: the deadline if it were reversed now. */
const deadlineWords = (dueAt: string, again: string | undefined): string[] => {
  if (again === undefined) return [];
  const same = again === dueAt ? ", as before" : ": the time to pay begins anew";
  return [`The new deadline is ${formatLagosTime(again)} (Lagos)${same}.`];
};

/** Writes NGN kobo. */
export const naira = (minor: number): string => formatMoney(toMajor(asMinor(minor)), "NGN");

/** The parts that count of a payment for several lots, in naira: all that came, and the part that the payer's balance got. */
export const wholeOf = ({ amountNgn, surplusNgn = 0, together }: SettlementPayment) => {
  const others = together?.others ?? [];
  const sum = (own: number, of: (other: (typeof others)[number]) => number) =>
    others.reduce<number>((minor, other) => minor + toMinor(of(other)), toMinor(own));
  const surplusMinor = sum(surplusNgn, (other) => other.surplusNgn ?? 0);
  const cameMinor = sum(amountNgn, (other) => other.amountNgn) + toMinor(surplusNgn);
  return { lots: others.length + 1, cameMinor, surplusMinor };
};

const RECORD_AGAIN = "If some of that money did arrive, record it again afterwards.";

/** Says in sentences which effects the reversal of this payment alone has: of its part for this lot, or of the whole payment. */
export const outcomesOfReversalOf = (
  { status, dueAt, buyer, paid, remaining, deposit, auction }: Settlement,
  payment: SettlementPayment,
  { dueAgainAt, isWhole = false }: { readonly dueAgainAt?: string | undefined; readonly isWhole?: boolean } = {},
): string[] => {
  const { amount, surplusNgn = 0, together } = payment;
  const money = (minor: number) => formatMoney(toMajor(asMinor(minor)), auction.currency);
  const whole = wholeOf(payment);
  const surplusMinor = isWhole ? whole.surplusMinor : toMinor(surplusNgn);
  const [amountMinor, othersMinor] = [toMinor(amount), toMinor(paid) - toMinor(amount)];
  const isPaid = status === "paid";
  return [
    ...(isPaid
      ? [
          "The lot is no longer sold. The same payment is due again, not a second one.",
          ...deadlineWords(dueAt, dueAgainAt),
        ]
      : []),
    isWhole
      ? `${naira(whole.cameMinor - whole.surplusMinor)} is due again for these ${whole.lots} lots.`
      : remaining > 0
        ? `${money(amountMinor)} is due again, so ${money(toMinor(remaining) + amountMinor)} in all.`
        : `${money(amountMinor)} is due again.`,
    ...(othersMinor > 0
      ? [isWhole ? "Other payments for these lots stay." : `The other payments of ${money(othersMinor)} stay.`]
      : []),
    ...(surplusMinor > 0
      ? [
          `${naira(surplusMinor)} came with it above what was due. It is taken from ${buyer.username}'s balance. If the balance has less, the reversal is refused.`,
        ]
      : []),
    ...(isWhole
      ? [
          "The same becomes of the other lots that it paid, also of what their sellers got: all of it is reversed, or nothing is.",
        ]
      : []),
    ...(together && !isWhole
      ? [
          `It is this lot's part of one payment for ${together.lots} lots. The parts of the other lots stay. If they did not come either, reverse each under its lot.`,
        ]
      : []),
    RECORD_AGAIN,
    isPaid
      ? `${deposit > 0 ? `The deposit of ${money(toMinor(deposit))} stays where it is. ` : ""}The buyer gets an email.`
      : "The deadline stays as it is. The buyer gets an email.",
  ];
};

/** Says in sentences which effects a reversal of this settlement has. */
export const outcomesOfReversal = (settlement: Settlement, dueAgainAt?: string): string[] => {
  const { kind, status, dueAt, buyer, paid, deposit, penaltyNgn, auction } = settlement;
  const money = (amount: number) => formatMoney(amount, auction.currency);
  if (status === "forfeited" && kind === "win") {
    return [
      penaltyNgn === null
        ? "The penalty is not known any more, so nothing goes back."
        : `The penalty of ${formatMoney(penaltyNgn, "NGN")} goes back to ${buyer.username}'s balance.`,
      "The deposit is taken from the balance again, or the whole balance if that is less.",
      "The same payment is due again, not a second one.",
      ...deadlineWords(dueAt, dueAgainAt),
    ];
  }
  if (status === "forfeited") {
    return [
      `The penalty${penaltyNgn === null ? "" : ` of ${formatMoney(penaltyNgn, "NGN")}`} goes back to ${buyer.username}'s balance.`,
      "The purchase stays closed.",
    ];
  }
  if (status === "open") {
    return [
      `Transfers and cash that were booked are reversed, and are due again. What ${buyer.username} paid from the balance or online stays.`,
      RECORD_AGAIN,
      "The deadline and the balance stay as they are.",
    ];
  }
  if (isPaidByDeposit(settlement)) {
    return [
      `Bids were voided, so the deposit of ${money(deposit)} alone pays the lot. It stays sold.`,
      `Payments that were booked or confirmed count as money that never arrived. The money that they put on ${buyer.username}'s balance is taken from it. If the balance has less, the reversal is refused.`,
      "If that money did arrive, add it to the balance afterwards.",
    ];
  }
  return [
    "The lot is no longer sold. The same payment is due again, not a second one.",
    ...deadlineWords(dueAt, dueAgainAt),
    ...(paid > 0
      ? [
          `The payments of ${money(paid)} are reversed. The money that ${buyer.username} paid from the balance or online goes back to the balance.`,
          "A payment that was booked or confirmed counts as money that never arrived. What it put on the balance, above what was due or because bids were voided, is taken from the balance. If the balance has less, the reversal is refused.",
          RECORD_AGAIN,
        ]
      : ["No payment is reversed."]),
    ...(deposit > 0 ? [`The deposit of ${money(deposit)} stays where it is.`] : []),
  ];
};
